#!/bin/sh
# build.sh PRESET [TARGET ...] - configure when needed, then build the targets.
#
# The log is shown only when something fails or warns; a person who types
# `make demo` wants the answer, not two hundred lines of ninja.
set -eu
cd "$(dirname "$0")/.."
preset=$1
shift
mkdir -p build
log=build/$preset.log
if command -v ccache >/dev/null 2>&1; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-ccache}"
fi

# Freshly installed dependencies are only seen by configuring again.
configured() {
    [ -e "build/$preset/build.ninja" ] || return 1
    for stamp in build/deps.build build/deps.test; do
        [ ! "$stamp" -nt "build/$preset/build.ninja" ] || return 1
    done
}

if ! { { configured || cmake --preset "$preset"; } &&
    cmake --build "build/$preset" -j "${JOBS:-2}" ${1:+--target "$@"}; } \
    >"$log" 2>&1; then
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2
    echo "build: preset $preset failed, all of it in $log" >&2
    exit 1
fi
grep 'warning:' "$log" >&2 || true
