#!/bin/sh
# test.sh - every test, in the builds where it can find something.
#
#   dev      unit tests, fuzz corpora, what hands the programs bytes from outside
#            and a sample of the cases under AddressSanitizer and
#            UndefinedBehaviorSanitizer
#   release  what a sanitizer switches off: memory limits, the sandbox; what it
#            makes too slow: durability, scores, the other cases and protocols;
#            and the examples in the documentation, with the program users run
#   tsan     the modules whose tests have threads, against the release worker
#
# `test.sh nightly` runs in each what another build has run already, and the whole of
# what `make test` does a sample of.
# All run even when one fails; each prints ctest's closing line. Parts of
# a test that were skipped inside it (most want QUARRY_TESTDATA) are counted.
set -u
cd "$(dirname "$0")/.."
status=0
# Four frames of the stack of each allocation, and 16 MiB of freed memory that is not
# used again, where AddressSanitizer has 30 and 256 MiB: that is a quarter of its time.
# `make quick` and `make nightly` leave it its own limits.
short_asan=malloc_context_size=4:quarantine_size_mb=16
jobs=${JOBS:-2}
skipped() {
    sed -nE 's/^\[  SKIPPED \] ([0-9]+) test.*/\1/p; s/^# skipped ([0-9]+)$/\1/p' \
        "build/$1/Testing/Temporary/LastTest.log" |
        awk '{ n += $1 } END { if (n) print n " parts of tests skipped" }'
}
run() { # PRESET TESTS_AT_ONCE CTEST_OPTION ...
    preset=$1 at_once=$2
    shift 2
    good=0
    ctest --test-dir "build/$preset" --output-on-failure -j "$at_once" \
        --no-tests=error --no-label-summary "$@" || good=1
    skipped "$preset"
    return $good
}
if [ "${1:-}" = nightly ]; then
    for preset in dev release tsan; do
        echo "== $preset, the whole of what is sampled, and the rest"
        tools/build.sh "$preset" all nightly_tests || exit 1
        if [ "$preset" = tsan ]; then
            run tsan $((jobs * 2)) -L nightly || status=1
            continue
        fi
        QUARRY_NIGHTLY=1 run "$preset" $((jobs * 2)) -L sampled || status=1
        run "$preset" $((jobs * 2)) -L nightly -LE sampled || status=1
    done
    exit $status
fi
# The release programs are tested while the others are built and tested: their tests
# wait for the disk and for processes that end, builds for nothing.
trap 'trap - TERM; kill 0' INT TERM # a job of sh does not get the interrupt
echo "== release: build"
released=
if tools/build.sh release; then
    run release $((jobs * 2)) -LE nightly >build/test.release.log 2>&1 &
    released=$!
else
    status=1
fi
export QUARRY_TEST_WORKER="$PWD/build/release/quarry-worker" # tests/unit/base/worker_program.h
for preset in dev tsan; do
    echo "== $preset: build"
    tools/build.sh "$preset" || { status=1; continue; }
    echo "== $preset: test"
    ASAN_OPTIONS=${ASAN_OPTIONS-$short_asan} run "$preset" $((jobs * 3 / 2)) -LE nightly || status=1
done
if [ -n "$released" ]; then
    wait "$released" || status=1
    echo "== release: test"
    cat build/test.release.log
fi
exit $status
