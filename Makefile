# The project's commands; `make` alone lists them.
#
# All of them work in .venv, filled from the hashed files in requirements/ and from nowhere else.
# Needs GNU make and Python 3.11 or newer. PYTHON=... chooses another Python. With a C++20 compiler
# the kernels in native/ are built too; without one everything runs in pure Python, slower. Without
# Node.js 20.19 or newer, one is installed into .venv to build the page.

BIN := .venv/bin
# Quiet, and never a question. Standard input belongs to the game, so pip gets none.
PIP := $(BIN)/python -m pip -qq install
# The locks are complete: resolving could only fail, as soon as the index has something newer.
LOCKED := --require-hashes --no-deps
HASHED := $(LOCKED) --no-build-isolation
export PIP_NO_INPUT := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_USER := 0
# Some machines forbid Python to keep what it has compiled. The tests start hundreds of processes and
# each would compile the package anew.
export PYTHONDONTWRITEBYTECODE :=

# Test processes at once.
JOBS ?= 2
# Tests of servers and browsers wait half of their time.
WAITING_JOBS ?= 3

# Idle test processes take over what busy ones have not begun.
PYTEST = $(BIN)/python -m pytest --dist worksteal
# Tests that reach every branch of core and games. Only these run with coverage measured, which
# makes Python a third as fast; tests/kit/measured.py leaves out what only repeats.
MEASURED := README.md $(addprefix tests/,core games)

# The page that `funicular serve` shows is built into the package; git does not keep it.
PAGE := src/funicular/web/client/index.html
CLIENT := $(shell find client -name node_modules -prune -o -type f -print)
KERNELS := $(wildcard native/funicular/*.hpp native/funicular/*/*.hpp)
BINDINGS := $(wildcard native/bindings/*.cpp native/bindings/*.hpp)
CPP := $(sort $(KERNELS) $(wildcard native/*/*.hpp native/*/*.cpp examples/*.cpp))
# Their numbers are copied into the kernels.
HEURISTICS := $(wildcard src/funicular/bots/*/*.py) tools/kernel_constants.py

.DEFAULT_GOAL := help
.PHONY: help play terminal check test prepared units laws coverage lint format types contract audit bench evidence hostile soak sanitize learn wasm screenshots films picture lighthouse fonts docs lock lowest pythons release dist clean

help: ## List these commands
	@echo "make COMMAND [ARGS='...']"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1:\2/p' Makefile | \
		while IFS=: read -r name text; do printf '%-12s %s\n' "$$name" "$$text"; done

play: .venv/.native $(PAGE) ## Play in the browser; ARGS are handed to `funicular serve`
	@$(BIN)/funicular serve --open $(ARGS)

terminal: .venv/.native ## Play in the terminal; ARGS are handed to `funicular play`
	@$(BIN)/funicular play $(ARGS)

# What most changes break, and nothing that needs a server or a browser.
CHECKED := $(addprefix tests/,core games golden lang laws rules table)
check: ## Check what can be checked in two minutes: lint, types, contract, rules, laws, table, the client's units
	@$(MAKE) --no-print-directory -j$(JOBS) -Otarget lint types contract units laws

laws: .venv/.native .venv/.test ## Run the tests of rules, laws and the table alone
	@$(PYTEST) -q -n $(JOBS) $(CHECKED) $(ARGS)

units: .venv/.test ## Run the client's own tests alone
	@sh tools/client .venv test

test: prepared ## Check everything: lint, types, contract, all tests, coverage
	@$(PYTEST) -n $(JOBS) --cov --cov-report= -m measured $(MEASURED) $(ARGS)
	@echo "core and games: every branch must be covered"
	@$(BIN)/python -m coverage report --fail-under=100 \
		--include='*/funicular/core/*,*/funicular/games/*'
	@$(PYTEST) -n $(WAITING_JOBS) -m "not measured" $(ARGS)

# All that is installed, built and checked before the tests: much of it waits for the network, so
# three things go on at once.
prepared: ## Install, build and lint, as `make test` does first
	@$(MAKE) --no-print-directory -j$(WAITING_JOBS) -Otarget .venv/.play $(PAGE)
	@$(MAKE) --no-print-directory -j$(WAITING_JOBS) -Otarget .venv/.native .venv/.test .venv/.servers
	@$(MAKE) --no-print-directory -j$(WAITING_JOBS) -Otarget types lint contract audit units

# The run-time dependencies as old as pyproject.toml admits them, the tools as locked, in an environment
# of its own: what says that those bounds are right. It plays a match at a real server too.
LOWEST := $(addprefix tests/,client store web/test_cluster.py web/test_join.py web/test_limits.py \
	web/test_metrics.py web/test_security.py web/test_serve.py web/test_uvicorn_internals.py)
lowest: build/lowest/.installed ## Run the tests of rules, laws, table, store and server with the oldest dependencies that are admitted
	@build/lowest/bin/python -m pip check
	@build/lowest/bin/python -m pytest -q -n $(JOBS) --dist worksteal $(CHECKED) $(LOWEST) $(ARGS)

build/lowest/.installed: .venv/.native .venv/.servers requirements/build.txt requirements/lowest.txt requirements/test.txt
	@mkdir -p build
	@PYTHON=$$(readlink -f $(BIN)/python) sh tools/venv build/lowest </dev/null
	@build/lowest/bin/python -m pip -qq install $(HASHED) --no-compile -r requirements/build.txt </dev/null
	@build/lowest/bin/python -m pip -qq install $(HASHED) --no-compile -r requirements/test.txt </dev/null
	@build/lowest/bin/python -m pip -qq install $(HASHED) --no-compile -r requirements/lowest.txt </dev/null
	@build/lowest/bin/python -m pip -qq install --no-build-isolation --no-deps -e . </dev/null
	@# These describe the newest drivers, and only mypy reads them.
	@build/lowest/bin/python -m pip -qq uninstall -y asyncpg-stubs
	@touch $@

# Every Python that is here and admitted, each in an environment of its own, with what is locked for all.
PYTHONS = $(foreach each,3.11 3.12 3.13 3.14,$(if $(shell python$(each) -c 'print(1)' 2>/dev/null),$(each)))
pythons: $(PYTHONS:%=build/python-%/.installed) ## Run the tests of rules, laws and the table with every Python from 3.11 on that is here
	@for each in $(PYTHONS); do \
		echo "Python $$each"; \
		build/python-$$each/bin/python -m pip check && \
			build/python-$$each/bin/python -m pytest -q -n $(JOBS) --dist worksteal $(CHECKED) $(ARGS) || exit 1; \
	done

build/python-%/.installed: requirements/build.txt requirements/test.txt pyproject.toml
	@mkdir -p build
	@PYTHON=python$* sh tools/venv build/python-$* </dev/null
	@build/python-$*/bin/python -m pip -qq install $(HASHED) --no-compile -r requirements/build.txt </dev/null
	@build/python-$*/bin/python -m pip -qq install $(HASHED) --no-compile -r requirements/test.txt </dev/null
	@build/python-$*/bin/python -m pip -qq install --no-build-isolation --no-deps -e . </dev/null
	@touch $@

coverage: .venv/.native .venv/.test $(PAGE) .venv/.browser .venv/.servers ## Run all tests with the coverage of everything measured, which takes twice as long
	@$(PYTEST) -n $(JOBS) --cov --cov-report= $(ARGS)
	@$(BIN)/python -m coverage report

lint: .venv/.test ## Check style and formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/clang-format --dry-run -Werror $(CPP)
	@sh tools/client .venv lint

format: .venv/.test ## Format the code and mend what can be mended by itself
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)
	@sh tools/client .venv format

types: .venv/.test ## Check types, the client's too
	@$(BIN)/python -m mypy
	@sh tools/client .venv check

contract: .venv/.test ## Check that each layer imports only those below it
	@$(BIN)/lint-imports --no-cache --no-logo

audit: .venv/.test ## Look up known weaknesses of every dependency, where the services can be reached
	@$(BIN)/python tools/audit.py .venv

# The twins' own tests, without Python, and bad calls of the modules that Python sees, both under the
# address and undefined-behaviour sanitizers.
CALLS ?= 20000
SANITIZED := $(patsubst native/tests/%.cpp,build/sanitized/%,$(wildcard native/tests/*.cpp))
sanitize: $(SANITIZED) build/sanitized-python/.built ## Run the kernels' own tests and CALLS bad calls of each module under the sanitizers
	@for test in $(SANITIZED); do echo "$$test"; $$test || exit 1; done
	@FUNICULAR_SANITIZED=build/sanitized-python FUNICULAR_CALLS=$(CALLS) \
		$(BIN)/python -m pytest -q -s tests/native/test_bad_input.py $(ARGS)

build/sanitized-python/.built: .venv/.test native/CMakeLists.txt $(KERNELS) $(BINDINGS)
	@PATH="$(CURDIR)/$(BIN):$$PATH" FUNICULAR_COMPILED=1 sh tools/build-kernels \
		build/sanitized-native $(BIN)/python build/sanitized-python -DFUNICULAR_SANITIZED=ON </dev/null
	@touch $@

build/sanitized/%: native/tests/%.cpp $(KERNELS)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g -Wall -Wextra -fsanitize=address,undefined \
		-fno-sanitize-recover=all -Inative $< -o $@

# The weights depend on ARGS alone: rounds, deals a round, a seed.
GAME ?= auf_ab
learn: build/learn/$(GAME) ## Learn anew what `strong` knows of a game, GAME=auf_ab, for an hour of one core; ARGS are rounds, deals and a seed
	@$(BIN)/python tools/learn.py $< $(GAME) $(or $(ARGS),4 300000 20261115)

build/learn/%: native/learning/%.cpp $(KERNELS)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O3 -Wall -Wextra -ffp-contract=off -pthread -Inative $< -o $@

# The kernels for the browser, kept in the tree: only a change of the kernels needs this.
wasm: build/wasm/.installed ## Compile the kernels for the browser into client/src/kernel/modules; ARGS=--check compares instead
	@build/wasm/bin/python tools/wasm.py $(ARGS)

build/wasm/.installed: .venv/.home requirements/wasm.txt
	@mkdir -p build
	@$(BIN)/python -m venv build/wasm
	@build/wasm/bin/python -m pip -qq install $(LOCKED) --no-compile -r requirements/wasm.txt </dev/null
	@touch $@

screenshots: $(PAGE) .venv/.test .venv/.browser ## Take pictures of every page at every size into build/screenshots; ARGS are some, or --sizes phone desk
	@$(BIN)/python -m tests.system.browser build/screenshots $(ARGS)

films: $(PAGE) .venv/.test .venv/.browser ## Write film strips of all that moves into build/films; ARGS are some
	@$(BIN)/python -m tests.system.browser films build/films $(ARGS)

lighthouse: $(PAGE) .venv/.native .venv/.test .venv/.browser ## Ask Lighthouse about five pages, as on a phone; ARGS are a file for the results, or --runs 5
	@$(BIN)/python -m tests.system.lighthouse $(ARGS)

picture: $(PAGE) .venv/.test .venv/.browser ## Take the README's pictures, and film a match for it, into docs/pictures
	@$(BIN)/python -m tests.system.browser readme docs/pictures
	@$(BIN)/python -m tests.system.browser moving-picture docs/pictures/match.png

bench: .venv/.native .venv/.test .venv/.servers ## Measure against the peers, side by side; ARGS are handed on
	@$(BIN)/python -m bench $(ARGS)

hostile: .venv/.native .venv/.test .venv/.servers ## Play honest matches under every attack, and measure; ARGS such as --seconds 10 --arrangement fleet
	@$(BIN)/python -m tests.system.hostile $(ARGS)

# What each measurement is, and what `make test` has a small sample of: tools/evidence.py.
evidence: .venv/.native .venv/.test .venv/.servers .venv/.browser $(PAGE) ## Make the figures that take long anew, with dated pages in docs/results; ARGS are some of the list, or all, for a day
	@$(BIN)/python tools/evidence.py $(ARGS)

soak: .venv/.native .venv/.test .venv/.servers ## Run what of `make evidence` looks for faults, for hours, and write nothing; ARGS are some of it
	@$(BIN)/python tools/evidence.py --soak $(or $(ARGS),all)

# The fonts of the page, kept in the tree: only a new version of them, or a language with other
# letters, needs this.
fonts: build/fonts/.installed $(PAGE) ## Cut the page's fonts down to the letters and features it uses
	@build/fonts/bin/python tools/fonts.py

build/fonts/.installed: .venv/.home requirements/fonts.txt
	@mkdir -p build
	@$(BIN)/python -m venv build/fonts
	@build/fonts/bin/python -m pip -qq install $(LOCKED) -r requirements/fonts.txt </dev/null
	@touch $@

# In an environment of its own: the site needs none of what the tests need.
docs: build/docs/.installed ## Build the documentation with the API into build/site, every link checked
	@NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs --quiet build --strict
	@echo "build/site/index.html"

build/docs/.installed: .venv/.home requirements/docs.txt
	@mkdir -p build
	@$(BIN)/python -m venv build/docs
	@build/docs/bin/python -m pip -qq install $(LOCKED) -r requirements/docs.txt </dev/null
	@touch $@

# The pins in place are kept unless ARGS=--upgrade. uv does not read pip's settings; its own are
# put aside too, so that everyone locks from the standard index. test.txt is made first and the
# others follow it, so that no two files pin different versions.
UV := env -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS \
	$(BIN)/uv --no-config --quiet pip compile --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command 'make lock' $(ARGS)
lock: .venv/.lock ## Pin and hash requirements/*.txt anew; ARGS=--upgrade takes newer versions
	@$(UV) pyproject.toml --extra peers --group dev -o requirements/test.txt
	@$(UV) pyproject.toml -c requirements/test.txt -o requirements/runtime.txt
	@$(UV) pyproject.toml --extra fleet -c requirements/test.txt -o requirements/fleet.txt
	@# Kept pins would hide a bound that was lowered.
	@$(UV) pyproject.toml --extra fleet --extra cluster --resolution lowest-direct --upgrade \
		-o requirements/lowest.txt
	@$(UV) --group build -c requirements/test.txt -o requirements/build.txt
	@$(UV) --group dist -c requirements/test.txt -o requirements/dist.txt
	@$(UV) --group docs -c requirements/test.txt -o requirements/docs.txt
	@$(UV) --group fonts -o requirements/fonts.txt
	@$(UV) --group lock -o requirements/lock.txt
	@$(UV) --group node -o requirements/node.txt
	@$(UV) --group wasm -o requirements/wasm.txt

release: .venv/.dist $(PAGE) ## Check, build, install and try a release, and print what would be published and tagged; TESTED=1 leaves out `make test`
	@$(BIN)/python tools/dist.py --release
	@$(if $(TESTED),,$(MAKE) --no-print-directory test)
	@$(BIN)/python tools/dist.py dist --release

dist: .venv/.dist $(PAGE) ## Build the wheel and the source archive into dist, and check them
	@$(BIN)/python tools/dist.py dist

clean: ## Remove all that these commands made, .venv included
	@rm -rf .venv build dist .coverage .coverage.* .hypothesis
	@rm -f src/funicular/native/*.so
	@rm -rf client/node_modules tools/lighthouse/node_modules tools/pyright/node_modules $(dir $(PAGE))
	@rm -rf .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: each is newer than what was installed from, so that a second run starts at once.

# Runs every time, but touches its stamp only when it had to make .venv.
.venv/.home: FORCE
	@sh tools/venv .venv </dev/null
FORCE:

.venv/.play: .venv/.home requirements/build.txt requirements/runtime.txt pyproject.toml
	@[ ! -e $@ ] || echo "The requirements have changed: updating .venv."
	@$(PIP) $(HASHED) -r requirements/build.txt -r requirements/runtime.txt </dev/null
	@$(PIP) --no-build-isolation --no-deps -e . </dev/null
	@touch $@

# Beside the Python files, so that an edited header needs a build and no new installation. Where
# they cannot be built the modules are not there, and the package says that it is pure Python.
.venv/.native: .venv/.play native/CMakeLists.txt $(KERNELS) $(BINDINGS) $(HEURISTICS)
	@echo "Building the compiled kernels."
	@$(BIN)/python tools/kernel_constants.py
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/build-kernels build/native $(BIN)/python \
		src/funicular/native </dev/null
	@touch $@

$(PAGE): $(CLIENT) | .venv/.home
	@echo "Building the page."
	@sh tools/client .venv build

# Most of their eight thousand files are never imported: Python compiles those that are.
.venv/.test: .venv/.play requirements/test.txt
	@echo "Installing the tools for tests."
	@$(PIP) --no-compile $(HASHED) -r requirements/test.txt </dev/null
	@touch $@

# The tests ask for it again; here it is fetched where there is none, before they begin.
.venv/.browser: .venv/.home tools/chromium tools/apt.sh
	@sh tools/chromium .venv >/dev/null </dev/null
	@touch $@

# The same for PostgreSQL, Redis and nginx. After the browser: the package manager works for one.
.venv/.servers: .venv/.home .venv/.browser tools/servers tools/apt.sh
	@sh tools/servers .venv >/dev/null </dev/null
	@touch $@

.venv/.dist: .venv/.play requirements/dist.txt
	@$(PIP) $(HASHED) -r requirements/dist.txt </dev/null
	@touch $@

.venv/.lock: .venv/.home requirements/lock.txt
	@$(PIP) $(HASHED) -r requirements/lock.txt </dev/null
	@touch $@
