"""Certificates with one thing changed, and why the kernel refuses them."""

import json
from copy import deepcopy
from fractions import Fraction

import pytest

from imab_verify.kernel import RejectedError, judge


def reason(document):
    with pytest.raises(RejectedError) as refused:
        judge(json.dumps(document))
    return refused.value.reason


def changed(document, *path, value):
    copy = deepcopy(document)
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


def larger(p, by="1/1000"):
    return p | {"1": str(Fraction(p.get("1", 0)) + Fraction(by))}
