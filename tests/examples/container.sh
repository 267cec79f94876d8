#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One training and two, outside a container and in one: each trains as many minibatches, and the container has other
# processes than the machine. Where nothing can start a container, the experiment says so.
. "$SRC/tests/examples/quick.bash"
"$SRC/examples/container" --board agx-orin -o emulated 2>refused && fail "container emulated a board"
grep -q 'trains on the machine itself' refused

mkdir no-containers
for engine in podman docker unshare; do printf '#!/bin/sh\nexit 1\n' >no-containers/$engine && chmod +x no-containers/$engine; done
status=0
PATH=$PWD/no-containers:$PATH "$SRC/examples/container" --quick -o none 2>refused || status=$?
[ $status = 69 ] || fail "status $status without containers: $(cat refused)"
grep -q 'neither podman nor docker nor user namespaces can start a container here' refused || fail "$(cat refused)"

# Some machines that run tests, themselves containers, allow none.
if ! unshare --user --map-root-user --pid --fork --mount-proc true 2>/dev/null &&
    ! podman info >/dev/null 2>&1 && ! docker info >/dev/null 2>&1; then
    echo "container: no container can be started here; only the refusals were tested"
    exit 0
fi
quick container
holds out/namespaces.tsv '{ space[v("place")] = v("pid_namespace") } END { print (space["host"] != "" && space["container"] != "" && space["host"] != space["container"] ? "yes" : "no") }'
holds out/jobs.tsv '
    { jobs = jobs v("place") "-" v("run") "-" v("job") " "; steps[v("steps")]; times += v("median_step_ms") > 0 }
    END {
        for (count in steps) different++
        print jobs, different
        print (jobs == "host-alone-a host-together-a host-together-b container-alone-a container-together-a container-together-b " && different == 1 && times == 6 ? "yes" : "no")
    }'
pictures out/time.svg
