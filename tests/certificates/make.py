"""Write invalid/ and malformed/ from the certificates in valid/, by the table faults.txt.

    python tests/certificates/make.py

A row of the table is the name of a file, the certificate that it is an edit of, and places with
their new values:

    name | source | place | value | place | value ...

The part of the name before "--" is the reason that the kernel must give, or what cannot be read.
In a place "$" is the proof of the first goal, "**" the way to the first object that has the next
key, and "**x" the way to the first that has the key x. A value is JSON; "-" leaves the entry out,
"@place" takes one of the same document and
"@source:place" one of another certificate.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
GOAL = ("proof", "goals", 0)


def valid(name):
    """A valid certificate by its name without the verdict."""
    [path] = (HERE / "valid").glob(f"*--{name}.json")
    return json.loads(path.read_text())


def keys_of(document, path):
    """The keys on the way to a place."""
    keys, way = path.split("/"), []
    for number, key in enumerate(keys):
        if key.startswith("**"):
            way += way_to(at(document, way), key[2:] or keys[number + 1])
        else:
            way += GOAL if key == "$" else [int(key) if key.isdigit() else key]
    return way


def way_to(document, key):
    """The way to the first object that has a key, depth first; None if there is none."""
    if isinstance(document, dict) and key in document:
        return []
    parts = document.items() if isinstance(document, dict) else enumerate(document)
    for own, part in parts:
        way = way_to(part, key) if isinstance(part, dict | list) else None
        if way is not None:
            return [own, *way]
    return None


def at(document, keys):
    """The entry at the end of a way."""
    for key in keys:
        document = document[key]
    return document


def value_of(document, text):
    """The value that a cell of the table says."""
    if not text.startswith("@"):
        return json.loads(text)
    source, _, path = text[1:].rpartition(":")
    other = valid(source) if source else document
    return json.loads(json.dumps(at(other, keys_of(other, path))))


def edited(source, *cells):
    """A valid certificate with some of its entries changed."""
    document = valid(source)
    for path, value in zip(cells[::2], cells[1::2], strict=True):
        *way, key = keys_of(document, path)
        place = at(document, way)
        if value == "-":
            del place[key]
        elif isinstance(place, list) and key == len(place):
            place.append(value_of(document, value))
        else:
            place[key] = value_of(document, value)
    return json.dumps(document)


def nested(depth):
    """A tree of cases of this depth."""
    node = {"sum": []}
    for _ in range(depth):
        node = {"case": "1", "low": {"sum": []}, "high": node}
    return json.dumps(node)


LONG = json.dumps("7" * 1199)
BY_HAND = {
    "invalid/limit--long-numbers": lambda: edited(
        *("half-horizon-at-3", "claim/conclusion/0", '"T^24 >= 0"'),
        *("counterexample/parameters/T", LONG),
    ),
    "malformed/depth--too-many-cases": lambda: edited("integer-case", "$/rest", nested(102)),
    "malformed/json--cut-off": lambda: edited("strict")[:-1],
    "malformed/json--deep": lambda: "[" * 5000,
    "malformed/json--no-object": lambda: "[]",
    "malformed/key--twice": lambda: edited("strict").replace('"strict"', '"strict": 0, "strict"'),
    "malformed/number--too-long": lambda: edited(
        "strict", "witness/parameters/n", '"77' + LONG[1:]
    ),
    "malformed/text--number-too-long": lambda: edited("bounded", "$/then/scale", '"77' + LONG[1:]),
}


def rows():
    """(file, text) of every fault."""
    folder = ""
    for line in (HERE / "faults.txt").read_text().splitlines():
        if line.startswith("["):
            folder = line.strip("[]")
        elif line and not line.startswith("#"):
            name, *cells = line.split(" | ")
            yield f"{folder}/{name}", edited(*cells)
    for name, text in BY_HAND.items():
        yield name, text()


def main():
    """Write all files anew."""
    for folder in ("invalid", "malformed"):
        for old in (HERE / folder).glob("*.json"):
            old.unlink()
    for name, text in rows():
        (HERE / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
