#!/bin/sh
# fuzz.sh [TARGET ...] - run each fuzz target for FUZZ_SECONDS.
#
# A target starts from its corpus in tests/fuzz/corpus/<target> and mixes in
# the words of tests/fuzz/<target>.dict; what it finds on the way goes to
# build/fuzz/found/<target>. A crash leaves its input there and fails: add that
# input to the corpus together with the fix.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh fuzz
seconds=${FUZZ_SECONDS:-60}
status=0
for target in ${*:-build/fuzz/fuzz_*}; do
    target=build/fuzz/${target##*/}
    [ -x "$target" ] || continue
    name=${target##*/fuzz_}
    corpus=tests/fuzz/corpus/$name
    found=build/fuzz/found/$name
    mkdir -p "$found"
    [ -d "$corpus" ] || corpus=
    dict=tests/fuzz/$name.dict
    if [ -f "$dict" ]; then dict=-dict=$dict; else dict=; fi
    # shellcheck disable=SC2086
    if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$found/crash-" $dict \
        "$found" $corpus >"$found.log" 2>&1; then
        echo "ok    fuzz/$name $(grep -o 'number_of_executed_units.*' \
            "$found.log" | grep -o '[0-9]*$') inputs"
    else
        echo "FAIL  fuzz/$name, log $found.log"
        tail -n 30 "$found.log"
        status=1
    fi
done
exit $status
