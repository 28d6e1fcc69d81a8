"""What adversaries and schedules have to prove, as tables.

`derived_claims.txt` has the claims that the rules derive, given by given. The tests of the rules
show by games and runs that these claims are enough; `python tests/kernel/test_derived_claims.py`
writes them anew: read every line that changes.
"""

from dataclasses import replace
from pathlib import Path

from claim_tables import numbered, table

from imab_verify.kernel import (
    ANYTIME,
    KNOWS_HORIZON,
    ONE,
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Every,
    Floor,
    Form,
    Kind,
    Polynomial,
    Relation,
    anytime_claims,
    caps_claims,
    last_arm_claims,
    read,
    schedule_cases,
    schedule_claims,
    split_cases,
)

TABLE = Path(__file__).with_name("derived_claims.txt")
VALID = Path(__file__).parents[1] / "certificates" / "valid"
NO_PROOF = ClaimProof((), ())
K, T, U, V, M, Q = (Polynomial.variable(name) for name in ("k", "T", "u", "v", "_m", "_q"))
TWO = ONE + ONE
GOALS = (
    Comparison(Form(U, ((V, Atom(Kind.OPT)), (-T, Atom(Kind.ALG))))),
    Comparison(Form(T, ((K, Atom(Kind.OPT)), (-U, Atom(Kind.ALG)))), Relation.GT),
)
GIVENS = (Comparison(Form(U - V)), Comparison(Form(T - U), Relation.GT))
BOUND = Claim(("k", "T", "u", "v"), (), GIVENS, GOALS, run=Every(KNOWS_HORIZON))
LATER = replace(BOUND, run=Every(ANYTIME))
STORED = ("from-4k", "line-after-2k", "round-robin", "greedy")


def situations():
    """Claims that there is an instance, with the claims that their rules derive."""
    yield "the last arm", numbered(*last_arm_claims(U, V, BOUND))
    yield "the last arm, by floor(T/k)", numbered(*last_arm_claims(Q, Q + ONE, BOUND))
    yield "anytime", numbered(*anytime_claims(U, V, U + V + K, LATER))
    yield "caps", numbered(*caps_claims(M + T, M * K + U * V, BOUND))
    yield "cases", numbered(*split_cases(U - T, BOUND))
    attained = read((VALID / "proved--some-greedy.json").read_bytes()).claim
    yield "cases of some run", numbered(*schedule_cases((Floor("h", T, TWO),), K - TWO, attained))
    for name in STORED:
        whole = read((VALID / f"proved--some-{name}.json").read_bytes())
        yield f"some run, {name}", numbered(*schedule_claims(whole.proof, whole.claim))


def test_what_adversaries_and_schedules_prove():
    assert table(situations()) == TABLE.read_text()


if __name__ == "__main__":
    TABLE.write_text(table(situations()))
