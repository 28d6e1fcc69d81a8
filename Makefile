# Every target works from a clean clone: it creates .venv and installs what it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: verify test test-slow lint bench clean

.venv/.installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,dask,redis]'
	touch $@

verify: .venv/.installed
	$(BIN)/imab-verify check

test: .venv/.installed
	$(BIN)/python -m pytest -n 2

test-slow: .venv/.installed
	$(BIN)/python -m pytest -n 2 -m 'slow or quality'

lint: .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.installed
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
