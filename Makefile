# SPDX-License-Identifier: Apache-2.0
# A thin front of CMake and CTest. `make demo` and `make check` do everything themselves on a fresh Debian machine.
BUILD  ?= build
PREFIX ?= /usr/local
CMAKE_ARGS ?=
CTEST_ARGS ?=
run_only := $(if $(filter command line,$(origin TESTS)),-R '$(TESTS)') $(if $(LEAVE_OUT),-E '$(LEAVE_OUT)')
run_tests = jobs=$$(cmake/jobs.sh tests) && cd $(BUILD) && ctest --output-on-failure --no-tests=error -j $$jobs $(CTEST_ARGS) $(run_only)

.PHONY: all deps demo artifact report check check-device check-examples check-report check-locale check-servers check-frameworks check-torch check-llm check-analysis check-peers check-all check-hard check-sanitized deb check-deb check-distros dist-x86_64 dist-aarch64 check-dist test test-one lint format man bench fuzz check-kernel install uninstall clean

all: $(BUILD)/CMakeCache.txt
	@cmake --build $(BUILD) -j $$(cmake/jobs.sh)

# A build folder made before a package came is configured anew: what was missing may be there now.
$(BUILD)/CMakeCache.txt: CMakeLists.txt
	@cmake -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_ARGS)

configure:
	@cmake -S . -B $(BUILD) $(CMAKE_ARGS)

deps:
	@cmake/deps.sh build test lint bench

demo:
	@cmake/deps.sh build demo
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=OFF"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" examples/demo.sh

# The quick form of every experiment of docs/reproducing.md, with rows, pictures and checksums in the folder artifact.
artifact:
	@cmake/deps.sh build demo
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=OFF"
	@grep '^|' docs/reproducing.md
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" examples/all.sh

report:
	@test -e artifact || { echo "report: no folder artifact here; make artifact makes it"; exit 65; }
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" examples/report.sh artifact >artifact/report.html
	@echo "The report is artifact/report.html."

# Checks what the tools expect of a board on this one. Only root can set knobs: make check-device SUDO=sudo. It takes ten
# minutes, or two with QUICK=--quick.
check-device:
	@cmake/deps.sh build
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) -j $$(cmake/jobs.sh) --target pmode powerlog loadlog
	@$(SUDO) env PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" examples/check-device $(QUICK) -o device-report.tsv

check-examples:
	@cmake/deps.sh build test
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@$(run_tests) -L examples

# Sweeps over several boards with a real Slurm and a real sshd, and metrics in a real node_exporter, on this machine.
check-servers:
	@cmake/deps.sh build test servers
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error -R '^servers/'

# share/python/wattline.py with PyTorch, Lightning, Hugging Face, Ultralytics, Keras and fastai from PyPI, 6 GB, in a virtual
# environment that is kept. FRAMEWORKS=--newest takes the newest versions.
check-frameworks:
	@cmake/deps.sh build test
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS)"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" tests/frameworks/check.sh "$${XDG_CACHE_HOME:-$$HOME/.cache}/wattline/frameworks" $(FRAMEWORKS)

# trainstep with the LibTorch of PyTorch's wheels from PyPI, and the losses of their own Python, 22 GB in virtual environments that
# are kept. TORCH="2.3.1 2.9.1" takes these releases, --all all, --newest the newest, and --write puts rows into docs/on-a-real-board.md.
check-torch:
	@cmake/deps.sh build test torch
	@tests/torch/check.sh "$${XDG_CACHE_HOME:-$$HOME/.cache}/wattline/torch" "$(BUILD)/check-torch" $(TORCH)

# Energy per token of a real llama.cpp and per image of a real ONNX Runtime, 315 MB from PyPI in a virtual environment that is kept, with
# models of random numbers. LLM=--newest takes the newest versions.
check-llm:
	@cmake/deps.sh build test
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS)"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" tests/llm/check.sh "$${XDG_CACHE_HOME:-$$HOME/.cache}/wattline/llm" $(LLM)

# The code of docs/analysis.md with pandas, polars and DuckDB from PyPI, 450 MB in a virtual environment that is kept, and Debian's
# R and SQLite. ANALYSIS=--newest takes the newest versions.
check-analysis:
	@cmake/deps.sh build test analysis
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS)"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" tests/analysis/check.sh "$${XDG_CACHE_HOME:-$$HOME/.cache}/wattline/analysis" $(ANALYSIS)

# Other people's power tools from PyPI, 1.3 GB in virtual environments that are kept, on emulated boards. PEERS=--newest takes
# the newest versions, and PEERS=--write puts the table into docs/peers.md.
check-peers:
	@cmake/deps.sh build test peers
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS)"
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" tests/peers/check.sh "$${XDG_CACHE_HOME:-$$HOME/.cache}/wattline/peers" $(PEERS)

# The page of make report in a browser; it leaves pictures of it in the build folder.
check-report:
	@cmake/deps.sh build test browser
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error -R '^browser/'

# All tests, or with TESTS='^(unit|cli)/' those whose names match, or with LEAVE_OUT='^live/' the others.
check:
	@cmake/deps.sh build test
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@$(run_tests)

# make test T=pmode, or a layer as T=io: builds only that, its tests and the tools that they run, and runs its unit and
# golden tests. T=locale is check-locale.
test: $(if $(filter locale,$(T)),check-locale,test-one)

# All examples and all documented commands in locales with a decimal comma and a dotless i: a quarter of an hour.
check-locale:
	@cmake/deps.sh build test
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@export LOCALE_EXAMPLES=all; $(run_tests) -R '^(locale/|live/documents-|repo/scripts)'

test-one:
	@test -d "tests/unit/$(or $(T),.none)" -o -d "tests/cli/$(or $(T),.none)" || \
	    { echo "make test T=NAME: NAME is a tool or a folder of lib/"; exit 64; }
	@{ [ -z "$(CMAKE_ARGS)" ] && [ "$$(grep -cs -e '^BUILD_TESTING:BOOL=ON' -e '^Catch2_DIR:PATH=/' $(BUILD)/CMakeCache.txt)" = 2 ]; } || \
	    $(MAKE) --no-print-directory configure CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON" >/dev/null
	@cmake --build $(BUILD) -j $$(cmake/jobs.sh) --target $(if $(wildcard tests/unit/$(T)),$(T)_test) $(if $(wildcard tests/cli/$(T)),$(T)_cases)
	@$(run_tests) -R '^(unit|cli)/$(T)(/|$$)'

lint:
	@cmake/deps.sh build lint
	@$(MAKE) --no-print-directory configure
	@cmake/lint.sh $(BUILD)

format:
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

man:
	@mandoc -T lint -W warning man/*.[17]

bench: bench-pmode bench-metering bench-cachestat bench-train bench-models

bench-%:
	@cmake/deps.sh build bench
	@$(MAKE) --no-print-directory configure all
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" bench/$*.sh

# Debian packages of the tools, in build/packages.
deb:
	@cmake/deps.sh build deb
	@cmake/deb.sh $(BUILD)/packages

# The same, judged by lintian, then installed, used and removed in a clean Debian tree. As root.
check-deb:
	@cmake/deps.sh build deb check-deb
	@tests/deb/check.sh $(BUILD)/packages

# The tools in clean trees of several releases of Debian, on amd64 and under qemu-user on arm64. As root; takes an hour.
DISTROS ?= bullseye bookworm trixie
check-distros:
	@cmake/deps.sh build check-distros
	@tests/deb/distros.sh $(DISTROS)

# Static tools in a tarball, for a system that lacks the packages; check-dist, as root, compares what they print.
dist-x86_64 dist-aarch64:
	@cmake/deps.sh build dist $(filter dist-aarch64,$@)
	@cmake/dist.sh $(@:dist-%=%) $(BUILD)/dist

check-dist: all dist-x86_64 dist-aarch64
	@BIN="$(CURDIR)/$(BUILD)/bin" tests/dist/check.sh x86_64 $(BUILD)/dist
	@BIN="$(CURDIR)/$(BUILD)/bin" tests/dist/check.sh aarch64 $(BUILD)/dist

# Hostile cases: failing system calls, kills, full disks, races, garbage; then the tests of check as the other user than in
# .ci/run. As root; HARD="--quick --write" runs a part.
check-hard:
	@cmake/deps.sh build test fuzz
	@$(MAKE) --no-print-directory configure all CMAKE_ARGS="$(CMAKE_ARGS) -DBUILD_TESTING=ON"
	@BIN="$(CURDIR)/$(BUILD)/bin" tests/hard/run.sh $(HARD)
	@$(if $(HARD),,.ci/run --swapped)

# Every suite that check leaves out, one after the other; the table of docs/reliability.md says what ran, when and how it ended.
# As root; takes hours. SUITES="check-deb fuzz" runs these.
check-all:
	@BUILD="$(BUILD)" tests/all.sh $(SUITES)

# The tests under AddressSanitizer and UBSan, in build-address; SANITIZED=thread: under ThreadSanitizer, in build-thread.
check-sanitized:
	@cmake/deps.sh build test
	@tests/sanitized.sh $(or $(SANITIZED),address)

fuzz check-kernel:
	@cmake/deps.sh build $@
	@$(MAKE) --no-print-directory configure
	@PATH="$(CURDIR)/$(BUILD)/bin:$$PATH" tests/$(if $(filter fuzz,$@),fuzz/run.sh,kernel/check.sh)

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

uninstall:
	@sed 's#^#$(DESTDIR)#' $(BUILD)/install_manifest.txt | tr '\n' '\0' | xargs -0 rm -fv
	@sed -n 's#^\(.*/wattline\)/.*#$(DESTDIR)\1#p' $(BUILD)/install_manifest.txt | sort -u | xargs -r -d '\n' -I {} find {} -depth -type d -empty -delete

clean:
	@rm -rf $(BUILD)
