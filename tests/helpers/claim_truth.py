"""What a claim of a certificate says, from its texts alone: nothing of the kernel or the engines.

Texts are read by `printed_mathematics`, rewards are lists of exact values, sums are taken term by
term, and runs are played step by step from the definition of their policy.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise

from printed_mathematics import calls, evaluate, holds, read_chain

CONCAVE, FROM_1, MONOTONE, ROTTING = "concave", "concave-from-1", "monotone", "rotting"
LONGEST = 40
"""Steps that are played beyond the horizon."""


class UndefinedError(Exception):
    """The claim reads a reward that does not exist, or divides by what is not positive."""


@lru_cache(4000)
def read(text):
    return read_chain(text.replace("^", "**").replace("==", "="))


class Rewards:
    """f(first), f(first+1), ..., the last value repeated for ever."""

    def __init__(self, first, values):
        self.first, self.values = first, values

    def __call__(self, n):
        if n != int(n) or n < self.first:
            raise UndefinedError
        return self.values[min(int(n) - self.first, len(self.values) - 1)]

    def total(self, n):
        return sum((self(i) for i in range(1, int(n) + 1)), Fraction(0))


def value(tree, names, functions):
    """The value of an expression; UndefinedError where a functional is not defined."""
    for call in calls(tree):
        indices = [evaluate(part, names, functions) for part in call[2:] if not is_arm(part, call)]
        if call[1] in ("Rew", "Area") and indices[0] < 0:
            raise UndefinedError
        if call[1] == "P" and indices[1] < indices[0]:
            raise UndefinedError
    return evaluate(tree, names, functions)


def is_arm(part, call):
    return call[1] in ("Rew", "Area", "Delta", "P") and part is call[2]


def is_true(text, names, functions):
    """Whether a comparison is true."""
    left, [(relation, right)] = read(text)
    return holds(value(left, names, functions), relation, value(right, names, functions))


def number(text, names):
    return value(read(text)[0], names, {})


def about_rewards(text):
    left, [(_, right)] = read(text)
    runs = {"OPT", "ALG"} & {*words(left), *words(right)}
    return bool(runs or [*calls(left), *calls(right)])


def words(tree):
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, tuple):
        for part in tree[1:]:
            yield from words(part)


def truth(claim, names, functions):
    """None where a given is false, otherwise whether the conclusion is true."""
    names, floors = dict(names), {floor["name"] for floor in claim.get("floors", [])}
    givens = claim.get("givens", [])
    plain = [text for text in givens if not about_rewards(text)]
    if not all(is_true(t, names, functions) for t in plain if not mentions(t, floors)):
        return None
    for floor in claim.get("floors", []):
        name, numerator, divisor = floor["name"], floor["numerator"], floor["divisor"]
        if number(divisor, names) < 1:
            raise UndefinedError
        names[name] = Fraction(number(numerator, names) // number(divisor, names))
    for text in (*plain, *(text for text in givens if text not in plain)):
        if not is_true(text, names, functions):
            return None
    if not all(family_holds(family, names, functions) for family in claim.get("families", [])):
        return None
    return all(is_true(text, names, functions) for text in claim["conclusion"])


def mentions(text, names):
    left, [(_, right)] = read(text)
    return bool(names & {*words(left), *words(right)})


def family_holds(family, names, functions):
    first = int(number(family["first"], names))
    last = int(number(family["last"], names)) if "last" in family else first + LONGEST
    return all(
        is_true(family["comparison"], names | {family["name"]: Fraction(n)}, functions)
        for n in range(first, last + 1)
    )


# --- points ------------------------------------------------------------------------------------


def random_rewards(random, kind):
    steps = [Fraction(random.randint(0, 4), random.choice((1, 1, 3))) for _ in range(6)]
    steps = steps[: random.randint(0, 6)]
    if kind in (CONCAVE, FROM_1):
        steps.sort(reverse=True)
    values = list(accumulate(steps, initial=Fraction(random.choice((0, 0, 1, 3)))))
    scale = max(values[-1], 1) * random.choice((1, 1, 2))
    values = [v / scale for v in values]
    return Rewards(int(kind in (FROM_1, ROTTING)), values[::-1] if kind == ROTTING else values)


def spelled_out(points):
    """The rewards on straight lines between points."""
    points = [(n, Fraction(v)) for n, v in points]
    f = [points[0][1]]
    for (m, v), (n, w) in pairwise(points):
        f += [v + (w - v) * (i - m) / (n - m) for i in range(m + 1, n + 1)]
    return Rewards(points[0][0], f)


def is_of_class(rewards, kind):
    steps = [b - a for a, b in pairwise(rewards.values)]
    bounded = min(rewards.values) >= 0 and max(rewards.values) <= 1
    rising = all(step <= 0 if kind == ROTTING else step >= 0 for step in steps)
    bent = kind in (MONOTONE, ROTTING) or all(b <= a for a, b in pairwise(steps))
    return rewards.first == int(kind in (FROM_1, ROTTING)) and bounded and rising and bent


def random_point(claim, random):
    """(names, functions) of a claim about arms, or None."""
    names = {name: Fraction(random.randint(-2, 9)) for name in claim["parameters"]}
    names |= {name: Fraction(random.randint(-9, 9), 4) for name in claim.get("reals", [])}
    arms = claim.get("arms", {}).items()
    return names, {arm: random_rewards(random, kind) for arm, kind in arms}


# --- runs --------------------------------------------------------------------------------------


def allowed(run, arms, pulled, T):
    """The arms that the policy may pull next, and whether this is the opening."""
    k, t = len(arms), len(pulled)
    counts = [pulled.count(i) for i in range(k)]
    if run["policy"] == "any":
        return [*range(k)]
    if run["policy"] == "round-robin":
        return [t % k]
    index = run["policy"]
    if "rows" in index:
        if t < len(index["opening"]):
            return [min(index["opening"][t], k) - 1]
        row = next((scores for at, scores in index["rows"] if at == counts), None)
        if row is None:
            return [*range(k)]
        scores = [
            sum(Fraction(c) * arm(Fraction(n)) for n, c in own)
            for own, arm in zip(row, arms, strict=True)
        ]
    else:
        if t < index["opening"] * k:
            return [t // index["opening"] if index.get("order") == "pairs" else t % k]
        most = {"M": Fraction(max(counts)), "k": Fraction(k), "T": Fraction(T)}
        tree = read(index["score"])[0]
        scores = [
            value(tree, most | {"a": Fraction(n)}, {"f": arm})
            for n, arm in zip(counts, arms, strict=True)
        ]
    best = [i for i in range(k) if scores[i] == max(scores)]
    best = [i for i in best if counts[i] == min(counts[j] for j in best)]
    ends = {"lowest-index": best[:1], "highest-index": best[-1:]}
    return ends.get(index.get("ties"), best)


def played(run, arms, T, steps, choose):
    pulled = []
    for _ in range(steps):
        pulled.append(choose(allowed(run, arms, pulled, T)))
    return pulled


def observed(words, roles, here, k, m):
    """What words say of a run, or None where an arm has no last pull."""
    word, *arms = words
    own = roles[arms[0]] if arms else None
    counts = [here.count(i) for i in range(k)]
    if word in ("level", "before"):
        if own not in here:
            return None
        last = max(t for t, i in enumerate(here) if i == own)
        before = [here[:last].count(i) for i in range(k)]
        return max(before) if word == "level" else before[roles[arms[1]]]
    others = [n for i, n in enumerate(counts) if i != own]
    idle = sum(i != own and i not in here[m * k :] for i in range(k))
    totals = {"most": max(counts), "least": min(counts), "squares": sum(n * n for n in counts)}
    totals |= {"rival": max(others, default=0), "idle": idle}
    return counts[own] if word == "pulls" else totals[word]


def run_point(claim, arms, pulled, T, roles, values):
    """(names, functions) of a claim about a run, or None where it is about other runs."""
    run, k = claim["run"], len(arms)
    here = pulled[:T]
    if len({roles[arm] for arm in run.get("different", [])}) < len(run.get("different", [])):
        return None
    names = dict(values) | {"k": Fraction(k), "T": Fraction(T)}
    m = run["policy"]["opening"] if isinstance(run["policy"], dict) else 0
    if any(roles[arm] not in here[m * k :] for arm in run.get("late", [])):
        return None
    for name, words in run.get("observed", {}).items():
        number = observed(words, roles, here, k, m)
        if number is None:
            return None
        names[name] = Fraction(number)

    def alg(t):
        if t != int(t) or not 0 <= t <= len(pulled):
            raise UndefinedError
        return sum((f.total(pulled[: int(t)].count(i)) for i, f in enumerate(arms)), Fraction(0))

    def opt(t):
        if t != int(t) or t < 0:
            raise UndefinedError
        return max(f.total(t) for f in arms)

    functions = {arm: arms[i] for arm, i in roles.items()} | {"OPT": opt, "ALG": alg}
    return names | {"OPT": opt(T), "ALG": alg(T)}, functions


def random_run_point(claim, random):
    """One run on a small random instance, with random roles and other parameters."""
    k = random.randint(1, 3)
    arms = [random_rewards(random, CONCAVE) for _ in range(k)]
    T = random.randint(0, 2 * k + 6)
    roles = {arm: random.randrange(k) for arm in claim.get("arms", {})}
    values = {name: Fraction(random.randint(-1, 5)) for name in claim["parameters"]}
    values |= {name: Fraction(random.randint(-9, 9), 4) for name in claim.get("reals", [])}
    later = any(word in text for text in claim["conclusion"] for word in ("OPT(", "ALG("))
    steps = 3 * T + 4 if later else T
    pulled = played(claim["run"], arms, T, steps, random.choice)
    return run_point(claim, arms, pulled, T, roles, values)


def falsified(claim, random, tries):
    """A random point at which the claim is not true, or None; and how often it holds."""
    draw, hits = random_run_point if "run" in claim else random_point, 0
    for _ in range(tries):
        try:
            point = draw(claim, random)
        except UndefinedError:  # a score looks at P(f,a,x) with x < a, which has no reading here
            continue
        if point is None:
            continue
        try:
            found = truth(claim, *point)
        except UndefinedError:
            found = False
        if found is False:
            return point, hits
        hits += found is True
    return None, hits


def refutes(claim, point):
    """Whether an instance of a certificate is one of the claim, and contradicts it."""
    if "run" not in claim:
        names = {name: Fraction(v) for name, v in point["parameters"].items()}
        functions = {arm: spelled_out(curve["points"]) for arm, curve in point["arms"].items()}
        whole = all(names[name].denominator == 1 for name in claim["parameters"])
        named = {*names} == {*claim["parameters"], *claim.get("reals", [])}
        kinds = claim.get("arms", {})
        fit = {*functions} == {*kinds} and all(is_of_class(functions[a], kinds[a]) for a in kinds)
        return whole and named and fit and truth(claim, names, functions) is False
    arms, T, run = [spelled_out(arm["points"]) for arm in point["arms"]], point["T"], claim["run"]
    wanted = point.get("choices", "lowest-index")
    if isinstance(wanted, list):
        pulled = [i - 1 for i in wanted]
        legal = all(i in allowed(run, arms, pulled[:t], T) for t, i in enumerate(pulled))
    else:
        end = -1 if wanted == "highest-index" else 0
        pulled, legal = played(run, arms, T, T, lambda best: best[end]), True
    roles = {arm: i - 1 for arm, i in point.get("roles", {}).items()}
    values = {name: Fraction(v) for name, v in point.get("parameters", {}).items()}
    at = run_point(claim, arms, pulled, T, roles, values)
    fit = all(is_of_class(arm, CONCAVE) for arm in arms) and len(pulled) >= T
    return legal and fit and at is not None and truth(claim, *at) is False
