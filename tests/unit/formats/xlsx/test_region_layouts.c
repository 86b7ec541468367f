/*
 * Sheets as pictures, and which tables are on them: the ranges in the order of
 * the result with their rows, then what is left out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "draw.h"
#include "formats/xlsx/xlsx.h"

struct layout {
    const char *name, *picture, *after, *tables, *left_out;
};

static const struct layout layouts[] = {
    {"one table", "name|age\nann|30\nbob|40\n", "", "A1:B3 2", ""},
    {"groups", "k|n\na|1\n\nb|2\n\n\nc|7\nd|8\n", "", "A1:B8 4", ""},
    {"header apart", "k|n\n\n\n\na|1\nb|2\n", "", "A1:B6 2", ""},
    {"two header rows apart", "|x||y\nk|a|b|a\n\nr|1|2|3\ns|4|5|6\n", "",
     "A1:D5 2", ""},
    {"header rows with a text between", "a||b|c\n\nnote\n\nd||e|f\n",
     "<mergeCells><mergeCell ref='A1:B1'/><mergeCell ref='A3:B3'/>"
     "<mergeCell ref='A5:D5'/></mergeCells>",
     "A1:D5 0", "A3:A3 note"},
    {"words in groups", "k|w\na|x\n\nb|y\nc|z\n", "", "A1:B5 3", ""},
    {"side by side", "k|n||w|m\na|1||x|2\nb|3||y|4\n", "", "A1:B3 2, D1:E3 2",
     ""},
    {"side by side, one longer", "k|n||w|m\na|1||x|2\nb|3||y|4\nc|5\nd|6\n", "",
     "A1:B5 4, D1:E3 2", ""},
    {"a free column", "k|||2023|2024\na|||1|2\nb|||3|4\n", "", "A1:E3 2", ""},
    {"a column of remarks", "k|n||note\na|1||x\nb|2\nc|3||y\n", "", "A1:D4 3",
     ""},
    {"a list beside, which ends earlier",
     "k|n||also\na|1||x\nb|2||y\nc|3\nd|4\n", "", "A1:B5 4", "D1:D3 note"},
    {"stacked", "k|n\na|1\nb|2\n\nw|m|o\nx|1|2\ny|3|4\nz|5|6\n", "",
     "A5:C8 3, A1:B3 2", ""},
    {"stacked with titles", "T\nk|n\na|1\nb|2\n\nU\nk|m\nx|1\n", "",
     "A2:B4 2, A7:B8 1", ""},
    {"stacked without an empty row",
     "T\nk|n|m\na|1|2\nb|3|4\nU\nw|x|y\nc|5|6\n", "", "A2:C4 2, A6:C7 1", ""},
    {"no header in the midst", "k|n\na|1\nb|n/a\nc|2\n", "", "A1:B4 3", ""},
    {"no header of equal words", "k|n|m\na|1|2\nb|n/a|n/a\nc|2|3\n", "",
     "A1:C4 3", ""},
    {"words under words, by their style",
     "*k|*w\na|x\nb|y\n\n*l|*v\nc|z\nd|u\n", "", "A1:B3 2, A5:B7 2", ""},
    {"words under words, a name again", "k|w\na|x\nb|y\n\n\nk|v\nc|z\nd|u\n",
     "", "A1:B3 2, A6:B8 2", ""},
    {"words under words, a name again, narrower",
     "k|w|n\na|x|1\nb|y|2\n\n\nk|v\nc|z\nd|u\n", "", "A1:C3 2, A6:B8 2", ""},
    {"words under words, narrower", "k|w|v\na|x|p\nb|y|q\n\nl|u\nc|z\nd|r\n",
     "", "A1:C3 2, A5:B7 2", ""},
    {"numbers above are no title", "28\n56\n84\n\na|1\nb|2\nc|3\n", "",
     "A5:B7 3", "A1:A3 note"},
    {"nor is one directly above", "5\nk|n|m\na|1|2\nb|3|4\n", "", "A2:C4 2",
     "A1:A1 note"},
    {"a title of a number and words", "5\nT\nk|n|m\na|1|2\nb|3|4\n", "",
     "A3:C5 2", "A1:A1 note"},
    {"headings between rows", "k|n|m\n\nA\nx|1|2\n\nB\ny|3|4\nz|5|6\n", "",
     "A1:C8 3", "A3:A3 heading, A6:A6 heading"},
    {"the header again", "k|n\na|1\nb|2\n\nk|n\nc|3\n", "", "A1:B6 3",
     "A5:B5 repeated"},
    {"the header again, without a gap",
     "k|n|m\na|1|2\nb|2|5\nk|n|m\nc|3|4\nk|n|m\nd|4|4\n", "", "A1:C7 4",
     "A4:C4 repeated, A6:C6 repeated"},
    {"pivots with the same header, without a gap",
     "k|n|m\na|1|2\nb|2|5\nsum|3|7\nk|n|m\nc|3|4\nd|4|4\nsum|7|8\n", "",
     "A1:C4 3, A5:C8 3", ""},
    {"a total below", "k|n\na|1\nb|2\nc|4\n\nsum|7\n", "", "A1:B4 3",
     "A6:B6 total"},
    {"no total by chance", "k|n\na|1\nb|2\n\nc|3\nd|9\n", "", "A1:B6 4", ""},
    {"no total when rows follow", "k|n\na|1\nb|2\nc|4\n\nd|7\n\ne|5\n", "",
     "A1:B8 5", ""},
    {"a row of one value", "k|n\n1|5\n2|6\n\n3\n\n4|9\n", "", "A1:B7 4", ""},
    {"a value alone at the end", "k|n\na|5\nb|6\n\n|11\n", "", "A1:B3 2",
     "B5:B5 total"},
    {"cells merged across columns", "k||w||n\na||x||1\nb||y||2\n",
     "<mergeCells><mergeCell ref='A2:B2'/><mergeCell ref='C2:D2'/>"
     "</mergeCells>",
     "A1:E3 2", ""},
    {"pivots with the same header",
     "k|n\na|1\nb|2\nsum|3\n\nk|n\na|4\nb|5\nsum|9\n", "", "A1:B4 3, A6:B9 3",
     ""},
    {"means below", "k|n|m\na|1|2\nb|2|4\nc|4|7\n\navg|2.33|4.33\n", "",
     "A1:C4 3", "A6:C6 total"},
    {"a subtotal without a key", "k|t|n\n1|a|5\n2|b|6\n|s|11\n\n3|c|7\n4|d|8\n",
     "", "A1:C7 4", "B4:C4 total"},
    {"an attached total with a key stays", "k|n\na|1\nb|2\nsum|3\n", "",
     "A1:B4 3", ""},
    {"a form over lines",
     "No:|17\nDate:|@45000\n\nk|n|m\na|1|2\nb|3|4\nc|5|6\n", "", "A4:C7 3",
     "A1:B2 pairs"},
    {"sums in the last columns",
     "k|t|n\na|x|1\nb|y|2\n\n|net|3\n|tax|4\n|sum|7\n", "", "A1:C3 2",
     "B5:C7 total"},
    {"notes below", "k|n\na|1\nb|2\n\nnote one\nnote two\n", "", "A1:B3 2",
     "A5:A6 note"},
    {"units", "k|n|m\n|g|s\na|1|2\nb|3|4\n", "", "A1:C4 2", ""},
    {"a filter over gaps", "k|w\na|x\n\nb|y\nK|W\n",
     "<autoFilter ref='A1:B5'/>", "A1:B5 3", ""},
    {"one column", "k\na\n\nb\nc\n", "", "A1:A5 3", ""},
    {"a form alone", "Name:|Ann\nAge:|30\n", "", "A1:B2 2", ""},
    {"one cell", "alone\n", "", "A1:A1 0", ""},
    {"years apart from their rows", "k|2023|2024\n\na|1|2\nb|3|4\n", "",
     "A1:C4 2", ""},
};

static void put_range(struct buf *out, struct ref_range r)
{
    char first[REF_NAME_BYTES], last[REF_NAME_BYTES];

    ref_name(r.first, first);
    ref_name(r.last, last);
    buf_printf(out, "%s:%s", first, last);
}

static void show_left_out(const struct xlsx_report *r, struct buf *out)
{
    static const char *const names[REGION_WHATS] = {
        "note", "heading", "pairs", "total", "repeated", "other"};

    for (size_t i = 0; i < r->left_out_n; i++) {
        buf_puts(out, i ? ", " : "");
        put_range(out, r->left_out[i].range);
        buf_printf(out, " %s", names[r->left_out[i].what]);
    }
}

static void read_layout(const struct layout *l, struct buf *tables,
                        struct buf *left_out)
{
    struct xlsx *x = NULL;
    struct error e;
    struct buf xml;
    int fd;

    buf_init(&xml, MAX_ZIP);
    draw_rows(&xml, l->picture);
    fd = book_of("", xml.p, l->after);
    assert_int_equal(xlsx_open(fd, NULL, &x, &e), OK);
    assert_int_equal(xlsx_sheet_open(x, 0, &e), OK);
    show_left_out(xlsx_report(x), left_out);
    for (size_t i = 0; i < xlsx_tables(x); i++) {
        assert_int_equal(xlsx_table_open(x, i, &e), OK);
        buf_puts(tables, i ? ", " : "");
        put_range(tables, xlsx_report(x)->table);
        buf_printf(tables, " %llu", (unsigned long long)xlsx_report(x)->rows);
    }
    xlsx_close(x);
    buf_release(&xml);
    (void)close(fd);
}

static void each_picture_has_its_tables(void **state)
{
    bool same = true;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        const struct layout *l = &layouts[i];
        struct buf tables, left_out;

        buf_init(&tables, 4096);
        buf_init(&left_out, 4096);
        buf_puts(&tables, "");
        buf_puts(&left_out, "");
        read_layout(l, &tables, &left_out);
        if (!str_is(buf_str(&tables), l->tables) ||
            !str_is(buf_str(&left_out), l->left_out)) {
            same = false;
            print_message("%s: %.*s; left out %.*s\n", l->name,
                          STR_FMT(buf_str(&tables)),
                          STR_FMT(buf_str(&left_out)));
        }
        buf_release(&tables);
        buf_release(&left_out);
    }
    assert_true(same);
}

#define ROWS    14
#define COLUMNS 8
#ifndef GRIDS
#define GRIDS 600
#endif

/* Numbers that a seed makes, below n. */
static unsigned roll(uint32_t *seed, unsigned n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % n;
}

/* Blocks of words and numbers anywhere on a sheet, and single cells. */
static void draw_blocks(uint32_t *seed, char grid[ROWS][COLUMNS])
{
    memset(grid, 0, ROWS * COLUMNS);
    for (unsigned b = roll(seed, 4) + 1; b--;) {
        unsigned top = roll(seed, ROWS), left = roll(seed, COLUMNS);
        unsigned height = roll(seed, 6) + 1, width = roll(seed, 4) + 1;
        unsigned full = roll(seed, 3) + 2;

        for (unsigned r = top; r < top + height && r < ROWS; r++)
            for (unsigned c = left; c < left + width && c < COLUMNS; c++)
                if (roll(seed, full))
                    grid[r][c] = r == top || c == left ? 'w' : '7';
    }
    for (unsigned i = roll(seed, 3); i--;)
        grid[roll(seed, ROWS)][roll(seed, COLUMNS)] = 'w';
}

static bool is_in(const struct ref_range *r, uint32_t row, uint32_t column)
{
    return row >= r->first.row && row <= r->last.row &&
           column >= r->first.column && column <= r->last.column;
}

/* In how many tables' rows a cell is, and whether it is anywhere. */
static unsigned count_cell(struct xlsx *x, uint32_t row, uint32_t column,
                           bool *found)
{
    const struct xlsx_report *r = xlsx_report(x);
    struct error e;
    unsigned n = 0;

    for (size_t i = 0; i < xlsx_tables(x); i++) {
        struct ref_range head;

        assert_int_equal(xlsx_table_open(x, i, &e), OK);
        head = r->table;
        head.last.row = r->first_data_row - 1;
        for (size_t k = 0; k < r->runs_n; k++)
            n += is_in(&r->runs[k], row, column);
        *found = *found || (r->header_rows && is_in(&head, row, column)) ||
                 (r->title_text.n && is_in(&r->title, row, column));
        for (size_t k = 0; k < r->left_out_n; k++)
            *found = *found || is_in(&r->left_out[k].range, row, column);
    }
    *found = *found || n;
    return n;
}

static void check_grid(uint32_t seed, char grid[ROWS][COLUMNS])
{
    struct xlsx *x = NULL;
    struct buf picture, xml;
    struct error e;
    int fd;

    buf_init(&picture, MAX_ZIP);
    buf_init(&xml, MAX_ZIP);
    for (unsigned r = 0; r < ROWS; r++) {
        for (unsigned c = 0; c < COLUMNS; c++)
            buf_printf(&picture, "%s%s", c ? "|" : "",
                       grid[r][c] ? (grid[r][c] == 'w' ? "w" : "7") : "");
        buf_puts(&picture, "\n");
    }
    draw_rows(&xml, picture.p);
    fd = book_of("", xml.p, "");
    assert_int_equal(xlsx_open(fd, NULL, &x, &e), OK);
    assert_int_equal(xlsx_sheet_open(x, 0, &e), OK);
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < COLUMNS; c++) {
            bool found = false;
            unsigned n = grid[r][c] ? count_cell(x, r + 1, c + 1, &found) : 0;

            if (grid[r][c] && (!found || n > 1)) {
                print_message("seed %u, row %u, column %u: in %u tables\n%s",
                              seed, r + 1, c + 1, n, picture.p);
                fail();
            }
        }
    xlsx_close(x);
    buf_release(&picture);
    buf_release(&xml);
    (void)close(fd);
}

static void no_cell_is_lost_and_none_is_in_two_tables(void **state)
{
    char grid[ROWS][COLUMNS];

    (void)state;
    for (uint32_t i = 0; i < GRIDS; i++) {
        uint32_t seed = i * 2654435761u;

        draw_blocks(&seed, grid);
        check_grid(i, grid);
    }
}

/* The list of what is in no table may move while a table is made whose title
 * is in it. */
static void a_title_outlives_what_is_found_below_it(void **state)
{
    (void)state;
    for (unsigned notes = 0; notes < 80; notes++) {
        struct layout l = {.after = "", .left_out = ""};
        struct buf picture, tables, left_out;

        buf_init(&picture, MAX_ZIP);
        buf_init(&tables, 4096);
        buf_init(&left_out, 4096);
        for (unsigned i = 0; i < notes; i++)
            buf_puts(&picture, "note\n\n\n\n\n");
        buf_puts(&picture, "title\n\nk|w|n\na|x|1\nb|y|2\n||sum\n");
        l.picture = picture.p;
        read_layout(&l, &tables, &left_out);
        assert_int_equal(tables.n > 0, true);
        buf_release(&picture);
        buf_release(&tables);
        buf_release(&left_out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_title_outlives_what_is_found_below_it),
        cmocka_unit_test(no_cell_is_lost_and_none_is_in_two_tables),
        cmocka_unit_test(each_picture_has_its_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
