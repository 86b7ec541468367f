/* room: sheets */
/*
 * Any bytes as the XML of a worksheet, whole and in small pieces: both give
 * the same cells or the same refusal. What is read is in order, inside of the
 * sheet, and its table has a place for each of its cells.
 */
#include "sheets/region.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)64 * 1024)

struct bytes {
    const uint8_t *p;
    size_t n, at, step;
};

static char shared_text[] = "\5\0\0\0alpha\0\0\0\0\6\0\0\0b\xc3\xa4t a";
static char *shared_list[] = {shared_text, shared_text + 9, shared_text + 13};

static struct style style_list[] = {
    {{"", 0}, FORMAT_NUMBER},
    {{"0%", 2}, FORMAT_PERCENT},
    {{"$0", 2}, FORMAT_CURRENCY},
    {{"yyyy-mm-dd", 10}, FORMAT_DATE},
    {{"yyyy-mm-dd hh:mm", 16}, FORMAT_DATETIME},
    {{"hh:mm", 5}, FORMAT_TIME},
    {{"[h]:mm", 6}, FORMAT_DURATION},
};

static enum err read_bytes(void *ctx, void *to, size_t n, size_t *got,
                           struct error *e)
{
    struct bytes *b = ctx;
    size_t left = b->n - b->at;

    (void)e;
    n = n < b->step ? n : b->step;
    n = n < left ? n : left;
    memcpy(to, b->p + b->at, n);
    b->at += n;
    *got = n;
    return OK;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t check_row(const struct sheet *s, const struct strings *strings,
                          size_t i, struct buf *room)
{
    uint64_t hash = 1;
    struct tape_row row;
    struct error e;

    BUG_ON(region_row(s, i, room, &row, &e) != OK);
    BUG_ON(row.row != s->rows[i].row || row.n != s->rows[i].cells);
    for (uint32_t k = 0; k < row.n; k++) {
        const struct tape_cell *c = &row.cells[k];
        struct str text = region_text(strings, &row, c);

        BUG_ON(c->column < s->rows[i].first || c->column > s->rows[i].last);
        BUG_ON(k > 0 && row.cells[k - 1].column >= c->column);
        BUG_ON(c->kind > TAPE_ERROR || (c->kind != TAPE_EMPTY && !text.n));
        hash = mix(hash, text.p, text.n);
        hash = mix(hash, &c->kind, 1);
        hash = mix(hash, &c->column, sizeof(c->column));
    }
    return hash;
}

static void check_region(const struct sheet *s, const struct strings *strings,
                         enum region_header mode)
{
    struct arena a;
    struct region g;
    struct error e;

    arena_init(&a, (size_t)64 << 20);
    if (region_find(s, strings, mode, &a, &g, &e) == OK && g.columns) {
        BUG_ON(g.header_from > g.header_to || g.header_to > g.data_from);
        BUG_ON(g.data_from > g.data_to || g.data_to > s->n);
        BUG_ON(g.title_from > g.title_to || g.title_to > g.header_from);
        for (size_t i = g.data_from; i < g.data_to; i++) {
            BUG_ON(s->rows[i].first < g.first_column);
            BUG_ON(s->rows[i].last >= g.first_column + g.columns);
            BUG_ON(i > g.data_from && s->rows[i].row != s->rows[i - 1].row + 1);
        }
    }
    arena_release(&a);
}

/* A hash of all that was read; 0 and `e` when it was refused. */
static uint64_t read_sheet(struct bytes b, bool date1904, struct error *e)
{
    struct strings strings = {.chunk = {shared_list}, .n = 3};
    struct styles styles = {style_list,
                            sizeof(style_list) / sizeof(style_list[0])};
    struct sheet_context c = {&strings, &styles, date1904};
    struct xml_input input = {read_bytes, &b, STR("sheet")};
    struct sheet s;
    struct buf room;
    uint64_t hash = 1;

    sheet_init(&s, (size_t)8 << 20, -1, 0);
    buf_init(&room, TAPE_MAX_ROW);
    if (sheet_read(&s, &input, &c, e) != OK) {
        hash = 0;
    } else {
        for (size_t i = 0; i < s.n; i++) {
            uint64_t row = check_row(&s, &strings, i, &room);

            BUG_ON(i > 0 && s.rows[i - 1].row >= s.rows[i].row);
            hash = mix(hash, &row, sizeof(row));
        }
        check_region(&s, &strings, REGION_HEADER_AUTO);
        check_region(&s, &strings, REGION_HEADER_YES);
        check_region(&s, &strings, REGION_HEADER_NO);
    }
    buf_release(&room);
    sheet_release(&s);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {.p = data, .n = size, .step = size + 1};
    struct error e = {0};
    struct error again = {0};
    uint64_t hash;

    if (size > MAX_BYTES)
        return 0;
    hash = read_sheet(b, size % 2, &e);
    b.step = 7;
    BUG_ON(read_sheet(b, size % 2, &again) != hash);
    BUG_ON(e.code != again.code);
    return 0;
}
