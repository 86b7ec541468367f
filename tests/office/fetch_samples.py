#!/usr/bin/env python3
"""Fetches the files of samples.tsv, and what other programs find in them, to build/samples.

    python3 tests/office/fetch_samples.py

sources.tsv has the packages: of Debian's sources and binaries, read through a list of
sources of its own, so that nothing of the machine is changed, and one of npm, which writes
workbooks of others as .xlsb. What is there is not fetched again; a package that a mirror no
longer has is said and its files are not measured. About 400 MB are downloaded. Needs
apt-get, dpkg-deb, npm, node, pandoc, soffice, python3-xlrd and python3-openpyxl.
"""

import collections
import glob
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile

import second_reader
from samples import HERE, WORK, rows_of

SUITE = "bookworm main"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"

TOOLS = ["apt-get", "dpkg-deb", "npm", "node", "pandoc", "soffice"]
INSTALL = "apt-get install --no-install-recommends pandoc libreoffice-{writer,calc,impress}-nogui " \
    "python3-xlrd python3-openpyxl"


def mirror():
    """The one that this machine has its packages from."""
    for path in ["/etc/apt/sources.list", *sorted(glob.glob("/etc/apt/sources.list.d/*"))]:
        if os.path.exists(path):
            with open(path) as file:
                found = re.search(r"^[^#\n]*?(https?://\S+/debian/?)(?=\s)", file.read(), re.MULTILINE)
            if found:
                return found[1]
    sys.exit("no mirror of Debian in /etc/apt")


def apt(command, *arguments, cwd):
    top = os.path.join(WORK, "apt")
    if not os.path.exists(os.path.join(top, "sources.list")):
        for folder in ("lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(top, folder), exist_ok=True)
        with open(os.path.join(top, "sources.list"), "w") as file:
            where = f"[signed-by={KEYS}] {mirror()} {SUITE}\n"
            file.write("deb " + where + "deb-src " + where)
        apt("apt-get", "update", cwd=top)
    options = {"Dir::Etc::sourcelist": "sources.list", "Dir::State::lists": "lists", "Dir::Cache": "cache"}
    flags = [x for name, path in options.items() for x in ("-o", f"{name}={os.path.join(top, path)}")]
    return subprocess.run([command, "-q", *flags, "-o", "Dir::Etc::sourceparts=-", "-o",
                           "APT::Sandbox::User=root", *arguments],
                          cwd=cwd, stdout=subprocess.DEVNULL).returncode == 0


def fetch(how, package, version, archive, folder):
    path = os.path.join(folder, archive)
    if os.path.exists(path):
        return path
    if how == "npm":
        subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=folder,
                       stdout=subprocess.DEVNULL)
    elif how == "source":
        apt("apt-get", "source", "--download-only", f"{package}={version}", cwd=folder)
    else:
        apt("apt-get", "download", f"{package}={version}", cwd=folder)
    return path if os.path.exists(path) else None


def put(kind, key, data):
    if hashlib.sha256(data).hexdigest() != key:
        print(f"{key[:12]}.{kind}: another file than it was")
        return
    os.makedirs(os.path.join(WORK, kind), exist_ok=True)
    with open(os.path.join(WORK, kind, f"{key[:12]}.{kind}"), "wb") as file:
        file.write(data)


def unpack(archive, wanted):
    """Puts the files of an archive: {path: (kind, key)}."""
    stream = None
    if archive.endswith(".deb"):
        stream = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE)
        tar = tarfile.open(fileobj=stream.stdout, mode="r|")
    else:
        tar = tarfile.open(archive, mode="r|*")
    for member in tar:
        name = member.name[2:] if member.name.startswith("./") else member.name
        if member.isfile() and name in wanted:
            data = tar.extractfile(member).read()
            put(*wanted[name], gzip.decompress(data) if name.endswith(".gz") else data)
    if stream:
        stream.stdout.close()
        stream.wait()


def write_workbooks(archive, wanted):
    """SheetJS writes samples of others as .xlsb: {KIND/ID.KIND: (xlsb, key)}."""
    folder = os.path.join(WORK, "npm")
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["tar", "-xzf", archive, "-C", folder], check=True)
    for name, (kind, key) in wanted.items():
        path = os.path.join(folder, key[:12])
        subprocess.run(["node", os.path.join(HERE, "write_xlsb.mjs"), os.path.join(folder, "package/xlsx.mjs"),
                        os.path.join(WORK, name), path])
        with open(path, "rb") as file:
            put(kind, key, file.read())


def missing(rows):
    """What is not there yet, by package: {path: (kind, key)}."""
    found = collections.defaultdict(dict)
    for kind, key, package, path, _ in rows:
        if not os.path.exists(os.path.join(WORK, kind, f"{key[:12]}.{kind}")):
            found[package][path] = (kind, key)
    return found


def main():
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if absent:
        sys.exit(f"needs {' '.join(absent)}; {INSTALL}")
    rows, folder = rows_of("samples.tsv"), os.path.join(WORK, "archives")
    os.makedirs(folder, exist_ok=True)
    wanted = missing(rows)
    for how, package, version, archive, *_ in sorted(rows_of("sources.tsv"), key=lambda row: row[0] == "npm"):
        if package not in wanted:
            continue
        path = fetch(how, package, version, archive, folder)
        if not path:
            print(f"{package} {version}: not to be had; {len(wanted[package])} files are not measured")
            continue
        print(f"{package} {version}: {len(wanted[package])} files", flush=True)
        (write_workbooks if how == "npm" else unpack)(path, wanted[package])
    for kind in sorted({row[0] for row in rows}):
        paths = [os.path.join(WORK, kind, f"{key[:12]}.{kind}") for k, key, *_ in rows if k == kind]
        second_reader.texts([p for p in paths if os.path.exists(p)], kind, os.path.join(WORK, "truth", kind))
    return 0


sys.exit(main())
