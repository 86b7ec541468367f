/*
 * base_schema.c - the tables of base.db and of quarry.db.
 *
 * A step that was released is never edited; a change is another step, and
 * tests/unit/store/catalog has a database of each released shape to bring on.
 *
 * Times are ISO 8601 in UTC. JSON columns hold canonical text of ours.
 *
 * document          one row an added file or mounted JSON; `source` is what it
 *                   is found again by: "path:" and its absolute path, "name:"
 *                   and the name of an upload, or "data:" and the pointer
 *                   where somebody created it; `removed` is the tree version
 *                   that took its JSON out of the tree, which a rollback undoes
 * document_version  1, 2, ... of each; `sha256` names the original and is null
 *                   where an edit made the version; `source_fingerprint`
 *                   names the content either way
 * mount             where in the base's JSON tree a document's JSON is,
 *                   from which tree version to before which
 * tree_version      every write to the tree: who, when, and the JSON Patch that
 *                   does it and the one that undoes it
 * run               the JSON of the documents, in pieces
 * (src/store/json_document). What
 *                   an edit changes is changed in place; a file added again or
 *                   a rollback begins another generation beside the old one
 *
 * Step 2, the index. What it holds is derived; what it still has to do is not:
 *
 * document          `failure` says why it could not be read, `index_failure`
 *                   why it could not be indexed; `last_indexed_at` and the
 *                   counts are of `indexed_version`; `hotness` was so at
 *                   `hot_at`, in Unix seconds (hotness.h)
 * job               one row a document whose passages are to be made or
 *                   removed, by its key, which outlives the document (its row,
 *                   for a removal). `serial` counts what was asked since the
 *                   row was made, so that whoever took a job sees that there is
 *                   more to do; `pinned` and `hot_until` are those of the
 *                   document, here for the order; times in Unix milliseconds
 * metric            of the home: part 0, 1, ... are the counts of
 *                   struct metric_value, part -1 its millionths
 *
 * Step 3, so that no search goes through all documents:
 *
 * tally             how many documents there are of each state, without those
 *                   that are removed, and the sums of their counts; triggers
 *                   keep it
 *
 * Step 4, the semantic layer:
 *
 * semantic_entry    schema notes, metrics and examples (ask/semantic/entry.h):
 *                   `payload` is an object of fields, `lines` where each is
 *                   in `file`, which is null where an example was learned;
 *                   `seen` is of the load under way; times in Unix seconds
 *
 * Step 5, found by meaning:
 *
 * semantic_vector   of what entries say, floats as the machine has them;
 * derived,
 *                   and made again where they are missing
 *
 * Step 6, what people decide:
 *
 * publication       files of draft/ that somebody moved to published/
 * feedback          what was said of an answer; `learned`: it became an example
 *
 * Step 7, uploads that were accepted and wait (pending_upload.h):
 *
 * upload            a file of one, by the upload's id and the file's name; `id`
 *                   is the order in which they were accepted, `standing` of
 *                   enum upload_standing
 *
 * Step 8, what is worth more than the rest:
 *
 * document          `priority`, 0 to 100, says so whoever runs the base; in a
 * job's
 *                   `pinned` it is, too, below those that are pinned
 *                   (hotness.h)
 *
 * Step 9, documents that were removed, and files that are gone:
 *
 * retired           the keys of removed documents, which no other gets, with
 *                   the last part of the name and the last version: another
 *                   document of this name begins after it, so that a pointer
 *                   to a version never names two contents; a trigger keeps it
 * document          `gone`: its file was not in its folder any more when that
 *                   was added again (document_gone.h); 2: and it was
 *                   'disabled' before
 *
 * Step 10:
 *
 * question_vector   what an endpoint made of questions
 *                   (search/retrieve/question_kept.h), derived; `id` is a hash
 *                   of the model and the question, `at` Unix milliseconds
 *
 * Step 11:
 *
 * document          `encoding` that its file was said to have: what is kept of
 *                   it is UTF-8; null: it is kept as it was
 *
 * Step 13, what archives and packed files had in them (members_known.h):
 *
 * members_known     by the source of the file: the hash of its bytes, what else
 *                   decided on what was found, and how many `documents` these
 *                   were, with a sum of hashes of their sources and contents
 *
 * Step 14, what is to be read again:
 *
 * document_version  `reader` that made its text of the bytes (document_reader.h); null:
 *                   it has no text. Those before this step are of the reader of the
 *                   time
 *
 * Of the home, step 3, who may do what, and what was asked (src/server/auth,
 * src/server/query_log):
 *
 * token             `hash` is the SHA-256 of the secret, which occurs nowhere;
 *                   `rights` are bits of server/auth/grant_check.h; `bases` and `tools` are
 *                   JSON lists of names, null reaches all; `expires_at` is in
 *                   Unix seconds, null never; one with an `exposure` has its
 *                   scope from there
 * bound_tool        a tool (`type`) over a context: a base and a JSON
 *                   Pointer into its tree
 * exposure          a set of tools over one base, as JSON, for one audience;
 *                   `origins` whose pages may ask, as JSON
 * query_log         a question and what was answered; texts are empty where they
 *                   are not to be kept. `caller` is a token's id or none
 *
 * Step 5: grants and records of a base refer to its id, which no other base
 * ever has; in logs its name is beside, as it was. Null there: of a base
 * that was gone when this step was made, or of none. `grant_version` counts
 * changes of bases and of what is granted; triggers keep it.
 *
 * Step 7: how many bases of a name were removed. Another that gets the name
 * mints other keys (document.h); a trigger keeps it.
 */
#include "store/catalog/base_schema.h"

/* Of what the row `side` of a trigger says, the share of its state. */
#define TALLY_PLUS(side)                                                  \
    "INSERT INTO tally SELECT " side ".state, 1,"                         \
    " ifnull(" side ".chunk_count, 0), ifnull(" side ".vector_count, 0)," \
    " ifnull(" side ".lexical_only_count, 0) WHERE " side ".removed = 0"  \
    " ON CONFLICT(state) DO UPDATE SET"                                   \
    " documents = documents + 1, chunks = chunks + excluded.chunks,"      \
    " vectors = vectors + excluded.vectors,"                              \
    " lexical_only = lexical_only + excluded.lexical_only; "
#define TALLY_MINUS(side)                                            \
    "UPDATE tally SET documents = documents - 1,"                    \
    " chunks = chunks - ifnull(" side ".chunk_count, 0),"            \
    " vectors = vectors - ifnull(" side ".vector_count, 0),"         \
    " lexical_only = lexical_only - ifnull(" side                    \
    ".lexical_only_count, 0) WHERE state = " side ".state AND " side \
    ".removed = 0; "

/* "keys.md" of "docs/keys.md". */
#define LAST_PART(name) \
    "replace(" name ", rtrim(" name ", replace(" name ", '/', '')), '')"

static const char *const base_steps[] = {
    "CREATE TABLE setting ("
    "  name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE document ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL UNIQUE,"
    "  name TEXT NOT NULL,"
    "  source TEXT NOT NULL UNIQUE,"
    "  source_type TEXT NOT NULL"
    "    CHECK (source_type IN ('file','text','table','web','data')),"
    "  format TEXT NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  state TEXT NOT NULL"
    "    CHECK (state IN ('ready','stale','indexing','failed','disabled')),"
    "  failure TEXT,"
    "  indexed_version INTEGER,"
    "  source_config TEXT NOT NULL DEFAULT '{}',"
    "  splitter_config TEXT NOT NULL DEFAULT '{}',"
    "  chunks TEXT NOT NULL DEFAULT '{}',"
    "  created_at TEXT NOT NULL,"
    "  updated_at TEXT NOT NULL,"
    "  removed INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX document_name ON document(name);"

    "CREATE TABLE tree_version ("
    "  version INTEGER PRIMARY KEY,"
    "  operation TEXT NOT NULL CHECK (operation IN"
    "    ('add','create','set','delete','patch','rollback','remove')),"
    "  pointer TEXT NOT NULL,"
    "  patch TEXT, inverse TEXT,"
    "  author TEXT NOT NULL, at TEXT NOT NULL);"

    "CREATE TABLE document_version ("
    "  document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,"
    "  version INTEGER NOT NULL,"
    "  sha256 TEXT, bytes INTEGER NOT NULL,"
    "  source_fingerprint TEXT NOT NULL,"
    "  tree_version INTEGER, generation INTEGER,"
    "  author TEXT NOT NULL, at TEXT NOT NULL,"
    "  PRIMARY KEY (document, version)) WITHOUT ROWID;"
    "CREATE INDEX document_version_tree ON document_version(tree_version);"
    "CREATE INDEX document_version_sha256 ON document_version(sha256);"

    "CREATE TABLE mount ("
    "  id INTEGER PRIMARY KEY,"
    "  document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,"
    "  pointer TEXT NOT NULL,"
    "  born INTEGER NOT NULL, died INTEGER);"
    "CREATE INDEX mount_document ON mount(document);"
    "CREATE INDEX mount_pointer ON mount(pointer);"

    "CREATE TABLE run ("
    "  id INTEGER PRIMARY KEY,"
    "  document INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,"
    "  generation INTEGER NOT NULL,"
    "  container INTEGER NOT NULL,"
    "  place BLOB NOT NULL,"
    "  kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),"
    "  count INTEGER NOT NULL,"
    "  child INTEGER,"
    "  keys BLOB NOT NULL, text BLOB NOT NULL);"
    "CREATE INDEX run_place"
    "  ON run(document, generation, container, place, count);"
    "CREATE INDEX run_child ON run(document, generation, child)"
    "  WHERE child IS NOT NULL;",

    "ALTER TABLE document ADD COLUMN last_indexed_at TEXT;"
    "ALTER TABLE document ADD COLUMN chunk_count INTEGER;"
    "ALTER TABLE document ADD COLUMN vector_count INTEGER;"
    "ALTER TABLE document ADD COLUMN lexical_only_count INTEGER;"
    "ALTER TABLE document ADD COLUMN index_failure TEXT;"
    "ALTER TABLE document ADD COLUMN hotness REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE document ADD COLUMN hot_at INTEGER;"
    "ALTER TABLE document ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;"

    "CREATE TABLE job ("
    "  id INTEGER PRIMARY KEY,"
    "  document TEXT NOT NULL UNIQUE,"
    "  kind TEXT NOT NULL CHECK (kind IN ('index','remove')),"
    "  priority INTEGER NOT NULL,"
    "  pinned INTEGER NOT NULL DEFAULT 0,"
    "  hot_until REAL,"
    "  enqueued_ms INTEGER NOT NULL,"
    "  not_before_ms INTEGER NOT NULL DEFAULT 0,"
    "  attempts INTEGER NOT NULL DEFAULT 0,"
    "  serial INTEGER NOT NULL DEFAULT 0,"
    "  running INTEGER NOT NULL DEFAULT 0,"
    "  failure TEXT);"
    "CREATE INDEX job_order ON job(running, pinned DESC, priority DESC,"
    "  hot_until DESC, enqueued_ms, id);"

    "UPDATE document SET state = 'stale'"
    " WHERE state IN ('ready', 'indexing');"
    "INSERT INTO job(document, kind, priority, enqueued_ms)"
    " SELECT key, 'index', 0,"
    "  CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    " FROM document WHERE state = 'stale' AND removed = 0 ORDER BY id;",

    "CREATE TABLE tally ("
    "  state TEXT PRIMARY KEY, documents INTEGER NOT NULL,"
    "  chunks INTEGER NOT NULL, vectors INTEGER NOT NULL,"
    "  lexical_only INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT INTO tally SELECT state, count(*), total(chunk_count),"
    "  total(vector_count), total(lexical_only_count)"
    " FROM document WHERE removed = 0 GROUP BY state;"
    "CREATE TRIGGER document_comes AFTER INSERT ON document"
    " BEGIN " TALLY_PLUS(
        "NEW") "END;"
               "CREATE TRIGGER document_goes AFTER DELETE ON document"
               " BEGIN " TALLY_MINUS(
                   "OLD") "END;"
                          "CREATE TRIGGER document_changes AFTER UPDATE OF state, removed,"
                          " chunk_count, vector_count, lexical_only_count ON document"
                          " BEGIN " TALLY_MINUS("OLD") TALLY_PLUS(
                              "NEW") "END;"
                                     "CREATE INDEX document_unready ON document(state) WHERE state <> 'ready';"
                                     "CREATE INDEX document_used ON document(id)"
                                     " WHERE pinned = 1 OR hotness > 0;",

    "CREATE TABLE semantic_entry ("
    "  id INTEGER PRIMARY KEY,"
    "  collection TEXT NOT NULL"
    "    CHECK (collection IN ('schema','metrics','examples')),"
    "  name TEXT NOT NULL, payload TEXT NOT NULL,"
    "  lines TEXT NOT NULL, file TEXT, line INTEGER NOT NULL,"
    "  created_at REAL NOT NULL, seen INTEGER NOT NULL DEFAULT 1,"
    "  UNIQUE (collection, name));",

    "CREATE TABLE semantic_vector ("
    "  text TEXT NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL,"
    "  PRIMARY KEY (text, model)) WITHOUT ROWID;",

    "CREATE TABLE publication ("
    "  path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL,"
    "  author TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE feedback ("
    "  id INTEGER PRIMARY KEY, at TEXT NOT NULL,"
    "  verdict TEXT NOT NULL CHECK (verdict IN ('up','down')),"
    "  query TEXT NOT NULL, comment TEXT, session_id TEXT,"
    "  author TEXT NOT NULL, learned INTEGER NOT NULL);",

    "CREATE TABLE upload ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  accepted TEXT NOT NULL, name TEXT NOT NULL,"
    "  standing INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (accepted, name));"
    "CREATE INDEX upload_name ON upload(name);",

    "ALTER TABLE document ADD COLUMN priority INTEGER NOT NULL DEFAULT 0"
    "  CHECK (priority BETWEEN 0 AND 100);",

    "CREATE TABLE retired ("
    "  key TEXT PRIMARY KEY, file TEXT NOT NULL, version INTEGER NOT NULL)"
    "  WITHOUT ROWID;"
    "CREATE INDEX retired_file ON retired(file);"
    "CREATE TRIGGER document_retires AFTER DELETE ON document BEGIN"
    " INSERT INTO retired VALUES"
    "  (OLD.key, " LAST_PART(
        "OLD.name") ", OLD.version)"
                    "  ON CONFLICT(key) DO UPDATE SET"
                    "  version = max(version, excluded.version); END;"
                    "ALTER TABLE document ADD COLUMN gone INTEGER NOT NULL DEFAULT 0"
                    "  CHECK (gone IN (0, 1, 2));",

    "CREATE TABLE question_vector ("
    "  id BLOB PRIMARY KEY, vector BLOB NOT NULL, at INTEGER NOT NULL)"
    "  WITHOUT ROWID;",

    "ALTER TABLE document ADD COLUMN encoding TEXT;",

    "CREATE INDEX document_not_read ON document(name)"
    " WHERE instr(source_config, '\"not_read\":[{') > 0;",

    "CREATE TABLE members_known ("
    "  source TEXT PRIMARY KEY, sha256 TEXT NOT NULL, reader TEXT NOT NULL,"
    "  documents INTEGER NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID;",

    "ALTER TABLE document_version ADD COLUMN reader TEXT;"
    "UPDATE document_version SET reader = 'sections5' WHERE sha256 IS NOT NULL"
    " AND document IN (SELECT id FROM document WHERE source_type NOT IN"
    "  ('table', 'data'));"
    "CREATE INDEX document_version_reader ON document_version(reader)"
    " WHERE reader IS NOT NULL;"};

/* One number shows snapshots of grants in memory that they are out of date. */
#define GRANT_CHANGES(table, event)                                           \
    "CREATE TRIGGER grants_" #table "_" #event " AFTER " #event " ON " #table \
    " BEGIN UPDATE grant_version SET n = n + 1; END;"
#define GRANTS_OF(table)         \
    GRANT_CHANGES(table, INSERT) \
    GRANT_CHANGES(table, UPDATE) GRANT_CHANGES(table, DELETE)

static const char *const home_steps[] = {
    "CREATE TABLE base ("
    "  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    "  created_at TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE ingestion_log ("
    "  id INTEGER PRIMARY KEY,"
    "  base TEXT NOT NULL,"
    "  started_at TEXT NOT NULL, completed_at TEXT,"
    "  status TEXT NOT NULL CHECK (status IN ('running','completed','failed')),"
    "  total_chunks INTEGER, total_files INTEGER,"
    "  error_message TEXT, metadata TEXT);"
    "CREATE INDEX ingestion_log_status ON ingestion_log(status);"
    "CREATE INDEX ingestion_log_started ON ingestion_log(started_at DESC);",

    "CREATE TABLE metric ("
    "  name TEXT NOT NULL, part INTEGER NOT NULL, value INTEGER NOT NULL,"
    "  PRIMARY KEY (name, part)) WITHOUT ROWID;",

    "CREATE TABLE exposure ("
    "  name TEXT PRIMARY KEY, base TEXT NOT NULL, tools TEXT NOT NULL,"
    "  origins TEXT NOT NULL, rights INTEGER NOT NULL,"
    "  public INTEGER NOT NULL, created_at TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE token ("
    "  id TEXT PRIMARY KEY, hash BLOB NOT NULL, rights INTEGER NOT NULL,"
    "  bases TEXT, tools TEXT,"
    "  exposure TEXT REFERENCES exposure(name) ON DELETE CASCADE,"
    "  created_at TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;"

    "CREATE TABLE bound_tool ("
    "  name TEXT PRIMARY KEY, type TEXT NOT NULL, base TEXT NOT NULL,"
    "  path TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 1,"
    "  created_at TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE query_log ("
    "  id TEXT PRIMARY KEY, session_id TEXT NOT NULL,"
    "  query_text TEXT NOT NULL,"
    "  query_mode TEXT NOT NULL"
    "    CHECK (query_mode IN ('full_book','selected_text')),"
    "  selected_text TEXT, answer_text TEXT NOT NULL,"
    "  source_chunks TEXT NOT NULL DEFAULT '[]',"
    "  response_time_ms INTEGER NOT NULL CHECK (response_time_ms >= 0),"
    "  created_at TEXT NOT NULL,"
    "  base TEXT, caller TEXT, answer_mode TEXT, error_code TEXT);"
    "CREATE INDEX query_log_session ON query_log(session_id);"
    "CREATE INDEX query_log_created ON query_log(created_at DESC);"
    "CREATE INDEX query_log_mode ON query_log(query_mode);",

    /* What was granted of a base goes with it (registry_remove()); until then
     * it stayed, and reached whatever got the name. */
    "DELETE FROM exposure WHERE base NOT IN (SELECT name FROM base);"
    "DELETE FROM bound_tool WHERE base NOT IN (SELECT name FROM base);"
    "UPDATE token SET bases = (SELECT json_group_array(value)"
    "  FROM json_each(token.bases) WHERE value IN (SELECT name FROM base))"
    "  WHERE bases IS NOT NULL;"
    "DELETE FROM token WHERE bases = '[]';",

    /* A name may be reused: grants and records of a base refer to its id. What
     * is older than the base that has the name now was another's. */
    "DELETE FROM exposure WHERE base NOT IN (SELECT name FROM base);"
    "DELETE FROM bound_tool WHERE base NOT IN (SELECT name FROM base);"
    "ALTER TABLE exposure RENAME COLUMN base TO base_id;"
    "UPDATE exposure SET base_id ="
    "  (SELECT id FROM base WHERE name = exposure.base_id);"
    "ALTER TABLE bound_tool RENAME COLUMN base TO base_id;"
    "UPDATE bound_tool SET base_id ="
    "  (SELECT id FROM base WHERE name = bound_tool.base_id);"
    "ALTER TABLE token RENAME COLUMN bases TO base_ids;"
    "UPDATE token SET base_ids = (SELECT json_group_array(id) FROM"
    "  (SELECT b.id FROM json_each(token.base_ids) j"
    "  JOIN base b ON b.name = j.value ORDER BY j.key))"
    "  WHERE base_ids IS NOT NULL;"
    "DELETE FROM token WHERE base_ids = '[]';"
    "ALTER TABLE query_log ADD COLUMN base_id TEXT;"
    "UPDATE query_log SET base_id = (SELECT id FROM base"
    "  WHERE name = query_log.base AND created_at <= query_log.created_at);"
    "CREATE INDEX query_log_base ON query_log(base_id);"
    "ALTER TABLE ingestion_log ADD COLUMN base_id TEXT;"
    "UPDATE ingestion_log SET base_id = (SELECT id FROM base WHERE"
    "  name = ingestion_log.base AND created_at <= ingestion_log.started_at);"
    "CREATE INDEX ingestion_log_base ON ingestion_log(base_id);"
    "CREATE TABLE grant_version (n INTEGER NOT NULL);"
    "INSERT INTO grant_version VALUES (1);" GRANTS_OF(base) GRANTS_OF(token)
        GRANTS_OF(exposure) GRANTS_OF(bound_tool),

    /* What was added is not indexed yet; null: nobody waits for it. */
    "ALTER TABLE ingestion_log ADD COLUMN awaited TEXT;",

    "CREATE TABLE retired_base ("
    "  name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TRIGGER base_retires AFTER DELETE ON base BEGIN"
    " INSERT INTO retired_base VALUES (OLD.name, 1)"
    "  ON CONFLICT(name) DO UPDATE SET n = n + 1; END;"};

#define STEPS(list)                              \
    {                                            \
        (list), sizeof(list) / sizeof((list)[0]) \
    }

const struct db_migrations base_schema = STEPS(base_steps);
const struct db_migrations home_schema = STEPS(home_steps);
