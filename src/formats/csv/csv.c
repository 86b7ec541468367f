/*
 * Reading records.
 *
 * Four bytes mean something: delimiter, quote, LF and CR, and in some dialects
 * the backslash. Sixty-four bytes of
 * text become one bit mask of those four (four vector compares a 16 bytes),
 * and the reader hops from bit to bit, so that its work is per cell and not
 * per byte. Inside quotes only the quote's bits matter and the others are
 * passed over; a quote that does not begin a cell is a letter, which is why
 * the mask is not masked by quote parity as in Langdale and Lemire, "Parsing
 * gigabytes of JSON per second" (2019), where the idea comes from.
 *
 * The invariant between calls: `mask` holds the special bytes of the block at
 * `block_at` that lie at or after `pos`, and nothing before.
 *
 * A text can be cut for several threads at any record's start; where that is,
 * only a reader that knows whether it is inside quotes can say. One that
 * guesses wrong meets rows of another width, and then one reads on alone.
 */
#include "formats/csv/csv.h"

#include "base/text/bytes16.h"

#define BLOCK_BYTES 64u

void csv_open(struct csv_reader *r, struct str text,
              const struct csv_dialect *d)
{
    *r = (struct csv_reader){.text = text,
                             .delimiter = d->delimiter,
                             .quote = d->quote,
                             .escape = d->escape,
                             .spaced = d->spaced,
                             /* one before the first block */
                             .block_at = (size_t)0 - BLOCK_BYTES};
}

void csv_continue(struct csv_reader *r, struct str text, bool more)
{
    r->text = text;
    r->pos = 0;
    r->more = more;
    r->starved = false;
    r->block_at = (size_t)0 - BLOCK_BYTES;
    r->mask = 0;
}

/* Bit i: byte i of the 64 is special. A NUL delimiter never occurs. */
static uint64_t special_bytes(const struct csv_reader *r, const char *p)
{
    const bytes16 delimiter = bytes16_all(r->delimiter);
    const bytes16 quote = bytes16_all(r->quote);
    const bytes16 lf = bytes16_all('\n');
    const bytes16 cr = bytes16_all('\r');
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK_BYTES; i += 16) {
        bytes16 v = bytes16_load(p + i);
        bytes16 hit =
            (bytes16)((v == delimiter) | (v == quote) | (v == lf) | (v == cr));

        if (r->escape)
            hit |= (bytes16)(v == bytes16_all(r->escape));
        mask |= bytes16_mask(hit) << i;
    }
    return mask;
}

/* The block at block_at; past the end of the text nothing is special. */
static uint64_t load_block(const struct csv_reader *r)
{
    char last[BLOCK_BYTES] = {0};
    size_t left = r->text.n - r->block_at;

    if (left >= BLOCK_BYTES)
        return special_bytes(r, r->text.p + r->block_at);
    memcpy(last, r->text.p + r->block_at, left);
    return special_bytes(r, last) & ((UINT64_C(1) << left) - 1);
}

void csv_seek(struct csv_reader *r, size_t pos)
{
    r->pos = pos;
    r->block_at = pos - pos % BLOCK_BYTES;
    r->mask = 0;
    if (pos < r->text.n)
        r->mask = load_block(r) & ~UINT64_C(0) << pos % BLOCK_BYTES;
}

/* Back to the record at `start`, because more of the text is needed. */
static void starve(struct csv_reader *r, size_t start)
{
    r->starved = true;
    csv_seek(r, start);
}

/* Take the next special byte: its offset, or text.n when none is left. */
static inline size_t next_special(struct csv_reader *r)
{
    size_t at;

    while (r->mask == 0) {
        size_t next = r->block_at + BLOCK_BYTES;

        if (next >= r->text.n)
            return r->text.n;
        r->block_at = next;
        r->mask = load_block(r);
    }
    at = r->block_at + (size_t)__builtin_ctzll(r->mask);
    r->mask &= r->mask - 1;
    return at;
}

/* The next special byte is the first at or after `from`. */
static void seek_special(struct csv_reader *r, size_t from)
{
    size_t pos = r->pos;

    csv_seek(r, from);
    r->pos = pos;
}

/* The byte after an escape at `at` is a letter, whatever it is. */
static void pass_escaped(struct csv_reader *r, size_t at)
{
    unsigned bit = (unsigned)((at + 1) % BLOCK_BYTES);

    if (bit)
        r->mask &= ~(UINT64_C(1) << bit);
    else if (at + 1 < r->text.n)
        seek_special(r, at + 2);
}

static enum err refuse(struct error *e, size_t offset, const char *what)
{
    return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){.offset = offset},
                    "%s", what);
}

static const char never_closed[] =
    "a quote opens here and is never closed; double a quote that is part of "
    "the text";

/* Is a line's end at `at`? CR LF is one, at its LF. */
static bool ends_line(const struct csv_reader *r, size_t at)
{
    char c = r->text.p[at];

    return c == '\n' ||
           (c == '\r' && at + 1 < r->text.n && r->text.p[at + 1] != '\n');
}

/*
 * A quoted cell whose opening quote, at `open`, was taken.
 * out: the offset where it ends, taken if it is special: a delimiter, a line
 * end or the end of the text. There also when it is not closed in a window
 * that is not the last.
 */
static enum err read_quoted(struct csv_reader *r, size_t open,
                            struct csv_cell *cell, size_t *end, struct error *e)
{
    const char *p = r->text.p;
    size_t at;

    cell->quoted = true;
    for (;;) {
        at = next_special(r);
        *end = at;
        if (at == r->text.n) {
            r->unclosed = !r->more;
            return r->more ? OK : refuse(e, open, never_closed);
        }
        if (p[at] == r->escape && r->escape) {
            cell->escaped = true;
            pass_escaped(r, at);
            continue;
        }
        if (p[at] != r->quote) {
            r->counts.inner_lines += ends_line(r, at);
            continue;
        }
        if (at + 1 == r->text.n || p[at + 1] != r->quote)
            break;
        cell->doubled = true;
        (void)next_special(r);
    }
    cell->p = p + open + 1;
    cell->n = (uint32_t)(at - open - 1);
    *end = at + 1;
    while (r->spaced && *end < r->text.n && p[*end] == ' ')
        ++*end;
    if (*end == r->text.n)
        return OK;
    if (p[*end] != r->delimiter && p[*end] != '\n' && p[*end] != '\r')
        return refuse(e, *end,
                      "text after a closing quote; double a quote that is "
                      "part of the text");
    (void)next_special(r);
    return OK;
}

/* Inside an unquoted cell: a quote, and the escape, which is looked at. */
static inline bool is_letter(const struct csv_reader *r, char c)
{
    return c == r->quote || (r->escape && c == r->escape);
}

/* Does the quote at `at` open the cell that begins at `start`? */
static bool opens(const struct csv_reader *r, size_t start, size_t at)
{
    while (r->spaced && start < at && r->text.p[start] == ' ')
        start++;
    return start == at;
}

/* The cell at r->pos and the offset where it ends, as read_quoted(). */
static inline enum err read_cell(struct csv_reader *r, struct csv_cell *cell,
                                 size_t *end, struct error *e)
{
    size_t start = r->pos;
    size_t at = next_special(r);

    cell->quoted = false;
    cell->doubled = false;
    cell->escaped = false;
    if (at < r->text.n && r->text.p[at] == r->quote && r->quote) {
        if (opens(r, start, at))
            return read_quoted(r, at, cell, end, e);
        at = next_special(r);
    }
    while (at < r->text.n && is_letter(r, r->text.p[at])) {
        if (r->text.p[at] == r->escape) {
            cell->escaped = true;
            pass_escaped(r, at);
        }
        at = next_special(r);
    }
    cell->p = r->text.p + start;
    cell->n = (uint32_t)(at - start);
    *end = at;
    return OK;
}

/* After the byte at `end`, a line end or the end of the text. */
static void end_record(struct csv_reader *r, size_t end)
{
    const char *p = r->text.p;

    r->pos = end + (end < r->text.n);
    if (end == r->text.n)
        return;
    if (p[end] == '\n') {
        r->counts.lf++;
    } else if (r->pos < r->text.n && p[r->pos] == '\n') {
        (void)next_special(r);
        r->pos++;
        r->counts.crlf++;
    } else {
        r->counts.cr++;
    }
}

static bool at_line_end(const struct csv_reader *r)
{
    char c = r->text.p[r->pos];

    return c == '\n' || c == '\r';
}

/* In one column a blank line is an empty cell; else it is nothing. */
static void skip_blank_lines(struct csv_reader *r)
{
    while (r->columns != 1 && r->pos < r->text.n && at_line_end(r)) {
        if (r->more && r->pos + 1 == r->text.n)
            return; /* half of CR LF, perhaps; read_cells() leaves it */
        r->counts.blank_lines++;
        end_record(r, next_special(r));
    }
}

/* The next record's cells; those over `max` are counted and not kept. */
static enum err read_cells(struct csv_reader *r, struct csv_cell *cells,
                           size_t max, size_t *n, struct error *e)
{
    struct csv_cell spare = {0};
    size_t count = 0;
    uint64_t inner_lines;
    size_t end = 0;
    size_t start;

    *n = 0;
    skip_blank_lines(r);
    inner_lines = r->counts.inner_lines;
    start = r->pos;
    r->starved = r->more && start >= r->text.n;
    if (start >= r->text.n)
        return OK;
    for (;;) {
        struct csv_cell *cell = count < max ? &cells[count] : &spare;
        enum err err = read_cell(r, cell, &end, e);

        if (err)
            return err;
        if (r->more && end + 1 >= r->text.n) {
            starve(r, start);
            r->counts.inner_lines = inner_lines;
            return OK;
        }
        if (end - r->pos > CSV_MAX_CELL_BYTES)
            return error_at(e, ERR_LIMIT, (struct srcpos){.offset = r->pos},
                            "a cell of more than %zu MiB",
                            CSV_MAX_CELL_BYTES >> 20);
        if (++count > CSV_MAX_COLUMNS)
            return error_at(e, ERR_LIMIT, (struct srcpos){.offset = r->pos},
                            "a record of more than %zu cells", CSV_MAX_COLUMNS);
        if (end == r->text.n || r->text.p[end] != r->delimiter)
            break;
        r->pos = end + 1;
    }
    end_record(r, end);
    r->counts.records++;
    *n = count;
    return OK;
}

uint64_t csv_lines(const struct csv_counts *c)
{
    return c->lf + c->crlf + c->cr + c->inner_lines;
}

bool csv_take_line(struct csv_reader *r, struct str *line)
{
    struct str rest = str_slice(r->text, r->pos, r->text.n);
    size_t n = str_find_char(rest, '\n');
    size_t cr = str_find_char(str_slice(rest, 0, n), '\r');

    if (cr + 1 < n)
        n = cr; /* CR alone; before LF it is half of the end */
    r->starved = r->more && n + 1 >= rest.n;
    if (r->starved)
        return false;
    if (n && n < rest.n && rest.p[n] == '\n' && rest.p[n - 1] == '\r')
        n--;
    *line = str_slice(rest, 0, n);
    csv_seek(r, r->pos + n);
    end_record(r, r->pos);
    csv_seek(r, r->pos);
    r->counts.records++;
    return true;
}

enum err csv_read_record(struct csv_reader *r, struct csv_cell *cells,
                         size_t max, size_t *n, struct error *e)
{
    enum err err = read_cells(r, cells, max, n, e);

    if (!err && r->columns == 0)
        r->columns = *n;
    return err;
}

static enum err refuse_width(const struct csv_reader *r, size_t start, size_t n,
                             struct error *e)
{
    return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){.offset = start},
                    "a row of %zu cells where the first has %zu; quote cells "
                    "that hold the delimiter, or pass --delimiter",
                    n, r->columns);
}

static void leave_damaged(struct csv_reader *r, size_t start,
                          const struct csv_counts *before)
{
    r->damaged = true;
    r->starved = false;
    r->counts = *before;
    csv_seek(r, start);
}

bool csv_is_header(const struct csv_reader *r)
{
    const size_t n = r->header.n;
    const size_t left = r->text.n - r->pos;
    const char *p = r->text.p + r->pos;

    return n && left >= n && memcmp(p, r->header.p, n) == 0 &&
           (left == n ? !r->more : p[n] == '\n' || p[n] == '\r');
}

enum err csv_read_rows(struct csv_reader *r, struct csv_cell *cells,
                       size_t max_rows, size_t *rows, struct error *e)
{
    size_t done = 0;

    r->damaged = false;
    for (; done < max_rows; done++) {
        struct csv_counts before;
        size_t start;
        size_t n;
        enum err err;

        skip_blank_lines(r);
        start = r->pos;
        before = r->counts;
        if (csv_is_header(r)) {
            leave_damaged(r, start, &before);
            break;
        }
        err = read_cells(r, cells + done * r->columns, r->columns, &n, e);
        if (!err && n == 0)
            break;
        if (!err && n == r->columns)
            continue;
        if (r->tolerant) {
            leave_damaged(r, start, &before);
            break;
        }
        return err ? err : refuse_width(r, start, n, e);
    }
    *rows = done;
    return OK;
}

enum err csv_refuse_record(const struct csv_reader *r, struct error *e)
{
    struct csv_reader again = *r;
    struct csv_cell cell;
    size_t n;
    enum err rc;

    again.more = false; /* an unclosed quote then has a position */
    rc = read_cells(&again, &cell, 1, &n, e);
    if (rc == ERR_FILE_READ_FAILED)
        return error_at(e, rc, e->pos,
                        "a quote opens here and is not closed within %zu MiB",
                        CSV_MAX_RECORD_BYTES >> 20);
    return rc ? rc
              : error_at(e, ERR_LIMIT, (struct srcpos){.offset = r->pos},
                         "a record of more than %zu MiB",
                         CSV_MAX_RECORD_BYTES >> 20);
}

/* Does an escape before `c` belong to the dialect and not to the text? */
static bool is_escapable(char c)
{
    return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
             (c >= 'a' && c <= 'z') || c < 0);
}

struct str csv_cell_text(const struct csv_cell *cell, struct buf *b)
{
    struct str s = {cell->p, cell->n};
    char quote = cell->doubled ? cell->p[-1] : '\0'; /* what opened it */

    if (!cell->doubled && !cell->escaped)
        return s;
    buf_reset(b);
    for (size_t i = 0, from = 0; i <= s.n; i++) {
        bool drop = i + 1 < s.n && cell->escaped && s.p[i] == '\\' &&
                    is_escapable(s.p[i + 1]);

        drop |= i + 1 < s.n && quote && s.p[i] == quote && s.p[i + 1] == quote;
        if (!drop && i < s.n)
            continue;
        buf_put_str(b, str_slice(s, from, i));
        from = ++i; /* what follows is kept, whatever it is */
    }
    return buf_str(b);
}
