/*
 * sqlite_table.c - a table of SQLite, where each value has a type of its own and that
 * of the column is a wish.
 *
 * So types are decided by what the values are, as of a sheet: one kind of value makes
 * a column of that kind, several kinds make it text with the reason. Integers and
 * reals are one kind, numbers: a column of decimals holds whole ones as integers. A
 * text is a date if all of the column are, in ISO 8601, as SQLite's own functions
 * write them; a number of seconds or of days is a number.
 */
#include "engine/ingest/sqlite_table.h"

#include "formats/xlsx/numeral.h"

#include <math.h>
#include <stdio.h>

#define BATCH_BYTES  ((size_t)32 << 20)  /* of texts, then rows go */
#define BATCH_MAX    ((size_t)512 << 20) /* a row with its texts */
#define DOUBLE_EXACT ((int64_t)1 << 53)

/* Words for what a value is, for reasons. */
static const char *const kind_words[SQLITE_CELL_KINDS] = {
    [SQLITE_CELL_INTEGER] = "is a number",
    [SQLITE_CELL_TEXT] = "is text",
    [SQLITE_CELL_BLOB] = "is a blob"};

/* ---- cells ---- */

static enum err take_text(struct sqlite_table *t, struct str text,
                          struct csv_cell *cell, bool *repaired,
                          struct error *e)
{
    if (text.n > SQLITE_FILE_VALUE_BYTES)
        return error_set(e, ERR_LIMIT, "a value of more than %zu MiB",
                         SQLITE_FILE_VALUE_BYTES >> 20);
    if (sqlite_text_repair(text, &t->batch, &text, repaired, e) ||
        str_dup(text, &t->batch, &text, e))
        return e->code;
    *cell =
        (struct csv_cell){.p = text.p, .n = (uint32_t)text.n, .quoted = true};
    return OK;
}

static enum err take_number(struct sqlite_table *t, const struct sqlite_cell *c,
                            struct csv_cell *cell, bool *binary,
                            struct error *e)
{
    struct numeral number = {.n = 0};
    struct str text;

    if (c->kind == SQLITE_CELL_INTEGER)
        number.n = (size_t)snprintf(number.text, sizeof(number.text), "%lld",
                                    (long long)c->integer);
    else if (isfinite(c->real))
        numeral_from_double(c->real, &number);
    else
        number.n = (size_t)snprintf(number.text, sizeof(number.text), "%s",
                                    c->real < 0 ? "-inf" : "inf");
    *binary = number.binary;
    if (str_dup((struct str){number.text, number.n}, &t->batch, &text, e))
        return e->code;
    *cell = (struct csv_cell){.p = text.p, .n = (uint32_t)text.n};
    return OK;
}

/* What a blob is shown as: its content says nothing to a reader of tables. */
static enum err take_blob(struct sqlite_table *t, int64_t bytes,
                          struct csv_cell *cell, struct error *e)
{
    struct str text;

    if (str_printf(&t->batch, &text, e, "%lld bytes", (long long)bytes))
        return e->code;
    *cell =
        (struct csv_cell){.p = text.p, .n = (uint32_t)text.n, .quoted = true};
    return OK;
}

/* The cell of the row as text, which is what types read. */
static enum err take_cell(struct sqlite_table *t, const struct sqlite_cell *c,
                          struct csv_cell *cell, bool *odd, struct error *e)
{
    *odd = false;
    *cell = (struct csv_cell){0};
    switch (c->kind) {
    case SQLITE_CELL_INTEGER:
    case SQLITE_CELL_REAL: return take_number(t, c, cell, odd, e);
    case SQLITE_CELL_TEXT: return take_text(t, c->text, cell, odd, e);
    case SQLITE_CELL_BLOB: return take_blob(t, c->integer, cell, e);
    default: return OK;
    }
}

/* ---- the first pass ---- */

static void count(struct sqlite_seen *seen, const struct sqlite_cell *c,
                  bool odd, uint64_t row)
{
    if (c->kind == SQLITE_CELL_TEXT && c->text.n == 0) {
        seen->empty_texts++;
        return;
    }
    if (seen->kinds[c->kind]++ == 0)
        seen->first_row[c->kind] = row;
    seen->repaired += c->kind == SQLITE_CELL_TEXT && odd;
    seen->binary |= c->kind == SQLITE_CELL_REAL && odd;
    if (c->kind == SQLITE_CELL_INTEGER && seen->wide_row == 0 &&
        (c->integer > DOUBLE_EXACT || c->integer < -DOUBLE_EXACT))
        seen->wide_row = row;
}

static enum err look_at_row(struct sqlite_table *t, struct sqlite_rows *r,
                            struct error *e)
{
    bool is_repaired = false;
    enum err rc = OK;

    for (size_t i = 0; i < r->n && !rc; i++) {
        struct sqlite_cell c = sqlite_rows_cell(r, i);
        struct csv_cell cell;
        bool odd;

        rc = take_cell(t, &c, &cell, &odd, e);
        if (rc)
            break;
        count(&t->seen[i], &c, odd, r->row);
        is_repaired |= c.kind == SQLITE_CELL_TEXT && odd;
        t->text_bytes += cell.n;
        if (c.kind != SQLITE_CELL_NULL && c.kind != SQLITE_CELL_BLOB)
            column_add(&t->in->seen[i], &cell, 1, 1, r->row);
    }
    t->repaired_rows += is_repaired;
    return rc;
}

static enum err make_room(struct sqlite_table *t, const struct sqlite_rows *r,
                          struct error *e)
{
    struct ingest *in = t->in;
    struct str *raw;
    enum err rc;

    if (r->n > INGEST_MAX_COLUMNS)
        return error_set(e, ERR_LIMIT,
                         "a table of %zu columns; at most %zu are read", r->n,
                         INGEST_MAX_COLUMNS);
    in->columns = r->n;
    in->batch_rows = ingest_batch_rows(r->n);
    raw = arena_alloc_array(in->a, r->n, sizeof(*raw), e);
    in->names = arena_alloc_array(in->a, r->n, sizeof(*in->names), e);
    in->seen = arena_alloc_array(in->a, r->n, sizeof(*in->seen), e);
    in->types = arena_alloc_array(in->a, r->n, sizeof(*in->types), e);
    in->cells =
        arena_alloc_array(in->a, in->batch_rows * r->n, sizeof(*in->cells), e);
    t->seen = arena_alloc_array(in->a, r->n, sizeof(*t->seen), e);
    if (!raw || !in->names || !in->seen || !in->types || !in->cells || !t->seen)
        return e->code;
    for (size_t i = 0; i < r->n; i++) {
        raw[i] = r->columns[i].name;
        t->seen[i].declared = r->columns[i].declared;
        column_begin(&in->seen[i]);
    }
    rc = column_names_make(raw, r->n, in->a, in->names, e);
    return rc;
}

/* Numbers of which one has over 15 digits are doubles, unless an integer among them
 * is none. */
static void decide_number(const struct sqlite_seen *seen,
                          const struct column_evidence *ev,
                          struct column_type *t)
{
    if (seen->kinds[SQLITE_CELL_REAL] == 0) {
        t->kind = COLUMN_BIGINT;
        return;
    }
    column_decide_number(ev, 1, 0, t);
    if (!seen->binary)
        return;
    t->kind = seen->wide_row ? COLUMN_TEXT : COLUMN_DOUBLE;
    t->kept_row = seen->wide_row;
    t->kept_as_text =
        seen->wide_row ? "is an integer that no double holds" : NULL;
}

static void decide_type(const struct sqlite_seen *seen,
                        const struct column_evidence *ev, struct column_type *t)
{
    uint64_t counts[SQLITE_CELL_KINDS];
    uint64_t first[SQLITE_CELL_KINDS];
    const struct column_kinds kinds = {kind_words, counts, first,
                                       SQLITE_CELL_KINDS};
    const uint64_t real = seen->first_row[SQLITE_CELL_REAL];
    bool is_mixed = false;

    for (size_t i = 0; i < SQLITE_CELL_KINDS; i++) {
        counts[i] = seen->kinds[i];
        first[i] = seen->first_row[i];
    }
    counts[SQLITE_CELL_INTEGER] += counts[SQLITE_CELL_REAL];
    if (real &&
        (first[SQLITE_CELL_INTEGER] == 0 || real < first[SQLITE_CELL_INTEGER]))
        first[SQLITE_CELL_INTEGER] = real;
    *t = (struct column_type){.kind = COLUMN_TEXT};
    column_explain_kinds(&kinds, t);
    is_mixed = t->kept_as_text != NULL;
    if (is_mixed || counts[SQLITE_CELL_BLOB])
        return;
    if (counts[SQLITE_CELL_INTEGER])
        decide_number(seen, ev, t);
    else if (counts[SQLITE_CELL_TEXT])
        column_decide_text(ev, t);
}

enum err sqlite_table_decide(struct sqlite_table *t, struct error *e)
{
    struct ingest *in = t->in;
    struct sqlite_rows r = SQLITE_ROWS_NONE;
    bool more = true;
    enum err rc;

    arena_init(&t->batch, BATCH_MAX);
    rc = sqlite_rows_open(t->file, t->object, in->a, &r, e);
    if (!rc)
        rc = make_room(t, &r, e);
    if (!rc)
        rc = sqlite_file_keys(t->file, t->object, in->a, &t->keys, e);
    while (!rc && !(rc = sqlite_rows_next(&r, &more, e)) && more) {
        rc = look_at_row(t, &r, e);
        if (t->batch.used_bytes > BATCH_BYTES / 32)
            arena_reset(&t->batch);
    }
    in->rows = r.row;
    in->source.size = t->text_bytes;
    in->source.decoder.offset = t->text_bytes;
    for (size_t i = 0; i < in->columns && !rc; i++)
        decide_type(&t->seen[i], &in->seen[i], &in->types[i]);
    sqlite_rows_close(&r);
    return rc;
}

/* ---- the second pass ---- */

static enum err hand_over(struct sqlite_table *t, size_t *rows, struct error *e)
{
    enum err rc = *rows ? ingest_append_rows(t->in, *rows, e) : OK;

    *rows = 0;
    arena_reset(&t->batch);
    return rc;
}

static enum err fill_row(struct sqlite_table *t, struct sqlite_rows *r,
                         struct csv_cell *cells, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < r->n && !rc; i++) {
        const struct sqlite_cell c = sqlite_rows_cell(r, i);
        bool odd;

        rc = take_cell(t, &c, &cells[i], &odd, e);
    }
    return rc;
}

enum err sqlite_table_append(struct sqlite_table *t, struct error *e)
{
    struct ingest *in = t->in;
    struct sqlite_rows r = SQLITE_ROWS_NONE;
    size_t rows = 0;
    bool more = true;
    enum err rc = sqlite_rows_open(t->file, t->object, in->a, &r, e);

    if (!rc && r.n != in->columns)
        rc = ingest_changed(e);
    while (!rc && !(rc = sqlite_rows_next(&r, &more, e)) && more) {
        rc = fill_row(t, &r, &in->cells[rows++ * in->columns], e);
        if (!rc &&
            (rows == in->batch_rows || t->batch.used_bytes > BATCH_BYTES))
            rc = hand_over(t, &rows, e);
    }
    if (!rc)
        rc = hand_over(t, &rows, e);
    if (!rc && r.row != in->rows)
        rc = ingest_changed(e);
    sqlite_rows_close(&r);
    return rc;
}

void sqlite_table_release(struct sqlite_table *t)
{
    arena_release(&t->batch);
}
