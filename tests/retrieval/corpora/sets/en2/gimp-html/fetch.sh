#!/bin/bash
# makes ./corpus from gimp-help-en 2.10.34-2: exactly this version, checked by sha256
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p .cache
[ -f ".cache/gimp-help-en_2.10.34-2_all.deb" ] || (cd .cache && apt-get download "gimp-help-en=2.10.34-2")
echo "a2deec76763aaf2fcdd197bac0736cdcb0770ba993d48d233329e1c92b0bfe36  .cache/gimp-help-en_2.10.34-2_all.deb" | sha256sum -c --quiet -
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
dpkg-deb -x ".cache/gimp-help-en_2.10.34-2_all.deb" "$T"
rm -rf corpus; mkdir corpus
OUT=$PWD/corpus
cd "$T/usr/share/gimp/2.0/help/en"
shopt -s globstar nullglob
for f in *.html; do
  [ -f "$f" ] || continue
  case "$f" in gimp-help-index.html|gimp-function-reference.html|gfdl-*.html|apcs*.html|index.html|help-missing.html) continue;; esac
  mkdir -p "$OUT/$(dirname "$f")"
  cp "$f" "$OUT/$f"
done
find "$OUT" -name '*.gz' -exec gunzip -f {} +
