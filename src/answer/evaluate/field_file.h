/*
 * field_file.h - records of an untrusted file, read by the worker program:
 * named members of JSON Lines, or the fields of lines, as exact text.
 */
#ifndef ANSWER_EVALUATE_FIELD_FILE_H
#define ANSWER_EVALUATE_FIELD_FILE_H

#include "base/str.h"
#include "tables/worker_client/worker_pool.h"

#define FIELD_FILE_MAX_BYTES (UINT64_C(512) << 20)
#define FIELD_FILE_FIELDS    5

struct field_row {
    uint64_t line;
    struct str value[FIELD_FILE_FIELDS]; /* value[n]; p == NULL: it has none */
    size_t n;
};

struct field_rows {
    const struct field_row *row; /* row[0..n) */
    size_t n;
};

/* The reader. */
struct field_reader {
    struct worker_pool *pool;
    const char *folder;        /* a scratch folder; the worker sees no other */
    const atomic_bool *cancel; /* NULL: never */
};

/* What is read of which file. */
struct field_file {
    const char *path;
    const char *shown;
    const char *request; /* {"op":"fields",...}, engine/worker/operation.c */
    size_t max_rows;
};

/*
 * field_file_read - all records.
 *
 * out      out    lives in `a`
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED
 *          ERR_VALIDATION_FAILED  what the worker refuses; names the file, and
 *                                 e->pos says where
 *          ERR_LIMIT              over FIELD_FILE_MAX_BYTES or max_rows
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err field_file_read(const struct field_reader *r,
                                    const struct field_file *f, struct arena *a,
                                    struct field_rows *out, struct error *e);

#endif
