"""The tournament answers as a scan over all arms does."""

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.model.pieces import Quadratic, Tournament

HORIZON = 60
lines = st.builds(
    Quadratic, st.integers(-3, 3), st.integers(-60, 60), st.integers(-300, 300)
)  # they cross often within the horizon


def best(all_lines, M):
    top = max(line.at(M) for line in all_lines)
    return [i for i, line in enumerate(all_lines) if line.at(M) == top]


def meeting(all_lines, leader, M, last):
    others = [line for line in all_lines if line != leader]
    places = range(M + 1, last + 1)
    reached = (x for x in places if any(line.at(x) >= leader.at(x) for line in others))
    return next(reached, last + 1)


@examples(200)
@given(
    st.lists(lines, min_size=1, max_size=9),
    st.lists(st.tuples(st.integers(0, 8), lines, st.integers(0, 15)), max_size=8),
)
def test_a_tournament_knows_the_best_and_the_next_meeting(start, moves):
    rivals, known, M = Tournament(start, 2, HORIZON + 1), list(start), 2
    for arm, line, step in [(0, start[0], 0), *moves]:
        known[arm % len(known)] = line
        rivals.change(arm % len(known), line)
        M = min(M + step, HORIZON)
        rivals.advance(M)
        assert sorted(rivals.best()) == best(known, M)
        leader = known[best(known, M)[0]]
        for last in (M, M + 3, HORIZON):
            assert rivals.meeting(leader, last) == meeting(known, leader, M, last)
