#!/bin/sh
# run.sh - learn src/readings/weights.txt from WikiTableQuestions, and say how
# well the weights do on tables that they were not learned from.
#
# Takes some minutes and 2 GB. QUARRY_TESTDATA names the folder with wtq/.
set -eu
cd "$(dirname "$0")/../.."
tools/build.sh release train_ranker quarry-worker
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
build/release/train_ranker "${QUARRY_TESTDATA:?names the folder with wtq/}/wtq" \
    "$home" build/release/quarry-worker --out "$home/weights"
{
    echo '# What train_ranker learned from WikiTableQuestions; make ranker makes it anew.'
    LC_ALL=C sort "$home/weights"
} >src/readings/weights.txt
