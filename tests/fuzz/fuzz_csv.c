/* module: csv */
/*
 * Any bytes: what decodes is read as CSV by the dialect that was found, once
 * as a whole and once through windows, and both see the same cells or the same
 * refusal. Every cell that a column's type accepts is read by that type.
 */
#include "base/text/decode.h"
#include "formats/csv/column.h"
#include "formats/csv/csv_dialect.h"
#include "formats/csv/csv_layout.h"
#include "formats/csv/csv_repair.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES   ((size_t)64 * 1024)
#define MAX_COLUMNS 32u
#define BATCH_ROWS  16u

static const char *const encodings[] = {
    "",          "windows-1252", "utf-16be",    "iso-8859-1",
    "shift_jis", "iso-2022-jp",  "windows-1251"};

/* What a reading came to: a hash of all cells, or where it was refused. */
struct outcome {
    uint64_t hash, rows;
    enum err rc;
    uint64_t offset;
    struct csv_counts counts;
};

static bool decode(struct str bytes, const char *declared, size_t block,
                   struct buf *text)
{
    struct decoder d;
    struct error e;
    bool last = false;

    buf_reset(text);
    if (decode_begin(&d, str_slice(bytes, 0, DECODE_HEAD_BYTES),
                     str_from(declared), &e))
        return false;
    while (!last) {
        struct str in = str_slice(bytes, d.offset, d.offset + block);
        char *out = buf_reserve(text, DECODE_ROOM(in.n));
        size_t made = 0;
        enum err rc;

        last = d.offset + block >= bytes.n;
        rc = decode_block(&d, in, last, out, &made, &e);
        BUG_ON(made > DECODE_ROOM(in.n));
        buf_commit(text, made);
        if (rc) {
            BUG_ON(e.pos.offset > bytes.n);
            decode_end(&d);
            return false;
        }
    }
    decode_end(&d);
    return true;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * UINT64_C(1099511628211);
    return hash;
}

static void add_row(struct outcome *o, const struct csv_cell *cells, size_t n)
{
    o->rows++;
    for (size_t i = 0; i < n; i++) {
        o->hash = mix(o->hash, cells[i].p, cells[i].n);
        o->hash = mix(o->hash, &cells[i].quoted, sizeof(cells[i].quoted));
    }
}

/* All rows through windows that grow by `step`. */
static struct outcome read_all(struct str text, const struct csv_dialect *d,
                               size_t step, size_t columns)
{
    struct csv_cell cells[MAX_COLUMNS * BATCH_ROWS];
    struct outcome o = {.hash = 1};
    struct csv_reader r;
    struct error e;
    size_t base = 0;
    size_t end = step < text.n ? step : text.n;
    size_t rows = 0;

    csv_open(&r, str_slice(text, 0, end), d);
    r.columns = columns;
    r.more = end < text.n;
    for (;;) {
        o.rc = csv_read_rows(&r, cells, BATCH_ROWS, &rows, &e);
        if (o.rc) {
            o.offset = base + e.pos.offset;
            BUG_ON(e.pos.offset > r.text.n);
            return o;
        }
        for (size_t i = 0; i < rows; i++)
            add_row(&o, cells + i * columns, columns);
        if (rows == 0 && !r.starved)
            break;
        if (rows)
            continue;
        base += r.pos;
        end = end + step < text.n ? end + step : text.n;
        csv_continue(&r, str_slice(text, base, end), end < text.n);
    }
    o.counts = r.counts;
    return o;
}

static void check_cell(const struct column_type *t, struct str s)
{
    number_wide wide;
    double value;

    if (t->kind == COLUMN_TEXT || column_is_null(t, s))
        return;
    if (t->kind == COLUMN_DOUBLE)
        BUG_ON(!column_read_double(t, s, &value));
    else
        BUG_ON(!column_read_int(t, s, &wide));
}

/* A column's type reads every one of its cells. */
static void check_types(struct str text, const struct csv_dialect *d,
                        size_t columns)
{
    struct column_evidence seen[MAX_COLUMNS];
    struct column_type types[MAX_COLUMNS];
    struct csv_cell cells[MAX_COLUMNS];
    struct csv_reader r;
    struct error e;
    size_t rows = 1;

    for (size_t i = 0; i < columns; i++)
        column_begin(&seen[i]);
    for (int pass = 0; pass < 2; pass++) {
        csv_open(&r, text, d);
        r.columns = columns;
        while (!csv_read_rows(&r, cells, 1, &rows, &e) && rows) {
            for (size_t i = 0; i < columns; i++) {
                struct str s = cell_trim((struct str){cells[i].p, cells[i].n});

                if (pass == 0)
                    column_add(&seen[i], &cells[i], 1, 1, r.counts.records);
                else if (s.n)
                    check_cell(&types[i], s);
            }
        }
        if (pass == 0)
            columns_decide(seen, columns, d->delimiter, types);
    }
}

/* Every record of a text as a row, repaired or set aside; a hash of all. */
static struct outcome read_tolerantly(struct str text,
                                      const struct csv_layout *l, size_t step)
{
    struct csv_cell cells[MAX_COLUMNS * BATCH_ROWS];
    struct outcome o = {.hash = 1};
    struct csv_repairer rep = {
        .dialect = &l->dialect, .comment = l->comment, .profile = l->profile};
    struct arena a;
    struct csv_reader r;
    struct error e;
    size_t base = 0;
    size_t end = step < text.n ? step : text.n;

    arena_init(&a, (size_t)1 << 20);
    BUG_ON(csv_repair_open(&rep, &a, &e));
    csv_open(&r, str_slice(text, 0, end), &l->dialect);
    r.columns = l->columns;
    r.more = end < text.n;
    r.tolerant = true;
    for (;;) {
        struct csv_repair repair = {.outcome = CSV_STARVED};
        size_t rows = 0;

        BUG_ON(!r.damaged && csv_read_rows(&r, cells, BATCH_ROWS, &rows, &e));
        for (size_t i = 0; i < rows; i++)
            add_row(&o, cells + i * l->columns, l->columns);
        if (rows)
            continue;
        if (!r.damaged && !r.starved)
            break;
        if (r.damaged) {
            csv_repair_next(&rep, &r, cells, &repair);
            BUG_ON(repair.text.n > text.n);
            if (repair.outcome <= CSV_REPAIRED)
                add_row(&o, cells, l->columns);
            r.damaged = repair.outcome == CSV_STARVED;
        }
        if (repair.outcome != CSV_STARVED)
            continue;
        BUG_ON(!r.more);
        base += r.pos;
        end = end + step < text.n ? end + step : text.n;
        csv_continue(&r, str_slice(text, base, end), end < text.n);
    }
    BUG_ON(r.pos != r.text.n);
    o.counts = r.counts;
    arena_release(&a);
    return o;
}

static void check_layout(struct str text, struct arena *a)
{
    static const struct csv_layout_options any;
    struct csv_layout l;
    struct error e;
    struct str whole[MAX_COLUMNS];
    struct str names[MAX_COLUMNS];
    struct outcome tolerant;

    BUG_ON(csv_layout_find(text, &any, a, &l, &e));
    if (l.columns == 0 || l.columns > MAX_COLUMNS)
        return;
    BUG_ON(l.start > l.rows || l.rows > text.n);
    BUG_ON(csv_layout_names(text, &l, a, whole, names, &e));
    text = str_slice(text, l.rows, text.n);
    tolerant = read_tolerantly(text, &l, text.n + 1);
    BUG_ON(csv_lines(&tolerant.counts) > text.n);
    if (text.n < 2000) {
        struct outcome o = read_tolerantly(text, &l, 7);

        BUG_ON(o.rows != tolerant.rows || o.hash != tolerant.hash);
        BUG_ON(csv_lines(&o.counts) != csv_lines(&tolerant.counts));
    }
}

static void check_text(struct str text)
{
    struct csv_dialect d;
    struct csv_reader r;
    struct error e;
    struct arena a;
    size_t columns = 0;
    struct outcome whole;

    arena_init(&a, (size_t)16 << 20);
    check_layout(text, &a);
    BUG_ON(csv_dialect_find(text, '\0', &a, &d, &e));
    arena_release(&a);
    csv_open(&r, text, &d);
    if (csv_read_record(&r, NULL, 0, &columns, &e) || columns == 0 ||
        columns > MAX_COLUMNS)
        return;
    whole = read_all(text, &d, text.n + 1, columns);
    for (size_t step = 1; step < 400; step = step * 3 + 1) {
        struct outcome o = read_all(text, &d, step, columns);

        BUG_ON(o.rc != whole.rc || o.offset != whole.offset);
        BUG_ON(o.rc == OK && (o.hash != whole.hash || o.rows != whole.rows));
        BUG_ON(o.rc == OK &&
               (o.counts.records != whole.counts.records ||
                o.counts.blank_lines != whole.counts.blank_lines ||
                csv_lines(&o.counts) != csv_lines(&whole.counts) ||
                o.counts.crlf != whole.counts.crlf));
    }
    check_types(text, &d, columns);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {(const char *)data, size};
    struct buf text;
    struct buf again;

    if (size > MAX_BYTES)
        return 0;
    buf_init(&text, MAX_BYTES * 8);
    buf_init(&again, MAX_BYTES * 8);
    for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++) {
        bool ok = decode(bytes, encodings[i], size + 1, &text);

        BUG_ON(decode(bytes, encodings[i], 5, &again) != ok);
        if (!ok)
            continue;
        BUG_ON(!str_eq(buf_str(&text), buf_str(&again)));
        check_text(buf_str(&text));
    }
    buf_release(&text);
    buf_release(&again);
    return 0;
}
