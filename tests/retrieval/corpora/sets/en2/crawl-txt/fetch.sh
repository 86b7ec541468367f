#!/bin/bash
# makes ./corpus from crawl-common 2:0.28.0-1.1: exactly this version, checked by sha256
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p .cache
[ -f ".cache/crawl-common_2%3a0.28.0-1.1_all.deb" ] || (cd .cache && apt-get download "crawl-common=2:0.28.0-1.1")
echo "50c8f0091ba88538dde6585e5eddba02677bfe94d3ee4dc90a5bd3a788650f59  .cache/crawl-common_2%3a0.28.0-1.1_all.deb" | sha256sum -c --quiet -
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
dpkg-deb -x ".cache/crawl-common_2%3a0.28.0-1.1_all.deb" "$T"
rm -rf corpus; mkdir corpus
OUT=$PWD/corpus
cd "$T/usr/share/crawl"
shopt -s globstar nullglob
for f in docs/*.txt docs/develop/**/*.txt dat/descript/*.txt dat/database/FAQ.txt dat/database/help.txt; do
  [ -f "$f" ] || continue
  case "$f" in docs/changelog.txt) continue;; esac
  mkdir -p "$OUT/$(dirname "$f")"
  cp "$f" "$OUT/$f"
done
find "$OUT" -name '*.gz' -exec gunzip -f {} +
