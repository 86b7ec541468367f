#include "formats/csv_split.h"

#include <string.h>

struct cutter {
    struct str line;
    const struct csv_dialect *d;
    enum csv_reading reading;
    size_t at;
};

/* Does a cell end before the byte at `at`? */
static bool ends_at(const struct cutter *c, size_t at)
{
    return at >= c->line.n || c->line.p[at] == c->d->delimiter;
}

static bool is_escape(const struct cutter *c, size_t at)
{
    return c->d->escape && c->line.p[at] == c->d->escape && at + 1 < c->line.n;
}

/* The closing quote by RFC 4180 of what opens at c->at; line.n: none. */
static size_t find_close(const struct cutter *c, struct csv_cell *cell)
{
    for (size_t i = c->at + 1; i < c->line.n; i++) {
        if (is_escape(c, i)) {
            cell->escaped = true;
            i++;
        } else if (c->line.p[i] == c->d->quote) {
            if (i + 1 == c->line.n || c->line.p[i + 1] != c->d->quote)
                return i;
            cell->doubled = true;
            i++;
        }
    }
    return c->line.n;
}

/* The first quote before a delimiter or the end. */
static size_t find_loose_close(const struct cutter *c)
{
    for (size_t i = c->at + 1; i < c->line.n; i++) {
        if (c->line.p[i] == c->d->quote && ends_at(c, i + 1))
            return i;
    }
    return c->line.n;
}

static bool cut_quoted(struct cutter *c, struct csv_cell *cell)
{
    struct csv_cell seen = {.quoted = true};
    size_t close = find_close(c, &seen);

    if (close == c->line.n || !ends_at(c, close + 1)) {
        seen = (struct csv_cell){.quoted = true};
        close = c->reading == CSV_LITERAL ? c->line.n : find_loose_close(c);
    }
    if (close == c->line.n)
        return false;
    *cell = seen;
    cell->p = c->line.p + c->at + 1;
    cell->n = (uint32_t)(close - c->at - 1);
    c->at = close + 1;
    return true;
}

static void cut_plain(struct cutter *c, struct csv_cell *cell)
{
    size_t start = c->at;

    *cell = (struct csv_cell){.p = c->line.p + start};
    while (!ends_at(c, c->at)) {
        if (c->reading == CSV_ANYWHERE && c->at > start && c->d->quote &&
            c->line.p[c->at] == c->d->quote) {
            size_t close = find_loose_close(c);

            c->at = close < c->line.n ? close : c->at;
        }
        if (is_escape(c, c->at)) {
            cell->escaped = true;
            c->at++;
        }
        c->at++;
    }
    cell->n = (uint32_t)(c->at - start);
}

size_t csv_split_line(struct str line, const struct csv_dialect *d,
                      enum csv_reading reading, struct csv_cell *cells,
                      size_t max)
{
    struct cutter c = {line, d, reading, 0};
    size_t n = 0;

    for (;;) {
        struct csv_cell spare;
        struct csv_cell *cell = n < max ? &cells[n] : &spare;

        if (c.at >= line.n || line.p[c.at] != d->quote || !d->quote ||
            !cut_quoted(&c, cell))
            cut_plain(&c, cell);
        n++;
        if (c.at >= line.n)
            return n;
        c.at++; /* the delimiter */
    }
}

/* `"a""b"` where `"a","b"` was meant: between the two. */
static bool split_doubled(const struct csv_cell *cell, char quote,
                          struct csv_cell parts[2])
{
    const char pair[2] = {quote, quote};
    struct str s = {cell->p, cell->n};
    size_t at = str_find(s, (struct str){pair, 2});

    if (at == s.n || at == 0 || at + 2 == s.n)
        return false;
    parts[0] = (struct csv_cell){.p = s.p, .n = (uint32_t)at, .quoted = true};
    parts[1] = (struct csv_cell){
        .p = s.p + at + 2, .n = (uint32_t)(s.n - at - 2), .quoted = true};
    return str_find(str_slice(s, at + 2, s.n), (struct str){pair, 2}) ==
           s.n - at - 2;
}

bool csv_split_cell(const struct csv_cell *cell, char quote,
                    struct csv_cell parts[2])
{
    struct str s = {cell->p, cell->n};
    size_t at = quote ? str_find_char(s, quote) : s.n;

    if (cell->quoted && cell->doubled)
        return split_doubled(cell, quote, parts);
    if (at == s.n)
        return false;
    if (cell->quoted) { /* `a"b`: the quote closed, or opens */
        parts[0] =
            (struct csv_cell){.p = s.p, .n = (uint32_t)at, .quoted = true};
        parts[1] =
            (struct csv_cell){.p = s.p + at + 1, .n = (uint32_t)(s.n - at - 1)};
        return at > 0 && at + 1 < s.n;
    }
    if (at == 0) { /* `"a"b` */
        size_t close = str_find_char(str_slice(s, 1, s.n), quote) + 1;

        parts[0] = (struct csv_cell){
            .p = s.p + 1, .n = (uint32_t)(close - 1), .quoted = true};
        parts[1] = (struct csv_cell){.p = s.p + close + 1,
                                     .n = (uint32_t)(s.n - close - 1)};
        return close < s.n && close + 1 < s.n;
    }
    if (s.n - at < 2 || s.p[s.n - 1] != quote)
        return false;
    parts[0] = (struct csv_cell){.p = s.p, .n = (uint32_t)at};
    parts[1] = (struct csv_cell){
        .p = s.p + at + 1, .n = (uint32_t)(s.n - at - 2), .quoted = true};
    return true;
}
