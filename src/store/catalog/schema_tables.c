#include "store/catalog/schema_tables.h"

#include "base/str.h"

#define SMALL 256 /* rows at a time */
#define LARGE 16  /* where one may have megabytes */

static const struct db_table of_base[] = {
    DB_TABLE("setting", "name", "name, value", "tt", "?1, ?2", SMALL),
    DB_TABLE_OF_IDS(
        "document",
        "id, key, name, source, source_type, format, version, state, failure,"
        " indexed_version, source_config, splitter_config, chunks, created_at,"
        " updated_at, removed, last_indexed_at, chunk_count, vector_count,"
        " lexical_only_count, index_failure, hotness, hot_at, pinned, priority,"
        " gone, encoding",
        "itttttittitttttitiiitriiiit",
        "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
        " ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27",
        SMALL),
    DB_TABLE("tree_version", "version",
             "version, operation, pointer, patch, inverse, author, at",
             "itttttt", "?1, ?2, ?3, ?4, ?5, ?6, ?7", LARGE),
    DB_TABLE_OF_PAIRS(
        "document_version", "document, version",
        "document, version, sha256, bytes, source_fingerprint, tree_version,"
        " generation, author, at, reader",
        "iititiittt", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10", SMALL),
    DB_TABLE_OF_IDS("mount", "id, document, pointer, born, died", "iitii",
                    "?1, ?2, ?3, ?4, ?5", SMALL),
    DB_TABLE_OF_IDS("run",
                    "id, document, generation, container, place, kind, count,"
                    " child, keys, text",
                    "iiiibiiibb", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10",
                    LARGE),
    DB_TABLE_OF_IDS("job",
                    "id, document, kind, priority, pinned, hot_until,"
                    " enqueued_ms, not_before_ms, attempts, serial, running,"
                    " failure",
                    "ittiiriiiiit",
                    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12", SMALL),
    DB_TABLE_OF_IDS("semantic_entry",
                    "id, collection, name, payload, lines, file, line,"
                    " created_at, seen",
                    "itttttiri", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9", SMALL),
    DB_TABLE_OF_PAIRS("semantic_vector", "text, model", "text, model, vector",
                      "ttb", "?1, ?2, ?3", SMALL),
    DB_TABLE("publication", "path", "path, bytes, sha256, author, at", "tittt",
             "?1, ?2, ?3, ?4, ?5", SMALL),
    DB_TABLE_OF_IDS("feedback",
                    "id, at, verdict, query, comment, session_id, author,"
                    " learned",
                    "itttttti", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8", SMALL),
    DB_TABLE_OF_IDS("upload", "id, accepted, name, standing", "itti",
                    "?1, ?2, ?3, ?4", SMALL),
    DB_TABLE("retired", "key", "key, file, version", "tti", "?1, ?2, ?3",
             SMALL),
    DB_TABLE("question_vector", "id", "id, vector, at", "bbi", "?1, ?2, ?3",
             SMALL),
    DB_TABLE("members_known", "source",
             "source, sha256, reader, documents, digest", "tttii",
             "?1, ?2, ?3, ?4, ?5", SMALL),
};

static const struct db_table of_home[] = {
    DB_TABLE("base", "id", "id, name, created_at", "ttt", "?1, ?2, ?3", SMALL),
    DB_TABLE_OF_IDS("ingestion_log",
                    "id, base, started_at, completed_at, status, total_chunks,"
                    " total_files, error_message, metadata, base_id, awaited",
                    "ittttiitttt",
                    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11", SMALL),
    DB_TABLE_OF_PAIRS("metric", "name, part", "name, part, value", "tii",
                      "?1, ?2, ?3", SMALL),
    DB_TABLE("exposure", "name",
             "name, base_id, tools, origins, rights, public, created_at",
             "ttttiit", "?1, ?2, ?3, ?4, ?5, ?6, ?7", SMALL),
    DB_TABLE("token", "id",
             "id, hash, rights, base_ids, tools, exposure, created_at,"
             " expires_at",
             "tbitttti", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8", SMALL),
    DB_TABLE("bound_tool", "name",
             "name, type, base_id, path, enabled, created_at", "ttttit",
             "?1, ?2, ?3, ?4, ?5, ?6", SMALL),
    DB_TABLE("query_log", "id",
             "id, session_id, query_text, query_mode, selected_text,"
             " answer_text, source_chunks, response_time_ms, created_at, base,"
             " caller, answer_mode, error_code, base_id",
             "tttttttitttttt",
             "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14",
             SMALL),
    DB_TABLE("retired_base", "name", "name, n", "ti", "?1, ?2", SMALL),
};

const struct db_tables base_tables = {of_base, COUNT_OF(of_base)};
const struct db_tables home_tables = {of_home, COUNT_OF(of_home)};
