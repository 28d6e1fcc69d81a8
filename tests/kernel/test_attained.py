"""Claims about some run: what proves them, what refutes them, and nothing else does."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from exhibits import duties_of, exhibits, without
from schedules import at_point
from thoroughness import first_fast

from imab_verify.deciding.decide import decide
from imab_verify.deciding.questions import read_run
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import Game
from imab_verify.kernel import (
    AllOf,
    ArmClass,
    Atom,
    Caps,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Disproved,
    Every,
    Form,
    Index,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    Proved,
    ProvedClaim,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    Schedule,
    Some,
    Sum,
    Tree,
    judge,
    read,
)
from imab_verify.kernel.arms import Group, Phase, start_of
from imab_verify.kernel.exhibits import duties
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import observe, violation
from imab_verify.kernel.statement import ANY, KNOWS_HORIZON, ROUND_ROBIN, check_well_formed
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question

VALID = Path(__file__).parents[1] / "certificates" / "valid"
k, T, q, x = (Polynomial.variable(name) for name in ("k", "T", "q", "_x"))
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
TWO, THREE, FOUR = map(Polynomial.constant, (2, 3, 4))
HALF = Polynomial.constant(Fraction(1, 2))
NOTHING = Sum(())
NO_PROOF = ClaimProof({}, ())
NAMES = ["from-4k", "up-to-4k", "line-after-2k", "round-robin", "greedy"]


def stored(name):
    """An accepted certificate."""
    return read((VALID / f"proved--some-{name}.json").read_bytes())


def question(text, policy, *givens):
    return read_question(text, givens, run=read_run(policy, []))


def verdict(text, policy, *givens, seconds=5):
    return decide(question(text, policy, *givens), seconds=seconds).verdict.value


# --- the run that is described is a run of the policy --------------------------------------------


SIZES = [(a, t) for a in range(1, 6) for t in range(1, 30)]


@pytest.mark.parametrize("name", NAMES)
def test_schedules_are_played_step_by_step(name):
    """The kernel plays the policy, pull by pull, and looks at ALG and OPT of that run."""
    whole = stored(name)
    about = replace(whole.claim, run=whole.claim.run.some)
    played = 0
    for arms, horizon in SIZES:
        parameters = {"k": Fraction(arms), "T": Fraction(horizon)}
        if not allowed(whole.claim, parameters):
            continue
        point = at_point(whole.proof, whole.claim, parameters)
        assert len(point.curves) == arms
        assert violation(about, point) is None
        _, value = observe(about, point)
        assert value(OPT) > 0
        played += 1
    assert played >= 5


def allowed(claim, parameters):
    values = dict(parameters)
    for floor in claim.floors:
        values[floor.name] = floor.numerator.at(values) // floor.divisor.at(values)
    return all(g.relation.holds(g.form.constant.at(values)) for g in claim.givens)


def test_a_run_at_one_size_by_hand():
    """k = 3, T = 13: the constant 5/2, min(n,3) and n, over 13; 5, 4 and 4 pulls."""
    whole = stored("from-4k")
    point = at_point(whole.proof, whole.claim, {"k": Fraction(3), "T": Fraction(13)})
    curves = [curve.points for curve in point.curves]
    assert curves == [
        ((0, 0), (1, Fraction(5, 26))),
        ((0, 0), (3, Fraction(3, 13))),
        ((0, 0), (13, 1)),
    ]
    assert point.choices == (0, 1, 2) * 2 + (0, 0) + (1, 2) * 2 + (0,)
    about = replace(whole.claim, run=whole.claim.run.some)
    _, value = observe(about, point)
    assert value(OPT) == 7
    assert value(ALG) == Fraction(5 * 5, 26) + Fraction(9, 13) + Fraction(10, 13)


# --- inside and outside --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "givens"),
    first_fast(
        [
            ("6*OPT(T) >= T*(T+1)*ALG(T)", ("T == 2*k",)),
            ("12*OPT(T) >= T*(T+1)*ALG(T)", ("T == 2*k+1",)),
            ("28*OPT(T) >= T*(T+1)*ALG(T)", ("T == 2*k+3", "k >= 2")),
            ("OPT(T) > 32*k*ALG(T)", ("T == 2*k+1", "k >= 95")),
        ]
    ),
)
def test_what_is_attained_is_proved_and_a_little_more_is_not(text, givens):
    assert verdict(text, "some algorithm-1", *givens, seconds=30) == "proved"
    more = text.replace("*OPT(T)", "*OPT(T) - OPT(T)/1000").replace("k >= 95", "k >= 94")
    outside = [given.replace("k >= 95", "k >= 94") for given in givens]
    assert verdict(more, "some algorithm-1", *outside) in ("unknown", "refuted")


@pytest.mark.parametrize(
    ("text", "policy", "givens"),
    [
        ("(T//k)*(T//k+1)*OPT(T) >= (T*(T+1) + 1/1000)*ALG(T)", "some round-robin", ["T >= k"]),
        ("ALG(T) < 0", "some round-robin", []),
        ("OPT(T) >= k*ALG(T)", "some algorithm-1", ["T >= 2*k"]),
        ("OPT(T) >= 2*ALG(T)", "some algorithm-1", ["k == 2", "T >= 1"]),
        ("OPT(T) >= ALG(T)", "some round-robin", ["T >= 0"]),
    ],
)
def test_what_is_not_attained_is_not_proved(text, policy, givens):
    assert verdict(text, policy, *givens, seconds=3) in ("unknown", "refuted")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inside", "outside", "givens"),
    [
        (
            "((T//k+1)*T - T//k - 2*(k-2))*OPT(T) == T*(T+1)*ALG(T)",
            "((T//k+1)*T - T//k - 2*(k-2) - 1/1000)*OPT(T) >= T*(T+1)*ALG(T)",
            ("T >= 4*k", "k >= 2", "T % k == 0"),
        ),
        (
            "OPT(T) >= 2*ALG(T)",
            "OPT(T) >= 2001/1000*ALG(T)",
            ("k == 2", "T >= 7"),
        ),
    ],
)
def test_the_exact_ratio_is_attained_and_no_more(inside, outside, givens):
    assert verdict(inside, "some algorithm-1", *givens, seconds=60) == "proved"
    assert verdict(outside, "some algorithm-1", *givens, seconds=20) in {"refuted", "unknown"}


# --- schedules that are none ---------------------------------------------------------------------


def attained(policy=ALGORITHM_1, **changes):
    """Some run has OPT(T) >= ALG(T), for T >= 4k and k >= 2."""
    form = Form(ZERO, ((ONE, OPT), (-ONE, ALG)))
    givens = (Comparison(Form(T - FOUR * k)), Comparison(Form(k - TWO)))
    run = Some(Run(policy))
    return replace(Claim(("k", "T"), (), givens, (Comparison(form),), run=run), **changes)


def phase(groups, until, bent=(), bending=()):
    return Phase(tuple(groups), until, tuple(bent), tuple(bending))


def schedule(groups, phases, bent=(), best="line", opening=TWO, scale=T):
    return Schedule(groups, scale, opening, tuple(phases), tuple(bent), best, {})


LINE, ZEROS = Group(ONE, ONE, T), Group(k - ONE, ZERO, T)
LEADS = schedule({"line": LINE, "zeros": ZEROS}, [phase(["line"], T - TWO * k + TWO)])


def serves(plan, claim):
    """Whether all that the schedule needs is proved."""
    return Game(claim, start_of(claim)[1], Clock(20)).shows(plan) is not None


def test_a_line_may_lead():
    assert serves(LEADS, attained())


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"size": k}, id="one arm too many"),
        pytest.param({"size": k - TWO}, id="one arm too few"),
        pytest.param({"slope": ONE}, id="the others are lines as well"),
        pytest.param({"slope": -ONE}, id="a reward below 0"),
        pytest.param({"bend": ZERO}, id="a bend at 0"),
        pytest.param({"bend": T + ONE}, id="a bend after T"),
    ],
)
def test_other_zeros_do_not_serve(changed):
    groups = {"line": LINE, "zeros": replace(ZEROS, **changed)}
    assert not serves(replace(LEADS, groups=groups), attained())


def test_there_are_k_arms():
    """One zero too many, and as many pulls less for the line."""
    groups = {"line": LINE, "zeros": replace(ZEROS, size=k)}
    phases = (phase(["line"], T - TWO * k),)
    assert not serves(replace(LEADS, groups=groups, phases=phases), attained())


def test_a_size_may_not_be_negative():
    groups = {"line": LINE, "zeros": replace(ZEROS, size=k), "less": replace(ZEROS, size=-ONE)}
    assert not serves(replace(LEADS, groups=groups), attained())
    groups["less"] = replace(ZEROS, size=ZERO)
    groups["zeros"] = ZEROS
    assert serves(replace(LEADS, groups=groups), attained())


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"phases": ()}, id="pulls are missing"),
        pytest.param({"phases": (phase(["line"], T - TWO * k + THREE),)}, id="a pull too many"),
        pytest.param({"phases": (phase(["zeros"], THREE),)}, id="other arms are pulled"),
        pytest.param({"scale": ONE}, id="rewards above 1"),
        pytest.param({"scale": -T}, id="a negative scale"),
        pytest.param({"best": "zeros"}, id="not the best arm"),
        pytest.param({"bent": ("line",)}, id="not past the bend"),
        pytest.param({"phases": (phase(["line"], T - TWO * k + TWO, ["line"]),)}, id="no line"),
    ],
)
def test_other_runs_do_not_serve(changes):
    try:
        assert not serves(replace(LEADS, **changes), attained())
    except RejectedError as error:
        assert error.reason == "rule"  # noqa: PT017  either way it is refused


def two_arms(*phases, N=FOUR, line=LINE):
    """The constant N/2 and the line."""
    constant = Group(ONE, N.scaled(Fraction(1, 2)), ONE)
    return schedule({"constant": constant, "line": line}, phases, ["constant"])


AT_SEVEN = attained(
    givens=tuple(Comparison(Form(p), Relation.EQ) for p in (k - TWO, T - FOUR - THREE))
)
CONSTANT = ["constant"]
IN_ORDER = (
    phase(CONSTANT, THREE, CONSTANT),
    phase(["line"], THREE, CONSTANT),
    phase(CONSTANT, FOUR, CONSTANT),
)


def test_the_order_of_phases_is_that_of_the_policy():
    assert serves(two_arms(*IN_ORDER), AT_SEVEN)


@pytest.mark.parametrize(
    "phases",
    [
        pytest.param((IN_ORDER[0], IN_ORDER[2], IN_ORDER[1]), id="a tie with fewer pulls is lost"),
        pytest.param((phase(CONSTANT, FOUR, CONSTANT), IN_ORDER[1]), id="in one go"),
        pytest.param((IN_ORDER[1], IN_ORDER[0], IN_ORDER[2]), id="the line first"),
        pytest.param((*IN_ORDER[:2], phase(["line"], FOUR, ["line"])), id="wrong sides"),
        pytest.param((IN_ORDER[0], phase(["line"], FOUR, CONSTANT)), id="above the level"),
    ],
)
def test_another_order_does_not_serve(phases):
    changed = two_arms(*phases)
    try:
        assert not serves(changed, AT_SEVEN)
    except RejectedError as error:
        assert error.reason == "rule"  # noqa: PT017  either way it is refused


def test_no_group_has_two_turns_in_a_round():
    twice = two_arms(IN_ORDER[0], phase(["line", "line"], THREE, CONSTANT), IN_ORDER[2])
    assert refused(twice, AT_SEVEN)


def test_the_line_may_cross_at_a_tie():
    """At three pulls each both are maximal, so that this run exists as well; it pays more."""
    assert serves(two_arms(*IN_ORDER[:2], phase(["line"], FOUR, CONSTANT)), AT_SEVEN)


def test_arms_of_a_group_come_one_after_the_other():
    """Those that were pulled before in the same round are not better."""
    claim = attained(givens=(Comparison(Form(T - THREE * k + ONE), Relation.EQ),))
    zeros = schedule(
        {"one": Group(ONE, ZERO, T), "zeros": Group(k - TWO, ZERO, T), "line": LINE},
        [phase(["one"], THREE), phase(["zeros"], THREE)],
    )
    assert not serves(zeros, claim)


# --- what a schedule may be made of --------------------------------------------------------------


def refused(plan, claim):
    with pytest.raises(RejectedError) as error:
        duties_of(plan, claim)
    return error.value.reason in ("rule", "domain", "identity")


def changed_group(**changes):
    return replace(LEADS, groups={"line": replace(LINE, **changes), "zeros": ZEROS})


@pytest.mark.parametrize(
    "plan",
    [
        changed_group(bend=T * HALF),
        changed_group(size=HALF),
        changed_group(bend=q),
        changed_group(slope=q),
        changed_group(size=TWO),
        replace(LEADS, scale=q),
        replace(LEADS, scale=x),
        replace(LEADS, opening=ONE),
        replace(LEADS, opening=THREE),
        replace(LEADS, opening=HALF),
        replace(LEADS, best="curve"),
        replace(LEADS, bent=("curve",)),
        replace(LEADS, phases=(phase(["line"], T * HALF),)),
        replace(LEADS, phases=(phase(["line"], x),)),
        replace(LEADS, phases=(phase([], T),)),
        replace(LEADS, phases=(phase(["curve"], T),)),
        replace(LEADS, phases=(phase(["line", "line"], T),)),
        replace(LEADS, phases=(phase(["line"], T, ["curve"]),)),
        replace(LEADS, phases=(phase(["line"], T, [], ["curve"]),)),
        replace(LEADS, phases=(phase(["line", "zeros"], T),)),
        replace(LEADS, phases=(phase(["line"], T), phase(["line", "zeros"], T))),
    ],
)
def test_data_that_a_schedule_cannot_have(plan):
    assert refused(plan, attained())


def test_a_real_number_is_no_count():
    real = attained(reals=("y",))
    y = Polynomial.variable("y")
    for plan in (changed_group(bend=y), changed_group(size=y), replace(LEADS, opening=y)):
        assert refused(plan, real)
    assert duties_of(changed_group(slope=y), real)


def test_there_are_at_most_twelve_groups():
    groups = {"line": LINE} | {f"g{n}": ZEROS for n in range(11)}
    assert duties_of(replace(LEADS, groups=groups), attained())
    more = replace(LEADS, groups=groups | {"zeros": ZEROS})
    assert refused(more, attained())


# --- round robin and index policies --------------------------------------------------------------


def robin(**changes):
    groups = {"first": Group(ONE, ZERO, ONE), "line": Group(k - ONE, ONE, T)}
    plan = schedule(groups, [phase(["first"], THREE)], ["first"])
    return replace(plan, **changes)


def test_round_robin_has_one_more_pull_for_the_first_arms():
    odd = Comparison(Form(T - TWO * k - ONE), Relation.EQ)
    claim = attained(ROUND_ROBIN, givens=(odd, Comparison(Form(k - TWO))))
    assert serves(robin(), claim)
    assert not serves(robin(opening=THREE, phases=(phase(["first"], FOUR),)), claim)
    for phases in (
        (phase(["first"], FOUR),),
        (phase(["first"], TWO),),
        (phase(["first"], THREE), phase(["first"], THREE)),
        (phase(["first"], THREE), phase(["first"], FOUR)),
    ):
        assert refused(robin(phases=phases), claim)


def test_an_arm_of_the_best_group_exists():
    claim = attained(ROUND_ROBIN, givens=(Comparison(Form(T - TWO * k), Relation.EQ),))
    groups = {"flat": Group(k, ONE, ONE), "line": Group(ZERO, ONE, T)}
    plan = schedule(groups, [], ["flat"])
    assert serves(replace(plan, groups={"flat": groups["flat"]}, best="flat"), claim)
    assert not serves(plan, claim)


def test_a_negative_opening_is_none():
    claim = attained(ROUND_ROBIN, givens=(Comparison(Form(T + k), Relation.EQ),))
    plan = schedule({"line": Group(k, ONE, ONE)}, [], opening=-ONE)
    _, wanted = duties_of(plan, claim)["outcome"]
    assert Comparison(Form(k - k - ONE)) in wanted


SCORE_1 = Index(1, Form(ONE, ((ONE, Atom(Kind.VALUE, "f", (Polynomial.variable("a"),))),)))
SCORE_COUNT = Index(1, Form(Polynomial.variable("a")))


def test_the_constant_of_a_score_is_not_scaled_away():
    """The score a is that of the leader alone: whoever leads goes on, whatever he pays."""
    groups = {"zero": Group(ONE, ZERO, T), "line": Group(k - ONE, ONE, T)}
    plan = schedule(groups, [phase(["zero"], TWO), phase(["zero"], T - k + ONE)], opening=ONE)
    assert serves(plan, attained(SCORE_COUNT))
    other = Index(1, Form(-Polynomial.variable("a")))
    assert not serves(plan, attained(other))
    _, orders = duties_of(plan, attained(SCORE_COUNT))["phase2"]
    assert Comparison(Form((x - ONE) * T), Relation.GT) in orders


def test_who_was_pulled_in_this_round_is_not_better():
    """By their last rewards: after one line had its second pull it is ahead of the other one."""
    groups = {"flat": Group(ONE, ONE, ONE), "one": Group(ONE, ONE, T), "two": Group(ONE, ONE, T)}
    first = phase(["flat"], TWO, ["flat"])

    def at_size(horizon):
        sizes = (k - THREE, T - Polynomial.constant(horizon))
        equal = tuple(Comparison(Form(p), Relation.EQ) for p in sizes)
        return attained(SCORE_1, givens=equal)

    one = schedule(groups, [first, phase(["one"], TWO, ["flat"])], ["flat"], "one", ONE)
    assert serves(one, at_size(5))
    both = replace(one, phases=(first, phase(["one", "two"], TWO, ["flat"])))
    assert not serves(both, at_size(6))


# --- nothing else proves or refutes them ---------------------------------------------------------


WITNESS = Point({"k": Fraction(2), "T": Fraction(9)}, {})
ZERO_ARM = Curve(((0, Fraction(0)),))
ROUND = RunPoint((ZERO_ARM, ZERO_ARM), 9)


def rejected(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


@pytest.mark.parametrize(
    "proof",
    [
        ClaimProof({}, (Tree(()),)),
        ClaimProof({}, (NOTHING,)),
        ClaimProof({}, (Caps(ONE, TWO, {}),)),
    ],
)
def test_no_other_rule_proves_that_something_is_attained(proof):
    assert rejected(Proved(attained(), proof, WITNESS)) == "rule"


@pytest.mark.parametrize("point", [WITNESS, ROUND])
def test_no_instance_refutes_it(point):
    assert rejected(Refuted(attained(), point)) == "rule"


@pytest.mark.parametrize("name", NAMES)
def test_no_schedule_proves_another_kind_of_claim(name):
    whole = stored(name)
    every = replace(whole, claim=replace(whole.claim, run=Every(KNOWS_HORIZON)))
    assert rejected(every) == "rule"
    runs = replace(whole.claim, run=whole.claim.run.some)
    point = at_point(whole.proof, whole.claim, dict(whole.witness.parameters))
    assert rejected(Proved(runs, whole.proof, point)) in ("rule", "domain")
    arms = replace(whole.claim, run=None, conclusion=(Comparison(Form(T)),))
    assert rejected(Proved(arms, whole.proof, whole.witness)) in ("rule", "domain")


def test_it_is_no_lemma_and_no_side_condition():
    whole, own = stored("greedy"), ProvedClaim(attained(), NO_PROOF)
    assert rejected(replace(whole, lemmas=(own,))) == "coverage"
    assert rejected(replace(whole, sides=(own,))) == "coverage"


@pytest.mark.parametrize("witness", [ROUND, replace(WITNESS, parameters={"k": Fraction(2)})])
def test_witnesses_that_are_none(witness):
    assert rejected(replace(stored("greedy"), witness=witness)) in {"instance", "rule"}


def mutants(plan):
    """The schedule with one thing changed."""
    for name, group in plan.groups.items():
        for part in ("size", "slope", "bend"):
            for step in (ONE, -ONE):
                other = replace(group, **{part: getattr(group, part) + step})
                yield replace(plan, groups={**plan.groups, name: other})
    for number, own in enumerate(plan.phases):
        rest = plan.phases[:number], plan.phases[number + 1 :]
        yield replace(plan, phases=(*rest[0], *rest[1]))
        for step in (ONE, -ONE):
            other = replace(own, until=own.until + step)
            yield replace(plan, phases=(*rest[0], other, *rest[1]))
        if number:
            order = [*plan.phases]
            order[number - 1], order[number] = order[number], order[number - 1]
            yield replace(plan, phases=tuple(order))
    yield replace(plan, opening=plan.opening + ONE)
    yield replace(plan, scale=-plan.scale)
    yield from (without(plan, name) for name in plan.proofs)


def test_both_cases_are_checked():
    whole = stored("up-to-4k")
    plans = list(exhibits(whole.proof.goals[0]))
    assert len(plans) == 2
    for plan, put in plans:
        broken = replace(whole.proof, goals=(put(without(plan, "outcome")),))
        assert rejected(replace(whole, proof=broken)) == "coverage"


@pytest.mark.parametrize("name", first_fast(NAMES[::-1]))
def test_a_changed_schedule_is_rejected_or_still_true(name):
    """The proofs stay. What is accepted all the same is played, and attains what it says."""
    whole = stored(name)
    about = replace(whole.claim, run=whole.claim.run.some)
    accepted = 0
    for plan, put in exhibits(whole.proof.goals[0]):
        for mutant in mutants(plan):
            changed = replace(whole, proof=replace(whole.proof, goals=(put(mutant),)))
            try:
                judge(dumps(changed))
            except RejectedError:
                continue
            accepted += 1
            for arms, horizon in SIZES:
                parameters = {"k": Fraction(arms), "T": Fraction(horizon)}
                if allowed(whole.claim, parameters):
                    point = at_point(changed.proof, whole.claim, parameters)
                    assert violation(about, point) is None
    assert accepted <= 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parameters": ("T", "k")}, "the first parameters"),
        ({"arms": (("f", ArmClass.CONCAVE),)}, "names no arms"),
        ({"givens": (Comparison(Form(ZERO, ((ONE, OPT),))),)}, "its givens no rewards"),
        ({"run": Some(Run(ANY))}, "names a policy"),
        ({"run": Some(Run(ALGORITHM_1, (("k", ("least",)),)))}, "must be different declared"),
        (
            {"run": Some(Run(ALGORITHM_1, (("m", ("most",)),))), "parameters": ("k", "T", "m")},
            "declared",
        ),
        ({"run": Some(Run(ALGORITHM_1, different=("f",)))}, "must be declared"),
        ({"run": Some(Run(replace(ALGORITHM_1, opening=0)))}, "opens with one pull"),
        (
            {"conclusion": (Comparison(Form(ZERO, ((ONE, Atom(Kind.OPT, indices=(k,))),))),)},
            "belongs to the run of a policy",
        ),
    ],
)
def test_malformed_claims(changes, message):
    with pytest.raises(MalformedError, match=message):
        check_well_formed(attained(**changes))


def test_it_has_no_formula():
    """For each clause there would be a run, but not one for all of them."""
    with pytest.raises(MalformedError, match="has no formula"):
        check_well_formed(attained(conclusion=(AllOf(()),)))


# --- refutations ---------------------------------------------------------------------------------


def test_what_no_run_attains_is_refuted():
    decision = decide(
        question("OPT(T) >= 2001/1000*ALG(T)", "some algorithm-1", "k == 2", "T == 7"), seconds=20
    )
    assert decision.verdict.value == "refuted"
    refuted = decision.certified.certificate
    assert isinstance(refuted, Disproved)
    assert refuted.choice.values == {"k": Polynomial.constant(2), "T": Polynomial.constant(7)}


def test_it_is_refuted_by_runs_of_its_own_policy_only():
    whole = read((VALID / "refuted--some-one-arm.json").read_bytes())
    assert judge(dumps(whole)).verdict == "refuted"
    for other in (Run(ALGORITHM_1), whole.claim.run.some):
        assert rejected(replace(whole, policy=other)) == "rule"
    turned = replace(whole.claim, run=Some(Run(ALGORITHM_1)))
    assert rejected(replace(whole, claim=turned)) == "lemma"
    weaker = replace(whole.claim.conclusion[0], relation=Relation.GE)
    claim = replace(whole.claim, conclusion=(weaker,))
    assert rejected(replace(whole, claim=claim)) in {"strictness", "identity"}


def test_a_schedule_proves_claims_about_some_run_only():
    for run in (None, attained().run.some, Every(KNOWS_HORIZON)):
        region = start_of(attained())[1]
        with pytest.raises(RejectedError):
            duties(LEADS, region, replace(attained(), run=run))
