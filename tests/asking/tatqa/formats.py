#!/usr/bin/env python3
"""formats.py BIN [--details] - the same tables as CSV, as workbooks and drawn in PDF: which
of 60 questions about cells are answered with the cell.

    python3 tests/asking/tatqa/formats.py build/release

The tables are those of QUARRY_TESTDATA/tatqa that have years above their figures, of the
contexts for development. A question names the row and the year of a cell, as the table has
them; so it knows nothing of how tables are read. In the PDF a table is drawn as reports
have it: figures end at the same place, labels and heads of columns are wrapped, and there
is no ruling. A quote that has the figure among others is counted apart.
"""
import csv
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import zipfile

WIDTHS = """278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556
556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833
722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278
556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"""
WIDTH_OF = {chr(32 + i): int(w) for i, w in enumerate(WIDTHS.split())}  # Helvetica
SIZE, LEADING, GAP = 9, 11, 3
LEFT, TOP, BOTTOM, PAGE = 36, 700, 60, 540
COLUMN, LABEL = 80, 260  # wider ones are wrapped
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
QUESTIONS, PER_TABLE = 60, 3


def width(text):
    return sum(WIDTH_OF.get(c, 556) for c in text) * SIZE / 1000


def wrap(text, room):
    out = [""]
    for word in text.split():
        longer = (out[-1] + " " + word).strip()
        if width(longer) > room and out[-1]:
            out.append(word)
        else:
            out[-1] = longer
    return out


def escape(text):
    plain = text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-"})
    data = plain.encode("cp1252", "replace")
    return "".join("\\" + chr(c) if chr(c) in "\\()" else chr(c) if 32 <= c < 127 else "\\%03o" % c for c in data)


def draw(rows):
    """What a page with the table has; None: it does not fit."""
    n = max(len(r) for r in rows)
    rows = [r + [""] * (n - len(r)) for r in rows]
    columns = [max(width(line) for r in rows for line in wrap(r[c], COLUMN)) + 14 for c in range(1, n)]
    room = PAGE - sum(columns)
    if room < 150:
        return None
    label = min(room, max(width(line) for r in rows for line in wrap(r[0], LABEL)) + 10)
    out, y = [], TOP

    def put(x, at, text):
        out.append(f"BT /F1 {SIZE} Tf {x:.2f} {at:.2f} Td ({escape(text)}) Tj ET")

    for r in rows:
        cells = [wrap(r[0], label - 8)] + [wrap(c, COLUMN) for c in r[1:]]
        height = max(len(c) for c in cells)
        x = LEFT + label
        for k, line in enumerate(cells[0]):
            put(LEFT, y - k * LEADING, line)
        for w, lines in zip(columns, cells[1:]):
            for k, line in enumerate(lines):
                put(x + w - 4 - width(line), y - (height - len(lines) + k) * LEADING, line)
            x += w
        y -= LEADING * height + GAP
    return "\n".join(out) if y >= BOTTOM else None


def write_pdf(path, content):
    objects = [
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Page /Parent 4 0 R /MediaBox [0 0 612 792] /Contents 2 0 R /Resources << /Font << /F1 1 0 R >> >> >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Catalog /Pages 4 0 R >>",
    ]
    out, at = "%PDF-1.7\n", []
    for i, body in enumerate(objects):
        at.append(len(out))
        out += f"{i + 1} 0 obj\n{body}\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{a:010d} 00000 n \n" for a in at)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 5 0 R >>\nstartxref\n{table}\n%%EOF\n"
    with open(path, "wb") as f:
        f.write(out.encode("latin1"))


def xlsx_cell(at, text):
    """Figures are numbers, as in a workbook that people calculate in."""
    plain = re.fullmatch(r"[\s$€£]*(\()?[\s$€£]*(-?\d[\d,]*(?:\.\d+)?)\)?\s*", text)
    if plain:
        number = plain.group(2).replace(",", "")
        return f'<c r="{at}"><v>{"-" if plain.group(1) else ""}{number}</v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t>{html.escape(text)}</t></is></c>' if text else ""


def write_xlsx(path, rows):
    sheet = "".join(
        f'<row r="{i + 1}">' + "".join(xlsx_cell(f"{chr(65 + k)}{i + 1}", text) for k, text in enumerate(r[:26])) + "</row>"
        for i, r in enumerate(rows))
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006"
    main_ns = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("[Content_Types].xml", f'<Types xmlns="{packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>')
        z.writestr("_rels/.rels", f'<Relationships xmlns="{packages}/relationships"><Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        z.writestr("xl/workbook.xml", f'<workbook xmlns="{main_ns}" xmlns:r="{office}"><sheets><sheet name="Statement" sheetId="1" r:id="r1"/></sheets></workbook>')
        z.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{packages}/relationships"><Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
        z.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{main_ns}"><sheetData>{sheet}</sheetData></worksheet>')


def value_of(cell):
    digits = re.search(r"\d[\d.]*", cell.replace(",", ""))
    return float(digits.group().rstrip(".")) if digits else None


def cells_of(rows):
    """(label, year, cell) that one row and one column name."""
    years = {}
    for r in rows[:4]:
        for k, text in enumerate(r):
            if k and YEAR.search(text):
                years.setdefault(k, YEAR.search(text).group())
    if len(set(years.values())) < 2 or len(set(years.values())) < len(years):
        return []
    labels = [r[0] for r in rows]
    return [(r[0], years[k], r[k]) for r in rows for k in years
            if k < len(r) and len(r[0]) > 3 and labels.count(r[0]) == 1 and value_of(r[k]) is not None
            and not re.search("[A-Za-z]", r[k]) and not YEAR.match(r[k].strip())]


def make(folder, data):
    """The files and the questions about them."""
    questions = []
    chance = random.Random(7)
    for context in sorted(os.listdir(data))[::2]:
        with open(f"{data}/{context}/table.csv", newline="") as f:
            rows = list(csv.reader(f))
        cells = cells_of(rows) if 0 < len(rows) <= 40 else []
        content = draw(rows) if len(cells) >= PER_TABLE else None
        if not content:
            continue
        write_pdf(f"{folder}/{context}.pdf", content)
        with open(f"{folder}/{context}.csv", "w", newline="") as f:
            csv.writer(f).writerows(rows)
        write_xlsx(f"{folder}/{context}.xlsx", rows)
        for label, year, cell in chance.sample(cells, PER_TABLE):
            questions.append((context, f"What was {label.strip().rstrip(':')} in {year}?", cell))
        if len(questions) >= QUESTIONS:
            break
    return questions


def verdict_of(answer, cell):
    gold = value_of(cell)
    is_share = "%" in cell  # 4.5% may be said as 0.045
    rows = (answer.get("results") or {}).get("rows")
    if answer.get("mode") == "structured_query" and rows:
        texts = [str(c).strip(" %") for row in rows for c in row]
        figures = [abs(float(c)) for c in texts if re.fullmatch(r"-?[\d.]+(?:e[+-]?\d+)?", c)]
        is_right = any(abs(y - gold) < 1e-6 * max(1, gold) for x in figures for y in ([x, 100 * x] if is_share else [x]))
        return "right" if is_right else "wrong"
    said = [float(x.replace(",", "")) for x in re.findall(r"\d[\d,]*(?:\.\d+)?", answer.get("answer") or "")]
    return "quoted among others" if gold in said else "none"


def main():
    program = os.path.join(os.path.abspath(sys.argv[1]), "quarry")
    data = os.path.join(os.environ.get("QUARRY_TESTDATA", os.path.join(os.path.dirname(__file__), "../../../../shared/data")), "tatqa/contexts")
    if not os.path.isdir(data):
        print(f"no files: {data} is not there")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUARRY_HOME"] = f"{folder}/home"
        questions = make(folder, data)
        for kind in ("csv", "xlsx", "pdf"):
            count = {}
            for context, question, cell in questions:
                run = subprocess.run([program, "ask", f"{folder}/{context}.{kind}", question, "--json"], capture_output=True, text=True, check=False)
                verdict = verdict_of(json.loads(run.stdout or "{}"), cell)
                count[verdict] = count.get(verdict, 0) + 1
                if "--details" in sys.argv and verdict != "right":
                    print(f"  {kind}  {verdict}: {question} {cell}")
            print(f"{kind:5}", f"{count.get('right', 0)} of {len(questions)} right,", ", ".join(f"{n} {v}" for v, n in sorted(count.items()) if v != "right"))


main()
