"""B10: the family of the appendix is one of IMAB instances (lines 954-966).

With N = ceil(T/k), the arms are n/T up to N, then 1/k, and n/T up to T, then 1. If k does not
divide T then f(N) = N/T > 1/k = f(N+1): the reward falls at pull N + 1, so this is no instance
(first at k = 2, T = 1; from T = k on at k = 2, T = 3). If k divides T it is one.

With floor(T/k) for ceil(T/k) the step at N + 1 is 1/k - N/T, between 0 and 1/T, and the family is
valid for all k and T.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

APPENDIX_STEP_LT_ZERO = Reading(
    "appendix_step_lt_zero_of_not_dvd",
    "wherever k does not divide T, pull N pays N/T > 1/k, and pull N + 1 less than that",
    "N/T > 1/k",
    given=("N >= 1", "k*(N-1) < T", "T < k*N"),
)

NO_RUN = (
    "where k does not divide T the printed arms are no reward functions (B10), so there is no run: "
    "what an arm pays is the sum of its printed values"
)
"""Said of the displays about the family of the appendix."""

ENTRY = Entry(
    id="B10",
    lines="954-966",
    slug="appendix-family-valid",
    severity=Severity.LEMMA,
    title="The appendix family is an IMAB instance",
    statement=(
        "With N = ceil(T/k), n/T up to N then 1/k, and n/T up to T then 1, are reward functions."
    ),
    literal=(
        Reading(
            "appendix_step_ge_zero",
            "at n = N + 1 the capped arm does not fall",
            "N/T <= 1/k",
            given=CEIL_OF_SHARE,
        ),
        Reading(
            "appendix_step_le_slope",
            "at n = N + 1 it grows by no more than before, and all values are in [0,1]",
            "1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            given=CEIL_OF_SHARE,
        ),
    ),
    negation=(APPENDIX_STEP_LT_ZERO,),
    beyond=(
        Reading(
            "appendix_step_ge_zero_from_2k",
            "from T = 2k on",
            "N/T <= 1/k",
            given=(*CEIL_OF_SHARE, "T >= 2*k"),
        ),
    ),
    repairs=(
        Reading(
            "floor_step_between_zero_and_slope",
            "N = floor(T/k) for ceil(T/k): valid for all k and T",
            "0 <= 1/k - N/T and 1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            given=("0 <= N", "k*N <= T", "T < k*(N+1)"),
        ),
        Reading(
            "appendix_step_between_zero_and_slope_of_dvd",
            "as printed it is valid where k divides T",
            "0 <= 1/k - N/T and 1/k - N/T <= 1/T",
            given=("T == k*N",),
        ),
    ),
    printed=(
        r"Let $N = \lceil T/k \rceil$. [...] for instance $\mathcal{I}_m$, for all arms "
        r"$i \ne m$: $f_i(n) = \frac{n}{T}$ if $n \le N$, $\frac{1}{k}$ if $n > N$."
    ),
    corrected=r"Let $N = \lfloor T/k \rfloor$, and the rest as printed.",
    finding=(
        "If k does not divide T then f(N) = N/T > 1/k = f(N+1): the reward falls at pull "
        "N + 1 (k = 2, T = 5: the third pull pays 3/5, the fourth 1/2). With floor(T/k) for "
        "ceil(T/k) the family is valid for all k and T, and "
        "the displays of the proof hold as printed, with N_k <= N for N_k < N."
    ),
)
