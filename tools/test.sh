#!/bin/sh
# test.sh - every test, in the builds where it can find something.
#
#   dev      all tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   tsan     the rooms of the parent program, whose threads share memory
#   release  what a sanitizer switches off: memory limits, the sandbox; and
#            the examples in the documentation, with the program users run
#
# All three run even when one fails; each prints ctest's closing line.
set -u
cd "$(dirname "$0")/.."
status=0
run() {
    preset=$1
    shift
    echo "== $preset"
    tools/build.sh "$preset" "$@" || { status=1; return; }
    ctest --test-dir "build/$preset" --output-on-failure -j "${JOBS:-2}" \
        --no-tests=ignore || status=1
}
run dev
run tsan
run release all
exit $status
