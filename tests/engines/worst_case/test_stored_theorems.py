"""The theorems that worst cases take from a file: they are what engines/runs proves."""

import json
from fractions import Fraction

import pytest
from worst_case_theorems import file_text

from imab_verify.engines.runs.theorems import theorem_claims
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.engines.worst_case.theorems import FILE, GREEDY_RUN, algorithm_1, theorem_at
from imab_verify.kernel import RejectedError, judge
from imab_verify.kernel.worst_case import lines_of
from imab_verify.language.documents import claim_to_json
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy

CASES = [(Algorithm1(), k, T) for k, T in ((3, 6), (3, 8), (3, 11), (3, 12), (3, 13))]


def test_the_file_has_the_claims_in_their_order() -> None:
    items = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert [item["claim"] for item in items] == [claim_to_json(c) for c in theorem_claims()]


@pytest.mark.parametrize(("policy", "k", "T"), [*CASES, (Greedy(), 3, 8)])
@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_every_line_is_judged_with_its_worst_case(
    policy: object, k: int, T: int, init: str
) -> None:
    case = worst_case(policy, k, T, init=init)
    head, *lines = lines_of(case.certificate)
    assert (head["proof"], len(lines)) == ("claim", 1)
    assert case.status == "exact"


def test_a_line_whose_proof_is_spoiled_is_rejected() -> None:
    head, line = worst_case(Algorithm1(), 3, 11).certificate.decode().splitlines()
    theorem = json.loads(line)
    spoiled = {**theorem, "lemmas": theorem["lemmas"][1:]}
    with pytest.raises(RejectedError):
        judge(f"{head}\n{json.dumps(spoiled)}\n")


def test_no_theorem_says_more_than_the_worst_case() -> None:
    ratio, less = Fraction(44, 15), Fraction(44, 15) - Fraction(1, 1000)
    assert theorem_at(algorithm_1("rounds"), 3, 11, ratio) is not None
    assert theorem_at(algorithm_1("rounds"), 3, 11, less) is None
    assert theorem_at(GREEDY_RUN, 2, 7, Fraction(4)) is not None
    assert theorem_at(GREEDY_RUN, 2, 7, Fraction(4) - Fraction(1, 1000)) is None


@pytest.mark.slow
def test_the_engines_find_the_same_proofs_again() -> None:
    assert file_text() == FILE.read_text(encoding="utf-8")
