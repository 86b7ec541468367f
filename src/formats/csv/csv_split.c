#include "formats/csv/csv_split.h"

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

/* Past the spaces that may be around quotes. */
static size_t skip_spaces(const struct cutter *c, size_t at)
{
    while (c->d->spaced && at < c->line.n && c->line.p[at] == ' ')
        at++;
    return at;
}

static bool closes_at(const struct cutter *c, size_t at)
{
    return ends_at(c, skip_spaces(c, at + 1));
}

static bool is_escape(const struct cutter *c, size_t at)
{
    return c->d->escape && c->line.p[at] == c->d->escape && at + 1 < c->line.n;
}

/* The closing quote by RFC 4180 of what opens at `open`; line.n: none. */
static size_t find_close(const struct cutter *c, size_t open,
                         struct csv_cell *cell)
{
    for (size_t i = open + 1; i < c->line.n; i++) {
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
static size_t find_loose_close(const struct cutter *c, size_t open)
{
    for (size_t i = open + 1; i < c->line.n; i++) {
        if (c->line.p[i] == c->d->quote && closes_at(c, i))
            return i;
    }
    return c->line.n;
}

/* The cell at c->at, if it is quoted and the quote closes. */
static bool cut_quoted(struct cutter *c, struct csv_cell *cell)
{
    struct csv_cell seen = {.quoted = true};
    size_t open = skip_spaces(c, c->at);
    size_t close;

    if (!c->d->quote || open == c->line.n || c->line.p[open] != c->d->quote)
        return false;
    close = find_close(c, open, &seen);
    if (close == c->line.n || !closes_at(c, close)) {
        seen = (struct csv_cell){.quoted = true};
        close =
            c->reading == CSV_LITERAL ? c->line.n : find_loose_close(c, open);
    }
    if (close == c->line.n)
        return false;
    *cell = seen;
    cell->p = c->line.p + open + 1;
    cell->n = (uint32_t)(close - open - 1);
    c->at = skip_spaces(c, close + 1);
    return true;
}

static void cut_plain(struct cutter *c, struct csv_cell *cell)
{
    size_t start = c->at;

    *cell = (struct csv_cell){.p = c->line.p + start};
    while (!ends_at(c, c->at)) {
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

        if (!cut_quoted(&c, cell))
            cut_plain(&c, cell);
        n++;
        if (c.at >= line.n)
            return n;
        c.at++; /* the delimiter */
    }
}
