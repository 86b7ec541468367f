#include "formats/csv/csv_sample.h"

#include "formats/csv/csv_split.h"

#define LONG_RECORD_BYTES ((size_t)64 * 1024)
#define MAX_LONG          4u /* each may be all of the text */

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

    *s = (struct csv_sample){
        .text = text, .dialect = *d, .cut = text.n > end, .cells = cells};
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

/* Is the record after this reader as wide? */
static bool is_followed_alike(const struct csv_reader *r, size_t width)
{
    struct csv_reader next = *r;
    struct error e;
    size_t n = 0;

    return !csv_read_record(&next, NULL, 0, &n, &e) && n == width;
}

/* The record at `pos` of all the text, if it is one for all its length; then
   the sample goes on after it. */
static bool take_long(struct csv_sample *s, size_t pos)
{
    struct csv_reader r;
    struct error e;
    size_t end = s->reader.text.n;
    size_t n = 0;
    enum err rc;

    if (s->long_records++ == MAX_LONG)
        return false;
    csv_open(&r, s->text, &s->dialect);
    csv_seek(&r, pos);
    rc = csv_read_record(&r, s->cells, CSV_SAMPLE_CELLS, &n, &e);
    if (rc || n == 0 || (n == 1 && !s->cells[0].quoted) ||
        (n != s->first_width && !is_followed_alike(&r, n))) {
        s->open = r.unclosed || rc == ERR_LIMIT;
        return false;
    }
    end += r.pos - pos;
    end = end < s->text.n ? end : s->text.n;
    s->cut = end < s->text.n;
    s->n = n;
    s->reader.text = str_slice(s->text, 0, end);
    s->reader.more = s->cut;
    s->reader.starved = false;
    csv_seek(&s->reader, r.pos);
    return true;
}

/* A line by itself, or, if it is the first, of any length. */
static bool take_line(struct csv_sample *s)
{
    bool starved = s->reader.starved;
    bool taken = take_damaged(s);

    if (taken || !starved || s->read)
        return taken;
    s->reader.more = false;
    return take_damaged(s);
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
    s->open = false;
    if (before.pos >= before.text.n)
        return false;
    rc = csv_read_record(&s->reader, s->cells, CSV_SAMPLE_CELLS, &s->n, &e);
    if (!rc &&
        (s->reader.starved || s->reader.pos - before.pos > LONG_RECORD_BYTES)) {
        bool starved = s->reader.starved;

        s->reader = before;
        s->reader.starved = starved;
        taken = take_long(s, before.pos) || take_line(s);
    } else if (rc) {
        s->open = s->reader.unclosed;
        s->reader = before;
        taken = take_line(s);
        if (rc == ERR_LIMIT) /* too many cells are no damage */
            s->damaged = false;
    }
    if (!s->damaged)
        s->line = str_slice(s->text, before.pos, s->reader.pos);
    if (!s->damaged && !s->first_width)
        s->first_width = s->n;
    s->kept = s->n < CSV_SAMPLE_CELLS ? s->n : CSV_SAMPLE_CELLS;
    s->read += taken;
    return taken;
}
