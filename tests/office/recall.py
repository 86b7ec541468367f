#!/usr/bin/env python3
"""Words of Office documents that Quarry's text has, beside a second reader.

    python3 tests/office/recall.py QUARRY [FILE ...]

Without a FILE those of $QUARRY_TESTDATA/office are read, and the exit status is 1 if
of a kind of document a smaller share is read than FLOORS says.

The second reader takes every text element of the parts that people read, with a
space between paragraphs and no other rule, so that it has what is hidden or in
two forms as well. A word counts as often as it is there. Printed for each file:
words, how many of them are in Quarry's text, the share, the first that are not.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile

PARTS = {
    ".docx": r"word/(document|footnotes|endnotes|comments)\.xml$",
    ".pptx": r"ppt/(slides|notesSlides)/[^/]+\.xml$",
    ".odt": r"content\.xml$",
    ".odp": r"content\.xml$",
    ".epub": r".*\.x?html?$",
}
FLOORS = {".docx": 100, ".pptx": 100, ".odt": 100, ".odp": 100, ".epub": 98}
SKIPPED = {"Fallback", "del", "moveFrom", "sdtPr", "script", "style", "head", "tracked-changes"}
SPACES = {"tab", "br", "cr", "ptab", "p", "h", "s", "line-break", "tc", "fld", "td", "th", "li", "div"}


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def put(element, suffix, out):
    name = local(element)
    if name in SKIPPED:
        return
    if name in SPACES:
        out.append(" ")
    everything = suffix in (".odt", ".odp", ".epub")
    if element.text and (everything or name == "t"):
        out.append(element.text)
    for child in element:
        put(child, suffix, out)
        if everything and child.tail:
            out.append(child.tail)
    if name in SPACES:
        out.append(" ")


def second_reader(path):
    suffix = path[path.rindex("."):].lower()
    out = []
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if re.match(PARTS[suffix], name):
                text = re.sub(rb"<!DOCTYPE[^>]*>", b"", package.read(name))
                root = ET.fromstring(re.sub(rb"&nbsp;", b" ", text))
                put(root, suffix, out)
                out.append(" ")
    return "".join(out)


def quarry(program, path):
    with tempfile.TemporaryDirectory() as home:
        env = {"QUARRY_HOME": home, "PATH": "/usr/bin:/bin"}
        done = subprocess.run([program, "add", "x", path, "--json"], env=env,
                              capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip()[:100], ""
        name = path.rsplit("/", 1)[-1]
        done = subprocess.run([program, "fetch", "x", "quarry://x/" + name], env=env,
                              capture_output=True, text=True)
        return (None if done.returncode == 0 else done.stderr.strip()[:100]), done.stdout


def words(text):
    return collections.Counter(re.findall(r"\w+", text.lower()))


def test_files():
    shared = os.path.join(os.path.dirname(__file__), "../../../shared/data")
    top = os.path.join(os.environ.get("QUARRY_TESTDATA", shared), "office")
    found = [os.path.join(folder, name) for folder, _, names in os.walk(top)
             for name in names if os.path.splitext(name)[1] in PARTS]
    return sorted(found)


def main():
    program, paths = sys.argv[1], sys.argv[2:] or test_files()
    all_words, all_found = collections.Counter(), collections.Counter()
    for path in paths:
        why, text = quarry(program, path)
        wanted, got = words(second_reader(path)), words(text)
        n = sum(wanted.values())
        found = sum((wanted & got).values())
        missing = " ".join(list((wanted - got).keys())[:8])
        suffix = path[path.rindex("."):].lower()
        all_words[suffix] += n
        all_found[suffix] += found
        share = 100 * found / n if n else 100
        print(f"{path.rsplit('/', 1)[-1]:40} {n:6} {found:6} {share:6.2f} %  {why or missing}")
    too_low = False
    for suffix, n in sorted(all_words.items()):
        share = 100 * all_found[suffix] / max(n, 1)
        too_low |= share < FLOORS[suffix]
        print(f"{suffix:40} {n:6} {all_found[suffix]:6} {share:6.2f} %  (at least {FLOORS[suffix]} %)")
    return 1 if too_low and len(sys.argv) == 2 else 0


sys.exit(main())
