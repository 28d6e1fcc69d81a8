import pytest

from imab_verify.kernel import ArmClass, Run
from imab_verify.language.reading import read_question
from imab_verify.language.writing import latex_claim, latex_name

ARMS = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("m <= T", r"T \ge m"),
        ("m*(m+1)*Rew(f,T) <= 2*f(m)", r"2\,f(m) \ge m\,\left(m + 1\right)\,\mathrm{Rew}(f, T)"),
        ("P(f,a,N) > Delta(f,a) - 1/2", r"P(f, a, N) + \frac{1}{2} > \Delta(f, a)"),
        ("Area(f,n) == 0", r"\mathrm{Area}(f, n) = 0"),
        ("0 >= f(n)", r"f(n) \le 0"),
        ("f(T//2) >= x1**2", r"f(\left\lfloor \frac{T}{2} \right\rfloor) \ge x_{1}^{2}"),
    ],
)
def test_comparisons(text, formula):
    conclusion, *_ = latex_claim(read_question(text).claims().claim).split(r",\quad ")
    assert conclusion == formula


def test_names():
    assert [latex_name(n) for n in ("m", "T2", "n_1", "level", "a_b")] == [
        "m",
        "T_{2}",
        "n_{1}",
        r"\mathit{level}",
        r"\mathit{a\_b}",
    ]


def test_a_claim_has_all_its_parts():
    claim = read_question("x*ALG(T) >= OPT(T)", ["x >= 1"], None, ("x",), Run("round-robin"))
    text = latex_claim(claim.claims().claim)
    assert r"\mathrm{ALG}(T)" in text
    assert r"\text{given } x \ge 1" in text
    assert r"x \in \mathbb{R}" in text
    assert "round-robin" in text


def test_formulas():
    claims = read_question("f(m) >= 1 or max(f(m), 2*g(m)) <= 1/2", arms=ARMS).claims()
    text = latex_claim(claims.claim)
    assert r"f(m) \ge 1 \lor \frac{1}{2} \ge \max\left(f(m), 2\,g(m)\right)" in text
