"""What is known of a run, fact by fact and in the order by which certificates name them.

`known_facts.txt` is the table; `test_facts` shows that they are true in runs that are played.
`python tests/kernel/runs/test_known_facts.py` writes it anew: read every line that changes.
"""

from dataclasses import replace
from pathlib import Path

from claim_tables import numbered, table
from policy_runs import INDICES

from imab_verify.kernel import (
    ALGORITHM_1,
    ANY,
    INDEX,
    ONE,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    ClaimProof,
    Comparison,
    Crossing,
    Fact,
    Form,
    Kind,
    Later,
    Line,
    Polynomial,
    Run,
    RunFacts,
    Shares,
    claims_of,
    duties,
    guaranteed_claim,
    last_pull_claim,
    run_branches,
    two_claims,
)

TABLE = Path(__file__).with_name("known_facts.txt")
ARMS = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}
NO_PROOF = ClaimProof((), ())
K, T, M, W, U, V = (Polynomial.variable(name) for name in ("k", "T", "_M", "w", "u", "v"))
COUNTED = Run(
    ANY,
    pulls=(("N", "f"), ("X", "g"), ("Y", "f")),
    most="H",
    least="L",
    squares="Q",
    different=("f", "g"),
    beside="f",
    rival="R",
)
AT_LAST_PULL = Run(
    ALGORITHM_1,
    pulls=(("N", "f"), ("X", "g")),
    pulled="f",
    level="M",
    before=(("A", "f"), ("B", "g")),
    most="H",
)
LINE = Line(W, U, V, V + ONE, V - ONE, M + U, M - V)
SHARES = Shares(W, U, V, V + ONE, U + ONE, (NO_PROOF,) * 2, gamma=W + U, gamma_opt=W + V)


def claim_about(run, *atoms):
    """A claim in which OPT, or other functionals, and the names u, v, w occur."""
    forms = [Form(U + V + W, ((ONE, atom),)) for atom in atoms or (Atom(Kind.OPT),)]
    names = ("k", "T", "u", "v", "w", *run.named)
    return Claim(names, tuple(ARMS.items()), (), tuple(map(Comparison, forms)), run=run)


def at_time(kind, name):
    return Atom(kind, "run", (Polynomial.variable(name),))


def by_facts(run, *atoms, **parts):
    """The claims about arms that a proof by facts rests on."""
    proof = RunFacts(NO_PROOF, **parts)
    return [(duty.what, duty.claim) for duty in duties(proof, claim_about(run, *atoms))]


def last_of(run, *atoms, **parts):
    return by_facts(run, *atoms, **parts)[-1:]


def situations():
    """Claims about runs, with the claims about arms that the rules make of them."""
    opened = {"opened": NO_PROOF}
    index = replace(COUNTED, policy=INDEX, index=INDICES[1], idle="Z")
    few = replace(index, pulls=(("N", "f"),), different=(), least="")
    plain = replace(claim_about(Run(ALGORITHM_1)), arms=())
    line = replace(LINE, gamma=W, alpha_idle=W - V)
    crossing = Crossing(line, NO_PROOF, (NO_PROOF,) * 6, NO_PROOF)
    one_arm = Run(ANY, pulls=(("N", "f"),))
    yield "any policy", last_of(COUNTED, words=tuple(Fact))
    yield "one arm", last_of(one_arm, words=(Fact.SHARES, Fact.REST, Fact.OTHERS))
    yield "round robin", last_of(replace(COUNTED, policy=ROUND_ROBIN, different=()))
    yield "the opening of an index policy", by_facts(index, **opened)
    yield "the last pull", last_of(replace(few, idle=""), last="f", late=NO_PROOF)
    for stage in ("after", "any"):
        late = replace(AT_LAST_PULL, stage=stage)
        yield f"a claim about the last pull, stage {stage}", last_of(late)
        yield f"the same of any policy, stage {stage}", last_of(replace(late, policy=ANY))
    yield (
        "a claim about the last pull, with scores",
        by_facts(AT_LAST_PULL, last="f", late=NO_PROOF),
    )
    yield "the last pull of another arm", by_facts(AT_LAST_PULL, last="g", late=NO_PROOF)
    yield "the largest count is reached", by_facts(few, reached=NO_PROOF)
    yield (
        "other times",
        by_facts(
            Run(ANY),
            *(at_time(Kind.OPT_AT, "u"), at_time(Kind.ALG_AT, "v"), Atom(Kind.ALG)),
            words=(Fact.BEST, Fact.BOUND, Fact.REGRET),
            later=(Later(1, 2, NO_PROOF), Later(2, 0, NO_PROOF)),
        ),
    )
    yield "a sum over arms", by_facts(few, sums=(SHARES,), **opened)
    anyhow = replace(SHARES, proofs=(NO_PROOF,))
    yield "a sum over arms of any policy", by_facts(replace(one_arm, squares="Q"), sums=(anyhow,))
    others = replace(SHARES, over="others")
    yield (
        "a sum over the other arms",
        last_of(few, words=(Fact.OPTIMAL_COUNT,), sums=(others,), **opened),
    )
    yield (
        "a sum over the other arms by their first pulls",
        by_facts(
            few,
            words=(Fact.OPTIMAL_COUNT,),
            sums=(replace(others, pull="first"),),
            **opened,
        )[:-1],
    )
    yield "a crossing sum", by_facts(few, crossings=(crossing,), **opened)
    yield "a crossing sum of algorithm-1", numbered(*claims_of(LINE, plain))
    late = replace(AT_LAST_PULL, pulls=(("N", "f"),))
    yield "last pull", numbered(last_pull_claim(claim_about(late, Atom(Kind.REW, "f", (T,)))))
    yield "sum over arms", numbered(*two_claims(W, U, V, plain))
    for policy in (ALGORITHM_1, ROUND_ROBIN):
        claim = replace(plain, run=Run(policy))
        yield f"guaranteed pulls of {policy}", numbered(guaranteed_claim(W, U, claim))
    yield "cases", numbered(*run_branches(plain, T - K * U))


def test_what_is_known_of_runs():
    assert table(situations()) == TABLE.read_text()


if __name__ == "__main__":
    TABLE.write_text(table(situations()))
