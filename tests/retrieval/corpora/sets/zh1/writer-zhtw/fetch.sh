#!/bin/bash
# fetches libreoffice-help-zh-tw 4:7.4.7-1+deb12u14 and lays its documents in ./corpus
set -euo pipefail
cd "$(dirname "$0")"
DEB='libreoffice-help-zh-tw_4%3a7.4.7-1+deb12u14_all.deb'
SHA=f79cb2bee8d8d783efd825051a957b4c97a56dad5a05bde0ee90e66099331209
mkdir -p .cache
if [ ! -f ".cache/$DEB" ]; then (cd .cache && apt-get download 'libreoffice-help-zh-tw=4:7.4.7-1+deb12u14'); fi
echo "$SHA  .cache/$DEB" | sha256sum -c -
rm -rf corpus .cache/x && mkdir -p corpus
dpkg-deb -x ".cache/$DEB" .cache/x
R=.cache/x/usr/share/libreoffice/help/zh-TW/text
for g in 'swriter/*.html' 'simpress/*.html' 'shared/guide/*.html' 'scalc/guide/*.html'; do
  (cd "$R" && find . -type f -path "./$g" -print0) | while IFS= read -r -d '' f; do
    mkdir -p "corpus/$(dirname "$f")"; cp "$R/$f" "corpus/$f"; done
done
find corpus -name '*.gz' -exec gunzip -f {} +
rm -rf .cache/x
find corpus -type f | wc -l
