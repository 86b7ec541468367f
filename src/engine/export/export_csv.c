#include "engine/export/export_csv.h"

static const struct str byte_order_mark = {"\xef\xbb\xbf", 3};

/*
 * Quotes only where a reader could go wrong without them. Blanks at the ends
 * are in, since many readers trim them; a byte-order mark at the start is in,
 * since as the first bytes of the file it would be dropped.
 */
static bool needs_quotes(struct str s)
{
    if (s.n == 0 || s.p[0] == ' ' || s.p[s.n - 1] == ' ' || s.p[0] == '\t' ||
        s.p[s.n - 1] == '\t' || str_starts(s, byte_order_mark))
        return true;
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == ',' || s.p[i] == '"' || s.p[i] == '\r' || s.p[i] == '\n')
            return true;
    return false;
}

/* A quoted field, its quotes doubled, after an optional prefix. */
static void put_quoted(struct buf *b, const char *prefix, struct str s)
{
    buf_put_char(b, '"');
    buf_puts(b, prefix);
    while (s.n > 0) {
        size_t n = str_find_char(s, '"');

        buf_put(b, s.p, n);
        if (n < s.n) {
            buf_puts(b, "\"\"");
            n++;
        }
        s = str_slice(s, n, s.n);
    }
    buf_put_char(b, '"');
}

static void put_text(struct export_csv *c, struct str s)
{
    struct buf *b = &c->out->pending;
    const char *prefix = "";

    if (export_would_run(s)) {
        prefix = "'";
        c->changes->count[EXPORT_NEUTRALISED]++;
    }
    if (needs_quotes(s)) {
        put_quoted(b, prefix, s);
    } else {
        buf_puts(b, prefix);
        buf_put_str(b, s);
    }
}

/* Numbers are what they are: a minus before digits is no formula, but the one
 * before Infinity is. */
static bool is_plain(const struct export_cell *cell, enum export_type type)
{
    if (type == EXPORT_FLOAT)
        return cell->number - cell->number == 0;
    return type == EXPORT_INTEGER || type == EXPORT_DECIMAL ||
           type == EXPORT_BOOLEAN;
}

static void put_cell(struct export_csv *c, const struct export_cell *cell,
                     enum export_type type)
{
    if (cell->is_null)
        return;
    if (is_plain(cell, type))
        buf_put_str(&c->out->pending, cell->text);
    else
        put_text(c, cell->text);
}

enum err export_csv_header(struct export_csv *c, struct error *e)
{
    for (size_t i = 0; i < c->n; i++) {
        if (i > 0)
            buf_put_char(&c->out->pending, ',');
        put_text(c, c->columns[i].name);
    }
    buf_puts(&c->out->pending, "\r\n");
    return export_out_drain(c->out, e);
}

enum err export_csv_row(struct export_csv *c, const struct export_cell *cells,
                        struct error *e)
{
    for (size_t i = 0; i < c->n; i++) {
        if (i > 0)
            buf_put_char(&c->out->pending, ',');
        put_cell(c, &cells[i], c->columns[i].type);
    }
    if (c->n == 1 && cells[0].is_null)
        c->changes->count[EXPORT_EMPTY_LINES]++;
    buf_puts(&c->out->pending, "\r\n");
    return export_out_drain(c->out, e);
}
