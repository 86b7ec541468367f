#include "engine/export/export.h"

#include "engine/duck/value.h"
#include "engine/export/export_csv.h"
#include "engine/export/export_xlsx.h"

#include <stdlib.h>

#define MAX_TEXT_BYTES ((size_t)64 * 1024 * 1024)

/* The rows of a result, one at a time, as cells. */
struct source {
    struct duck_result *result;
    const struct duck_column *columns; /* columns[n] of the result */
    size_t n;
    struct export_column *to;  /* to[n] */
    struct export_cell *cells; /* cells[n], the row at hand */
    struct buf *texts;         /* texts[n], what cells[i].text may borrow */
};

/* Where rows go; one of the two is used. */
struct target {
    const struct export_request *r;
    struct export_out out;
    struct export_csv csv;
    struct export_xlsx *xlsx; /* NULL for csv */
    struct export_changes changes;
    uint64_t rows;
};

static enum export_type type_of(enum duck_kind kind)
{
    if (duck_is_integer(kind))
        return EXPORT_INTEGER;
    switch (kind) {
    case DUCK_UHUGEINT:
    case DUCK_BIGNUM: return EXPORT_INTEGER;
    case DUCK_DECIMAL: return EXPORT_DECIMAL;
    case DUCK_FLOAT:
    case DUCK_DOUBLE: return EXPORT_FLOAT;
    case DUCK_BOOLEAN: return EXPORT_BOOLEAN;
    case DUCK_DATE: return EXPORT_DATE;
    case DUCK_TIME: return EXPORT_TIME;
    case DUCK_TIMESTAMP:
    case DUCK_TIMESTAMP_S:
    case DUCK_TIMESTAMP_MS:
    case DUCK_TIMESTAMP_NS:
    case DUCK_TIMESTAMP_TZ: return EXPORT_TIMESTAMP;
    default: return EXPORT_TEXT;
    }
}

/* A timestamp's own unit in microseconds; DuckDB marks "infinity" by the
 * greatest number of each storage, whatever the unit. */
static void set_ticks(enum duck_kind kind, int128 raw, struct export_cell *cell)
{
    int128 endless = kind == DUCK_DATE ? INT32_MAX : INT64_MAX;

    cell->is_endless = raw == endless || raw == -endless;
    if (kind == DUCK_TIMESTAMP_S)
        raw *= 1000000;
    else if (kind == DUCK_TIMESTAMP_MS)
        raw *= 1000;
    else if (kind == DUCK_TIMESTAMP_NS)
        raw /= 1000;
    if (raw > INT64_MAX || raw < INT64_MIN) /* beyond every calendar */
        cell->is_endless = true;
    else
        cell->ticks = (int64_t)raw;
}

/* What a workbook needs besides the text. A FLOAT is read from its text, since
 * 0.1 as a FLOAT is meant as 0.1 and not as its neighbour among the doubles. */
static void set_value(const struct duck_vector *v, size_t row,
                      enum export_type type, struct export_cell *cell)
{
    switch (type) {
    case EXPORT_BOOLEAN: cell->truth = duck_int(v, row) != 0; break;
    case EXPORT_FLOAT: cell->number = strtod(cell->text.p, NULL); break;
    case EXPORT_DATE:
    case EXPORT_TIME:
    case EXPORT_TIMESTAMP:
        set_ticks(v->type->kind, duck_int(v, row), cell);
        break;
    case EXPORT_TEXT:
    case EXPORT_INTEGER:
    case EXPORT_DECIMAL: break;
    }
}

static enum err fill_cell(struct source *s, const struct duck_vector *v,
                          size_t row, size_t column, struct error *e)
{
    struct export_cell *cell = &s->cells[column];
    struct buf *text = &s->texts[column];

    *cell = (struct export_cell){.is_null = duck_is_null(v, row)};
    if (cell->is_null)
        return OK;
    if (v->type->kind == DUCK_VARCHAR) { /* most cells: not copied */
        cell->text = duck_str(v, row);
        return OK;
    }
    buf_reset(text);
    value_text(text, v, row);
    if (buf_finish(text, &cell->text, e) != OK)
        return e->code;
    set_value(v, row, s->to[column].type, cell);
    return OK;
}

static enum err source_open(struct source *s, struct arena *a, struct error *e)
{
    s->columns = duck_result_columns(s->result, &s->n);
    s->to = arena_alloc_array(a, s->n, sizeof(*s->to), e);
    if (!s->to)
        return e->code;
    s->cells = arena_alloc_array(a, s->n, sizeof(*s->cells), e);
    if (!s->cells)
        return e->code;
    s->texts = arena_alloc_array(a, s->n, sizeof(*s->texts), e);
    if (!s->texts)
        return e->code;
    for (size_t i = 0; i < s->n; i++) {
        enum duck_kind kind = s->columns[i].type.kind;

        s->to[i] =
            (struct export_column){.name = s->columns[i].name,
                                   .type = type_of(kind),
                                   .has_zone = kind == DUCK_TIMESTAMP_TZ};
        buf_init(&s->texts[i], MAX_TEXT_BYTES);
    }
    return OK;
}

static void source_close(struct source *s)
{
    for (size_t i = 0; s->texts && i < s->n; i++)
        buf_release(&s->texts[i]);
    duck_result_close(s->result);
}

static bool is_xlsx(const struct export_request *r)
{
    return str_is(r->format, "xlsx");
}

static struct str sheet_of(const struct export_request *r)
{
    return r->sheet.n > 0 ? r->sheet : STR("Sheet1");
}

static enum err target_open(struct target *t, const struct source *s,
                            struct arena *a, struct error *e)
{
    struct export_xlsx_options o = {.scratch_dir = t->r->scratch_dir,
                                    .sheet = sheet_of(t->r),
                                    .columns = s->to,
                                    .n = s->n,
                                    .changes = &t->changes};

    if (is_xlsx(t->r))
        return export_xlsx_open(&o, a, &t->xlsx, e);
    t->csv = (struct export_csv){&t->out, s->to, s->n, &t->changes};
    return export_csv_header(&t->csv, e);
}

static enum err target_row(struct target *t, const struct source *s,
                           struct error *e)
{
    t->rows++;
    if (t->xlsx)
        return export_xlsx_row(t->xlsx, s->cells, e);
    return export_csv_row(&t->csv, s->cells, e);
}

static enum err target_finish(struct target *t, struct error *e)
{
    if (t->xlsx)
        return export_xlsx_finish(t->xlsx, t->r->fd, e);
    return export_out_flush(&t->out, e);
}

static enum err copy_row(struct source *s, const struct duck_chunk *c,
                         size_t row, struct target *t, struct error *e)
{
    for (size_t i = 0; i < s->n; i++)
        if (fill_cell(s, &c->vectors[i], row, i, e) != OK)
            return e->code;
    return target_row(t, s, e);
}

static enum err copy_rows(struct source *s, struct target *t, struct error *e)
{
    struct duck_chunk c = {0};

    do {
        if (duck_result_next(s->result, &c, e) != OK)
            return e->code;
        for (size_t row = 0; row < c.rows; row++)
            if (copy_row(s, &c, row, t, e) != OK)
                return e->code;
    } while (c.rows > 0);
    return OK;
}

static void write_answer(const struct target *t, size_t columns,
                         struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "target_path", t->r->target_path);
    jsonw_member_str(w, "format", t->r->format);
    jsonw_key(w, "sheet");
    if (t->xlsx)
        jsonw_str(w, sheet_of(t->r));
    else
        jsonw_null(w);
    jsonw_member_u64(w, "row_count", t->rows);
    jsonw_member_u64(w, "column_count", columns);
    jsonw_key(w, "warnings");
    export_changes_write(&t->changes, w);
    jsonw_end_object(w);
}

static enum err check(const struct export_request *r, struct error *e)
{
    if (is_xlsx(r) || str_is(r->format, "csv"))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "unknown export format '%.*s'; use csv or xlsx",
                     STR_FMT(str_slice(r->format, 0, 20)));
}

enum err export_run(struct duck *d, const struct export_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    struct source s = {0};
    struct target t = {.r = r};
    enum err code = check(r, e);

    export_out_init(&t.out, r->fd);
    if (code == OK)
        code = duck_query(d, r->sql, &s.result, e);
    if (code == OK)
        code = source_open(&s, a, e);
    if (code == OK)
        code = target_open(&t, &s, a, e);
    if (code == OK)
        code = copy_rows(&s, &t, e);
    if (code == OK)
        code = target_finish(&t, e);
    if (code == OK)
        write_answer(&t, s.n, w);
    export_xlsx_close(t.xlsx);
    export_out_release(&t.out);
    source_close(&s);
    return code;
}
