"""C7 (lines 1061-1066): RR >= (T/2k)(f(0) + f(T/k)).

Round robin gets Rew(f,m) from the optimal arm, m = T/k, and at least 0 from the others; the sum is
at least the area of the trapezium OBEP,

    Rew(f,m) >= m (f(m) - f(0))/2 + m f(0) = m (f(0) + f(m))/2.

Concavity is needed: an arm that only does not decrease may pay 0 before m. Even f(1) may stand for
f(0), as it does in the final display of the proof.
"""

from imab_verify.ledger import Entry, Identity, Reading

ENTRY = Entry(
    id="C7",
    lines="1061-1066",
    slug="round-robin-trapezium",
    title="RR >= (T/2k)(f(0) + f(T/k))",
    statement="RR(I,T) >= sum_{n=1}^{T/k} f_1(n) >= (T/2k)(f_1(0) + f_1(T/k)).",
    literal=(
        Reading(
            "rew_ge_trapezium",
            "the sum, m = T/k, and the area of OBEP",
            "Rew(f,m) >= m/2*(f(m)-f(0)) + f(0)*m and Rew(f,m) >= m/2*(f(0)+f(m))",
        ),
        Reading(
            "round_robin_alg_ge_rew_of_arm",
            "in the run: f has its floor(T/k) pulls, and the other arms pay at least 0",
            "ALG(T) >= Rew(f,N) and N >= T//k",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
    ),
    others=(
        Reading(
            "rew_ge_trapezium_of_monotone",
            "for arms that are only nondecreasing",
            "Rew(f,m) >= m/2*(f(0)+f(m))",
            arms="f: monotone",
        ),
    ),
    repairs=(
        Reading(
            "rew_ge_trapezium_from_first",
            "sharper, with the trapezia from 1 on",
            "Rew(f,m) >= m/2*(f(1)+f(m))",
        ),
    ),
    relies_on=("C1",),
    identities=(
        Identity(
            "trapezium_eq",
            "triangle and rectangle under the chord from 0 to T/k",
            "1/2*(T/k)*(f(T/k) - f(0)) + f(0)*(T/k) == (T/(2*k))*(f(0) + f(T/k))",
        ),
        Identity(
            "trapezium_is_area_of_chord",
            "the trapezium is the area under that chord",
            "area(k*(f(T/k) - f(0))/T*x + f(0), x, 0, T/k) == (T/(2*k))*(f(0) + f(T/k))",
        ),
    ),
)
