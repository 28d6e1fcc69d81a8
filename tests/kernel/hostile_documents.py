"""Small documents that are meant to cost a checker much: time, memory, or its composure.

Every one of them is a few kilobytes at most, or a few hundred kilobytes where it says so. The
kernel must answer each with one of its two errors, within its budget.
"""

import gzip
import json
from collections import Counter

FORMAT = "imab-certificate/1"
LONG = "9" * 599
ONE = {"1": "1"}
EMPTY_SUM = {"sum": []}
FACTS = {"rule": "facts", "about_arms": {"domain": [], "goals": []}}


def variable(name, coefficient="1"):
    return {name: coefficient}


def claim(**changes):
    """n >= 1 given n >= 1, to be changed."""
    comparison = {"relation": ">=", "constant": {"n": "1", "1": "-1"}}
    return {"parameters": ["n"], "givens": [comparison], "conclusion": [comparison]} | changes


def refuted(about, parameters=None, arms=None):
    point = {"parameters": parameters or {"n": "1"}, "arms": arms or {}}
    return json.dumps({"format": FORMAT, "claim": about, "counterexample": point}).encode()


def proved(about, goals, parameters=None, arms=None, **more):
    point = {"parameters": parameters or {"n": "1"}, "arms": arms or {}}
    proof = {"domain": [], "goals": goals}
    document = {"format": FORMAT, "claim": about, "proof": proof, "witness": point}
    return json.dumps(document | more).encode()


def combine(positive, rest=None):
    return {"scale": ONE, "positive": positive, "uses": [], "arms": {}, "rest": rest or EMPTY_SUM}


def nested(depth):
    node = EMPTY_SUM
    text = json.dumps(node)
    for _ in range(depth):
        text = f'{{"case": {{"n": "1"}}, "low": {{"sum": []}}, "high": {text}}}'
    return text


def worst_case(lines=(), **changes):
    line = {"points": [[0, "0"], [7, "1"]]}
    zero = {"points": [[0, "0"]]}
    head = {
        "format": "imab-worst-case/1",
        "policy": "algorithm-1",
        "init": "rounds",
        "ties": "any",
        "k": 2,
        "T": 7,
        "upper": "100",
        "proof": "counts",
        "lower": {"ratio": "28/15", "arms": [zero, line], "sequence": [1, 2, 1, 2, 2, 2, 2]},
    }
    text = json.dumps(head | changes) + "\n" + "".join(f"{line}\n" for line in lines)
    return gzip.compress(text.encode(), mtime=0)


def greedy(*lines, **changes):
    line, zero = {"points": [[0, "0"], [7, "1"]]}, {"points": [[0, "0"]]}
    lower = {"ratio": "4/3", "arms": [zero, line], "sequence": [1, 2, 2, 2, 2, 2, 2]}
    return worst_case(lines, policy="greedy", lower=lower, **changes)


def _power_of_a_long_number():
    """A divisor of 14,000 digits that is negative: the message must not spell it out."""
    divisor = {"1": "1", "n^24": "-1"}
    about = claim(floors=[["q", {"n": "1"}, divisor]])
    return refuted(about, {"n": LONG})


def _long_values_in_a_message():
    steps = [[i, f"{i}/{LONG}"] for i in range(3)]
    arms = [{"points": steps}] * 2
    return worst_case(lower={"ratio": "1", "arms": arms, "sequence": [1, 2, 1, 2, 1, 2, 1]})


def _deep_proof():
    goal = json.loads(json.dumps(combine(EMPTY_SUM)))
    text = proved(claim(), [goal]).decode()
    return text.replace('"positive": {"sum": []}', f'"positive": {nested(3000)}').encode()


def _deep_tree():
    tree = "null"
    for _ in range(5000):
        tree = f'{{"next": [null, {tree}]}}'
    return greedy(f'{{"optimal": 1, "tree": {tree}}}', upper="1")


def _many_decisions():
    """Six kilobytes that unpack to many thousand decisions."""
    row = '[3, 1, "1"], ' * 150_000
    return greedy(f'{{"optimal": 1, "tree": {{"next": [null, {{"dual": [{row[:-2]}]}}]}}}}')


def _many_lines():
    return greedy(*['{"optimal": 1, "tree": {"dual": []}}'] * 200_000)


def _long_line_of_lists():
    return worst_case(["[" + "[]," * 4_000_000 + "[]]"])


def _many_arms_and_atoms():
    """Every atom has an arm of its own among many."""
    names = [f"f{i}" for i in range(1900)]
    terms = [[ONE, ["value", name, {"n": "1"}]] for name in names]
    about = claim(
        arms=dict.fromkeys(names, "concave"),
        conclusion=[{"relation": ">=", "terms": terms}] * 5,
    )
    return refuted(about, arms={name: {"points": [[0, "0"]]} for name in names})


def _huge_common_denominator():
    """Values whose denominators are long and have nothing in common."""
    numbers = [10**590 + 2 * i + 1 for i in range(60)]
    arms = [{"points": [[0, f"1/{n}"]]} for n in numbers]
    return worst_case(
        k=60, T=120, lower={"ratio": "1", "arms": arms, "sequence": [*range(1, 61)] * 2}
    )


def _denominators_of_multipliers():
    rows = [[3, 1, f"1/{10**590 + 2 * i + 1}"] for i in range(60)]
    tree = {"next": [{"dual": []}, {"dual": rows}]}
    return greedy(json.dumps({"optimal": 1, "tree": tree}))


def _wide_monomials():
    """Sixty-four variables in every monomial, and products of such polynomials."""
    names = [f"x{i}" for i in range(64)]
    half = [" ".join(names[i : i + 31]) for i in range(33)]
    p = dict.fromkeys(half, "1")
    goal = combine(EMPTY_SUM, {"sum": [{"weight": "1", "square": p}] * 40})
    about = {"parameters": names, "conclusion": [{"relation": ">=", "constant": p}]}
    return proved(about, [goal], dict.fromkeys(names, "1"))


def _products_in_many_names():
    """(a0 + ... + a14)^5 * b^e has 11,628 monomials for every e, and all of them are kept."""
    a, b = [f"a{i}" for i in range(15)], [f"b{i}" for i in range(4)]
    givens = [dict.fromkeys(a, "1"), *({name: "1"} for name in b)]
    givens = [{"relation": ">=", "constant": p} for p in givens]
    terms = [{"weight": "1", "factors": [[0, 5], [1 + i, 55]]} for i in range(4)]
    about = claim(parameters=a + b, givens=givens, conclusion=givens[:1])
    return proved(about, [combine({"sum": terms})], dict.fromkeys(a + b, "1"))


def _monomial_without_end():
    text = " ".join(f"x{i}" for i in range(100_000))
    return refuted(claim(conclusion=[{"relation": ">=", "constant": {text: "1"}}]))


def _rounds_on_many_arms():
    """Every round of one arm is compared with all others."""
    ones, rounds = [{"points": [[0, "1"]]}] * 2000, [[[i], 1] for i in range(1, 2001)]
    return worst_case(k=2000, T=6000, lower={"ratio": "1", "arms": ones, "rounds": rounds})


def _ones(k, T):
    sequence = [t % k + 1 for t in range(T)]
    arms = [{"points": [[0, "1"]]}] * k
    return {"ratio": "1", "arms": arms, "sequence": sequence}


def _long_run():
    run = {"policy": "algorithm-1"}
    about = {
        "parameters": ["k", "T"],
        "run": run,
        "conclusion": [{"relation": ">", "terms": [[ONE, ["OPT"]]]}],
    }
    point = {"arms": [{"points": [[0, "0"]]}] * 3, "T": 10**9}
    return json.dumps({"format": FORMAT, "claim": about, "counterexample": point}).encode()


def _many_cells():
    bounds = [{"relation": ">=", "constant": {n: "-1", "1": "1000000"}} for n in "kT"]
    bounds.append({"relation": ">=", "constant": {"k": "1", "T": "-2000000", "1": "1"}})
    about = {
        "parameters": ["k", "T"],
        "run": {"policy": "algorithm-1"},
        "givens": bounds,
        "conclusion": [{"relation": ">=", "terms": [[ONE, ["ALG"]]]}],
    }
    point = {"arms": [{"points": [[0, "0"]]}], "T": 0}
    proof = {"rule": "cells", "cells": []}
    document = {"format": FORMAT, "claim": about, "proof": proof, "witness": point}
    return json.dumps(document).encode()


def about_run(conclusion=None, **changes):
    """ALG(T) >= OPT(T) for every policy, to be changed."""
    ratio = {"relation": ">=", "terms": [[ONE, ["ALG"]], [{"1": "-1"}, ["OPT"]]]}
    about = {"parameters": ["k", "T"], "run": {"policy": "any"}}
    return about | {"conclusion": [ratio] if conclusion is None else conclusion} | changes


def of_run(about, proof, k=1, T=1, **witness):
    point = {"arms": [{"points": [[0, "0"]]}] * k, "T": T} | witness
    document = {"format": FORMAT, "claim": about, "proof": proof, "witness": point}
    return json.dumps(document).encode()


def _cells_before_time_begins():
    """The formula T >= -5 or ALG >= OPT: its last part is left with T < -5, and very many k."""
    bound = {"relation": ">=", "constant": {"k": "-1", "1": "1000000000000"}}
    about = about_run((), run={"policy": "round-robin"}, givens=[bound])
    del about["conclusion"]
    late = {"relation": ">=", "constant": {"T": "1", "1": "5"}}
    formula = {"any": [late, *about_run()["conclusion"]]}
    clause = {"goal": 1, "proof": {"rule": "cells", "cells": []}}
    point = {"arms": [{"points": [[0, "0"]]}], "T": 1}
    document = {"format": FORMAT, "formula": {"claim": about, "formula": formula}}
    return json.dumps(document | {"clauses": [clause], "witness": point}).encode()


def _cells_with_many_givens():
    """The first of many givens holds at T = 0 only."""
    bounds = [{n: "-1", "1": "1000"} for n in "kT"]
    long = {f"k^{i} T^{j}": "1" for i in range(1, 11) for j in range(1, 11)}
    givens = [{"T^2": "-1"}, *bounds, *[long] * 10]
    about = about_run(
        run={"policy": "round-robin"},
        givens=[{"relation": ">=", "constant": p} for p in givens],
    )
    return of_run(about, {"rule": "cells", "cells": []}, T=0)


def _many_arms_without_a_policy():
    """Each of very many steps looks at every arm, though no arm is better than another."""
    return of_run(about_run(), FACTS, k=1000, T=10**6)


def _many_arms_with_an_empty_score():
    run = {"policy": "index", "index": {"opening": 1, "score": {}}}
    return of_run(about_run(run=run), FACTS, k=1000, T=10**6)


def _long_run_of_one_arm():
    """Each of very many steps is cheap."""
    return of_run(about_run(run={"policy": "algorithm-1"}), FACTS, T=200_000)


def _long_family():
    """A hypothesis f(n) <= f(n+1) for a million of n, all to be looked at."""
    steps = [[ONE, ["value", "f", {"n": "1", "1": "1"}]], [{"1": "-1"}, ["value", "f", {"n": "1"}]]]
    family = {"name": "n", "first": ONE, "last": {"m": "1"}, "terms": steps, "relation": ">="}
    about = claim(parameters=["m"], givens=[], arms={"f": "concave"}, families=[family])
    about["conclusion"] = [{"relation": ">", "constant": {"m": "-1"}}]
    return refuted(about, {"m": "1000000"}, {"f": {"points": [[0, "0"], [3, "1"]]}})


def _many_names_for_one_count():
    """Facts compare any two of them."""
    names = [f"N{i}" for i in range(1900)]
    run = {"policy": "any", "pulls": dict.fromkeys(names, "f")}
    about = about_run(run=run, parameters=["k", "T", *names], arms={"f": "concave"})
    proof = FACTS
    return of_run(about, proof, roles={"f": 1})


def _very_many_choices():
    """Rew(f,n) > 0 for some n: each n is to be looked at."""
    bounds = [{"n": "1"}, {"n": "-1", "1": "10000000000"}]
    statement = {
        "claim": {"parameters": ["n", "m"], "arms": {"f": "concave"}},
        "formula": {"relation": ">", "terms": [[ONE, ["Rew", "f", {"n": "1"}]]]},
        "chosen": ["n"],
        "order": "last",
        "where": [{"relation": ">=", "constant": p} for p in bounds],
    }
    point = {"parameters": {"m": "1"}, "arms": {"f": {"points": [[0, "0"]]}}}
    document = {"format": FORMAT, "existence": statement, "counterexample": point}
    return json.dumps(document).encode()


def _floors_of_floors():
    floors = [["q0", {"n": "1"}, {"1": "2"}]]
    floors += [[f"q{i}", {f"q{i - 1}^24": "1"}, {"1": "2"}] for i in range(1, 30)]
    return refuted(claim(floors=floors), {"n": LONG})


def _high_powers():
    square = {"n^24 T^24": "1", "1": "1"}
    terms = [{"weight": "1", "square": square, "factors": [[0, 24], [1, 24]]}] * 500
    about = claim(parameters=["n", "T"])
    return proved(about, [combine(EMPTY_SUM, {"sum": terms})], {"n": "1", "T": "1"})


def index_table(k, T, row, **lower):
    """An index policy that pulls a new arm at every step; every arm has the same row."""
    arms = [{"points": [[0, "1"]]}] * k
    rows = [[[1] * t + [0] * (k - t), [row(i < t) for i in range(k)]] for t in range(T)]
    lower = {"ratio": "1", "arms": arms, "sequence": [*range(1, T + 1)]} | lower
    return worst_case(k=k, T=T, policy="index", opening=[], table=rows, lower=lower)


def _tables_of_many_arms():
    """A row of the table is looked up at every step of two runs, by k counts."""
    near = [{"points": [[0, "1"]]}] * 9000
    return index_table(9000, 20, lambda _: [], near=near)


def _tables_with_many_denominators():
    """A score of one arm is a sum of fractions that have nothing in common."""
    T = 1500
    row = [[n, f"1/{10**590 + 2 * n + 1}"] for n in range(1, T)]
    rows = [[[T - 1], [row]]]
    arms = [{"points": [[0, "1"]]}]
    lower = {"ratio": "1", "arms": arms, "sequence": [1] * T}
    return worst_case(
        k=1, T=T, policy="index", opening=[1] * (T - 1), table=rows, lower=lower, upper="1"
    )


def _rewards_of_a_long_run():
    """Every functional of the claim asks for the counts of the same long run, at its own time."""
    times = [{"T": "1", "1": str(-t)} for t in range(100)]
    terms = [[ONE, ["ALG-at", "run", time]] for time in times]
    about = about_run([{"relation": ">", "terms": terms}], run={"policy": "round-robin"})
    return of_run(about, FACTS, T=80_000)


def _optima_of_many_arms():
    """Every OPT(t) looks at every arm, all of them without a bend."""
    terms = [[ONE, ["OPT-at", "run", {"T": str(t)}]] for t in range(1, 900)]
    about = about_run([{"relation": ">", "terms": terms}], run={"policy": "round-robin"})
    return of_run(about, FACTS, k=1000, T=1)


def _extrema_at_many_choices():
    """The least of very many nothings, at each of very many choices."""
    bounds = [{"n": "1"}, {"n": "-1", "1": "40000"}]
    least = {"kind": "min", "of": [{}] * 1000}
    statement = {
        "claim": {"parameters": ["n"], "floors": [["q", {"n": "1"}, {"1": "2"}]]},
        "formula": {"relation": ">", "constant": {}, "extrema": [[ONE, least]]},
        "chosen": ["n"],
        "order": "last",
        "where": [{"relation": ">=", "constant": p} for p in bounds],
    }
    document = {"format": FORMAT, "existence": statement}
    point = {"parameters": {}, "arms": {}}
    return json.dumps(document | {"counterexample": point}).encode()


def _many_times_of_a_run():
    """The best arm at each time is compared with the best arm at every other."""
    times = [{"T": "1", "1": str(t)} for t in range(1, 250)]
    terms = [[ONE, ["ALG-at", "run", time]] for time in times]
    about = about_run([{"relation": ">=", "terms": terms}], run={"policy": "round-robin"})
    return of_run(about, FACTS | {"words": ["best", "bound", "regret"]})


def _long_sums():
    """Many summands, each of many terms: they are added up as they come."""
    a, b = [f"a{i}" for i in range(15)], [f"b{i}" for i in range(4)]
    sums = dict.fromkeys(a, str(2**40)), dict.fromkeys(b, "1")
    givens = [{"relation": ">=", "constant": p} for p in sums]
    terms = [{"weight": "2", "factors": [[0, 5], [1, 1]]}] * 44
    goal = [{"relation": ">=", "constant": variable("a0")}]
    about = claim(parameters=a + b, givens=givens, conclusion=goal)
    return proved(about, [combine({"sum": terms})], dict.fromkeys(a + b, "1"))


def _choices(names, more, point):
    """Every choice of n and m up to 5,000 is looked at."""
    bounds = [
        {"relation": ">=", "constant": p}
        for name in ("n", "m")
        for p in (variable(name), {name: "-1", "1": "5000"})
    ]
    statement = {
        "claim": {"parameters": [*names, "n", "m"], **more},
        "formula": {"relation": ">", "constant": {}},
        "chosen": ["n", "m"],
        "order": "last",
        "where": bounds,
    }
    return json.dumps({"format": FORMAT, "existence": statement, "counterexample": point}).encode()


def _many_roles_at_many_choices():
    arms = [f"f{i}" for i in range(400)]
    about = {
        "arms": dict.fromkeys(arms, "concave"),
        "floors": [["q", variable("n"), ONE]],
        "run": {"policy": "any"},
    }
    flat = [{"points": [[0, "0"]]}]
    return _choices(["k", "T"], about, {"arms": flat, "T": 0, "roles": dict.fromkeys(arms, 1)})


def _many_floors_at_many_choices():
    floors = [["q", variable("n"), ONE], *([f"q{i}", {}, ONE] for i in range(150))]
    return _choices([], {"floors": floors}, {"parameters": {}, "arms": {}})


def comparison(p=None, **more):
    return {"relation": ">=", "constant": p or {}} | more


def using(use, count, lemmas=(), **about):
    """A proof of 0 >= 0 that uses a hypothesis many times."""
    goal = combine(EMPTY_SUM) | {"uses": [use] * count}
    about = {"parameters": ["n"], "conclusion": [comparison()]} | about
    return proved(about, [goal], arms={"f": FLAT} if "arms" in about else {}, lemmas=list(lemmas))


FLAT = {"points": [[0, "0"]]}
NO_USE = {"multiplier": {}, "sign": EMPTY_SUM}


def _lemma_put_to_use_often():
    """(n + ... + n^11 + m + ... + m^11)^2 >= 0, with numbers put into it at every use."""
    exponents = [(e, 0) for e in range(1, 12)] + [(0, e) for e in range(1, 12)]
    square = Counter((a + c, b + d) for a, b in exponents for c, d in exponents)
    long = {_monomial(a, b): str(count) for (a, b), count in square.items()}
    root = {_monomial(a, b): "1" for a, b in exponents}
    proof = combine(EMPTY_SUM, {"sum": [{"weight": "1", "square": root}]})
    about = {"parameters": ["n", "m"], "conclusion": [comparison(long)]}
    lemma = {"claim": about, "proof": {"domain": [], "goals": [proof]}}
    values = {"n": {"1": "3"}, "m": {"1": "2"}}
    chosen = {"number": 0, "comparison": 0, "parameters": values, "arms": {}, "proofs": []}
    return using({"lemma": chosen} | NO_USE, 650, [lemma])


def _monomial(a, b):
    return " ".join(f"{name}^{e}" for name, e in (("n", a), ("m", b)) if e)


def _long_given_used_often():
    """Every use of a given makes as many coefficients as the given has, and all are kept."""
    terms = [[{"n": "1", "1": "1"}, ["value", "f", variable("n")]]] * 900
    positive = {"sum": [{"weight": "1", "factors": [[0, 1]]}]}
    use = {"given": 1, "multiplier": {"n": "1"}, "sign": positive}
    givens = [comparison(variable("n")), comparison(terms=terms)]
    return using(use, 500, arms={"f": "concave"}, givens=givens)


def _members_of_a_family():
    """Every use of a family puts a number into all of its coefficients and indices."""
    terms = [[variable("i"), ["value", "f", {"i": "1", "1": str(e)}]] for e in range(1, 500)]
    family = {"name": "i", "first": {}, "last": {}, "relation": ">=", "terms": terms}
    use = {"member": {"number": 0, "value": {}, "inside": [EMPTY_SUM] * 2}} | NO_USE
    return using(use, 600, arms={"f": "concave"}, families=[family])


def _extrema_of_nothing():
    """Three kilobytes: the least of a thousand zeros, each compared with all others."""
    least = {"kind": "min", "of": [{}] * 1000}
    test = comparison(extrema=[[ONE, least]])
    statement = {"claim": {"parameters": ["n"]}, "formula": test}
    document = {"format": FORMAT, "formula": statement, "clauses": []}
    return json.dumps(document | {"witness": {"parameters": {"n": "1"}, "arms": {}}}).encode()


def _wide_products_that_are_kept():
    """Products of monomials in 24 of 52 names; hardly two of them have the same monomial."""
    names = [f"x{i}" for i in range(52)]
    spread = [[names[(i * step + j) % 52] for j in range(24)] for step in (1, 3) for i in range(52)]
    long = [dict.fromkeys(map(" ".join, spread[i : i + 52]), "1") for i in (0, 52)]
    givens = [comparison(p) for p in (*long, *map(variable, names))]
    terms = [{"weight": "1", "factors": [[0, 1], [1, 1], [2 + i, 1]]} for i in range(52)]
    about = claim(parameters=names, givens=givens, conclusion=[comparison()])
    return proved(about, [combine({"sum": terms})], dict.fromkeys(names, "1"))


def _rewards_over_many_pieces():
    """Rew(f,n) adds up all pieces of a long curve, once for each functional."""
    T = 900
    points = [[i, f"{i * (2 * T - i)}/{2 * T * T}"] for i in range(T)]
    terms = [[ONE, ["Rew", "f", {"n": str(i)}]] for i in range(1, 1500)]
    about = claim(arms={"f": "concave"}, conclusion=[{"relation": ">", "terms": terms}])
    return refuted(about, {"n": "1000"}, {"f": {"points": points}})


def _fractions_to_high_powers():
    """A family over very many integers, each with powers of a fraction."""
    powers = {f"x^{e} i": "1" for e in range(1, 25)}
    family = {"name": "i", "first": {}, "last": {"n": "1"}, "relation": ">=", "constant": powers}
    about = claim(reals=["x"], families=[family])
    return refuted(about, {"n": "1000000", "x": "3/7"})


def _formula_at_many_choices():
    """Every choice is put into a formula of very many parts."""
    document = json.loads(_choices([], {"floors": [["q", variable("n"), ONE]]}, {"parameters": {}}))
    document["counterexample"]["arms"] = {}
    document["existence"]["formula"] = {"any": [{"relation": ">", "constant": {}}] * 1500}
    return json.dumps(document).encode()


def _blanks():
    """Blanks buy nothing."""
    return _long_run_of_one_arm() + b" " * 1_000_000


def _strange_characters():
    return b'{"format": "imab-certificate/1", "claim": {"parameters": ["\\ud800"]}}'


DOCUMENTS = {
    name.strip("_").replace("_", "-"): make
    for name, make in list(globals().items())
    if name.startswith("_") and callable(make) and name not in ("_ones", "_choices", "_monomial")
}
