"""Claims about every policy: what proves them, and that nothing else proves or refutes one."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from exhibits import duties_of, first_exhibit, with_exhibit, without

from imab_verify.deciding.certify import certify
from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    AllOf,
    ArmClass,
    Atom,
    Caps,
    Case,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Curve,
    Every,
    Exists,
    Fact,
    Floor,
    ForAll,
    Form,
    Have,
    Kind,
    LastArm,
    Lemma,
    MalformedError,
    Played,
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
    Sum,
    Term,
    Tree,
    judge,
    read,
)
from imab_verify.kernel.arms import Quotient, bring_in, start_of
from imab_verify.kernel.exhibits import OPEN
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON, check_well_formed
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1, POLICIES
from imab_verify.language.reading import question_about, read_question

k, T, c, m = (Polynomial.variable(name) for name in ("k", "T", "c", OPEN))
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
TWO, THREE = Polynomial.constant(2), Polynomial.constant(3)
NOTHING = Sum(())
NO_PROOF = ClaimProof({}, ())

HALF_K = ("OPT(T) >= k/2*ALG(T)", "every", ())
ANYTIME_K = (
    "(c+1)*OPT(T) >= (k*c+1)*ALG(T)",
    "every-anytime",
    ("k >= 2", "c >= 1", "k*c <= T", "T <= 2*k*c"),
)
THREE_QUARTERS = ("(4*(3*k-1)*T + 9*k*k)*OPT(T) >= 9*k*k*(T+1)*ALG(T)", "every", ("k >= 2",))
SHORT = ("(4*(T-k)+2)*OPT(T) >= T*(T+1)*ALG(T)", "every", ("k <= T", "T <= 2*k"))
REGRET = ("OPT(T) - ALG(T) >= 2/9*T", "every", ("k == 2",))


def question(text, policy, givens):
    integers = ("c",) if "c" in text else ()
    return read_question(text, givens, run=POLICIES[policy], integers=integers)


@cache
def proved(case):
    """The accepted certificate of a claim."""
    certified = decide(question(*case), seconds=120).certified
    assert certified is not None
    assert judge(certified.text).verdict == "proved"
    return certified.certificate


# --- inside and outside --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        (HALF_K, LastArm),
        (ANYTIME_K, LastArm),
        (THREE_QUARTERS, Caps),
        (SHORT, Case),
        (REGRET, Caps),
        (("OPT(T) >= k*ALG(T)", "every-anytime", ("2*k-1 <= T", "T <= 2*k")), LastArm),
        (("OPT(T) >= k*ALG(T)", "every", ("2*k-1 <= T", "T <= 2*k")), Case),
        (("OPT(T) > ALG(T)", "every", ("k >= 2", "T >= 2")), LastArm),
        (("Regret(T) >= T/2*(1-2/(3*k))**2", "every", ("k >= 2",)), Caps),
    ],
)
def test_lower_bounds_are_proved(case, rule):
    certificate = proved(case)
    (node,) = certificate.proof.goals
    assert isinstance(node.then if isinstance(node, Have) else node, rule)
    assert certificate == read(dumps(certificate))


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        ("OPT(T) >= (9/5 + 1/1000)*ALG(T)", "every", ("k == 3",)),
        ("1000*(c+1)*OPT(T) >= (1001*k*c+1000)*ALG(T)", *ANYTIME_K[1:]),
        ("(4*(3*k-1)*T + 9*k*k)*OPT(T) >= (9*k*k*(T+1) + 1/1000*T)*ALG(T)", *THREE_QUARTERS[1:]),
        ("(4*(T-k)+2)*OPT(T) >= (T*(T+1) + 1/1000)*ALG(T)", *SHORT[1:]),
        ("OPT(T) - ALG(T) >= (2/9 + 1/1000)*T", *REGRET[1:]),
        ("OPT(T) >= (k + 1/1000)*ALG(T)", "every-anytime", ("2*k-1 <= T", "T <= 2*k")),
        ("OPT(T) >= (k + 1/1000)*ALG(T)", "every-anytime", ("k >= 2", "4*k <= T")),
        ("OPT(T) > ALG(T)", "every", ()),
        ("OPT(T) >= ALG(T)", "every", ("T >= 0",)),
        ("ALG(T) >= 0", "every", ()),
        ("OPT(T) == T*ALG(T)", "every", ("T == 1",)),
    ],
)
def test_a_little_more_is_not_proved(case):
    assert decide(question(*case), seconds=3).verdict.value in ("unknown", "refuted")


def test_several_comparisons_hold_on_one_instance():
    both = "OPT(T) >= k*k/(2*k-1)*ALG(T) and Regret(T) >= (k-1)**2/(2*k**2)*T"
    assert len(proved((both, "every", ())).claim.conclusion) == 2


# --- nothing else proves or refutes them ---------------------------------------------------------


def bound(every=KNOWS_HORIZON, **changes):
    """OPT(T) >= ALG(T) for every policy."""
    form = Form(ZERO, ((ONE, OPT), (-ONE, ALG)))
    claim = Claim(("k", "T"), (), (), (Comparison(form),), run=Every(every))
    return replace(claim, **changes)


WITNESS = Point({"k": Fraction(2), "T": Fraction(3)}, {})
ZERO_ARM = Curve(((0, Fraction(0)),))
ROUND = RunPoint((ZERO_ARM, ZERO_ARM), 3)


def rejected(certificate):
    with pytest.raises(RejectedError) as error:
        judge(dumps(certificate))
    return error.value.reason


@pytest.mark.parametrize(
    "proof",
    [
        ClaimProof({}, (NOTHING,)),
        ClaimProof({}, (Combine({}),)),
        ClaimProof({}, (Case(ONE, Combine({}), Combine({})),)),
        ClaimProof({}, (Have("x", Fact("regret"), Combine({})),)),
        ClaimProof({}, (Tree(()),)),
        ClaimProof({}, (Played((), (), {}),)),
    ],
)
@pytest.mark.parametrize("every", [KNOWS_HORIZON, ANYTIME])
def test_no_rule_about_arms_or_runs_proves_a_lower_bound(proof, every):
    assert rejected(Proved(bound(every), proof, WITNESS)) == "rule"


@pytest.mark.parametrize("point", [WITNESS, ROUND])
def test_no_instance_refutes_a_lower_bound(point):
    assert rejected(Refuted(bound(), point)) == "rule"


def test_a_lower_bound_is_no_lemma_and_no_side_condition():
    whole = proved(HALF_K)
    own = ProvedClaim(bound(), NO_PROOF)
    assert rejected(replace(whole, lemmas=(own,))) == "coverage"
    assert rejected(replace(whole, sides=(own,))) == "coverage"
    stored = ProvedClaim(whole.claim, whole.proof)
    assert judge(dumps(replace(whole, lemmas=(stored,)))).verdict == "proved"
    cited = Have("x", Lemma(0, 0, {"k": k, "T": T}, {}, {}), Combine({}))
    about = Claim(("k", "T"), (), (), (Comparison(Form(-ONE)),))
    assert rejected(Proved(about, ClaimProof({}, (cited,)), WITNESS, (stored,))) == "witness"
    with pytest.raises(RejectedError, match="without hypotheses on rewards"):
        bring_in("x", cited.source, start_of(about, [whole.claim])[1])


@pytest.mark.parametrize("case", [HALF_K, ANYTIME_K, THREE_QUARTERS, SHORT])
def test_no_adversary_proves_a_claim_about_a_run_or_about_arms(case):
    whole = proved(case)
    run = replace(whole.claim, run=Run(ALGORITHM_1))
    point = RunPoint((ZERO_ARM,) * 2, 4, {}, "lowest-index", {})
    parameters = {"c": Fraction(2)} if "c" in run.parameters else {}
    about_run = Proved(run, whole.proof, replace(point, parameters=parameters))
    assert rejected(about_run) in ("rule", "domain")
    arms = replace(whole.claim, run=None, conclusion=(Comparison(Form(T)),))
    assert rejected(Proved(arms, whole.proof, whole.witness)) in ("rule", "domain")


def test_an_adversary_that_knows_the_horizon_is_not_against_a_policy_without():
    for case in (HALF_K, THREE_QUARTERS, SHORT):
        whole = proved(case)
        anytime = replace(whole, claim=replace(whole.claim, run=Every(ANYTIME)))
        assert rejected(anytime) in ("rule", "identity")
    whole = proved(ANYTIME_K)
    known = replace(whole, claim=replace(whole.claim, run=Every(KNOWS_HORIZON)))
    assert rejected(known) == "rule"


# --- what is no lower bound ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parameters": ("T", "k")}, "the first parameters"),
        ({"parameters": ("k",)}, "the first parameters"),
        ({"arms": (("f", ArmClass.CONCAVE),)}, "names no arms"),
        ({"givens": (Comparison(Form(ZERO, ((ONE, OPT),))),)}, "its givens no rewards"),
    ],
)
def test_malformed_lower_bounds(changes, message):
    with pytest.raises(MalformedError, match=message):
        check_well_formed(bound(**changes))


def test_a_lower_bound_has_no_formula():
    """For each clause there would be an instance, but not one for all of them."""
    with pytest.raises(MalformedError, match="has no formula"):
        check_well_formed(bound(conclusion=(AllOf(()),)))
    prefix = (Exists(("x",)), ForAll(bound().parameters))
    with pytest.raises(MalformedError, match="has no formula"):
        check_well_formed(bound(conclusion=(AllOf(()),), reals=("x",), prefix=prefix))


def refused(plan, claim):
    with pytest.raises(RejectedError) as error:
        duties_of(plan, claim)
    return error.value.reason in ("rule", "domain", "identity")


def test_data_that_an_adversary_cannot_have():
    real = bound(reals=("x",))
    x, half = Polynomial.variable("x"), Polynomial.constant(Fraction(1, 2))
    for cap in (x, half, c, m, Polynomial.variable("_q")):
        assert refused(LastArm(ZERO, cap, {}), real)
        assert refused(LastArm(cap, ONE, {}), real)
    assert refused(Caps(c, m, {}), bound())
    assert refused(Caps(TWO, c, {}), bound())
    anytime = bound(ANYTIME, parameters=("k", "T", "c"))
    assert duties_of(LastArm(ZERO, c, {}, k * c), anytime)
    for zeros, cap, horizon in ((T, c, k), (ZERO, T, k), (ZERO, c, T), (ZERO, c, x)):
        assert refused(LastArm(zeros, cap, {}, horizon), anytime)
    plan = LastArm(ZERO, c, {}, k * c)
    assert refused(plan, replace(anytime, floors=(Floor("q", T, k),)))
    assert refused(plan, replace(anytime, floors=(Floor("q", c, T),)))
    assert duties_of(plan, replace(anytime, floors=(Floor("q", c, k),)))


def test_a_quotient_is_one_of_integers_by_something_positive():
    """`have q` declares _q; the divisor is at least 1, and the name is new."""
    region = start_of(bound(reals=("x",)))[1]
    shown = Sum((Term(Fraction(1), (("arms", 1),)),))
    inside = bring_in("q", Quotient(T, k, shown), region)
    q = Polynomial.variable("_q")
    assert {"_q"} == inside.names - region.names
    new = {constraint.polynomial for constraint in inside.constraints[len(region.constraints) :]}
    assert new == {T - k * q, k * q + k - ONE - T}
    x, half = Polynomial.variable("x"), Polynomial.constant(Fraction(1, 2))
    for source in (
        Quotient(T, k - ONE, shown),
        Quotient(T, k, NOTHING),
        Quotient(x, k, shown),
        Quotient(half, k, shown),
        Quotient(T, x, shown),
        Quotient(c, k, shown),
    ):
        with pytest.raises(RejectedError):
            bring_in("q", source, region)
    with pytest.raises(RejectedError):
        bring_in("q", Quotient(T, k, shown), inside)


def test_cases_are_made_of_what_the_policy_may_know():
    """A case that names T is none against policies that do not know it."""
    whole = proved(ANYTIME_K)
    (node,) = whole.proof.goals
    for split, message in ((k - TWO, "do not add up"), (T - k, "uses names that the claim lacks")):
        cases = replace(whole, proof=replace(whole.proof, goals=(Case(split, node, node),)))
        with pytest.raises(RejectedError, match=message):
            judge(dumps(cases))


def test_only_an_inequality_of_opt_and_alg_at_T_is_reached():
    equal = replace(bound().conclusion[0], relation=Relation.EQ)
    assert refused(LastArm(ZERO, ONE, {}), bound(conclusion=(equal,)))
    other = Comparison(Form(ZERO, ((ONE, Atom(Kind.OPT, "", (T,))),)))
    assert refused(LastArm(ZERO, ONE, {}), bound(conclusion=(other,)))


def test_a_proof_of_another_kind_is_no_adversary():
    assert rejected(Proved(bound(), NO_PROOF, WITNESS)) == "coverage"
    assert rejected(Proved(bound(), ClaimProof({}, (NOTHING, NOTHING)), WITNESS)) == "coverage"
    for every in (KNOWS_HORIZON, ANYTIME):
        line = Schedule({}, ONE, ONE, (), (), "line", {})
        assert refused(line, bound(every))


@pytest.mark.parametrize(
    ("witness", "reason"),
    [
        (ROUND, "instance"),
        (
            replace(ROUND, curves=(), parameters={"k": Fraction(2), "T": Fraction(3)}),
            "instance",
        ),
        (Point({"k": Fraction(2), "T": Fraction(3)}, {"f": ZERO_ARM}), "instance"),
        (Point({"k": Fraction(2)}, {}), "instance"),
        (Point({"k": Fraction(0), "T": Fraction(3)}, {}), "instance"),
        (Point({"k": Fraction(2), "T": Fraction(0)}, {}), "instance"),
    ],
)
def test_witnesses_that_are_none(witness, reason):
    whole = proved(HALF_K)
    assert rejected(replace(whole, witness=witness)) is reason


def test_a_lower_bound_is_about_one_arm_at_least():
    whole, nobody = proved(HALF_K), Point({"k": Fraction(0), "T": Fraction(3)}, {})
    anywhere = replace(whole, claim=replace(whole.claim, givens=()), witness=nobody)
    assert rejected(anywhere) == "instance"


def test_the_proofs_belong_to_the_duties():
    """Other data, the same proofs: rejected."""
    half, caps, anytime = map(proved, (HALF_K, THREE_QUARTERS, ANYTIME_K))
    plan, thirds, stopped = map(first_exhibit, (half, caps, anytime))
    swapped = {"behind": plan.proofs["ahead"], "ahead": plan.proofs["behind"]}
    changes = [
        (half, replace(plan, cap=plan.cap + ONE)),
        (half, replace(plan, zeros=ONE)),
        (half, replace(plan, proofs=swapped)),
        *((half, without(plan, name)) for name in plan.proofs),
        (caps, replace(thirds, below=THREE * m + ONE)),
        (caps, replace(thirds, above=ONE)),
        *((caps, without(thirds, name)) for name in thirds.proofs),
        (anytime, replace(stopped, horizon=stopped.horizon + ONE)),
        (anytime, replace(stopped, cap=c + ONE)),
        (anytime, replace(stopped, zeros=ONE)),
        *((anytime, without(stopped, name)) for name in stopped.proofs),
    ]
    for whole, changed in changes:
        assert judge(dumps(whole)).verdict == "proved"
        assert rejected(with_exhibit(whole, changed)) in ("identity", "coverage")


def test_the_question_is_answered_only_by_its_own_quantifier():
    """A certificate of the claim about policies that know T does not answer the other question."""
    text, _, givens = HALF_K
    whole = proved(HALF_K)
    with pytest.raises(RejectedError, match="another claim"):
        certify(question(text, "every-anytime", givens), whole)
    assert certify(question_about(whole.claim), whole).verdict.value == "proved"
