"""A24 (lines 757-760): the chain for the upper bound of the Riemann lemma.

    Rew(f,T) <= Area(f,T) + [f(T) - f(t)] <= Area(f,T) + f(T) <= Area(f,T+1).

In the bracket t is the variable of integration, which means nothing there; for t = T the first step
says Rew(f,T) <= Area(f,T), which is false. What the step before it gives is f(T) - f(0), since
Rew(f,T) - f(T) + f(0) is the left sum. Half of that is sharp:

    Rew(f,T) = Area(f,T) + (f(T) - f(0))/2.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine

REW_SUB_AREA_EQ_HALF_RISE = Reading(
    "rew_sub_area_eq_half_rise",
    "the exact difference, half of f(T) - f(0)",
    "Rew(f,T) - Area(f,T) == 1/2*f(T) - 1/2*f(0)",
)

ENTRY = Entry(
    id="A24",
    lines="757-760",
    slug="riemann-chain",
    severity=Severity.SLIP,
    title="The displayed chain",
    statement="Rew(T) <= int_0^T f + [f(T) - f(t)] <= int_0^T f + f(T) <= int_0^{T+1} f.",
    literal=(
        Reading(
            "rew_le_area_add_rise_from_any_point",
            "first step, with t = n + x any real point of [0,T]",
            "Rew(f,T) <= Area(f,T) + f(T) - ((1-x)*f(n) + x*f(n+1))",
            given=("0 <= n", "n + 1 <= T", "0 <= x", "x <= 1"),
            reals=("x",),
        ),
        Reading(
            "area_add_rise_le_area_add_last",
            "second step",
            "Area(f,T) + f(T) - ((1-x)*f(n) + x*f(n+1)) <= Area(f,T) + f(T)",
            given=("0 <= n", "n + 1 <= T", "0 <= x", "x <= 1"),
            reals=("x",),
        ),
        Reading("area_add_last_le_area_next", "third step", "Area(f,T) + f(T) <= Area(f,T+1)"),
    ),
    negation=(
        Reading(
            "rew_gt_area_of_rise",
            "for t = T the first step is false for every arm that rises",
            "Rew(f,T) > Area(f,T)",
            given=("f(T) > f(0)",),
        ),
    ),
    repairs=(
        Reading(
            "rew_le_area_add_rise",
            "first step, with f(0)",
            "Rew(f,T) <= Area(f,T) + f(T) - f(0)",
            by=(
                cite("rew_sub_last_add_start_eq_left_sum"),
                cite("left_sum_le_area"),
                combine({"rew_sub_last_add_start_eq_left_sum": "-1", "left_sum_le_area": "1"}),
            ),
        ),
        REW_SUB_AREA_EQ_HALF_RISE,
    ),
    relies_on=("A23",),
    convention="f is read as a continuous curve by joining its values with straight lines.",
    finding="The bracket must read f(T) - f(0); t is the variable of integration.",
    printed=r"$\mathrm{Rew}_i(T) \le \int_{t=0}^T f_i(t)\,dt + [f_i(T) - f_i(t)]$",
    corrected=r"$\mathrm{Rew}_i(T) \le \int_{t=0}^T f_i(t)\,dt + [f_i(T) - f_i(0)]$",
)
