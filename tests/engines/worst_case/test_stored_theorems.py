"""The theorems that worst cases take from a file: they are what the engines prove."""

import json
from fractions import Fraction

import pytest
from worst_case_theorems import file_text, theorems

from imab_verify.deciding.worst import worst_case
from imab_verify.engines.worst_case.theorems import FILE, theorem_at
from imab_verify.kernel import RejectedError, Run, judge
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.documents import claim_to_json
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY
from imab_verify.policies.builtin import Algorithm1, Greedy

CASES = [(Algorithm1(), k, T) for k, T in ((1, 6), (3, 6), (3, 8), (3, 11), (3, 12), (3, 13))]


def test_the_file_has_the_claims_in_their_order() -> None:
    items = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert [item["claim"] for item in items] == [claim_to_json(claim) for claim in theorems()]


@pytest.mark.parametrize("line", FILE.read_text(encoding="utf-8").splitlines())
def test_every_line_is_a_certificate(line: str) -> None:
    assert judge(line).verdict == "proved"


@pytest.mark.parametrize(("policy", "k", "T"), [*CASES, (Greedy(), 3, 8)])
@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_every_line_is_cited_by_a_worst_case(policy: object, k: int, T: int, init: str) -> None:
    case = worst_case(policy, k, T, init=init)
    document = json.loads(case.certificate)
    assert document["proof"]["goals"][0]["then"] == {"ratio": "known"}
    assert case.status == "exact"


def test_a_lemma_that_is_left_out_is_missed() -> None:
    document = json.loads(worst_case(Algorithm1(), 3, 11).certificate)
    del document["lemmas"][0]
    with pytest.raises(RejectedError):
        judge(json.dumps(document))


def test_no_theorem_says_more_than_the_worst_case() -> None:
    ratio, less = Fraction(44, 15), Fraction(44, 15) - Fraction(1, 1000)
    assert theorem_at(Run(ALGORITHM_1), 3, 11, ratio) is not None
    assert theorem_at(Run(ALGORITHM_1), 3, 11, less) is None
    greedy = Run(GREEDY)
    assert theorem_at(greedy, 2, 7, Fraction(4)) is not None
    assert theorem_at(greedy, 2, 7, Fraction(4) - Fraction(1, 1000)) is None
    assert theorem_at(Run(ROUND_ROBIN), 1, 7, Fraction(1)) is not None
    assert theorem_at(Run(ROUND_ROBIN), 1, 7, Fraction(999, 1000)) is None
    assert theorem_at(Run(ROUND_ROBIN), 2, 7, Fraction(10**6)) is None


@pytest.mark.slow
def test_the_engines_find_the_same_proofs_again() -> None:
    assert file_text() == FILE.read_text(encoding="utf-8")
