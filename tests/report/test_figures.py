"""Figures of runs: what they show, and that they are always the same."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from matplotlib.colors import to_hex

from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass
from imab_verify.model.files import read_instance
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import make_policy
from imab_verify.report.curves import OKABE_ITO
from imab_verify.report.figures import Picture, check_figure_path, draw_run, save_figure
from imab_verify.report.runs import optimal_spans
from imab_verify.simulation import leaping
from imab_verify.simulation.profile import profile

EXAMPLES = Path(__file__).parents[2] / "examples"
TWO_ARMS = read_instance(EXAMPLES / "two-arms.json")
SIXTEEN_ARMS = read_instance(EXAMPLES / "sixteen-arms.json")


def picture(instance, T, policy="algorithm-1"):
    run = leaping.run(instance, make_policy(policy, {}), T)
    return Picture(instance, policy, T, run.pulls)


def curves(figure):
    return [line for line in figure.axes[0].lines if len(line.get_xdata()) > 1]


def markers(figure):
    return [line for line in figure.axes[0].lines if line.get_marker() == "o"]


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_same_run_gives_the_same_file(tmp_path, suffix):
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file in files:
        save_figure(draw_run(picture(TWO_ARMS, 200)), str(file))
    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"<dc:date>" not in files[0].read_bytes()


def test_each_arm_has_its_curve_and_its_place():
    drawn = picture(TWO_ARMS, 200)
    figure = draw_run(drawn)
    assert len(curves(figure)) == 2
    for i, (arm, curve, marker) in enumerate(
        zip(TWO_ARMS.arms, curves(figure), markers(figure), strict=True)
    ):
        for x, y in zip(curve.get_xdata(), curve.get_ydata(), strict=True):
            assert y == float(arm.value(int(x)))
        n = drawn.pulls[i]
        assert (marker.get_xdata()[0], marker.get_ydata()[0]) == (n, float(arm.value(n)))
        assert to_hex(curve.get_color()).upper() == OKABE_ITO[i]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["1: 101", "2: 99"]


def test_the_strip_shows_who_was_optimal_when():
    figure = draw_run(picture(TWO_ARMS, 200))
    spans = [patch.get_extents().transformed(patch.axes.transData.inverted())
             for patch in figure.axes[1].patches]  # fmt: skip
    assert [(round(s.x0, 6), round(s.x1, 6)) for s in spans] == [(0, 100.5), (100.5, 200)]
    colours = [to_hex(patch.get_facecolor()).upper() for patch in figure.axes[1].patches]
    assert colours == list(OKABE_ITO[:2])
    assert [text.get_text() for text in figure.axes[1].texts] == ["1", "2"]


def test_the_ratio_is_drawn_on_request_with_its_worst_horizon():
    drawn = picture(SIXTEEN_ARMS, 1600)
    assert len(draw_run(drawn).axes) == 2
    whole = profile(SIXTEEN_ARMS, make_policy("algorithm-1", {}), 1600)
    horizon, worst = whole.worst()
    figure = draw_run(replace(drawn, ratio_at=whole.ratio_at, events=[horizon]))
    (curve,) = figure.axes[2].lines
    assert max(curve.get_ydata()) == float(worst)


def test_the_axis_is_logarithmic_only_where_a_linear_one_would_squeeze():
    assert draw_run(picture(SIXTEEN_ARMS, 1600)).axes[0].get_xscale() == "linear"
    figure = draw_run(picture(SIXTEEN_ARMS, 10**12))
    assert {panel.get_xscale() for panel in figure.axes} == {"log"}
    assert figure.axes[0].get_xlim() == (1, 10**12)
    for arm, curve in zip(SIXTEEN_ARMS.arms, curves(figure), strict=True):
        for x, y in zip(curve.get_xdata(), curve.get_ydata(), strict=True):
            assert y == float(arm.value(int(x)))


@pytest.mark.parametrize("T", [0, 1, 10**200])
@pytest.mark.parametrize("instance", [TWO_ARMS, Instance.of([Reward.from_values([0])])])
def test_extreme_horizons_are_drawn(tmp_path, T, instance):
    save_figure(draw_run(picture(instance, T)), str(tmp_path / "run.png"))
    assert (tmp_path / "run.png").stat().st_size > 0


def test_arms_of_every_class_and_no_pulls_are_drawn():
    arms = [
        Reward.from_values(["1/4", "1/2"], ArmClass.CONCAVE_FROM_1),
        Reward.from_points([(0, 0), (9, 0), (10, 1)], ArmClass.MONOTONE),
    ]
    figure = draw_run(Picture(Instance.of(arms), "random-probe", 20))
    assert len(curves(figure)) == 2
    assert curves(figure)[0].get_xdata()[0] == 1
    assert markers(figure) == []


def test_of_many_arms_twenty_have_colours_and_names():
    arms = [Reward.from_values([0, Fraction(i, 60)]) for i in range(60)]
    figure = draw_run(picture(Instance.of(arms), 500, "round-robin"))
    assert len(curves(figure)) == 60
    assert len(figure.legends[0].get_texts()) == 20
    assert any(text.get_text() == "60: 8" for text in figure.legends[0].get_texts())


def test_an_infinite_ratio_is_a_gap_in_the_curve():
    instance = Instance.of([Reward.from_values([0]), Reward.from_values([0, 1])])
    figure = draw_run(Picture(instance, "single-arm", 9, (9, 0), lambda _: None))
    assert all(y != y for y in figure.axes[2].lines[0].get_ydata())  # noqa: PLR0124  nan


def test_the_name_of_a_policy_is_not_mathematics(tmp_path):
    drawn = replace(picture(TWO_ARMS, 20), policy="$bad_{")
    save_figure(draw_run(drawn), str(tmp_path / "run.svg"))


def test_a_matplotlibrc_of_the_reader_changes_nothing(tmp_path):
    import matplotlib as mpl

    save_figure(draw_run(picture(TWO_ARMS, 20)), str(tmp_path / "a.svg"))
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "axes.grid": True}):
        save_figure(draw_run(picture(TWO_ARMS, 20)), str(tmp_path / "b.svg"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("name", ["run", "run.gif", "run.svg.txt", ".svg"])
def test_a_format_that_is_not_known_is_refused(name):
    with pytest.raises(InputError, match=r"\.svg, \.png, \.pdf$"):
        check_figure_path(name)


def test_the_largest_horizon():
    with pytest.raises(InputError, match=r"at most 10\^200"):
        draw_run(Picture(TWO_ARMS, "greedy", 10**200 + 1))


@pytest.mark.parametrize("T", [1, 99, 100, 101, 5000])
def test_spans_cover_all_horizons_once(T):
    spans = optimal_spans(SIXTEEN_ARMS, T)
    assert spans[0].first == 1
    assert spans[-1].last == T
    for before, after in pairwise(spans):
        assert before.last + 1 == after.first
        assert before.arm != after.arm
    assert all(SIXTEEN_ARMS.opt_arm(span.last) == span.arm for span in spans)
