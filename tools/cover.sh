#!/bin/sh
# cover.sh - which lines and branches of src/ the whole test suite reaches:
# a table of the rooms, and every file as HTML.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh cover
find build/cover -name '*.gcda' -delete
ctest --test-dir build/cover -j "${JOBS:-2}" --no-tests=error \
    >build/cover.log 2>&1 || echo "cover: some tests fail, see build/cover.log"
branches='--rc lcov_branch_coverage=1'
# shellcheck disable=SC2086
lcov -q $branches --capture --directory build/cover --no-external \
    --base-directory "$PWD" --output-file build/cover/all.info
# shellcheck disable=SC2086
lcov -q $branches --extract build/cover/all.info "$PWD/src/*" \
    --output-file build/cover/src.info
# shellcheck disable=SC2086
genhtml -q $branches --prefix "$PWD" build/cover/src.info \
    --output-directory build/cover/html

awk -F'[:,]' -v top="$PWD/src/" '
function percent(hit, found) { return found ? 100 * hit / found : 100 }
function line(name, r) {
    printf "%-10s %6.1f %% of %5d lines  %6.1f %% of %5d branches\n", name,
        percent(lh[r], lf[r]), lf[r], percent(bh[r], bf[r]), bf[r]
}
function add(r, n, to) { to[r] += n; to["all"] += n }
/^SF:/ { room = substr($2, length(top) + 1); sub("/.*", "", room)
         if (room ~ /\.c$/) room = "main" }
/^DA:/ { add(room, 1, lf); add(room, $3 > 0, lh) }
/^BRDA:/ { add(room, 1, bf); add(room, $5 > 0, bh) }
END { for (r in lf) if (r != "all") line(r, r) | "sort"
      close("sort"); line("all", "all") }' build/cover/src.info
echo "cover: build/cover/html/index.html"
