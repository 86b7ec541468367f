#!/bin/sh
# cover.sh [CTEST_OPTION...] - which lines and branches of src/ the whole test suite
# reaches, or the part that the options choose (-R '^(unit|case)/'): a table of the
# modules, and every file as HTML.
#
# A branch is each way out of each condition: `a && b` has four, a switch one a
# case. The ways into BUG_ON() are left out, as no input can go them. A worker
# puts its counts on the disk before each answer, for which this build alone
# leaves a hole in its sandbox (QUARRY_COVER); the request in which one is
# killed is not counted, nor are children of tests that end by _exit().
set -eu
cd "$(dirname "$0")/.."
tools/build.sh cover
find build/cover -name '*.gcda' -delete
case "${QUARRY_TORTURE_ALL=1}" in
0) unset QUARRY_TORTURE_ALL ;; # a sample of the failing steps, in half an hour
*) export QUARRY_TORTURE_ALL ;;
esac
ctest --test-dir build/cover -j "${JOBS:-2}" --no-tests=error "$@" \
    >build/cover.log 2>&1 || echo "cover: some tests fail, see build/cover.log"
branches='--rc lcov_branch_coverage=1 --rc lcov_excl_br_line=BUG_ON\('
capture() { # what was compiled (--initial), or what of it was run
    # shellcheck disable=SC2086
    lcov -q $branches --capture "$@" --directory build/cover --no-external \
        --base-directory "$PWD" 2>>build/cover.log
}
capture --initial --output-file build/cover/none.info
capture --output-file build/cover/run.info
# shellcheck disable=SC2086
lcov -q $branches --add-tracefile build/cover/none.info \
    --add-tracefile build/cover/run.info --output-file build/cover/all.info
# shellcheck disable=SC2086
lcov -q $branches --extract build/cover/all.info "$PWD/src/*" \
    --output-file build/cover/src.info
# shellcheck disable=SC2086
genhtml -q $branches --prefix "$PWD" build/cover/src.info \
    --output-directory build/cover/html

awk -F'[:,]' -v top="$PWD/src/" '
function percent(hit, found) { return found ? 100 * hit / found : 100 }
function add(n, to) { to[module] += n; to["total"] += n }
/^SF:/ { module = substr($2, length(top) + 1)
         if (!sub("/[^/]*$", "", module)) module = "main" }
/^DA:/ { add(1, lf); add($3 > 0, lh) }
/^BRDA:/ { add(1, bf); add($5 > 0, bh) }
END { for (r in lf)
          printf "%d%-25s %6.1f %% of %5d lines %6.1f %% of %5d branches\n",
              r == "total", r, percent(lh[r], lf[r]), lf[r],
              percent(bh[r], bf[r]), bf[r] }' build/cover/src.info |
    sort | cut -c2-
echo "cover: build/cover/html/index.html"
