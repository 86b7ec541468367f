#!/bin/sh
# Makes ./corpus from the npm package openclaw (its Chinese Markdown handbook). Needs npm, sha256sum.
set -eu
cd "$(dirname "$0")"
F=openclaw-2026.2.9.tgz
S=0f7c67bd47dd2b84679ef35a741fabcea1f06daab7f5d98d6db0f9cbf45de80d
mkdir -p .cache
[ -f .cache/$F ] || (cd .cache && npm pack --silent openclaw@2026.2.9)
echo "$S  .cache/$F" | sha256sum -c -
rm -rf corpus .cache/x
mkdir -p corpus .cache/x
tar -xzf .cache/$F -C .cache/x package/docs/zh-CN
(cd .cache/x/package/docs/zh-CN && find . -type f \( -name '*.md' -o -name '*.mdx' \) ! -path ./AGENTS.md | sort | while read -r f; do
  d=$(dirname "$f"); mkdir -p "../../../../../corpus/$d"; cp "$f" "../../../../../corpus/$f"; done)
rm -rf .cache/x
echo "files: $(find corpus -type f | wc -l) bytes: $(find corpus -type f -exec cat {} + | wc -c)"
