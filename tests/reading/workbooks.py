#!/usr/bin/env python3
"""Cells of workbooks that Quarry reads, beside openpyxl.

    python3 tests/reading/workbooks.py QUARRY FILE...

Every cell of the first ROWS rows of each table must have the value that openpyxl finds
there, and every other cell with a value be in a header, a title that is shown or a block
that is listed as left out. Printed: what differs, then how many files and cells were
compared. The exit status is 1 if anything differs. Needs python3-openpyxl.

Where the two differ by intent it is no difference: errors, marks for no value and text
that is empty are null; days before the first of 1900 are what the file says.
"""

import datetime
import json
import re
import subprocess
import sys
import warnings

import openpyxl
from openpyxl.utils import column_index_from_string, get_column_letter

ROWS = 400
LEFT_OUT_LISTED = 20


def quarry(program, *arguments):
    done = subprocess.run([program, "table", *arguments, "--json"], capture_output=True, timeout=120)
    answer = json.loads(done.stdout or done.stderr)
    return None if "error" in answer else answer


def corners(name):
    """First column, first row, last column, last row of a range."""
    found = re.findall(r"\$?([A-Z]+)\$?(\d+)", name.rpartition("!")[2])
    (c0, r0), (c1, r1) = found[0], found[-1]
    return column_index_from_string(c0), int(r0), column_index_from_string(c1), int(r1)


def is_in(row, column, areas):
    return any(a <= column <= c and b <= row <= d for a, b, c, d in areas)


def second_reader(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(path, data_only=True)
    return {sheet.title: {(cell.row, cell.column): cell.value
                          for row in sheet.iter_rows() for cell in row
                          if cell.value not in (None, "")}
            for sheet in book.worksheets}


def squeeze(text):
    return re.sub(r"\s+", " ", re.sub(r"_x000[dD]_", " ", str(text))).strip()


def same_moment(got, want):
    if isinstance(want, datetime.timedelta):
        found = re.match(r"(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$", str(got))
        if not found:
            return False
        seconds = int(found[2]) * 3600 + int(found[3]) * 60 + float(found[4])
        return abs((-seconds if found[1] else seconds) - want.total_seconds()) < 1
    if isinstance(want, datetime.time):
        return str(got).rpartition(" ")[2][:5] == want.strftime("%H:%M") or want == datetime.time()
    if want.year < 1901:
        return True
    text = str(got).replace("T", " ")
    text += " 00:00:00" if len(text) == 10 else ""
    try:
        return abs((datetime.datetime.fromisoformat(text[:19]) - want).total_seconds()) < 1.5
    except ValueError:
        return False


def same(got, want):
    if isinstance(want, bool):
        return str(got).lower() == str(want).lower()
    if isinstance(want, (int, float)):
        try:
            return abs(float(got) - want) <= 1e-13 * abs(want)
        except (TypeError, ValueError):
            return False
    if isinstance(want, (datetime.datetime, datetime.time, datetime.timedelta)):
        return same_moment(got, want)
    return squeeze(got).lower() == squeeze(want).lower()


def rows_of(table):
    fidelity = table["fidelity"]
    areas = [corners(r) for r in fidelity["row_ranges"]]
    if not areas:
        areas = [(0, fidelity["first_data_row"], 0, corners(table["range"])[3])]
    return [row for _, first, _, last in areas for row in range(first, last + 1)]


def compare(program, path, table, cells, places):
    """Cells compared, and what differs: (sheet, row, column, Quarry's value, the other)."""
    answer = quarry(program, "rows", path, "--table", table["range"], "--limit", str(ROWS))
    columns = [column_index_from_string(c["column"]) for c in table["fidelity"]["columns"]]
    n = 0
    for row, values in zip(rows_of(table), answer["rows"]):
        for column, got in zip(columns, values):
            want = cells.get((row, column))
            n += want is not None
            if got is None and (want is None or isinstance(want, str)):
                continue # an error, or a mark for no value, which the notes count
            if want is None or not same(got, want):
                places.append((table["sheet"], row, column, got, want))
    return n


def check(program, path, places, other=None):
    """How many cells were compared; OTHER: what another reader than openpyxl found."""
    found = quarry(program, "map", path)
    other = second_reader(path) if other is None else other
    if found is None:
        return None
    covered, listed, n = {}, {}, 0
    for table in found["tables"]:
        fidelity, sheet = table["fidelity"], table["sheet"]
        left_out = fidelity["left_out"]
        covered.setdefault(sheet, []).extend(corners(x["range"]) for x in left_out)
        listed[sheet] = listed.get(sheet, True) and fidelity["blocks_left_out"] <= LEFT_OUT_LISTED
        if table["title"]:
            covered[sheet].append(corners(fidelity["title"]))
        covered[sheet].append(corners(table["range"]))
        if sheet in other:
            n += compare(program, path, table, other[sheet], places)
    for sheet, cells in other.items():
        for (row, column), value in cells.items():
            if listed.get(sheet, True) and not is_in(row, column, covered.get(sheet, [])):
                places.append((sheet, row, column, "nowhere", value))
    return n


def main():
    program, paths = sys.argv[1], sys.argv[2:]
    files = cells = refused = different = 0
    for path in paths:
        places = []
        try:
            n = check(program, path, places)
        except Exception as why: # openpyxl's: it cannot read all that Excel can
            print(f"{path}: not compared: {type(why).__name__}")
            continue
        refused += n is None
        files += n is not None
        cells += n or 0
        different += len(places) > 0
        for sheet, row, column, got, want in places[:4]:
            print(f"{path}: {sheet}!{get_column_letter(column)}{row}: {got!r:.40} is not {want!r:.40}")
    print(f"{files} files, {cells} cells compared, {different} files differ, {refused} are refused")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
