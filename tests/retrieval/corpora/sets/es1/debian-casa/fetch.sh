#!/bin/bash
# Makes ./corpus from exactly these versions of Debian packages (see corpus.json).
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"
ROOT=$(python3 -c 'import json;print(json.load(open("corpus.json"))["root"])')
mkdir -p .cache; rm -rf .cache/x corpus; mkdir -p .cache/x corpus
have() { for f in .cache/$1_*.deb; do [ -f "$f" ] && [ "$(sha256sum "$f" | cut -d' ' -f1)" = "$2" ] && { DEB=$f; return 0; }; done; return 1; }
python3 -c 'import json
for p in json.load(open("corpus.json"))["packages"]: print(p["name"],p["version"],p["sha256"])' | while read -r NAME VERSION SHA; do
  have "$NAME" "$SHA" || { (cd .cache && apt-get download "$NAME=$VERSION" </dev/null >/dev/null); have "$NAME" "$SHA" || { echo "sha256 of $NAME does not match" >&2; exit 1; }; }
  dpkg-deb -x "$DEB" .cache/x
done
python3 - "$ROOT" <<'P'
import sys,json,os,shutil,gzip,glob
c=json.load(open('corpus.json')); root=os.path.join('.cache/x',sys.argv[1]); n=b=0; seen=set()
for g in c['include']:
    for p in sorted(glob.glob(os.path.join(root,g),recursive=True)):
        if not os.path.isfile(p) or p in seen: continue
        seen.add(p)
        d=os.path.join('corpus',os.path.relpath(p,root)); os.makedirs(os.path.dirname(d),exist_ok=True)
        if p.endswith('.gz'):
            d=d[:-3]; open(d,'wb').write(gzip.open(p).read())
        else: shutil.copyfile(os.path.realpath(p),d)
        n+=1; b+=os.path.getsize(d)
print(n,'files',b,'bytes')
P
rm -rf .cache/x
