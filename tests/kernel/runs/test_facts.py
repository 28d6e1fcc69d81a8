"""Facts about runs: each is true on every run that can be played, and no proof gets more."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import pytest
from imab_verify.kernel.runs.facts import RunFacts, check_facts, duties, known_of
from imab_verify.kernel.runs.indices import (
    add_last_pull,
    add_leader,
    add_opening,
    late_claim,
    opening_claim,
    reached_claim,
)
from imab_verify.kernel.runs.play import RunPoint, sequence_of
from imab_verify.kernel.runs.rewards import Fact
from imab_verify.kernel.runs.splitting import RunCases, check_run_proof
from imab_verify.kernel.runs.sums import Shares, per_arm, sum_shares
from policy_runs import INDICES, REW, random_runs, value

from imab_verify.kernel import observe
from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import ALGORITHM_1, ANY, INDEX, ROUND_ROBIN, Index, Run
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, at_least
from imab_verify.kernel.points import Curve, Point, form_value
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial
from imab_verify.kernel.proofs import ClaimProof, Combine, Sum, Term
from imab_verify.kernel.wellformed import check_well_formed

K, T, N, M, A = (Polynomial.variable(v) for v in ("k", "T", "N", "M", "a"))
NOTHING = Sum(())


POLICIES = [
    Run(ALGORITHM_1),
    Run(ALGORITHM_1, init="pairs"),
    Run(ROUND_ROBIN),
    Run(ANY),
    *(Run(INDEX, index=index) for index in INDICES),
    Run(INDEX, init="pairs", index=INDICES[3]),
]
NAMES = {
    "pulls": (("N", "f"), ("X", "g"), ("Y", "f")),
    "most": "H",
    "least": "L",
    "squares": "Q",
    "beside": "f",
    "rival": "R",
}
AT_LAST_PULL = {"pulled": "f", "level": "M", "before": (("A", "f"), ("B", "g"))}
ARMS = (("f", ArmClass.CONCAVE), ("g", ArmClass.CONCAVE))


@cache
def facts_of(run, *, with_opening, last=False, words=tuple(Fact)):
    """What is known of a run, of its opening, and of the last pull of f."""
    known = known_of(claim_about(run), words)
    known = add_opening(known) if with_opening else known
    return add_last_pull(known, "f") if last else known


def claim_about(run):
    # OPT(T) >= 0, so that the last pull is compared with the best arm too.
    conclusion = Comparison(Form(ZERO, ((ONE, Atom(Kind.OPT)),)))
    return Claim(("k", "T", *run.named), ARMS, (), (conclusion,), run=run)


# --- every fact is true ------------------------------------------------------------------------


def false_facts(known, curves, pulls, roles, more):
    """The givens of a claim about arms that are not true in the run."""
    k, horizon, final = len(curves), len(pulls), Counter(pulls)
    totals = [curve.rew(horizon) for curve in curves]
    best = totals.index(max(totals))
    alg = sum((curve.rew(final[i]) for i, curve in enumerate(curves)), Fraction(0))
    constant = Curve(((0, alg / horizon if horizon else Fraction(0)),))
    counts = [final[i] for i in range(k)]
    values = {"k": k, "T": horizon, "H": max(counts), "L": min(counts), "_n": final[best], **more}
    values |= {name: final[roles[arm]] for name, arm in known.run.pulls}
    others = [final[i] for i in range(k) if i != roles["f"]]
    values |= {"Q": sum(n * n for n in counts), "R": max(others, default=0)}
    values["Z"] = sum(n <= known.run.opening for n in others)
    own = {name: curves[i] for name, i in roles.items()} | {"_g": curves[best], "_h": constant}
    claim = known.claim
    at = Point(
        {name: Fraction(values[name]) for name in claim.parameters},
        {arm: own[arm] for arm, _ in claim.arms},
    )
    values_at, atoms = observe(claim, at)
    return [
        given
        for given in claim.givens
        if not given.relation.holds(form_value(given.form, values_at, atoms))
    ]


def at_pull(pulls, t, roles, best, level, before):
    """Counts just before step t, by name; `before` gives the arm of each name."""
    counts = Counter(pulls[:t])
    arms = roles | {"_g": best}
    return {level: max(counts.values(), default=0)} | {
        name: counts[arms[arm]] for name, arm in before.items()
    }


def check_facts_of(run, seed, count):
    """The number of checked runs in which an arm got its last pull after the opening."""
    random = Random(seed)  # noqa: S311  examples, not secrets
    late = 0
    for point, pulls in random_runs(random, run, count):
        curves, k = point.curves, len(point.curves)
        totals = [curve.rew(point.T) for curve in curves]
        best = totals.index(max(totals))
        for f, g in [(0, 0), *permutations(range(k), 2)][:5]:
            roles = {"f": f, "g": g}
            different = ("f", "g") if f != g else ()
            idle = "Z" if run.scoring is not None else ""
            named = replace(run, **NAMES, different=different, idle=idle)
            opening = run.scoring is not None and run.opening * k <= point.T
            known = facts_of(named, with_opening=opening)
            assert false_facts(known, curves, pulls, roles, {}) == []
            last = max((t for t, arm in enumerate(pulls) if arm == f), default=-1)
            if last >= 0:
                _check_at_last_pull(named, point, pulls, roles, best, last)
            if run.scoring is not None and pulls.count(f) > run.opening:
                late += 1
                more = at_pull(pulls, last, roles, best, "_L", {"_Cg": "g", "_C_g": "_g"})
                known = facts_of(named, with_opening=opening, last=True)
                assert false_facts(known, curves, pulls, roles, more) == []
            most = max(Counter(pulls).values(), default=0)
            if run.scoring is not None and most > run.opening:
                first = next(t for t in range(len(pulls)) if pulls[: t + 1].count(pulls[t]) == most)
                more = at_pull(pulls, first, roles, best, "", {"_Rf": "f", "_Rg": "g"})
                known = add_leader(facts_of(named, with_opening=opening))
                leader = roles | {"_l": pulls[first]}
                assert false_facts(known, curves, pulls, leader, more) == []
    return late


def _check_at_last_pull(run, point, pulls, roles, best, last):
    """Facts of a claim that itself speaks of the last pull of f."""
    stage = "after" if last >= run.opening * len(point.curves) else "any"
    run = replace(run, **AT_LAST_PULL, stage=stage)
    more = at_pull(pulls, last, roles, best, "M", {"A": "f", "B": "g", "_C_g": "_g"})
    known = facts_of(run, with_opening=False, words=())
    assert false_facts(known, point.curves, pulls, roles, more) == []
    if run.scoring is not None and stage == "after":
        known = facts_of(run, with_opening=False, last=True, words=())
        assert false_facts(known, point.curves, pulls, roles, more) == []
        at = replace(point, roles=roles)
        assert observe(claim_about(run), at)[0]["M"] == more["M"]


@pytest.mark.parametrize("run", POLICIES, ids=range(len(POLICIES)))
def test_every_fact_is_true_in_random_runs(run):
    late = check_facts_of(run, 5, 12)
    assert late >= 10 or run.scoring is None


@pytest.mark.slow
@pytest.mark.parametrize("run", POLICIES, ids=range(len(POLICIES)))
def test_every_fact_is_true_in_many_random_runs(run):
    check_facts_of(run, 17, 60)


@pytest.mark.parametrize("over", ["all", "others"])
@pytest.mark.parametrize("pull", ["last", "first"])
@pytest.mark.parametrize("run", POLICIES, ids=range(len(POLICIES)))
def test_what_is_known_of_one_arm_is_true_of_all_arms(run, pull, over):
    """The claims that are summed: their givens hold for every arm of every run."""
    random = Random(3)  # noqa: S311  examples, not secrets
    bound = Shares(ZERO, ZERO, ZERO, ZERO, ZERO, (), over, pull=pull)
    known = known_of(claim_about(replace(run, **NAMES)), (Fact.OPTIMAL_COUNT,))
    for point, drawn in random_runs(random, run, 10):
        k = len(point.curves)
        is_opened = run.scoring is not None and run.opening * k <= point.T
        stated = add_opening(known) if is_opened else known
        claims = per_arm(bound, stated, is_opened=is_opened)
        for curves, pulls in with_each_best_arm_first(point, drawn):
            final = Counter(pulls)
            for i in range(1 if over == "others" else 0, k):
                late = is_opened and final[i] > run.opening
                own = [t for t, arm in enumerate(pulls) if arm == i] or [0]
                moment = own[run.opening] if late and pull == "first" else own[-1]
                roles = {"f": 0, "g": 0, "_f": i}
                more = at_pull(pulls, moment, roles, 0, "_M", {"_B": "_g"}) | {"_N": final[i]}
                about_one = replace(stated, claim=claims[1 if late else 0])
                assert late or not is_opened or final[i] == run.opening
                assert false_facts(about_one, curves, pulls, roles, more) == []


def with_each_best_arm_first(point, pulls):
    """The same run with the arms in other orders: the facts hold whichever best arm is _g."""
    totals = [curve.rew(point.T) for curve in point.curves]
    for best in (i for i, total in enumerate(totals) if total == max(totals)):
        order = sorted(range(len(totals)), key=lambda i: (i != best, i))
        yield [point.curves[i] for i in order], [order.index(i) for i in pulls]


def one_arm(pull="last", over="all"):
    """The claim about an arm with a pull after the opening, in a run of an index policy."""
    known = add_opening(known_of(claim_about(Run(INDEX, index=INDICES[2])), (Fact.OPTIMAL_COUNT,)))
    bound = Shares(ZERO, ZERO, ZERO, ZERO, ZERO, (), over, pull=pull)
    return per_arm(bound, known, is_opened=True)[1]


def test_the_first_pull_after_the_opening_is_compared_with_the_opening():
    """score(_f,m,_M) >= score(_g,_B,_M); at the last pull _N-1 takes the place of m = 2."""
    index, count, level, before = INDICES[2], *map(Polynomial.variable, ("_N", "_M", "_B"))
    first, last = ONE + ONE, count - ONE
    for pull, a, other in (("first", first, last), ("last", last, first)):
        givens, theirs = one_arm(pull).givens, index.of("_g", before, level).scaled(-ONE)
        assert Comparison(index.of("_f", a, level) + theirs) in givens
        assert Comparison(index.of("_f", other, level) + theirs) not in givens
    assert at_least(level - first) in one_arm("first").givens
    assert at_least(level - last) in one_arm("last").givens
    assert at_least(level - last) not in one_arm("first").givens


def test_two_different_arms_leave_the_opening_to_the_others():
    """_N + _n + m(k-2) <= T for an arm other than the best one, at its first pull."""
    count, best = map(Polynomial.variable, ("_N", "_n"))
    fact = at_least(T - count - best - (K + K) + Polynomial.constant(4))
    assert fact in one_arm("first", "others").givens
    assert fact not in one_arm("first", "all").givens


def test_a_sum_over_arms_adds_up():
    """ALG is the sum of Rew(f_i, N_i), T that of the counts, and k that of ones."""
    part = Shares(T, K, ONE, ONE + ONE, K, ())
    known = known_of(claim_about(Run(ANY)), ())
    alg, opt = (Atom(Kind.REW, arm, (T,)) for arm in ("_h", "_g"))
    form = sum_shares(part, known).form
    assert form.constant == -(K * K + T)
    assert {atom: c for c, atom in form.terms} == {alg: T, opt: -(K + K + K * T)}


def test_a_sum_over_the_arms_other_than_the_best_leaves_it_out():
    """k-1 arms with T-n pulls, which earn ALG(T) - Rew(g,n)."""
    part = Shares(T, K, ONE, ONE + ONE, K, (), "others")
    known = known_of(claim_about(Run(ANY)), (Fact.OPTIMAL_COUNT,))
    n, others = Polynomial.variable("_n"), K - ONE
    alg, opt, own = (Atom(Kind.REW, arm, (at,)) for arm, at in (("_h", T), ("_g", T), ("_g", n)))
    form = sum_shares(part, known).form
    assert form.constant == -(others * K + T - n)
    shares = {alg: T, own: -T, opt: -(others + others + K * (T - n))}
    assert {atom: c for c, atom in form.terms} == shares
    without_name = known_of(claim_about(Run(ANY)), ())
    with pytest.raises(RejectedError, match="has no name"):
        sum_shares(part, without_name)


@pytest.mark.parametrize("over", ["all", "others"])
def test_bounds_that_are_equalities_have_sums_that_are_equalities(over):
    """Arms that pay 1 earn N; pulled in turn k times they have one pull each."""
    k = 4
    one = Curve(((0, Fraction(1)),))
    known = known_of(claim_about(Run(ANY)), (Fact.OPTIMAL_COUNT,))
    values = {"k": k, "T": k, "_n": 1}
    curves = {"f": one, "g": one, "_g": one, "_h": one}
    at = observe(known.claim, Point({n: Fraction(v) for n, v in values.items()}, curves))
    for alpha, beta in ((ZERO, ONE), (ONE, ZERO), (-ONE, ONE + ONE)):
        part = Shares(ONE, alpha, beta, ZERO, ZERO, (), over)
        assert form_value(sum_shares(part, known).form, *at) == 0


# --- what a proof may not do -------------------------------------------------------------------


def constraint(i):
    return Sum((Term(Fraction(1), ((i, 1),)),))


def proof_of(rest, domain=()):
    """The goal is a constraint of the region."""
    return ClaimProof(domain, (Combine(ONE, NOTHING, (), {}, rest),))


def about_count(p, run, *givens):
    """The claim that p >= 0, where N is the final count of f."""
    run = replace(run, pulls=(("N", "f"),))
    return Claim(("k", "T", "N"), ARMS, tuple(map(at_least, givens)), (at_least(p),), run=run)


def reason(proof, claim, check=check_facts):
    with pytest.raises(RejectedError) as error:
        check(proof, claim, ())
    return error.value.reason


def test_a_fact_proves_itself_and_nothing_more():
    for p, number in ((N, 2), (T - N, 3)):
        claim = about_count(p, Run(ANY))
        check_facts(RunFacts(proof_of(constraint(number))), claim, ())
        more = about_count(p - Polynomial.constant(Fraction(1, 1000)), Run(ANY))
        assert reason(RunFacts(proof_of(constraint(number))), more) is Reason.IDENTITY


def test_two_pulls_of_every_arm_need_a_proof_that_the_opening_is_complete():
    two = Polynomial.constant(2)
    late, early = (
        about_count(N - two, Run(ALGORITHM_1), T - two * K),
        about_count(N - two, Run(ALGORITHM_1), T - two * K + ONE),
    )
    proof = RunFacts(proof_of(constraint(5)), opened=proof_of(constraint(0)))
    check_facts(proof, late, ())
    assert reason(proof, early) is Reason.IDENTITY
    assert reason(replace(proof, opened=None), late) is Reason.IDENTITY


def test_a_last_pull_needs_a_proof_that_it_is_late_and_an_index():
    three = Polynomial.constant(3)
    claim = about_count(T - K - K - ONE, Run(ALGORITHM_1), N - three)
    proof = RunFacts(proof_of(NOTHING), last="f", late=proof_of(constraint(0)))
    wanted = list(duties(proof, claim))
    assert [duty.what for duty in wanted][-1] == "the claim"
    assert reason(replace(proof, late=None), claim) is Reason.COVERAGE
    not_late = about_count(T - K - K - ONE, Run(ALGORITHM_1), N - three + ONE)
    assert reason(proof, not_late) is Reason.IDENTITY
    assert reason(replace(proof, last="g"), claim) is Reason.RULE
    for policy in (ROUND_ROBIN, ANY):
        other = replace(claim, run=replace(claim.run, policy=policy))
        assert reason(proof, other) is Reason.RULE
        assert reason(replace(proof, last="", opened=proof_of(NOTHING)), other) is Reason.RULE


def test_the_moment_when_the_largest_count_was_reached_needs_a_proof():
    run = Run(ALGORITHM_1, pulls=(("N", "f"),), most="L")
    most = Polynomial.variable("L")
    three = Polynomial.constant(3)

    def claim_with(given, run=run):
        return Claim(("k", "T", "N", "L"), ARMS, (at_least(given),), (at_least(N),), run=run)

    late, early = claim_with(most - three), claim_with(most - three + ONE)
    number = next(
        i for i, given in enumerate(known_of(late, ()).claim.givens) if given == at_least(N)
    )
    proof = RunFacts(proof_of(constraint(number)), reached=proof_of(constraint(0)))
    check_facts(proof, late, ())
    assert reason(proof, early) is Reason.IDENTITY
    assert reason(proof, claim_with(most - three, replace(run, policy=ANY))) is Reason.RULE
    unnamed = replace(late, run=replace(run, most=""))
    assert reason(proof, unnamed) is Reason.RULE
    assert reached_claim(known_of(late, ())).arms == ()


def test_a_sum_has_a_proof_for_every_case_and_speaks_of_the_claim():
    claim = about_count(N, Run(ANY))
    part = Shares(ZERO, ZERO, ZERO, ZERO, ZERO, (proof_of(NOTHING),))
    check_facts(RunFacts(proof_of(constraint(2)), sums=(part,)), claim, ())
    none = replace(part, proofs=())
    assert reason(RunFacts(proof_of(constraint(2)), sums=(none,)), claim) is Reason.COVERAGE
    twice = replace(part, proofs=part.proofs * 2)
    assert reason(RunFacts(proof_of(constraint(2)), sums=(twice,)), claim) is Reason.COVERAGE
    inner = Polynomial.variable("_N")
    for name in ("weight", "alpha", "beta", "alpha_opt", "beta_opt"):
        foreign = replace(part, **{name: inner})
        assert reason(RunFacts(proof_of(constraint(2)), sums=(foreign,)), claim) in (
            Reason.IDENTITY,
            Reason.COVERAGE,
        )


def test_both_cases_are_proved_and_the_split_speaks_of_the_claim():
    claim = about_count(N, Run(ANY))
    half = RunFacts(proof_of(constraint(3)))
    check_run_proof(RunCases(T - K, half, half), claim, ())
    for low, high in ((half, RunFacts(proof_of(NOTHING))), (RunFacts(proof_of(NOTHING)), half)):
        assert reason(RunCases(T - K, low, high), claim, check_run_proof) is Reason.IDENTITY
    foreign = RunCases(Polynomial.variable("_n"), half, half)
    assert reason(foreign, claim, check_run_proof) is Reason.IDENTITY


def test_the_conditions_of_the_facts_are_claims_about_parameters():
    known = known_of(about_count(N, Run(ALGORITHM_1)), tuple(Fact))
    for claim in (opening_claim(known), late_claim(known, "f")):
        assert claim.arms == ()
        assert not any(given.form.terms for given in claim.givens)


# --- index policies as data --------------------------------------------------------------------


@pytest.mark.parametrize(
    "run",
    [
        Run(INDEX),
        Run(ALGORITHM_1, index=INDICES[0]),
        Run(INDEX, index=Index(0, Form())),
        Run(INDEX, index=Index(1, Form(N))),
        Run(INDEX, index=Index(1, Form(ZERO, ((N, REW),)))),
        Run(INDEX, index=Index(1, Form(ZERO, ((ONE, value(A - ONE)),)))),
        Run(INDEX, index=Index(1, Form(ZERO, ((ONE, Atom(Kind.DELTA, "f", (A,))),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, value(A + ONE)),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, Atom(Kind.REW, "g", (A,))),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, Atom(Kind.OPT)),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, Atom(Kind.REW, "f")),)))),
        Run(INDEX, index=Index(1, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, N))),)))),
        Run(INDEX, index=Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (M, A))),)))),
        Run(ANY, different=("f", "f")),
        Run(ANY, different=("h",)),
        Run(ANY, least="n"),
    ],
    ids=range(17),
)
def test_runs_that_mean_nothing(run):
    with pytest.raises(MalformedError):
        check_well_formed(Claim(("k", "T"), ARMS, (), (at_least(ONE),), run=run))


def test_a_run_names_few_counts_and_a_score_has_few_terms():
    """Facts compare any two counts, so many of them would cost much memory."""
    names = tuple(f"N{i}" for i in range(65))

    def check(counts, terms):
        index = Index(1, Form(ZERO, ((ONE, REW),) * terms))
        pulls = tuple((name, "f") for name in names[:counts])
        run = Run(INDEX, index=index, pulls=pulls)
        check_well_formed(Claim(("k", "T", *names), ARMS, (), (at_least(ONE),), run=run))

    check(64, 64)
    for counts, terms in ((65, 1), (1, 65)):
        with pytest.raises(MalformedError, match="more than 64 counts"):
            check(counts, terms)


def test_algorithm_1_is_an_index_policy():
    random = Random(9)  # noqa: S311  examples, not secrets
    data = Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))),)))
    for init in ("rounds", "pairs"):
        for point, pulls in random_runs(random, Run(ALGORITHM_1, init=init), 15):
            assert sequence_of(Run(INDEX, init=init, index=data), point) == pulls


def test_arms_that_are_said_to_be_different_are_different():
    flat = Curve(((0, Fraction(1)),))
    claim = Claim(("k", "T"), ARMS, (), (at_least(ONE),), run=Run(ANY, different=("f", "g")))
    observe(claim, RunPoint((flat, flat), 1, {"f": 0, "g": 1}))
    with pytest.raises(RejectedError, match="the same"):
        observe(claim, RunPoint((flat, flat), 1, {"f": 0, "g": 0}))


def test_the_least_count_is_that_of_an_arm_without_pulls_too():
    flat = Curve(((0, Fraction(1)),))
    claim = Claim(("k", "T", "n"), (), (), (at_least(ONE),), run=Run(ANY, least="n"))
    assert observe(claim, RunPoint((flat, flat), 3, choices=(0, 0, 0)))[0]["n"] == 0
    assert observe(claim, RunPoint((flat, flat), 3, choices=(0, 1, 0)))[0]["n"] == 1
