#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""option_pairs.py: an option of a command acts or is refused, whatever stands beside it.

Each command of COMMANDS runs without an option, with each of its options, and with each pair of them, in a folder of its own. An
option that changes what the command prints, writes or answers when it is alone, and changes nothing beside another one although
the command ends with status 0, is ignored. The options are those that --help lists, so that a new one needs a value here.
Prints the pairs in which one is ignored, and how many options changed nothing alone, of which this test says nothing.
"""
import concurrent.futures
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Options that are not a matter of the rows: they end the run or choose what is said on standard error.
# --watch repeats until it is stopped.
LEFT_OUT = {"--help", "--version", "--list-columns", "--verbose", "--quiet", "--root", "--as-root", "--watch"}
EVERYWHERE = {"--tag", "--format"}  # options of a tool that its subcommands take, too
SHARED = {"--output": "rows.out", "--meta": "meta.out", "--tag": "name=value", "--format": "jsonl"}

# NAME: what the command line is without an option, values of its options (None: it takes none), and whether its output has times.
COMMANDS = {
    "pmode list": {"base": "", "--conf": "other.conf", "--columns": "name"},
    "pmode axes": {"base": "", "--columns": "axis"},
    "pmode get": {"base": "", "--columns": "knob"},
    "pmode get --mode": {"base": "", "--columns": "mode"},
    "pmode board": {"base": "", "--columns": "name"},
    "pmode enum": {"base": "", "--axes": "cores=1,2", "--filter": "cores>=2", "--sample": "3", "--seed": "7", "--order": "down", "--nest": "cpu,gpu,cores,emc",
                   "--shard": "1/2", "--columns": "mode"},
    "pmode check": {"base": "modes.tsv", "--columns": "mode"},
    "pmode set": {"changes": True, "base": "2c/1.2G/max/max", "--modes": "modes.tsv", "--before": "state", "--governor": "schedutil",
                  "--cpuidle": "on", "--fan": "max", "--settle": "100ms", "--wait": "100ms", "--columns": "knob"},
    "pmode verify": {"base": "4c/-/-/-", "--settle": "100ms", "--columns": "mode"},
    "pmode restore": {"changes": True, "base": "state", "--before": "state", "--settle": "100ms", "--wait": "100ms"},
    "powerlog": {"board": "P", "changes": True, "base": "-n 2 -i 1ms", "times": True, "--interval": "2ms", "--count": "3", "--duration": "5ms",
                 "--summary": "summary.out", "--max-size": "1k", "--rail": "VDD_SOC", "--board": "agx-orin",
                 "--total": "jtop-4.1", "--calibration": "gains.tsv", "--prometheus": "p.prom", "--idle": "5ms",
                 "--chip-samples": "4", "--marks": "fifo", "--marks-out": "marks.out", "--mark-lines": "x", "--gpio": "chip:1",
                 "--gpio-out": "chip:2", "--columns": "power_w"},
    "powerlog rails": {"board": "P", "base": "", "--columns": "rail"},
    "powerlog import": {"base": "tegrastats tegra.log", "--board": "agx-orin", "--start": "2026-01-01T00:00:00Z",
                        "--interval": "1s", "--columns": "power_w"},
    "loadlog": {"board": "P", "base": "-n 2 -i 1ms", "times": True, "--interval": "2ms", "--count": "3", "--duration": "5ms",
                "--summary": "summary.out", "--max-size": "1k", "--disk": ".", "--prometheus": "p.prom", "--pid": str(os.getpid()), "--columns": "mono_s"},
    "loadlog import": {"base": "tegrastats tegra.log", "--columns": "cpu_pct"},
    "joules": {"base": "power.tsv --intervals steps.tsv", "--rail": "CPU", "--intervals": "marks.tsv", "--join": "time",
               "--align": "marks.tsv", "--by": "epoch", "--per": "step", "--net": "idle.tsv", "--max-gap": "2s", "--columns": "energy_j",
               "--runs": "2", "--warmup": "2", "--idle": "1ms", "--interval": "1ms", "--log": "log.out", "--progress": "(x)"},
    "cachestat": {"base": "set", "cached": "set", "--count": "2", "--from": "names.txt", "--column": "path", "--base": "set", "--include": "a*",
                       "--exclude": "a*", "--jobs": "2", "--method": "mincore", "--label": "here", "--seed": "3",
                       "--sample": "30", "--map": "2", "--columns": "path"},
    "pmsweep replay": {"base": "table.tsv --modes modes.tsv", "--modes": "fewer.tsv", "--order": "down", "--seed": "3",
                       "--shard": "1/2", "--runs": "2", "--map": "minibatch_ms=minibatch_ms*2", "--columns": "mode,minibatch_ms"},
    "pmpredict design": {"base": "--modes modes.tsv", "--modes": "fewer.tsv", "--count": "2", "--known": "table.tsv",
                         "--batch": "16", "--known-batch": "16", "--columns": "cores"},
    "pmpredict fit": {"base": "table.tsv", "--model": "linear", "--prior": "prior.tsv", "--modes": "modes.tsv", "--axes": "batch",
                      "--batch": "16", "--map": "minibatch_ms=minibatch_ms*2", "--columns": "value",
                      "--network": "net.tsv", "--board": "agx-orin", "--cuda-cores": "512"},
    "pmpredict fit --network": {"base": "net.tsv --batch 16 --board agx-orin --modes modes.tsv", "--model": "linear", "--prior": "prior.tsv",
                                "--modes": "fewer.tsv", "--axes": "batch", "--batch": "8", "--board": "orin-nano", "--cuda-cores": "512",
                                "--map": "cpu_khz=cpu_khz*2", "--columns": "value"},
    "pmpredict pareto": {"base": "", "stdin": "table.tsv", "--against": "energy", "--batch": "16", "--map": "minibatch_ms=minibatch_ms*2",
                         "--columns": "cores,minibatch_ms"},
    "pmtune": {"base": "--replay table.tsv --budget 14 --steps 900", "--budget": "9", "--objective": "energy", "--never-above": "12",
               "--steps": "300", "--epochs": "2", "--deadline": "100s", "--mean-power": "9", "--over": "30s", "--energy-budget": "900",
               "--summary": "summary.out", "--out": "out", "--progress": "(x)", "--modes": "fewer.tsv", "--resume": "earlier.tsv", "--stall": "9s",
               "--interval": "1ms", "--rail": "CPU", "--replay": "fewer.tsv", "--switch-cost": "1s", "--blind": "3s", "--seed": "3",
               "--batch": "16", "--map": "minibatch_ms=minibatch_ms*2", "--columns": "mode", "--latency": "p99=1s", "--changes": "3",
               "--rate": "2", "--rates": "rates.tsv"},
    "pmtune --rate=2": {"base": "--replay table.tsv --latency p95=1s --steps 900", "--budget": "9", "--objective": "energy",
                        "--never-above": "30", "--steps": "300", "--epochs": "2", "--deadline": "100s", "--mean-power": "9", "--over": "30s",
                        "--energy-budget": "900", "--summary": "summary.out", "--out": "out", "--progress": "(x)", "--modes": "fewer.tsv",
                        "--resume": "earlier.tsv", "--stall": "9s", "--interval": "1ms", "--rail": "CPU", "--replay": "fewer.tsv",
                        "--switch-cost": "1s", "--blind": "3s", "--seed": "3", "--batch": "16", "--map": "minibatch_ms=minibatch_ms*2",
                        "--columns": "mode", "--latency": "p99=500ms", "--changes": "3", "--rate": "4", "--rates": "rates.tsv"},
    "wattcheck": {"base": "power.tsv steps.tsv", "status": 1, "--profile": "quick", "--require": "cache", "--rail": "CPU",
                  "--max-error": "50", "--baseline": "verdicts.tsv", "--max-rise": "5", "--columns": "rule"},
    "jetsim list": {"base": "", "--columns": "board"},
    "jetsim truth": {"base": "--board nano --workload lenet", "--board": "nano", "--boot": "5W", "--workload": "lenet", "--batch": "8", "--context": "64", "--interleave": "lenet+lenet", "--rate": "2",
                     "--infer-batch": "4", "--columns": "mode"},
}
# Where a pair acts although the second changes nothing that is seen beside the first, and why.
CHECKED = "a dry run checks it; the mode that is printed does not show it"
ACTS = {("pmode set", option, "--dry-run"): CHECKED for option in ("--governor", "--cpuidle", "--fan", "--nearest", "--pin", "--cap")}
ACTS[("joules", "--align", "--per")] = "the counted steps last 140 periods of the power, whenever they begin"
ACTS[("pmpredict pareto", "--against", "--knee")] = "the knees of both fronts are one mode in this table"
ACTS[("pmtune", "--objective", "--deadline")] = "a deadline asks for the least energy"
ACTS[("pmtune --rate=2", "--budget", "--never-above")] = "the mode that draws least keeps the budget anyway"
ACTS[("cachestat", "--method", "--sample")] = "it reads the sample; the column method says sample"


def options_of(command):
    """The options that --help of the tool and of the subcommand lists, and which of them take no value."""
    words = [word for word in command.split() if not word.startswith("-")]
    found = {}
    for call in ([words[0]], words):
        text = subprocess.run([*call, "--help"], capture_output=True, text=True, check=True).stdout
        for match in re.finditer(r"^  (?:-\w,)?(--[\w-]+|-\w)( \S+)?(?=  |\n|$| \.\.\.| \(Env| REQUIRED)", text, re.M):
            if call == words or match[1] in EVERYWHERE:
                found[match[1]] = bool(match[2])
    return {name: valued for name, valued in found.items() if name not in LEFT_OUT and name not in command.split()}


def arguments_of(command, spec):
    """Of each option, its words on the command line."""
    arguments = {}
    for name, valued in options_of(command).items():
        value = spec.get(name, SHARED.get(name))
        if valued and value is None:
            sys.exit(f"{command}: {name}: no value in tests/option_pairs.py")
        arguments[name] = [name, value] if valued else [name]
    return arguments


def files_of(folder):
    files = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            # A lock has the number of a process in it.
            if os.path.islink(path) or not os.path.isfile(path) or name.endswith(".lock"):
                continue
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read().decode("utf-8", "replace")
    return files


def prepare(place, fixture, board):
    """Makes a folder with everything of the fixture: links, and a board of its own for what changes it."""
    os.mkdir(place)
    for name in os.listdir(fixture):
        if name == board:
            shutil.copytree(os.path.join(fixture, name), os.path.join(place, name), symlinks=True)
        else:
            os.symlink(os.path.join(fixture, name), os.path.join(place, name))
    return files_of(place)


def outcome(command, spec, words, fixture):
    """Status, output and what was written of a run; numbers that depend on the time are left out."""
    with tempfile.TemporaryDirectory() as folder:
        place, board = os.path.join(folder, "run"), spec.get("board", "M")
        files = prepare(place, fixture, board if spec.get("changes") else "")
        call = [*command.split(), *spec["base"].split(), *words, "--root", board]
        if "cached" in spec:  # The kernel may have taken idle pages back since the run before: this reads them again.
            files_of(os.path.join(fixture, spec["cached"]))
        with open(os.path.join(fixture, spec["stdin"]) if "stdin" in spec else os.devnull, encoding="utf-8") as stdin:
            run = subprocess.run(call, cwd=place, capture_output=True, text=True, stdin=stdin, timeout=30, check=False)
        written = {name: content for name, content in files_of(place).items() if files.get(name) != content}
        result = repr((run.stdout + run.stderr, written)).replace(place, "HERE")
        times = r"\d+" if spec.get("times") else r"\d{9,}(\.\d+)?|\d+\.\d{6}\b"
        return run.returncode, re.sub(times, "0", result)


def ignored(command, spec, fixture, pool):
    arguments = arguments_of(command, spec)
    runs = {(): pool.submit(outcome, command, spec, [], fixture)}
    for name, words in arguments.items():
        runs[(name,)] = pool.submit(outcome, command, spec, words, fixture)
    for one, other in itertools.combinations(arguments, 2):
        runs[(one, other)] = pool.submit(outcome, command, spec, arguments[one] + arguments[other], fixture)
    runs = {key: run.result() for key, run in runs.items()}
    bare = runs[()]
    if bare[0] != spec.get("status", 0) or bare != outcome(command, spec, [], fixture):
        print(f"FAILED: {command} {spec['base']}: it fails, or two runs of it differ: status {bare[0]}, {bare[1][:300]}")
        return [(command, "everything", "nothing")], [], 1
    mute = [name for name in arguments if runs[(name,)] == bare]
    found = []
    for one, other in itertools.combinations(arguments, 2):
        both = runs[(one, other)]
        for option, beside in ((one, other), (other, one)):
            # --columns hides what the other may add.
            if "--columns" not in (one, other) and both[0] == 0 and runs[(option,)][0] == 0 and option not in mute and both == runs[(beside,)]:
                found.append((command, option, beside))
    return found, mute, len(runs)


def main():
    fixture, failed = sys.argv[1], False
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for command, spec in COMMANDS.items():
            if shutil.which(command.split()[0]) is None:
                print(f"{command}: not tested here: it is not built")
                continue
            found, mute, runs = ignored(command, spec, fixture, pool)
            print(f"{command}: {runs} runs; nothing is said of {', '.join(mute) or 'no option'}")
            for case in found:
                if case not in ACTS:
                    failed = True
                    print(f"FAILED: {case[0]}: {case[1]} is ignored beside {case[2]}")
    sys.exit(failed)


main()
