# The commands of the house. Needed: make and Python >= 3.11 (name another with PYTHON=python3.12); all else is installed
# into .venv (or the folder named in TTR_VENV).
PYTHON ?= python3
WORKERS ?= 2
TTR_VENV ?= .venv
export TTR_VENV
RUN = $(TTR_VENV)/bin/python
EXTRAS = boards,cluster,dev,lab,play,rl

.PHONY: help play install browser lint types test unit bench soak clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: ## open the game in JupyterLab (installs it first if need be)
	@$(PYTHON) play.py

install: ## everything a developer needs, into .venv
	@$(PYTHON) play.py --install $(EXTRAS)

browser: install ## a browser for the browser tests, if there is none
	@$(RUN) -m tests.browser.ensure

lint: install ## ruff: mistakes and format
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

types: install ## mypy --strict
	@$(RUN) -m mypy

test: lint types browser ## all checks: lint, types, rules, properties, doctests, notebooks, real browser
	@$(RUN) -m pytest -n $(WORKERS) --dist loadfile

unit: install ## the tests without browser and notebooks: what you run all day
	@$(RUN) -m pytest -n $(WORKERS) --dist loadfile -q tests ttr_widget -m "not browser"

bench: install ## print speeds (nothing is asserted on them)
	@for script in tests/bench/bench_*.py; do echo "== $$script"; $(RUN) "$$script" || exit 1; done

soak: install ## the property tests with thousands of examples: hours
	@TTR_HYPOTHESIS=soak $(RUN) -m pytest -n $(WORKERS) -q tests -m "not browser"

clean: ## remove caches and what tests left behind; .venv stays
	rm -rf build dist artifacts .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path "./.venv/*" -prune -exec rm -rf {} +
