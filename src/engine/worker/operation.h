/*
 * operation.h - the operations of a worker, one function each. Private to the
 * module: worker_session.c dispatches to them, operation.c implements them.
 */
#ifndef ENGINE_WORKER_OPERATION_H
#define ENGINE_WORKER_OPERATION_H

#include "engine/duck/duck.h"
#include "engine/query/catalog.h"
#include "engine/sql_gate/gate_cache.h"
#include "engine/worker/worker_session.h"

#include <stdatomic.h>

/* What one request may build besides what DuckDB holds. */
#define OPERATION_ARENA_BYTES ((size_t)256 * 1024 * 1024)

enum session_mode {
    SESSION_INGEST,
    SESSION_QUERY,
    SESSION_EXPORT,
    SESSION_PARSE
};

struct worker_session {
    struct worker_session_options options;
    enum session_mode mode;
    struct arena arena; /* lives as long as the session */
    struct duck *duck;
    const char *folder;          /* ingest, export, parse; in `arena` */
    struct catalog *catalog;     /* query, export; in `arena` */
    struct gate_cache *verdicts; /* query, export */
    atomic_bool
        stop; /* set by worker_session_interrupt(), from any thread; cleared
                         when a request begins */
};

struct operation_call {
    struct worker_session *session;
    const struct json *request;
    int fd; /* the caller's; -1: none */
    const struct worker_session_progress *progress;
    struct arena arena; /* of this call */
};

struct operation {
    const char *name;
    unsigned modes; /* 1 << SESSION_x of those that offer it */
    enum err (*run)(struct operation_call *c, struct jsonw *w, struct error *e);
};

/* What "sections" leaves in the folder; the second only where the text is not
   the bytes of the source after its mark. */
#define OPERATION_SECTIONS_FILE "sections.json"
#define OPERATION_TEXT_FILE     "text.txt"

/*
 * operation_sections - read a document: formats/markup/sections.h, formats/office/office.h.
 *
 * in       c   fd: the source; "format", "id_style", "encoding" of the request,
 *              each may be left out or empty
 * out      w   {"format","encoding","encoding_confidence","text_is_source",
 *              "title","lines","sections","blocks","links","anchors" (counts),
 *              "sections_bytes" (of the file)}
 *          OPERATION_SECTIONS_FILE in the folder: what sections_write() writes,
 *          of any size; OPERATION_TEXT_FILE: the text its bytes are offsets in
 * errors   as sections_parse(); ERR_VALIDATION_FAILED, ERR_FILE_READ_FAILED,
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err operation_sections(struct operation_call *c,
                                       struct jsonw *w, struct error *e);

/* What "decode" leaves in the folder. */
#define OPERATION_DECODED_FILE "decoded"

/*
 * operation_decode - a text in a declared encoding as UTF-8.
 *
 * in       c   fd: the source; "encoding" of the request
 * out      w   {"encoding":"windows-1252","bytes":1200}
 *          OPERATION_DECODED_FILE in the folder, of any size
 * errors   ERR_VALIDATION_FAILED  an unknown encoding
 *          ERR_FILE_READ_FAILED   bytes that do not decode, with the offset
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err operation_decode(struct operation_call *c, struct jsonw *w,
                                     struct error *e);

/*
 * operation_complete - a database with the logs that were beside it, as one file.
 *
 * in       c   fd: a bundle, which may be written to; of the request "bundle",
 *              {"bytes":8192,"room":139264,"logs":[{"is":"wal","at":139264,
 *              "bytes":4152}]}, "is" may be "journal": sqlite_complete.h
 *              Of DuckDB its only log is a "wal": duckdb_complete.h
 * errors   as sqlite_complete(), duckdb_complete()
 */
MUST_CHECK enum err operation_complete(struct operation_call *c,
                                       struct error *e);

/* What "dictionaries" leaves in the folder:
 * store/value_index/dictionary_build.h. */
#define OPERATION_DICTIONARIES_FILE "values.dictionary"

/* What "fields" leaves in the folder. */
#define OPERATION_FIELDS_FILE "fields.jsonl"

/*
 * operation_fields - fields of records, exactly as texts:
 * formats/json/fields.h.
 *
 * in       c   fd: the source; of the request "names" of members, for JSON
 *              Lines, or "columns", how many a line has at most
 * out      w   {"records":12}
 *          OPERATION_FIELDS_FILE in the folder, a line of JSON a record: its
 *          line in the source and each field, null for one that it has not
 * errors   as fields_of_json(), fields_of_lines(); ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err operation_fields(struct operation_call *c, struct jsonw *w,
                                     struct error *e);

/* What "unpack" leaves in the folder. */
#define OPERATION_UNPACKED_FILE "unpacked"

/*
 * operation_unpack - what gzip or zstd packed.
 *
 * in       c   fd: the source; "max_bytes" of the request
 * out      w   {"packed":"gzip"}
 *          OPERATION_UNPACKED_FILE in the folder
 * errors   as unpack_run(); ERR_FILE_READ_FAILED  it is not packed, or twice
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err operation_unpack(struct operation_call *c, struct jsonw *w,
                                     struct error *e);

/* What "members" leaves in the folder: the first of them is "member-0". */
#define OPERATION_MEMBER_FILE "member-"

/*
 * operation_members - files that a file holds, as many as one answer takes:
 * formats/mail/mbox.h, formats/mail/mail.h, formats/archive/archive.h.
 *
 * in       c   fd: the source; of the request "kind", "mail", "mbox", "zip",
 *              "tar" or "package", and "from", 0 or "next" of the answer before
 * out      w   {"members":[{"id","name","file":0,"bytes":1200} or
 *              {"id","name","is_left_out":false,"refusal","bytes"}],"next":0};
 *              next is 0 after the last; bytes were unpacked, for nothing where
 *              it is refused
 *          the files in the folder
 * errors   of the readers; ERR_VALIDATION_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err operation_members(struct operation_call *c, struct jsonw *w,
                                      struct error *e);

/* The operation of this name, or NULL. */
const struct operation *operation_find(struct str name);

#endif
