# SPDX-License-Identifier: Apache-2.0
"""pmsearch and pmpredict on a table: the same readings as the others get, through the tools' own files and options."""
import pathlib
import resource
import subprocess

import tables

COLUMNS = (*tables.KEYS, "minibatch_ms", "power_w")


def rows(table, indices):
    lines = ["\t".join(COLUMNS)]
    for i in indices:
        lines.append("\t".join(map(str, (*table.modes[i], float(table.ms[i]), float(table.watts[i])))))
    return "\n".join(lines) + "\n"


def run(command, text=""):
    """The rows that a tool prints, each a dictionary."""
    output = subprocess.run(command, input=text, text=True, capture_output=True)
    if output.returncode not in (0, 1):  # 1: infeasible
        raise RuntimeError(f"{command}: {output.stderr}")
    names, *lines = [line.split("\t") for line in output.stdout.splitlines()]
    return [dict(zip(names, line)) for line in lines]


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Ours:
    def __init__(self, table, folder):
        self.table, self.path = table, pathlib.Path(folder) / "table.tsv"
        self.path.write_text(rows(table, range(len(table.ms))))
        self.index = {tuple(map(int, mode)): i for i, mode in enumerate(table.modes)}

    def find(self, row):
        return self.index[tuple(int(row[key]) for key in tables.KEYS)]

    def search(self, budget, starts, count):
        """The modes that pmsearch reads: from its own first mode on, or after `starts`."""
        options = ["--budget", str(budget), "--max-profiles", str(count), "--no-guard"]
        if not starts:
            found = run(["pmsearch", "run", "--replay", str(self.path), *options])
            return [self.find(row) for row in found if row["decision"] not in ("answer", "infeasible")]
        history = list(starts)
        while len(history) < count:
            (row,) = run(["pmsearch", "next", "--modes", str(self.path), *options], rows(self.table, history))
            if row["decision"] in ("answer", "infeasible"):
                break
            history.append(self.find(row))
        return history

    def design(self, count):
        return [self.find(row) for row in run(["pmpredict", "design", "--modes", str(self.path), "--count", str(count)])]

    def predict(self, points):
        """Times and powers of all modes."""
        known = self.path.with_name("known.tsv")
        known.write_text(rows(self.table, points))
        model = subprocess.run(["pmpredict", "fit", str(known)], text=True, capture_output=True, check=True)
        fit = self.path.with_name("fit.tsv")
        fit.write_text(model.stdout)
        found = {self.find(row): row for row in run(["pmpredict", "apply", str(fit)], self.path.read_text())}
        return [[float(found[i][key]) for i in range(len(found))] for key in ("minibatch_ms", "power_w")]
