#!/bin/sh
# cover.sh - line coverage of src/ by the whole test suite, as HTML.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh cover
find build/cover -name '*.gcda' -delete
ctest --test-dir build/cover -j "${JOBS:-2}" >build/cover.log 2>&1 ||
    echo "cover: some tests fail, see build/cover.log"
lcov -q --capture --directory build/cover --output-file build/cover/all.info
lcov -q --extract build/cover/all.info "$PWD/src/*" \
    --output-file build/cover/src.info
genhtml -q build/cover/src.info --output-directory build/cover/html
lcov --summary build/cover/src.info
echo "cover: build/cover/html/index.html"
