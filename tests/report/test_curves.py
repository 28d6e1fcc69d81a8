"""Curves as inline SVG."""

from fractions import Fraction

from imab_verify.kernel import Curve
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.report.curves import OKABE_ITO, counterexample_figure

BIG = 10**30


def test_a_notebook_shows_every_arm_and_its_curve():
    long = Reward.from_values([Fraction(40 * n - n * n, 400) for n in range(21)])
    html = Instance.of([Reward.from_points([(0, 0), (BIG, 1)]), long])._repr_html_()
    assert html.count("<polyline") == 2
    assert f"0: 0, {BIG}: 1" in html
    assert "and 9 more" in html
    many = Instance.of([long] * 15)._repr_html_()
    assert many.count("<polyline") == 12
    assert "and 3 more arms" in many


def test_the_curve_goes_from_corner_to_corner():
    html = Instance.of([Reward.from_points([(0, 0), (8, 1)])])._repr_html_()
    # n = 0, 8, 10 of 10 on 312 pixels; f = 0, 1, 1 on 112 pixels from the bottom.
    assert 'points="24.0,136.0 273.6,24.0 336.0,24.0"' in html


def curve(*points):
    return Curve(tuple((n, Fraction(v)) for n, v in points))


def test_equal_arms_are_drawn_once_and_parameters_named_below():
    rising, flat = curve((0, 0), (4, 1)), curve((0, "1/2"))
    numbers = {"m": Fraction(4), "T": Fraction(8), "k": Fraction(3), "c": Fraction(1, 2)}
    arms = {"1": flat, "2": flat, "3": rising}
    svg = counterexample_figure(arms, numbers, numbered=True)
    assert svg.count("<polyline") == 2
    assert ">arms 1 to 2</text>" in svg
    assert ">arm 3</text>" in svg
    assert [f">{name}</text>" in svg for name in "mTkc"] == [True, True, False, False]
    assert f'stroke="{OKABE_ITO[1]}"' in svg


def test_names_of_arms_are_shown_as_they_are():
    svg = counterexample_figure({"f": curve((0, 0)), "g": curve((0, 0))}, {}, numbered=False)
    assert ">f, g</text>" in svg


def test_a_counterexample_without_arms_has_no_figure():
    assert counterexample_figure({}, {"n": Fraction(2)}, numbered=False) == ""
