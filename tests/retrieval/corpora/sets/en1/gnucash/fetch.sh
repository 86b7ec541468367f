#!/bin/bash
# Makes ./corpus from Debian package gnucash-docs 4.13-1 (downloads to ./.cache, checks sha256, extracts only the included files).
set -euo pipefail
cd "$(dirname "$0")"
PKG=gnucash-docs VER='4.13-1' SHA=09979baf0ff8ddc1f9c39320c2c38ff606d6f4656e04742ff2dc51f2d562996f
ROOT=usr/share/doc/gnucash-docs
mkdir -p .cache
deb=$(ls .cache/${PKG}_*.deb 2>/dev/null | head -1 || true)
if [ -z "$deb" ]; then
  (cd .cache && nice -n 15 apt-get -o APT::Sandbox::User=root download "$PKG=$VER")
  deb=$(ls .cache/${PKG}_*.deb | head -1)
fi
echo "$SHA  $deb" | sha256sum -c -
rm -rf corpus .cache/x; mkdir -p corpus .cache/x
nice -n 15 dpkg-deb -x "$deb" .cache/x
dst=$PWD/corpus
cd ".cache/x/$ROOT"
find . -type f \( -path './gnucash-guide-en/*.html' -o -path './gnucash-help-en/*.html' \) -print0 | while IFS= read -r -d '' f; do
  mkdir -p "$dst/$(dirname "$f")"
  case "$f" in *.gz) gunzip -c "$f" > "$dst/${f%.gz}";; *) cp "$f" "$dst/$f";; esac
done
cd "$dst/.."; rm -rf .cache/x
echo "files $(find corpus -type f | wc -l) bytes $(find corpus -type f -printf '%s\n' | awk '{s+=$1}END{print s}')"
