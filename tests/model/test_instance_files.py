import json
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.files import (
    instance_from_json,
    instance_to_json,
    read_instance,
    reward_from_json,
    write_instance,
)
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward

FORMAT = "imab-instance/1"


@st.composite
def arms(draw):
    kind = draw(st.sampled_from(list(ArmClass)))
    slopes = draw(st.lists(st.fractions(0, 1), max_size=5))
    if kind.shape.concave:
        slopes.sort(reverse=True)
    values = list(accumulate(slopes, initial=draw(st.fractions(0, 1))))
    top = max(values[-1], 1)
    if not kind.shape.rising:
        values.reverse()
    return Reward.from_values([v / top for v in values], kind)


instances = st.lists(arms(), min_size=1, max_size=5).map(Instance.of)


def text(*arm_docs):
    return json.dumps({"format": FORMAT, "arms": list(arm_docs)})


@given(instances)
def test_documents_round_trip(instance):
    doc = json.loads(json.dumps(instance_to_json(instance)))
    assert instance_from_json(doc, "here") == instance


@given(instance=instances)
def test_files_round_trip(instance, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "round.json"
    write_instance(path, instance)
    assert read_instance(path) == instance
    assert read_instance(str(path)) == instance


def test_the_file_is_the_documented_format(tmp_path):
    path = tmp_path / "a.json"
    line = Reward.from_points([(0, 0), (10**18, "2/5")])
    step = Reward.from_hinges("1/2", {3: "1/4"}, ArmClass.MONOTONE)
    write_instance(path, Instance.of([line, step]))
    assert json.loads(path.read_text()) == {
        "format": FORMAT,
        "arms": [
            {"points": [[0, "0"], [10**18, "2/5"]]},
            {"points": [[0, "1/2"], [2, "1/2"], [3, "3/4"]], "class": "monotone"},
        ],
    }
    assert list(tmp_path.iterdir()) == [path]


def test_values_points_classes_and_plain_integers_are_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(
        "\ufeff" + text({"values": ["0", "1/10", 1], "class": "monotone"}, {"points": [[0, 1]]}),
        encoding="utf-8",
    )
    first, second = read_instance(path).arms
    assert first == Reward.from_values([0, Fraction(1, 10), 1], ArmClass.MONOTONE)
    assert second == Reward.from_values([1])
    late = reward_from_json({"values": ["1/3"], "class": "concave-from-1"}, "arm f")
    assert late.value(1) == Fraction(1, 3)


BAD = [
    ("", "is not JSON: Expecting value at line 1, column 1"),
    ("{", "is not JSON: "),
    ("[]", "the document must be a JSON object, not []"),
    ('{"arms": []}', 'the key "format" is missing: it must be "imab-instance/1"'),
    (
        '{"format": "imab-instance/2", "arms": []}',
        "the format is imab-instance/2, but only imab-instance/1 can be read",
    ),
    ('{"format": 1.5, "arms": []}', "the format is 1.5, but only"),
    ('{"format": "imab-instance/1"}', 'the document needs a list under the key "arms"'),
    ('{"format": "imab-instance/1", "arms": {}}', 'the document needs a list under the key "arms"'),
    (text(), "an instance needs at least one arm"),
    (
        '{"format": "imab-instance/1", "arms": [], "horizon": 3}',
        "the document has an unknown key horizon: use format or arms",
    ),
    (text({"values": [0]}, 7), "arm 2 must be a JSON object, not 7"),
    (text({"values": [0]}, {"value": [0]}), "arm 2 has an unknown key value: use values or points"),
    (text({}), 'arm 1 has neither of "values" and "points": give exactly one of them'),
    (text({"values": [0], "points": [[0, 0]]}), 'arm 1 has both of "values" and "points"'),
    (text({"values": "0"}), 'arm 1 needs a list under the key "values"'),
    (text({"points": None}), 'arm 1 needs a list under the key "points"'),
    (text({"values": [0], "class": ["concave"]}), "arm 1 is of unknown class ['concave']"),
    (text({"values": [0]}, {"values": [0, 0.5]}), "arm 2, pull 1: the reward is 0.5, which is not"),
    (text({"values": [0, float("nan")]}), "arm 1, pull 1: the reward is NaN, which is not"),
    (text({"values": [0, True]}), "arm 1, pull 1: the reward is True, which is not"),
    (text({"values": [0, ["1"]]}), "arm 1, pull 1: the reward is ['1'], which is not"),
    (text({"points": [[0, 0], [1.5, "1/2"]]}), "arm 1, point 2: n must be an integer, not 1.5"),
    (text({"points": [[0, 0, 0]]}), "arm 1, point 1 must be a pair n, f(n), not [0, 0, 0]"),
    (text({"points": [{"n": 0, "f": 0}]}), "arm 1, point 1 must be a pair n, f(n), not {"),
    (text({"values": [0]}, {"values": [0, 0, "1/2"]}), "arm 2 is not concave at pull 2: "),
    (text({"values": [0, "1/2", "3/2"], "class": "monotone"}), "arm 1 is outside [0,1] at pull 2"),
    (text({"values": ["\n\ud800"]}), "arm 1, pull 0: the reward is '\\n\\ud800', which is not"),
    (
        '{"format": "imab-instance/1", "format": "imab-instance/1", "arms": []}',
        "the key format is given twice in one object",
    ),
    (
        '{"format": "imab-instance/1", "arms": [{"values": [0, ' + "1" * 5000 + "]}]}",
        "arm 1, pull 1: the reward has more than 4000 digits",
    ),
    (
        '{"format": "imab-instance/1", "arms": [{"points": [[0, 0], [' + "1" * 5000 + ", 1]]}]}",
        "arm 1, point 2 has a number of over 4000 digits",
    ),
    (
        '{"format": "imab-instance/1", "arms": [{"values": [0, 0.50e0]}]}',
        "arm 1, pull 1: the reward is 0.50e0, which is not",
    ),
    ("[" * 100_000, "is nested too deeply for an instance"),
]


@pytest.mark.parametrize(("content", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_file_gives_one_sentence_that_names_the_place(tmp_path, content, message):
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_instance(path)
    sentence = str(caught.value)
    assert sentence.startswith(f"{path}: {message}")
    assert sentence.isprintable()
    assert len(sentence) < 250 + len(str(path))


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    missing = tmp_path / "missing.json"
    with pytest.raises(InputError, match=r"missing\.json: cannot be read: No such file"):
        read_instance(missing)
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_instance(tmp_path)
    with pytest.raises(InputError, match="cannot be read: not a valid path"):
        read_instance("a\0b")


def test_a_file_that_is_not_text_is_not_json(tmp_path):
    path = tmp_path / "binary.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"binary\.json: is not JSON: it is not UTF-8 text$"):
        read_instance(path)


def test_a_huge_file_is_never_read_whole(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(10**12)
    with pytest.raises(InputError, match=r"huge\.json: is too large: an instance file has at most"):
        read_instance(path)


def test_writing_fails_in_one_sentence_and_leaves_nothing_behind(tmp_path):
    instance = Instance.of([Reward.from_values([0])])
    for target, reason in (
        (tmp_path / "no" / "a.json", "No such file or directory"),
        (tmp_path, "Is a directory|Device or resource busy"),
        ("a\0b", "not a valid path"),
    ):
        with pytest.raises(InputError, match=f"cannot be written: ({reason})$"):
            write_instance(target, instance)
    assert list(tmp_path.iterdir()) == []
    assert not list(tmp_path.parent.glob(".*.part"))
