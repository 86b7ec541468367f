#!/bin/sh
# Makes ./corpus from Debian's gnome-user-docs (Spanish pages). Needs apt-get, dpkg-deb, sha256sum.
set -eu
cd "$(dirname "$0")"
F=gnome-user-docs_43.0-2_all.deb
S=0d635a840747958ca84da778b40d341f1155603851f922c9a171f5a181d6a39f
mkdir -p .cache
[ -f .cache/$F ] || (cd .cache && apt-get -q download gnome-user-docs=43.0-2)
echo "$S  .cache/$F" | sha256sum -c -
rm -rf corpus .cache/x
mkdir -p corpus .cache/x
dpkg-deb -x .cache/$F .cache/x
(cd .cache/x/usr/share/help/es && find . -type f -name '*.page' | sort | while read -r f; do
  d=$(dirname "$f"); mkdir -p "../../../../../../corpus/$d"; cp "$f" "../../../../../../corpus/$f"; done)
rm -rf .cache/x
echo "files: $(find corpus -type f | wc -l) bytes: $(find corpus -type f -exec cat {} + | wc -c)"
