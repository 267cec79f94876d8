#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The files of the drivers are those of the list that emulated boards are held to, which Linux 6.1 made.
case $(uname -r) in 6.1.*) ;; *) exit 0 ;; esac
sh /tests/list-files >here.tsv
tail -n +2 /tests/files.tsv | cut -f 1-5 | diff - here.tsv
