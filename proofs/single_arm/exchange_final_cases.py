"""B32: the last merge, of arms 1 and 2 (lines 914-927).

Arm 1 is best at T. Either it alone is, and all pulls go to it, or Rew_1(T) = Rew_2(T), and they go
to either of the two. In each case ALG'_3(T) <= Rew_1(T) = ALG(T), which contradicts ALG < ALG'_3.
Each is the sum of T Rew_1(n) <= n Rew_1(T) and T Rew_2(T-n) <= (T-n) Rew_2(T).
"""

from imab_verify.ledger import Entry, Reading, Slip, cite, combine
from proofs.single_arm.two_arms_single_best import MIXTURE_LE_BETTER_OF_MONOTONE

MEANS = (cite("mean_rew_le"), cite("mean_rew_le", f="g", n="T-n"))

ENTRY = Entry(
    id="B32",
    lines="914-927",
    slug="exchange-final-cases",
    title="The last merge, of arms 1 and 2",
    statement="Whether arm 1 alone is best at T or both arms are, ALG'_3(T) <= ALG(T).",
    literal=(
        Reading(
            "mixture_le_strictly_better",
            "only arm 1 is best",
            "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) < Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
            by=(
                *MEANS,
                combine({"mean_rew_le": "1", "mean_rew_le 2": "1", "given 1": "T-n"}, scale="T"),
            ),
        ),
        Reading(
            "mixture_le_first_of_tie",
            "both are, merged into arm 1",
            "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) == Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
            by=(
                *MEANS,
                combine({"mean_rew_le": "1", "mean_rew_le 2": "1", "given 1": "n-T"}, scale="T"),
            ),
        ),
        Reading(
            "mixture_le_second_of_tie",
            "both are, merged into arm 2",
            "Rew(f,n) + Rew(g,T-n) <= Rew(g,T) and Rew(g,T) <= Rew(f,T)",
            given=("Rew(g,T) == Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
            by=(
                *MEANS,
                combine({"mean_rew_le": "1", "mean_rew_le 2": "1", "given 1": "n"}, scale="T"),
            ),
        ),
    ),
    others=(MIXTURE_LE_BETTER_OF_MONOTONE,),
    slips=(Slip(line="914", printed="from the definition of J*_T.", meant="j*_T."),),
    relies_on=("B19", "B31"),
)
