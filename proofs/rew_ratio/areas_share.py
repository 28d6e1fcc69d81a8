"""D19f: alpha T/k <= T/2 gives FE <= HE and Ar(AOEA) <= Ar(DCED)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D19f",
    lines="1330-1362",
    slug="areas-share",
    title="alpha T/k <= T/2 gives FE <= HE and Ar(AOEA) <= Ar(DCED)",
    statement=(
        "If m = alpha T/k <= T/2 then FE <= HE, hence AO <= DC, the triangle AOE is at "
        "most the triangle DCE, and the area under AD at most the triangle OCQ."
    ),
    literal=(
        Reading(
            name="d19f_literal_1",
            says="FE <= HE",
            claim="m <= T+1-m",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19f_literal_2",
            says="AO <= DC",
            claim="m*(f(m)-m*Delta(f,m)) <= (T+1-m)*(f(m)-m*Delta(f,m))",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19f_literal_3",
            says="2m area(AOE) <= 2m area(DCE)",
            claim="m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19f_literal_4",
            says="so for the areas up to T+1",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)**2/2*(f(m)/m)",
            given=("2*m <= T",),
        ),
    ),
    relies_on=("D19e",),
)
