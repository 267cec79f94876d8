#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""measure.py SECONDS PROGRAM...: in `jetsim run`, lets each program measure for that long, all at the same time, and prints
a row for each: program, version, rails that it sees, what its total is, joules, joules of the ledger, ratio.
measure.py SECONDS --one PROGRAM: one of them, by the interface that its documentation names; it begins when the file `go`
is there."""
import asyncio
import contextlib
import csv
import fcntl
import importlib.metadata
import os
import re
import socket
import struct
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
out = sys.stdout


def wait_for_go():
    print("ready", file=out, flush=True)
    while not os.path.exists("go"):
        time.sleep(0.01)
    return time.monotonic()


def answer(rails, total, joules, start, end=None):
    end = end or time.monotonic()
    print(" ".join(rails) or "none", total, f"{joules:.3f}", f"{start:.6f}", f"{end:.6f}", sep="\t", file=out)


def jtop(seconds):
    """Watts times seconds, as jtop itself adds nothing up."""
    from jtop import jtop as client
    with client() as jetson:
        start = now = wait_for_go()
        joules = 0.0
        while jetson.ok() and now < start + seconds:
            joules += jetson.power["tot"]["power"] / 1000 * (time.monotonic() - now)
            now = time.monotonic()
        rails, name = sorted(jetson.power["rail"]), jetson.power["tot"].get("name", "")
        answer(rails + [name] if name else rails, name or " + ".join(rails), joules, start, now)


def exporter(seconds):
    """Its metrics, read each second, times the time."""
    url = "http://localhost:9123/metrics"
    with open("exporter.err", "w") as errors:
        server = subprocess.Popen([sys.executable, "-m", "jetson_stats_node_exporter", "--port", "9123"], stderr=errors)

    def scrape():
        with urllib.request.urlopen(url, timeout=5) as page:
            return page.read().decode()

    text = ""
    while "integrated_power_mW{" not in text:
        time.sleep(0.2)
        if server.poll() is not None:
            sys.exit(open("exporter.err").read().splitlines()[-1])
        with contextlib.suppress(OSError):
            text = scrape()
    start = now = wait_for_go()
    joules = 0.0
    while now < start + seconds:
        time.sleep(1)
        text = scrape()
        watts = float(re.search(r'^integrated_power_mW{statistic="power"} (\S+)', text, re.M)[1]) / 1000
        joules += watts * (time.monotonic() - now)
        now = time.monotonic()
    rails = re.findall(r'machine_part="(\w+)",statistic="power"', text)
    answer(rails, "integrated_power_mW", joules, start, now)
    server.kill()


def zeus(seconds):
    """A window around the time; without a total, what it calls CPU and GPU."""
    from zeus.monitor import ZeusMonitor
    monitor = ZeusMonitor()
    monitor.begin_window("first")  # waits until its process reads
    wait_for_go()
    monitor.begin_window("w")
    start = time.monotonic()
    time.sleep(seconds)
    used = monitor.end_window("w").soc_energy
    parts = {"total": used.total_energy_mj, "CPU": used.cpu_energy_mj, "GPU": used.gpu_energy_mj}
    seen = {name: millijoules for name, millijoules in parts.items() if millijoules is not None}
    total = "total" if "total" in seen else " + ".join(seen) + " (no total)"
    answer(list(seen), total, (seen["total"] if "total" in seen else sum(seen.values())) / 1000, start)


def codecarbon(seconds):
    from codecarbon import OfflineEmissionsTracker
    tracker = OfflineEmissionsTracker(country_iso_code="FRA", measure_power_secs=1, save_to_file=False)
    wait_for_go()
    tracker.start()
    start = time.monotonic()
    time.sleep(seconds)
    tracker.stop()
    data = tracker.final_emissions_data
    parts = [name for name, kwh in (("CPU", data.cpu_energy), ("GPU", data.gpu_energy), ("RAM", data.ram_energy)) if kwh]
    answer([], " + ".join(parts) + ", estimated", data.energy_consumed * 3.6e6, start,
           start + data.duration)


def carbontracker(seconds):
    from carbontracker import parser
    from carbontracker.tracker import CarbonTracker
    tracker = CarbonTracker(epochs=1, update_interval=1, log_dir="carbontracker")
    start = wait_for_go()
    tracker.epoch_start()
    time.sleep(seconds)
    tracker.epoch_end()
    tracker.stop()
    log = parser.parse_all_logs(log_dir="carbontracker")[0]
    total = " + ".join(name.upper() for name in log["components"]) + ", estimated"
    answer([], total, log["actual"]["energy (kWh)"] * 3.6e6, start)


def eco2ai(seconds):
    import eco2ai as package
    tracker = package.Tracker(project_name="p", experiment_description="d", file_name="eco2ai.csv", measure_period=1,
                              alpha_2_code="FR")
    start = wait_for_go()
    tracker.start()
    time.sleep(seconds)
    tracker.stop()
    with open("eco2ai.csv") as file:
        joules = sum(float(row["power_consumption(kWh)"]) for row in csv.DictReader(file)) * 3.6e6
    answer([], "CPU + RAM of its process, estimated", joules, start)


def pyjoules(seconds):
    from pyJoules.device import DeviceFactory
    from pyJoules.energy_meter import EnergyMeter
    meter = EnergyMeter(DeviceFactory.create_devices())
    start = wait_for_go()
    meter.start()
    time.sleep(seconds)
    meter.stop()
    seen = meter.get_trace()[0].energy
    answer(list(seen), " + ".join(seen), sum(seen.values()) / 1e6, start)


def perun(seconds):
    import perun as package
    seen = {}

    def keep(node):
        seen.update({str(name): metric.value for name, metric in node.metrics.items()})

    @package.perun(data_out="perun", format="json")
    def work():
        package.register_callback(keep)
        time.sleep(seconds)

    start = wait_for_go()
    work()
    if "energy" not in seen:
        sys.exit("no metric of energy among " + " ".join(sorted(seen)))
    answer([], "energy", seen["energy"], start)


def jetsontools(seconds):
    """The package runs tegrastats; its own totals, of which VDD_IN_TOTAL covers the others."""
    from jetsontools import TegraStats
    start = wait_for_go()
    with TegraStats("tegrastats.txt", interval=200) as stats:
        time.sleep(seconds)
    watts = {name: metric.mean / 1000 for name, metric in stats.data.powerdraw.items()}
    totals = [name for name in watts if name.endswith("_TOTAL")]
    totals = ["VDD_IN_TOTAL"] if "VDD_IN_TOTAL" in totals else totals
    if not totals:
        sys.exit("no rail with VDD or VIN in its name")
    answer([name for name in watts if not name.endswith("_TOTAL")], " + ".join(totals),
           sum(watts[name] for name in totals) * (time.monotonic() - start), start)


def jwatch(seconds):
    """The package runs tegrastats for its benchmark of language models; its sampler alone."""
    from edgewatch import TegrastatsSampler

    async def sample():
        async with TegrastatsSampler(interval_ms=200) as sampler:
            start = wait_for_go()
            await asyncio.sleep(seconds)
            return start, sampler.get_samples_in_window(start, time.monotonic())

    start, samples = asyncio.run(sample())
    if not samples:
        sys.exit("no line of tegrastats is read")
    watts = sum(sample.power_mw for sample in samples) / len(samples) / 1000
    answer(["VDD_IN"], "VDD_IN", watts * (time.monotonic() - start), start)


def lab(name):
    def script(seconds):
        command = [os.path.join(HERE, name), str(seconds)]
        command = [sys.executable, *command] if name.endswith(".py") else command
        wait_for_go()
        offset = time.time() - time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit((done.stdout + done.stderr).strip().splitlines()[-1])
        rails, total, joules, start, end = done.stdout.strip().split("\t")
        answer([rails], total, float(joules), float(start) - offset, float(end) - offset)
    return script


def screen(command):
    """A program with a screen; no row of joules, but what it says of power."""
    def show(seconds):
        wait_for_go()
        tmux = ["tmux", "-u", "-L", command[0], "-f", "/dev/null"]
        subprocess.run([*tmux, "new-session", "-d", "-x", "150", "-y", "45", " ".join(command) + "; sleep 60"], check=True)
        time.sleep(seconds)
        text = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True).stdout
        subprocess.run([*tmux, "kill-server"], check=False)
        said = re.search(r"No GPU to monitor|\d+ ?m?W\b", text)
        sys.exit(said[0] if said else "no power on its screen" if "°C" in text else "no screen")
    return show


PROGRAMS = {"jtop": jtop, "jetson-stats-node-exporter": exporter, "zeus": zeus, "codecarbon": codecarbon,
            "carbontracker": carbontracker, "pyJoules": pyjoules, "perun": perun, "eco2ai": eco2ai,
            "eco2ai, pandas 2": eco2ai, "jetsontools": jetsontools, "jwatch": jwatch,
            "lab-tegrastats": lab("lab-tegrastats"), "lab-sysfs": lab("lab-sysfs"), "lab-jtop": lab("lab-jtop.py"),
            "btop": screen(["btop", "--utf-force"]), "nvtop": screen(["nvtop"])}


def version_of(name):
    if name.startswith("lab-"):
        return "-"
    if name in ("btop", "nvtop"):
        return subprocess.run([name, "--version"], capture_output=True, text=True).stdout.split()[-1]
    return importlib.metadata.version({"jtop": "jetson-stats", "eco2ai, pandas 2": "eco2ai"}.get(name, name))


def ledger(start, end):
    rows = subprocess.run(["jetsim", "ledger", "/", "--from", str(start), "--to", str(end)], capture_output=True, text=True)
    return next(float(row.split("\t")[4]) for row in rows.stdout.splitlines() if row.startswith("TOTAL\t"))


def start_all(seconds, names):
    running = {}
    for name in names:
        folder = name.replace(" ", "_")
        os.makedirs(folder)
        running[name] = subprocess.Popen(
            [sys.executable, "-W", "ignore", os.path.abspath(__file__), str(seconds), "--one", name], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=open(os.path.join(folder, "stderr"), "w"))
        running[name].stdout.readline()  # "ready", or its end
    for name in names:
        open(os.path.join(name.replace(" ", "_"), "go"), "w").close()
    return running


def main():
    global out
    seconds = int(sys.argv[1])
    if sys.argv[2] == "--one":
        out = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)  # programs print what they like
        PROGRAMS[sys.argv[3]](seconds)
        return
    with socket.socket() as loopback:  # of this network namespace, where nothing else is reached
        fcntl.ioctl(loopback, 0x8914, struct.pack("16sh14x", b"lo", 0x1))  # SIOCSIFFLAGS, IFF_UP
    for name, child in start_all(seconds, sys.argv[2:]).items():
        text = child.stdout.read().strip()
        child.wait()
        if not text:
            said = open(os.path.join(name.replace(" ", "_"), "stderr")).read().strip().splitlines() or ["no answer"]
            print(name, version_of(name), "none", said[-1], "NA", "NA", "NA", sep="\t")
            continue
        rails, total, joules, start, end = text.split("\t")
        truth = ledger(start, end)
        print(name, version_of(name), rails, total, f"{float(joules):.2f}", f"{truth:.2f}", f"{float(joules) / truth:.3f}", sep="\t")


if __name__ == "__main__":
    main()
