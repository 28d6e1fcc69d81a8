"""Worst-case documents whose upper bound is a theorem about all k and T."""

import json
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from imab_verify.deciding.decide import decide
from imab_verify.deciding.scopes import Scope
from imab_verify.engines.worst_case.solve import worst_case
from imab_verify.kernel import MalformedError, Reason, RejectedError, Run, judge
from imab_verify.kernel.worst_case import (
    LAST_REWARD,
    check_theorem,
    check_upper,
    ratio_at,
    read_head,
)
from imab_verify.language.reading import read_question
from imab_verify.language.scored import ScoredIndex, read_index
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.greedy import Greedy

ALGORITHM = Algorithm1()
CROSSING = ("proof", "goals", 0, "crossing")


def document(k=3, T=11, policy=ALGORITHM, **options):
    return [
        json.loads(line) for line in worst_case(policy, k, T, **options).certificate.splitlines()
    ]


@pytest.fixture(scope="module")
def lines():
    return document()


def text(lines):
    return "\n".join(map(json.dumps, lines))


def reason(lines):
    with pytest.raises(RejectedError) as refused:
        judge(text(lines))
    return refused.value.reason


def is_rejected(lines):
    try:
        judge(text(lines))
    except (MalformedError, RejectedError):
        return True
    return False


def changed(lines, *path, value):
    copy = deepcopy(lines)
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("k", "T", "ratio"),
    [(2, 4, "10/3"), (3, 7, "14/3"), (3, 11, "44/15"), (3, 12, "26/9"), (3, 13, "26/9")],
)
def test_it_is_proved(k, T, ratio):
    lines = document(k, T)
    judgement = judge(text(lines))
    assert judgement.verdict == "proved"
    assert lines[0]["proof"] == "claim"
    assert lines[0]["upper"] == ratio
    assert len(lines) == 2


def test_one_arm_needs_no_theorem():
    lines = document(1, 5)
    assert (len(lines), lines[0]["proof"]) == (1, "counts")
    assert judge(text(lines)).verdict == "proved"


def test_both_orders_of_the_first_pulls_and_both_kinds_of_ties():
    for options in ({"init": "pairs"}, {"ties": "lowest-index"}):
        assert judge(text(document(**options))).verdict == "proved"


def test_no_smaller_bound_follows(lines):
    upper = Fraction(lines[0]["upper"])
    assert (
        reason(changed(lines, 0, "upper", value=str(upper - Fraction(1, 1000)))) is Reason.COVERAGE
    )


def test_a_larger_bound_does(lines):
    assert judge(text(changed(lines, 0, "upper", value="3"))).verdict == "proved"


def test_a_theorem_about_other_sizes_says_nothing(lines):
    long = document(3, 15)
    assert reason([lines[0], long[1]]) is Reason.COVERAGE
    assert judge(text([long[0], long[1]])).verdict == "proved"


def test_a_theorem_about_other_runs_says_nothing(lines):
    pairs = document(init="pairs")
    assert reason([lines[0], pairs[1]]) is Reason.COVERAGE
    first = changed(lines, 1, "claim", "run", "ties", value="lowest-index")
    assert reason(first) is Reason.COVERAGE
    assert judge(text(changed(first, 0, "ties", value="lowest-index"))).verdict == "proved"


@pytest.mark.parametrize(("k", "T", "ratio"), [(2, 3, "2"), (2, 9, "5"), (7, 50, "85/3")])
def test_greedy_has_a_theorem_too(k, T, ratio):
    lines = document(k, T, Greedy())
    assert (lines[0]["policy"], lines[0]["proof"], lines[0]["upper"]) == ("greedy", "claim", ratio)
    assert judge(text(lines)).verdict == "proved"
    less = changed(lines, 0, "upper", value=str(Fraction(ratio) - Fraction(1, 1000)))
    assert reason(less) is Reason.COVERAGE


def test_a_theorem_about_greedy_is_about_greedy_only(lines):
    mine = document(3, 11, Greedy())
    assert reason([mine[0], lines[1]]) is Reason.COVERAGE
    assert reason([lines[0], mine[1]]) is Reason.COVERAGE
    score = changed(mine, 1, "claim", "run", "index", "score", value="2*f(a)")
    assert is_rejected(score)
    first = changed(mine, 1, "claim", "run", "ties", value="lowest-index")
    assert reason(first) is Reason.COVERAGE
    assert judge(text(changed(first, 0, "ties", value="lowest-index"))).verdict == "proved"


def test_a_theorem_about_another_index_policy_says_nothing_about_greedy():
    """The same bound is true of it, and its proof is one."""
    mine = document(3, 11, Greedy())
    run = Run("index", index=read_index(1, "Rew(f,a) + (M-a)*f(a)"))
    asked = read_question("2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", ["T > k"], run=run)
    found = json.loads(decide(asked).certified.text)
    other = {part: found[part] for part in ("claim", "proof", "lemmas")}
    assert check_theorem(other).run == run
    assert reason([mine[0], other]) is Reason.COVERAGE


GREEDY_RUN = Run("index", index=LAST_REWARD)
SAYS = ("2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)", ["T > k"], GREEDY_RUN)
"""33/5 at k = 3, T = 11. What follows is not proved here: only what it would say is looked at."""


@cache
def greedy_head():
    return document(3, 11, Greedy())[0]


def says(text, givens, run, upper="33/5", **changes):
    """Whether such a theorem would say so of greedy at k = 3, T = 11."""
    head = greedy_head() | {"upper": upper} | changes
    claim = read_question(text, givens, run=run).claims().claim
    try:
        check_upper(read_head(head), iter(()), [claim])
    except RejectedError as refused:
        return refused.reason is not Reason.COVERAGE
    return True


@pytest.mark.parametrize(
    ("ties", "of_case"), [("any", "any"), ("any", "lowest-index"), ("lowest-index", "lowest-index")]
)
@pytest.mark.parametrize("init", ["rounds", "pairs"])
def test_what_is_said_of_the_last_reward_is_said_of_greedy(init, ties, of_case):
    """With one pull of every arm both orders of the opening are the same."""
    text, givens, run = SAYS
    assert says(text, givens, replace(run, init=init, ties=ties), ties=of_case)


@pytest.mark.parametrize(
    "run",
    [
        Run("any"),
        Run("round-robin"),
        Run("algorithm-1"),
        Run("index", index=read_index(2, "f(a)")),
        Run("index", index=read_index(1, "2*f(a)")),
        Run("index", index=read_index(1, "f(a) + (M-a)*f(a)")),
        Run("index", index=read_index(1, "Rew(f,a)")),
        replace(GREEDY_RUN, ties="lowest-index"),
        replace(GREEDY_RUN, ties="highest-index"),
    ],
)
def test_what_is_said_of_other_runs_is_not_said_of_greedy(run):
    assert not says("OPT(T) <= ALG(T)", [], run, upper="1")


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        (SAYS[0], ["T > k + 8"]),
        (SAYS[0], ["T <= 10"]),
        (SAYS[0], ["k >= 4"]),
        (SAYS[0], ["T == 4*(T//4)"]),
        ("2*(T-k+2)*OPT(T) <= (T*(T+1) + 1/1000)*ALG(T)", ["T > k"]),
        ("-OPT(T) <= ALG(T)", []),
        ("0 <= ALG(T)", []),
    ],
)
def test_what_is_said_elsewhere_or_says_less(text, givens):
    assert not says(text, givens, GREEDY_RUN)


def test_another_index_policy_has_no_theorem():
    mine = document(2, 6, Greedy())
    other = document(2, 6, ScoredIndex("last", "f(a)", 1))
    assert other[0]["proof"] == "tree"
    assert is_rejected([changed(other, 0, "proof", value="claim")[0], mine[1]])


def test_no_theorem_is_about_a_table():
    """A document has the table alone: whether it is that of a score is not looked at here."""
    head = document(2, 5, ScoredIndex("mine", "a*f(a)", start=1))[0]
    run = Run("index", index=read_index(1, "a*f(a)"))
    claim = read_question("OPT(T) <= 15*ALG(T)", [], run=run).claims().claim
    case = read_head(head | {"proof": "claim", "upper": "15"})
    with pytest.raises((RejectedError, MalformedError)):
        check_upper(case, iter(()), [claim])


def test_the_theorem_is_proved_on_the_spot(lines):
    weaker = changed(lines, 1, *CROSSING, "alpha", value="-1799/100")
    assert reason(weaker) is Reason.IDENTITY
    assert reason(changed(lines, 1, "lemmas", value=[])) is Reason.LEMMA
    false = changed(lines, 1, "lemmas", 0, "proof", "goals", value=[])
    assert reason(false) is Reason.COVERAGE


def test_every_document_needs_its_theorem_and_only_that(lines):
    with pytest.raises(MalformedError):
        judge(text(lines[:1]))
    assert reason([*lines, lines[1]]) is Reason.COVERAGE


def test_a_theorem_speaks_of_k_and_T_alone(lines):
    more = changed(lines, 1, "claim", "parameters", value=["k", "T", "n"])
    assert reason(more) is Reason.RULE
    assert reason(changed(lines, 1, "claim", "reals", value=["x"])) is Reason.RULE


def test_a_theorem_is_well_formed(lines):
    for path, value in (
        (("claim", "parameters"), ["k", "T", "_N"]),
        (("claim", "parameters"), ["k"]),
        (("lemmas", 0, "claim", "conclusion"), []),
        (("lemmas",), [lines[1]["lemmas"][0]] * 65),
    ):
        with pytest.raises(MalformedError):
            judge(text(changed(lines, 1, *path, value=value)))


def test_so_many_lemmas_and_no_more(lines):
    first, *others = lines[1]["lemmas"]
    many = [first, *others, *[first] * (64 - 1 - len(others))]
    assert judge(text(changed(lines, 1, "lemmas", value=many))).verdict == "proved"


@pytest.mark.parametrize(
    ("conclusion", "given"),
    [
        ("ALG(T) + T >= 0", "T >= 1"),
        ("OPT(T) + ALG(T) + OPT(2*T) >= 0", "T >= 1"),
        ("OPT(T) >= 0 and ALG(T) >= 0", "T >= 1"),
        ("OPT(T) >= 0", "ALG(T) >= 0"),
        ("OPT(T) >= 0", "Rew(f,T) >= 0"),
        ("OPT(T) >= 0", "OPT(T) > 0"),
    ],
)
def test_a_theorem_is_one_ratio_of_alg_and_opt(lines, conclusion, given):
    """These are proved, and none of them says what the worst case is."""
    asked = read_question(conclusion, [given], run=Run("algorithm-1"))
    found = json.loads(decide(asked).certified.text)
    other = {part: found[part] for part in ("claim", "proof", "lemmas") if part in found}
    assert check_theorem(other).conclusion
    assert reason([lines[0], other]) is Reason.RULE


def test_a_theorem_is_not_strict(lines):
    [conclusion] = lines[1]["claim"]["conclusion"]
    strict = changed(lines, 1, "claim", "conclusion", value=[conclusion.replace(">=", ">")])
    assert is_rejected(strict)


def test_the_ratio_that_a_claim_gives_at_one_size():
    def claim(conclusion, *givens):
        return read_question(conclusion, givens, run=Run("algorithm-1")).claims().claim

    assert ratio_at(claim("3*OPT(T) <= k*ALG(T)"), 4, 9) == Fraction(4, 3)
    assert ratio_at(claim("OPT(T) <= (T//k)*ALG(T)", "T >= k"), 4, 9) == 2
    assert ratio_at(claim("OPT(T) <= k*ALG(T)", "T >= 10"), 4, 9) is None
    assert ratio_at(claim("OPT(T) <= k*ALG(T)", "T >= 3*k"), 4, 9) is None
    assert ratio_at(claim("(k-4)*OPT(T) <= k*ALG(T)"), 4, 9) is None
    assert ratio_at(claim("(k-5)*OPT(T) <= k*ALG(T)"), 4, 9) is None


# --- cells ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cells():
    """A certificate over four sizes, with the theorems that they share."""
    question = read_question(
        "OPT(T) <= 5*ALG(T)", ("k == 3", "T >= 7", "T <= 9"), run=Run("algorithm-1")
    )
    scope = Scope(range(3, 4), range(7, 10))
    return json.loads(decide(question, scope).certified.text)


def cells_reason(document):
    with pytest.raises(RejectedError) as refused:
        judge(json.dumps(document))
    return refused.value.reason


def test_cells_share_their_theorems(cells):
    proof = cells["proof"]
    assert [len(cell) for cell in proof["cells"]] == [1, 1, 1]
    assert len(proof["theorems"]) == 1
    judgement = judge(json.dumps(cells))
    assert judgement.verdict == "proved"


def test_a_cell_may_have_its_own_theorem_or_a_shared_one_but_not_both(cells):
    [theorem] = cells["proof"]["theorems"]
    theorem = {**theorem, "lemmas": cells["lemmas"]}
    own = [[*cell, theorem] for cell in cells["proof"]["cells"]]
    assert cells_reason(changed(cells, "proof", "cells", value=own)) is Reason.COVERAGE
    alone = changed(cells, "proof", "cells", value=own)
    del alone["proof"]["theorems"], alone["lemmas"]
    assert judge(json.dumps(alone)).verdict == "proved"


def test_a_shared_theorem_cites_its_own_lemmas_or_those_of_the_certificate(cells):
    lemmas = cells["lemmas"]
    assert lemmas
    own = changed(cells, "proof", "theorems", 0, "lemmas", value=lemmas)
    assert judge(json.dumps(own)).verdict == "proved"
    assert judge(json.dumps({**own, "lemmas": []})).verdict == "proved"
    assert cells_reason({**cells, "lemmas": []}) is Reason.LEMMA
    assert cells_reason({**cells, "lemmas": lemmas[::-1]}) in (Reason.LEMMA, Reason.IDENTITY)
    [conclusion] = lemmas[0]["claim"]["conclusion"]
    false = changed(lemmas, 0, "claim", "conclusion", value=[conclusion.replace(">=", ">")])
    with pytest.raises(RejectedError):
        judge(json.dumps({**cells, "lemmas": false}))


def test_a_shared_theorem_is_proved_too(cells):
    for path, value in (
        (("proof", "goals"), []),
        (("proof", "domain"), {}),
        ((*CROSSING, "opened"), {"sum": []}),
        ((*CROSSING, "proofs", "late"), {"arms": {}}),
    ):
        broken = changed(cells, "proof", "theorems", 0, *path, value=value)
        assert cells_reason(broken) in (Reason.COVERAGE, Reason.DOMAIN, Reason.IDENTITY)
