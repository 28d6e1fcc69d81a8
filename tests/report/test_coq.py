"""Certificates as theorems of Coq: the text, and what coqc says where it is installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import imab_verify as iv
from imab_verify.cli import main
from imab_verify.report.coq import folder

ROOT = Path(__file__).parents[2]
VALID = ROOT / "tests/certificates/valid"
THEORIES = ROOT / "imab_verify/report/coq/theories"
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
"""The axioms of Coq's own real numbers."""
FEW = (
    *("proved--rew-ratio", "proved--lemma", "proved--formula", "refuted--half-horizon-at-3"),
    *("proved--facts-last-pull", "proved--round-robin-one-arm", "refuted--index-policy"),
    "proved--crossing-sum",
)
needs_coq = pytest.mark.skipif(not shutil.which("coqc"), reason="coqc is not installed here")


def text_of(name):
    return iv.coq((VALID / f"{name}.json").read_bytes(), "shown")


@pytest.fixture(scope="module")
def theories(tmp_path_factory):
    """The checker, compiled."""
    place = tmp_path_factory.mktemp("theories")
    for name in folder.THEORIES:
        (place / f"{name}.v").write_text(folder.theory(name))
        compiled = compile_in(place, f"{name}.v", "-R", place, "Imab")
        assert compiled.returncode == 0, compiled.stderr
    return place


def compile_in(place, file, *options):
    command = ["coqc", *map(str, options), file]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)


def coqc(theories, place, text):
    (place / "shown.v").write_text(text)
    return compile_in(place, "shown.v", "-R", theories, "Imab")


def test_every_theory_is_in_the_list_and_has_no_hole():
    assert {file.stem for file in THEORIES.glob("*.v")} == {*folder.THEORIES}
    for name in folder.THEORIES:
        text = re.sub(r"\(\*.*?\*\)", "", folder.theory(name), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text), name


def test_what_must_be_read_is_short():
    assert len(folder.theory("Definitions").splitlines()) <= 100


def test_a_theorem_reads_like_the_claim():
    theorem = text_of("proved--rew-ratio").split("Theorem shown :\n")[1].split("Proof")[0]
    assert theorem == (
        "  forall (m T : Z),\n"
        "  forall f : arm, in_class Concave f ->\n"
        "  0 <= T - m ->\n  0 <= m - 1 ->\n  0 <= T - 1 ->\n"
        "  (0 <= (T ^ 2 + T) * Rew f m + (- m ^ 2 - m) * Rew f T).\n"
    )


def test_a_refutation_denies_the_claim():
    assert "Theorem shown :\n~ (\n  forall" in text_of("refuted--half-horizon-at-3")


def test_a_theorem_about_runs_names_the_policy_and_what_is_observed():
    theorem = text_of("refuted--index-policy").split("Theorem shown :\n")[1].split("Proof")[0]
    assert "run (ByIndex (Index 2 rounds any_of_them (fun (k T : Z)" in theorem
    assert "OPT k F T" in theorem


def test_what_is_not_covered_is_named(tmp_path):
    with pytest.raises(iv.InputError, match="cannot be written for Coq yet"):
        text_of("proved--chosen-first")
    done = iv.export(certificates=VALID, out=tmp_path)
    assert "names that exist" in done.left_out["proved--chosen-first"]
    assert "proved--chosen-first" in (tmp_path / folder.LEFT_OUT).read_text()
    assert not done.checked
    assert done.to_json()["files"] == len([*(tmp_path / "statements").glob("*.v")])


def test_the_command_writes_a_statement_of_the_paper(tmp_path):
    done = CliRunner().invoke(main, ["export", "D22", "--coq", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "theorems" in done.output
    assert (tmp_path / "All.v").read_text().startswith("Require Statements.")


def test_ask_writes_a_theorem(tmp_path):
    file = tmp_path / "mine.v"
    asked = ["ask", "Rew(f,T) <= T*f(T)", "--coq", str(file)]
    assert CliRunner().invoke(main, asked).exit_code == 0
    assert "Theorem mine :" in file.read_text()


def test_without_coq_a_check_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(iv.InputError, match="Coq is not installed"):
        iv.export(certificates=VALID, out=tmp_path / "coq", coqc=True)


@needs_coq
@pytest.mark.slow
def test_coq_accepts_a_few_certificates(theories, tmp_path):
    for name in FEW:
        done = coqc(theories, tmp_path, text_of(name))
        assert done.returncode == 0, done.stderr
        assert set(re.findall(r"^(\w+\.\w+)$", done.stdout, flags=re.MULTILINE)) == AXIOMS


@needs_coq
@pytest.mark.slow
def test_coq_rejects_another_statement_and_another_proof(theories, tmp_path):
    text = text_of("proved--rew-ratio")
    assert coqc(theories, tmp_path, text).returncode == 0
    weaker = text.replace("  0 <= T - m ->\n", "", 1)
    wrong = text.replace("Term (1/2", "Term (1/3").replace("(1#2)%Q", "(1#3)%Q")
    for changed in (weaker, wrong):
        assert changed != text
        assert coqc(theories, tmp_path, changed).returncode != 0


@needs_coq
@pytest.mark.slow
def test_coq_accepts_what_is_covered_of_the_corpus(tmp_path):
    done = iv.export(certificates=VALID, out=tmp_path, coqc=True)
    assert done.checked


@needs_coq
@pytest.mark.slow
def test_coq_accepts_statements_of_the_paper(tmp_path):
    """A few of them, with the sharp theorem of Algorithm 1; `make coq` has all."""
    done = iv.export(None, "B5", "D8", "D17", "D22", "E4", "F1", out=tmp_path, coqc=True)
    assert done.checked
    assert len(done.folder.theorems) >= 10
