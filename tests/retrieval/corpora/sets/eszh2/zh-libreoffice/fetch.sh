#!/bin/sh
# Makes ./corpus from Debian's libreoffice-help-zh-cn (Impress, Draw, Chart and Math pages). Needs apt-get, dpkg-deb, sha256sum.
set -eu
cd "$(dirname "$0")"
F='libreoffice-help-zh-cn_4%3a7.4.7-1+deb12u14_all.deb'
S=db867cdece4c2f9c7eebe65e519c6cf386fdcf49d6e061db3dffec893b3e1dee
mkdir -p .cache
[ -f ".cache/$F" ] || (cd .cache && apt-get -q download libreoffice-help-zh-cn=4:7.4.7-1+deb12u14)
echo "$S  .cache/$F" | sha256sum -c -
rm -rf corpus .cache/x
mkdir -p corpus .cache/x
dpkg-deb --fsys-tarfile ".cache/$F" | tar -x -C .cache/x --wildcards './usr/share/libreoffice/help/zh-CN/text/*'
for d in simpress sdraw schart smath; do
  (cd .cache/x/usr/share/libreoffice/help/zh-CN/text && find "$d" -type f -name '*.html' | sort | while read -r f; do
    mkdir -p "../../../../../../../../corpus/$(dirname "$f")"; cp "$f" "../../../../../../../../corpus/$f"; done)
done
rm -rf .cache/x
echo "files: $(find corpus -type f | wc -l) bytes: $(find corpus -type f -exec cat {} + | wc -c)"
