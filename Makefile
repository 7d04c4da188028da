# make run    set everything up and start the card room
# make test   set everything up, check the code and run all tests
# make help   the rest

PYTHON_FILES := pyproject.toml
NATIVE_FILES := CMakeLists.txt $(shell find native -name '*.cpp' -o -name '*.hpp')
BIN := .venv/bin
# One process more than two cores: tests also wait, for browsers and for servers.
PYTEST := $(BIN)/pytest --numprocesses 3 --dist worksteal

# Tests start hundreds of processes: modules are compiled once, wherever this is made.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install run test check lint types stubs pages try-wheel coverage bench docs sanitize calls arm fuzz stress wheel format clean

help: ## show this
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: .venv/installed ## set up .venv with bin/fivebet

.venv/installed: $(PYTHON_FILES) $(NATIVE_FILES) tools/set-up
	@echo "Setting up .venv; building the core takes about half a minute."
	@tools/set-up
	@touch $@

.venv/developing: $(PYTHON_FILES) $(NATIVE_FILES) tools/set-up tools/pages/package.json tools/set-up-pages
	@echo "Setting up .venv; building the core takes about a minute."
	@tools/set-up dev
	@tools/set-up-pages
	@touch .venv/installed $@

PORT ?= 8055
run: install ## start the card room at PORT; it prints its address
	@$(BIN)/fivebet serve --port $(PORT)

test: .venv/developing ## run every check and every test
	@tools/find-browser
	@$(MAKE) --no-print-directory --jobs 2 check try-wheel
	$(PYTEST)

check: lint types stubs pages ## lint, types, layers, stubs, pages

lint: .venv/developing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache

types: .venv/developing
	$(BIN)/mypy

# It takes longest and sees nothing but the core and its stub.
stubs: .venv/stubs
.venv/stubs: .venv/developing src/fivebet/_core.pyi tools/stubtest-allowlist
	$(BIN)/stubtest fivebet._core --mypy-config-file pyproject.toml --allowlist tools/stubtest-allowlist
	@touch $@

pages: .venv/developing
	.venv/pages/node_modules/.bin/tsc --project tools/pages
	$(BIN)/node --test --test-reporter dot 'tests/pages/*.test.js'

try-wheel: .venv/developing
	tools/try-wheel

coverage: .venv/developing ## run all tests and count the lines that they reach, at least 90 %
	@tools/find-browser
	tools/set-up coverage
	$(PYTEST) --cov --cov-report term:skip-covered --cov-fail-under 90

bench: .venv/developing ## measure beside packages from PyPI
	tools/set-up bench
	$(BIN)/fivebet bench

docs: .venv/developing ## build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet

sanitize: ## native tests under address, undefined-behaviour and thread sanitizers
	tools/sanitize tests

MINUTES ?= 60
calls: .venv/developing ## call the core at random from two threads under the sanitizers, for MINUTES
	tools/sanitize calls $(MINUTES)

arm: ## build the core for 64-bit ARM with g++ and clang and run its tests under qemu
	tools/test-arm g++
	tools/test-arm clang++

SECONDS_EACH ?= 60
fuzz: .venv/developing ## fuzz every parser for SECONDS_EACH seconds
	tools/set-up fuzz
	$(BIN)/python fuzz/parsers.py --seconds $(SECONDS_EACH)

stress: .venv/developing ## kill, fill, break and soak; the soak takes MINUTES
	for what in kills room disk database clock hostile attack secrecy; do $(BIN)/python -m stress $$what || exit 1; done
	$(BIN)/python -m stress soak --minutes $(MINUTES)

wheel: .venv/developing ## build a wheel into dist/ and try it without a compiler
	tools/build-wheel
	tools/try-wheel dist/*.whl

format: .venv/developing ## put the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## remove everything built
	rm -rf .venv build dist site
