"""Where things stand in TOML."""

import tomllib

from imab_verify.ledger.toml_places import Places

TEXT = '''\
# [[claim]] in a comment
format = "x"  # [not] = a header

[paper]
title = """
[[claim]]
id = "in a text"
"""

[[claim]]
id = "a"
given = [
  "m <= T",  # "commented <= out"
  'k >= 2',
]
arms = {f = "concave", g = "monotone"}

[[claim]]
"id" = "b\\"c"
  where.deep = 3
[[claim.repair]]
claim = "first"
[claim.repair.more]
x = 1
[[claim.repair]]
claim = \'\'\'
f(n)
 <= 1\'\'\'
'''


def place_of(*path):
    return tuple(Places(TEXT).of(*path))


def line_at(place):
    return TEXT.splitlines()[place[0] - 1][place[1] - 1 :]


def test_the_text_is_one_that_the_standard_library_reads():
    assert [c["id"] for c in tomllib.loads(TEXT)["claim"]] == ["a", 'b"c']


def test_keys_are_found_in_their_tables():
    assert place_of("format") == (2, 1)
    assert place_of("paper", "title") == (5, 1)
    assert place_of("claim", 0) == (10, 1)
    assert place_of("claim", 0, "id") == (11, 1)
    assert line_at(place_of("claim", 0, "arms")).startswith("arms = {")
    assert line_at(place_of("claim", 1, "id")).startswith('"id" =')
    assert line_at(place_of("claim", 1, "where", "deep")).startswith("where.deep")
    assert line_at(place_of("claim", 1, "repair", 0, "claim")) == 'claim = "first"'
    assert line_at(place_of("claim", 1, "repair", 0, "more", "x")) == "x = 1"
    assert line_at(place_of("claim", 1, "repair", 1, "claim")) == "claim = '''"


def test_what_is_missing_is_where_its_table_is():
    assert place_of("claim", 0, "title") == place_of("claim", 0)
    assert place_of("nothing", 3, "at all") == (1, 1)


def test_characters_of_texts_are_found():
    places = Places(TEXT)

    def at(path, text, position):
        return line_at(places.within(path, text, position))

    assert at(("claim", 0, "given"), "m <= T", 5) == 'T",  # "commented <= out"'
    assert at(("claim", 0, "given"), "k >= 2", 0) == "k >= 2',"
    assert at(("claim", 1, "repair", 1, "claim"), "f(n)\n <= 1", 6) == "<= 1'''"
    assert at(("claim", 1, "id"), 'b"c', 2) == 'b\\"c"'
    assert at(("claim", 0, "given"), "another", 2).startswith("given")
    assert places.holds(("claim", 0, "given"), "k >= 2")
    assert not places.holds(("claim", 0, "given"), "commented <= out")
