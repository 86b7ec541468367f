#!/bin/sh
# test.sh - every test, in the builds where it can find something.
#
#   dev      unit tests, fuzz corpora, cases and protocols under
#            AddressSanitizer and UndefinedBehaviorSanitizer
#   release  what a sanitizer switches off: memory limits, the sandbox; what it
#            makes too slow: durability, scores; and the examples in the
#            documentation, with the program users run
#   tsan     the modules whose tests have threads, against the release worker
#
# `test.sh nightly` runs in the last two what another build has run already, and
# in the first the whole of what `make test` does a sample of.
# All run even when one fails; each prints ctest's closing line. Parts of
# a test that were skipped inside it (most want QUARRY_TESTDATA) are counted.
set -u
cd "$(dirname "$0")/.."
status=0
# Tests wait for their servers and disks. Under sanitizers they use two thirds of a
# processor, those of the release programs, which die and sync, two fifths: so many
# at once for two processors.
tests_at_once() { # PRESET
    jobs=${JOBS:-2}
    case $1 in
    release) echo $((jobs * 5 / 2)) ;;
    *) echo $((jobs * 2)) ;;
    esac
}
skipped() {
    sed -nE 's/^\[  SKIPPED \] ([0-9]+) test.*/\1/p; s/^# skipped ([0-9]+)$/\1/p' \
        "build/$1/Testing/Temporary/LastTest.log" |
        awk '{ n += $1 } END { if (n) print n " parts of tests skipped" }'
}
run() { # PRESET CTEST_OPTION ...
    preset=$1
    shift
    ctest --test-dir "build/$preset" --output-on-failure -j "$(tests_at_once "$preset")" \
        --no-tests=error --no-label-summary "$@" || status=1
    skipped "$preset"
}
if [ "${1:-}" = nightly ]; then
    echo "== dev, the whole of what is sampled"
    tools/build.sh dev || exit 1
    QUARRY_NIGHTLY=1 run dev -L sampled
    for preset in release tsan; do
        echo "== $preset, the rest"
        tools/build.sh "$preset" all nightly_tests || exit 1
        run "$preset" -L nightly
    done
    exit $status
fi
for preset in dev release tsan; do
    echo "== $preset: build"
    tools/build.sh "$preset" || { status=1; continue; }
    echo "== $preset: test"
    run "$preset" -LE nightly
done
exit $status
