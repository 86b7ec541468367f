/* module: xlsx */
/*
 * Any bytes as the XML of a worksheet, whole and in small pieces: both give
 * the same cells or the same refusal. What is read is in order, inside of the
 * sheet, and its tables have a place for each of their cells.
 */
#include "formats/xlsx/cell_grid.h"
#include "formats/xlsx/region.h"

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
    {.code = {"", 0}, .format = FORMAT_NUMBER},
    {.code = {"0%", 2}, .format = FORMAT_PERCENT},
    {.code = {"$0", 2}, .format = FORMAT_CURRENCY},
    {.code = {"yyyy-mm-dd", 10}, .format = FORMAT_DATE},
    {.code = {"yyyy-mm-dd hh:mm", 16}, .format = FORMAT_DATETIME},
    {.code = {"hh:mm", 5}, .format = FORMAT_TIME},
    {.code = {"[h]:mm", 6}, .format = FORMAT_DURATION},
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

static uint64_t check_row(struct grid *g, size_t i)
{
    const struct sheet *s = g->s;
    uint64_t hash = 1;
    struct tape_row row;
    struct error e;

    BUG_ON(grid_row(g, i, 0, UINT32_MAX, &row, &e) != OK);
    BUG_ON(row.row != s->rows[i].row || row.n != s->rows[i].cells);
    for (uint32_t k = 0; k < row.n; k++) {
        const struct tape_cell *c = &row.cells[k];
        struct str text = grid_text(g, &row, c);

        BUG_ON(c->column < s->rows[i].first || c->column > s->rows[i].last);
        BUG_ON(k > 0 && row.cells[k - 1].column >= c->column);
        BUG_ON(c->kind > TAPE_ERROR || (c->kind != TAPE_EMPTY && !text.n));
        hash = mix(hash, text.p, text.n);
        hash = mix(hash, &c->kind, 1);
        hash = mix(hash, &c->column, sizeof(c->column));
    }
    return hash;
}

/* Its rows are of the sheet, in order, and so many; so are its columns. */
static void check_table(const struct sheet *s, const struct region *g)
{
    uint64_t rows = 0;
    size_t at = 0;

    for (size_t i = 0; i < g->runs_n; i++) {
        BUG_ON(g->runs[i].from < at || g->runs[i].from >= g->runs[i].to);
        at = g->runs[i].to;
        rows += at - g->runs[i].from;
    }
    BUG_ON(at > s->n || rows != g->rows || g->columns == 0);
    BUG_ON(g->header_rows > 0 && !g->header);
}

static void check_regions(const struct sheet *s, const struct strings *strings,
                          enum head_mode mode)
{
    const struct region_hints hints = {.header = mode};
    struct region_list list = {0};
    struct arena a;
    struct error e;

    arena_init(&a, (size_t)64 << 20);
    if (region_find(s, strings, &hints, &a, &list, &e) == OK) {
        BUG_ON(list.n > REGION_MAX_TABLES);
        BUG_ON(list.left_out_n > REGION_MAX_LEFT_OUT);
        for (size_t i = 0; i < list.n; i++)
            check_table(s, &list.tables[i]);
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
    struct xml_input input = {read_bytes, &b, STR("sheet"), false};
    struct sheet s;
    struct grid g;
    uint64_t hash = 1;

    sheet_init(&s, (size_t)8 << 20, -1, 0);
    grid_init(&g, &s, &strings);
    if (sheet_read(&s, &input, &c, e) != OK) {
        hash = 0;
    } else {
        for (size_t i = 0; i < s.n; i++) {
            uint64_t row = check_row(&g, i);

            BUG_ON(i > 0 && s.rows[i - 1].row >= s.rows[i].row);
            hash = mix(hash, &row, sizeof(row));
        }
        check_regions(&s, &strings, HEAD_AUTO);
        check_regions(&s, &strings, HEAD_YES);
        check_regions(&s, &strings, HEAD_NO);
    }
    grid_release(&g);
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
