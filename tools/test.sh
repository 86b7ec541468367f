#!/bin/sh
# test.sh - every test, in the builds where it can find something.
#
#   dev      all tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   release  what a sanitizer switches off: memory limits, the sandbox; and
#            the examples in the documentation, with the program users run
#   tsan     the rooms of the parent program, whose threads share memory;
#            against the release worker
#
# All three run even when one fails; each prints ctest's closing line. Parts of
# a test that were skipped inside it (most want QUARRY_TESTDATA) are counted.
set -u
cd "$(dirname "$0")/.."
status=0
skipped() {
    sed -nE 's/^\[  SKIPPED \] ([0-9]+) test.*/\1/p; s/^# skipped ([0-9]+)$/\1/p' \
        "build/$1/Testing/Temporary/LastTest.log" |
        awk '{ n += $1 } END { if (n) print n " parts of tests skipped" }'
}
run() {
    echo "== $1"
    tools/build.sh "$1" || { status=1; return; }
    ctest --test-dir "build/$1" --output-on-failure -j "${JOBS:-2}" \
        --no-tests=error || status=1
    skipped "$1"
}
run dev
run release
run tsan
exit $status
