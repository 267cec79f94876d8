# SPDX-License-Identifier: Apache-2.0
# Of the two busiest streams in what kernel_trace.cpp wrote, sorted by start: the milliseconds in which a kernel of the first
# ran, one of the second, and one of each at the same time.
BEGIN { FS = "\t" }
{
    stream[NR] = $1
    start[NR] = $2
    end[NR] = $3
    total[$1] += $3 - $2
}
END {
    for (s in total) {
        if (total[s] > total[first]) { second = first; first = s }
        else if (total[s] > total[second]) second = s
    }
    for (i = 1; i <= NR; i++) {
        mine = stream[i] == first ? 1 : 2
        if (stream[i] != first && stream[i] != second) continue
        from = start[i] > until[mine] ? start[i] : until[mine] # kernels of one stream can overlap in their records
        if (end[i] <= from) continue
        busy[mine] += end[i] - from
        # What the other stream ran so far ends at until[3 - mine]; it is the one that began earlier.
        shared = (end[i] < until[3 - mine] ? end[i] : until[3 - mine]) - from
        if (shared > 0) both += shared
        until[mine] = end[i]
    }
    printf "%.3f\t%.3f\t%.3f\n", busy[1] / 1e6, busy[2] / 1e6, both / 1e6
}
