"""peer_fts5.py CORPUS QUESTIONS DATABASE TOKENS - what a page of code around SQLite finds.

The plain text of each file (of HTML without tags) in pieces of 2,000 characters, cut at a
space, in an FTS5 table; a question is the OR of its words, ranked by bm25. TOKENS is
porter, unicode61, trigram, or characters: each Chinese character a word. It prints one
JSON object: hits[question][i] = {page, text}, and the processor time it took.
"""
import html, json, os, re, resource, sqlite3, sys, time

PIECE = 2000
TOP = 10
corpus, questions, database, tokens = sys.argv[1:]
HAN = re.compile("([\u3400-\u9fff])")


def plain(path):
    text = open(path, encoding="utf-8", errors="replace").read()
    if re.search(r"\.x?html?$", path, re.I):
        text = re.sub(r"(?is)<(script|style)\b.*?</\1>|<!--.*?-->", " ", text)
        text = html.unescape(re.sub(r"(?s)<[a-zA-Z/!][^>]*>", " ", text))
    return re.sub(r"\s+", " ", text).strip()


def pieces(text):
    while text:
        end = PIECE
        if len(text) > PIECE and text.rfind(" ", PIECE // 2, PIECE) > 0:
            end = text.rfind(" ", PIECE // 2, PIECE)
        yield text[:end]
        text = text[end:].strip()


def spelled(text):
    return HAN.sub(r" \1 ", text) if tokens == "characters" else text


def match(question):
    if tokens == "trigram":
        runs = re.findall(r"\w+", question)
        words = [run[i : i + 3] for run in runs for i in range(max(1, len(run) - 2))]
    else:
        words = re.findall(r"\w+", spelled(question))
    return " OR ".join('"%s"' % word for word in words)


def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


kind = {"porter": "porter unicode61 remove_diacritics 2", "trigram": "trigram"}.get(tokens, "unicode61 remove_diacritics 2")
db = sqlite3.connect(database)
db.execute("CREATE VIRTUAL TABLE t USING fts5(page UNINDEXED, text UNINDEXED, body, tokenize='%s')" % kind)
started = used()
for folder, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(folder, name)
        page = os.path.relpath(path, corpus)
        db.executemany("INSERT INTO t VALUES(?, ?, ?)", ((page, p, spelled(p)) for p in pieces(plain(path))))
db.execute("INSERT INTO t(t) VALUES('optimize')")
db.commit()
indexing = used() - started
hits = []
times = []
for line in open(questions, encoding="utf-8"):
    if not line.strip():
        continue
    words = match(json.loads(line)["question"])
    since = time.process_time()
    rows = db.execute("SELECT page, text FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (words, TOP)).fetchall() if words else []
    times.append(1000 * (time.process_time() - since))
    hits.append([{"page": page, "text": text} for page, text in rows])
count = db.execute("SELECT count(*) FROM t").fetchone()[0]
print(json.dumps({"hits": hits, "index_s": indexing, "query_ms": sorted(times)[len(times) // 2] if times else 0, "pieces": count, "bytes": os.path.getsize(database)}))
