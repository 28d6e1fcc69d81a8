"""D11a: Rew-ratio lemma (a)."""

from imab_verify.ledger import Entry, Reading, at

ENTRY = Entry(
    id="D11a",
    lines="559-565(a),1388",
    slug="rew-ratio-half",
    title="Rew-ratio lemma (a)",
    statement="Rew(alpha T)/Rew(T) >= 1/5 for alpha >= 1/2.",
    literal=(
        Reading(
            name="d11a_literal_1",
            says="alpha T = m is an integer",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
        ),
    ),
    others=(
        Reading(
            name="d11a_other_1",
            says="alpha T rounded down",
            claim="Rew(f,T//2)/Rew(f,T) >= 1/5",
        ),
        Reading(
            name="d11a_other_2",
            says="alpha T rounded down, T >= 2",
            claim="Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T >= 2",),
        ),
        Reading(
            name="d11a_other_3",
            says="alpha T rounded up",
            claim="Rew(f,(T+1)//2)/Rew(f,T) >= 1/5",
        ),
        Reading(
            name="d11a_other_4",
            says="f(0) is not known",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
            arms="f: concave-from-1",
            tries=(at(m=1, T=2, f="min(n-1, 2)/2"),),
        ),
    ),
    repairs=(
        Reading(
            name="d11a_repair_1",
            says="the sharp form",
            claim="m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            given=("m <= T",),
        ),
        Reading(
            name="d11a_repair_2",
            says="1/4 for integers",
            claim="Rew(f,m)/Rew(f,T) >= 1/4",
            given=("2*m >= T",),
        ),
        Reading(
            name="d11a_repair_3",
            says="rounded down, from T = 4 on",
            claim="Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T >= 4",),
        ),
        Reading(
            name="d11a_repair_4",
            says="rounded down, T = 2",
            claim="Rew(f,T//2)/Rew(f,T) >= 1/5",
            given=("T == 2",),
        ),
        Reading(
            name="d11a_repair_5",
            says="f(0) is not known, T >= 5",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T", "T >= 5"),
            arms="f: concave-from-1",
        ),
    ),
    relies_on=("D12", "D13", "D14"),
    convention="alpha T must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T, with 1/4 in place of 1/5. If alpha T is rounded "
        "down it fails at T = 1 and T = 3 and nowhere else. The printed proof fails at "
        "alpha = 1/2."
    ),
)
