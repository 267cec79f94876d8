# SPDX-License-Identifier: Apache-2.0
# run.R CODE answers|types: runs lines of docs/analysis.md, and prints what run.py prints. Where all is missing, R must have logicals.
arguments <- commandArgs(trailingOnly = TRUE)
source(arguments[1])
show <- function(rows) write.table(rows, sep = "\t", quote = FALSE, row.names = FALSE, col.names = FALSE)
if (arguments[2] == "answers") {
    for (rows in list(per_epoch, per_mode, over_time)) show(rows)
} else {
    for (table in c("energy", "profiles", "power")) for (name in setdiff(names(get(table)), "start_s")) {
        values <- get(table)[[name]]
        kind <- if (is.numeric(values)) "number" else if (is.character(values)) "text" else class(values)
        show(data.frame(table, name, if (kind == "logical" && all(is.na(values))) "none" else kind, sum(is.na(values)), length(values)))
    }
}
