/* Names, values and conditions in SQL. */
#include "ask/spec/compile_sql.h"

static void put_quoted(struct buf *b, char quote, struct str s)
{
    size_t i;

    buf_put_char(b, quote);
    for (i = 0; i < s.n; i++) {
        if (s.p[i] == quote)
            buf_put_char(b, quote);
        if (s.p[i])
            buf_put_char(b, s.p[i]);
    }
    buf_put_char(b, quote);
}

void compile_name(struct buf *b, struct str s)
{
    put_quoted(b, '"', s);
}

void compile_literal(struct buf *b, enum literal kind, struct str s)
{
    if (kind == LITERAL_CLOCK)
        buf_puts(b, "TIME ");
    if (kind == LITERAL_TEXT || kind == LITERAL_CLOCK)
        put_quoted(b, '\'', s);
    else if (kind == LITERAL_BOOL)
        buf_puts(b, str_is(s, "true") ? "TRUE" : "FALSE");
    else
        buf_put_str(b, s);
}

static void put_list(struct buf *b, const struct spec_filter *f)
{
    size_t i;

    for (i = 0; i < f->n; i++) {
        buf_puts(b, i ? ", " : "");
        compile_literal(b, f->literal, f->values[i]);
    }
}

/* What a condition compares with: a value, another cell, an average. */
static void put_operand(struct buf *b, const struct query_spec *s,
                        const struct str *value, enum literal literal)
{
    if (literal == LITERAL_COLUMN) {
        compile_name(b, *value);
    } else if (literal == LITERAL_AVERAGE) {
        buf_puts(b, "(SELECT avg(");
        compile_name(b, *value);
        buf_puts(b, ") FROM ");
        compile_source(b, s);
        buf_puts(b, ")");
    } else {
        compile_literal(b, literal, *value);
    }
}

/* No row is lost silently: what is null is not equal, so it stays. */
static void put_not_in(struct buf *b, const struct spec_filter *f)
{
    buf_put_char(b, '(');
    compile_name(b, f->column);
    buf_puts(b, " NOT IN (");
    put_list(b, f);
    buf_puts(b, ") OR ");
    compile_name(b, f->column);
    buf_puts(b, " IS NULL)");
}

static void put_contains(struct buf *b, const struct spec_filter *f)
{
    size_t i;

    buf_put_char(b, '(');
    for (i = 0; i < f->n; i++) {
        buf_puts(b, i ? " OR contains(lower(strip_accents("
                      : "contains(lower(strip_accents(");
        compile_name(b, f->column);
        buf_puts(b, ")), ");
        compile_literal(b, LITERAL_TEXT, f->values[i]);
        buf_put_char(b, ')');
    }
    buf_put_char(b, ')');
}

/* Has it a value? Those of the filter are as good as none. */
static void put_filled(struct buf *b, const struct spec_filter *f)
{
    const bool filled = f->op == FILTER_NOT_NULL;

    buf_puts(b, !filled && f->n ? "(" : "");
    if (!filled || f->n == 0) {
        compile_name(b, f->column);
        buf_puts(b, filled ? " IS NOT NULL" : " IS NULL");
    }
    for (size_t i = 0; i < f->n; i++) {
        buf_puts(b, !filled ? " OR " : i ? " AND " : "");
        compile_name(b, f->column);
        buf_puts(b, filled ? " <> " : " = ");
        compile_literal(b, LITERAL_TEXT, f->values[i]);
    }
    buf_puts(b, !filled && f->n ? ")" : "");
}

/* One period, from values[at] to before values[at + 1]. */
static void put_days(struct buf *b, const struct spec_filter *f, size_t at)
{
    static const char *const ops[2] = {" >= DATE ", " < DATE "};
    bool open = true;
    size_t i;

    for (i = 0; at + i < f->n && i < 2; i++) {
        if (!f->values[at + i].n)
            continue;
        buf_puts(b, open ? "" : " AND ");
        compile_view(b, f->column, f->view);
        buf_puts(b, ops[i]);
        compile_literal(b, LITERAL_TEXT, f->values[at + i]);
        open = false;
    }
    buf_puts(b, open ? "TRUE" : "");
}

static void put_period(struct buf *b, const struct spec_filter *f)
{
    size_t at;

    buf_puts(b, f->n > 2 ? "(" : "");
    put_days(b, f, 0);
    for (at = 2; at < f->n; at += 2) {
        buf_puts(b, " OR ");
        put_days(b, f, at);
    }
    buf_puts(b, f->n > 2 ? ")" : "");
}

static void put_comparison(struct buf *b, const struct query_spec *s,
                           const struct spec_filter *f)
{
    static const char *const ops[] = {
        [FILTER_EQ] = " = ", [FILTER_NE] = " IS DISTINCT FROM ",
        [FILTER_LT] = " < ", [FILTER_LE] = " <= ",
        [FILTER_GT] = " > ", [FILTER_GE] = " >= "};

    compile_view(b, f->column, f->view);
    buf_puts(b, ops[f->op]);
    put_operand(b, s, &f->values[0], f->literal);
}

/* One of the values is in a list of them, as a whole. What is null has none. */
static void put_items(struct buf *b, const struct spec_filter *f)
{
    const bool is_not = f->op == FILTER_NE || f->op == FILTER_NOT_IN;

    buf_puts(b, is_not ? "(NOT (" : "(");
    for (size_t i = 0; i < f->n; i++) {
        buf_puts(b, i ? " OR contains('" SPEC_LIST_SEPARATOR "' || "
                      : "contains('" SPEC_LIST_SEPARATOR "' || ");
        compile_name(b, f->column);
        buf_puts(b, " || '" SPEC_LIST_SEPARATOR "', '" SPEC_LIST_SEPARATOR
                    "' || ");
        compile_literal(b, LITERAL_TEXT, f->values[i]);
        buf_puts(b, " || '" SPEC_LIST_SEPARATOR "')");
    }
    buf_puts(b, is_not ? ") OR " : ")");
    if (is_not) {
        compile_name(b, f->column);
        buf_puts(b, " IS NULL)");
    }
}

void compile_filter(struct buf *b, const struct query_spec *s,
                    const struct spec_filter *f)
{
    if (f->view == VIEW_ITEM) {
        put_items(b, f);
        return;
    }
    switch (f->op) {
    case FILTER_IN:
        compile_view(b, f->column, f->view);
        buf_puts(b, " IN (");
        put_list(b, f);
        buf_put_char(b, ')');
        return;
    case FILTER_BETWEEN:
        compile_view(b, f->column, f->view);
        buf_puts(b, " BETWEEN ");
        compile_literal(b, f->literal, f->values[0]);
        buf_puts(b, " AND ");
        compile_literal(b, f->literal, f->values[1]);
        return;
    case FILTER_MONTH:
        buf_puts(b, "month(");
        compile_view(b, f->column, f->view);
        buf_puts(b, f->n > 1 ? ") IN (" : ") = ");
        put_list(b, f);
        buf_puts(b, f->n > 1 ? ")" : "");
        return;
    case FILTER_NULL:
    case FILTER_NOT_NULL: put_filled(b, f); return;
    case FILTER_NOT_IN: put_not_in(b, f); return;
    case FILTER_CONTAINS: put_contains(b, f); return;
    case FILTER_PERIOD: put_period(b, f); return;
    default: put_comparison(b, s, f); return;
    }
}
