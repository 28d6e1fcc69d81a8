"""Texts beside a claim: its run, ranges of k and T, multipliers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from imab_verify.engines.arms.hints import NO_HINTS, Hints, Multipliers
from imab_verify.errors import InputError, quote
from imab_verify.files import show_source
from imab_verify.kernel import (
    Certificate,
    ClaimProof,
    Polynomial,
    Proved,
    ProvedClaim,
    Run,
    Some,
)
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, Context
from imab_verify.language.contexts import read_context
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, POLICIES, some_policy
from imab_verify.language.reading import Question, read_question

UNKNOWN_MULTIPLIER = "multiplier"
"""The name that stands for the value of a multiplier while it is read."""


def read_run(policy: str | None, options: Sequence[str], where: str = "") -> Context | None:
    """Read --policy, -o and --where. Without -o ties=... all ways to break ties are meant."""
    if policy is None:
        if where:
            raise InputError("--where counts pulls in the run of a policy: name it with --policy")
        if options:
            raise InputError("-o is an option of a policy: name one with --policy")
        return None
    if policy in POLICIES:
        if options or where:
            raise InputError(f"--policy {policy} means no policy in particular: it has no options")
        return POLICIES[policy]
    own = some_policy(policy)
    if own is not None:
        return _some(own, options, where)
    from imab_verify.errors import check_choice
    from imab_verify.policies.builtin import INITS, TIES, Algorithm1
    from imab_verify.policies.registry import parse_options

    chosen = parse_options(options)
    if policy in (Algorithm1.name, ROUND_ROBIN, ANY):
        known = {"init": INITS, "ties": (ANY, *TIES)} if policy == Algorithm1.name else {}
        for key, value in chosen.items():
            if key not in known:
                allowed = f"its options are {', '.join(known)}" if known else "it has no options"
                raise InputError(f"policy {policy} has no option {quote(key)}: {allowed}")
            check_choice(value, known[key], f"policy {policy}: {key}")
        run = Run(policy)
        if policy == Algorithm1.name:
            order, ties = chosen.get("init", INITS[0]), chosen.get("ties", ANY)
            run = Run(replace(ALGORITHM_1, order=order, ties=ties))
    else:
        run = _index_run(policy, chosen)
    return read_context(where, run)


def _some(policy: str, options: Sequence[str], where: str) -> Some:
    """Some run of a policy: with no counts, and with ties as they fall."""
    if where:
        raise InputError("--where counts pulls in all runs, and this claim is about some run")
    if any(option.partition("=")[0] == "ties" for option in options):
        raise InputError("in some run ties may fall in any way: leave -o ties=... away")
    run = read_run(policy, options) if policy else None
    if not isinstance(run, Run) or run.policy == ANY:
        raise InputError("some run of what? Name one policy, as in: --policy 'some algorithm-1'")
    return Some(run)


def _index_run(name: str, options: Mapping[str, str]) -> Run:
    """The run of an index policy; InputError for a policy of another kind."""
    from imab_verify.language.scored import ScoredIndex, index_in_words
    from imab_verify.policies.builtin import Greedy
    from imab_verify.policies.registry import make_policy

    in_words = index_in_words(name)
    if in_words is not None:
        if options:
            raise InputError("an index policy in words has no options: leave -o away")
        return Run(in_words)
    match make_policy(name, options):
        case Greedy() as greedy:
            return Run(replace(GREEDY, ties=greedy.ties if "ties" in options else ANY))
        case ScoredIndex() as mine if mine.plain:
            return Run(mine.data)
    raise InputError(
        f"the kernel does not know {quote(show_source(name))}: a claim is about the run of "
        f"algorithm-1, {ROUND_ROBIN}, greedy, a ScoredIndex of your own or {ANY} policy, a lower "
        f"bound about {' or '.join(POLICIES)}; `ask -k -T` and `hunt --claim` play other policies"
    )


def range_givens(name: str, span: range | None) -> list[str]:
    """Write a range as givens."""
    if span is None:
        return []
    if span.stop - span.start == 1:
        return [f"{name} == {span[0]}"]
    return [f"{name} >= {span[0]}", f"{name} <= {span[-1]}"]


def theorem_of(certificate: Certificate) -> tuple[ProvedClaim, ...] | None:
    """What a certificate proves, after the lemmas that it cites, if it can be cited itself."""
    match certificate:
        case Proved(claim, ClaimProof() as proof, lemmas=lemmas) if not claim.chosen:
            return (*lemmas, ProvedClaim(claim, proof))
        case _:
            return None


def read_hints(multipliers: Sequence[str], question: Question) -> Hints:
    """Read --multiplier: one expression for each given about rewards, in their order."""
    if not multipliers:
        return NO_HINTS
    givens = enumerate(question.claims().claim.givens, start=1)
    about_rewards = [f"h{number}" for number, given in givens if given.form.terms]
    if len(multipliers) > len(about_rewards):
        raise InputError(
            f"there are {len(multipliers)} multipliers, but {len(about_rewards)} givens about "
            "rewards: give at most one for each of them, in their order"
        )
    ratios = [_ratio(text, question) for text in multipliers]
    scale = prod((below for _, below in ratios), start=ONE)
    uses = []
    for number, (above, _) in enumerate(ratios):
        others = (below for other, (_, below) in enumerate(ratios) if other != number)
        uses.append((about_rewards[number], prod(others, start=above)))
    return Hints((Multipliers(scale, tuple(uses)),))


def _ratio(text: str, question: Question) -> tuple[Polynomial, Polynomial]:
    """Read an expression as numerator and denominator, through text <= multiplier."""
    claim = question.claims().claim
    asked = f"{text} <= {UNKNOWN_MULTIPLIER}"
    ratio = (
        read_question(asked, reals=[UNKNOWN_MULTIPLIER], arms={}, integers=claim.parameters)
        .claims()
        .claim
    )
    form = ratio.plain[0].form
    at_0, at_1 = (
        form.constant.substitute({UNKNOWN_MULTIPLIER: Polynomial.constant(value)})
        for value in (0, 1)
    )
    known = {*claim.parameters, *claim.reals, *(floor.name for floor in claim.floors)}
    above, below = -at_0, at_1 - at_0
    if len(ratio.plain) != 1 or form.terms:
        raise ClaimError("a multiplier is one expression in the parameters", text, 0)
    if not (above.names() | below.names()) <= known:
        raise ClaimError("a multiplier is made of the parameters of the claim", text, 0)
    return above, below
