#!/usr/bin/env python3
"""What Quarry finds in archives, beside Python's zipfile and tarfile.

    python3 tests/reading/archives.py LIST_MEMBERS [FILE ...]

Without a FILE archives are made of docs/ and of a folder of awkward files, by GNU tar
in its five formats, by zip where it is installed and by Python. Each member must have
the same name, bytes and fate (read, refused, left out), in the same order; where a name
in a zip says no encoding and is not UTF-8 it may be in any of CODE_PAGES. Printed:
the archives that differ, with the first difference; then how many there were. The exit
status is 1 if any differs.
"""

import collections
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import warnings
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
MAX_NAME = 1024
CODE_PAGES = ("cp437", "cp850", "gb18030", "cp932", "cp949", "big5", "cp866", "cp852", "cp737", "cp857", "cp862", "cp1252", "cp1251", "cp1250", "euc-jp", "cp874")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2) # of Debian's libzip


def clean(name):
    """A name as src/formats/archive/member_name.h has it, and what becomes of it."""
    parts, fate = [], None
    for part in name.split("/"):
        if part == "..":
            fate = fate or "refused"
        elif part not in ("", ".") and not (not parts and len(part) == 2 and part[1] == ":"):
            if part.startswith("."):
                fate = fate or "left out"
            parts.append(re.sub("[\x00-\x1f\x7f-\x9f]", "_", part))
    name = "/".join(parts)
    if len(name.encode()) > MAX_NAME:
        return name.encode()[:MAX_NAME].decode(errors="ignore"), fate or "refused"
    return name, fate


def read(name, get, size):
    try:
        data = get()
    except Exception:  # whatever its reader says
        return "refused", name
    return ("read", name, hashlib.sha256(data).hexdigest()) if len(data) == size else ("refused", name)


def raw_name(info):
    """The bytes of a name that does not say its encoding and is not UTF-8; else None."""
    raw = info.orig_filename.split("\0")[0].encode("cp437", "replace")
    if info.flag_bits & 0x800:
        return None
    try:
        raw.decode()
        return None
    except UnicodeDecodeError:
        return raw


def zip_name(info):
    name = info.orig_filename.split("\0")[0]
    if not info.flag_bits & 0x800 and not raw_name(info):
        name = name.encode("cp437").decode()
    return name if "/" in name else name.replace("\\", "/")


def may_be(raw, name):
    """Is it what the bytes are in some code page?"""
    for code_page in CODE_PAGES:
        text = raw.decode(code_page, "replace")
        if clean(text if "/" in text else text.replace("\\", "/"))[0] == name:
            return True
    return False


def of_zip(path, unsaid):
    out = []
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system in (3, 19) else 0
            if zip_name(info).endswith("/") or kind == stat.S_IFDIR:
                continue
            name, fate = clean(zip_name(info))
            if raw_name(info):
                unsaid[name] = raw_name(info)
            if not fate and kind not in (0, stat.S_IFREG):
                fate = "left out"
            if not fate and (info.flag_bits & 1 or info.compress_type not in METHODS):
                fate = "refused"
            out.append((fate, name) if fate else read(name, lambda: archive.read(info), info.file_size))
    return out


def tar_name(info):
    return "".join(chr(ord(c) - 0xDC00) if 0xDC80 <= ord(c) <= 0xDCFF else c for c in info.name)


def of_tar(path, _):
    out = []
    with tarfile.open(path, "r:", encoding="utf-8", errors="surrogateescape") as archive:
        for info in archive:
            if info.isdir():
                continue
            name, fate = clean(tar_name(info))
            if not fate and (info.issym() or info.islnk() or info.isdev()):
                fate = "left out"
            if not fate and info.issparse():
                fate = "refused"
            out.append((fate, name) if fate else read(name, lambda: archive.extractfile(info).read(), info.size))
    return out


def in_their_names(theirs, ours, unsaid):
    """Ours with the names that Python has for the same bytes."""
    return [(row[0], their[1], *row[2:]) if their[1] in unsaid and may_be(unsaid[their[1]], row[1]) else row for their, row in zip(theirs, ours)] + ours[len(theirs) :]


def of_quarry(program, kind, path):
    lines = subprocess.run([program, kind, path], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    rows = [tuple(line.split("\t")) for line in lines if line]
    return [row if row[0] == "read" else row[:2] for row in rows]


def awkward(folder):
    """Files with names and kinds that archives store in more than one way."""
    deep = os.path.join(folder, "d" * 120, "e" * 120)
    os.makedirs(deep)
    for name, data in {os.path.join(deep, "f" * 100 + ".txt"): b"long", "漢字.txt": "漢".encode(), "empty": b"", ".hidden": b"h", "a\\b.txt": b"b"}.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data)
    with open(os.path.join(folder.encode(), b"caf\xe9.txt"), "wb") as f:
        f.write(b"c")
    with open(os.path.join(folder, "sparse.bin"), "wb") as f:
        f.seek(1 << 20)
        f.write(b"end")
    os.link(os.path.join(folder, "empty"), os.path.join(folder, "hard"))
    os.symlink("empty", os.path.join(folder, "soft"))
    os.mkfifo(os.path.join(folder, "pipe"))


def made(folder):
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    shutil.copytree(os.path.join(ROOT, "docs"), os.path.join(folder, "docs"))
    awkward(os.path.join(folder, "odd"))
    for name in ("docs", "odd"):
        for format_name in ("v7", "oldgnu", "gnu", "ustar", "posix"):
            for sparse in ((), ("--sparse",)):
                subprocess.run(["tar", *sparse, f"--format={format_name}", "-cf", f"{name}-{format_name}{len(sparse)}.tar", name], **quiet)
        for version in ("0.0", "0.1", "1.0"):
            subprocess.run(["tar", "--sparse", f"--sparse-version={version}", "--format=posix", "-cf", f"{name}-{version}.tar", name], **quiet)
        for format_name, number in (("ustar", tarfile.USTAR_FORMAT), ("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT)):
            try:
                with tarfile.open(os.path.join(folder, f"{name}-python-{format_name}.tar"), "w", format=number) as archive:
                    archive.add(os.path.join(folder, name), name)
            except ValueError: # a name that it has no room for
                pass
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
            with zipfile.ZipFile(os.path.join(folder, f"{name}-python-{method}.zip"), "w", method) as archive:
                for top, _, files in os.walk(os.path.join(folder, name)):
                    for file in files:
                        path = os.path.join(top, file)
                        if os.path.isfile(path) and "\udce9" not in file:
                            archive.write(path, os.path.relpath(path, folder))
        if shutil.which("zip"):
            for i, options in enumerate((["-r"], ["-r0"], ["-ry"], ["-re", "-Ppw"], ["-rfz"], ["-rD"], ["-r1X"])):
                subprocess.run(["zip", *options, f"{name}-{i}.zip", name, "-x", "odd/pipe"], **quiet)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith((".tar", ".zip")))


def main(program, paths):
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths or made(folder):
            kind = "tar" if path.endswith(".tar") else "zip"
            try:
                unsaid = {}
                theirs = (of_tar if kind == "tar" else of_zip)(path, unsaid)
            except (zipfile.BadZipFile, tarfile.TarError):
                theirs = [("error", "")]
            ours = in_their_names(theirs, of_quarry(program, kind, path), unsaid)
            counts[kind] += 1
            counts["members"] += len(theirs)
            counts["read"] += sum(row[0] == "read" for row in theirs)
            if ours != theirs:
                counts["differ"] += 1
                first = next((pair for pair in zip(theirs, ours) if pair[0] != pair[1]), (len(theirs), len(ours)))
                print(f"{path}: {first[0]} there, {first[1]} here")
    print(f"{counts['zip']} zip and {counts['tar']} tar archives with {counts['members']} files, {counts['read']} of them read; {counts['differ']} archives differ")
    return counts["differ"] > 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
