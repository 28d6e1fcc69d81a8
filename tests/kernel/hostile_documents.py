"""Small documents that are meant to cost a checker much: time, memory, or its composure.

Every one of them is a few kilobytes at most, or a few hundred kilobytes where it says so. The
kernel must answer each with one of its two errors, within its budget.
"""

import json

FORMAT = "imab-certificate/2"
LONG = "9" * 599
EMPTY_SUM = {"sum": []}
NO_PROOF = {"domain": {}, "goals": []}
ALGORITHM_1 = {"opening": 2, "score": "P(f, a, M)"}
FLAT = {"points": [[0, "0"]]}
"""An arm that pays nothing."""


def plus(parts):
    return " + ".join(parts)


def claim(**changes):
    """n >= 1 given n >= 1, to be changed."""
    return {"parameters": ["n"], "givens": ["n - 1 >= 0"], "conclusion": ["n - 1 >= 0"]} | changes


def floor(name, numerator, divisor):
    return {"name": name, "numerator": numerator, "divisor": divisor}


def encoded(**document):
    return json.dumps({"format": FORMAT} | document).encode()


def refuted(about, parameters=None, arms=None):
    point = {"parameters": parameters or {"n": "1"}, "arms": arms or {}}
    return encoded(claim=about, counterexample=point)


def proved(about, goals, parameters=None, arms=None, **more):
    point = {"parameters": parameters or {"n": "1"}, "arms": arms or {}}
    return encoded(claim=about, proof={"domain": {}, "goals": goals}, witness=point, **more)


def combine(positive=None, rest=None):
    return {"arms": {}, "positive": positive or EMPTY_SUM, "rest": rest or EMPTY_SUM}


def nested(depth):
    node = EMPTY_SUM
    text = json.dumps(node)
    for _ in range(depth):
        text = f'{{"case": "n", "low": {{"sum": []}}, "high": {text}}}'
    return text


def at_size(k, T, conclusion, run, node):
    """A claim at one k and T with its proof."""
    about = {
        "parameters": ["k", "T"],
        "givens": [f"k - {k} == 0", f"T - {T} == 0"],
        "conclusion": [conclusion],
        "run": run,
    }
    proof = {"domain": {"T": {"sum": ["h2", str(T)]}}, "goals": [node]}
    witness = {"parameters": {"k": str(k), "T": str(T)}, "arms": {}}
    return encoded(claim=about, proof=proof, witness=witness)


def played(arms, pulls, run=None, **more):
    """A run that is played: OPT >= 100*ALG, which is false."""
    node = {"arms": arms, "pulls": pulls, "proofs": {}} | more
    some = {"some": run or {"policy": ALGORITHM_1}}
    return at_size(len(arms), len(pulls), "OPT - 100*ALG >= 0", some, node)


def greedy(tree, bound=100):
    """A tree for greedy at k = 2, T = 7."""
    run = {"policy": {"opening": 1, "score": "f(a)"}}
    return at_size(2, 7, f"{bound}*ALG - OPT >= 0", run, {"tree": [tree]})


def _power_of_a_long_number():
    """A divisor of 14,000 digits that is negative: the message must not spell it out."""
    return refuted(claim(floors=[floor("q", "n", "1 - n^24")]), {"n": LONG})


def _long_values_in_a_message():
    steps = [[i, f"{i}/{LONG}"] for i in range(3)]
    arms = [{"points": steps}] * 2
    return played(arms, [1, 2, 1, 2, 1, 2, 1])


def _deep_proof():
    text = proved(claim(), [combine()]).decode()
    return text.replace('"positive": {"sum": []}', f'"positive": {nested(3000)}').encode()


def _deep_tree():
    text = greedy("deep", 1).decode()
    tree = "null"
    for _ in range(5000):
        tree = f'{{"next": [null, {tree}]}}'
    return text.replace('"deep"', tree).encode()


def _many_decisions():
    """Many thousand decisions."""
    return greedy({"next": [None, {"dual": [[3, 1, "1"]] * 8_000}]})


def _long_list_of_lists():
    return b"[" + b"[]," * 30_000 + b"[]]"


def _many_arms_and_atoms():
    """Every atom has an arm of its own among many."""
    names = [f"f{i}" for i in range(1900)]
    says = plus(f"{name}(n)" for name in names)
    about = claim(arms=dict.fromkeys(names, "concave"), conclusion=[f"{says} >= 0"] * 5)
    return refuted(about, arms=dict.fromkeys(names, FLAT))


def _huge_common_denominator():
    """Values whose denominators are long and have nothing in common."""
    numbers = [10**590 + 2 * i + 1 for i in range(60)]
    arms = [{"points": [[0, f"1/{n}"]]} for n in numbers]
    return played(arms, [*range(1, 61)] * 2)


def _denominators_of_multipliers():
    rows = [[3, 1, f"1/{10**590 + 2 * i + 1}"] for i in range(60)]
    tree = {"next": [{"dual": []}, {"dual": rows}]}
    return greedy(tree)


def _wide_monomials():
    """Sixty-four variables in every monomial, and products of such polynomials."""
    names = [f"x{i}" for i in range(64)]
    p = plus("*".join(names[i : i + 31]) for i in range(33))
    goal = combine(rest={"sum": [f"({p})^2"] * 40})
    about = {"parameters": names, "conclusion": [f"{p} >= 0"]}
    return proved(about, [goal], dict.fromkeys(names, "1"))


def _products_in_many_names():
    """(a0 + ... + a14)^5 * b^e has 11,628 monomials for every e, and all of them are kept."""
    a, b = [f"a{i}" for i in range(15)], [f"b{i}" for i in range(4)]
    givens = [f"{p} >= 0" for p in (plus(a), *b)]
    terms = [f"h1^5*h{2 + i}^55" for i in range(4)]
    about = claim(parameters=a + b, givens=givens, conclusion=givens[:1])
    return proved(about, [combine({"sum": terms})], dict.fromkeys(a + b, "1"))


def _monomial_without_end():
    text = "*".join(f"x{i}" for i in range(100_000))
    return refuted(claim(conclusion=[f"{text} >= 0"]))


def _horizon_without_end():
    """All pulls of round robin are fixed; they are not written down."""
    run = {"policy": "round-robin"}
    return at_size(1, 10**30, "ALG - OPT >= 0", run, {"tree": [{"dual": []}]})


def _long_run():
    about = {"parameters": ["k", "T"], "run": {"policy": ALGORITHM_1}, "conclusion": ["OPT > 0"]}
    return encoded(claim=about, counterexample={"arms": [FLAT] * 3, "T": 10**9})


def about_run(conclusion=("ALG - OPT >= 0",), **changes):
    """ALG(T) >= OPT(T) for every policy, to be changed."""
    about = {"parameters": ["k", "T"], "run": {"policy": "any"}, "conclusion": list(conclusion)}
    return about | changes


def of_run(about, proof=NO_PROOF, k=1, T=1, **witness):
    return encoded(claim=about, proof=proof, witness={"arms": [FLAT] * k, "T": T} | witness)


def _many_arms_without_a_policy():
    """Each of very many steps looks at every arm, though no arm is better than another."""
    return of_run(about_run(), k=1000, T=10**6)


def _many_arms_with_an_empty_score():
    run = {"policy": {"opening": 1, "score": "0"}}
    return of_run(about_run(run=run), k=1000, T=10**6)


def _long_run_of_one_arm():
    """Each of very many steps is cheap."""
    return of_run(about_run(run={"policy": ALGORITHM_1}), T=200_000)


def _long_family():
    """A hypothesis f(n) <= f(n+1) for a million of n, all to be looked at."""
    family = {"name": "n", "first": "1", "last": "m", "comparison": "f(n + 1) - f(n) >= 0"}
    about = {"parameters": ["m"], "arms": {"f": "concave"}, "families": [family]}
    rising = {"points": [[0, "0"], [3, "1"]]}
    return refuted(about | {"conclusion": ["-m > 0"]}, {"m": "1000000"}, {"f": rising})


def _many_names_for_one_count():
    """Facts compare any two of them."""
    names = [f"N{i}" for i in range(1900)]
    run = {"policy": "any", "observed": {name: ["pulls", name.lower()] for name in names}}
    arms = {name.lower(): "concave" for name in names}
    about = about_run(run=run, parameters=["k", "T", *names], arms=arms)
    return of_run(about, roles=dict.fromkeys(arms, 1))


def _very_many_choices():
    """Rew(f,n) > 0 for some n: each n is to be looked at."""
    about = {
        "parameters": ["n", "m"],
        "arms": {"f": "concave"},
        "givens": ["n >= 0", "10000000000 - n >= 0"],
        "conclusion": ["Rew(f, n) > 0"],
        "prefix": [{"for all": ["m"]}, {"exists": ["n"]}],
    }
    return encoded(claim=about, counterexample={"parameters": {"m": "1"}, "arms": {"f": FLAT}})


def _floors_of_floors():
    floors = [
        floor("q0", "n", "2"),
        *(floor(f"q{i}", f"q{i - 1}^24", "2") for i in range(1, 30)),
    ]
    return refuted(claim(floors=floors), {"n": LONG})


def _high_powers():
    terms = ["h1^24*h2^24*(n^24*T^24 + 1)^2"] * 500
    about = claim(parameters=["n", "T"], givens=["n >= 0", "T >= 0"])
    return proved(about, [combine(rest={"sum": terms})], {"n": "1", "T": "1"})


def _tables_of_many_arms():
    """A row of the table is looked up at every step of two runs, by k counts."""
    k, T = 9000, 20
    rows = [[[1] * t + [0] * (k - t), [[]] * k] for t in range(T)]
    ones = [{"points": [[0, "1"]]}] * k
    table = {"policy": {"opening": [], "rows": rows}}
    return played(ones, [*range(1, T + 1)], table, near=ones)


def _tables_with_many_denominators():
    """A score of one arm is a sum of fractions that have nothing in common."""
    T = 1500
    row = [[n, f"1/{10**590 + 2 * n + 1}"] for n in range(1, T)]
    table = {"opening": [1] * (T - 1), "rows": [[[T - 1], [row]]]}
    one = [{"points": [[0, "1"]]}]
    return played(one, [1] * T, {"policy": table})


def _rewards_of_a_long_run():
    """Every functional of the claim asks for the counts of the same long run, at its own time."""
    says = plus(f"ALG(T - {t})" for t in range(1, 100))
    return of_run(about_run([f"{says} > 0"], run={"policy": "round-robin"}), T=80_000)


def _optima_of_many_arms():
    """Every OPT(t) looks at every arm, all of them without a bend."""
    says = plus(f"OPT({t}*T)" for t in range(2, 900))
    return of_run(about_run([f"{says} > 0"], run={"policy": "round-robin"}), k=1000)


def _many_times_of_a_run():
    """The best arm at each time is compared with the best arm at every other."""
    says = plus(f"ALG(T + {t})" for t in range(1, 250))
    node = combine()
    for t in range(1, 90):
        node = {"have": f"x{t}", "by": {"fact": "regret", "of": [f"t{t}"]}, "then": node}
    about = about_run([f"{says} >= 0"], run={"policy": "round-robin"})
    return of_run(about, {"domain": {}, "goals": [node]})


def _long_sums():
    """Many summands, each of many terms: they are added up as they come."""
    a, b = [f"a{i}" for i in range(15)], [f"b{i}" for i in range(4)]
    givens = [f"{2**40}*({plus(a)}) >= 0", f"{plus(b)} >= 0"]
    about = claim(parameters=a + b, givens=givens, conclusion=["a0 >= 0"])
    node = combine({"sum": ["2*h1^5*h2"] * 44})
    return proved(about, [node], dict.fromkeys(a + b, "1"))


def _choices(names, more, point, formula="0 > 0"):
    """Every choice of n and m up to 5,000 is looked at."""
    about = {
        "parameters": [*names, "n", "m"],
        "givens": ["n >= 0", "5000 - n >= 0", "m >= 0", "5000 - m >= 0"],
        "conclusion": [formula],
        "prefix": [{"for all": names}, {"exists": ["n", "m"]}],
    }
    return encoded(claim=about | more, counterexample=point)


def _extrema_at_many_choices():
    """The least of very many nothings, at each of very many choices."""
    formula = f"min({', '.join(['0'] * 1000)}) > 0"
    floors = {"floors": [floor("q", "n", "2")]}
    return _choices([], floors, {"parameters": {}, "arms": {}}, formula)


def _many_roles_at_many_choices():
    arms = [f"f{i}" for i in range(400)]
    about = {
        "arms": dict.fromkeys(arms, "concave"),
        "floors": [floor("q", "n", "1")],
        "run": {"policy": "any"},
    }
    return _choices(["k", "T"], about, {"arms": [FLAT], "T": 0, "roles": dict.fromkeys(arms, 1)})


def _many_floors_at_many_choices():
    floors = [
        floor("q", "n", "1"),
        *(floor(f"q{i}", "0", "1") for i in range(150)),
    ]
    return _choices([], {"floors": floors}, {"parameters": {}, "arms": {}})


def _formula_at_many_choices():
    """Every choice is put into a formula of very many parts."""
    formula = {"any": ["0 > 0"] * 1500}
    floors = {"floors": [floor("q", "n", "1")]}
    return _choices([], floors, {"parameters": {}, "arms": {}}, formula)


def with_domain(text, domain):
    return text.replace(b'"domain": {}', f'"domain": {json.dumps(domain)}'.encode(), 1)


def bringing_in(source, count, lemmas=(), **about):
    """A proof of 0 >= 0 that brings something in many times, one after the other and in rows."""
    rows = []
    for _ in range(0, count, 80):
        node = combine()
        for number in range(80):
            node = {"have": f"x{number}", "by": source, "then": node}
        rows.append(node)
    about = {"parameters": ["n"], "conclusion": ["0 >= 0"] * len(rows)} | about
    arms = {"f": FLAT} if "arms" in about else {}
    return proved(about, rows, arms=arms, lemmas=list(lemmas))


def _lemma_put_to_use_often():
    """(n + ... + n^11 + m + ... + m^11)^2 >= 0, with numbers put into it at every use."""
    root = plus(f"{name}^{e}" for name in "nm" for e in range(1, 12))
    about = {"parameters": ["n", "m"], "conclusion": [f"({root})^2 >= 0"]}
    lemma = {
        "claim": about,
        "proof": {"domain": {}, "goals": [combine(rest={"sum": [f"({root})^2"]})]},
    }
    values = {"lemma": 0, "comparison": 0, "parameters": {"n": "3", "m": "2"}}
    return bringing_in(values | {"arms": {}, "proofs": {}}, 650, [lemma])


def _members_of_a_family():
    """Every use of a family puts a number into all of its coefficients and indices."""
    says = plus(f"i*f(i + {e})" for e in range(1, 500))
    family = {"name": "i", "first": "0", "last": "0", "comparison": f"{says} >= 0"}
    member = {"member": 0, "value": "0", "inside": [EMPTY_SUM] * 2}
    text = bringing_in(member, 600, arms={"f": "concave"}, families=[family])
    domain = {f"i + {e}": {"sum": ["i.first", str(e)]} for e in range(1, 500)}
    return with_domain(text, domain)


def _long_given_used_often():
    """Every use of a given makes as many coefficients as the given has, and all are kept."""
    says = plus(["(n + 1)*f(n)"] * 900)
    use = {"hypothesis": "h2", "multiplier": "n", "sign": {"sum": ["h1"]}}
    about = {"parameters": ["n"], "arms": {"f": "concave"}, "givens": ["n >= 0", f"{says} >= 0"]}
    node = combine() | {"uses": [use] * 500}
    domain = {"n": {"sum": ["h1"]}}
    text = proved(about | {"conclusion": ["0 >= 0"]}, [node], arms={"f": FLAT})
    return with_domain(text, domain)


def _extrema_of_nothing():
    """Three kilobytes: the least of a thousand zeros, each compared with all others."""
    formula = f"min({', '.join(['0'] * 1000)}) >= 0"
    about = {"parameters": ["n"], "conclusion": [formula]}
    point = {"parameters": {"n": "1"}, "arms": {}}
    return encoded(claim=about, proof={"clauses": []}, witness=point)


def _wide_products_that_are_kept():
    """Products of monomials in 24 of 52 names; hardly two of them have the same monomial."""
    names = [f"x{i}" for i in range(52)]
    long = [
        plus("*".join(names[(i * step + j) % 52] for j in range(24)) for i in range(52))
        for step in (1, 3)
    ]
    about = claim(
        parameters=names, givens=[f"{p} >= 0" for p in (*long, *names)], conclusion=["0 >= 0"]
    )
    node = combine({"sum": [f"h1*h2*h{3 + i}" for i in range(52)]})
    return proved(about, [node], dict.fromkeys(names, "1"))


def _rewards_over_many_pieces():
    """Rew(f,n) adds up all pieces of a long curve, once for each functional."""
    T = 900
    points = [[i, f"{i * (2 * T - i)}/{2 * T * T}"] for i in range(T)]
    says = plus(f"Rew(f, {i}*n)" for i in range(1, 1500))
    about = claim(arms={"f": "concave"}, conclusion=[f"{says} > 0"])
    return refuted(about, {"n": "1000"}, {"f": {"points": points}})


def _fractions_to_high_powers():
    """A family over very many integers, each with powers of a fraction."""
    powers = plus(f"x^{e}*i" for e in range(1, 25))
    family = {"name": "i", "first": "0", "last": "n", "comparison": f"{powers} >= 0"}
    return refuted(claim(reals=["x"], families=[family]), {"n": "1000000", "x": "3/7"})


def _blanks():
    """Blanks buy nothing."""
    return _long_run_of_one_arm() + b" " * 1_000_000


def _strange_characters():
    return b'{"format": "imab-certificate/2", "claim": {"parameters": ["\\ud800"]}}'


def _facts_about_many_counts():
    """Every one of very many facts says something about each of many counts."""
    names = [f"N{i}" for i in range(60)]
    counts = {name: ["pulls", name.lower()] for name in names}
    run = {"policy": ALGORITHM_1, "observed": counts | {"L": ["most"], "S": ["squares"]}}
    arms = {name.lower(): "concave" for name in names}
    opening, goals = {"fact": "opening", "if": [{"sum": ["h1"]}]}, []
    for last in [False] * 15 + [True]:
        node = combine({"sum": ["x"]} if last else EMPTY_SUM)
        for number in range(90):
            node = {"have": f"x{number}", "by": opening, "then": node}
        goals.append({"case": "T", "low": {"empty": ["h2", "c1"]}, "high": node})
    about = about_run(
        ["0 >= 0"] * len(goals),
        run=run,
        parameters=["k", "T", "L", "S", *names],
        arms=arms,
        givens=["T - 2*k >= 0", "T - 1 >= 0"],
    )
    return of_run(about, {"domain": {}, "goals": goals}, T=2, roles=dict.fromkeys(arms, 1))


def _sums_over_arms_again_and_again():
    """A sum has a region for every kind of arms."""
    names = [f"N{i}" for i in range(60)]
    counts = {name: ["pulls", name.lower()] for name in names}
    run = {"policy": ALGORITHM_1, "observed": counts}
    arms = {name.lower(): "concave" for name in names}
    numbers = {"alpha": "0", "beta": "0", "alpha_optimal": "0", "alpha_last": "0"}
    empty = dict.fromkeys(("best", "idle", "late", "first", "next", "last"), combine())
    crossing = numbers | {"crossing": "0", "share": "0", "rest": "0", "proofs": empty}
    crossing |= {"opened": {"sum": ["h1"]}, "order": EMPTY_SUM}
    goals = []
    for last in [False] * 5 + [True]:
        node = combine({"sum": ["x"]} if last else EMPTY_SUM)
        for number in range(30):
            node = {"have": f"x{number}", "by": crossing, "then": node}
        goals.append(node)
    about = about_run(
        ["0 >= 0"] * len(goals),
        run=run,
        parameters=["k", "T", *names],
        arms=arms,
        givens=["T - 2*k >= 0"],
    )
    return of_run(about, {"domain": {}, "goals": goals}, T=2, roles=dict.fromkeys(arms, 1))


# --- texts ---------------------------------------------------------------------------------------


def saying(polynomial, names="abcdefgh"):
    """A claim about a polynomial, as a text of at most 100 kB."""
    return refuted(
        {"parameters": [*names], "conclusion": [f"{polynomial} >= 0"]}, dict.fromkeys(names, "1")
    )


def _powers_of_brackets():
    return saying("(a + b + c + d)^24*(a + b + c + d)^24")


def _sums_of_powers_of_brackets():
    return saying(plus(f"(a + {i}*b + c)^24" for i in range(4000)))


def _products_of_brackets():
    return saying(plus(["(a + b + c)*(d + e + f)*(a + d + g)*(b + e + h)*(c + f + h)"] * 1500))


def _brackets_in_brackets():
    return saying(plus(["(((((((((((((((((a + b)))))))))))))))))"] * 2300))


def _powers_of_powers():
    return saying("((((a + b + c)^2)^2)^2)^2 + " + "(" * 18 + "a + b" + ")^2" * 18)


def _long_products_of_numbers():
    return saying("*".join(["(999999)^24"] * 8000))


def _long_products_of_ones():
    return saying("*".join(["1"] * 49_000))


def _sums_without_a_common_denominator():
    return saying(
        plus(f"1/{10**590 + 2 * i + 1}*a^{i % 24 + 1}*b^{i // 24 + 1}" for i in range(140))
    )


def _wide_monomials_in_a_text():
    names = [f"x{i}" for i in range(1000)]
    rows = ("*".join(names[(i + j * j) % 1000] for i in range(60)) for j in range(300))
    about = {"parameters": names, "conclusion": [f"{plus(rows)} >= 0"]}
    return refuted(about, dict.fromkeys(names, "1"))


def _indices_that_are_powers():
    says = plus(f"f((a + b + c + d)^{i % 20 + 1})" for i in range(4000))
    about = {"parameters": [*"abcd"], "arms": {"f": "concave"}, "conclusion": [f"{says} >= 0"]}
    return refuted(about, dict.fromkeys("abcd", "1"), {"f": FLAT})


def _many_functionals_in_a_bracket():
    says = f"({plus(['f(a)'] * 9000)})*(a + b + c)^20"
    about = {"parameters": [*"abc"], "arms": {"f": "concave"}, "conclusion": [f"{says} >= 0"]}
    return refuted(about, dict.fromkeys("abc", "1"), {"f": FLAT})


def _long_products_of_hypotheses():
    return proved(claim(), [combine({"sum": ["*".join(["h1"] * 30_000)]})])


def _squares_that_are_powers():
    squares = [f"((n + m + {i})^24)^2" for i in range(3000)]
    return proved(claim(parameters=["n", "m"]), [combine({"sum": squares})], {"n": "1", "m": "1"})


def _many_labels():
    """Very many names that are not there, after one that is."""
    return proved(claim(), [combine({"sum": [f"h1*x{i}.low" for i in range(7000)]})])


def _many_short_texts():
    """Each of them is read once, and some are kept."""
    nodes = [{"sum": [f"{i}*h1", f"({i}*n)^2"]} for i in range(2000)]
    uses = [
        {"hypothesis": "h9", "multiplier": f"{i}*n", "sign": node} for i, node in enumerate(nodes)
    ]
    return proved(claim(), [combine() | {"uses": uses}])


def _polynomials_as_keys():
    """What must be shown is found by a polynomial."""
    domain = {f"(n + {i})^24": EMPTY_SUM for i in range(4000)}
    return with_domain(proved(claim(), [combine({"sum": ["x"]})]), domain)


DOCUMENTS = {
    name.strip("_").replace("_", "-"): make
    for name, make in list(globals().items())
    if name.startswith("_") and callable(make) and name != "_choices"
}
