# Every target builds what it needs on a bare machine with Python 3.11 or newer. `make help` lists them.
SHELL := /bin/sh
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime.stamp
DEV := $(VENV)/.dev.stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# The first interpreter that is new enough. PYTHON=/path/to/python3.12 chooses one.
PYTHON ?= $(firstword $(foreach py,python3 python3.13 python3.12 python3.11 python3.14 python,\
	$(shell $(py) -c 'import sys; sys.version_info >= (3, 11) and print("$(py)")' 2>/dev/null)))

.PHONY: help serve demo test test-long bench lint format lock clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-10s %s\n", $$1, $$2}'

serve: $(RUNTIME) ## the service on loopback, with a database of its own
	@exec $(BIN)/acta serve $(ARGS)

demo: $(RUNTIME) ## the same, with a league of simulated players
	@exec $(BIN)/acta demo $(ARGS)

# As many processes as there are processors, four at most: each has a PostgreSQL of its own. ARGS=-n0 for one.
PYTEST := $(BIN)/python -m pytest -n logical --maxprocesses 4 --dist loadgroup

test: lint ## lint, types, layers and every test that takes seconds
	$(PYTEST) $(ARGS)

test-long: $(DEV) ## the tests that take minutes
	$(PYTEST) -m long $(ARGS)

bench: $(DEV) ## measure; print every number
	$(BIN)/python -m tests.bench $(ARGS)

lint: $(DEV) ## ruff, mypy, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV) ## put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# --- the virtual environment ------------------------------------------------------------------------------------------

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
		echo "acta needs Python 3.11 or newer; found: $$( (python3 --version) 2>/dev/null || echo none )." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.12 serve" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "acta needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@echo "Building $(VENV) with $$($(PYTHON) --version); takes seconds ..."
	@rm -rf $(VENV) && $(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing what acta runs on, with an embedded PostgreSQL; may take a few minutes ..."
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@echo "Installing acta itself; takes seconds ..."
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing what the tests need; may take a few minutes ..."
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

# --- the lock files ---------------------------------------------------------------------------------------------------
# One pair for every Python and platform; hashes but no addresses, so that they work with any package index.

LOCK := $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --no-annotate pyproject.toml --extra build

lock: $(RUNTIME) ## resolve the dependencies anew (LOCK_ARGS=--upgrade for newer versions)
	@test -x $(VENV)-lock/bin/uv || { $(BIN)/python -m venv $(VENV)-lock && \
		$(VENV)-lock/bin/python -m pip --disable-pip-version-check install --quiet uv; }
	$(LOCK) $(LOCK_ARGS) -o requirements.lock
	$(LOCK) $(LOCK_ARGS) --extra dev -o requirements-dev.lock

clean: ## remove everything that was built (never the data)
	rm -rf $(VENV) $(VENV)-lock build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find domain projections service tests alembic -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
