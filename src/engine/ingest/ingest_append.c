/* ingest_append.c - from cells of text to values of the decided types. */
#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_tables.h"

#include <stdio.h>
#include <string.h>

#define SQL_MAX_BYTES   ((size_t)64 << 20)
#define HAND_OVER_BYTES (UINT64_C(32) << 20)
#define LONG_ROW_BYTES  512u

/* Layout of the file: the engine's own numbers but for long rows and for many
   columns, each of which takes a block. */
#define ROW_GROUP_MAX_ROWS  122880u
#define ROW_GROUP_BYTES     (UINT64_C(64) << 20)
#define CELL_OVERHEAD_BYTES 16u
#define WIDE_COLUMNS        200u

void ingest_sql_type(const struct column_type *t, char text[32])
{
    static const char *const names[] = {
        [COLUMN_TEXT] = "VARCHAR",
        [COLUMN_BOOLEAN] = "BOOLEAN",
        [COLUMN_BIGINT] = "BIGINT",
        [COLUMN_HUGEINT] = "HUGEINT",
        [COLUMN_DOUBLE] = "DOUBLE",
        [COLUMN_DATE] = "DATE",
        [COLUMN_TIME] = "TIME",
        [COLUMN_TIMESTAMP] = "TIMESTAMP",
        [COLUMN_TIMESTAMPTZ] = "TIMESTAMP WITH TIME ZONE",
    };

    if (t->kind == COLUMN_DECIMAL)
        (void)snprintf(text, 32, "DECIMAL(%u,%u)", t->width, t->scale);
    else
        (void)snprintf(text, 32, "%s", names[t->kind]);
}

uint64_t ingest_row_group_rows(const struct ingest *in)
{
    uint64_t row_bytes = in->source.decoder.offset / (in->rows + 1) +
                         in->columns * CELL_OVERHEAD_BYTES;
    uint64_t rows = ROW_GROUP_BYTES / (row_bytes + 1);

    if (rows > ROW_GROUP_MAX_ROWS)
        rows = ROW_GROUP_MAX_ROWS;
    return rows < DUCK_CHUNK_ROWS ? DUCK_CHUNK_ROWS
                                  : rows / DUCK_CHUNK_ROWS * DUCK_CHUNK_ROWS;
}

static enum err attach(const struct ingest *in, struct error *e)
{
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "ATTACH ");
    duck_quote_text(&sql, in->request->database);
    buf_printf(&sql,
               " AS " INGEST_CATALOG
               " (RECOVERY_MODE no_wal_writes, ROW_GROUP_SIZE %llu",
               (unsigned long long)ingest_row_group_rows(in));
    if (in->columns > WIDE_COLUMNS)
        buf_puts(&sql, ", BLOCK_SIZE 16384");
    buf_puts(&sql, ")");
    rc = duck_exec_buf(in->duck, &sql, e);
    if (rc == ERR_INTERNAL)
        rc = error_set(e, ERR_FILE_WRITE_FAILED,
                       "the table's cache file cannot be made");
    return rc;
}

enum err ingest_file_begin(const struct ingest *in, struct error *e)
{
    struct error ignored;
    enum err rc = attach(in, e);

    if (rc)
        return rc;
    rc = duck_exec(in->duck, "BEGIN", e);
    if (rc)
        (void)!duck_exec(in->duck, "DETACH " INGEST_CATALOG, &ignored);
    return rc;
}

enum err ingest_file_end(const struct ingest *in, enum err rc, struct error *e)
{
    struct error ignored;

    if (!rc)
        rc = duck_exec(in->duck, "COMMIT", e);
    if (rc) /* what is not committed would keep the file attached */
        (void)!duck_exec(in->duck, "ROLLBACK", &ignored);
    if (!rc)
        rc = duck_exec(in->duck, "CHECKPOINT " INGEST_CATALOG, e);
    if (!rc)
        rc = duck_exec(in->duck, "DETACH " INGEST_CATALOG, e);
    if (!rc)
        return OK;
    (void)!duck_exec(in->duck, "DETACH " INGEST_CATALOG, &ignored);
    return ingest_write_failed(in, e);
}

enum err ingest_append_end(struct ingest *in, enum err rc, struct error *e)
{
    if (rc)
        duck_append_abort(in->append);
    else
        rc = duck_append_close(in->append, e);
    in->append = NULL;
    return rc;
}

enum err ingest_create_table(struct ingest *in, struct error *e)
{
    struct buf sql;
    char type[32];

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "CREATE TABLE " INGEST_CATALOG ".main.");
    duck_quote(&sql, str_from(in->table));
    buf_puts(&sql, " (");
    for (size_t i = 0; i < in->columns; i++) {
        if (ingest_place(in, i) == INGEST_LEFT_OUT)
            continue;
        if (ingest_place(in, i))
            buf_put_char(&sql, ',');
        duck_quote(&sql, in->names[i].name);
        ingest_sql_type(&in->types[i], type);
        buf_printf(&sql, " %s", type);
    }
    buf_puts(&sql, ")");
    return duck_exec_buf(in->duck, &sql, e);
}

enum err ingest_number_table(const struct ingest *in, size_t number,
                             struct error *e)
{
    struct buf sql;

    buf_init(&sql, 4096);
    buf_puts(&sql, "COMMENT ON TABLE " INGEST_CATALOG ".main.");
    duck_quote(&sql, str_from(in->table));
    buf_printf(&sql, " IS '%zu'", number);
    return duck_exec_buf(in->duck, &sql, e);
}

enum err ingest_append_begin(struct ingest *in, struct error *e)
{
    return duck_append_open(in->duck, INGEST_CATALOG, in->table, &in->append,
                            e);
}

static bool put_value(struct duck_append *ap, const struct column_type *t,
                      size_t col, size_t row, struct str s)
{
    double d = 0;
    int128 v = 0;
    bool ok;

    if (t->kind == COLUMN_DOUBLE) {
        ok = column_read_double(t, s, &d);
        duck_append_double(ap, col, row, d);
    } else {
        ok = column_read_int(t, s, &v);
        duck_append_int(ap, col, row, v);
    }
    return ok;
}

static bool append_typed(const struct ingest *in, size_t col, size_t rows)
{
    struct duck_append *ap = in->append;
    size_t to = ingest_place(in, col);
    bool ok = true;

    for (size_t row = 0; row < rows; row++) {
        const struct csv_cell *cell = &in->cells[row * ingest_stride(in) + col];
        struct str s = cell_trim((struct str){cell->p, cell->n});

        if (column_is_null(&in->types[col], s))
            duck_append_null(ap, to, row);
        else
            ok &= put_value(ap, &in->types[col], to, row, s);
    }
    return ok;
}

static void append_text(const struct ingest *in, size_t col, size_t rows,
                        struct buf *scratch)
{
    struct duck_append *ap = in->append;
    size_t to = ingest_place(in, col);

    for (size_t row = 0; row < rows; row++) {
        const struct csv_cell *cell = &in->cells[row * ingest_stride(in) + col];

        if (cell->n == 0 && !cell->quoted)
            duck_append_null(ap, to, row);
        else
            duck_append_str(ap, to, row, csv_cell_text(cell, scratch));
    }
}

enum err ingest_changed(struct error *e)
{
    return error_set(e, ERR_CONFLICT,
                     "the file changed while it was read; try again");
}

enum err ingest_write_failed(const struct ingest *in, struct error *e)
{
    if (e->code == ERR_INTERNAL && strstr(e->msg, "alloc"))
        return error_set(e, ERR_LIMIT,
                         "rows this long need more memory; allow it more");
    if (e->code == ERR_INTERNAL)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the table's cache file cannot be written; is the "
                         "disk full?");
    if (e->code == ERR_LIMIT && in->columns > WIDE_COLUMNS)
        return error_set(e, ERR_LIMIT,
                         "a table of %zu columns needs more memory; allow it "
                         "more",
                         in->columns);
    return e->code;
}

static bool has_long_rows(const struct ingest *in)
{
    return in->source.size / (in->rows + 1) > LONG_ROW_BYTES;
}

/* The engine counts rows, not bytes, before it takes over what was put. */
static enum err hand_over(struct ingest *in, struct error *e)
{
    enum err rc = duck_append_close(in->append, e);

    in->append = NULL;
    in->appended_bytes = 0;
    return rc ? rc : ingest_append_begin(in, e);
}

static uint64_t batch_bytes(const struct ingest *in, size_t rows)
{
    uint64_t bytes = in->batch_bytes;

    for (size_t i = 0; !in->batch_bytes && i < rows * ingest_stride(in); i++)
        bytes += in->cells[i].n;
    return bytes;
}

enum err ingest_append_rows(struct ingest *in, size_t rows, struct error *e)
{
    struct buf scratch;
    bool ok = true;
    bool full;
    enum err rc;

    buf_init(&scratch, CSV_MAX_CELL_BYTES);
    for (size_t col = 0; col < in->columns; col++) {
        if (ingest_place(in, col) == INGEST_LEFT_OUT)
            continue;
        if (in->types[col].kind == COLUMN_TEXT)
            append_text(in, col, rows, &scratch);
        else
            ok &= append_typed(in, col, rows);
    }
    full = scratch.overflow;
    buf_release(&scratch);
    if (full)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold a cell's text");
    if (!ok)
        return ingest_changed(e);
    in->appended_bytes += batch_bytes(in, rows);
    rc = duck_append_flush(in->append, rows, e);
    if (!rc && in->appended_bytes > HAND_OVER_BYTES && has_long_rows(in))
        rc = hand_over(in, e);
    return rc ? ingest_write_failed(in, e) : OK;
}
