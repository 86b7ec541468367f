#!/bin/bash
# makes ./corpus from the Markdown documentation of five Debian packages: exactly these versions, checked by sha256
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p .cache
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
rm -rf corpus; mkdir corpus
OUT=$PWD/corpus
get() { # name version file sha256 root into
  [ -f ".cache/$3" ] || (cd .cache && apt-get download "$1=$2")
  echo "$4  .cache/$3" | sha256sum -c --quiet -
  dpkg-deb -x ".cache/$3" "$T/$1"
  (cd "$T/$1/$5" && find . -type f \( -name '*.md' -o -name '*.md.gz' \) | while read -r f; do
    mkdir -p "$OUT/$6/$(dirname "$f")"; cp "$f" "$OUT/$6/$f"; done)
}
get "icinga2-doc" "2.13.6-2+deb12u2" "icinga2-doc_2.13.6-2+deb12u2_all.deb" b61ea4a539e4a7bff8d1431865ace678d7ab82053a548e039ff62ca030a70cb7 "usr/share/doc/icinga2/markdown" icinga2
get "icingaweb2" "2.11.4-2+deb12u1" "icingaweb2_2.11.4-2+deb12u1_all.deb" 2b9af333ff4267632393ad3ccbf53dd95a894ddea43e478c702ac321358366c9 "usr/share/icingaweb2/doc" icingaweb2
get "icingaweb2-module-director" "1.10.2-1" "icingaweb2-module-director_1.10.2-1_all.deb" b32d1d94009af6c2a601fa6e5b0ae0f529a05db3e05fddde7fab8dbc1ba0de24 "usr/share/doc/icingaweb2-module-director" director
get "icingaweb2-module-businessprocess" "2.4.0-1" "icingaweb2-module-businessprocess_2.4.0-1_all.deb" d604ab94a2bbdc65989dc18087a83bdc5a1d0f66b1c77509952d53ea2cb73932 "usr/share/icingaweb2/modules/businessprocess/doc" businessprocess
get "icingaweb2-module-graphite" "1.2.2-1" "icingaweb2-module-graphite_1.2.2-1_all.deb" a3e188618c1cbfb4974855a4895146d4f4932220754617951535a7668c2d6b81 "usr/share/icingaweb2/modules/graphite/doc" graphite
find "$OUT" -name '*.gz' -exec gunzip -f {} +
