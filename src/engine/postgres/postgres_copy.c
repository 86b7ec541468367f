#include "engine/postgres/postgres_copy.h"

#include "base/fs.h"
#include "engine/postgres/postgres_select.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define SHOWN         "a copy of the database"
#define HEAD          "%%quarry-postgres %020" PRIu64 "\n"
#define HEAD_BYTES    38u
#define BLOCK_BYTES   ((size_t)256 << 10)
#define LINE_BYTES    ((size_t)64 << 20)
#define SQL_BYTES     ((size_t)1 << 20)
#define CATALOG_BYTES ((size_t)64 << 20)

struct copying {
    struct postgres_session *s;
    const struct postgres_limits *limits;
    struct arena *a;
    struct postgres_copied *done;
    int fd;
    uint64_t at;      /* where the next byte goes */
    struct buf block; /* that is not written yet */
    struct jsonw tables, left_out;
    struct buf tables_text, left_out_text;

    /* the table that is copied now */
    uint64_t begin, rows;
    bool is_over;  /* a limit: what still comes is dropped */
    uint64_t most; /* rows of it */
    double
        estimate; /* of all its rows, of which this is a sample; 0: it is whole */
};

/* ---- the file ---- */

static enum err flush(struct copying *c, struct error *e)
{
    enum err rc = fs_append(c->fd, SHOWN, buf_str(&c->block), e);

    buf_reset(&c->block);
    return rc;
}

/* Forget what was written of the table. */
static enum err undo(struct copying *c, struct error *e)
{
    enum err rc = flush(c, e);

    if (!rc && (ftruncate(c->fd, (off_t)c->begin) != 0 ||
                lseek(c->fd, (off_t)c->begin, SEEK_SET) < 0))
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    c->at = c->begin;
    return rc;
}

static enum err take_line(void *ctx, struct str line, struct error *e)
{
    struct copying *c = ctx;

    if (c->is_over)
        return OK;
    if (++c->rows > c->most || c->at + line.n > c->limits->all_bytes) {
        c->is_over = true;
        return undo(c, e);
    }
    c->at += line.n;
    buf_put_str(&c->block, line);
    return c->block.n < BLOCK_BYTES ? OK : flush(c, e);
}

/* ---- SQL ---- */

/* `from`: what comes after the table, for a sample. */
static enum err write_copy(const struct copying *c,
                           const struct postgres_table *t, const char *from,
                           struct str *out, struct error *e)
{
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    buf_puts(&sql, "COPY (");
    postgres_select_write(t, true, &sql);
    buf_puts(&sql, from);
    if (c->estimate == 0)
        postgres_select_order(t, &sql);
    buf_printf(&sql, " LIMIT %" PRIu64 ") TO STDOUT",
               c->most + (c->estimate == 0));
    rc = buf_dup(&sql, c->a, out, e);
    buf_release(&sql);
    return rc;
}

/* ---- what is left out ---- */

static enum err leave_out(struct copying *c, const struct postgres_table *t,
                          const char *reason)
{
    c->done->left_out++;
    jsonw_begin_object(&c->left_out);
    jsonw_member_str(&c->left_out, "name", t->name);
    jsonw_member_bool(&c->left_out, "view", postgres_table_is_view(t));
    jsonw_member_cstr(&c->left_out, "reason", reason);
    jsonw_end_object(&c->left_out);
    return OK;
}

/* ---- a table ---- */

/* What the server expects of reading all of it. */
static enum err explain(const struct copying *c, const struct postgres_table *t,
                        double *rows, double *cost, struct error *e)
{
    struct str text;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    postgres_select_write(t, true, &sql);
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = postgres_explain(c->s, text, c->a, rows, cost, e);
    buf_release(&sql);
    return rc;
}

static void write_column(struct jsonw *w, const struct postgres_column *c)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", c->name);
    jsonw_member_cstr(w, "kind", postgres_kind_name(c->kind));
    jsonw_member_str(w, "declared_type", c->declared);
    jsonw_member_text(w, "comment", c->comment);
    jsonw_member_bool(w, "is_key", c->is_key);
    if (c->kind == POSTGRES_ARRAY)
        jsonw_member_cstr(w, "separator", POSTGRES_SEPARATOR);
    jsonw_end_object(w);
}

static void write_key(struct jsonw *w, const struct postgres_table *t, size_t i,
                      size_t number)
{
    const struct postgres_key *k = &t->keys[i];

    jsonw_begin_object(w);
    jsonw_member_u64(w, "number", number);
    jsonw_member_str(w, "column", k->column);
    jsonw_member_str(w, "schema", k->schema);
    jsonw_member_str(w, "table", k->table);
    jsonw_member_str(w, "refers_to", k->refers_to);
    jsonw_member_bool(w, "holds", k->holds);
    jsonw_end_object(w);
}

static void write_table(struct copying *c, const struct postgres_table *t)
{
    struct jsonw *w = &c->tables;
    size_t number = 0;

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", t->name);
    jsonw_member_str(w, "schema", t->schema);
    jsonw_member_str(w, "table", t->table);
    jsonw_member_bool(w, "view", postgres_table_is_view(t));
    jsonw_member_text(w, "comment", t->comment);
    jsonw_member_u64(w, "at", c->begin);
    jsonw_member_u64(w, "bytes", c->at - c->begin);
    jsonw_member_u64(w, "rows", c->rows);
    if (c->estimate > 0)
        jsonw_member_u64(w, "sampled_of", (uint64_t)c->estimate);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->n; i++)
        write_column(w, &t->columns[i]);
    jsonw_end_array(w);
    jsonw_key(w, "keys");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->n_keys; i++) {
        number += i > 0 && !str_eq(t->keys[i].number, t->keys[i - 1].number);
        write_key(w, t, i, number);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static enum err run_copy(struct copying *c, const struct postgres_table *t,
                         const char *from, struct error *e)
{
    struct str sql;
    enum err rc = write_copy(c, t, from, &sql, e);

    c->begin = c->at;
    c->rows = 0;
    c->is_over = false;
    return rc ? rc : postgres_link_copy(c->s->link, sql.p, take_line, c, e);
}

static void count_table(struct copying *c, const struct postgres_table *t)
{
    write_table(c, t);
    c->done->tables++;
    c->done->rows += c->rows;
}

/*
 * Rows of a table that is too large, by blocks from all over it; the same ones while it
 * does not change. They tell what is in its columns; questions are for the server.
 */
static enum err copy_sample(struct copying *c, const struct postgres_table *t,
                            double rows, struct error *e)
{
    double percent = 200.0 * POSTGRES_SAMPLE_ROWS / rows;
    char from[80];
    enum err rc;

    c->estimate = rows;
    c->most = POSTGRES_SAMPLE_ROWS;
    if (percent > 100)
        percent = 100;
    (void)snprintf(from, sizeof(from),
                   " TABLESAMPLE SYSTEM (%.6f) REPEATABLE (1)", percent);
    rc = run_copy(c, t, postgres_table_is_view(t) ? "" : from, e);
    if (!rc && c->rows == 0 && !postgres_table_is_view(t))
        rc = run_copy(c, t, "", e);
    if (rc)
        return rc;
    if (c->is_over)
        return leave_out(c, t, "the tables before it have all that is copied");
    count_table(c, t);
    return OK;
}

/* All of it, or a sample where it has more rows than is expected. */
static enum err copy_rows(struct copying *c, const struct postgres_table *t,
                          double rows, struct error *e)
{
    enum err rc;

    c->estimate = 0;
    c->most = c->limits->table_rows;
    rc = run_copy(c, t, "", e);
    if (rc)
        return rc;
    if (c->is_over)
        return copy_sample(c, t, c->rows > rows ? (double)c->rows : rows, e);
    count_table(c, t);
    return OK;
}

static enum err copy_table(struct copying *c, const struct postgres_table *t,
                           struct error *e)
{
    double rows;
    double cost;
    char reason[120];

    if (explain(c, t, &rows, &cost, e))
        return e->code;
    if (t->estimate > rows)
        rows = t->estimate;
    if (rows > (double)c->limits->table_rows && !postgres_table_is_view(t))
        return copy_sample(c, t, rows, e);
    if (cost > c->limits->plan_cost) {
        (void)snprintf(reason, sizeof(reason),
                       "the server expects a cost of %.0f for reading it; at "
                       "most %.0f is taken",
                       cost, c->limits->plan_cost);
        return leave_out(c, t, reason);
    }
    return rows > (double)c->limits->table_rows ? copy_sample(c, t, rows, e)
                                                : copy_rows(c, t, rows, e);
}

/* A view is a query of somebody: when it fails, the tables are whole without it. */
static enum err copy_view(struct copying *c, const struct postgres_table *t,
                          struct error *e)
{
    struct error why = {0};
    struct str reason;
    enum err rc = postgres_session_try(c->s, e);
    enum err failed;

    if (rc)
        return rc;
    failed = copy_table(c, t, &why);
    if (failed == ERR_FILE_WRITE_FAILED ||
        failed == ERR_TOOL_WORKER_UNAVAILABLE || failed == ERR_LIMIT)
        return (*e = why).code;
    rc = postgres_session_tried(c->s, failed, e);
    if (!rc && failed)
        rc = undo(c, e);
    if (!rc && failed && !str_dup(str_from(why.msg), c->a, &reason, e))
        rc = leave_out(c, t, reason.p);
    return rc;
}

static enum err take_table(struct copying *c, const struct postgres_table *t,
                           struct error *e)
{
    enum err rc;

    if (t->kind == 'f')
        return leave_out(c, t, "foreign tables are not read");
    if (t->n == 0)
        return leave_out(c, t, "it has no column that the role may read");
    c->begin = c->at;
    rc = postgres_table_is_view(t) ? copy_view(c, t, e) : copy_table(c, t, e);
    if (rc)
        error_wrap(e, "table '%.*s'", STR_FMT(t->name));
    return rc;
}

/* ---- all of them ---- */

static void begin_list(struct buf *text, struct jsonw *w)
{
    buf_init(text, CATALOG_BYTES);
    jsonw_init(w, text);
    jsonw_begin_array(w);
}

static enum err begin(struct copying *c, struct error *e)
{
    begin_list(&c->tables_text, &c->tables);
    begin_list(&c->left_out_text, &c->left_out);
    buf_init(&c->block, BLOCK_BYTES + LINE_BYTES);
    buf_printf(&c->block, HEAD, UINT64_C(0));
    c->at = c->block.n;
    BUG_ON(c->at != HEAD_BYTES);
    return flush(c, e);
}

/* The catalog, and in the head where it is. */
static enum err end(struct copying *c, struct error *e)
{
    char head[HEAD_BYTES + 1];
    enum err rc = flush(c, e);

    jsonw_end_array(&c->tables);
    jsonw_end_array(&c->left_out);
    buf_printf(&c->block, "{\"tables\":%.*s,\"left_out\":%.*s}",
               STR_FMT(buf_str(&c->tables_text)),
               STR_FMT(buf_str(&c->left_out_text)));
    if (!rc && (c->block.overflow || c->tables_text.overflow))
        rc = error_set(e, ERR_LIMIT, "the database has too many tables");
    c->done->bytes = c->at + c->block.n;
    if (!rc)
        rc = flush(c, e);
    (void)snprintf(head, sizeof(head), HEAD, c->at);
    if (!rc && pwrite(c->fd, head, HEAD_BYTES, 0) != (ssize_t)HEAD_BYTES)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    return rc;
}

enum err postgres_copy_all(struct postgres_session *s,
                           const struct postgres_limits *limits, int fd,
                           struct arena *a, struct postgres_copied *done,
                           struct error *e)
{
    struct copying c = {
        .s = s, .limits = limits, .a = a, .done = done, .fd = fd};
    struct postgres_catalog catalog;
    enum err rc = postgres_catalog_read(s, limits->which, a, &catalog, e);

    *done = (struct postgres_copied){0};
    if (rc)
        return rc;
    rc = begin(&c, e);
    for (size_t i = 0; i < catalog.n && !rc; i++)
        rc = take_table(&c, &catalog.tables[i], e);
    if (!rc && done->tables == 0)
        rc = error_set(
            e, ERR_NOT_FOUND,
            "the database '%.*s' has no table %sthat the role '%.*s' may "
            "read and that is small enough to be copied",
            STR_FMT(s->database), limits->which.n ? "of these names " : "",
            STR_FMT(s->role));
    if (!rc)
        rc = end(&c, e);
    buf_release(&c.block);
    buf_release(&c.tables_text);
    buf_release(&c.left_out_text);
    return rc;
}
