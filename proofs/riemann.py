"""Sums and integrals: the Riemann lemma of the appendix.

Between integers the curve of f is read as straight. Then the area under it up to T is the sum of
the trapezia, Area(f,T) = Rew(f,T) - (f(T) - f(0))/2, so the error of replacing the sum by the
integral is known exactly: half of f(T) - f(0). All bounds of the lemma follow; for the lower and
the upper sum it is enough that f does not decrease.
"""

from imab_verify.kernel import ArmClass
from imab_verify.ledger.statements import Entry, Reading

MONOTONE = {"f": ArmClass.MONOTONE}
STRAIGHT = "f is read as a continuous curve by joining its values with straight lines."

ENTRIES = (
    Entry(
        "A20",
        "329",
        "sum-for-integral",
        "Sums replaced by integrals",
        "Using integrals in place of the sums Rew and ALG does not affect the results.",
        literal=(
            Reading(
                "what the proofs use: the integral to T from below, to T + 1 from above",
                "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            ),
        ),
        others=(Reading("the two are equal", "Rew(f,T) == Area(f,T)"),),
        repairs=(
            Reading(
                "the exact difference",
                "Rew(f,T) - Area(f,T) == 1/2*f(T) - 1/2*f(0)",
            ),
            Reading(
                "within a factor 2",
                "Area(f,T) <= Rew(f,T) and Rew(f,T) <= 2*Area(f,T)",
            ),
        ),
        mutants=(
            Reading("the integral to T from above", "Rew(f,T) <= Area(f,T)"),
            Reading("the integral to T + 1 from below", "Area(f,T+1) <= Rew(f,T)"),
        ),
        prose=("the proofs replace sums by integrals in these two directions only",),
        relies_on=("A22",),
        convention=STRAIGHT,
        finding="A sum exceeds its integral by exactly (f(T) - f(0))/2, up to a factor 2 at T = 1."
        " This is what turns T into T + 1 in the sharp constants.",
    ),
    Entry(
        "A22",
        "713-718",
        "riemann-lemma",
        "Riemann lemma",
        "The integral of f over [0,T] is at most Rew(T), and Rew(T) at most that over [0,T+1].",
        literal=(Reading("as written", "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)"),),
        others=(
            Reading(
                "monotone is enough",
                "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
                arms=MONOTONE,
            ),
            Reading(
                "from T = 0 on",
                "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
                ("T >= 0",),
            ),
        ),
        mutants=(
            Reading("the upper bound without the extra unit", "Rew(f,T) <= Area(f,T)"),
            Reading("the lower bound slightly larger", "1001*Area(f,T) <= 1000*Rew(f,T)"),
        ),
        relies_on=("A23", "A24"),
        convention=STRAIGHT,
    ),
    Entry(
        "A23",
        "727-751",
        "riemann-sums",
        "Left and right sums",
        "With L = f(0)+...+f(T-1) and R = Rew(T): L <= integral <= R and Rew(T)-f(T)+f(0) = L.",
        literal=(
            Reading("the left sum", "Rew(f,T) - f(T) + f(0) == Rew(f,T-1) + f(0)"),
            Reading("below", "Rew(f,T-1) + f(0) <= Area(f,T)"),
            Reading("above", "Area(f,T) <= Rew(f,T)"),
        ),
        others=(
            Reading("monotone is enough, below", "Rew(f,T-1) + f(0) <= Area(f,T)", arms=MONOTONE),
            Reading("monotone is enough, above", "Area(f,T) <= Rew(f,T)", arms=MONOTONE),
        ),
        mutants=(
            Reading("left sum one term longer", "Rew(f,T) + f(0) <= Area(f,T)"),
            Reading("strictly", "Rew(f,T-1) + f(0) < Area(f,T)"),
        ),
        convention=STRAIGHT,
    ),
    Entry(
        "A24",
        "757-760",
        "riemann-chain",
        "The displayed chain",
        "Rew(T) <= int_0^T f + [f(T) - f(t)] <= int_0^T f + f(T) <= int_0^{T+1} f.",
        literal=(
            Reading(
                "first step, with t any point of [0,T]",
                "Rew(f,T) <= Area(f,T) + f(T) - f(t)",
                ("t >= 0", "t <= T"),
            ),
            Reading(
                "second step",
                "Area(f,T) + f(T) - f(t) <= Area(f,T) + f(T)",
                ("t >= 0", "t <= T"),
            ),
            Reading("third step", "Area(f,T) + f(T) <= Area(f,T+1)"),
        ),
        repairs=(
            Reading("first step, with f(0)", "Rew(f,T) <= Area(f,T) + f(T) - f(0)"),
            Reading("the sharp first step", "Rew(f,T) == Area(f,T) + 1/2*f(T) - 1/2*f(0)"),
        ),
        relies_on=("A23",),
        convention=STRAIGHT,
        finding="The bracket must read f(T) - f(0); t is the variable of integration.",
    ),
)
