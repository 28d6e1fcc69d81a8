"""Certificates with something changed: dropped, doubled, exchanged, moved, renamed, counted."""

import re
from copy import deepcopy

TOKEN = re.compile(
    r"[A-Za-z_][A-Za-z0-9_.]*-?(?![A-Za-z0-9_])|[0-9]+(?:/[0-9]+)?|>=|<=|==|[-+*^<>]"
)
RELATIONS = (">=", ">", "==", "<=", "<")
KINDS = ("concave", "concave-from-1", "monotone", "rotting")


def places(document, path=()):
    """Every place in a document but the whole."""
    parts = document.items() if isinstance(document, dict) else enumerate(document)
    for key, part in parts:
        yield (*path, key), part
        if isinstance(part, dict | list):
            yield from places(part, (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def mutant(original, random, spare=()):
    """The document with a change or two; what stands under the keys `spare` is left as it is."""
    document = deepcopy(original)
    for _ in range(random.choice((1, 1, 1, 2))):
        open_to_change = [(path, part) for path, part in places(document) if path[0] not in spare]
        if open_to_change:
            path, part = random.choice(open_to_change)
            change(document, path, part, random)
    return document


def change(document, path, part, random):
    """Change one place."""
    holder, key = at(document, path[:-1]), path[-1]
    if isinstance(part, str) and random.random() < 0.8:
        holder[key] = other_text(part, document, path, random)
    elif isinstance(part, int) and random.random() < 0.8:
        holder[key] = part + random.choice((1, -1))
    else:
        move(document, holder, key, random)


def move(document, holder, key, random):
    """Drop an entry, double it, exchange it with another one, or put something else there."""
    how = random.choice(("drop", "double", "exchange", "graft", "rename"))
    if how == "drop":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif how == "exchange":
        other = random.choice([*(holder if isinstance(holder, dict) else range(len(holder)))])
        holder[key], holder[other] = holder[other], holder[key]
    elif how == "rename" and isinstance(holder, dict):
        own = [name for path, _ in places(document) for name in path if isinstance(name, str)]
        holder[random.choice(own)] = holder.pop(key)
    else:
        like = [part for _, part in places(document) if type(part) is type(holder[key])]
        holder[key] = deepcopy(random.choice(like))


def other_text(text, document, path, random):
    """A text with one word, number, exponent, sign or relation changed, or another text."""
    if text in KINDS:
        return random.choice(KINDS)
    tokens = [*TOKEN.finditer(text)]
    if not tokens or random.random() < 0.1:
        same = [part for other, part in places(document) if other[-1] == path[-1]]
        return deepcopy(random.choice(same))
    token = random.choice(tokens)
    return text[: token.start()] + other_token(token[0], document, random) + text[token.end() :]


def other_token(token, document, random):
    if token[0].isdigit():
        top, _, below = token.partition("/")
        number = max(int(top) + random.choice((-1, 1, 1, 10)), 0)
        return random.choice((f"{number}", f"{number}/{below or 2}", f"{top}/1000"))
    if token in RELATIONS:
        return random.choice(RELATIONS)
    if token in ("+", "-"):
        return {"+": "-", "-": "+"}[token]
    if token in ("*", "^"):
        return random.choice((" + ", " - ", "*", "^"))
    words = [part for _, part in places(document) if isinstance(part, str)]
    names = [other[0] for word in words for other in TOKEN.finditer(word) if other[0][0].isalpha()]
    return random.choice(names or [token])
