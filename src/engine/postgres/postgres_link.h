/*
 * postgres_link.h - a connection to a PostgreSQL server, and statements on it.
 *
 * What the server says is untrusted: texts are
 * borrowed from its answers and checked by the code that reads them, and a message of
 * it is shown only where it cannot quote a value.
 *
 * threads  one
 */
#ifndef ENGINE_POSTGRES_POSTGRES_LINK_H
#define ENGINE_POSTGRES_POSTGRES_LINK_H

#include "base/buf.h"

struct postgres_link;

/* A parameter of the connection, as libpq calls it: "host", "sslmode". */
struct postgres_option {
    const char *name;
    const char *value;
};

#define POSTGRES_MAX_OPTIONS 32u

/*
 * postgres_link_open - connect and authenticate.
 *
 * in       list[n]  at most POSTGRES_MAX_OPTIONS
 * out      out      close with postgres_link_close()
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  no server, or no TLS that can be verified
 *          ERR_UNAUTHORIZED  it takes another password, or there is none
 */
MUST_CHECK enum err postgres_link_open(const struct postgres_option *list,
                                       size_t n, struct postgres_link **out,
                                       struct error *e);

/* NULL is allowed. */
void postgres_link_close(struct postgres_link *l);

/* 150018 of version 15.18. */
int postgres_link_version(const struct postgres_link *l);

/* "TLSv1.3"; NULL: the connection is not encrypted. */
const char *postgres_link_tls(const struct postgres_link *l);

/* Run a statement that gives no rows; errors as postgres_link_query(). */
MUST_CHECK enum err postgres_link_exec(struct postgres_link *l, const char *sql,
                                       struct error *e);

/* Rows of a statement; POSTGRES_ROWS_NONE has none. */
struct postgres_rows {
    void *result;
    size_t n;
};
#define POSTGRES_ROWS_NONE   ((struct postgres_rows){0})
#define POSTGRES_ANY_COLUMNS (-1)

/*
 * postgres_link_query - all rows at once, which are few.
 *
 * in       columns  that the rows must have; POSTGRES_ANY_COLUMNS: any number
 * out      rows     close with postgres_rows_close() in every case
 * errors   ERR_TIMEOUT           statement_timeout or lock_timeout passed
 *          ERR_FILE_READ_FAILED  the server refuses it
 *          ERR_TOOL_WORKER_UNAVAILABLE  the connection is lost
 */
MUST_CHECK enum err postgres_link_query(struct postgres_link *l,
                                        const char *sql, int columns,
                                        struct postgres_rows *rows,
                                        struct error *e);
void postgres_rows_close(struct postgres_rows *rows);

/* Its columns: how many, and of each the name and the number of its type. */
int postgres_rows_columns(const struct postgres_rows *rows);
struct str postgres_rows_name(const struct postgres_rows *rows, int column);
uint32_t postgres_rows_type(const struct postgres_rows *rows, int column);

/* Called with each row of a result, which is the only one of `rows`. */
typedef enum err postgres_take_row(void *ctx, const struct postgres_rows *rows,
                                   struct error *e);

/*
 * postgres_link_stream - the rows of a query, one after the other; at its end `rows` with
 * none of them, which has the columns, too.
 *
 * errors   as postgres_link_query(); of `take`, after which the connection can only
 *          be closed
 */
MUST_CHECK enum err postgres_link_stream(struct postgres_link *l,
                                         const char *sql,
                                         postgres_take_row *take, void *ctx,
                                         struct error *e);

/* A value; empty where it is null. Until the rows are closed. */
struct str postgres_rows_text(const struct postgres_rows *rows, size_t row,
                              int column);
bool postgres_rows_is_null(const struct postgres_rows *rows, size_t row,
                           int column);

/* Called with each row of a COPY, its line end included. */
typedef enum err postgres_take_line(void *ctx, struct str line,
                                    struct error *e);

/*
 * postgres_link_copy - the rows of COPY ... TO STDOUT, one after the other.
 *
 * errors   as postgres_link_query(); of `take`, after which the connection can only
 *          be closed
 */
MUST_CHECK enum err postgres_link_copy(struct postgres_link *l, const char *sql,
                                       postgres_take_line *take, void *ctx,
                                       struct error *e);

/* Append a name as SQL quotes it: "a ""name""". */
void postgres_quote(struct buf *sql, struct str name);

#endif
