"""What is true in every run, as one would type it: the sharp constant is proved, a bit more is not.

Every pair is a claim and one that says a little more.
"""

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.kernel import judge
from imab_verify.language.reading import read_question

SHARP = [
    ("any", "", "ALG(T) >= 0", "ALG(T) >= 1/1000", ()),
    ("any", "", "OPT(T) <= T", "1001/1000*OPT(T) <= T", ()),
    ("any", "", "ALG(T) <= OPT(T)", "1001/1000*ALG(T) <= OPT(T)", ()),
    ("any", "", "Regret(T) <= T", "Regret(T) <= 999/1000*T", ()),
    ("any", "", "ALG(T) == OPT(T)", "ALG(T) == 1001/1000*OPT(T)", ("k == 1",)),
    ("any", "", "OPT(T) >= Rew(f,T)", "OPT(T) >= 1001/1000*Rew(f,T)", ()),
    ("any", "", "ALG(T) >= Rew(f,N(f))", "ALG(T) >= 1001/1000*Rew(f,N(f))", ()),
    (
        "any",
        "",
        "ALG(T) <= Rew(f,N(f)) + (k-1)*OPT(T)",
        "ALG(T) <= Rew(f,N(f)) + 999/1000*(k-1)*OPT(T)",
        (),
    ),
    ("any", "", "N(f) <= T", "N(f) <= T - 1", ()),
    ("any", "", "N(f) == T", "N(f) >= T + 1", ("k == 1",)),
    ("any", "", "N(f) <= most", "N(f) < most", ()),
    ("any", "", "T <= k*most", "T <= k*most - 1", ()),
    ("any", "n = least", "k*n <= T", "k*n <= T - 1", ("n >= 0",)),
    ("any", "n = least", "n <= N(f)", "n < N(f)", ("n >= 0",)),
    ("any", "n = least", "most + (k-1)*n <= T", "most + k*n <= T", ("n >= 0",)),
    ("any", "n = least", "T <= n + (k-1)*most", "T <= n + (k-2)*most", ("n >= 0",)),
    ("any", "f and g are different arms", "N(f) + N(g) <= T", "N(f) + N(g) < T", ()),
    ("any", "f and g are different arms", "k >= 2", "k >= 3", ()),
    (
        "any",
        "f and g are different arms",
        "Rew(f,N(f)) + Rew(g,N(g)) <= ALG(T)",
        "1001/1000*Rew(f,N(f)) + Rew(g,N(g)) <= ALG(T)",
        (),
    ),
    ("algorithm-1", "", "N(f) >= 2", "N(f) >= 3", ("T >= 2k",)),
    ("algorithm-1", "", "most <= T - 2(k-1)", "most <= T - 2(k-1) - 1", ("T >= 2k",)),
    ("algorithm-1", "n = least", "n >= 2", "n >= 3", ("T >= 2k", "n >= 0")),
    ("round-robin", "", "N(f) >= T//k", "N(f) >= T//k + 1", ()),
    ("round-robin", "", "N(f) <= ceil(T/k)", "N(f) <= ceil(T/k) - 1", ()),
    (
        "algorithm-1",
        "",
        "N(f)^2*OPT(T) <= T(T+1)*Rew(f,N(f))",
        "N(f)^2*OPT(T) <= T*T*Rew(f,N(f))",
        ("N(f) >= 3",),
    ),
    (
        "algorithm-1",
        "",
        "Rew(f, N(f)-1) >= Rew(g, N(f)-1)",
        "Rew(f, N(f)-1) >= Rew(g, N(f))",
        ("most before the last pull of f = N(f)-1",),
    ),
]


def verdict(text, policy, where, givens):
    question = read_question(text, givens, run=read_run(policy, (), where))
    decision = decide(question, seconds=8)
    if decision.certified:
        assert judge(decision.certified.text).verdict == decision.verdict.value
    return decision.verdict.value


def sample(step):
    """Every pair, of which the fast tests take one in `step`."""
    return [
        pytest.param(*pair, marks=() if number % step == 0 else pytest.mark.slow)
        for number, pair in enumerate(SHARP)
    ]


@pytest.mark.parametrize(("policy", "where", "sharp", "more", "givens"), sample(4))
def test_the_sharp_fact_is_proved_and_more_is_refuted(policy, where, sharp, more, givens):
    assert verdict(sharp, policy, where, givens) == "proved"
    assert verdict(more, policy, where, givens) == "refuted"
