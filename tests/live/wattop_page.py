#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wattop_page.py PAGE POWER SUMMARY LOAD PROGRAMS: whether each line of `wattop --once` has the figures of the last rows, and NA where they do.

POWER, LOAD and PROGRAMS are rows of powerlog, loadlog and loadlog programs, the first two with FILE.meta beside them;
SUMMARY is that of powerlog.
"""
import csv
import re
import sys
import time


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file, delimiter="\t"))


def meta(path):
    return {row["name"]: row["value"] for row in rows(path + ".meta")}


def figure(text, decimals, factor=1.0):
    return "NA" if text in ("NA", None) else f"{float(text) * factor:.{decimals}f}"


def clock(label, pct, clock_text, factor, limit, facts):
    hz = "NA" if clock_text == "NA" else str(float(clock_text) * factor)
    digits = re.fullmatch(r"(\d+)(k?)", limit)
    most = f"{int(digits[1]) * (1000 if digits[2] else 1) * 1e-6:.0f}" if digits else "NA"
    capped = " capped" if label.lower() in facts.get("clocks_capped", "").split() else ""
    return f"{label:<9}{figure(pct, 1):>6} % [] {figure(hz, 0, 1e-6):>5} of {most} MHz{capped} []"


def cores(label, values, factor):
    cells = "".join(f"{'-' if value == '-' else figure(value, 0, factor):>5}" for value in values.split(","))
    return f"{label:<9}{cells}"


def trip_line(trips, facts):
    """As many as fit in 80 columns behind the label."""
    text = ""
    for limit, name, value in trips:
        distance = limit - value
        zone = f"{name} {abs(distance):.1f} C {'below' if distance > 0 else 'above'} {limit:.1f} ({facts[f'zone.{name}.trip_type']})"
        more = f"{text}, {zone}" if text else zone
        if text and 9 + len(more) > 80:
            break
        text = more
    return text


def program_line(programs):
    """Two rows say nothing of the power of a program."""
    cells = [f"{row['name']} {'' if row['pid'] == 'NA' else row['pid']} {figure(row['busy_cores'], 2)} NA NA NA NA" for row in programs]
    return "programs " + ("process group cores W from to share % " + " ".join(cells) if cells else "NA")


def expected(power, summary, load, programs):
    last, facts = rows(load)[-1], meta(load)
    cpu, gpu, emc = facts["mode_start"].split("/")[1:]
    pinned = {"1": ", clocks pinned", "0": ", clocks vary with the load"}.get(facts.get("clocks_pinned"), "")
    gib = 1.0 / (1024.0 * 1024.0 * 1024.0)
    share = float(last["ram_used_b"]) / float(last["ram_total_b"]) * 100
    readings = {row["rail"]: row for row in rows(power)}
    energies = {row["rail"]: figure(row["energy_j"], 1) for row in rows(summary)}
    newest = max(float(row["time_s"]) for row in [*readings.values(), last])
    title = f"  L4T {facts['l4t']}  emulated {time.strftime('%H:%M:%S', time.gmtime(newest))}"
    yield f"wattop  {facts['model']}"[: 80 - len(title)] + title
    yield f"mode {facts['mode_start']}{pinned}"
    seconds = {row["rail"]: int(float(row["duration_s"])) for row in rows(summary)}
    yield f"energy {energies['TOTAL']} J (TOTAL) in {seconds['TOTAL'] // 60}:{seconds['TOTAL'] % 60:02}"
    for name in sorted(readings, key=lambda rail: rail != "TOTAL"):
        yield f"{name} {figure(readings[name]['power_w'], 2)} W [] {energies[name]} J"
    yield clock("CPU", last["cpu_pct"], last["cpu_khz"], 1000, cpu, facts)
    yield cores("cores %", last["core_pct"], 1)
    yield cores("MHz", last["core_khz"], 1e-3)
    yield clock("GPU", last["gpu_pct"], last["gpu_hz"], 1, gpu, facts)
    yield clock("EMC", last["emc_pct"], last["emc_hz"], 1, emc, facts)
    yield (f"memory {share:.1f} % [] {figure(last['ram_used_b'], 1, gib)} GiB of {figure(last['ram_total_b'], 1, gib)} GiB, "
           f"swap {figure(last['swap_used_b'], 1, gib)} GiB")
    yield (f"disk read {figure(last['read_b_per_s'], 1, 1e-6)} MB/s, {figure(last['read_await_ms'], 1)} ms; "
           f"write {figure(last['write_b_per_s'], 1, 1e-6)} MB/s, {figure(last['write_await_ms'], 1)} ms; busy {figure(last['util_pct'], 1)} %")
    zones = [zone.rsplit("=", 1) for zone in last["zone_temps"].split(",") if not zone.startswith("PMIC")]
    zones.sort(key=lambda zone: -float(zone[1]))
    yield f"temp {figure(last['temp_max_c'], 1)} C hottest; " + " ".join(f"{name} {value}" for name, value in zones)
    trips = [(float(facts[f"zone.{name}.trip_c"]), name, float(value)) for name, value in zones if f"zone.{name}.trip_c" in facts]
    yield "trip " + (trip_line(sorted(trips, key=lambda trip: trip[0] - trip[2]), facts) or "NA")
    yield f"fan {figure(last['fan_pct'], 1)} %, {figure(last['fan_rpm'], 0)} rpm"
    alarm = {"NA": "NA", "0": "no"}.get(last["uv_events"], "now")
    yield f"throttle over-current events {figure(last['oc_events'], 0)}, under-voltage {alarm}"
    yield (f"waiting for CPU {figure(last['psi_cpu_pct'], 1)} %, memory {figure(last['psi_mem_pct'], 1)} %, "
           f"I/O {figure(last['psi_io_pct'], 1)} % of the time")
    yield program_line([row for row in rows(programs) if row["kind"] == "process"])
    yield "events none so far"


def shown(page):
    """Without bars, histories and the width of blanks; a line that goes on in the next is one."""
    lines = []
    with open(page) as file:
        for line in file.read().splitlines():
            line = re.sub(r"\[[| ]*\]", "[]", line)
            line = re.sub(r"(W \[\] )[ _.:=+*#-]*", r"\1", line)
            if line.startswith(" ") and lines:
                lines[-1] += line
            elif line:
                lines.append(line)
    return [" ".join(line.split()) for line in lines]


def main():
    page, power, summary, load, programs = sys.argv[1:]
    wanted = [" ".join(line.split()) for line in expected(power, summary, load, programs)]
    got = shown(page)
    for line in [line for line in wanted if line not in got]:
        print(f"the rows say:  {line}")
    for line in [line for line in got if line not in wanted]:
        print(f"the page says: {line}")
    return 0 if got == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
