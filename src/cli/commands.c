#include "cli/cli.h"

#include "answer/answer.h"

#define OPT_READ                                                            \
    (OPT_COMMON | OPT_BIT(TABLE) | OPT_BIT(ENCODING) | OPT_BIT(DELIMITER) | \
     OPT_BIT(HEADER) | OPT_BIT(TIMEOUT) | OPT_BIT(MEMORY))

#define OPT_WRITE (OPT_COMMON | OPT_BIT(IF_VERSION) | OPT_BIT(AUTHOR))

const struct command cli_commands[] = {
    {"ask", "FILE...|BASE QUESTION",
     "answer a question with the number or the passage, and its proof",
     "Binds the words of the question to columns and values of the files, runs\n"
     "the SQL that follows from it, and shows the answer, the SQL, the file and\n"
     "the rows scanned. English, Spanish and Chinese. When a word binds to\n"
     "nothing it asks back instead of guessing; that is an answer, exit 0.\n"
     "A base is asked by its tables, by its pages or by both, as the question\n"
     "wants; pages answer with their own sentences, cited (docs/answers.md).\n"
     "\n"
     "    quarry ask examples/sales.csv \"top 10 customers by sales\"\n"
     "    quarry ask movimientos.csv \"total por mes en 2024\" --json\n"
     "    quarry ask handbook \"what if my laptop is stolen?\"\n"
     "\n"
     "With --batch many questions, one a line, are answered by all cores, each\n"
     "on a line of its own and in their order (docs/ask.md):\n"
     "\n"
     "    quarry ask --batch q.jsonl --root DIR --out a.jsonl\n",
     OPT_READ | OPT_BIT(EXPLAIN) | OPT_BIT(CSV) | OPT_BIT(BATCH) |
         OPT_BIT(ROOT) | OPT_BIT(OUT) | OPT_BIT(MIN_CONFIDENCE) |
         OPT_BIT(TYPE) | OPT_BIT(SELECTED_TEXT) | OPT_BIT(MAX_ROWS) |
         OPT_BIT(TOP_K) | OPT_BIT(MODE) | OPT_BIT(WHERE) | OPT_BIT(MODEL) |
         OPT_BIT(EGRESS),
     0, SIZE_MAX, cmd_ask},
    {"chat", "FILE...|BASE", "questions one after the other, in a conversation",
     "A line is a question, answered as ask does. One that goes on from the last\n"
     "takes over what it does not say: \"and by month?\", \"only 2023\",\n"
     "\"y en 2022?\". :help, :explain, :new, :quit. The input may be piped.\n"
     "\n"
     "    quarry chat examples/sales.csv\n",
     OPT_READ | OPT_BIT(MODEL) | OPT_BIT(EGRESS), 1, SIZE_MAX, cmd_chat},
    {"add", "BASE PATH...", "add files and folders to a base",
     "Each file becomes a document, found again by its path: a changed file is a\n"
     "new version, an unchanged one costs a look. A base that is not there is\n"
     "made. Of folders all that can be read is taken: Markdown, HTML, text, CSV,\n"
     "workbooks, Parquet, JSON. A file that cannot be read does not stop the\n"
     "others; status says why.\n"
     "\n"
     "Of -, with --as, what is piped in becomes one, with --url of a page.\n"
     "\n"
     "JSON stands in the base's tree, at its key or where --json-path and\n"
     "--mount-key say; what stands there already is an error without --force,\n"
     "which makes a new version of it.\n"
     "\n"
     "    quarry add handbook docs/ report.xlsx data.json\n"
     "    quarry add handbook - --as notes.md < notes.md\n",
     OPT_COMMON | OPT_BIT(AUTHOR) | OPT_BIT(WAIT) | OPT_BIT(AS) | OPT_BIT(URL) |
         OPT_BIT(JSON_PATH) | OPT_BIT(MOUNT_KEY) | OPT_BIT(FORCE),
     2, SIZE_MAX, cmd_add},
    {"search", "BASE QUESTION", "the passages of a base that answer a question",
     "Found by words and by meaning; each with a score, the words marked, and a\n"
     "pointer that fetch resolves. The score says how often such a passage\n"
     "answers its question; what is not likely to is not shown. In QUESTION\n"
     "\"in a row\", +required, -excluded and begin* mean what they look like.\n"
     "Filters of --where: file, type, format, lang, chapter, section, heading,\n"
     "tag, and the fields of a document's front matter.\n"
     "\n"
     "    quarry search handbook \"how do I rotate the key?\"\n"
     "    quarry search handbook rotate --where 'lang=en,chapter~Setup'\n",
     OPT_COMMON | OPT_BIT(MODE) | OPT_BIT(TOP_K) | OPT_BIT(WHERE) |
         OPT_BIT(MIN_SCORE) | OPT_BIT(DOCUMENT) | OPT_BIT(PATH) |
         OPT_BIT(EXPAND) | OPT_BIT(RERANK) | OPT_BIT(WAIT),
     2, 2, cmd_search},
    {"status", "BASE [DOC]", "every document of a base, and why one failed",
     "Of one document --json also has source_config, of a table its columns with\n"
     "statistics and samples, and chunks, its passages.\n"
     "With --metrics, for which no base is named, what all commands of this home\n"
     "have counted: indexing, embedding, searches, evidence that was fetched.\n",
     OPT_COMMON | OPT_BIT(CSV) | OPT_BIT(METRICS), 0, 2, cmd_status},
    {"pin", "BASE DOC...", "documents that are indexed first, used or not", "",
     OPT_COMMON, 2, SIZE_MAX, cmd_pin},
    {"unpin", "BASE DOC...", "documents ranked by recent use again", "",
     OPT_COMMON, 2, SIZE_MAX, cmd_unpin},
    {"priority", "BASE N DOC...",
     "documents that go before those of less priority",
     "From 0, which all have, to 100. They come after pinned documents and before\n"
     "those that are only used often: indexed first, and searched where\n"
     "max_documents does not allow all.\n",
     OPT_COMMON, 3, SIZE_MAX, cmd_priority},
    {"reindex", "BASE [DOC...]", "make the passages of documents again",
     "Of all documents when none is named; also of one that had failed or was\n"
     "disabled. What says the same as before is not embedded again.\n",
     OPT_COMMON, 1, SIZE_MAX, cmd_reindex},
    {"disable", "BASE DOC...", "documents that search does not find",
     "They stay in the base, with all their versions; reindex brings them back.\n",
     OPT_COMMON, 2, SIZE_MAX, cmd_disable},
    {"fetch", "BASE POINTER...", "exactly what pointers name",
     "A pointer is quarry://BASE/DOCUMENT@VERSION with #lines=10-24, #heading=id,\n"
     "#json=/items/0 or #sheet=S&rows=1-9&columns=a,b; or evidence as JSON.\n"
     "\n"
     "    quarry fetch handbook 'quarry://handbook/setup.md#heading=install'\n",
     OPT_COMMON | OPT_BIT(CSV), 2, SIZE_MAX, cmd_fetch},
    {"rm", "BASE DOC...", "remove documents, with all their versions",
     "DOC is a key of status, a name or the end of a path. All or none.\n",
     OPT_COMMON | OPT_BIT(AUTHOR), 2, SIZE_MAX, cmd_rm},
    {"table map", "FILE",
     "how the file was read: dialect, types, rows, fidelity",
     "Shows what was decided about the file: encoding, delimiter, header, the\n"
     "type of each column and why a column stayed text. Nothing is dropped or\n"
     "repaired silently; what cannot be read exactly is refused with its place.\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(CHUNK_ROWS), 1, 1, cmd_table_map},
    {"table describe", "FILE",
     "the columns: types, nulls, distinct values, range",
     "One line a column, over every row of the file.\n",
     OPT_READ | OPT_BIT(CSV), 1, 1, cmd_table_describe},
    {"table stats", "FILE", "statistics of the columns",
     "Numbers: min, max, mean, sum, standard deviation, median, quartiles; text:\n"
     "lengths and the most common values; dates: min and max; booleans: counts.\n"
     "Sums of integers and decimals are exact.\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(COLUMNS), 1, 1, cmd_table_stats},
    {"table rows", "FILE", "rows by position, in the order of the file",
     "Rows count from 1, the header is not one.\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(COLUMNS) | OPT_BIT(START) |
         OPT_BIT(COUNT),
     1, 1, cmd_table_rows},
    {"table query", "FILE... SQL", "run one SELECT; the table is called data",
     "The SQL is DuckDB's. One statement that reads 'data' and nothing else: no\n"
     "file, no setting, no other table (docs/sql.md). SQL may be - for standard\n"
     "input. The total number of rows is exact whatever the window shows.\n"
     "Of up to 16 files each is a table by its name, without folder and suffix;\n"
     "'data' is the first. Sheets of a workbook have their names, too.\n"
     "The first question about a large file is answered before its table is\n"
     "whole; the command ends when the table is kept for the next one.\n"
     "\n"
     "    quarry table query sales.csv \"SELECT country, sum(sales) FROM data "
     "GROUP BY ALL ORDER BY 2 DESC\"\n"
     "    quarry table query orders.csv customers.csv \"SELECT * FROM orders "
     "JOIN customers USING (customer_id)\"\n",
     OPT_READ | OPT_BIT(CSV) | OPT_BIT(WINDOW_ROWS) | OPT_BIT(WINDOW_OFFSET), 2,
     1 + TABLE_MAX_SOURCES, cmd_table_query},
    {"table export", "FILE... --to OUT",
     "write the table or a result as CSV or XLSX",
     "Cells that a spreadsheet would run as formulas are neutralised; numbers\n"
     "stay numbers. An existing OUT is an error unless --force is given. The\n"
     "same input gives the same bytes.\n",
     OPT_READ | OPT_BIT(TO) | OPT_BIT(QUERY) | OPT_BIT(FORMAT) |
         OPT_BIT(SHEET) | OPT_BIT(FORCE),
     1, TABLE_MAX_SOURCES, cmd_table_export},
    {"base create", "BASE", "make an empty knowledge base",
     "A name is lower-case letters, digits, '.', '_' and '-', up to 64.\n",
     OPT_COMMON, 1, 1, cmd_base_create},
    {"base config", "BASE [NAME=VALUE...]", "settings of a base, as JSON",
     "embedding         use-lite, none, or openai:MODEL@URL (docs/embeddings.md)\n"
     "splitter_config   {\"chunk_size\":400,\"chunk_overlap\":50}, how texts and\n"
     "                  JSON are cut (docs/search.md)\n"
     "retrieval_config  {\"retrieval_mode\":\"hybrid\"}, or vector, keyword,\n"
     "                  structured\n"
     "daily             [\"/log\"]: what is created at /log/- goes to a document\n"
     "                  of the day\n"
     "deep_link         /docs/{path}#{id}: where a section is shown\n"
     "chat              a language model: openai:MODEL@URL, anthropic:MODEL@URL\n"
     "egress            what it may see: none, schema, values or passages\n",
     OPT_COMMON, 1, SIZE_MAX, cmd_base_config},
    {"base log", "BASE", "what was read into a base, when and how it ended", "",
     OPT_COMMON, 1, 1, cmd_base_log},
    {"base list", "", "the knowledge bases of this home", "", OPT_COMMON, 0, 0,
     cmd_base_list},
    {"base rm", "BASE --force", "remove a base with all that is in it",
     "Without --force it says what would be lost. Backups stay.\n",
     OPT_COMMON | OPT_BIT(FORCE), 1, 1, cmd_base_rm},
    {"base copy", "BASE NEW", "another base with the same content",
     "The two share nothing: what happens to one does not happen to the other.\n",
     OPT_COMMON, 2, 2, cmd_base_copy},
    {"base check", "BASE", "is a base what was written? reads all of it",
     "Every page, reference, version, value and original by its checksum. Exit 6\n"
     "when something is damaged. Derived files (tables, sections) that are not\n"
     "what they were are made again, which is no damage.\n",
     OPT_COMMON, 1, 1, cmd_base_check},
    {"base rebuild", "BASE", "make all that is derived again",
     "Tables, sections and the index are dropped and made from the originals.\n",
     OPT_COMMON, 1, 1, cmd_base_rebuild},
    {"base backup", "BASE [--to FOLDER]", "copy a base while it is in use",
     "Into a new folder, by default backups/BASE/TIME in the home: the database,\n"
     "the originals and a manifest with a checksum of each, written last. What is\n"
     "derived is left out.\n",
     OPT_COMMON | OPT_BIT(TO), 1, 1, cmd_base_backup},
    {"base restore", "BASE [--from FOLDER]", "make a backup the base",
     "By default the newest backup of that name in the home. Everything in it is\n"
     "checked first. A base that is there is backed up before it is replaced;\n"
     "with --force it is not.\n",
     OPT_COMMON | OPT_BIT(FROM) | OPT_BIT(FORCE), 1, 1, cmd_base_restore},
    {"draft list", "BASE",
     "what was exported from a base, and what was published",
     "Exports of a server land in the draft of their base. Publishing moves one to\n"
     "the published files, where nothing else writes, with who and when.\n",
     OPT_COMMON, 1, 1, cmd_draft_list},
    {"draft show", "BASE PATH", "what a draft, or a published file, holds",
     "Its bytes, as they are; with --json as text, which a workbook is not.\n"
     "\n"
     "    quarry draft show shop totals.xlsx --published > totals.xlsx\n",
     OPT_COMMON | OPT_BIT(PUBLISHED), 2, 2, cmd_draft_show},
    {"draft publish", "BASE PATH", "move a draft to the published files",
     "A path is published once; what is published does not change.\n",
     OPT_COMMON | OPT_BIT(AUTHOR), 2, 2, cmd_draft_publish},
    {"draft discard", "BASE PATH", "remove a draft", "", OPT_COMMON, 2, 2,
     cmd_draft_discard},
    {"data get", "BASE PTR", "a value of a base's JSON tree",
     "PTR is a JSON Pointer (RFC 6901): /orders/0/total, and \"\" for the whole\n"
     "tree. A document stands at its key; its name does, too, where only one has\n"
     "it. Numbers keep their text and objects the order of their keys.\n"
     "\n"
     "    quarry data get shop /orders/0/total\n"
     "    quarry data get shop /orders --as-of 12 --json\n",
     OPT_COMMON | OPT_BIT(AS_OF), 2, 2, cmd_data_get},
    {"data query", "BASE EXPR", "ask a base's JSON tree with JMESPath",
     "EXPR is asked of the whole tree, or of the value at --path.\n"
     "\n"
     "    quarry data query shop \"orders[?total > `100`].customer\"\n",
     OPT_COMMON | OPT_BIT(AS_OF) | OPT_BIT(PATH), 2, 2, cmd_data_query},
    {"data create", "BASE PTR VALUE", "add a value to a base's JSON tree",
     "VALUE is JSON, or - for standard input. A key must not be there yet; in an\n"
     "array the value goes before the index, or with /- to the end. Beside all\n"
     "documents it makes a new one.\n"
     "\n"
     "    quarry data create shop /orders '[]'\n"
     "    quarry data create shop /orders/- '{\"total\": 12.50}'\n",
     OPT_WRITE, 3, 3, cmd_data_create},
    {"data set", "BASE PTR VALUE", "replace a value, or add a key",
     "VALUE is JSON, or - for standard input; a text has its quotes: '\"paid\"'.\n"
     "With --if-version V it is a conflict, exit 4, when the document was\n"
     "changed after version V, which is what you read.\n",
     OPT_WRITE, 3, 3, cmd_data_set},
    {"data delete", "BASE PTR", "remove a value from a base's JSON tree",
     "What was removed stays in the history and in older versions.\n",
     OPT_WRITE, 2, 2, cmd_data_delete},
    {"data history", "BASE PTR", "who changed a value, when and how",
     "Every write to the value or to something in it, the last one first; with\n"
     "--json each with its JSON Patch.\n",
     OPT_COMMON, 2, 2, cmd_data_history},
    {"data rollback", "BASE V", "make the tree as it was at a version",
     "This is a new version itself, so that it can be undone as well; what was\n"
     "written in between stays in the history. 0 is the empty tree.\n",
     OPT_COMMON | OPT_BIT(AUTHOR), 2, 2, cmd_data_rollback},
    {"data schema", "BASE [PTR]",
     "what a value holds: paths, types, counts, examples",
     "A path is a pointer with * for each element of an array and for each value\n"
     "of an object that is used as a map.\n",
     OPT_COMMON | OPT_BIT(AS_OF), 1, 2, cmd_data_schema},
    {"data diff", "BASE V1 V2 [PTR]",
     "what changed from one version to another, as a JSON Patch",
     "One operation a line (RFC 6902); the paths are inside the value at PTR.\n",
     OPT_COMMON, 3, 4, cmd_data_diff},
    {"semantic load", "BASE FILE...",
     "what your words mean: schema notes, metrics, examples",
     "FILE is YAML, or a folder of *.yaml (docs/semantic.md). The base then holds\n"
     "what the files say, in place of what files said before; the same files\n"
     "again change nothing. A mistake is reported with its line, and nothing is\n"
     "loaded.\n"
     "\n"
     "    quarry semantic load bank examples/bank/semantic\n",
     OPT_COMMON, 2, SIZE_MAX, cmd_semantic_load},
    {"semantic list", "BASE", "the entries of a base's semantic layer", "",
     OPT_COMMON | OPT_BIT(CSV), 1, 1, cmd_semantic_list},
    {"semantic search", "BASE QUESTION", "the entries that a question is about",
     "A name or alias that is said scores 1; another entry the share of the\n"
     "question that stands in what it says. Up to 5 notes and 3 metrics from 0.7\n"
     "on, and 3 examples from 0.75.\n",
     OPT_COMMON | OPT_BIT(CSV), 2, 2, cmd_semantic_search},
    {"semantic check", "BASE", "the entries held against the base's tables",
     "Each entry that names no column or is not as it says, with its file and\n"
     "line, and columns that have come since the notes were written. Exit 2 when\n"
     "there is a problem.\n",
     OPT_COMMON, 1, 1, cmd_semantic_check},
    {"semantic learn", "BASE QUESTION",
     "keep a question whose answer was right as an example",
     "With its query spec, its SQL and its rows, of which there are at most 100.\n"
     "It must be answered, twice alike, and no example may get worse by it.\n",
     OPT_COMMON, 2, 2, cmd_semantic_learn},
    {"semantic export", "BASE", "all entries as one file of YAML", "",
     OPT_COMMON, 1, 1, cmd_semantic_export},
    {"semantic edit", "BASE", "the entries in your editor, then loaded",
     "The editor is that of $VISUAL or $EDITOR. What it leaves takes the place of\n"
     "all that was loaded; a mistake keeps your file and says where it is.\n",
     OPT_COMMON, 1, 1, cmd_semantic_edit},
    {"semantic clear", "BASE [NAME...]",
     "remove entries by their names, or all of them", "", OPT_COMMON, 1,
     SIZE_MAX, cmd_semantic_clear},
    {"eval examples", "BASE", "the examples of a semantic layer, asked again",
     "One is right when it gives the result that is kept with it, or what its SQL\n"
     "gives; without either, when it is answered. Exit 2 when one is not right.\n",
     OPT_COMMON | OPT_BIT(CSV), 1, 1, cmd_eval_examples},
    {"eval retrieval", "DIR", "how well search finds, on a set with judgements",
     "DIR has the shape of BEIR: corpus.jsonl and queries.jsonl ({\"_id\",\n"
     "\"title\", \"text\"} a line), and qrels.tsv or qrels/test.tsv. The\n"
     "documents are indexed as those of a base, in a folder that is removed\n"
     "again, and the questions asked in each mode; of each question up to\n"
     "--top-k documents (default 100, at most 1000) are judged. Questions\n"
     "without a relevant document are left out, but with --unanswerable, which\n"
     "tells by score how many are answered right, wrong and without there being\n"
     "an answer. docs/search.md says more.\n"
     "\n"
     "    quarry eval retrieval cranfield\n"
     "    quarry eval retrieval cranfield --mode hybrid --out run.trec\n",
     OPT_COMMON | OPT_BIT(CSV) | OPT_BIT(MODE) | OPT_BIT(TOP_K) | OPT_BIT(OUT) |
         OPT_BIT(FORCE) | OPT_BIT(WEIGHTS) | OPT_BIT(EMBEDDING) |
         OPT_BIT(UNANSWERABLE),
     1, 1, cmd_eval_retrieval},
    {"eval routing", "FILE.jsonl [TABLE...]",
     "how often questions go to the tables or the pages, as labelled",
     "FILE has {\"id\",\"lang\",\"question\",\"label\",\"base\"} a line: a label is\n"
     "structured, semantic or hybrid, a base holds tables, prose or both. The\n"
     "tables are what a base with tables holds. A third of the questions, by a\n"
     "hash of their ids, is counted by itself. docs/ask.md says more.\n"
     "\n"
     "    quarry eval routing routing.jsonl sales.csv staff.csv --misses\n",
     OPT_COMMON | OPT_BIT(MISSES), 1, SIZE_MAX, cmd_eval_routing},
    {"eval tables", "FILE.jsonl",
     "how often questions about tables are answered right",
     "FILE has {\"id\",\"question\",\"table\" or \"files\",\"answers\"} a line; one with\n"
     "\"unanswerable\" instead of answers is right when it is asked back. Every\n"
     "question goes the way of ask --batch, whose lines --out keeps.\n"
     "docs/evaluation.md tells the rules, and what came out.\n"
     "\n"
     "    quarry eval tables questions.jsonl --root data --json\n",
     OPT_COMMON | OPT_BIT(ROOT) | OPT_BIT(FOLDS) | OPT_BIT(MIN_CONFIDENCE) |
         OPT_BIT(OUT) | OPT_BIT(TIMEOUT) | OPT_BIT(MEMORY),
     1, 1, cmd_eval_tables},
    {"mcp", "[--base B | --dir FOLDER | --exposure E]",
     "serve questions, search, data and tables to an MCP client over stdio",
     "The bases of the home, those that --base names, or what an exposure shows.\n"
     "With --dir one folder: paths are relative to it and nothing else is\n"
     "reachable; exports go to its draft folder in the home. docs/mcp.md shows\n"
     "client settings.\n",
     OPT_COMMON | OPT_BIT(DIR) | OPT_BIT(BASE) | OPT_BIT(EXPOSURE) |
         OPT_BIT(FIXTURES),
     0, 0, cmd_mcp},
    {"serve", "", "answer questions over HTTP, for programs and other machines",
     "The bases of the home are asked by POST /v1/ask, their tables by\n"
     "POST /v1/tables/map|describe|stats|rows|query; docs/http.md tells more.\n"
     "No file is read that is not in a base. At an address of this machine alone\n"
     "whoever asks is you; at any other a token is needed ('quarry token\n"
     "create'). SIGHUP reads configuration and certificate again, SIGTERM or\n"
     "Ctrl-C ends it once those that wait are answered.\n",
     OPT_COMMON | OPT_BIT(LISTEN) | OPT_BIT(FIXTURES) | OPT_BIT(TLS_CERT) |
         OPT_BIT(TLS_KEY) | OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_serve},
    {"open", "", "serve, and open the page in a browser",
     "As 'quarry serve', and then $BROWSER or xdg-open is started with its\n"
     "address. Where a server is running at that address, its page is opened.\n",
     OPT_COMMON | OPT_BIT(LISTEN) | OPT_BIT(TLS_CERT) | OPT_BIT(TLS_KEY) |
         OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_open},
    {"config", "", "what is configured, and where each value came from",
     "From the defaults, the file, the environment and the command line; a later\n"
     "one wins (docs/operations.md).\n"
     "\n"
     "    quarry config --set max_structured_rows=500\n",
     OPT_COMMON | OPT_BIT(CSV) | OPT_BIT(CONFIG) | OPT_BIT(SET) |
         OPT_BIT(LISTEN),
     0, 0, cmd_config},
    {"backup", "--to FOLDER", "copy all bases of a home while it is served",
     "Into a new folder: bases/NAME as of 'base backup', which 'base restore\n"
     "--from' takes, and quarry.db: tokens, exposures and logs.\n",
     OPT_COMMON | OPT_BIT(TO), 0, 0, cmd_backup},
    {"logs export", "[--session ID]",
     "what was asked of servers, an object a line, the last first",
     "Questions and answers are kept for 90 days (query_log_days), without their\n"
     "texts or not at all where it is configured so. Older ones are in files of\n"
     "HOME/query-archive where query_log_archive_days says so.\n",
     OPT_COMMON | OPT_BIT(SESSION), 0, 0, cmd_logs_export},
    {"logs forget", "--session ID", "remove what a session asked", "",
     OPT_COMMON | OPT_BIT(SESSION), 0, 0, cmd_logs_forget},
    {"token create", "--base B", "a token for other programs, shown once",
     "Prints {\"id\",\"token\"}; only a hash of it is kept. A server lets in who\n"
     "shows it, as `Authorization: Bearer TOKEN`, to these bases, with these\n"
     "rights and tools, until it expires or is revoked (docs/http.md).\n"
     "\n"
     "    quarry token create --base sales --rights read --expires 90d\n",
     OPT_COMMON | OPT_BIT(BASE) | OPT_BIT(RIGHTS) | OPT_BIT(TOOLS) |
         OPT_BIT(EXPIRES),
     0, 0, cmd_token_create},
    {"token list", "", "the tokens of this home, without their secrets", "",
     OPT_COMMON | OPT_BIT(CSV), 0, 0, cmd_token_list},
    {"token revoke", "ID", "a token opens nothing any more",
     "A server that runs sees it within a second and ends what runs for it.\n",
     OPT_COMMON, 1, 1, cmd_token_revoke},
    {"tool bind", "NAME --type TOOL --base B [--path PTR]",
     "a tool over a part of a base, under a name of its own",
     "TOOL is semantic_query, fetch_evidence, query_data, get_context_data,\n"
     "get_data_schema, create_data, update_data or delete_data. Its\n"
     "pointers are then relative to PTR, and nothing else is reachable.\n"
     "\n"
     "    quarry tool bind find_orders --type semantic_query --base shop --path "
     "/orders\n",
     OPT_COMMON | OPT_BIT(TYPE) | OPT_BIT(BASE) | OPT_BIT(PATH), 1, 1,
     cmd_tool_bind},
    {"tool list", "", "the tools that are bound, on or off", "",
     OPT_COMMON | OPT_BIT(CSV), 0, 0, cmd_tool_list},
    {"tool enable", "NAME", "a bound tool is there again", "", OPT_COMMON, 1, 1,
     cmd_tool_enable},
    {"tool disable", "NAME", "a bound tool is not there, until it is enabled",
     "", OPT_COMMON, 1, 1, cmd_tool_disable},
    {"tool rm", "NAME", "forget a bound tool", "", OPT_COMMON, 1, 1,
     cmd_tool_rm},
    {"exposure create", "NAME --base B --tools a,b",
     "a set of tools over one base, for one audience",
     "Prints {\"name\",\"id\",\"token\"}; its token opens these tools and\n"
     "nothing else, at /mcp/NAME and /v1. With --public no token is needed at\n"
     "/mcp/NAME. Pages of other origins may ask only where --origin says so.\n"
     "\n"
     "    quarry exposure create help --base handbook --tools "
     "ask,semantic_query --origin https://example.org --public\n",
     OPT_COMMON | OPT_BIT(BASE) | OPT_BIT(TOOLS) | OPT_BIT(RIGHTS) |
         OPT_BIT(ORIGIN) | OPT_BIT(PUBLIC),
     1, 1, cmd_exposure_create},
    {"exposure list", "", "the exposures of this home", "",
     OPT_COMMON | OPT_BIT(CSV), 0, 0, cmd_exposure_list},
    {"exposure rm", "NAME", "remove an exposure and its tokens", "", OPT_COMMON,
     1, 1, cmd_exposure_rm},
    {"cache gc", "", "remove cached tables that nothing can use any more",
     "An entry whose file is gone or changed, or that another version made, is\n"
     "removed; with --all every entry is. All of it can be built again.\n",
     OPT_COMMON | OPT_BIT(ALL), 0, 0, cmd_cache_gc},
    {"doctor", "",
     "versions, sandbox and limits of this machine, the state of the home",
     "Starts a worker and asks it what protects you from the files it reads, and\n"
     "looks at the home as 'quarry serve' with the same options would: disk,\n"
     "tokens, configuration, port, certificate. Exit 10 when the kernel lacks\n"
     "Landlock or seccomp, 3 or 6 when the file of the embedding model is missing\n"
     "or damaged, otherwise that of the first thing that fails.\n",
     OPT_COMMON | OPT_BIT(LISTEN) | OPT_BIT(TLS_CERT) | OPT_BIT(TLS_KEY) |
         OPT_BIT(CONFIG) | OPT_BIT(SET),
     0, 0, cmd_doctor},
    {"version", "", "the version", "", OPT_COMMON, 0, 0, cmd_version},
    {"completion", "bash|zsh", "a completion script for your shell",
     "    quarry completion bash > ~/.local/share/bash-completion/completions/"
     "quarry\n",
     OPT_COMMON, 1, 1, cmd_completion},
    {"man", "", "this manual as a man page, for the installer", "", OPT_COMMON,
     0, 0, cmd_man},
    {0}};
