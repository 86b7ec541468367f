#include "formats/csv_split.h"

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
