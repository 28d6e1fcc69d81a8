"""A23 (lines 727-751): the left and the right sum.

With L = f(0) + ... + f(T-1) and R = f(1) + ... + f(T) = Rew(f,T):

    Rew(f,T) - f(T) + f(0) = L <= Area(f,T) <= R.

Only f(n) <= f(n+1) is needed for the two bounds; concavity plays no part.
"""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A23",
    lines="727-751",
    slug="riemann-sums",
    title="Left and right sums",
    statement=(
        "With L = f(0)+...+f(T-1) and R = Rew(T): L <= integral <= R and Rew(T)-f(T)+f(0) = L."
    ),
    literal=(
        Reading(
            "rew_sub_last_add_start_eq_left_sum",
            "the left sum",
            "Rew(f,T) - f(T) + f(0) == Rew(f,T-1) + f(0)",
        ),
        Reading("left_sum_le_area", "below", "Rew(f,T-1) + f(0) <= Area(f,T)"),
        Reading("area_le_rew", "above", "Area(f,T) <= Rew(f,T)"),
    ),
    others=(
        Reading(
            "left_sum_le_area_of_monotone",
            "monotone is enough, below",
            "Rew(f,T-1) + f(0) <= Area(f,T)",
            arms="f: monotone",
        ),
        Reading(
            "area_le_rew_of_monotone",
            "monotone is enough, above",
            "Area(f,T) <= Rew(f,T)",
            arms="f: monotone",
        ),
    ),
    prose=(
        (
            "the curve is read as straight lines between the values; for another nondecreasing "
            "curve "
            "the area over [n-1, n] lies between f(n-1) and f(n) as well"
        ),
    ),
    convention="f is read as a continuous curve by joining its values with straight lines.",
)
