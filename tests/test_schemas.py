"""The JSON Schemas: they are up to date, and describe the files that there are."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from schemas import FOLDER
from schemas import schemas as written

import imab_verify as iv

ROOT = Path(__file__).parents[1]
CERTIFICATES = ROOT / "tests" / "certificates"

BEYOND = {
    "atom": "which functionals and indices make sense is for the kernel",
    "claim": "a schema does not ask where minima and maxima stand",
    "depth": "a schema does not count",
    "family": "what a family without an end may say is for the kernel",
    "key--twice": "JSON readers keep one of the two",
    "name": "which names are declared, or have a meaning, is for the kernel",
    "number--float": "1.0 is an integer for JSON Schema",
    "prefix": "which names stand where is for the kernel",
    "run": "what the parts of a run need of each other is for the kernel",
    "text": "a pattern is no grammar",
}
"""What is malformed, by the beginnings of the names of files, and a schema cannot see."""


@pytest.fixture(scope="module")
def valid():
    """Whether a document fits the schema with this name."""
    known = {name: Draft202012Validator(iv.schema(name)) for name in written()}
    return lambda name, document: known[name].is_valid(document)


def files(*folders):
    return [path for folder in folders for path in sorted((CERTIFICATES / folder).glob("*.json"))]


@pytest.mark.parametrize("name", ["certificate", "instance", "claims"])
def test_schemas_are_up_to_date_and_are_schemas(name):
    text = (FOLDER / f"{name}.schema.json").read_text("utf-8")
    assert text == written()[name], "run: python tools/schemas.py"
    Draft202012Validator.check_schema(json.loads(text))
    assert iv.schema(name) == json.loads(text)


def test_there_is_no_other_schema():
    with pytest.raises(iv.InputError, match="the name of a schema"):
        iv.schema("journal")


@pytest.mark.parametrize("folder", ["valid", pytest.param("invalid", marks=pytest.mark.slow)])
def test_what_the_kernel_reads_fits(valid, folder):
    """Also what it rejects: that is a certificate as well."""
    paths = files(folder)
    assert len(paths) > 50
    assert [p.name for p in paths if not valid("certificate", json.loads(p.read_bytes()))] == []


def test_what_the_kernel_cannot_read_does_not_fit_or_is_beyond_a_schema(valid):
    fits = []
    for path in files("malformed"):
        try:
            document = json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            continue
        if valid("certificate", document):
            fits.append(path.stem)
    assert [stem for stem in fits if not stem.startswith(tuple(BEYOND))] == []
    assert {stem.partition("--")[0] for stem in fits} == {key.partition("--")[0] for key in BEYOND}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "imab-certificate/1"),
        (("proof", "goals", 0, "arms"), []),
        (("proof", "goals", 0, "unknown"), 1),
        (("proof", "domain"), {"m": {"sum": ["h1"], "empty": []}}),
        (
            ("proof", "domain"),
            {"m": {"have": "x", "fact": "sizes", "bound": [], "then": {"sum": []}}},
        ),
        (("proof", "domain"), {"m": {"have": "x", "of": [], "then": {"sum": []}}}),
        (("proof", "domain"), {"m": {"sum": ["2*3*h1"]}}),
        (("claim", "givens"), ["T - m"]),
        (("claim", "givens"), ["T >= m >= 1"]),
        (("claim", "arms", "f"), "convex"),
        (("witness", "parameters", "m"), "0.5"),
        (("witness", "parameters", "m"), 0.5),
    ],
)
def test_a_change_of_shape_is_seen(valid, path, value):
    answer = iv.ask("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", given=["m <= T"])
    document = json.loads(answer.certificate)
    assert valid("certificate", document)
    *way, last = path
    inner = document
    for key in way:
        inner = inner[key]
    inner[last] = value
    assert not valid("certificate", document)


def test_what_is_brought_in_fits(valid):
    source = {"fact": "order", "of": ["T", "t1"], "if": [{"sum": []}]}
    node = {"have": "x", "by": source}
    proof = {"domain": {}, "goals": [node | {"then": {"arms": {}}}]}
    document = {
        "format": "imab-certificate/2",
        "claim": {"parameters": []},
        "proof": proof,
        "witness": {"parameters": {}, "arms": {}},
    }
    assert valid("certificate", document)


def test_instances_fit(valid):
    found = sorted((ROOT / "examples").glob("*.json"))
    assert found
    for path in found:
        assert valid("instance", json.loads(path.read_bytes())), path


@pytest.mark.parametrize(
    "arms",
    [
        [],
        [{}],
        [{"values": []}],
        [{"values": ["0"], "points": [[0, "0"]]}],
        [{"values": ["0.5"]}],
        [{"points": [[0, "0", "1"]]}],
        [{"points": [[-1, "0"]]}],
        [{"values": ["0"], "class": "convex"}],
    ],
)
def test_what_is_no_instance_does_not_fit(valid, tmp_path, arms):
    document = {"format": "imab-instance/1", "arms": arms}
    (tmp_path / "arms.json").write_text(json.dumps(document))
    with pytest.raises(iv.InputError):
        iv.read_instance(tmp_path / "arms.json")
    assert not valid("instance", document)


def test_claim_files_fit(valid):
    found = [*(ROOT / "examples").rglob("*.claims.toml")]
    found += (ROOT / "imab_verify" / "templates").rglob("*.claims.toml")
    assert len(found) >= 5
    for path in found:
        assert valid("claims", tomllib.loads(path.read_text("utf-8"))), path


@pytest.mark.parametrize(
    "text",
    [
        "",
        'id = "a"',
        'claim = "f(n) >= 0"',
        'id = "a"\nclaim = ""',
        'id = "a b"\nclaim = "f(n) >= 0"',
        'id = "a"\nclaim = "f(n) >= 0"\ngiven = "n >= 1"',
        'id = "a"\nclaim = "f(n) >= 0"\nseconds = 0',
        'id = "a"\nclaim = "f(n) >= 0"\nexpect = "true"',
        'id = "a"\nclaim = "f(n) >= 0"\nkind = "definition"',
        'id = "a"\nclaim = "f(n) >= 0"\nclaims = "f(n) >= 0"',
        'id = "a"\nreason = "prose"\npolicy = "algorithm-1"',
        'id = "a"\nclaim = "f(n) >= 0"\n[[claim.repair]]\nstatement = "none"',
    ],
)
def test_what_is_no_claim_file_does_not_fit(valid, tmp_path, text):
    whole = f'format = "imab-claims/1"\n[[claim]]\n{text}\n'
    file = tmp_path / "own.claims.toml"
    file.write_text(whole)
    with pytest.raises(iv.InputError):
        iv.check(file)
    assert not valid("claims", tomllib.loads(whole))
