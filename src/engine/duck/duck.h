/*
 * duck.h - wraps DuckDB: an in-memory database with one connection, and queries
 * whose rows stream.
 *
 * Only duck_internal.h includes duckdb.h, and only duck*.c include that: the
 * rest of the program sees plain arrays. Errors are ours: DuckDB's message in
 * one line, with line and column in the SQL, without paths and without values
 * of cells. Life of a worker:
 *
 *     duck_open -> duck_attach (or, to ingest, CREATE TABLE and append)
 *               -> duck_lock -> duck_query ... -> duck_close
 *
 * One thread uses a `struct duck`; only duck_interrupt() may come from others.
 * Several threads fill one file with one each: duck_open_beside().
 */
#ifndef ENGINE_DUCK_DUCK_H
#define ENGINE_DUCK_DUCK_H

#include "base/buf.h"
#include "engine/duck/duck_type.h"

struct duck;
struct duck_result;

struct duck_options {
    uint64_t memory_bytes; /* 0: DuckDB's default; large strings pass it */
    unsigned threads;      /* 0: 1; the most that duck_use_threads() allows */
    const char *temp_dir;  /* where to spill; NULL: never */
};

/*
 * duck_open - a database in memory with one connection, UTC, file order kept,
 * no extension ever loaded from outside; it starts no thread before
 * duck_use_threads() asks for several.
 *
 * out      d     the caller's, closed with duck_close()
 * errors   ERR_INTERNAL  the library is not the pinned version, or no memory
 * cost     20 ms, nearly all of it DuckDB's
 */
MUST_CHECK enum err duck_open(const struct duck_options *o, struct duck **d,
                              struct error *e);

/*
 * duck_open_beside - another connection to what `d` has open, for another
 * thread, with transactions of its own.
 *
 * in       d    outlives it; must not be in use meanwhile
 * out      out  the caller's, closed with duck_close(); for duck_exec() and
 *               duck_append_open() only
 * errors   ERR_INTERNAL, ERR_LIMIT
 */
MUST_CHECK enum err duck_open_beside(struct duck *d, struct duck **out,
                                     struct error *e);

/* Close it and all it holds, a transaction that is not committed is undone;
   NULL is allowed. Results must be closed first. */
void duck_close(struct duck *d);

/*
 * duck_exec - a statement of our own (never a user's), its result thrown away.
 *
 * errors   ERR_LIMIT, ERR_TIMEOUT as in duck_query(); all else is ERR_INTERNAL
 */
MUST_CHECK enum err duck_exec(struct duck *d, const char *sql, struct error *e);

/* As duck_exec() for what a buffer holds, which is released. */
MUST_CHECK enum err duck_exec_buf(struct duck *d, struct buf *sql,
                                  struct error *e);

/*
 * duck_attach - the database file `path` as catalog `name`.
 *
 * in       path       any bytes; made when missing unless read_only
 *          name       our own, a plain identifier
 * errors   ERR_FILE_READ_FAILED  missing, not a DuckDB file, or damaged; the
 *                                message names no path
 */
MUST_CHECK enum err duck_attach(struct duck *d, const char *path,
                                const char *name, bool read_only,
                                struct error *e);

/*
 * duck_lock - no file, extension or setting can be reached from SQL any more,
 * except what SECURITY.md lists (attached files). For the rest of its life; the
 * one setting left open is `threads`, which duck_use_threads() needs.
 */
MUST_CHECK enum err duck_lock(struct duck *d, struct error *e);

/*
 * duck_confine - from now on no file can be opened but those below `folder`, and no
 * extension loaded: for a foreign database, whose catalog is a program. The first call
 * counts.
 */
MUST_CHECK enum err duck_confine(struct duck *d, struct str folder,
                                 struct error *e);

/*
 * duck_use_threads - run what follows on `n` threads, 1 to options.threads.
 * One thread gives the same bytes each time; several do not, where a DOUBLE
 * is summed or the SQL has no total order. Costs 0.3 ms when n changes.
 */
MUST_CHECK enum err duck_use_threads(struct duck *d, unsigned n,
                                     struct error *e);

/* duck_limit_memory - what the engine counts of what follows, in the place of
 * duck_options.memory_bytes; before duck_lock(). */
MUST_CHECK enum err duck_limit_memory(struct duck *d, uint64_t bytes,
                                      struct error *e);

/*
 * duck_interrupt - end the running query soon; it fails with ERR_TIMEOUT.
 *
 * threads  any. With nothing running it does nothing: DuckDB forgets it when
 *          the next query begins, so who cancels must also look at the flag
 *          that made it cancel.
 */
void duck_interrupt(struct duck *d);

/*
 * duck_serialize - the syntax tree of a SELECT as JSON, by DuckDB's own
 * json_serialize_sql: {"error":false,"statements":[...]}.
 *
 * out      json  lives in `a`; never a text that says "error":true
 * errors   ERR_VALIDATION_FAILED  not SQL, with position; a NUL byte; or a
 *                                 statement that is no SELECT
 * cost     0.3 ms for a short query
 */
MUST_CHECK enum err duck_serialize(struct duck *d, struct str sql,
                                   struct arena *a, struct str *json,
                                   struct error *e);

/*
 * duck_query - run one statement and stream its rows.
 *
 * in       sql   UTF-8; one statement
 * out      r     the caller's, closed with duck_result_close() before the
 *                next query of the same `d` begins
 * errors   ERR_VALIDATION_FAILED  DuckDB refuses it or a value, with position
 *          ERR_LIMIT              out of memory, or a value too large
 *          ERR_TIMEOUT            duck_interrupt() came
 *          ERR_FILE_READ_FAILED   an attached file is damaged
 *          ERR_INTERNAL           input or output failed, or a bug in DuckDB
 */
MUST_CHECK enum err duck_query(struct duck *d, struct str sql,
                               struct duck_result **r, struct error *e);

/*
 * duck_query_kept - the same, but the statement stays prepared: the next time
 * that this text is asked it costs the run alone. Up to 16 statements are kept,
 * those asked last; one that takes long, fails or is over 16 KiB is not.
 *
 * in       sql   refers to nothing that is decided when it is planned, as
 *                now() and random() may be
 */
MUST_CHECK enum err duck_query_kept(struct duck *d, struct str sql,
                                    struct duck_result **r, struct error *e);

/* Let go of the statements that duck_query_kept() keeps: what a name in them
   stands for has changed. */
void duck_forget(struct duck *d);

/* A function of our own in SQL, true for the rowids in a range; the gate does
   not let a user call it. */
#define DUCK_ROW_IN_RANGE "quarry_row_in_range"

/* duck_set_row_range - the range of DUCK_ROW_IN_RANGE from now on, `from` to
   before `to`. No query may be running. */
void duck_set_row_range(struct duck *d, uint64_t from, uint64_t to);

/* The columns, columns[count]; borrow the result. */
const struct duck_column *duck_result_columns(const struct duck_result *r,
                                              size_t *count);

/*
 * duck_result_next - the next chunk.
 *
 * out      c     rows == 0 at the end; borrows `r` until the next call
 * errors   as duck_query(): rows are made while they are read
 */
MUST_CHECK enum err duck_result_next(struct duck_result *r,
                                     struct duck_chunk *c, struct error *e);

/* Stop reading and free; NULL is allowed. */
void duck_result_close(struct duck_result *r);

/*
 * duck_quote - an identifier as SQL, in double quotes, put at the end of
 * `out`. Any bytes but NUL are safe in it.
 */
void duck_quote(struct buf *out, struct str name);

/* duck_quote_text - the same for a text, in single quotes. */
void duck_quote_text(struct buf *out, struct str text);

#endif
