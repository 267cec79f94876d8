# SPDX-License-Identifier: Apache-2.0
"""report.py ROWS...: tables in Markdown of the rows of strongest.py."""
import sys

import numpy as np

OURS = {"search": "pmsearch", "prediction": "pmpredict"}


def read(paths):
    rows = {"version": [], "search": [], "prediction": []}
    for path in paths:
        with open(path) as file:
            for line in file:
                kind, *cells = line.rstrip("\n").split("\t")
                rows[kind].append(cells)
    return rows


def line(*cells):
    print("|", " | ".join(map(str, cells)), "|")


def head(*cells):
    line(*cells)
    line(*["---"] * len(cells))


def spread(excess):
    known = excess[~np.isnan(excess)]
    return f"{np.median(known):.2f} / {known.mean():.2f} / {np.percentile(known, 95):.2f}"


class Searches:
    """Excess time, watts over the budget, share of profiles over the budget, and processor time of each search of a method."""

    def __init__(self, rows):
        self.groups = {}
        for data, table, budget, method, profiles, *figures in rows:
            cases = self.groups.setdefault((data, profiles), {}).setdefault(method, {})
            cases[table, budget] = [np.nan if figure == "NA" else float(figure) for figure in figures]

    def figures(self, data, profiles, method, cases):
        return np.array([self.groups[data, profiles][method][case] for case in cases]).T

    def print(self):
        head(
            "modes", "profiles", "method", "searches", "without an answer", "excess time, median / mean / 95th percentile (%)",
            "pmsearch, mean of the same searches (%)", "faster / slower than pmsearch (% of searches)",
            "answers over the budget by > 1 % (%)", "profiles over the budget (%)", "processor time of a search of 10 profiles (s)",
        )  # fmt: skip
        for (data, profiles), methods in self.groups.items():
            for method, cases in methods.items():
                excess, over, above, seconds = self.figures(data, profiles, method, cases)
                ours = self.figures(data, profiles, OURS["search"], cases)[0]
                # An answer beats none, and equal ones are neither.
                theirs, same = np.nan_to_num(excess, nan=np.inf), np.nan_to_num(ours, nan=np.inf)
                line(
                    data, profiles, method, len(cases), int(np.isnan(excess).sum()), spread(excess), f"{np.nanmean(ours):.2f}",
                    f"{100 * np.mean(theirs < same):.0f} / {100 * np.mean(theirs > same):.0f}", f"{100 * np.mean(over > 1):.1f}",
                    f"{100 * above.mean():.0f}", f"{seconds.mean():.2f}",
                )  # fmt: skip

    def won(self):
        """Tables and numbers of profiles with which a method has the smaller mean, or fewer answers over the budget."""
        for (data, profiles), methods in self.groups.items():
            for method in methods:
                if method.startswith(OURS["search"]):
                    continue
                for table in dict.fromkeys(table for table, _ in methods[method]):
                    cases = [case for case in methods[method] if case[0] == table]
                    theirs, ours = (self.figures(data, profiles, name, cases)[0] for name in (method, OURS["search"]))
                    missing = np.isnan(theirs).sum(), np.isnan(ours).sum()
                    if missing[0] <= missing[1] and np.nanmean(theirs) < np.nanmean(ours):
                        figures = f"{np.nanmean(theirs):.2f}", f"{np.nanmean(ours):.2f}"
                        yield data, table, profiles, method, len(cases), "mean excess time", *figures
                cases = methods[method]
                theirs, ours = (100 * np.mean(self.figures(data, profiles, name, cases)[1] > 1) for name in (method, OURS["search"]))
                if theirs < ours:
                    yield data, "all", profiles, method, len(cases), "answers over the budget by > 1 %", f"{theirs:.1f}", f"{ours:.1f}"


def searches(rows):
    print("\n## Search\n")
    found = Searches(rows)
    found.print()
    print("\n## Searches in which another method is better on average\n")
    head("modes", "table", "profiles", "method", "searches", "figure (%)", "of the method", "of pmsearch")
    for cells in found.won():
        line(*cells)


def predictions(rows):
    groups = {}
    for data, points, table, method, time, power in rows:
        groups.setdefault((data, points), {}).setdefault(method, []).append((table, float(time), float(power)))
    print("\n## Prediction\n")
    head("tables", "profiles", "method", "fits", "mean error of time (%)", "of power (%)", "largest of time (%)", "of power (%)")
    won = []
    for (data, points), methods in groups.items():
        for method, fits in methods.items():
            errors = np.array([fit[1:] for fit in fits])
            line(data, points, method, len(fits), *(f"{e:.2f}" for e in (*errors.mean(0), *errors.max(0))))
            for k, what in enumerate(("time", "power")):
                better = [f for f, o in zip(fits, methods[OURS["prediction"]]) if f[1 + k] < o[1 + k]]
                if method != OURS["prediction"] and better:
                    won.append((data, points, method, what, f"{len(better)} of {len(fits)}", ", ".join(sorted({f[0] for f in better}))))
    print("\n## Fits in which another method is better\n")
    head("tables", "profiles", "method", "of", "fits", "which")
    for cells in won:
        line(*cells)


def main():
    rows = read(sys.argv[1:])
    print("| method | versions |\n| --- | --- |")
    for method, versions in dict.fromkeys((method, versions) for _, method, versions in rows["version"] if versions):
        line(method, versions)
    if rows["search"]:
        searches(rows["search"])
    if rows["prediction"]:
        predictions(rows["prediction"])


if __name__ == "__main__":
    main()
