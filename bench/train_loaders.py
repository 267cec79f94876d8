#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train_loaders.py SERVER ROUNDS WORKERS POWER BAR NAME=FOLDER... -- LABEL=LOADER:DECODE...: trainstep --loader-only --decode DECODE
and the loaders of SERVER (train_loader.py or loaders/strongest.py) load the same files in turns. Prints a table with the median images
per second, the median of the rounds' ratios with its 95 % interval, the joules per image by the powerlog rows in POWER (which grow
meanwhile), and the memory. Setting: PYTHON"""
import csv
import io
import itertools
import os
import random
import re
import statistics
import subprocess
import sys

server, rounds, workers, power, bar = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(","), sys.argv[4], float(sys.argv[5])
split = sys.argv.index("--")
sets = [argument.split("=") for argument in sys.argv[6:split]]
peers = [re.fullmatch("(.*)=(.*):(.*)", argument).groups() for argument in sys.argv[split + 1:]]  # label, loader, decode
servers = {}  # each loader has a process of its own, so that its memory is its own; it starts in its first turn, in that of nobody else


def rows(text):
    return list(csv.DictReader(io.StringIO(text), delimiter="\t"))


def ours(folder, count, decode):
    subprocess.run(["trainstep", "resnet18", "--data", folder, "--loader-only", "--workers", count, "--epochs", "2",
                    "--decode", decode, "--epochs-out", "epochs.tsv", "--summary", "summary.tsv", "-o", "steps.tsv"], check=True)
    with open("epochs.tsv", encoding="ascii") as epochs, open("summary.tsv", encoding="utf-8") as summary:
        epoch = rows(epochs.read())[1]
        memory = next(row["value"] for row in rows(summary.read()) if row["name"] == "peak_memory")
    return float(epoch["start_mono_s"]), float(epoch["end_mono_s"]), int(epoch["images"]), int(memory)


def theirs(folder, count, loader):
    if loader not in servers:
        servers[loader] = subprocess.Popen([os.environ.get("PYTHON", "/usr/bin/python3"), server], text=True, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE)
    server_of = servers[loader]
    server_of.stdin.write(f"{folder} {count} {loader}\n")
    server_of.stdin.flush()
    answer = server_of.stdout.readline()
    if not answer:
        sys.exit(f"train_loaders.py: {loader} failed: its status is {server_of.wait()}")
    start, end, images, memory = answer.split()
    return float(start), float(end), int(images), int(memory)


def measure():
    """(set, workers, round, program) -> start, end, images, memory. The order alternates from round to round."""
    found = {}
    for turn, (name, folder), count in itertools.product(range(rounds), sets, workers):
        own = list(dict.fromkeys(decode for _, _, decode in peers))
        order = [*own, *dict.fromkeys(loader for _, loader, _ in peers)]
        for program in order if turn % 2 == 0 else reversed(order):
            found[name, count, turn, program] = (ours if program in own else theirs)(folder, count, program)
    return found


def energies(found):
    """Joules per image; empty where the log does not cover the time."""
    intervals = "start_mono_s\tend_mono_s\timages\n" + "".join(f"{s}\t{e}\t{i}\n" for s, e, i, _ in found.values())
    answer = subprocess.run(["joules", "-q", "--allow-mixed", "--interpolate", "--max-gap", "10s", power],
                            input=intervals, text=True, stdout=subprocess.PIPE, check=False)
    joules = [row["energy_j"] for row in rows(answer.stdout)]
    return {key: float(j) / row[2] for (key, row), j in zip(found.items(), joules) if j != "NA"}


def interval(ratios):
    """Of the median, by resampling."""
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(2000))
    return medians[50], medians[-51]


def median(values):
    values = list(values)
    return statistics.median(values) if values else float("nan")


def table(found, joules):
    for (name, _), count, (label, loader, decode) in itertools.product(sets, workers, peers):
        keys = {program: [(name, count, turn, program) for turn in range(rounds)] for program in (decode, loader)}
        speed = {p: [found[k][2] / (found[k][1] - found[k][0]) for k in keys[p]] for p in keys}
        ratios = [a / b for a, b in zip(speed[decode], speed[loader])]
        low, high = interval(ratios)
        energy = [median(joules[k] for k in keys[p] if k in joules) for p in keys]
        memory = [median(found[k][3] / 1e6 for k in keys[p]) for p in keys]
        ratio, judged = median(ratios), count in ("1", "2")
        print(f"| {name}, {count} worker{'' if count == '1' else 's'}, {label} | {median(speed[decode]):.4g} | "
              f"{median(speed[loader]):.4g} | {ratio:.3f} | {low:.3f} to {high:.3f} | {f'>= {bar:g}' if judged else ''} | "
              f"{('yes' if ratio >= bar else 'no') if judged else ''} | {energy[0]:.3g} | {energy[1]:.3g} | "
              f"{memory[0]:.0f} | {memory[1]:.0f} |")


results = measure()
for process in servers.values():
    process.stdin.close()
    process.wait()
print("| files, workers, theirs | ours, images/s | theirs | ratio | interval | bar | met | ours, J/image | theirs "
      "| our memory, MB | theirs |\n|---|---|---|---|---|---|---|---|---|---|---|")
table(results, energies(results))
