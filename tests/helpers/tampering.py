"""Certificates with one thing changed."""

from copy import deepcopy


def changed(document, *path, value):
    copy = deepcopy(document)
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy
