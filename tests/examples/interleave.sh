#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Under the managed policy each window trains what the formula says, and round-robin trains one minibatch per window.
. "$SRC/tests/examples/quick.bash"
quick interleave
holds out/windows.tsv '
    v("policy") == "round-robin" { n++; one += v("train_steps") == 1 }
    v("policy") == "managed" { windows++; formula += v("train_steps") == v("fitting_steps") }
    END { print n, one, windows, formula; print (n > 10 && one >= n - 1 && windows > 0 && formula >= windows - 1 ? "yes" : "no") }'
holds out/policies.tsv '{ n++; trains += v("training_per_s") > 0 } END { print (n == 3 && trains == 3 ? "yes" : "no") }'
pictures out/latency.svg out/training.svg
