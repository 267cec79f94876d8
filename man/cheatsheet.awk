# SPDX-License-Identifier: Apache-2.0
# Writes docs/cheatsheet.md: awk -f man/cheatsheet.awk man/wattline-examples.7 > docs/cheatsheet.md
BEGIN {
    print "# Cheat sheet\n"
    print "Questions, and the command that answers each; also `man wattline-examples`, from which this page is written. They work on a"
    print "Jetson, and on an [emulated board](tour.md) that is mounted and named in `WATTLINE_ROOT`."
    print "`train.sh` stands for a training of yours that prints step rows (`man wattline-steps`), `train.py` for one that prints a progress"
    print "bar, and `data/` and `train/` for images. Files with rows come from earlier commands: `modes.tsv` from `pmode enum`, `table.tsv`"
    print "and `profiles.tsv` from `pmsweep`, `load.tsv` from `loadlog`, `epochs.tsv` from `trainstep --epochs-out`, `compute.tsv` and"
    print "`cold.tsv` from `trainstep` without and with cold data. `examples/` is `/usr/share/doc/wattline/examples` where the packages are"
    print "installed. The clocks are those of an AGX Orin; `pmode axes` lists those of your board. On a Jetson, what sets a mode needs"
    print "`sudo` before it: pmode set, restore and run, pmsweep, pmsearch run without `--replay`, pmtune and nightly."
}
/^\.Sh SEE ALSO/ { exit }
/^\.Ss / { printf "\n## %s\n", substr($0, 5); question = 1; next }
/^\.Bd -literal/ { literal = 1; next }
/^\.Ed/ { literal = 0; next }
literal { printf "    %s\n", $0; next }
/^\.Dl / { printf "    %s\n", substr($0, 5); next }
/^\./ { next }
question { printf "\n    # %s\n", $0 }
