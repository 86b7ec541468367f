#!/bin/sh
# Makes ./corpus from Debian's gimp-help-es (a part of the manual). Needs apt-get, dpkg-deb, sha256sum.
set -eu
cd "$(dirname "$0")"
F=gimp-help-es_2.10.34-2_all.deb
S=4c1cd250dd4196d183439acc1c70d313bb4104658458181f93898bc1d7ae0a8e
mkdir -p .cache
[ -f .cache/$F ] || (cd .cache && apt-get -q download gimp-help-es=2.10.34-2)
echo "$S  .cache/$F" | sha256sum -c -
rm -rf corpus .cache/x
mkdir -p corpus .cache/x
dpkg-deb --fsys-tarfile .cache/$F | tar -x -C .cache/x --wildcards './usr/share/gimp/2.0/help/es/*.html'
(cd .cache/x/usr/share/gimp/2.0/help/es && for g in \
  'gimp-concepts*' 'gimp-tool*' 'gimp-image*' 'gimp-imaging*' 'gimp-using*' 'gimp-stuck*' 'gimp-introduction*' \
  'gimp-file*' 'gimp-filter*' 'gimp-layer*' 'gimp-selection*' 'gimp-path*' 'gimp-dialogs*' 'gimp-*-dialog' 'gimp-first-steps' \
  'gimp-fire-up' 'gimp-painting' 'gimp-quick*' 'key-reference*' 'glossary' 'layer-mode*' 'preface' 'introduction' ; do
  for f in $g.html; do case $f in gimp-using-script-fu*) continue;; esac; [ -f "$f" ] && cp -f "$f" ../../../../../../../../corpus/ || true; done; done)
rm -rf .cache/x
echo "files: $(find corpus -type f | wc -l) bytes: $(find corpus -type f -exec cat {} + | wc -c)"
