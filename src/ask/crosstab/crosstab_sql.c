/*
 * crosstab_sql.c - readings of a crosstab as SQL.
 *
 * Cells of one row are columns of one SELECT; cells of several rows are a scalar query
 * each; cells of which one is chosen are rows of a UNION:
 *
 *     SELECT *, round("2019" - "2018", 6) AS "2019 - 2018"
 *     FROM (SELECT "column_1" AS "(in millions)", "a" AS "2018", "b" AS "2019"
 *           FROM "data" WHERE "column_1" = 'Land')
 *
 * A figure in a text, "$ (1,234.5)", is read by the SQL as crosstab_figure() does.
 */
#include "ask/crosstab/crosstab_ask.h"
#include "base/buf.h"

#include <math.h>

#define SQL_BYTES ((size_t)256 << 10)

struct writer {
    const struct crosstab *t;
    const struct crosstab_reading *r;
    struct str table;
    struct buf b;
};

static void put_name(struct writer *x, struct str s)
{
    buf_put_quoted(&x->b, '"', s);
}

static struct str labels_alias(const struct crosstab *t)
{
    return t->unit.n ? t->unit.text : t->labels;
}

/* Rows of a label that others have, too, are told by their place. */
static void put_condition(struct writer *x, size_t row)
{
    const struct crosstab_row *r = &x->t->row[row];

    buf_puts(&x->b, " FROM ");
    if (r->is_repeated || r->label.text.n == 0) {
        buf_puts(&x->b, "(SELECT *, row_number() OVER () AS \"row\" FROM ");
        put_name(x, x->table);
        buf_printf(&x->b, ") WHERE \"row\" = %u", r->number);
        return;
    }
    put_name(x, x->table);
    buf_puts(&x->b, " WHERE ");
    put_name(x, x->t->labels);
    buf_puts(&x->b, " = ");
    buf_put_quoted(&x->b, '\'', r->label.text);
}

static void put_value(struct writer *x, size_t column)
{
    const struct crosstab_column *c = &x->t->column[column];

    if (!c->is_text) {
        put_name(x, c->name);
        return;
    }
    buf_puts(&x->b, "CASE WHEN regexp_matches(");
    put_name(x, c->name);
    buf_puts(&x->b, ", '^[^0-9]*[(-]') THEN -1 ELSE 1 END * "
                    "CAST(regexp_replace(");
    put_name(x, c->name);
    buf_puts(&x->b, ", '[^0-9.]', '', 'g') AS DOUBLE)");
}

static bool is_share(const struct writer *x, const struct crosstab_cell *c)
{
    return x->t->is_share[c->row * x->t->n_columns + c->column];
}

/* What the i-th cell is called beside the others: its column, or its row, which is told
 * by its section where others have its label. */
static struct str label_of(const struct writer *x, size_t i)
{
    const struct crosstab_cell *c = &x->r->cell[i];
    const struct crosstab_row *row = &x->t->row[c->row];

    if (!x->r->by_row)
        return x->t->column[c->column].label.text;
    return row->is_repeated && row->section ? row->section->text
                                            : row->label.text;
}

static void put_alias(struct writer *x, size_t i)
{
    const struct str label = label_of(x, i);
    size_t same = 1;
    struct buf b;

    for (size_t k = 0; k < i; k++)
        same += str_eq(label_of(x, k), label);
    buf_init(&b, SQL_BYTES);
    buf_put_str(&b, label.n ? label : x->t->column[x->r->cell[i].column].name);
    if (is_share(x, &x->r->cell[i]) && str_find(label, STR("%")) == label.n)
        buf_puts(&b, " %");
    if (same > 1)
        buf_printf(&b, "_%zu", same);
    put_name(x, buf_str(&b));
    buf_release(&b);
}

/* All cells as columns of one row. */
static void put_columns(struct writer *x)
{
    const struct crosstab_reading *r = x->r;

    buf_puts(&x->b, "SELECT ");
    if (!r->by_row) {
        put_name(x, x->t->labels);
        buf_puts(&x->b, " AS ");
        put_name(x, labels_alias(x->t));
        buf_puts(&x->b, ", ");
    }
    for (size_t i = 0; i < r->n; i++) {
        buf_puts(&x->b, i ? ", " : "");
        buf_puts(&x->b, r->by_row ? "(SELECT " : "");
        put_value(x, r->cell[i].column);
        if (r->by_row) {
            put_condition(x, r->cell[i].row);
            buf_puts(&x->b, ")");
        }
        buf_puts(&x->b, " AS ");
        put_alias(x, i);
    }
    if (!r->by_row)
        put_condition(x, r->cell[0].row);
}

/* All cells as rows: what each is called, and its figure. */
static void put_rows(struct writer *x)
{
    const struct crosstab_reading *r = x->r;

    for (size_t i = 0; i < r->n; i++) {
        const struct crosstab_column *c = &x->t->column[r->cell[i].column];

        buf_puts(&x->b, i ? " UNION ALL SELECT " : "SELECT ");
        if (!r->by_row && c->year)
            buf_printf(&x->b, "'%u'", c->year);
        else
            buf_put_quoted(&x->b, '\'', label_of(x, i));
        buf_puts(&x->b, " AS \"label\", ");
        put_value(x, r->cell[i].column);
        buf_puts(&x->b, " AS \"value\"");
        put_condition(x, r->cell[i].row);
    }
}

/* A formula in which '0' and '1' are the first two cells, and 'c' is a hundred. */
static void put_formula(struct writer *x, const char *formula)
{
    for (const char *p = formula; *p; p++) {
        if (*p == '0' || *p == '1')
            put_alias(x, (size_t)(*p - '0'));
        else if (*p == 'c')
            buf_puts(&x->b, "100.0");
        else
            buf_put_char(&x->b, *p);
    }
}

static void put_formula_name(struct writer *x, const char *formula)
{
    struct buf b;

    buf_init(&b, SQL_BYTES);
    for (const char *p = formula; *p; p++) {
        if (*p == '0' || *p == '1')
            buf_put_str(&b, label_of(x, (size_t)(*p - '0')));
        else
            buf_put_char(&b, *p);
    }
    put_name(x, buf_str(&b));
    buf_release(&b);
}

static void put_computed(struct writer *x, const char *formula,
                         const char *name)
{
    buf_puts(&x->b, "SELECT *, round(");
    put_formula(x, formula);
    buf_puts(&x->b, ", 6) AS ");
    put_formula_name(x, name);
    buf_puts(&x->b, " FROM (");
    put_columns(x);
    buf_puts(&x->b, ")");
}

static void put_sum(struct writer *x, bool is_average)
{
    buf_puts(&x->b, "SELECT *, round((");
    for (size_t i = 0; i < x->r->n; i++) {
        buf_puts(&x->b, i ? " + " : "");
        put_alias(x, i);
    }
    if (is_average)
        buf_printf(&x->b, ") / %zu, 6) AS \"avg\" FROM (", x->r->n);
    else
        buf_puts(&x->b, "), 6) AS \"sum\" FROM (");
    put_columns(x);
    buf_puts(&x->b, ")");
}

static void put_limit(struct writer *x, bool is_over)
{
    buf_printf(&x->b, ") WHERE \"value\" %s %.15g", is_over ? ">" : "<",
               x->r->limit);
}

static void put_chosen(struct writer *x)
{
    const enum crosstab_operation o = x->r->operation;

    buf_puts(&x->b, o == CROSSTAB_COUNT_OVER || o == CROSSTAB_COUNT_UNDER
                        ? "SELECT count(*) AS \"count\" FROM ("
                        : "SELECT \"label\", \"value\" FROM (");
    put_rows(x);
    if (o == CROSSTAB_MOST || o == CROSSTAB_LEAST)
        buf_printf(&x->b, ") ORDER BY \"value\" %s, \"label\" LIMIT 1",
                   o == CROSSTAB_MOST ? "DESC" : "ASC");
    else
        put_limit(x, o == CROSSTAB_OVER || o == CROSSTAB_COUNT_OVER);
    if (o == CROSSTAB_OVER || o == CROSSTAB_UNDER)
        buf_puts(&x->b, " ORDER BY \"label\"");
}

static void put_statement(struct writer *x)
{
    switch (x->r->operation) {
    case CROSSTAB_NOTHING: break;
    case CROSSTAB_LOOKUP: put_columns(x); break;
    case CROSSTAB_CHANGE: put_computed(x, "1 - 0", "1 - 0"); break;
    case CROSSTAB_PERCENT:
        put_computed(x, "c * (1 - 0) / 0", "(1 - 0) / 0 %");
        break;
    case CROSSTAB_DIFFERENCE: put_computed(x, "0 - 1", "0 - 1"); break;
    case CROSSTAB_RATIO: put_computed(x, "0 / 1", "0 / 1"); break;
    case CROSSTAB_SHARE: put_computed(x, "c * 0 / 1", "0 / 1 %"); break;
    case CROSSTAB_SUM: put_sum(x, false); break;
    case CROSSTAB_AVERAGE: put_sum(x, true); break;
    case CROSSTAB_MOST:
    case CROSSTAB_LEAST:
    case CROSSTAB_OVER:
    case CROSSTAB_UNDER:
    case CROSSTAB_COUNT_OVER:
    case CROSSTAB_COUNT_UNDER: put_chosen(x); break;
    case CROSSTAB_LIST:
        buf_puts(&x->b, "SELECT \"label\" FROM (");
        put_rows(x);
        buf_puts(&x->b, ") ORDER BY \"label\"");
        break;
    }
}

enum err crosstab_sql(const struct crosstab *t, struct str table,
                      const struct crosstab_reading *r, struct arena *a,
                      struct str *out, struct error *e)
{
    struct writer x = {.t = t, .r = r, .table = table};
    enum err rc;

    buf_init(&x.b, SQL_BYTES);
    put_statement(&x);
    rc = buf_dup(&x.b, a, out, e);
    buf_release(&x.b);
    return rc;
}
