"""A sharp constant is accepted; a thousandth more is rejected with the same proof, and refuted.

Each line exercises one rule at the edge of what it can prove.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.kernel import RejectedError, judge, read
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.statement import ArmClass
from imab_verify.language.documents import dumps
from imab_verify.language.reading import question_about, read_question

CONCAVE, FROM_1, MONOTONE, ROTTING = ArmClass
LESS, MORE = "999/1000", "1001/1000"
VALID = Path(__file__).parents[1] / "certificates" / "valid"

SHARP = {
    "rays, concave": (
        "m*(m+1)*Rew(f,T) <= {}*T*(T+1)*Rew(f,m)",
        "m <= T",
        CONCAVE,
        "1",
        "999/1000",
    ),
    "rays, concave-from-1": (
        "P(f,a,N) >= {}*Rew(f,N)",
        "2 <= a and a <= N",
        FROM_1,
        "1",
        "1001/1000",
    ),
    "rays, monotone": ("m*Rew(f,T) <= {}*T*Rew(f,m)", "T <= m", MONOTONE, "1", LESS),
    "rays, rotting": ("m*Rew(f,T) <= {}*T*Rew(f,m)", "m <= T", ROTTING, "1", LESS),
    "bound, rotting": ("Rew(f,n) <= {}*n", "n >= 1", ROTTING, "1", LESS),
    "given, rotting": ("f(n) >= {}", "f(n+1) >= 1/2", ROTTING, "1/2", "501/1000"),
    "floor": ("Rew(f,T//2) >= {}*Rew(f,T)", "T >= 4", CONCAVE, "1/5", "1/5 + 1/1000"),
    "bound": ("Rew(f,n) <= {}*n", "n >= 1", MONOTONE, "1", LESS),
    "given": ("f(n+1) >= {}", "f(n) >= 1/2", MONOTONE, "1/2", "501/1000"),
    "strict given": ("f(n+1) > {}", "f(n) > 1/2", CONCAVE, "1/2", "501/1000"),
    "equality": ("Delta(f,n) == {}*(f(n) - f(n-1))", "n >= 1", CONCAVE, "1", MORE),
    "integers": ("n*n - n >= {}", "n >= 0", CONCAVE, "0", "1/1000"),
    "cross arms": ("f(n) + g(n) <= {}*f(n)", "g(n) <= f(n)", CONCAVE, "2", "1999/1000"),
}


def claim(name, constant):
    text, given, kind, *_ = SHARP[name]
    return (
        read_question(text.format(f"({constant})"), [given], {"f": kind, "g": kind}).claims().claim
    )


@pytest.mark.parametrize("name", SHARP)
def test_sharp_constants(name):
    *_, sharp, off = SHARP[name]
    proved = decide(question_about(claim(name, sharp)))
    assert proved.verdict == "proved"
    assert judge(proved.certified.text).verdict == "proved"
    too_much = claim(name, off)
    stretched = replace(proved.certified.certificate, claim=too_much)
    with pytest.raises(RejectedError):
        judge(dumps(stretched))
    refuted = decide(question_about(too_much))
    assert refuted.verdict == "refuted"
    assert judge(refuted.certified.text).violated == too_much.conclusion[0]


@pytest.mark.parametrize("off", ["6001/1000", "7"])
def test_two_pulls_of_every_arm_give_six_over_t_times_t_plus_1(off):
    """T(T+1) * ALG >= 6 * OPT for T >= 2k, by the opening; 6 is sharp on a straight line."""
    text = (VALID / "proved--two-pulls.json").read_text()
    certificate = read(text)
    assert judge(text).verdict == "proved"
    [comparison] = certificate.claim.conclusion
    [alg, (opt, atom)] = comparison.form.terms
    assert opt == Polynomial.constant(-6)
    more = read_question(off + " >= 0").claims().claim.conclusion[0].form.constant
    form = replace(comparison.form, terms=(alg, (-more, atom)))
    stretched = replace(certificate.claim, conclusion=(replace(comparison, form=form),))
    with pytest.raises(RejectedError):
        judge(dumps(replace(certificate, claim=stretched)))
