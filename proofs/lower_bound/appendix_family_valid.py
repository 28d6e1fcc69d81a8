"""B10: The appendix family is an IMAB instance."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B10",
    lines="954-966",
    slug="appendix-family-valid",
    title="The appendix family is an IMAB instance",
    statement=(
        "With N = ceil(T/k), n/T up to N then 1/k, and n/T up to T then 1, are reward functions."
    ),
    literal=(
        Reading(
            name="b10_literal_1",
            says="at n = N + 1 the capped arm does not fall",
            claim="N/T <= 1/k",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
        Reading(
            name="b10_literal_2",
            says="at n = N + 1 it grows by no more than before, and all values are in [0,1]",
            claim="1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            given=("T <= k*N", "k*(N-1) < T"),
        ),
    ),
    others=(
        Reading(
            name="b10_other_1",
            says="from T = k on",
            claim="N/T <= 1/k",
            given=("T <= k*N", "k*(N-1) < T", "T >= k"),
        ),
    ),
    repairs=(
        Reading(
            name="b10_repair_1",
            says="N = floor(T/k) for ceil(T/k): valid for all k and T",
            claim="0 <= 1/k - N/T and 1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            given=("0 <= N", "k*N <= T", "T < k*(N+1)"),
        ),
        Reading(
            name="b10_repair_2",
            says="as printed it is valid exactly where k divides T: if so",
            claim="0 <= 1/k - N/T and 1/k - N/T <= 1/T",
            given=("T == k*N",),
        ),
        Reading(
            name="b10_repair_3",
            says="and only if so",
            claim="N/T > 1/k",
            given=("N >= 1", "k*(N-1) < T", "T < k*N"),
        ),
    ),
    finding=(
        "If k does not divide T then f(N) = N/T > 1/k = f(N+1): the reward falls at pull "
        "N + 1. With floor(T/k) for ceil(T/k) the family is valid for all k and T, and "
        "the displays of the proof hold as printed, with N_k <= N for N_k < N."
    ),
)
