"""The rules about runs: what they take for granted is true on every run that can be played."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from random_runs import runs

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.proofs import prove_all
from imab_verify.kernel import observe, violation
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ALGORITHM_1, ANY, INDEX, ROUND_ROBIN, Index, Run
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, Relation
from imab_verify.kernel.points import Curve, Point, form_value
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial
from imab_verify.kernel.proofs import Case, ClaimProof, Combine, Empty, Rays, Sum, Term
from imab_verify.kernel.rays import J
from imab_verify.kernel.rules import check_claim
from imab_verify.kernel.runs.play import RunPoint, sequence_of
from imab_verify.kernel.runs.rules import (
    BEFORE,
    COUNT,
    LEVEL,
    OPTIMAL,
    PULLED,
    GuaranteedPulls,
    LastPull,
    SumOverArms,
    Weakening,
    guaranteed_claim,
    last_pull_claim,
    two_claims,
)
from imab_verify.kernel.runs.splitting import check_run_proof

K, T, N, M, B = (Polynomial.variable(v) for v in ("k", "T", "N", "M", "B"))
TWO = Polynomial.constant(2)
ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
NOTHING = Sum(())
ONE_IS_POSITIVE = Sum((Term(Fraction(1)),))


def constraint(i):
    return Sum((Term(Fraction(1), ((i, 1),)),))


def at_least(p):
    return Comparison(Form(p))


ABOUT_TWO_ARMS = Claim(
    parameters=("k", "T", "N", "M", "A", "B", "H"),
    arms=(("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE)),
    givens=(),
    conclusion=(at_least(ONE),),
    run=Run(
        policy="algorithm-1",
        pulls=(("N", "f"),),
        pulled="f",
        level="M",
        before=(("A", "f"), ("B", "g")),
        most="H",
    ),
)


def holds(comparison, claim, values, curves):
    """Whether a comparison is true at these values of the parameters and these arms."""
    point = Point({n: Fraction(v) for n, v in values.items()}, curves)
    return comparison.relation.holds(form_value(comparison.form, *observe(claim, point)))


def check_facts_on(count, seed):
    """Every fact of the last-pull rule, on every arm with three pulls, beside every other arm."""
    facts = last_pull_claim(ABOUT_TWO_ARMS)
    checked = 0
    for curves, sequence, init in runs(seed, count):
        k, horizon = len(curves), len(sequence)
        point = RunPoint(tuple(curves), horizon, choices=tuple(sequence))
        assert sequence_of(Run(ALGORITHM_1, init=init), point) == sequence
        final = Counter(sequence)
        for f in range(k):
            if final[f] < 3:
                continue
            last = max(t for t, arm in enumerate(sequence) if arm == f)
            before = Counter(sequence[:last])
            for g in range(k):
                values = {
                    "k": k,
                    "T": horizon,
                    "N": final[f],
                    "M": max(before.values()),
                    "A": before[f],
                    "B": before[g],
                    "H": max(final.values()),
                }
                arms = {"f": curves[f], "g": curves[g]}
                for fact in facts.givens:
                    assert holds(fact, facts, values, arms), (fact, values, sequence)
                checked += 1
    return checked


def test_last_pull_facts_hold_on_random_runs():
    assert check_facts_on(150, seed=1) > 700


@pytest.mark.slow
def test_last_pull_facts_hold_on_many_random_runs():
    assert check_facts_on(6000, seed=2) > 30_000


def test_the_kernel_sees_the_same_counts():
    """What the claim's names stand for, as the kernel reads them off a run."""
    for curves, sequence, init in runs(3, 60):
        final = Counter(sequence)
        for f in (i for i in final if final[i] >= 3):
            last = max(t for t, arm in enumerate(sequence) if arm == f)
            before = Counter(sequence[:last])
            g = (f + 1) % len(curves)
            for name, value in (
                ("N", final[f]),
                ("M", max(before.values())),
                ("A", before[f]),
                ("B", before[g]),
                ("H", max(final.values())),
                ("k", len(curves)),
                ("T", len(sequence)),
            ):
                equal = Comparison(
                    Form(Polynomial.variable(name) - Polynomial.constant(value)), Relation.EQ
                )
                claim = replace(
                    ABOUT_TWO_ARMS,
                    conclusion=(equal,),
                    run=replace(ABOUT_TWO_ARMS.run, init=init),
                )
                point = RunPoint(
                    tuple(curves), len(sequence), {"f": f, "g": g}, tuple(sequence), {}
                )
                assert violation(claim, point) is None, name


def test_per_arm_claims_hold_on_random_runs():
    """T(T+1) Rew(f,N) >= 8(N-2) OPT(T): true, and the two claims say it of N = 2 and N >= 3."""
    plain = Claim(("k", "T"), (), (), (at_least(ONE),), run=Run("algorithm-1"))
    weight, alpha, beta = T * (T + ONE), Polynomial.constant(-16), Polynomial.constant(8)
    two, later = two_claims(weight, alpha, beta, plain)
    assert later.parameters == ("k", "T", COUNT, LEVEL, BEFORE)
    seen = Counter()
    for curves, sequence, _ in runs(4, 150):
        horizon, final = len(sequence), Counter(sequence)
        best = max(range(len(curves)), key=lambda i: curves[i].rew(horizon))
        for f, curve in enumerate(curves):
            arms = {PULLED: curve, OPTIMAL: curves[best]}
            values = {"k": len(curves), "T": horizon}
            claim = two
            if final[f] >= 3:
                last = max(t for t, arm in enumerate(sequence) if arm == f)
                before = Counter(sequence[:last])
                level = max(before.values())
                values |= {COUNT: final[f], LEVEL: level, BEFORE: before[best]}
                claim = later
            assert all(holds(c, claim, values, arms) for c in claim.comparisons())
            seen[final[f] >= 3] += 1
    assert min(seen.values()) > 80


def round_robin(k, T):
    flat = Curve(((0, Fraction(0)),))
    return sequence_of(Run(ROUND_ROBIN), RunPoint((flat,) * k, T))


def test_every_arm_gets_its_guaranteed_pulls():
    for curves, sequence, _ in runs(5, 150):
        k, horizon = len(curves), len(sequence)
        assert min(Counter(sequence)[i] for i in range(k)) >= 2
        assert min(Counter(round_robin(k, horizon))[i] for i in range(k)) == horizon // k
    for horizon in range(4):
        counts = Counter(round_robin(4, horizon))
        assert sum(counts.values()) == horizon
        assert max(counts.values(), default=0) <= 1


# --- the claims that the rules make -------------------------------------------------------------


def reason(proof, claim):
    with pytest.raises(RejectedError) as error:
        check_run_proof(proof, claim, ())
    return error.value.reason


def combination(rest=NOTHING):
    return ClaimProof((), (Combine(ONE, NOTHING, (), {}, rest),))


def test_last_pull_knows_that_an_arm_has_three_pulls():
    """N >= 3 is fact number 2; N >= 4 is not known."""
    for least, accepted in ((3, True), (4, False)):
        claim = replace(ABOUT_TWO_ARMS, conclusion=(at_least(N - Polynomial.constant(least)),))
        proof = LastPull(combination(constraint(2)))
        if accepted:
            check_run_proof(proof, claim, ())
        else:
            assert reason(proof, claim) is Reason.IDENTITY


@pytest.mark.parametrize(
    "changes",
    [
        {"policy": "round-robin"},
        {"pulled": ""},
        {"level": ""},
        {"pulls": ()},
        {"pulls": (("N", "g"),)},
        {"pulls": (("N", "f"), ("H", "f")), "most": ""},
        {"pulls": (("N", "f"), ("H", "g")), "most": ""},
        {"stage": "any"},
    ],
)
def test_last_pull_elsewhere_is_refused(changes):
    claim = replace(ABOUT_TWO_ARMS, run=replace(ABOUT_TWO_ARMS.run, **changes))
    assert reason(LastPull(combination(ONE_IS_POSITIVE)), claim) is Reason.RULE


@pytest.mark.parametrize("atom", [ALG, OPT])
def test_last_pull_says_nothing_about_alg_and_opt(atom):
    about = Comparison(Form(ZERO, ((ONE, atom),)))
    for changes in ({"conclusion": (about,)}, {"givens": (about,)}):
        claim = replace(ABOUT_TWO_ARMS, **changes)
        assert reason(LastPull(combination(ONE_IS_POSITIVE)), claim) is Reason.RULE


def ratio(alg, opt, *givens, policy="algorithm-1", **changes):
    """alg * ALG >= opt * OPT."""
    form = Form(ZERO, ((alg, ALG), (-opt, OPT)))
    return Claim(("k", "T"), (), tuple(givens), (Comparison(form),), run=Run(policy), **changes)


INITIALISED = at_least(T - TWO * K)
HORIZON_IS_POSITIVE = Sum(
    (Term(Fraction(1), ((0, 1),)), Term(Fraction(2), ((1, 1),)), Term(Fraction(2)))
)
TRIVIAL = ClaimProof((HORIZON_IS_POSITIVE,), combination().goals)


def trivial_sum(**changes):
    """0 * Rew >= 0 * OPT for every arm, so 0 * ALG >= 0 * OPT, so ALG >= -OPT.

    The index T is in the domain because T = (T - 2k) + 2(k - 1) + 2.
    """
    weakening = Weakening(ONE, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE)
    proof = SumOverArms(ZERO, ZERO, ZERO, constraint(0), TRIVIAL, TRIVIAL, weakening)
    return replace(proof, **changes)


def test_sum_over_arms_needs_two_pulls_of_every_arm():
    claim = ratio(ONE, -ONE, INITIALISED)
    check_run_proof(trivial_sum(), claim, ())
    one_short = replace(claim, givens=(at_least(T - TWO * K + ONE),))
    assert reason(trivial_sum(), one_short) is Reason.IDENTITY
    assert reason(trivial_sum(), replace(claim, run=Run("round-robin"))) is Reason.RULE


@pytest.mark.parametrize("part", ["two_pulls", "last_pull"])
@pytest.mark.parametrize("broken", [ClaimProof((), ()), combination(), combination(constraint(0))])
def test_sum_over_arms_needs_both_bounds(part, broken):
    """Without the domain, without the goal, and of another goal."""
    assert reason(trivial_sum(**{part: broken}), ratio(ONE, -ONE, INITIALISED)) in (
        Reason.DOMAIN,
        Reason.COVERAGE,
    )
    false = replace(TRIVIAL, goals=combination(constraint(0)).goals)
    assert reason(trivial_sum(**{part: false}), ratio(ONE, -ONE, INITIALISED)) is Reason.IDENTITY


def test_sum_over_arms_adds_up_counts():
    """0 >= -N*OPT for every arm, so 0 >= -T*OPT, so ALG >= -T*OPT; not ALG >= -(T - 1/1000)*OPT."""
    claim = ratio(ONE, -T, INITIALISED)
    bounds = prove_all(two_claims(ZERO, ZERO, -ONE, claim), Clock(20))
    weakening = Weakening(ONE, NOTHING, ONE_IS_POSITIVE, NOTHING)
    proof = SumOverArms(ZERO, ZERO, -ONE, constraint(0), *bounds, weakening)
    check_run_proof(proof, claim, ())
    more = ratio(ONE, Polynomial.constant(Fraction(1, 1000)) - T, INITIALISED)
    assert reason(proof, more) is Reason.IDENTITY
    assert reason(replace(proof, beta=ONE), ratio(ONE, T, INITIALISED)) is Reason.IDENTITY


def test_guaranteed_pulls_need_their_bound():
    claim, proof = (
        ratio(ONE, -ONE, INITIALISED),
        weakened(ONE, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE),
    )
    for broken in (ClaimProof((), ()), combination(constraint(0))):
        assert reason(replace(proof, proof=broken), claim) in (Reason.COVERAGE, Reason.IDENTITY)


def test_sum_over_arms_is_not_for_runs_in_the_opening():
    """With T >= k every other part has its proof, but T >= 2k has none."""
    horizon = Sum(tuple(Term(Fraction(1), factors) for factors in (((0, 1),), ((1, 1),), ())))
    inner = ClaimProof((horizon,), combination().goals)
    proof = trivial_sum(two_pulls=inner, last_pull=inner)
    assert reason(proof, ratio(ONE, -ONE, at_least(T - K))) is Reason.IDENTITY
    both = ratio(ONE, -ONE, at_least(T - K), INITIALISED)
    numbers = Sum(tuple(Term(Fraction(1), factors) for factors in (((0, 1),), ((2, 1),), ())))
    inner = ClaimProof((numbers,), combination().goals)
    ready = replace(proof, initialised=constraint(1), two_pulls=inner, last_pull=inner)
    check_run_proof(ready, both, ())


@pytest.mark.parametrize("name", ["weight", "alpha", "beta"])
@pytest.mark.parametrize("inner", [COUNT, LEVEL, BEFORE, "_j", "z"])
def test_bounds_may_not_speak_of_names_inside_the_rule(name, inner):
    """If beta could be the count N itself, beta * T would be read as something else."""
    proof = trivial_sum(**{name: Polynomial.variable(inner)})
    assert reason(proof, ratio(ONE, -ONE, INITIALISED)) is Reason.IDENTITY


@pytest.mark.parametrize("inner", [COUNT, LEVEL, BEFORE, "_j", "z"])
def test_names_inside_the_rule_may_not_cancel_out(inner):
    """With alpha = T*z and beta = -k*z the sum k*alpha + beta*T is 0, whatever z is."""
    z = Polynomial.variable(inner)
    with pytest.raises(RejectedError, match="names that the claim lacks"):
        check_run_proof(trivial_sum(alpha=T * z, beta=-K * z), ratio(ONE, -ONE, INITIALISED), ())


@pytest.mark.parametrize(
    "claim",
    [
        replace(ratio(ONE, -ONE, INITIALISED), arms=(("f", ArmClass.CONCAVE),)),
        replace(ratio(ONE, -ONE, INITIALISED), run=ABOUT_TWO_ARMS.run),
        ratio(ONE, -ONE, INITIALISED, Comparison(Form(ONE, ((ONE, ALG),)))),
        replace(ratio(ONE, -ONE, INITIALISED), conclusion=ratio(ONE, -ONE).conclusion * 2),
        replace(
            ratio(ONE, -ONE, INITIALISED),
            conclusion=(Comparison(Form(ONE, ((ONE, ALG),))),),
        ),
        replace(
            ratio(ONE, -ONE, INITIALISED),
            conclusion=(Comparison(Form(ZERO, ((ONE, ALG),)), Relation.GT),),
        ),
    ],
)
def test_sum_over_arms_proves_one_ratio_without_conditions_on_the_run(claim):
    assert reason(trivial_sum(), claim) is Reason.RULE


def weakened(factor, positive, alg, opt):
    """From 0 * Rew(g,2) >= 0 * Rew(g,T) by guaranteed pulls."""
    weakening = Weakening(factor, positive, alg, opt)
    return GuaranteedPulls(ZERO, ZERO, NOTHING, constraint(0), combination(), weakening)


def test_weakening_by_a_positive_factor_only():
    claim = ratio(ONE, -ONE, INITIALISED)
    check_run_proof(weakened(ONE, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE), claim, ())
    for factor in (ZERO, -ONE):
        proof = weakened(factor, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE)
        assert reason(proof, claim) is Reason.IDENTITY
    false = ratio(-ONE, ONE, INITIALISED)
    for factor, sign in ((ZERO, NOTHING), (-ONE, ONE_IS_POSITIVE)):
        for positive in (NOTHING, ONE_IS_POSITIVE):
            assert reason(weakened(factor, positive, sign, sign), false) is Reason.IDENTITY


def test_weakening_keeps_the_direction():
    """From 0 >= 0 neither -ALG >= -OPT nor ALG >= OPT follows."""
    for alg, opt in ((-ONE, -ONE), (ONE, ONE)):
        proof = weakened(ONE, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE)
        assert reason(proof, ratio(alg, opt, INITIALISED)) is Reason.IDENTITY


def test_guaranteed_pulls_need_a_weight_that_is_not_negative():
    proof = replace(weakened(ONE, NOTHING, ONE_IS_POSITIVE, NOTHING), weight=-ONE)
    assert reason(proof, ratio(ONE, ZERO, INITIALISED)) is Reason.IDENTITY


def test_guaranteed_pulls_of_algorithm_1_need_the_initialisation():
    claim = ratio(ONE, -ONE, at_least(T - TWO * K + ONE))
    proof = weakened(ONE, NOTHING, ONE_IS_POSITIVE, ONE_IS_POSITIVE)
    assert reason(proof, claim) is Reason.IDENTITY


LAST_REWARD = Index(1, Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (Polynomial.variable("a"),))),)))


def rewards_at_2_and_T():
    """Rew(g,2) >= Rew(g,T) where T = 2: constraints 0 and 1 are T - 2 and 2 - T, 6 is j - 1."""

    def terms(*rows):
        return tuple(Term(Fraction(weight), factors) for weight, *factors in rows)

    def empty(number):
        return Empty(terms((1, (7, 1)), (1, (8, 1)), (1, (number, 1))))

    before = Sum(terms(("1/2", (0, 1), (1, 1)), ("5/2", (1, 1))))
    after = Sum(terms((1, (6, 1), (1, 1)), (1, (1, 1))))
    ray = Case(TWO - J, Case(T - J, before, empty(1)), Case(T - J, empty(0), after))
    arms = {OPTIMAL: Rays(constraint(1), ray)}
    return ClaimProof((), (Combine(ONE, NOTHING, (), arms, NOTHING),))


@pytest.mark.parametrize("run", [Run(ANY), Run(INDEX, index=LAST_REWARD)])
def test_no_other_policy_has_guaranteed_pulls(run):
    """ALG(2) >= OPT(2) for two arms would follow from two pulls of the best arm; it is false."""
    sizes = (Comparison(Form(p), Relation.EQ) for p in (T - TWO, K - TWO))
    of_algorithm_1 = ratio(ONE, ONE, *sizes)
    claim = replace(of_algorithm_1, run=run)
    arms = tuple(Curve(((0, Fraction(reward)),)) for reward in (0, 1))
    assert violation(claim, RunPoint(arms, 2)) is not None
    inner, weakening = rewards_at_2_and_T(), Weakening(ONE, NOTHING, NOTHING, NOTHING)
    check_claim(inner, guaranteed_claim(ONE, ONE, of_algorithm_1), ())
    proof = GuaranteedPulls(ONE, ONE, ONE_IS_POSITIVE, NOTHING, inner, weakening)
    assert reason(proof, claim) is Reason.RULE


def test_guaranteed_claims_speak_of_the_pulls_that_are_sure():
    for policy, pulls in (("algorithm-1", "2"), ("round-robin", "_q")):
        claim = guaranteed_claim(ONE, ONE, ratio(ONE, ONE, policy=policy))
        [(_, mine), (_, best)] = claim.conclusion[0].form.terms
        assert (mine.arm, best.arm) == (OPTIMAL, OPTIMAL)
        assert [str(mine.indices[0]), str(best.indices[0])] == [pulls, "T"]
        assert claim.run is None
