#include "formats/csv_sample.h"

#include "formats/csv_split.h"

#define LONG_RECORD_BYTES ((size_t)64 * 1024)

/* At least two lines, however long. */
static size_t sample_end(struct str text, size_t start)
{
    size_t end = start;

    for (unsigned lines = 0; lines < 2 && end < text.n; lines++)
        end += str_find_char(str_slice(text, end, text.n), '\n') + 1;
    if (end < start + CSV_SAMPLE_BYTES)
        end = start + CSV_SAMPLE_BYTES;
    return end < text.n ? end : text.n;
}

void csv_sample_open(struct csv_sample *s, struct str text, size_t start,
                     const struct csv_dialect *d, struct csv_cell *cells)
{
    size_t end = sample_end(text, start);

    *s =
        (struct csv_sample){.dialect = *d, .cut = text.n > end, .cells = cells};
    csv_open(&s->reader, str_slice(text, 0, end), d);
    csv_seek(&s->reader, start);
    s->reader.more = s->cut;
}

static void skip_blank(struct csv_sample *s)
{
    struct csv_reader *r = &s->reader;
    size_t at = r->pos;

    while (at < r->text.n && (r->text.p[at] == '\n' || r->text.p[at] == '\r'))
        at++;
    csv_seek(r, at);
}

/* A line by itself, because its quotes cannot be taken at their word. */
static bool take_damaged(struct csv_sample *s)
{
    if (!csv_take_line(&s->reader, &s->line))
        return false;
    s->damaged = true;
    s->n = csv_split_line(s->line, &s->dialect, CSV_LITERAL, s->cells,
                          CSV_SAMPLE_CELLS);
    return true;
}

bool csv_sample_next(struct csv_sample *s)
{
    struct csv_reader before;
    struct error e;
    bool taken = true;
    enum err rc;

    if (s->read == CSV_SAMPLE_RECORDS)
        return false;
    skip_blank(s);
    before = s->reader;
    s->offset = before.pos;
    s->damaged = false;
    if (before.pos >= before.text.n)
        return false;
    rc = csv_read_record(&s->reader, s->cells, CSV_SAMPLE_CELLS, &s->n, &e);
    if (rc || s->reader.starved ||
        s->reader.pos - before.pos > LONG_RECORD_BYTES) {
        bool starved = s->reader.starved;

        s->reader = before;
        taken = take_damaged(s);
        if (!taken && starved && s->read == 0) { /* one line of any length */
            s->reader.more = false;
            taken = take_damaged(s);
        }
    } else {
        s->line = str_slice(before.text, before.pos, s->reader.pos);
    }
    s->kept = s->n < CSV_SAMPLE_CELLS ? s->n : CSV_SAMPLE_CELLS;
    s->read += taken;
    return taken;
}
