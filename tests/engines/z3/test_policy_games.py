"""Every policy against capped lines, at small sizes."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from imab_verify.engines.z3.countermodels import SAT, UNSAT, search, solve
from imab_verify.engines.z3.runs import game_problem, games
from imab_verify.engines.z3.smtlib import smtlib
from imab_verify.errors import InputError
from imab_verify.kernel import Run, Some
from imab_verify.language.policy_names import ALGORITHM_1, POLICIES
from imab_verify.language.reading import read_question


def claim_of(text, *givens, policy="every"):
    return read_question(text, givens, run=POLICIES[policy]).claims().claim


def answers(claim, k, T):
    played = [game for game in games(claim, k) if game.bound == T]
    return [solve(game_problem(claim, game))[0] for game in played]


@pytest.mark.parametrize(
    ("k", "T", "ratio"),
    [(2, 2, Fraction(3)), (2, 3, Fraction(2)), (2, 4, Fraction(2)), (3, 3, Fraction(6))],
)
def test_the_exact_ratio_of_short_horizons_and_a_little_more(k, T, ratio):
    """V(k,T) = T(T+1)/(4(T-k)+2) for k <= T <= 2k."""
    for more, answer in ((0, UNSAT), (Fraction(1, 1000), SAT)):
        asked = claim_of(f"OPT(T) >= ({ratio + more})*ALG(T)", f"k == {k}", f"T == {T}")
        assert answers(asked, k, T) == [answer]


def minimax(holds, k, T):
    """Whether every policy has an instance of capped lines on which `holds` of OPT and ALG."""
    instances = list(product(range(T + 1), repeat=k))

    @cache
    def is_lost(history):
        counts = [sum(1 for arm, _ in history if arm == i) for i in range(k)]
        alike = [caps for caps in instances if agrees(caps, history)]
        if len(history) == T:
            alg = sum(paid for _, paid in history)
            return any(
                holds(max(sum(min(n, c) for n in range(1, T + 1)) for c in caps), alg)
                for caps in alike
            )
        return all(
            any(
                is_lost((*history, (i, paid)))
                for paid in {min(counts[i] + 1, caps[i]) for caps in alike}
            )
            for i in range(k)
        )

    def agrees(caps, history):
        counts = [0] * k
        for arm, paid in history:
            counts[arm] += 1
            if min(counts[arm], caps[arm]) != paid:
                return False
        return True

    return is_lost(())


@pytest.mark.parametrize(("k", "T"), [(1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)])
@pytest.mark.parametrize("eighths", [1, 2, 3, 4, 5])
def test_z3_and_backward_induction_say_the_same(k, T, eighths):
    """Regret eighths*T/8, with rewards divided by T: the instances are those of all caps."""
    asked = claim_of(f"OPT(T) - ALG(T) >= {eighths}*T/8", f"k == {k}", f"T == {T}")
    lost = minimax(
        lambda opt, alg: opt > 0 and Fraction(opt - alg, T) >= Fraction(eighths * T, 8), k, T
    )
    assert answers(asked, k, T) == [UNSAT if lost else SAT]


def test_policies_that_do_not_know_the_horizon():
    for ratio, answer in (("2", UNSAT), ("2001/1000", SAT)):
        asked = claim_of(
            f"OPT(T) >= {ratio}*ALG(T)", "2*k-1 <= T", "T <= 2*k", policy="every-anytime"
        )
        (game,) = games(asked, 2)
        assert sorted(game.horizons) == [3, 4]
        assert solve(game_problem(asked, game))[0] == answer


def test_a_horizon_that_is_too_large_is_not_played():
    asked = claim_of("OPT(T) >= ALG(T)", "T >= 100", policy="every-anytime")
    assert not [*games(asked, 2)]
    assert search(asked, bounded=True).answer == "unknown"


@pytest.mark.slow
def test_bounds_are_said_for_every_number_of_arms():
    found = search(claim_of("OPT(T) >= k/2*ALG(T)", "k >= 2"), bounded=True)
    assert (found.answer.value, found.bound) == (
        "none",
        "k = 2, T <= 9; k = 3, T <= 5; k = 4, T <= 3",
    )
    asked = ("(c+1)*OPT(T) >= (k*c+1)*ALG(T)", ("k*c <= T", "T <= 2*k*c"))
    run, integers = POLICIES["every-anytime"], ("c",)
    claim = read_question(*asked, run=run, integers=integers).claims().claim
    assert search(claim, bounded=True).bound == "k = 1, c <= 12; k = 2, c <= 4; k = 3, c <= 1"
    real = read_question(*asked, run=run).claims().claim
    assert search(real, bounded=True).answer.value == "unknown"
    with pytest.raises(InputError, match="all its parameters are integers"):
        smtlib(real)
    assert search(claim_of("OPT(T) >= 2*k*ALG(T)", "T >= k"), bounded=True).answer == "unknown"


def test_scripts_say_what_an_answer_means():
    text = smtlib(claim_of("OPT(T) >= k/2*ALG(T)", "k == 2"))
    assert text.startswith("; Policies on k <= 2 arms, with parameters up to 5.\n")
    assert text.count("(check-sat)") == 5
    assert "; Arms min(n,c)/3, for integers c up to 3." in text


# --- some run ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "givens", "bound"),
    [
        ("3*OPT(T) >= k*(2*k+1)*ALG(T)", ["T == 2*k"], "k <= 3, T <= 9"),
        ("1000*3*OPT(T) >= 1001*k*(2*k+1)*ALG(T)", ["T == 2*k"], ""),
        ("OPT(T) >= ALG(T)", ["T % k == 0", "T >= k"], "k <= 3, T <= 9"),
        ("OPT(T) >= 0", ["k >= 50"], ""),
    ],
)
def test_runs_that_attain_a_bound_are_found_at_all_small_sizes(text, givens, bound):
    claim = read_question(text, givens, run=Some(Run(ALGORITHM_1))).claims().claim
    found = search(claim, bounded=True)
    assert (found.answer.value, found.bound) == ("none" if bound else "unknown", bound)
