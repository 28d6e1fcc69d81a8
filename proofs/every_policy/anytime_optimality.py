"""F5: k is the best constant of a deterministic policy that does not know the horizon.

Let every arm pay n for its n-th pull up to n = c, and c from then on; look at the run up to the
time 2kc. If an arm has at most c pulls by then, it could as well go on with n: T = 2kc, and

    2 ALG <= c(2T - c + 1),    2 OPT = T(T+1).

Otherwise let T + 1 be the step at which the last arm gets its (c+1)-th pull. After T steps it could
as well go on; the others have c + 1 pulls or more, so T = kc + e with e >= k - 1, and

    2 ALG = kc(c+1) + 2ec,    (c+1) 2 OPT - (kc+1) 2 ALG = e((c+1)e + 2kc + 1 - c) >= 0.

The ratio is least at e = k - 1: k(kc+k-1)(c+1)/(c(kc+3k-2)), which is k at c = 1 (T = 2k - 1) and
tends to k as c grows. So for every n some T >= n has OPT(T) >= (k - 1/n) ALG(T). Algorithm 1 has
OPT(T) <= k ALG(T) from T = 4k on: no deterministic anytime policy has a better constant.
"""

from imab_verify.ledger import Entry, Reading, Severity

ENTRY = Entry(
    id="F5",
    lines="beyond",
    slug="anytime-optimality",
    severity=Severity.MAIN,
    title="Without the horizon no deterministic policy has a constant below k",
    statement=(
        "For every deterministic policy that does not know the horizon, all k >= 2 and c >= 1 "
        "there are an instance and a horizon T in [kc, 2kc] with (c+1) OPT(T) >= (kc+1) ALG(T)."
    ),
    literal=(
        Reading(
            "anytime_ratio_ge_of_cap",
            "the last arm to pass c pulls goes on",
            "(c+1)*OPT(T) >= (k*c+1)*ALG(T)",
            given=("k >= 2", "c >= 1", "k*c <= T", "T <= 2*k*c"),
            integers=("c",),
            policy="every-anytime",
        ),
    ),
    others=(
        Reading(
            "anytime_ratio_ge_of_cap_sharp",
            "what the same instances give: the ratio is least at e = k - 1",
            "c*(k*c+3*k-2)*OPT(T) >= k*(k*c+k-1)*(c+1)*ALG(T)",
            given=("c >= 1", "k*c+k-1 <= T", "T <= 2*k*c"),
            integers=("c",),
            policy="every-anytime",
        ),
        Reading(
            "anytime_ratio_ge_arms",
            "c = 1: the ratio is at least k at T = 2k - 1 or at T = 2k",
            "OPT(T) >= k*ALG(T)",
            given=("2*k-1 <= T", "T <= 2*k"),
            policy="every-anytime",
        ),
        Reading(
            "anytime_ratio_ge_arms_at_late_horizons",
            "for every n there is a horizon T >= n with a ratio of at least k - 1/n",
            "n*OPT(T) >= (n*k-1)*ALG(T)",
            given=("T >= n",),
            policy="every-anytime",
        ),
    ),
    convention=(
        "The policy may know k and c, and the instance is chosen after the policy; OPT(T) > 0. "
        "The case e < k - 1 does not occur, as T is taken just before the (c+1)-th pull."
    ),
)
