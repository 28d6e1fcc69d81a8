"""D42 (lines 656, 1558-1568): N_1^2 + ... + N_k^2 >= T^2/k if N_1 + ... + N_k = T.

Any counts with the sum T are the final counts of a run of some policy, so this is a claim about all
runs of all policies. The paper cites Cauchy-Schwarz. Here each square is compared with its tangent
at the mean T/k, k^2 N^2 - (2kTN - T^2) = (kN - T)^2 >= 0, and the k tangents add up to
2kT^2 - kT^2 = k^2 (T^2/k).
"""

from imab_verify.ledger import Entry, Reading, Severity

ENTRY = Entry(
    id="D42",
    lines="656,1558-1568",
    number="Observation 3",
    slug="sum-of-squares",
    severity=Severity.LEMMA,
    title="Sum of squared counts",
    statement="If N_1 + ... + N_k = T then N_1^2 + ... + N_k^2 >= T^2/k.",
    literal=(
        Reading(
            "sum_of_squares_of_counts_ge_mean_square",
            "the final counts of any run",
            "squares >= T**2/k",
            given=("T >= 0",),
            policy="any",
        ),
    ),
    others=(
        Reading(
            "count_sq_sub_tangent_eq_square",
            "each count, by its tangent",
            "k*k*N*N - (2*k*T*N - T*T) == (k*N-T)**2 and k*(k*N-T)**2 >= 0",
            given=("N >= 0", "T >= 0"),
        ),
        Reading(
            "sum_of_two_squares_ge_half",
            "k = 2",
            "A*A + B*B >= T*T/2",
            given=("A + B == T", "A >= 0", "B >= 0"),
        ),
    ),
)
