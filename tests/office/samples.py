#!/usr/bin/env python3
"""Words and cells of documents that others made: what Quarry reads, beside other programs.

    python3 tests/office/samples.py QUARRY [KIND|FILE ...]

samples.tsv lists the files, sources.tsv the packages of Debian that they are in. They are
fetched once, to build/samples, and what is to be found in them is taken once by
second_reader.py, which knows nothing of Quarry. Printed for each file of the open half: its
words or cells, the share that Quarry has, words out of order, the first that are missing,
and what `add` said of it; for the half that is held back (its hash ends with 8 to f) the
totals alone, unless its ID is named. The exit status is 1 if a kind is below its floor.

A word counts as often as it is there. Out of order are words that both texts have once, and
that are not in the longest run of them in the same order. reasons.tsv says of which files
the other program is wrong, or reads what Quarry leaves out by intent; they are not counted.
"""

import bisect
import collections
import json
import os
import subprocess
import sys
import tempfile

import second_reader

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../reading"))
import workbooks # noqa: E402

WORK = os.path.join(HERE, "../../build/samples")
FLOORS = {"docx": 98, "pptx": 98, "odt": 98, "odp": 98, "epub": 98, "eml": 98, "mbox": 98,
          "ods": 98, "xls": 98, "xlsb": 98}


def rows_of(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]


def run(program, home, *arguments):
    env = {"QUARRY_HOME": home, "PATH": os.environ["PATH"]}
    done = subprocess.run([program, *arguments], env=env, capture_output=True, timeout=3000)
    return (done.stdout or done.stderr).decode("utf-8", "replace")


def name_of(document):
    """ID of the sample that a document is, or is in."""
    return document.split("/")[0].split(".")[0]


def said(answer):
    """What an add tells of what was not read, by sample."""
    told = collections.defaultdict(str)
    for entry in answer.get("failures", []) + answer.get("skipped", []) + answer.get("not_read", []):
        what = entry.get("message") or entry.get("reason") or "not read"
        told[name_of(os.path.basename(entry["path"]) if entry["path"][0] == "/" else entry["path"])] += what + "; "
    return told


def quarry_texts(program, paths):
    """The text of each sample with that of the documents in it, and what was said of it."""
    with tempfile.TemporaryDirectory() as home:
        run(program, home, "base", "create", "x")
        run(program, home, "base", "config", "x", "embedding=none")
        told = said(json.loads(run(program, home, "add", "x", *paths, "--json")))
        keys = [d["key"] for d in json.loads(run(program, home, "status", "x", "--json"))["documents"]
                if d["state"] == "ready"]
        texts = collections.defaultdict(str)
        for i in range(0, len(keys), 100):
            some = ["quarry://x/" + key for key in keys[i:i + 100]]
            for item in json.loads(run(program, home, "fetch", "x", *some, "--json"))["items"]:
                texts[name_of(item["document"])] += item.get("text", "") + "\n"
    return texts, told


def out_of_order(wanted, got):
    """Words that both have once, and that are not in their longest common order."""
    once = [{w for w, n in collections.Counter(side).items() if n == 1} for side in (wanted, got)]
    places = {w: i for i, w in enumerate(got)}
    ends = []
    in_both = [places[w] for w in wanted if w in once[0] and w in once[1]]
    for place in in_both:
        at = bisect.bisect_left(ends, place)
        ends[at:at + 1] = [place]
    return len(in_both) - len(ends)


def compare_text(text, truth):
    with open(truth, encoding="utf-8") as file:
        wanted = second_reader.words(file.read())
    got = second_reader.words(text)
    a, b = collections.Counter(wanted), collections.Counter(got)
    found = sum((a & b).values())
    return len(wanted), found, out_of_order(wanted, got), " ".join((a - b).keys())


def compare_cells(program, path, kind, truth):
    places, other = [], second_reader.cells(path, kind, truth)
    n = workbooks.check(program, path, places, other)
    if n is None:
        return sum(len(sheet) for sheet in other.values()), 0, 0, "refused"
    missing = " ".join(f"{sheet}!{row},{column}:{got!r:.30}/{want!r:.30}"
                       for sheet, row, column, got, want in places)
    return max(n, len(places)), max(n, len(places)) - len(places), 0, missing


class Totals:
    def __init__(self):
        self.files = self.words = self.found = self.order = self.low = 0

    def put(self, words, found, order):
        self.files += 1
        self.words += words
        self.found += found
        self.order += order
        self.low += found < 0.98 * words

    def line(self, name):
        share = 100 * self.found / max(self.words, 1)
        return (f"{name:16} {self.files:4} files {self.words:7} {share:7.2f} %  {self.order:5} out of order, "
                f"{self.low} files below 98 %")


def samples_of(only):
    """(kind, ID) of the samples that are asked for and counted, by kind."""
    reasons = {row[0] for row in rows_of("reasons.tsv")}
    kinds = collections.defaultdict(list)
    for kind, key, *_ in rows_of("samples.tsv"):
        named = key[:12] in only
        if not os.path.exists(os.path.join(WORK, kind, f"{key[:12]}.{kind}")):
            continue # not to be had
        if named or (key[:12] not in reasons and (not only or kind in only)):
            kinds[kind].append(key)
    return kinds


def score(program, kind, keys, only, totals):
    paths = [os.path.join(WORK, kind, key[:12] + "." + kind) for key in keys]
    cells = kind in ("ods", "xls", "xlsb")
    texts, told = ({}, {}) if cells else quarry_texts(program, paths)
    for key, path in zip(keys, paths):
        truth = second_reader.truth_path(path, kind, os.path.join(WORK, "truth", kind))
        words, found, order, missing = compare_cells(program, path, kind, truth) if cells else \
            compare_text(texts[key[:12]], truth)
        is_open = key[-1] < "8"
        for name in (kind, kind + (" open" if is_open else " held")):
            totals[name].put(words, found, order)
        if is_open or key[:12] in only:
            print(f"{key[:12]}.{kind:5} {words:6} {100 * found / max(words, 1):7.2f} % {order:4}  "
                  f"{told.get(key[:12], '')[:60]} {missing[:150] if found < words else ''}", flush=True)


def main():
    program, only = os.path.abspath(sys.argv[1]), set(sys.argv[2:])
    totals = collections.defaultdict(Totals)
    for kind, keys in samples_of(only).items():
        score(program, kind, keys, only, totals)
    for name, total in sorted(totals.items()):
        print(total.line(name))
    low = [k for k, t in totals.items() if k in FLOORS and 100 * t.found < FLOORS[k] * t.words]
    print("below their floor: " + ", ".join(low) if low else "all kinds are above their floors")
    return 1 if low and not only else 0


if __name__ == "__main__":
    sys.exit(main())
