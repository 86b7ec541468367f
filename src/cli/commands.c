#include "cli/cli.h"

#include "answer/answer.h"

#define OPT_READ                                                            \
    (OPT_COMMON | OPT_BIT(TABLE) | OPT_BIT(ENCODING) | OPT_BIT(DELIMITER) | \
     OPT_BIT(HEADER) | OPT_BIT(TIMEOUT) | OPT_BIT(MEMORY) |                 \
     OPT_BIT(ALLOW_WRITABLE_ROLE))

#define OPT_WRITE (OPT_STORED | OPT_BIT(IF_VERSION) | OPT_BIT(AUTHOR))

const struct command cli_commands[] = {
    {"ask", "FILE...|BASE QUESTION",
     "answer a question with the number or the passage, and its source",
     "Binds the words of the question to columns and values of the files, runs\n"
     "the SQL that follows from it, and shows the answer, the SQL, the file and\n"
     "the rows scanned. English, Spanish and Chinese. When a word binds to\n"
     "nothing it asks for clarification instead of guessing (exit status 0) and\n"
     "suggests interpretations; --choose N, or typing N, selects one.\n"
     "A folder stands for the tables in it; tables with the same columns\n"
     "are queried as one.\n"
     "A base answers from its tables, its pages or both, as the question needs;\n"
     "pages are quoted in their own sentences, with citations (docs/answers.md).\n"
     "Documents need no base (docs/documents.md).\n"
     "\n"
     "    quarry ask examples/sales.csv \"top 10 customers by sales\"\n"
     "    quarry ask movimientos.csv \"total por mes en 2024\" --json\n"
     "    quarry ask handbook \"what if my laptop is stolen?\"\n"
     "    quarry ask report.pdf \"when is pilotage compulsory?\"\n"
     "    quarry ask examples/sales.csv \"sales in Spain\" --rows --limit 50\n"
     "\n"
     "With --batch many questions, one per line, are answered on all cores; the\n"
     "answers are lines in the same order (docs/ask.md):\n"
     "\n"
     "    quarry ask --batch q.jsonl --root DIR --out a.jsonl\n",
     OPT_READ | OPT_KEPT | OPT_BIT(EXPLAIN) | OPT_BIT(CSV) | OPT_BIT(BATCH) |
         OPT_BIT(ROOT) | OPT_BIT(OUT) | OPT_BIT(MIN_CONFIDENCE) |
         OPT_BIT(TYPE) | OPT_BIT(SELECTED_TEXT) | OPT_BIT(MAX_ROWS) |
         OPT_BIT(TOP_K) | OPT_BIT(MODE) | OPT_BIT(WHERE) | OPT_BIT(MODEL) |
         OPT_BIT(EGRESS) | OPT_BIT(ROWS) | OPT_BIT(RESULT_ROW) |
         OPT_BIT(OFFSET) | OPT_BIT(LIMIT) | OPT_BIT(CHOOSE),
     0, SIZE_MAX, cmd_ask},
    {"chat", "FILE...|BASE", "ask questions in a conversation",
     "Each line is a question, answered as by ask. A follow-up question takes what\n"
     "it leaves out from the one before: \"and by month?\", \"only 2023\",\n"
     "\"y en 2022?\". Type a number to choose a suggestion. :help,\n"
     ":explain, :new, :quit. The input may be piped.\n"
     "\n"
     "    quarry chat examples/sales.csv\n",
     OPT_READ | OPT_KEPT | OPT_BIT(MODEL) | OPT_BIT(EGRESS), 1, SIZE_MAX,
     cmd_chat},
    {"add", "BASE PATH...", "add files and folders to a base",
     "Each file becomes a document, found again by its path: a changed file is a\n"
     "new version, an unchanged one is skipped. A base that does not exist is\n"
     "created. Every readable file of a folder is added: Markdown, HTML, text, PDF,\n"
     "Word, slides, EPUB, CSV, workbooks, databases, JSON (docs/documents.md). A file\n"
     "that cannot be read does not stop the others; status says why.\n"
     "\n"
     "A folder that is added again is what the base has of it afterwards: files\n"
     "that are gone or renamed are listed and do not answer any more, unless\n"
     "--keep-missing is given; 'quarry rm' removes their versions.\n"
     "\n"
     "--encoding says what the files of text are in; they are kept as UTF-8, and\n"
     "read so again the next time.\n"
     "\n"
     "With - and --as, standard input becomes a document; --url names the page\n"
     "that it is from.\n"
     "\n"
     "The address of a PostgreSQL server's database makes its tables a part of the\n"
     "base, which are read there for each question (docs/postgres.md).\n"
     "\n"
     "JSON is mounted in the base's tree, at its key or where --json-path and\n"
     "--mount-key say. If there is a value already, that is an error, or with\n"
     "--force its next version.\n"
     "\n"
     "    quarry add handbook docs/ report.xlsx data.json\n"
     "    quarry add handbook - --as notes.md < notes.md\n"
     "    quarry add shop 'postgres://reader@db.example.org/shop#sales.*'\n",
     OPT_STORED | OPT_BIT(AUTHOR) | OPT_BIT(WAIT) | OPT_BIT(AS) | OPT_BIT(URL) |
         OPT_BIT(KEEP_MISSING) | OPT_BIT(ENCODING) | OPT_BIT(JSON_PATH) |
         OPT_BIT(MOUNT_KEY) | OPT_BIT(FORCE) | OPT_BIT(ALLOW_WRITABLE_ROLE),
     2, SIZE_MAX, cmd_add},
    {"search", "BASE|FILE QUESTION", "the passages that answer a question",
     "Found by words and by meaning; each with a score, the words marked, and a\n"
     "pointer that fetch resolves. The score says how often such a passage\n"
     "answers its question; unlikely ones are not shown. QUESTION may contain\n"
     "\"a phrase\", +required, -excluded and prefix*.\n"
     "Filters of --where: file, type, format, lang, chapter, section, heading,\n"
     "tag, and the fields of a document's front matter.\n"
     "\n"
     "    quarry search handbook \"how do I rotate the key?\"\n"
     "    quarry search handbook rotate --where 'lang=en,chapter~Setup'\n",
     OPT_STORED | OPT_BIT(MODE) | OPT_BIT(TOP_K) | OPT_BIT(WHERE) |
         OPT_BIT(MIN_SCORE) | OPT_BIT(DOCUMENT) | OPT_BIT(PATH) |
         OPT_BIT(EXPAND) | OPT_BIT(RERANK) | OPT_BIT(WAIT),
     2, 2, cmd_search},
    {"status", "BASE [DOC]", "every document of a base, and why one failed",
     "For one document --json adds source_config (for a table its columns with\n"
     "statistics and samples) and chunks, its passages.\n"
     "With --metrics and no base: counters of all commands of this home, for\n"
     "indexing, embedding, searches and fetched evidence.\n",
     OPT_STORED | OPT_BIT(CSV) | OPT_BIT(METRICS), 0, 2, cmd_status},
    {"pin", "BASE DOC...",
     "index documents first, whether they are used or not", "", OPT_STORED, 2,
     SIZE_MAX, cmd_pin},
    {"unpin", "BASE DOC...", "rank documents by recent use again", "",
     OPT_STORED, 2, SIZE_MAX, cmd_unpin},
    {"priority", "BASE N DOC...", "set the priority of documents",
     "From 0, the default, to 100. Documents with a higher priority are indexed\n"
     "earlier, and preferred where max_documents limits a search. Pinned documents\n"
     "come before them, recently used ones after.\n",
     OPT_STORED, 3, SIZE_MAX, cmd_priority},
    {"reindex", "BASE [DOC...]", "index documents again",
     "All documents when none is named; also those that failed or were disabled.\n"
     "Passages whose text is unchanged are not embedded again.\n",
     OPT_STORED, 1, SIZE_MAX, cmd_reindex},
    {"disable", "BASE DOC...", "exclude documents from search",
     "They stay in the base, with all their versions; reindex brings them back.\n",
     OPT_STORED, 2, SIZE_MAX, cmd_disable},
    {"fetch", "BASE|FILE POINTER...", "print exactly what pointers name",
     "A pointer is quarry://BASE/DOCUMENT@VERSION with #lines=10-24, #heading=id,\n"
     "#page=2, #json=/items/0 or #sheet=S&rows=1-9&columns=a,b; or evidence as\n"
     "JSON.\n"
     "\n"
     "    quarry fetch handbook 'quarry://handbook/setup.md#heading=install'\n"
     "    quarry fetch port 'quarry://port/harbour.pdf#page=2' --image page.png\n",
     OPT_STORED | OPT_BIT(CSV) | OPT_BIT(IMAGE), 2, SIZE_MAX, cmd_fetch},
    {"rm", "BASE DOC...", "remove documents, with all their versions",
     "DOC is a key as shown by status, a name or the end of a path. If one of\n"
     "them is not found, none is removed.\n",
     OPT_STORED | OPT_BIT(AUTHOR), 2, SIZE_MAX, cmd_rm},
    {"table map", "FILE",
     "how the file was read: dialect, types, rows, fidelity",
     "Shows what was decided about the file: encoding, delimiter, header, the\n"
     "type of each column and why a column stayed text. Nothing is dropped or\n"
     "repaired silently; what cannot be read exactly is refused with its line and\n"
     "column.\n",
     OPT_READ | OPT_KEPT | OPT_BIT(CSV) | OPT_BIT(CHUNK_ROWS), 1, 1,
     cmd_table_map},
    {"table describe", "FILE",
     "the columns: types, nulls, distinct values, range",
     "Prints one line per column, computed from every row of the file.\n",
     OPT_READ | OPT_KEPT | OPT_BIT(CSV), 1, 1, cmd_table_describe},
    {"table stats", "FILE", "statistics of the columns",
     "Numbers: min, max, mean, sum, standard deviation, median, quartiles; text:\n"
     "lengths and the most common values; dates: min and max; booleans: counts.\n"
     "Sums of integers and decimals are exact.\n",
     OPT_READ | OPT_KEPT | OPT_BIT(CSV) | OPT_BIT(COLUMNS), 1, 1,
     cmd_table_stats},
    {"table rows", "FILE", "rows by position, in the order of the file",
     "The first 20 rows after the header, unless --limit and --offset say others.\n",
     OPT_READ | OPT_KEPT | OPT_BIT(CSV) | OPT_BIT(COLUMNS) | OPT_BIT(LIMIT) |
         OPT_BIT(OFFSET),
     1, 1, cmd_table_rows},
    {"table query", "FILE... SQL", "run one SELECT; the table is called data",
     "The SQL is DuckDB's. One statement that reads the tables of the given\n"
     "files and nothing else: no other file, no setting (docs/sql.md). SQL may be - for standard\n"
     "input. The total number of rows is exact whatever the window shows.\n"
     "Up to 512 files can be queried, each as a table called like the file without\n"
     "folder and suffix; 'data' is the first. Sheets of a workbook are tables too.\n"
     "The first query on a large file is answered before its table is complete;\n"
     "the command ends when the table is cached for the next one.\n"
     "\n"
     "    quarry table query sales.csv \"SELECT country, sum(sales) FROM data "
     "GROUP BY ALL ORDER BY 2 DESC\"\n"
     "    quarry table query orders.csv customers.csv \"SELECT * FROM orders "
     "JOIN customers USING (customer_id)\"\n",
     OPT_READ | OPT_KEPT | OPT_BIT(CSV) | OPT_BIT(LIMIT) | OPT_BIT(OFFSET), 2,
     1 + TABLE_MAX_SOURCES, cmd_table_query},
    {"table export", "FILE... --to OUT",
     "write the table or a result as CSV or XLSX",
     "Cells that a spreadsheet would run as formulas are neutralised; numbers\n"
     "stay numbers. An existing OUT is an error unless --force is given. The\n"
     "same input gives the same bytes.\n",
     OPT_READ | OPT_KEPT | OPT_BIT(TO) | OPT_BIT(QUERY) | OPT_BIT(FORMAT) |
         OPT_BIT(SHEET) | OPT_BIT(FORCE),
     1, TABLE_MAX_SOURCES, cmd_table_export},
    {"base create", "BASE", "create an empty knowledge base",
     "A name is lower-case letters, digits, '.', '_' and '-', up to 64.\n",
     OPT_STORED, 1, 1, cmd_base_create},
    {"base config", "BASE [NAME=VALUE...]", "settings of a base, as JSON",
     "embedding         use-lite, none, or openai:MODEL@URL (docs/embeddings.md)\n"
     "index.backend     segments, pgvector or qdrant@URL: who keeps vectors\n"
     "                  (docs/scale.md)\n"
     "splitter_config   {\"chunk_size\":400,\"chunk_overlap\":50}, how texts and\n"
     "                  JSON are split (docs/search.md)\n"
     "retrieval_config  {\"retrieval_mode\":\"hybrid\"}, or vector, keyword,\n"
     "                  structured\n"
     "daily             [\"/log\"]: what is created at /log/- goes to one document\n"
     "                  a day\n"
     "deep_link         /docs/{path}#{id}: where a section is shown\n"
     "chat              a language model: openai:MODEL@URL, anthropic:MODEL@URL\n"
     "egress            what it may see: none, schema, values or passages\n",
     OPT_STORED, 1, SIZE_MAX, cmd_base_config},
    {"base log", "BASE",
     "the ingestion log: what was read into a base, when, and the result", "",
     OPT_STORED, 1, 1, cmd_base_log},
    {"base list", "", "the knowledge bases of this home", "", OPT_STORED, 0, 0,
     cmd_base_list},
    {"base rm", "BASE --force", "remove a base and everything in it",
     "Without --force it says what would be lost. Backups are kept.\n",
     OPT_STORED | OPT_BIT(FORCE), 1, 1, cmd_base_rm},
    {"base copy", "BASE NEW", "copy a base under another name",
     "The two share nothing: a change to one does not affect the other.\n",
     OPT_STORED, 2, 2, cmd_base_copy},
    {"base move", "BASE --to HOME|URL [--files FOLDER] [--to-blobs URL]",
     "move a base to another home, into a store or out of it",
     "With its history, its index, its tokens, and the questions that were asked. All\n"
     "of it is compared with what was there before the base goes from where it is.\n"
     "\n"
     "    quarry base move shop --to postgres://quarry@db/quarry --files /srv/quarry\n"
     "    quarry base move shop --store postgres://quarry@db/quarry \\\n"
     "        --home /srv/quarry --to ~/.local/share/quarry\n",
     OPT_STORED | OPT_BIT(TO) | OPT_BIT(FILES) | OPT_BIT(TO_BLOBS), 1, 1,
     cmd_base_move},
    {"base check", "BASE", "verify a base, by reading all of it",
     "Checks every page, reference, version, value and original by its checksum.\n"
     "Exit 6 when something is damaged. Derived files (tables, sections) that have\n"
     "changed are rebuilt, which does not count as damage.\n",
     OPT_STORED, 1, 1, cmd_base_check},
    {"base rebuild", "BASE", "rebuild everything derived",
     "Tables, sections and the index are dropped and rebuilt from the originals.\n",
     OPT_STORED, 1, 1, cmd_base_rebuild},
    {"base backup", "BASE [--to FOLDER]", "copy a base while it is in use",
     "Into a new folder, by default backups/BASE/TIME in the home: the database,\n"
     "the originals and a manifest with a checksum of each, written last. Derived\n"
     "files are left out.\n",
     OPT_STORED | OPT_BIT(TO), 1, 1, cmd_base_backup},
    {"base restore", "BASE [--from FOLDER]", "replace a base by a backup",
     "By default the newest backup of that name in the home. Everything in it is\n"
     "checked first. An existing base is backed up before it is replaced, unless\n"
     "--force is given.\n",
     OPT_STORED | OPT_BIT(FROM) | OPT_BIT(FORCE), 1, 1, cmd_base_restore},
    {"base push", "BASE", "put a base into the bucket",
     "All originals and the index of it that are not there yet, as of files that were\n"
     "added before the home had one (docs/scale.md).\n",
     OPT_STORED, 1, 1, cmd_base_push},
    {"blobs gc", "", "remove from the bucket what no base refers to",
     "Objects of documents and bases that were removed, and of indexes that were merged,\n"
     "once they are older than --grace. Nothing else under the prefix is touched.\n"
     "\n"
     "    quarry blobs gc --dry-run\n",
     OPT_STORED | OPT_BIT(GRACE) | OPT_BIT(DRY_RUN), 0, 0, cmd_blobs_gc},
    {"blobs trim", "", "make the home as small as --blobs-cache says",
     "Originals and segments of indexes that the bucket has go from the home, those\n"
     "used longest ago first. With --blobs-cache other commands do it when they end.\n",
     OPT_STORED, 0, 0, cmd_blobs_trim},
    {"draft list", "BASE", "the drafts and published files of a base",
     "A server exports to the drafts of a base. Publishing moves a draft to the\n"
     "published files, which nothing else changes, and records who did it and when.\n",
     OPT_STORED, 1, 1, cmd_draft_list},
    {"draft show", "BASE PATH", "print a draft or a published file",
     "Its bytes, unchanged; with --json as text, which excludes workbooks.\n"
     "\n"
     "    quarry draft show shop totals.xlsx --published > totals.xlsx\n",
     OPT_STORED | OPT_BIT(PUBLISHED), 2, 2, cmd_draft_show},
    {"draft publish", "BASE PATH", "move a draft to the published files",
     "A path is published once; what is published does not change.\n",
     OPT_STORED | OPT_BIT(AUTHOR), 2, 2, cmd_draft_publish},
    {"draft discard", "BASE PATH", "remove a draft", "", OPT_STORED, 2, 2,
     cmd_draft_discard},
    {"data get", "BASE PTR", "print a value of a base's JSON tree",
     "PTR is a JSON Pointer (RFC 6901): /orders/0/total, and \"\" for the whole\n"
     "tree. A document is found at its key, and at its name if that is unique.\n"
     "Numbers keep their text and objects the order of their keys.\n"
     "\n"
     "    quarry data get shop /orders/0/total\n"
     "    quarry data get shop /orders --as-of 12 --json\n",
     OPT_STORED | OPT_BIT(AS_OF), 2, 2, cmd_data_get},
    {"data query", "BASE EXPR", "query a base's JSON tree with JMESPath",
     "EXPR is evaluated on the whole tree, or on the value at --path.\n"
     "\n"
     "    quarry data query shop \"orders[?total > `100`].customer\"\n",
     OPT_STORED | OPT_BIT(AS_OF) | OPT_BIT(PATH), 2, 2, cmd_data_query},
    {"data create", "BASE PTR VALUE", "add a value to a base's JSON tree",
     "VALUE is JSON, or - for standard input. A key must not exist yet; in an array\n"
     "the value is inserted before the index, or with /- at the end. Outside of all\n"
     "documents it becomes a new document.\n"
     "\n"
     "    quarry data create shop /orders '[]'\n"
     "    quarry data create shop /orders/- '{\"total\": 12.50}'\n",
     OPT_WRITE, 3, 3, cmd_data_create},
    {"data set", "BASE PTR VALUE", "replace a value, or add a key",
     "VALUE is JSON, or - for standard input; a string needs its quotes: '\"paid\"'.\n"
     "With --if-version V, the version that you read, it is a conflict (exit 4)\n"
     "when the document was changed since.\n",
     OPT_WRITE, 3, 3, cmd_data_set},
    {"data delete", "BASE PTR", "remove a value from a base's JSON tree",
     "What was removed stays in the history and in older versions.\n",
     OPT_WRITE, 2, 2, cmd_data_delete},
    {"data history", "BASE PTR", "who changed a value, when and how",
     "Every write to the value or to something in it, newest first; with --json\n"
     "each with its JSON Patch.\n",
     OPT_STORED, 2, 2, cmd_data_history},
    {"data rollback", "BASE V", "restore the tree of a version",
     "The result is a new version, so that it can be undone as well; what was\n"
     "written in between stays in the history. 0 is the empty tree.\n",
     OPT_STORED | OPT_BIT(AUTHOR), 2, 2, cmd_data_rollback},
    {"data schema", "BASE [PTR]",
     "the structure of a value: paths, types, counts, examples",
     "A path is a pointer with * for each element of an array and for each value\n"
     "of an object that is used as a map.\n",
     OPT_STORED | OPT_BIT(AS_OF), 1, 2, cmd_data_schema},
    {"data diff", "BASE V1 V2 [PTR]",
     "what changed from one version to another, as a JSON Patch",
     "One operation per line (RFC 6902); the paths are inside the value at PTR.\n",
     OPT_STORED, 3, 4, cmd_data_diff},
    {"semantic load", "BASE FILE...",
     "load what your words mean: schema notes, metrics, examples",
     "FILE is YAML, or a folder of *.yaml (docs/semantic.md). The entries replace\n"
     "those of earlier files; loading the same files again changes nothing. A\n"
     "mistake is reported with its line, and nothing is loaded.\n"
     "\n"
     "    quarry semantic load bank examples/bank/semantic\n",
     OPT_STORED, 2, SIZE_MAX, cmd_semantic_load},
    {"semantic list", "BASE", "the entries of a base's semantic layer", "",
     OPT_STORED | OPT_BIT(CSV), 1, 1, cmd_semantic_list},
    {"semantic search", "BASE QUESTION", "the entries that a question is about",
     "An entry whose name or alias is in the question scores 1; another one the\n"
     "share of the question's words that it contains. Up to 5 notes and 3 metrics\n"
     "of at least 0.7, and 3 examples of at least 0.75.\n",
     OPT_STORED | OPT_BIT(CSV), 2, 2, cmd_semantic_search},
    {"semantic check", "BASE", "check the entries against the base's tables",
     "Lists entries that name no column or do not match the data, with file and\n"
     "line, and columns that are newer than the notes. Exit 2 when there is a\n"
     "problem.\n",
     OPT_STORED, 1, 1, cmd_semantic_check},
    {"semantic learn", "BASE QUESTION",
     "keep a question with a right answer as an example",
     "With its query spec, its SQL and its rows, at most 100. The question is asked\n"
     "twice and must get the same answer; no other example may fail because of it.\n",
     OPT_STORED, 2, 2, cmd_semantic_learn},
    {"semantic export", "BASE", "all entries as one file of YAML", "",
     OPT_STORED, 1, 1, cmd_semantic_export},
    {"semantic edit", "BASE", "edit the entries in your editor, then load them",
     "The editor is $VISUAL or $EDITOR. The saved text replaces all that was\n"
     "loaded; if it has a mistake, your file is kept and its place is shown.\n",
     OPT_STORED, 1, 1, cmd_semantic_edit},
    {"semantic clear", "BASE [NAME...]",
     "remove entries by their names, or all of them", "", OPT_STORED, 1,
     SIZE_MAX, cmd_semantic_clear},
    {"eval examples", "BASE", "run the examples of a semantic layer as tests",
     "An example passes when it gives its stored result, or the result of its SQL;\n"
     "without either, when it is answered. Exit 2 when one fails.\n",
     OPT_STORED | OPT_BIT(CSV), 1, 1, cmd_eval_examples},
    {"eval retrieval", "DIR",
     "measure search on a set with relevance judgements",
     "DIR has the layout of BEIR: corpus.jsonl and queries.jsonl (one\n"
     "{\"_id\", \"title\", \"text\"} per line), and qrels.tsv or qrels/test.tsv. The\n"
     "documents are indexed like those of a base, in a temporary folder, and the\n"
     "questions asked in each mode; up to --top-k documents (default 100, at most\n"
     "1000) of each question are judged. Questions without a relevant document\n"
     "are left out, except with --unanswerable, which shows by score how many\n"
     "answers are right, wrong, or to a question without an answer. See\n"
     "docs/search.md.\n"
     "\n"
     "    quarry eval retrieval cranfield\n"
     "    quarry eval retrieval cranfield --mode hybrid --out run.trec\n",
     OPT_STORED | OPT_BIT(CSV) | OPT_BIT(MODE) | OPT_BIT(TOP_K) | OPT_BIT(OUT) |
         OPT_BIT(FORCE) | OPT_BIT(WEIGHTS) | OPT_BIT(EMBEDDING) |
         OPT_BIT(UNANSWERABLE),
     1, 1, cmd_eval_retrieval},
    {"eval routing", "FILE.jsonl [TABLE...]",
     "measure how often questions are routed as labelled",
     "FILE has one {\"id\",\"lang\",\"question\",\"label\",\"base\"} per line: a label is\n"
     "structured, semantic or hybrid, a base holds tables, prose or both. TABLE\n"
     "names the tables of a base with tables. A third of the questions, chosen by\n"
     "a hash of their ids, is held out and reported separately. See docs/answers.md.\n"
     "\n"
     "    quarry eval routing routing.jsonl sales.csv staff.csv --misses\n",
     OPT_STORED | OPT_BIT(MISSES), 1, SIZE_MAX, cmd_eval_routing},
    {"eval tables", "FILE.jsonl",
     "measure how often questions about tables are answered right",
     "FILE has one {\"id\",\"question\",\"table\" or \"files\",\"answers\"} per line; one with\n"
     "\"unanswerable\" instead of answers is right when it is not answered. The\n"
     "questions are answered as by ask --batch, whose lines --out keeps.\n"
     "docs/evaluation.md has the rules and the results.\n"
     "\n"
     "    quarry eval tables questions.jsonl --root data --json\n",
     OPT_STORED | OPT_BIT(ROOT) | OPT_BIT(FOLDS) | OPT_BIT(MIN_CONFIDENCE) |
         OPT_BIT(OUT) | OPT_BIT(TIMEOUT) | OPT_BIT(MEMORY),
     1, 1, cmd_eval_tables},
    {"mcp", "[--base B | --dir FOLDER | --exposure E]",
     "serve questions, search, data and tables to an MCP client over stdio",
     "The bases of the home, those that --base names, or what an exposure shows.\n"
     "With --dir one folder: paths are relative to it and nothing else is\n"
     "reachable; exports go to its draft folder in the home. docs/mcp.md shows\n"
     "client settings.\n",
     OPT_STORED | OPT_BIT(DIR) | OPT_BIT(BASE) | OPT_BIT(EXPOSURE) |
         OPT_BIT(FIXTURES),
     0, 0, cmd_mcp},
    {"serve", "", "answer questions over HTTP, for programs and other machines",
     "POST /v1/ask answers questions about the bases of the home;\n"
     "POST /v1/tables/map|describe|stats|rows|query reads their tables (docs/http.md).\n"
     "Only files of bases are read. At a loopback address every caller counts as\n"
     "you; at any other address a token is needed ('quarry token create').\n"
     "SIGHUP reads the configuration and the certificate again; SIGTERM or Ctrl-C\n"
     "ends the server once waiting requests are answered.\n",
     OPT_STORED | OPT_BIT(LISTEN) | OPT_BIT(FIXTURES) | OPT_BIT(TLS_CERT) |
         OPT_BIT(TLS_KEY) | OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_serve},
    {"open", "", "serve, and open the page in a browser",
     "Like 'quarry serve', and then $BROWSER or xdg-open is started with the\n"
     "address. If a server is already running there, its page is opened.\n",
     OPT_STORED | OPT_BIT(LISTEN) | OPT_BIT(TLS_CERT) | OPT_BIT(TLS_KEY) |
         OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_open},
    {"config", "", "the configuration, and where each value came from",
     "From the defaults, the file, the environment and the command line; a later\n"
     "one wins (docs/operations.md).\n"
     "\n"
     "    quarry config --set max_structured_rows=500\n",
     OPT_STORED | OPT_BIT(CSV) | OPT_BIT(CONFIG) | OPT_BIT(SET) |
         OPT_BIT(LISTEN),
     0, 0, cmd_config},
    {"backup", "--to FOLDER", "copy all bases of a home while it is served",
     "Into a new folder: bases/NAME as 'base backup' writes it, for 'base restore\n"
     "--from', and quarry.db with tokens, exposures and logs.\n",
     OPT_STORED | OPT_BIT(TO), 0, 0, cmd_backup},
    {"logs export", "[--session ID]",
     "the logged questions as JSON lines, newest first",
     "Questions and answers are kept for 90 days (query_log_days); query_log_text\n"
     "and query_log turn off their texts or the whole log. With\n"
     "query_log_archive_days older ones are kept in files of HOME/query-archive.\n",
     OPT_STORED | OPT_BIT(SESSION), 0, 0, cmd_logs_export},
    {"logs forget", "--session ID", "remove the logged questions of a session",
     "", OPT_STORED | OPT_BIT(SESSION), 0, 0, cmd_logs_forget},
    {"token create", "--base B",
     "create a token for other programs, shown once",
     "Prints {\"id\",\"token\"}; only a hash of it is kept. Sent as `Authorization:\n"
     "Bearer TOKEN`, it gives access to these bases, with these rights and tools,\n"
     "until it expires or is revoked (docs/http.md).\n"
     "\n"
     "    quarry token create --base sales --rights read --expires 90d\n",
     OPT_STORED | OPT_BIT(BASE) | OPT_BIT(RIGHTS) | OPT_BIT(TOOLS) |
         OPT_BIT(EXPIRES),
     0, 0, cmd_token_create},
    {"token list", "", "the tokens of this home, without their secrets", "",
     OPT_STORED | OPT_BIT(CSV), 0, 0, cmd_token_list},
    {"token revoke", "ID", "revoke a token",
     "A running server notices within a second and ends the token's requests.\n",
     OPT_STORED, 1, 1, cmd_token_revoke},
    {"tool bind", "NAME --type TOOL --base B [--path PTR]",
     "bind a tool to a part of a base, under its own name",
     "TOOL is semantic_query, fetch_evidence, query_data, get_context_data,\n"
     "get_data_schema, create_data, update_data or delete_data. Its\n"
     "pointers are then relative to PTR, and nothing else is reachable.\n"
     "\n"
     "    quarry tool bind find_orders --type semantic_query --base shop --path "
     "/orders\n",
     OPT_STORED | OPT_BIT(TYPE) | OPT_BIT(BASE) | OPT_BIT(PATH), 1, 1,
     cmd_tool_bind},
    {"tool list", "", "the bound tools, enabled or not", "",
     OPT_STORED | OPT_BIT(CSV), 0, 0, cmd_tool_list},
    {"tool enable", "NAME", "enable a bound tool", "", OPT_STORED, 1, 1,
     cmd_tool_enable},
    {"tool disable", "NAME", "disable a bound tool until it is enabled again",
     "", OPT_STORED, 1, 1, cmd_tool_disable},
    {"tool rm", "NAME", "remove a bound tool", "", OPT_STORED, 1, 1,
     cmd_tool_rm},
    {"exposure create", "NAME --base B --tools a,b",
     "create a set of tools over one base, for one audience",
     "Prints {\"name\",\"id\",\"token\"}; the token gives access to these\n"
     "tools and nothing else, at /mcp/NAME and /v1. With --public no token is\n"
     "needed at /mcp/NAME. Pages of other origins need --origin.\n"
     "\n"
     "    quarry exposure create help --base handbook --tools "
     "ask,semantic_query --origin https://example.org --public\n",
     OPT_STORED | OPT_BIT(BASE) | OPT_BIT(TOOLS) | OPT_BIT(RIGHTS) |
         OPT_BIT(ORIGIN) | OPT_BIT(PUBLIC),
     1, 1, cmd_exposure_create},
    {"exposure list", "", "the exposures of this home", "",
     OPT_STORED | OPT_BIT(CSV), 0, 0, cmd_exposure_list},
    {"exposure rm", "NAME", "remove an exposure and its tokens", "", OPT_STORED,
     1, 1, cmd_exposure_rm},
    {"cache gc", "", "remove cached tables that cannot be used any more",
     "Entries whose file is gone or changed, or that another version made, are\n"
     "removed; with --all every entry. They are rebuilt when needed.\n",
     OPT_STORED | OPT_BIT(ALL), 0, 0, cmd_cache_gc},
    {"doctor", "",
     "check versions, sandbox and limits of this machine, and the home",
     "Starts a worker to see which isolation layers work, and checks the home as\n"
     "'quarry serve' with the same options would: disk, tokens, configuration,\n"
     "port, certificate. Exit 10 when the kernel lacks\n"
     "Landlock or seccomp, 3 or 6 when the file of the embedding model is missing\n"
     "or damaged, otherwise that of the first thing that fails.\n"
     "With --drop-left what killed programs left in a store is removed: schemas of\n"
     "no base that are older than a day; without it they are listed.\n",
     OPT_STORED | OPT_BIT(DROP_LEFT) | OPT_BIT(LISTEN) | OPT_BIT(TLS_CERT) |
         OPT_BIT(TLS_KEY) | OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_doctor},
    {"version", "", "the version", "", OPT_COMMON, 0, 0, cmd_version},
    {"completion", "bash|zsh", "a completion script for your shell",
     "    quarry completion bash > ~/.local/share/bash-completion/completions/"
     "quarry\n",
     OPT_COMMON, 1, 1, cmd_completion},
    {"man", "", "this manual as a man page, for the installer", "", OPT_COMMON,
     0, 0, cmd_man},
    {0}};
