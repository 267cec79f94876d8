# SPDX-License-Identifier: Apache-2.0
"""The logs of edge-train-bench, read by the names of their columns, for import-edge-train-bench. What can be
repaired is repaired and reported on standard error; a line that is incomplete ends the program with status 65."""
import ast
import csv
import glob
import math
import os
import re
import sys

NAME = "import-edge-train-bench"


class Failure(Exception):
    def __init__(self, status, problem):
        super().__init__(problem)
        self.status = status


def say(text):
    print(f"{NAME}: {text}", file=sys.stderr)


def repaired(text):
    say(f"repaired: {text}")


def counted(count, thing, things=None):
    return f"{count} {thing if count == 1 else things or thing + 's'}"


class Log:
    """A CSV file with named columns: its rows by number of line, without those that repeat the row before."""

    def __init__(self, path, columns, correct=lambda log, line, fields: fields):
        self.path, self.rows, before, repeated = path, {}, None, 0
        with open(path, encoding="latin-1", newline="") as file:
            lines = file.read().replace("\r\n", "\n").split("\n")
        if lines.pop():
            self.wrong(len(lines) + 1, "torn, it has no end")
        for number, text in enumerate(lines, 1):
            fields = self.fields(number, text)
            if number == 1:
                self.columns = fields
                for column in columns:
                    if column not in fields:
                        self.wrong(1, f"no column {column}")
                continue
            fields = correct(self, number, fields)
            if len(fields) != len(self.columns):
                self.wrong(number, f"{len(fields)} fields instead of {len(self.columns)}")
            if text == before:
                repeated += 1
            else:
                self.rows[number] = dict(zip(self.columns, fields))
            before = text
        if not self.rows:
            self.wrong(len(lines) + 1, "no rows")
        if repeated:
            repaired(f"{path}: left out {counted(repeated, 'row')} equal to the row before")

    def fields(self, number, text):
        try:
            return next(csv.reader([text], strict=True), [])
        except csv.Error as error:
            self.wrong(number, f"torn, {error}")

    def wrong(self, number, problem):
        raise Failure(65, f"{self.path}: line {number}: {problem}")

    def number(self, line, column):
        value = number_of(self.rows[line][column])
        if value is None:
            self.wrong(line, f"{column} is not a number: {self.rows[line][column]!a}")
        return value

    def numbers(self, column):
        return [self.number(line, column) for line in self.rows]

    def leave_out(self, unwanted, which):
        kept = {line: row for line, row in self.rows.items() if not unwanted(row)}
        if len(kept) < len(self.rows):
            repaired(f"{self.path}: left out {counted(len(self.rows) - len(kept), 'row')} {which}")
        self.rows = kept


def number_of(text):
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None


def find_log(start, kind, columns, required=False, **options):
    path = f"{start}_{kind}.csv"
    if os.path.exists(path):
        return Log(path, columns.split(), **options)
    if required:
        raise Failure(65, f"{path}: this log is missing")
    return None


def find_run(run):
    """What the names of the logs of a run begin with: RUN, or the one run in this folder."""
    if not os.path.isdir(run):
        return run
    found = sorted(glob.glob(os.path.join(glob.escape(run), "*_fetch.csv")))
    if not found:
        raise Failure(65, f"{run}: no *_fetch.csv in this folder")
    starts = [path[:-len("_fetch.csv")] for path in found]
    if len(starts) > 1:
        raise Failure(65, f"{run}: logs of {len(starts)} runs; give what the names of one begin with, such as {starts[0]}")
    return starts[0]


def machine_of(start):
    for path in glob.glob(glob.escape(start) + "_jetson_clocks_show.txt") + glob.glob(glob.escape(os.path.dirname(start)) + "/log_file_pm_*"):
        with open(path, encoding="latin-1") as file:
            found = re.search("Machine: *(.*)", file.read())
        if found:
            return found.group(1).strip()
    return "NA"


def clocks(start, kind, count):
    """The clocks in kHz of each row of a log of jtop's dictionaries."""
    log = find_log(start, f"{kind}_stats", "log_time")
    if log is None:
        return [[]] * count
    found = []
    for line, row in log.rows.items():
        try:
            values = [ast.literal_eval(row[c]) for c in log.columns if c not in ("val", "frq", "log_time") and row[c].startswith("{")]
        except (SyntaxError, ValueError):
            log.wrong(line, "torn, it is no dictionary")
        found.append([log.number(line, "frq")] if "frq" in row else [value["frq"] for value in values if value.get("frq")])
    return (found + [[]] * count)[:count]


def disk(start):
    """The rows of iostat: when each ended, and its values by name."""
    shifted = []

    def correct(log, line, fields):  # a newer iostat has other columns, and the words of its header stand before the values
        words = [field for field in fields if number_of(field) is None]
        if not words:
            return fields
        values = fields[len(words):]
        if fields[:len(words)] != words or len(values) != len(words) + 1:
            log.wrong(line, f"{len(fields)} fields: neither a row nor {len(words)} names and as many values")
        shifted.append(line)
        named = dict(zip(words, values))
        return [named.get(column, "NA") for column in log.columns[:-1]] + values[-1:]

    log = find_log(start, "io_stats", "r/s w/s rkB/s wkB/s r_await w_await log_time", correct=correct)
    if shifted:
        repaired(f"{log.path}: {counted(len(shifted), 'row')} with other columns than the first line names")
    return [(log.number(line, "log_time"), log.rows[line]) for line in log.rows] if log else []
