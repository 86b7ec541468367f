/* ingest_totals.c - the numbers of a new table, row by row, for totals.h. */
#include "engine/ingest/ingest_totals.h"

#include "engine/duck/duck.h"
#include "engine/ingest/totals.h"

#include <math.h>

#define SQL_MAX_BYTES ((size_t)8 << 20)
#define MAX_COLUMNS   500u /* wider tables are made for programs */
#define LEAST_ROWS    3u
#define LABEL_BYTES   40u /* of a label; longer ones say more than that */

/* Times of day may be durations, which are added up, too. */
static bool is_shown(const struct ingest *in, size_t i)
{
    return ingest_place(in, i) != INGEST_LEFT_OUT &&
           (column_is_number(&in->types[i]) ||
            in->types[i].kind == COLUMN_TIME);
}

static size_t count_numbers(const struct ingest *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->columns && n < TOTALS_MAX_COLUMNS; i++)
        n += is_shown(in, i);
    return n;
}

/* As a number; of a duration its hours, so that one of three digits is large. */
static void put_value(const struct ingest *in, size_t i, struct buf *sql)
{
    const bool is_time = in->types[i].kind == COLUMN_TIME;

    buf_puts(sql, is_time ? "(epoch(" : "(");
    duck_quote(sql, in->names[i].name);
    buf_puts(sql, is_time ? ") / 3600)::DOUBLE" : ")::DOUBLE");
}

/* How many cells a row has, then its numbers as doubles. */
static void put_query(const struct ingest *in, size_t numbers, struct buf *sql)
{
    buf_puts(sql, "SELECT 0");
    for (size_t i = 0; i < in->columns; i++) {
        if (ingest_place(in, i) == INGEST_LEFT_OUT)
            continue;
        buf_puts(sql, " + (");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, " IS NOT NULL)::INTEGER");
    }
    for (size_t i = 0, n = 0; i < in->columns && n < numbers; i++) {
        if (!is_shown(in, i))
            continue;
        buf_puts(sql, ", ");
        put_value(in, i, sql);
        n++;
    }
    buf_puts(sql, " FROM " INGEST_CATALOG ".main.");
    duck_quote(sql, str_from(in->table));
}

static void add_chunk(struct totals *t, const struct duck_chunk *c)
{
    double value[TOTALS_MAX_COLUMNS];

    for (size_t i = 0; i < c->rows; i++) {
        struct totals_row row = {.value = value};

        row.filled = (size_t)duck_int(&c->vectors[0], i);
        for (size_t k = 0; k < t->columns; k++) {
            const struct duck_vector *v = &c->vectors[1 + k];

            value[k] = duck_is_null(v, i) ? NAN : ((const double *)v->data)[i];
            if (!isfinite(value[k]))
                value[k] = NAN;
        }
        totals_add(t, &row);
    }
}

static enum err look_once(struct ingest *in, struct str sql, struct totals *t,
                          struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    enum err rc = duck_query(in->duck, sql, &r, e);

    while (!rc && !(rc = duck_result_next(r, &c, e)) && c.rows > 0)
        add_chunk(t, &c);
    duck_result_close(r);
    if (!rc)
        totals_end(t);
    return rc;
}

static enum err look(struct ingest *in, struct str sql, size_t numbers,
                     struct error *e)
{
    struct totals *t = arena_alloc_array(in->a, 2, sizeof(*t), e);

    if (!t)
        return e->code;
    totals_init(&t[0], numbers);
    if (look_once(in, sql, &t[0], e) != OK)
        return e->code;
    totals_init_again(&t[1], numbers);
    if (t[0].halved && look_once(in, sql, &t[1], e) != OK)
        return e->code;
    if (totals_are_better(&t[1], &t[0]))
        t++;
    in->totals = t->found ? t : NULL;
    return OK;
}

/* ---- what labels them ---- */

/* May rows of totals have a label in this column: a text, or its mark? */
static bool may_label(const struct ingest *in, size_t i)
{
    const struct column_type *t = &in->types[i];

    return ingest_place(in, i) != INGEST_LEFT_OUT &&
           (t->kind == COLUMN_TEXT || (t->null_words && t->mark.n));
}

static void put_label(const struct ingest *in, size_t i, struct buf *sql)
{
    const struct column_mark *mark = &in->types[i].mark;

    if (in->types[i].kind == COLUMN_TEXT) {
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, "::VARCHAR");
        return;
    }
    buf_puts(sql, "CASE WHEN ");
    duck_quote(sql, in->names[i].name);
    buf_puts(sql, " IS NULL THEN ");
    duck_quote_text(sql, (struct str){mark->word, mark->n});
    buf_puts(sql, " END");
}

static size_t put_labels(const struct ingest *in, struct buf *sql)
{
    size_t n = 0;

    for (size_t i = 0; i < in->columns; i++) {
        if (!may_label(in, i))
            continue;
        buf_puts(sql, n++ ? ", " : "SELECT ");
        put_label(in, i, sql);
    }
    buf_puts(sql, " FROM " INGEST_CATALOG ".main.");
    duck_quote(sql, str_from(in->table));
    return n;
}

/* The row's number in the list; its length: it is not there. */
static size_t find_listed(const struct totals *t, uint64_t row)
{
    size_t i = 0;

    while (i < t->found && i < TOTALS_SHOWN && t->list[i].row != row)
        i++;
    return i;
}

/* What a pass over the cells that may be labels does with those of a row. */
struct label_pass {
    bool of_totals; /* take what all of them have; else see who else has it */
    size_t seen;    /* rows of totals */
};

/* That of the first, as long as the others have it, too. */
static enum err take_label(struct column_type *t, bool first, struct str label,
                           struct arena *a, struct error *e)
{
    if (label.n > LABEL_BYTES)
        label = STR("");
    if (first)
        return str_dup(label, a, &t->total_label, e);
    if (!str_eq(label, t->total_label))
        t->total_label = STR("");
    return OK;
}

static enum err look_at_row(struct ingest *in, struct label_pass *pass,
                            const struct duck_chunk *c, size_t row,
                            struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0, n = 0; i < in->columns && !rc; i++) {
        const struct duck_vector *v = &c->vectors[n];
        struct column_type *t = &in->types[i];
        struct str cell;

        if (!may_label(in, i))
            continue;
        n++;
        cell = duck_is_null(v, row) ? STR("") : duck_str(v, row);
        if (pass->of_totals)
            rc = take_label(t, pass->seen == 0, cell, in->a, e);
        else if (str_eq(cell, t->total_label))
            t->total_alone = false;
    }
    pass->seen++;
    return rc;
}

static enum err look_at_rows(struct ingest *in, struct str sql, bool of_totals,
                             struct error *e)
{
    const struct totals *t = in->totals;
    const size_t listed = t->found < TOTALS_SHOWN ? t->found : TOTALS_SHOWN;
    struct label_pass pass = {.of_totals = of_totals};
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    uint64_t row = 0;
    enum err rc = duck_query(in->duck, sql, &r, e);

    while (!rc && (!of_totals || pass.seen < listed) &&
           !(rc = duck_result_next(r, &c, e)) && c.rows > 0)
        for (size_t k = 0; k < c.rows && !rc; k++)
            if ((find_listed(t, ++row) < listed) == of_totals)
                rc = look_at_row(in, &pass, &c, k, e);
    duck_result_close(r);
    return rc;
}

/* Does it name something, and no day or number? */
static bool is_name(struct str label)
{
    for (size_t i = 0; i < label.n; i++)
        if (label.p[i] >= '0' && label.p[i] <= '9')
            return false;
    return label.n > 0;
}

/* Which labels may stand alone: texts, where the totals are certain. */
static bool begin_alone(struct ingest *in)
{
    bool any = false;

    for (size_t i = 0; i < in->columns; i++) {
        struct column_type *t = &in->types[i];

        t->total_alone = may_label(in, i) && t->kind == COLUMN_TEXT &&
                         is_name(t->total_label) &&
                         totals_are_certain(in->totals);
        any = any || t->total_alone;
    }
    return any;
}

/* What have the rows of totals where others have a value? */
static enum err find_labels(struct ingest *in, struct error *e)
{
    struct buf sql;
    struct str text;
    enum err rc = OK;

    buf_init(&sql, SQL_MAX_BYTES);
    if (put_labels(in, &sql) > 0) {
        rc = buf_finish(&sql, &text, e);
        if (!rc)
            rc = look_at_rows(in, text, true, e);
        if (!rc && begin_alone(in))
            rc = look_at_rows(in, text, false, e);
    }
    buf_release(&sql);
    return rc;
}

static bool is_too_large(const struct ingest *in)
{
    return in->columns > MAX_COLUMNS || in->rows > INGEST_TOTALS_MAX_ROWS;
}

enum err ingest_totals_find(struct ingest *in, struct error *e)
{
    size_t numbers = count_numbers(in);
    struct buf sql;
    struct str text;
    enum err rc;

    in->totals = NULL;
    if (numbers == 0 || in->rows < LEAST_ROWS || is_too_large(in))
        return OK;
    buf_init(&sql, SQL_MAX_BYTES);
    put_query(in, numbers, &sql);
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = look(in, text, numbers, e);
    if (!rc && in->totals)
        rc = find_labels(in, e);
    buf_release(&sql);
    return rc;
}

static void write_columns(const struct ingest *in, struct jsonw *w)
{
    jsonw_key(w, "total_rows_columns");
    jsonw_begin_array(w);
    for (size_t i = 0, n = 0; i < in->columns && n < in->totals->columns; i++) {
        if (!is_shown(in, i))
            continue;
        if (in->totals->mask >> n & 1)
            jsonw_str(w, in->names[i].name);
        n++;
    }
    jsonw_end_array(w);
}

void ingest_totals_write_unknown(struct jsonw *w)
{
    jsonw_member_bool(w, "total_rows_not_looked_for", true);
}

void ingest_totals_write(const struct ingest *in,
                         void (*put)(const void *ctx, uint64_t row,
                                     struct jsonw *w),
                         const void *ctx, struct jsonw *w)
{
    const struct totals *t = in->totals;

    if (!t) {
        if (is_too_large(in))
            ingest_totals_write_unknown(w);
        return;
    }
    jsonw_key(w, "total_rows");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->found && i < TOTALS_SHOWN; i++)
        jsonw_u64(w, t->list[i].row);
    jsonw_end_array(w);
    if (put) {
        jsonw_key(w, "total_rows_cells");
        jsonw_begin_array(w);
        for (size_t i = 0; i < t->found && i < TOTALS_SHOWN; i++)
            put(ctx, t->list[i].row, w);
        jsonw_end_array(w);
    }
    jsonw_member_u64(w, "total_rows_count", t->found);
    jsonw_member_double(w, "total_rows_share", totals_share(t));
    write_columns(in, w);
}
