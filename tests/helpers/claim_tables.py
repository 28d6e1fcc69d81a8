"""Tables of the claims that rules make of a claim, given by given, as texts."""

from itertools import takewhile

from imab_verify.language.writing import show_comparison


def numbered(*claims):
    """Claims without a name."""
    return [(f"claim {number}", claim) for number, claim in enumerate(claims)]


def table(situations):
    """Names, givens and conclusion of each claim; what it shares with the claim above once."""
    return "".join(f"{line}\n" for line in _lines(situations))


def _lines(situations):
    before = []
    for title, claims in situations:
        yield f"# {title}"
        for what, claim in claims:
            givens = [show_comparison(given) for given in claim.givens]
            pairs = zip(before, givens, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            floors = (f"{f.name}={f.numerator}//{f.divisor}" for f in claim.floors)
            yield f"{what}: {' '.join((*claim.parameters, *dict(claim.arms), *floors))}"
            yield from [f"    {same} givens as above"] * (same > 0)
            yield from (f"    {given}" for given in givens[same:])
            yield from (f"  | {show_comparison(goal)}" for goal in claim.conclusion)
            before = givens
