#!/bin/sh
# packed.sh MADE [SOURCE ...] -- COMMAND ... - what COMMAND, a generator, writes to MADE.
#
# Under sanitizers a generator takes ten times as long as in the release build. That one's
# file is copied when it is there and no SOURCE, nor src/base, is newer: it is the same.
set -eu
made=$1
shift
cd "$(dirname "$0")/.."
there=build/release/${made##*/}
sources=src/base
while [ "$1" != -- ]; do
    sources="$sources $1"
    shift
done
shift
if [ -f "$there" ] && [ -z "$(find $sources -newer "$there" -print -quit)" ]; then
    cp "$there" "$made"
else
    "$@"
fi
