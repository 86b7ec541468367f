#!/bin/sh
# quick.sh MODULE - the tests of one module in the sanitizer build: its unit
# tests, the corpora of its fuzz targets and the cases that see its work.
set -eu
cd "$(dirname "$0")/.."
module=${1:?usage: make quick MODULE=text}
tools/build.sh dev quarry quarry-worker "quick_$module"
ctest --test-dir build/dev --output-on-failure -j "${JOBS:-2}" \
    --no-tests=error --no-label-summary -L "^module:$module\$"
