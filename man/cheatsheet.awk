# SPDX-License-Identifier: Apache-2.0
# Writes docs/cheatsheet.md: awk -f man/cheatsheet.awk man/wattline-examples.7 > docs/cheatsheet.md
BEGIN {
    print "# Cheat sheet\n"
    print "Questions, and the command that answers each; also `man wattline-examples`, from which this page is written. They work on a"
    print "Jetson, and on an [emulated board](tour.md) that is mounted and named in `WATTLINE_ROOT`."
    print "`train.sh` and `train.py` stand for your own training, `data/` and `train/` for its images. The clocks are those of an AGX"
    print "Orin; `pmode axes` lists those of your board."
}
/^\.Sh SEE ALSO/ { exit }
/^\.Ss / { printf "\n## %s\n", substr($0, 5); question = 1; next }
/^\.Dl / { printf "    %s\n", substr($0, 5); next }
/^\./ { next }
question { printf "\n    # %s\n", $0 }
