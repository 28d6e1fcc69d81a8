"""D10: the chain of the first-arm lemma's proof (lines 1192-1212).

    p_f(t) = Rew(f,N),    p_f(t) >= p_g(t),    p_g(t) >= Rew(g,N).

An estimate is what an arm pays if it goes on rising as it does now. With all N pulls known it is
exact, P(f,N,N) = Rew(f,N), and a concave arm pays at most that, P(f,B,N) >= Rew(f,N) for B <= N;
where f(0) is not known this takes B >= 2, so that there is an increment to go by.

The comparison in the middle is how the algorithm chooses, which is after the initialisation only:
for N = 1 it is false.
"""

from imab_verify.ledger import Entry, Reading, play
from proofs.runs import at_any_last_pull_of_f, at_last_pull_of_f

ESTIMATE_MAX_OF_FIRST = at_last_pull_of_f(
    "estimate_max_of_first",
    "p_i(t) >= p_j(t), after the initialisation",
    "P(f,N-1,M) >= P(g,B,M)",
    given=("M == N-1",),
)

ENTRY = Entry(
    id="D10",
    lines="1192-1212",
    slug="first-arm-proof",
    title="First-arm lemma: the chain of its proof",
    statement="At the step t of that pull, p_i(t) = Rew_i(N) >= p_j(t) >= Rew_j(N) for all arms j.",
    literal=(
        Reading("estimate_eq_rew", "p_i(t) = Rew_i(N)", "P(f,N,N) == Rew(f,N)"),
        at_any_last_pull_of_f(
            "estimate_max_of_first_at_any_stage",
            "p_i(t) >= p_j(t), in any step",
            "P(f,N-1,M) >= P(g,B,M)",
            given=("M == N-1", "N >= 2"),
            tries=(play("0", "1", T=3, f=1, g=2),),
        ),
        Reading("estimate_ge_rew", "p_j(t) >= Rew_j(N)", "P(f,B,N) >= Rew(f,N)", given=("B <= N",)),
    ),
    others=(
        Reading(
            "estimate_ge_rew_from_1",
            "p_j(t) >= Rew_j(N) where f(0) is not known",
            "P(f,B,N) >= Rew(f,N)",
            given=("2 <= B", "B <= N"),
            arms="f: concave-from-1",
        ),
    ),
    beyond=(ESTIMATE_MAX_OF_FIRST,),
    repairs=(ESTIMATE_MAX_OF_FIRST,),
    relies_on=("A14", "D3"),
    finding=(
        "Pulls of the initialisation are not chosen by estimates, so the middle step is "
        "missing for N = 1; the other two hold always."
    ),
    printed=r"$p_i(t) \ge p_j(t)$ for all arms $j \ne i$",
    corrected=r"For $N \ge 2$, $p_i(t) \ge p_j(t)$ for all arms $j \ne i$.",
)
