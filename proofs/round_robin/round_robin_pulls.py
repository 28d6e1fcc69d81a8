"""C1: Round robin pulls each arm at least floor(T/k) times."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C1",
    lines="402",
    slug="round-robin-pulls",
    title="Round robin pulls each arm at least floor(T/k) times",
    statement="After T rounds each arm has been pulled at least floor(T/k) times.",
    literal=(
        Reading(
            name="c1_literal_1",
            says="arm i is pulled at steps i, i+k, ..., (T-i+k)//k times in all",
            claim="(T-i+k)//k >= T//k",
            given=("1 <= i", "i <= k"),
        ),
        Reading(
            name="c1_literal_2",
            says="the last of these steps is at most T, the next one after T",
            claim="i + (n-1)*k <= T and T < i + n*k",
            given=("1 <= i", "i <= k", "0 <= n", "n == (T-i+k)//k"),
        ),
    ),
    others=(
        Reading(
            name="c1_other_1",
            says="and at most one time more",
            claim="(T-i+k)//k <= T//k + 1",
            given=("1 <= i", "i <= k"),
        ),
    ),
    prose=("counting: arm i is pulled at the steps i, i + k, i + 2k, ... up to T, and no others",),
)
