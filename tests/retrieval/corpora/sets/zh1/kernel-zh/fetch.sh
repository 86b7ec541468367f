#!/bin/bash
# fetches linux-doc-6.1 6.1.192-2 and lays its documents in ./corpus
set -euo pipefail
cd "$(dirname "$0")"
DEB='linux-doc-6.1_6.1.192-2_all.deb'
SHA=d1d1b5a602f0d439ecc39e713e044bf2df30d839fb4bf8a7b859ba3273c47993
mkdir -p .cache
if [ ! -f ".cache/$DEB" ]; then (cd .cache && apt-get download 'linux-doc-6.1=6.1.192-2'); fi
echo "$SHA  .cache/$DEB" | sha256sum -c -
rm -rf corpus .cache/x && mkdir -p corpus
dpkg-deb -x ".cache/$DEB" .cache/x
R=.cache/x/usr/share/doc/linux-doc-6.1/html/translations/zh_CN
for g in '*.html'; do
  (cd "$R" && find . -type f -path "./$g" -print0) | while IFS= read -r -d '' f; do
    mkdir -p "corpus/$(dirname "$f")"; cp "$R/$f" "corpus/$f"; done
done
find corpus -name '*.gz' -exec gunzip -f {} +
rm -rf .cache/x
find corpus -type f | wc -l
