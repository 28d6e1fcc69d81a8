import pytest
from hypothesis.database import ExampleDatabase

from counterexample_search.databases import Cache, database_for
from counterexample_search.driving import drive, shrink
from counterexample_search.problem import Problem
from counterexample_search.strategies import instances

ONE, TWO = Problem("greedy", 2, 5), Problem("greedy", 2, 6)


def search(database, number=1):
    drive(
        instances(2, 5),
        lambda i: {"opt": float(i.opt(5))},
        examples=30,
        number=number,
        database=database,
    )


def test_the_best_examples_are_kept_in_the_directory(tmp_path):
    search(database_for(ONE, str(tmp_path / "examples")))
    assert list((tmp_path / "examples").rglob("*"))


def test_cells_do_not_see_each_other(tmp_path):
    one, two = (database_for(p, str(tmp_path / "examples")) for p in (ONE, TWO))
    one.save(b"key", b"value")
    assert list(one.fetch(b"key")) == [b"value"]
    assert list(two.fetch(b"key")) == []
    one.delete(b"key", b"value")
    assert list(one.fetch(b"key")) == []


def test_without_a_place_there_is_no_database():
    assert database_for(ONE, None) is None


def test_the_same_number_gives_the_same_examples():
    def drawn(number):
        seen = []
        drive(
            instances(2, 5),
            lambda i: seen.append(i) or {"opt": float(i.opt(5))},
            examples=40,
            number=number,
        )
        return seen

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_an_exception_that_is_no_error_ends_the_run_at_once():
    class Stop(BaseException):
        pass

    seen = []

    def score(instance):
        seen.append(instance)
        if len(seen) == 5:
            raise Stop
        return {"opt": 0.0}

    with pytest.raises(Stop):
        drive(instances(2, 5), score, examples=40, number=0)
    assert len(seen) == 5


def test_shrinking_gives_none_if_nothing_has_the_property():
    assert shrink(instances(2, 5), lambda _: False, examples=20) is None


def test_a_database_that_fails_is_left_out_and_ends_nothing():
    class Failing(ExampleDatabase):
        calls = 0

        def fetch(self, key):
            self.calls += 1
            raise OSError(28, "No space left on device")

        save = delete = None

    failing = Failing()
    cache = Cache(failing)
    assert list(cache.fetch(b"key")) == []
    cache.save(b"key", b"value")
    cache.delete(b"key", b"value")
    assert (failing.calls, cache.failed) == (1, True)
    seen = []
    drive(instances(2, 5), lambda i: seen.append(i) or {}, examples=5, number=0, database=cache)
    assert len(seen) == 5
