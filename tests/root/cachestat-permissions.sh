#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What another user sees, and what happens under a system call filter. Needs root, to become nobody.
set -u
failed=0
chmod 755 . && cp "$BIN/cachestat" . && mkdir D && head -c 100000 /dev/zero >D/f && head -c 100000 /dev/zero >D/g
chmod 644 D/f D/g
expect() { # NAME STATUS ROW COMMAND...
    local name=$1 status=$2 row=$3 got
    shift 3
    got=$("$@" 2>stderr)
    local was=$?
    [ "$was $got" = "$status $row" ] || { echo "FAILED: $name: status $was, '$got', wanted $status, '$row'" && cat stderr && failed=1; }
}
as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
columns=(--no-header --columns "files,unknown,pages,cached_pages,resident_pct,pct_min,pct_max")
for method in auto mincore; do
    cat D/f D/g >/dev/null
    expect "nobody, $method" 1 "2	2	50	NA	NA	0.0000	100.0000" \
        "${as_nobody[@]}" ./cachestat --method $method "${columns[@]}" D
    grep -q 'hides the residency of 2 of 2 files' stderr || { echo "FAILED: nobody, $method: no word about it" && failed=1; }
done
expect "nobody, watching" 1 $'2\n2' "${as_nobody[@]}" ./cachestat --watch 10ms -n 2 --no-header --columns unknown D
[ "$(wc -l <stderr)" = 1 ] || { echo "FAILED: nobody, watching: said more than once" && failed=1; }
expect "nobody, a sample" 1 "2	2	NA" "${as_nobody[@]}" ./cachestat --sample 30 --no-header --columns files,unknown,resident_pct D
chmod 666 D/f
for method in auto mincore; do
    expect "nobody, one file writable, $method" 1 "2	1	50	25	100.0000	50.0000	100.0000" \
        "${as_nobody[@]}" ./cachestat --method $method "${columns[@]}" D
done
chmod 600 D/g
expect "nobody, one file unreadable" 1 "1	0	50	25	100.0000	50.0000	100.0000" \
    "${as_nobody[@]}" ./cachestat "${columns[@]}" D
expect "nobody may not drop metadata" 77 "" "${as_nobody[@]}" ./cachestat evict --metadata --no-header D/f
expect "a soft pin without the right to lock" 0 "25" "${as_nobody[@]}" sh -c \
    'ulimit -l 0; ./cachestat pin --fraction 1 D/f -- ./cachestat --no-header --columns cached_pages D/f'
grep -q 'not permitted' stderr || { echo "FAILED: soft pin: no word about it" && failed=1; }
mkdir small && for i in $(seq 100); do echo 1 >small/$i; done
expect "small files need whole pages of what may be locked" 0 "" "${as_nobody[@]}" sh -c \
    'ulimit -l 64; ./cachestat pin --fraction 1 small -- true'
grep -q 'locking 409600 bytes is not permitted' stderr || { echo "FAILED: small files: no soft pin" && failed=1; }

mkdir huge && mount -t hugetlbfs none huge && truncate -s 4M huge/f || { echo "FAILED: no hugetlbfs" && failed=1; }
expect "hugetlbfs does not tell" 1 "1	NA" ./cachestat --no-header --columns unknown,cached_pages huge
grep -q 'the file system does not report the residency of 1 of 1 files' stderr || { echo "FAILED: hugetlbfs: no word" && failed=1; }
umount huge

cat >filter.py <<'END'
import ctypes, os, struct, sys
libc = ctypes.CDLL(None)
# Load the system call's number; EPERM for 451, else allow.
rules = b"".join(struct.pack("HBBI", *rule) for rule in
                 [(0x20, 0, 0, 0), (0x15, 0, 1, 451), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)])
buffer = ctypes.create_string_buffer(rules)
program = struct.pack("HxxxxxxP", 4, ctypes.addressof(buffer))
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit("seccomp filters are not to be had here")
os.execv(sys.argv[1], sys.argv[1:])
END
expect "cachestat(2) forbidden" 0 "50	mincore" \
    python3 filter.py ./cachestat --no-header --columns pages,method D
grep -q 'cachestat(2): Operation not permitted, mincore(2) is used instead' stderr || { echo "FAILED: filter: no word" && failed=1; }
expect "cachestat(2) forbidden and asked for" 69 "" python3 filter.py ./cachestat --method cachestat --no-header D
exit $failed
