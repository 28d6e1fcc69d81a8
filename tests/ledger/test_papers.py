"""What a paper must be like."""

from dataclasses import replace
from pathlib import Path

import pytest

from imab_verify.errors import InputError
from imab_verify.ledger import Entry, Paper, Reading, cite

MONOTONE = Reading(name="value_le_next", says="", claim="f(n) <= f(n+1)")


def entry(id_, *readings, **more):
    return Entry(id_, "1", id_.lower(), "title", "statement", literal=readings, **more)


def paper(*entries, **more):
    return Paper("here", "A paper", (), entries, Path("nowhere"), **more)


def test_a_reading_may_stand_in_several_entries():
    one = paper(entry("A1", MONOTONE), entry("A2", MONOTONE))
    assert one.reading("value_le_next") is MONOTONE
    assert len(one.keys(one.entries)) == 2


@pytest.mark.parametrize(
    ("entries", "word"),
    [
        ([entry("A1"), entry("A1")], "ids A1"),
        ([entry("A1"), replace(entry("A2"), slug="a1")], "slugs a1"),
        ([entry("A1", MONOTONE, replace(MONOTONE, claim="f(n) >= 0"))], "name value_le_next"),
        ([entry("A1", replace(MONOTONE, name="Monotone"))], "is no name of a reading"),
        ([entry("A1", relies_on=("B1",))], "relies on B1, which is no id"),
        ([entry("A1", replace(MONOTONE, by=(cite("lost"),)))], "cites lost"),
        ([entry("A1", replace(MONOTONE, by=(cite("value_le_next"),)))], "in a circle"),
        ([entry("A1", relies_on=("A1",))], "rely on each other in a circle: A1 -> A1"),
        (
            [
                entry("A1", relies_on=("A2",)),
                entry("A2", relies_on=("A4", "A3")),
                entry("A3", relies_on=("A2",)),
                entry("A4"),
            ],
            "in a circle: (A2 -> A3 -> A2|A3 -> A2 -> A3)$",
        ),
    ],
)
def test_what_is_wrong_with_a_paper_is_said(entries, word):
    with pytest.raises(InputError, match=word):
        paper(*entries)


def test_a_section_is_told_by_the_letters_of_an_id():
    one = paper(entry("A1"), entry("AB1"), entry("C1"), sections={"A": "first", "AB": "second"})
    assert [one.section(found) for found in one.entries] == ["A", "AB", ""]
