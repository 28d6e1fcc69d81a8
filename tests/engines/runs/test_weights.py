"""The least weight of Algorithm 1, against its definition and its closed form."""

from itertools import combinations_with_replacement

from imab_verify.engines.runs.ratios import least_weight


def weight(counts, best):
    others = [N for i, N in enumerate(counts) if i != best and N >= 3]
    total = counts[best] * (counts[best] + 1) + sum(N * N + N - 2 for N in others)
    return total - max([0, *(N - 2 for N in others)])


def test_the_least_weight_is_the_least_over_all_counts():
    for k in range(1, 5):
        for T in range(2 * k, 21):
            every = combinations_with_replacement(range(2, T + 1), k)
            counts = [each for each in every if sum(each) == T]
            assert least_weight(k, T) == min(weight(each, o) for each in counts for o in range(k))


def test_the_least_weight_has_a_closed_form_from_4k_on():
    for k in range(2, 30):
        for T in range(4 * k, 4 * k + 80):
            m, r = divmod(T, k)
            assert least_weight(k, T) == (m + 1) * (T + r) - m - 2 * (k - 2) - (r > 0)
