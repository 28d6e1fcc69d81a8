"""The rules for worst cases of Algorithm 1: true on every run, and every tampering is noticed."""

import gzip
import json
import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import pytest

from imab_verify.engines.worst_case.realise import box_of_path
from imab_verify.engines.worst_case.solve import BRANCH, worst_case
from imab_verify.kernel import MalformedError, Reason, RejectedError, judge, read
from imab_verify.kernel.contexts import ALGORITHM_1, Run
from imab_verify.kernel.forms import Kind
from imab_verify.kernel.points import Curve
from imab_verify.kernel.runs.play import RunPoint, sequence_of
from imab_verify.kernel.worst_case import boxes
from imab_verify.kernel.worst_case.boxes import (
    box_cases,
    box_inequality,
    crossings,
    partitions,
    split,
    weight,
    whole,
)
from imab_verify.kernel.worst_case.theorems import least_weight
from imab_verify.policies.algorithm_1 import Algorithm1


def estimate(curve, a, M):
    """P(f,a,M)."""
    return curve.functional(Kind.P, (a, M), 0)


def score(curves, functional):
    arm, weights = functional
    return sum(w * curves[arm].value(n) for n, w in weights().items())


def curve(rng, T):
    """A concave curve with small integer slopes, so that ties are frequent."""
    slopes = sorted((rng.randint(0, 4) for _ in range(rng.randint(1, 6))), reverse=True)
    points = [(0, Fraction(rng.choice([0, 0, 1, 3])))]
    for slope in slopes:
        n, v = points[-1]
        points.append((n + rng.randint(1, max(1, T // 4)), v))
        points[-1] = (points[-1][0], v + slope * (points[-1][0] - n))
    return Curve(tuple(points))


def runs(number=150, seed=1):
    """Random instances with the run of Algorithm 1, arms named by falling counts."""
    rng = random.Random(seed)  # noqa: S311  the same runs every time
    for _ in range(number):
        k = rng.randint(1, 4)
        T = rng.randint(2 * k, 2 * k + 14)
        curves = [curve(rng, T) for _ in range(k)]
        sequence = sequence_of(Run(ALGORITHM_1), RunPoint(tuple(curves), T))
        order = sorted(range(k), key=lambda i: -sequence.count(i))
        curves = [curves[i] for i in order]
        path = [order.index(i) for i in sequence[2 * k :]]
        counts = tuple(2 + path.count(i) for i in range(k))
        best = max(range(k), key=lambda i: (curves[i].rew(T), -i))
        yield curves, counts, path, best


def test_a_run_lies_in_exactly_one_part_of_every_split():
    for curves, counts, path, best in runs():
        pattern, box = box_of_path(counts, best, path), whole(counts, best)
        assert box is not None

        def holds(part, pattern=pattern):
            return part is not None and all(
                low <= y <= high
                for rows in zip(part.low, pattern.low, part.high, strict=True)
                for low, y, high in zip(*rows, strict=True)
            )

        assert holds(box)
        for level in range(2, box.top):
            for arm in range(len(curves)):
                for most in range(2, level + 1):
                    assert sum(map(holds, split(box, arm, level, most))) == 1
            crosser = next(i for i in range(len(curves)) if pattern.low[i][level] == level + 1)
            kinds = [box.kind(i) for i in range(len(curves)) if box.high[i][level] == level + 1]
            parts = crossings(box, level)
            assert len(parts) == len(set(kinds))
            first = kinds.index(box.kind(crosser))
            if sum(kind == kinds[first] for kind in kinds) == 1:
                assert sum(map(holds, parts)) == 1


def test_every_known_decision_is_true_on_the_run():
    strict_ones = 0
    for curves, counts, path, best in runs():
        pattern = box_of_path(counts, best, path)
        for level in range(2, pattern.top + 1):
            for i in range(len(curves)):
                for n in range(pattern.high[i][level - 1] + 1, pattern.low[i][level] + 1):
                    for j in range(len(curves)):
                        chosen, other, strict, _ = box_inequality(pattern, (i, n, level, j, 1))
                        left, right = score(curves, chosen), score(curves, other)
                        assert left == estimate(curves[i], n - 1, level)
                        assert left > right if strict else left >= right
                        strict_ones += strict
    assert strict_ones > 100


def known_decisions(box):
    """All (i, n, M, j) by the rule: pull n of arm i surely has level M."""
    arms, levels = range(len(box.counts)), range(2, box.top + 1)
    for i, M, j in product(arms, levels, arms):
        for n in range(box.high[i][M - 1] + 1, box.low[i][M] + 1):
            yield i, n, M, j


def test_a_decision_is_known_at_its_level_and_nowhere_else():
    """Also none at a level, or of an arm, that there is not; and what it says."""
    parts = [whole((4, 3), 0), whole((5, 2, 2), 1), *split(whole((6, 5), 1), 0, 3, 3)]
    parts += crossings(whole((5, 4, 3), 0), 4)
    seen = Counter()
    for box in parts:
        known, top = set(known_decisions(box)), box.top
        arms = range(-1, len(box.counts) + 1)
        for decision in product(arms, range(top + 3), range(-top - 2, top + 3), arms):
            if decision not in known:
                with pytest.raises(RejectedError, match=Reason.HYPOTHESIS.value):
                    box_inequality(box, (*decision, 1))
                continue
            _, n, M, j = decision
            (_, chosen), (_, other), strict, _ = box_inequality(box, (*decision, 1))
            most = box.high[j][M]
            assert chosen() == boxes.estimate(n - 1, M)
            assert other() == boxes.estimate(min(most, M), M)
            assert strict == (n - 1 > most)
            seen[strict, most < M] += 1
    assert {(True, True), (False, False)} <= set(seen)


def test_weights_hold_on_every_run():
    for curves, counts, path, best in runs(300, seed=2):
        T, k = sum(counts), len(counts)
        alg = sum(c.rew(n) for c, n in zip(curves, counts, strict=True))
        opt = curves[best].rew(T)
        for box in (whole(counts, best), box_of_path(counts, best, path)):
            known = weight(counts, best, box.high)
            assert T * (T + 1) * alg >= known * opt
            assert known >= weight(counts, best)
        assert T * (T + 1) * alg >= theorem_weight(counts, best) * opt
        assert T * (T + 1) * alg >= least_weight(k, T) * opt


def theorem_weight(counts, best):
    others = [N for i, N in enumerate(counts) if i != best and N >= 3]
    total = counts[best] * (counts[best] + 1) + sum(N * N + N - 2 for N in others)
    return total - max([0, *(N - 2 for N in others)])


def test_the_least_weight_is_the_least_over_all_counts():
    for k in range(1, 6):
        for T in range(2 * k, 31):
            assert least_weight(k, T) == min(theorem_weight(N, o) for N, o in box_cases(k, T))


def test_the_least_weight_has_a_closed_form_from_4k_on():
    for k in range(2, 30):
        for T in range(4 * k, 4 * k + 80):
            m, r = divmod(T, k)
            assert least_weight(k, T) == (m + 1) * (T + r) - m - 2 * (k - 2) - (r > 0)


def ray(j):
    """The constant 1, or min(n,j)."""
    return Curve(((0, Fraction(0)), (j, Fraction(j)))) if j else Curve(((0, Fraction(1)),))


def test_the_ray_inequality_behind_the_theorem():
    for N in range(3, 20):
        for M in range(N, 25):
            for j in range(N + 2):
                left = M * (M + 1) * ray(j).rew(N)
                assert left >= (N - 1) * (N + 2) * estimate(ray(j), N - 1, M)


def test_the_coefficients_of_an_estimate():
    for j in range(8):
        for a in range(2, 10):
            for M in range(a, 12):
                functional = 0, partial(boxes.estimate, a, M)
                assert score([ray(j)], functional) == estimate(ray(j), a, M)


def test_cases_cover_all_counts():
    found = list(partitions(9, 3, 9))
    assert found == [(5, 2, 2), (4, 3, 2), (3, 3, 3)]
    assert list(box_cases(3, 9)) == [
        ((5, 2, 2), 0),
        ((5, 2, 2), 1),
        ((4, 3, 2), 0),
        ((4, 3, 2), 1),
        ((4, 3, 2), 2),
        ((3, 3, 3), 0),
    ]


# --- tampering ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate():
    """A certificate with a real tree: (3, 14) has leaves with multipliers."""
    found = worst_case(Algorithm1(), 3, 14, engine=BRANCH)
    lines = [json.loads(line) for line in found.certificate.splitlines()]
    assert len(lines) > 2
    return lines


def text(lines):
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def rejected(lines):
    with pytest.raises(RejectedError) as error:
        judge(text(lines))
    return error.value.reason


def leaves(tree):
    if tree is None:
        return
    if "dual" in tree or "empty" in tree:
        yield tree
    for part in tree.get("branches", [tree.get("fewer"), tree.get("more")]):
        yield from leaves(part)


def copied(lines):
    return json.loads(json.dumps(lines))


def test_it_is_accepted_plain_and_compressed(certificate):
    plain = judge(text(certificate))
    assert plain.verdict == "proved"
    assert plain.document.upper == plain.document.lower.ratio == Fraction(210, 73)
    assert plain.rests_on == ()
    packed = judge(gzip.compress(text(certificate)))
    assert (packed.verdict, packed.document) == (plain.verdict, plain.document)


def test_the_order_of_decisions_in_a_leaf_does_not_matter(certificate):
    lines = copied(certificate)
    for line in lines[1:]:
        for leaf in leaves(line["tree"]):
            leaf["dual"].reverse()
    assert judge(text(lines)).verdict == "proved"


def test_a_missing_case_is_rejected(certificate):
    for number in range(1, len(certificate)):
        assert rejected(certificate[:number] + certificate[number + 1 :]) is Reason.COVERAGE


def test_a_line_too_many_is_rejected(certificate):
    last = copied(certificate)[-1]
    for more in ([last], [last, last], [{**last, "counts": [2, 2, 2]}]):
        assert rejected([*certificate, *more]) is Reason.COVERAGE


def test_a_missing_leaf_is_rejected(certificate):
    lines = copied(certificate)
    lines[1]["tree"]["branches"][2] = None
    assert rejected(lines) is Reason.COVERAGE
    del lines[1]["tree"]["branches"][2]
    assert rejected(lines) is Reason.COVERAGE


def test_cases_out_of_order_are_rejected(certificate):
    assert rejected([certificate[0], *certificate[:0:-1]]) is Reason.COVERAGE


@pytest.mark.parametrize("factor", [Fraction(0), Fraction(1, 2), Fraction(2), Fraction(-1)])
def test_a_changed_multiplier_is_rejected(certificate, factor):
    lines = copied(certificate)
    for row in next(leaves(lines[1]["tree"]))["dual"]:
        row[4] = str(factor * Fraction(row[4]))
    assert rejected(lines) is Reason.SIGN


def test_a_decision_at_another_level_is_rejected(certificate):
    for place, change in ((1, 1), (2, 1), (2, -1)):
        lines = copied(certificate)
        next(leaves(lines[1]["tree"]))["dual"][0][place] += change
        assert rejected(lines) in (Reason.HYPOTHESIS, Reason.SIGN)


def test_a_better_upper_bound_than_the_truth_is_rejected(certificate):
    lines = copied(certificate)
    lines[0]["upper"] = "209/73"
    assert rejected(lines) in (Reason.COVERAGE, Reason.SIGN)
    lines[0]["proof"] = "counts"
    assert rejected(lines[:1]) is Reason.COVERAGE


def test_an_inflated_lower_bound_is_rejected(certificate):
    lines = copied(certificate)
    lines[0]["lower"]["ratio"] = "3"
    assert rejected(lines) is Reason.INSTANCE
    lines[0]["lower"]["ratio"] = "inf"
    assert rejected(lines) is Reason.INSTANCE


def test_another_sequence_or_instance_is_rejected(certificate):
    lines = copied(certificate)
    sequence = lines[0]["lower"]["sequence"]
    swapped = next(t for t, (a, b) in enumerate(pairwise(sequence)) if a != b and t >= 6)
    sequence[swapped], sequence[swapped + 1] = sequence[swapped + 1], sequence[swapped]
    assert rejected(lines) is Reason.INSTANCE
    lines = copied(certificate)
    lines[0]["lower"]["arms"][0]["points"] = [[0, "1/2"]]
    assert rejected(lines) is Reason.INSTANCE
    lines[0]["lower"]["arms"][0]["points"] = [[0, "0"], [1, "1/8"], [2, "1/2"]]
    assert rejected(lines) is Reason.INSTANCE


def test_another_size_is_rejected(certificate):
    for key, value in (("T", 13), ("T", 15), ("k", 2), ("k", 4)):
        lines = copied(certificate)
        lines[0][key] = value
        with pytest.raises((RejectedError, MalformedError)):
            judge(text(lines))


def test_a_contradiction_needs_a_strict_decision(certificate):
    lines = copied(certificate)
    leaf = next(leaves(lines[1]["tree"]))
    leaf["empty"] = leaf.pop("dual")
    assert rejected(lines) in (Reason.STRICTNESS, Reason.SIGN)


def test_a_proof_where_nothing_lies_is_rejected(certificate):
    lines = copied(certificate)
    lines[1]["tree"] = {"split": [1, 2, 99], "fewer": lines[1]["tree"], "more": {"dual": []}}
    assert rejected(lines) is Reason.COVERAGE
    lines[1]["tree"]["more"] = None
    assert judge(text(lines)).verdict == "proved"


@pytest.mark.parametrize(
    "broken",
    [
        b"\x1f\x8b not gzip",
        b'{"format": "imab-worst-case/1"}\n',
        b'{"format": "imab-worst-case/2", "k": 1}\n',
        b'{"format": "imab-worst-case/1", "k": 1.5}\n',
        b'{"format": "imab-worst-case/1", ' + b"[" * 10**5 + b"\n",
    ],
)
def test_malformed_documents(broken):
    with pytest.raises(MalformedError):
        judge(broken)


def test_a_tree_that_is_nested_too_deeply_is_malformed(certificate):
    tree = None
    for _ in range(150):
        tree = {"split": [1, 2, 2], "fewer": tree, "more": None}
    lines = [*copied(certificate)]
    lines[1]["tree"] = tree
    with pytest.raises(MalformedError):
        judge(text(lines))


def test_a_cut_off_gzip_file_is_malformed(certificate):
    packed = gzip.compress(text(certificate))
    with pytest.raises(MalformedError):
        judge(packed[: len(packed) // 2])


def test_hostile_sizes_are_rejected_quickly(certificate):
    lines = copied(certificate)[:1]
    lines[0] |= {"k": 100, "T": 1000}
    assert rejected(lines) is Reason.INSTANCE
    lines[0]["lower"]["arms"] = [{"points": [[0, "0"], [1, "1"]]}] * 100
    lines[0]["lower"]["sequence"] = [t % 100 + 1 for t in range(1000)]
    lines[0]["lower"]["ratio"] = "1"
    assert rejected(lines) in (Reason.LIMIT, Reason.INSTANCE, Reason.COVERAGE)
    lines[0] |= {"k": 10**9}
    with pytest.raises(MalformedError):
        read(text(lines))


def test_giant_denominators_are_rejected(certificate):
    lines = copied(certificate)
    leaf = next(leaves(lines[1]["tree"]))
    row = leaf["dual"][0]
    leaf["dual"] = [[*row[:4], f"1/{10**590 + number}"] for number in range(400)]
    assert rejected(lines) is Reason.LIMIT


def test_an_index_policy_needs_its_table(certificate):
    lines = copied(certificate)[:1]
    lines[0]["policy"] = "index"
    with pytest.raises(MalformedError):
        read(text(lines))
    lines[0] |= {"opening": [1, 2, 3], "table": []}
    with pytest.raises((MalformedError, RejectedError)):
        judge(text(lines))
    lines[0]["opening"] = [4]
    with pytest.raises(MalformedError):
        read(text(lines))
