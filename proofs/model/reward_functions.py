"""A8-A12: reward functions (lines 178, 229-240).

An arm is a function f: N -> [0,1], nondecreasing, with f(n+1) - f(n) <= f(n) - f(n-1) for n >= 1,
and Rew(f,N) = f(1) + ... + f(N). The condition at n = 1 speaks of f(0), so 0 is in N: that is the
class `concave`. The class `concave-from-1` leaves f(0) out, and the condition begins at n = 2.

"Increasing" must mean nondecreasing: the paper's own instances have constant arms, and for those
f(n) < f(n+1) is false. Two consequences are used as statements:

    (c-a) f(b) >= (c-b) f(a) + (b-a) f(c)  for a <= b <= c    increments that fall make f concave;
    f(n) <= f(n+1) <= 1                                       so the potential lim f(n) exists.
"""

from imab_verify.ledger import Entry, Reading, Severity, Status

REW_SUCC = Reading(
    "rew_succ",
    "a pull adds the next reward to the total of its arm",
    "Rew(f,N+1) == Rew(f,N) + f(N+1)",
    given=("N >= 0",),
)

REWARD_LE_SUCC = Reading("reward_le_succ", "nondecreasing", "f(n) <= f(n+1)", given=("n >= 0",))

REW = Entry(
    id="A8",
    lines="229",
    slug="rew",
    severity=Severity.REMARK,
    title="Cumulative reward",
    statement="Rew_i(N) = f_i(1) + ... + f_i(N).",
    others=(REW_SUCC,),
    kind=Status.DEFINITION,
    reason="Rew is defined so, here as in the kernel.",
)

BOUNDED_DIMINISHING = Entry(
    id="A9",
    lines="230,237",
    slug="rewards",
    severity=Severity.REMARK,
    title="Bounded rewards with decreasing marginal returns",
    statement="f: N -> [0,1] and f(n+1) - f(n) <= f(n) - f(n-1) for all n >= 1.",
    others=(
        Reading(
            "reward_between_zero_and_one",
            "values in [0,1], from n = 0 on",
            "0 <= f(n) and f(n) <= 1",
            given=("n >= 0",),
        ),
        Reading("delta_succ_le_delta", "increments at n", "Delta(f,n+1) <= Delta(f,n)"),
        Reading(
            "delta_succ_le_delta_from_1",
            "without f(0), from n = 2 on",
            "Delta(f,n+1) <= Delta(f,n)",
            given=("n >= 2",),
            arms="f: concave-from-1",
        ),
    ),
    kind=Status.DEFINITION,
    reason=(
        "The class `concave`. The condition at n = 1 uses f(0), so 0 is in N here; the "
        "class `concave-from-1` leaves f(0) out."
    ),
)

INCREASING = Entry(
    id="A10",
    lines="178,232",
    slug="increasing",
    severity=Severity.REMARK,
    title="Monotonically increasing",
    statement="f is monotonically increasing.",
    others=(
        REWARD_LE_SUCC,
        Reading("reward_lt_succ", "strictly increasing", "f(n) < f(n+1)", given=("n >= 0",)),
    ),
    kind=Status.DEFINITION,
    reason=(
        "An assumption; the paper's own instances have constant arms, so it must be read "
        "as nondecreasing. The readings show what each version says of the class."
    ),
)

CONCAVE = Entry(
    id="A11",
    lines="232",
    slug="concave",
    severity=Severity.REMARK,
    title="Decreasing marginal returns mean concave",
    statement="For continuous f, increasing with decreasing marginal returns implies concave.",
    literal=(
        Reading(
            "chord_le_reward",
            "the curve lies above its chords",
            "(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
        ),
    ),
    others=(
        Reading(
            "half_step_concave_of_whole_steps",
            (
                "decreasing returns at whole steps only, g(2n) = f(n): at half steps the curve "
                "need "
                "not be concave"
            ),
            "2*g(1) >= g(0) + g(2)",
            given=("g(4) - g(2) <= g(2) - g(0)",),
            arms="g: monotone",
        ),
    ),
    prose=(
        (
            "a limit: the claim is about a grid, of any mesh; a continuous curve that is concave "
            "on "
            "every grid is concave"
        ),
    ),
    convention=(
        "For a continuous curve decreasing marginal returns are those at every step size; at whole "
        "steps only they do not make it concave."
    ),
)

POTENTIAL = Entry(
    id="A12",
    lines="239-240",
    slug="potential",
    severity=Severity.REMARK,
    title="The potential exists",
    statement="a_i = lim f_i(n) exists and is finite.",
    literal=(REWARD_LE_SUCC, Reading("reward_le_one", "bounded", "f(n) <= 1", given=("n >= 0",))),
    prose=("a limit: a nondecreasing bounded sequence converges",),
)

ENTRIES = (REW, BOUNDED_DIMINISHING, INCREASING, CONCAVE, POTENTIAL)
