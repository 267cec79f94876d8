#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""peers_read.py SECONDS: in `jetsim run`, lets each program measure for that long, all at the same time, and prints a
row for each: program, rails that it sees, what its total is, joules, joules of the ledger, ratio, the program's own error
bound in % (powerlog and joules), share of a core.
peers_read.py SECONDS PROGRAM: one of them; prints its rails, total, joules, start and end (CLOCK_MONOTONIC), bound in J."""
import importlib
import os
import platform
import subprocess
import sys
import time
import types

PEERS = os.environ["PEERS_DIR"]


def package(name, folder):
    """A package whose __init__.py, which would need all of its dependencies, is not run."""
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(PEERS, folder)]
    sys.modules[name] = module


def packages():
    package("jtop", "jetson_stats/jtop")
    package("jtop.core", "jetson_stats/jtop/core")
    package("zeus", "zeus/zeus")
    package("zeus.device", "zeus/zeus/device")
    package("zeus.device.soc", "zeus/zeus/device/soc")
    base = types.ModuleType("zeus.exception")
    base.ZeusBaseError = Exception
    sys.modules["zeus.exception"] = base


def answer(rails, total, joules, start, end, bound="NA"):
    print("\t".join([" ".join(rails) or "none", total, f"{joules:.3f}", f"{start:.6f}", f"{end:.6f}", bound]))


def jtop(seconds):
    """PowerService at jtop's own interval; watts times seconds, as jtop itself adds nothing up."""
    service = importlib.import_module("jtop.core.power").PowerService()
    start = now = time.monotonic()
    joules = 0.0
    status = service.get_status()
    while status and now < start + seconds:
        time.sleep(0.5)
        status = service.get_status()
        joules += status["tot"]["power"] / 1000 * (time.monotonic() - now)
        now = time.monotonic()
    rails = sorted(status["rail"]) if status else []
    name = status["tot"].get("name") if status else ""
    answer(rails + [name] if name else rails, name or " + ".join(rails) or "none", joules, start, now)


def zeus(seconds):
    """A window around the time; without a total, what it calls CPU and GPU."""
    platform.processor = lambda: "aarch64"
    board = importlib.import_module("zeus.device.soc.jetson").Jetson()
    board.get_total_energy_consumption()
    start = time.monotonic()
    board.begin_window("w")
    time.sleep(seconds)
    used = board.end_window("w")
    end = time.monotonic()
    parts = {"total": used.total_energy_mj, "CPU": used.cpu_energy_mj, "GPU": used.gpu_energy_mj}
    seen = {name: millijoules for name, millijoules in parts.items() if millijoules is not None}
    total = "total" if "total" in seen else " + ".join(seen) + " (no total)"
    millijoules = seen["total"] if "total" in seen else sum(seen.values())
    answer(list(seen), total, millijoules / 1000, start, end)


def energymon(seconds):
    command = f"date +%s.%N; sleep {seconds}; date +%s.%N"
    done = subprocess.run([os.environ["ENERGYMON"], command], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode != 0:
        answer([], (done.stderr.splitlines() or ["failed"])[-1], 0, 0, 0)
        return
    offset = time.time() - time.monotonic()
    times = [float(line) - offset for line in lines if line.replace(".", "").isdigit()]
    joules = next(int(line.split()[-1]) for line in lines if line.startswith("Energy")) / 1e6
    answer(["(not shown)"], os.environ.get("ENERGYMON_JETSON_RAIL_NAMES", "its default rails"), joules, *times)


def energymon_named(seconds):
    """The rail that covers the module, where its own choice finds none."""
    os.environ["ENERGYMON_JETSON_RAIL_NAMES"] = "VDD_IN"
    energymon(seconds)


def powerlog(seconds):
    subprocess.run(["powerlog", "-q", "-i", "100ms", "-d", f"{seconds + 2}s", "-o", "p.tsv"], check=False)
    rows = [line.split("\t") for line in open("p.tsv").read().splitlines()]
    column = {name: rows[0].index(name) for name in rows[0]}
    rails = sorted({row[column["rail"]] for row in rows[1:]} - {"TOTAL"})
    times = [float(row[column["mono_s"]]) for row in rows[1:] if row[column["rail"]] == "TOTAL"]
    start, end = times[0] + 1, times[-1] - 1  # a reading is the mean of a time before it: the log is to cover both ends
    interval = f"start_mono_s\tend_mono_s\tsource\n{start}\t{end}\temulated\n"
    out = subprocess.run(["joules", "-q", "--interpolate", "--columns", "energy_j,energy_err_j", "--no-header", "p.tsv"],
                         input=interval, capture_output=True, text=True).stdout
    joules, bound = out.split()
    answer(rails, "TOTAL", float(joules), start, end, bound)


PROGRAMS = {"energymon": energymon, "energymon, told": energymon_named, "jtop": jtop, "zeus": zeus, "powerlog": powerlog}
FOLDERS = {"energymon": "energymon", "energymon, told": "energymon", "jtop": "jetson_stats", "zeus": "zeus", "powerlog": "."}


def ledger(start, end):
    out = subprocess.run(["jetsim", "ledger", "/", "--from", str(start), "--to", str(end)],
                         capture_output=True, text=True).stdout
    return next(float(row.split("\t")[4]) for row in out.splitlines() if row.startswith("TOTAL\t"))


packages()  # here, because a process that Zeus starts imports this file too


def main():
    seconds = int(sys.argv[1])
    if len(sys.argv) > 2:
        PROGRAMS[sys.argv[2]](seconds)
        return
    running = {}
    for name in PROGRAMS:
        if os.path.isdir(os.path.join(PEERS, FOLDERS[name])):
            running[name] = subprocess.Popen([sys.executable, __file__, sys.argv[1], name], stdout=subprocess.PIPE,
                                             stderr=open(name + ".err", "w"), text=True)
    for name, child in running.items():
        text = child.stdout.read().strip()
        usage = os.wait4(child.pid, 0)[2]
        if not text and name == "energymon, told":
            continue  # a board without the rail that it was told
        if not text:
            why = (open(name + ".err").read().splitlines() or ["no answer"])[-1]
            print(name, "none", why, *["NA"] * 5, sep="\t")
            continue
        rails, total, joules, start, end, bound = text.split("\t")
        if float(end) <= float(start):
            print(name, rails, total, *["NA"] * 5, sep="\t")
            continue
        truth = ledger(start, end)
        cpu = 100 * (usage.ru_utime + usage.ru_stime) / (float(end) - float(start))
        if bound != "NA":
            bound = f"{100 * float(bound) / float(joules):.1f}"
        print(name, rails, total, f"{float(joules):.2f}", f"{truth:.2f}", f"{float(joules) / truth:.3f}", bound,
              f"{cpu:.1f}", sep="\t")


if __name__ == "__main__":
    main()
