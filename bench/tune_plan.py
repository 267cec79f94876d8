#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tune_plan.py TABLE PREDEFINED: the limits of the jobs of bench/tune.sh on a board, and what the oracle does within them.

Prints for each limit its kind, the limit (W, or per step: s or J), the seconds of a step of the oracle, its cost per step (s, or for
a deadline and for energy J), and that of the best predefined mode which keeps the limit, or NA. The limits lie at 20, 40, 60 and 80 %
of the way between what the extreme modes take; energy has none. For a budget and for energy, the oracle is the best single mode;
else the best mix of two."""
import csv
import sys


def best_mix(points, limit):
    """The least mean of the second number, where that of the first keeps the limit: on the lower convex hull."""
    hull = []
    for x, y in sorted(points):
        if hull and y >= hull[-1][1]:
            continue
        while len(hull) > 1 and (hull[-1][0] - hull[-2][0]) * (y - hull[-2][1]) <= (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]):
            hull.pop()
        hull.append((x, y))
    for (x, y), (next_x, next_y) in zip(hull, hull[1:]):
        if next_x > limit:
            return y + (limit - x) / (next_x - x) * (next_y - y)
    return hull[-1][1]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        modes = [(float(row["minibatch_ms"]) / 1e3, float(row["power_w"]), row["mode"]) for row in csv.DictReader(file, delimiter="\t")]
    with open(sys.argv[2], encoding="utf-8") as file:
        predefined = {row["mode"] for row in csv.DictReader(file, delimiter="\t")}
    fastest, fastest_w, _ = min(modes)
    least_w = min(w for _, w, _ in modes)
    least_j, frugal = min((s * w, s) for s, w, _ in modes)

    def show(kind, limit, seconds, cost, point):
        vendor = [y for x, y in (point(s, w) for s, w, name in modes if name in predefined) if x <= limit]
        print(kind, limit, seconds or cost, cost, min(vendor) if vendor else "NA")

    show("energy", 0, frugal, least_j, lambda s, w: (0, s * w))
    for share in (0.2, 0.4, 0.6, 0.8):
        watts = least_w + share * (fastest_w - least_w)
        show("budget", watts, None, min(s for s, w, _ in modes if w <= watts), lambda s, w: (w, s))
        show("mean-power", watts, None, best_mix([(s * (w - watts), s) for s, w, _ in modes], 0), lambda s, w: (w, s))
        if frugal > 1.02 * fastest:  # else the fastest mode takes the least energy, too
            seconds = fastest + share * (frugal - fastest)
            show("deadline", seconds, seconds, best_mix([(s, s * w) for s, w, _ in modes], seconds), lambda s, w: (s, s * w))
            joules = least_j + share * (fastest * fastest_w - least_j)
            show("energy-budget", joules, None, best_mix([(s * w, s) for s, w, _ in modes], joules), lambda s, w: (s * w, s))


main()
