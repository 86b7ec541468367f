/*
 * postgres_rows.c - the text format of COPY:
 *
 *     a TAB b TAB \N LF       \N is null; \\ \t \n \r \b \f \v inside of values
 *
 * The server has types, so a column is what it was declared as, if all its values can
 * be read so; "infinity" as a date cannot, and makes it text, with the reason. How wide
 * a decimal is its values say, as of any other source.
 *
 * Source: PostgreSQL 15, COPY, "Text Format".
 */
#include "engine/ingest/postgres_rows.h"

#include "engine/sqlite_file/sqlite_file.h"

#include <string.h>

#define BATCH_BYTES ((size_t)32 << 20)  /* of texts, then rows go */
#define BATCH_MAX   ((size_t)512 << 20) /* a row with its texts */
#define STOP_ROWS   4096u               /* between two looks at the stop flag */

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "what the server sent is no rows of this table");
}

/* ---- a row ---- */

static char unescaped(char c)
{
    static const char from[] = "bfnrtv";
    static const char to[] = "\b\f\n\r\t\v";
    const char *at = c ? strchr(from, c) : NULL;

    return at ? to[at - from] : c;
}

static enum err unescape(struct postgres_rows_table *t, struct str raw,
                         struct str *out, struct error *e)
{
    char *p = arena_alloc(&t->batch, raw.n, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < raw.n; i++)
        p[n++] = raw.p[i] == '\\' && i + 1 < raw.n ? unescaped(raw.p[++i])
                                                   : raw.p[i];
    *out = (struct str){p, n};
    return OK;
}

static enum err take_cell(struct postgres_rows_table *t, struct str raw,
                          struct csv_cell *cell, struct error *e)
{
    bool repaired = false;

    *cell = (struct csv_cell){0};
    if (str_is(raw, "\\N"))
        return OK;
    if (raw.n > SQLITE_FILE_VALUE_BYTES)
        return error_set(e, ERR_LIMIT, "a value of more than %zu MiB",
                         SQLITE_FILE_VALUE_BYTES >> 20);
    if (str_find_char(raw, '\\') < raw.n && unescape(t, raw, &raw, e))
        return e->code;
    if (sqlite_text_repair(raw, &t->batch, &raw, &repaired, e))
        return e->code;
    t->repaired += repaired;
    *cell = (struct csv_cell){.p = raw.p, .n = (uint32_t)raw.n, .quoted = true};
    return OK;
}

/* The next row of `rest`, which is not empty. */
static enum err take_row(struct postgres_rows_table *t, struct str *rest,
                         struct csv_cell *cells, struct error *e)
{
    const size_t end = str_find_char(*rest, '\n');
    struct str line = str_slice(*rest, 0, end);
    enum err rc = OK;

    if (end == rest->n)
        return damaged(e);
    *rest = str_slice(*rest, end + 1, rest->n);
    for (size_t i = 0; i < t->in->columns && !rc; i++) {
        const size_t tab = str_find_char(line, '\t');
        const bool is_last = i + 1 == t->in->columns;

        if ((tab == line.n) != is_last)
            return damaged(e);
        rc = take_cell(t, str_slice(line, 0, tab), &cells[i], e);
        line = str_slice(line, tab + 1, line.n);
    }
    return rc;
}

/* ---- the first pass ---- */

static enum err make_room(struct postgres_rows_table *t, struct error *e)
{
    struct ingest *in = t->in;
    const size_t n = t->columns ? t->columns->count : 0;
    const struct json *j = n ? t->columns->first : NULL;
    struct str *raw;

    if (n == 0 || n > INGEST_MAX_COLUMNS)
        return damaged(e);
    in->columns = n;
    in->batch_rows = ingest_batch_rows(n);
    raw = arena_alloc_array(in->a, n, sizeof(*raw), e);
    in->names = arena_alloc_array(in->a, n, sizeof(*in->names), e);
    in->seen = arena_alloc_array(in->a, n, sizeof(*in->seen), e);
    in->types = arena_alloc_array(in->a, n, sizeof(*in->types), e);
    in->cells =
        arena_alloc_array(in->a, in->batch_rows * n, sizeof(*in->cells), e);
    t->kinds = arena_alloc_array(in->a, n, sizeof(*t->kinds), e);
    if (!raw || !in->names || !in->seen || !in->types || !in->cells ||
        !t->kinds)
        return e->code;
    for (size_t i = 0; i < n; i++, j = j->next) {
        raw[i] = json_text(json_find(j, "name"));
        t->kinds[i] = json_text(json_find(j, "kind"));
        column_begin(&in->seen[i]);
    }
    return column_names_make(raw, n, in->a, in->names, e);
}

static bool is_text(struct str kind)
{
    return str_is(kind, "text") || str_is(kind, "bytes");
}

static enum err look_at_rows(struct postgres_rows_table *t, struct error *e)
{
    struct ingest *in = t->in;
    struct str rest = t->text;
    enum err rc = OK;

    for (in->rows = 0; rest.n > 0 && !rc;) {
        rc = take_row(t, &rest, in->cells, e);
        in->rows++;
        for (size_t i = 0; i < in->columns && !rc; i++)
            if (in->cells[i].n > 0 && !is_text(t->kinds[i]))
                column_add(&in->seen[i], &in->cells[i], 1, 1, in->rows);
        if (t->batch.used_bytes > BATCH_BYTES / 32)
            arena_reset(&t->batch);
        if (!rc && in->rows % STOP_ROWS == 0)
            rc = ingest_check_stop(in, e);
    }
    return !rc && in->rows != t->rows ? damaged(e) : rc;
}

/* Of a column without a value. */
static enum column_kind declared_kind(struct str kind)
{
    static const struct {
        const char *name;
        enum column_kind kind;
    } known[] = {{"boolean", COLUMN_BOOLEAN},    {"integer", COLUMN_BIGINT},
                 {"decimal", COLUMN_DOUBLE},     {"float", COLUMN_DOUBLE},
                 {"date", COLUMN_DATE},          {"time", COLUMN_TIME},
                 {"timestamp", COLUMN_TIMESTAMP}};

    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (str_is(kind, known[i].name))
            return known[i].kind;
    return COLUMN_TEXT;
}

static void keep_as_text(const struct column_evidence *ev,
                         struct column_type *t, const char *why)
{
    *t = (struct column_type){.kind = COLUMN_TEXT, .kept_as_text = why};
    t->kept_row = ev->last_row;
}

static void decide_number(const struct column_evidence *ev, bool is_float,
                          struct column_type *t)
{
    if (ev->fits[CELL_NUMBER] != ev->values) {
        keep_as_text(ev, t, "is not a finite number, or one before it is not");
        return;
    }
    column_decide_number(ev, 1, 0, t);
    if (is_float && column_is_number(t))
        t->kind = COLUMN_DOUBLE;
}

static void decide_type(struct str kind, const struct column_evidence *ev,
                        struct column_type *t)
{
    *t = (struct column_type){.kind = declared_kind(kind)};
    if (ev->values == 0 || t->kind == COLUMN_TEXT)
        return;
    if (t->kind == COLUMN_BOOLEAN && ev->fits[CELL_BOOLEAN] != ev->values)
        keep_as_text(ev, t, "is not true or false");
    else if (t->kind == COLUMN_BIGINT || t->kind == COLUMN_DOUBLE)
        decide_number(ev, str_is(kind, "float"), t);
    else if (t->kind != COLUMN_BOOLEAN)
        column_decide_text(ev, t);
}

enum err postgres_rows_decide(struct postgres_rows_table *t, struct error *e)
{
    struct ingest *in = t->in;
    enum err rc;

    arena_init(&t->batch, BATCH_MAX);
    rc = make_room(t, e);
    if (!rc)
        rc = look_at_rows(t, e);
    in->source.size = t->text.n;
    in->source.decoder.offset = t->text.n;
    for (size_t i = 0; i < in->columns && !rc; i++)
        decide_type(t->kinds[i], &in->seen[i], &in->types[i]);
    return rc;
}

/* ---- the second pass ---- */

static enum err hand_over(struct postgres_rows_table *t, size_t *rows,
                          struct error *e)
{
    enum err rc = *rows ? ingest_append_rows(t->in, *rows, e) : OK;

    *rows = 0;
    arena_reset(&t->batch);
    return rc;
}

enum err postgres_rows_append(struct postgres_rows_table *t, struct error *e)
{
    struct ingest *in = t->in;
    const uint64_t repaired = t->repaired;
    struct str rest = t->text;
    size_t rows = 0;
    enum err rc = OK;

    arena_reset(&t->batch);
    while (rest.n > 0 && !rc) {
        rc = take_row(t, &rest, &in->cells[rows++ * in->columns], e);
        if (!rc &&
            (rows == in->batch_rows || t->batch.used_bytes > BATCH_BYTES))
            rc = hand_over(t, &rows, e);
    }
    if (!rc)
        rc = hand_over(t, &rows, e);
    t->repaired = repaired; /* the same ones again */
    return rc;
}

void postgres_rows_release(struct postgres_rows_table *t)
{
    arena_release(&t->batch);
}
