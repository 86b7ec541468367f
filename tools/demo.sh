#!/bin/sh
# demo.sh - three questions over the files in examples/, with their proof.
set -eu
cd "$(dirname "$0")/.."

ask() {
    printf '\n$ ./quarry ask %s "%s"\n\n' "$1" "$2"
    ./quarry ask "$1" "$2"
}

ask examples/sales.csv "top 10 customers by sales"
ask examples/movimientos.csv "total de importe por mes en 2024"
ask examples/bancos_kpi.csv "IMOR promedio de INVEX últimos 6 meses"
