from fractions import Fraction

from imab_verify.model.rewards import Reward

LINE = Reward.from_points([(0, "0"), (60, "1")])


def test_rounded_down_part_a_and_its_step_fail_where_the_files_say():
    part_a = [T for T in range(1, 50) if 5 * LINE.rew(T // 2) < LINE.rew(T)]
    step = [T for T in range(1, 50) if LINE.rew(T) > Fraction(5 * T, 4) * LINE.value(T // 2)]
    assert part_a == [1, 3]
    assert step == [1, 2, 3, 5, 7]
