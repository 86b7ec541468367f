"""What other programs find in documents: the text that Quarry's is compared with.

Word, slides and OpenDocument are read by LibreOffice, which writes them as one flat XML
file, of which everything in the body that a person sees is taken; books by pandoc; mails by
Python's email package; .xls by xlrd; .ods and .xlsb by LibreOffice, which writes .xlsx for
openpyxl.
"""

import email
import email.policy
import html.parser
import mailbox
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET
import zipfile

FLAT = {"docx": "fodt", "odt": "fodt", "pptx": "fodp", "odp": "fodp",
        "ods": "xlsx", "xlsb": "xlsx"}
# Tracked changes hold deleted text; objects and forms are drawn; the rest is no text.
SKIPPED = {"tracked-changes", "object", "object-ole", "binary-data", "forms", "sequence-decls",
           "note-citation", "creator", "date-string", "event-listeners", "variable-decls",
           "user-field-decls", "creator-initials", "sender-initials", "settings", "plugin",
           "header-decl", "footer-decl", "date-time-decl", "dde-connection-decls", "page-number", "index-title-template"}
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
SPACES = {"tab", "line-break", "p", "h", "s", "table-cell", "list-item", "title", "desc"}
BESIDE = {"annotation", "note", "frame", "custom-shape", "rect", "text-box", "caption", "g"}


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def is_furniture(element):
    """A hidden section, date, number and footer of a slide, and the name of the file of a picture."""
    kind = element.get("{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}class", "")
    hidden = local(element) == "section" and element.get(TEXT + "display") == "none"
    return hidden or kind in ("footer", "header", "date-time", "page-number", "page") or (
        local(element) in ("title", "desc") and bool(re.fullmatch(r"\S+\.\w{2,4}\s*", element.text or "")))


def put(element, out, beside, inside):
    """Text of an element; what hangs on a paragraph comes behind it, as a reader meets it."""
    name = local(element)
    if name in SKIPPED or is_furniture(element) or (name == "date" and inside == "annotation"):
        return
    if name in BESIDE and beside is not None:
        beside.append(element)
        return
    here = [] if name in ("p", "h") and beside is None else beside
    out.append(" " if name in SPACES else "")
    out.append(element.text or "")
    for child in element:
        put(child, out, here, name)
        out.append(child.tail or "")
    out.append(" " if name in SPACES else "")
    if here is not beside:
        for late in here:
            out.append(" ")
            put(late, out, None, name)
            out.append(" ")


def flat_text(path):
    out, root = [], ET.parse(path).getroot()
    for body in root:
        if local(body) == "body":
            put(body, out, None, "")
    return "".join(out)


def convert(paths, suffix, folder):
    """LibreOffice writes each of the files as FOLDER/NAME.SUFFIX; what it cannot read is absent."""
    with tempfile.TemporaryDirectory() as profile:
        for i in range(0, len(paths), 10):
            todo = [p for p in paths[i:i + 10]
                    if not os.path.exists(os.path.join(folder, stem(p) + "." + suffix))]
            while todo:
                one_run(todo, suffix, folder, profile)
                left = [p for p in todo if not os.path.exists(os.path.join(folder, stem(p) + "." + suffix))]
                todo = left[1:] if len(left) == len(todo) else left


def one_run(paths, suffix, folder, profile):
    started = subprocess.Popen(["soffice", "-env:UserInstallation=file://" + profile, "--headless",
                                "--convert-to", suffix, "--outdir", folder, *paths], start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        started.wait(timeout=90 + 10 * len(paths))
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL) # with what it started
        started.wait()


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.out, self.off = [], 0

    def handle_starttag(self, tag, attrs):
        self.off += tag in ("script", "style", "title")
        self.out.append(" " if tag in ("p", "br", "div", "td", "th", "li", "tr") else "")

    def handle_endtag(self, tag):
        self.off -= tag in ("script", "style", "title") and self.off > 0

    def handle_data(self, data):
        self.out.append("" if self.off else data)


def page_text(source):
    page = Page()
    page.feed(source)
    return "".join(page.out)


def answered(text):
    """Without quoted lines, the line that introduces them, the signature, the footer of a list."""
    lines = text.replace("\r\n", "\n").split("\n")
    for i, line in enumerate(lines):
        if line in ("-- ", "--") or re.match(r"-+ ?Original Message ?-+$", line) or \
                (re.match(r"(_{20,}|-{20,})\s*$", line) and len(lines) - i < 10):
            lines = lines[:i]
            break
    kept = []
    for line in lines:
        if re.match(r" ?>", line):
            while kept and not kept[-1].strip():
                kept.pop()
            if kept and kept[-1].rstrip().endswith(":"):
                kept.pop()
            continue
        kept.append(line)
    return "\n".join(kept)


def part_text(part):
    try:
        return part.get_content()
    except (LookupError, KeyError, UnicodeError):
        return (part.get_payload(decode=True) or b"").decode("latin-1")


def mail_text(message):
    out = [str(message[h]) for h in ("subject", "from", "to", "cc") if message[h]]
    body = message.get_body(("plain", "html")) if message.is_multipart() or \
        message.get_content_maintype() == "text" else None
    for part in message.walk():
        if part.get_content_maintype() != "text" or part.get_content_subtype() not in ("plain", "html"):
            continue
        if part is not body and not part.is_attachment() and part.get_content_subtype() == "html":
            continue # the other form of the same text
        text = part_text(part)
        out.append(answered(text) if part.get_content_subtype() == "plain" else page_text(text))
    for part in message.walk():
        if part is not message and part.get_content_type() == "message/rfc822":
            out += [str(m["subject"]) for m in part.iter_parts() if m["subject"]]
    return "\n".join(out)


def mails_text(path, kind):
    policy = email.policy.default
    if kind == "eml":
        with open(path, "rb") as file:
            return mail_text(email.message_from_binary_file(file, policy=policy))
    box = mailbox.mbox(path, create=False)
    texts = [mail_text(email.message_from_bytes(box.get_bytes(key), policy=policy)) for key in box.keys()]
    box.close()
    return "\n".join(texts)


def book_text(path):
    done = subprocess.run(["pandoc", "-f", "epub", "-t", "html", path], capture_output=True, timeout=300)
    return page_text(done.stdout.decode()) if done.returncode == 0 else spine_text(path)


def spine_text(path):
    """Of books that pandoc does not read: the pages that the package lists, in order."""
    with zipfile.ZipFile(path) as book:
        container = ET.fromstring(book.read("META-INF/container.xml"))
        name = next(e.get("full-path") for e in container.iter() if local(e) == "rootfile")
        package = ET.fromstring(book.read(name))
        pages = {e.get("id"): e.get("href") for e in package.iter() if local(e) == "item"}
        order = [pages[e.get("idref")] for e in package.iter() if local(e) == "itemref"]
        folder = name.rpartition("/")[0]
        whole = [urllib.parse.unquote(page).partition("#")[0] for page in order]
        names = [folder + "/" + page if folder else page for page in dict.fromkeys(whole)]
        return "\n".join(page_text(book.read(page).decode()) for page in names)


def xls_value(cell, book):
    import xlrd
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return xlrd.error_text_from_code.get(cell.value, "#N/A")
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype != xlrd.XL_CELL_DATE:
        return cell.value
    try:
        when = xlrd.xldate.xldate_as_datetime(cell.value, book.datemode)
    except (ValueError, OverflowError, xlrd.XLDateError):
        return cell.value
    return when.time() if cell.value < 1 else when


def xls_cells(path):
    import xlrd
    book = xlrd.open_workbook(path, formatting_info=True, logfile=open(os.devnull, "w"))
    return {sheet.name: {(row + 1, column + 1): xls_value(sheet.cell(row, column), book)
                         for row in range(sheet.nrows) for column in range(sheet.ncols)
                         if sheet.cell_type(row, column) not in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK)
                         and sheet.cell_value(row, column) != ""}
            for sheet in book.sheets()}


def cells(path, kind, truth):
    """{sheet: {(row, column): value}}, from 1."""
    if kind == "xls":
        return xls_cells(path)
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../reading"))
    import workbooks
    return workbooks.second_reader(truth)


def texts(paths, kind, folder):
    """Writes FOLDER/NAME.txt for each of the files of one kind; FOLDER/NAME.xlsx for workbooks."""
    os.makedirs(folder, exist_ok=True)
    if kind == "xls":
        return
    paths = [p for p in paths if not os.path.exists(truth_path(p, kind, folder))]
    if kind in FLAT:
        convert(paths, FLAT[kind], folder)
    for path in paths:
        flat = os.path.join(folder, stem(path) + "." + FLAT.get(kind, "txt"))
        try:
            text = flat_text(flat) if kind in ("docx", "odt", "pptx", "odp") else \
                book_text(path) if kind == "epub" else \
                mails_text(path, kind) if kind in ("eml", "mbox") else None
        except Exception as why: # of the other program: then there is nothing to compare with
            print(f"{path}: {type(why).__name__}")
            continue
        if text is not None:
            with open(truth_path(path, kind, folder), "w") as out:
                out.write(text)


def truth_path(path, kind, folder):
    """What cells() and the words are taken from."""
    suffix = {"xls": ".xls", "ods": ".xlsx", "xlsb": ".xlsx"}.get(kind, ".txt")
    return os.path.join(folder, stem(path) + suffix)


def words(text):
    """Letters of Chinese and Japanese one by one, else runs of letters and digits."""
    return re.findall(r"[぀-ヿ㐀-鿿]|[^\W_぀-ヿ㐀-鿿]+", text.lower())
