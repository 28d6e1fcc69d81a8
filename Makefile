# Every target works from a clean clone: it creates .venv and installs what it needs.
PYTHON ?= python3
BIN := .venv/bin
LOWEST := .venv-lowest
REST_COVERED := 90
MUTANTS ?=

.PHONY: verify test test-slow test-thorough test-lowest coverage coverage-kernel mutants lint bench \
	kernel-zip coq clean

# What decides statements: no tests, figures, site or cluster. Python compiles what it imports when
# it does; compiling all of sympy beforehand would take longer than the rest of the installation.
.venv/.core: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e .
	touch $@

.venv/.installed: .venv/.core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		-e '.[site,figures,dask,test,lint]'
	touch $@

$(LOWEST)/.installed: pyproject.toml tools/lowest_versions.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(PYTHON) tools/lowest_versions.py > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check \
		-c $(LOWEST)/constraints.txt -e '.[site,figures,dask,test]'
	touch $@

verify: .venv/.core
	$(BIN)/imab-verify check

# Every statement of the paper that is covered, as a theorem that Coq checks (needs coqc).
coq: .venv/.core
	$(BIN)/imab-verify export --coq build/coq --check

test: .venv/.installed
	$(BIN)/python -m pytest -n 2

test-slow: .venv/.installed
	$(BIN)/python -m pytest -n 2 -m 'slow or quality'

# The properties of the fast tests with more examples.
test-thorough: .venv/.installed
	$(BIN)/python -m pytest -n 2 -m 'hypothesis and not slow and not quality' \
		--hypothesis-profile=thorough

# The fast tests with the lowest versions that pyproject.toml allows.
test-lowest: $(LOWEST)/.installed
	$(LOWEST)/bin/python -m pytest -n 2

# Branches that the fast tests reach: all of the kernel, most of the rest.
coverage: .venv/.installed
	$(BIN)/coverage erase
	$(BIN)/python -m pytest -n 2 --cov --cov-report=
	$(BIN)/coverage report --omit='imab_verify/kernel/*' --fail-under=$(REST_COVERED)
	$(BIN)/coverage report --include='imab_verify/kernel/*' --fail-under=100

# The kernel's own tests reach every branch of it.
coverage-kernel: .venv/.installed
	$(BIN)/python -m pytest -n 2 tests/kernel tests/certificates \
		--cov=imab_verify/kernel --cov-branch --cov-fail-under=100

# Is there a test for every line of the kernel? All mutants take hours; it goes on where it stopped.
mutants: .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutants]'
	$(BIN)/python -m mutmut run $(MUTANTS)
	$(BIN)/python -m mutmut results

lint: .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The kernel alone in one file, for who only checks: python -I imab-kernel.pyz FILE...
kernel-zip:
	$(PYTHON) tools/kernel_zip.py imab-kernel.pyz

bench: .venv/.installed
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv $(LOWEST) .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants .coverage* \
		build *.egg-info imab-kernel.pyz
