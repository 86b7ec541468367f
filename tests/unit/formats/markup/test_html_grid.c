/* Tables of pages as cells: where spans put them, what the header is, what is layout. */
#include "fixture.h"

#include "formats/markup/block_grid.h"

static int set_up_html(void **state)
{
    (void)set_up(state);
    options.format = SECTIONS_HTML;
    return 0;
}

#define GRID_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_html, tear_down)

static struct str cell_text(const struct block_table_cell *c)
{
    struct str text;

    if (block_tables_cell(&got.tables, c, &arena, &text, &err))
        fail_msg("%s", err.msg);
    return text;
}

/* "2x3 h1: a b+ / c . d": rows, columns, rows of the header; '+' goes on to the right. */
static void put_table(const struct block_table *t, struct buf *out)
{
    const struct block_table_cell *c = got.tables.cell + t->first;
    uint32_t i = 0;

    buf_printf(out, "%ux%u h%u:", t->rows, t->columns, t->header_rows);
    for (uint32_t row = 0; row < t->rows; row++) {
        uint32_t column = 0;

        buf_puts(out, row ? " /" : "");
        for (; i < t->n_cells && c[i].row == row; i++) {
            for (; column < c[i].column; column++)
                buf_puts(out, " .");
            buf_printf(out, " %.*s", STR_FMT(cell_text(&c[i])));
            for (; column < c[i].last_column; column++)
                buf_puts(out, "+");
            column++;
        }
    }
    buf_puts(out, "\n");
}

static void assert_tables(const char *source, const char *want)
{
    struct buf out;

    parse(source);
    buf_init(&out, 100000);
    for (uint32_t i = 0; i < got.tables.n; i++)
        put_table(&got.tables.table[i], &out);
    assert_str(buf_str(&out), want);
    buf_release(&out);
}

static void cells_are_where_spans_put_them(void **state)
{
    (void)state;
    assert_tables("<table><tr><td rowspan=2>a<td>b<td>c<tr><td colspan=2>d"
                  "<tr><td>e<td>f<td>g</table>",
                  "3x3 h0: a b c / a d+ / e f g\n");
    assert_tables("<table><tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e</table>",
                  "2x3 h0: a b c / d b e\n");
    assert_tables("<table><tr><td>a<td>b<td rowspan=9>c<tr><td>d</table>",
                  "2x3 h0: a b c / d . c\n");
    assert_tables("<table><tr><td>a<td>b<tr><td colspan='100%'>c</table>",
                  "2x2 h0: a b / c+\n");
    assert_tables("<table><tr><td colspan=x>a<td rowspan=-1>b<tr><td>c<td>d"
                  "</table>",
                  "2x2 h0: a b / c d\n");
}

static void a_cell_goes_on_to_the_end_of_its_group(void **state)
{
    (void)state;
    assert_tables("<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c"
                  "<tbody><tr><td>d<td>e</table>",
                  "3x2 h0: a b / a c / d e\n");
}

static void the_header_is_what_the_page_says(void **state)
{
    (void)state;
    assert_tables("<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>",
                  "2x2 h1: a b / 1 2\n");
    assert_tables("<table><tr><th>a<th>b<tr><th>c<td>2</table>",
                  "2x2 h1: a b / c 2\n");
    assert_tables("<table><tr><td></td><th>a<tr><th>c<td>2</table>",
                  "2x2 h1: . a / c 2\n");
    assert_tables("<table><tr><td><b>a</b><td><p><strong>b</strong></p>"
                  "<tr><td><b>c</b> d<td>2</table>",
                  "2x2 h1: a b / c d 2\n");
    assert_tables("<table><tr><th colspan=2>t<tr><th>a<th>b<tr><td>1<td>2"
                  "<tr><th colspan=2>u<tr><td>3<td>4</table>",
                  "5x2 h2: t+ / a b / 1 2 / u+ / 3 4\n");
    assert_int_equal(got.tables.table[0].header, BLOCK_HEADER_UNSAID);
}

static void what_has_a_header_in_each_row_has_none(void **state)
{
    (void)state;
    assert_tables("<table><tr><td colspan=2>t<tr><th>a<td>1<tr><th>b<td>"
                  "</table>",
                  "3x2 h0: t+ / a 1 / b\n");
    assert_int_equal(got.tables.table[0].header, BLOCK_HEADER_NONE);
    assert_tables("<table><tr><td>a<td>1<tr><td>b<td>2</table>",
                  "2x2 h0: a 1 / b 2\n");
    assert_int_equal(got.tables.table[0].header, BLOCK_HEADER_UNMARKED);
}

static void what_is_for_layout_is_none(void **state)
{
    (void)state;
    assert_tables("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d"
                  "</table>",
                  "");
    assert_tables("<table><tr><td>a<tr><td>b</table>", "");
    assert_tables("<table><tr><td>a<td>b</table>", "");
    assert_tables("<table><tr><td>a<td><tr><td>b<td> &nbsp;</table>", "");
    assert_tables("<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>", "");
    assert_tables("<table><tr><td><pre>a</pre><td>b<tr><td>c<td>d</table>", "");
    assert_tables("<table><tr><td>x<td><table><tr><td>a<td>b<tr><td>c<td>d"
                  "</table><tr><td>y<td>z</table>",
                  "2x2 h0: a b / c d\n");
}

static void columns_and_rows_without_text_are_none(void **state)
{
    (void)state;
    assert_tables("<table><tr><td>a<td><td colspan=2>b<tr><td><tr><td>c<td>"
                  "<td>d<td></table>",
                  "2x2 h0: a b / c d\n");
}

static void marks_of_notes_are_no_part_of_a_value(void **state)
{
    (void)state;
    assert_tables("<table><caption>Ships<sup><a href=#x>1</a></sup></caption>"
                  "<tr><td>a|b<td>1,250<sup class=n>[<a href='#n'>2</a>]</sup> "
                  "<tr><td>m<sup>2</sup><td><sup><a href=#n>3</a></sup>"
                  "</table>",
                  "2x2 h0: a|b 1,250 / m2 3\n");
    assert_str(str_slice(got.tables.text, got.tables.table[0].title,
                         got.tables.table[0].title_end),
               "Ships");
    assert_true(str_find(got.clean.text, STR("1,250[2]")) < got.clean.text.n);
}

/* As pandoc writes them to HTML, and to books. */
static void links_that_hold_what_is_raised_are_marks(void **state)
{
    (void)state;
    assert_tables("<table><tr><td>a<td>1350<a href=#fn2 role=doc-noteref>"
                  "<sup>2</sup></a><tr><td>b<a href=#fn1><sup>1</sup></a>"
                  "<td>1,200<a href=n.html epub:type=noteref>3</a>"
                  "<tr><td>c<td><a href=#x>7</a></table>",
                  "3x2 h0: a 1350 / b 1,200 / c 7\n");
}

static void a_raised_figure_is_no_part_of_the_one_before(void **state)
{
    (void)state;
    assert_tables("<table><tr><td>a<td>1350<sup>2</sup>"
                  "<tr><td>10<sup>6</sup> m<sup>2</sup><td>7</table>",
                  "2x2 h0: a 1350^2 / 10^6 m2 7\n");
    parse("<p>About 10<sup>6</sup> cells in 2031<sup>[1]</sup>.</p>");
    assert_str(got.clean.text, "About 10^6 cells in 2031[1].");
}

static void the_line_before_is_what_may_say_the_unit(void **state)
{
    const struct block_table *t;

    (void)state;
    parse("<p>In thousands</p><table><tr><td>a<td>b<tr><td>c<td>d</table>");
    t = &got.tables.table[0];
    assert_str(str_slice(got.tables.text, t->caption, t->caption_end),
               "In thousands");
    assert_int_equal(t->title_end, 0);
    assert_str(str_slice(got.tables.text, t->begin, t->end),
               "| a | b |\n| c | d |");
}

static void rows(struct buf *out, unsigned n, const char *row)
{
    buf_puts(out, "<table>");
    for (unsigned i = 0; i < n; i++)
        buf_puts(out, row);
    buf_puts(out, "</table>");
}

static void what_is_too_large_is_left_out_and_counted(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)1 << 20);
    rows(&b, BLOCK_TABLE_MAX_ROWS + 1, "<tr><td>a<td>b");
    buf_puts(&b, "<table><tr>");
    for (unsigned i = 0; i <= BLOCK_TABLE_MAX_COLUMNS; i++)
        buf_puts(&b, "<td>a");
    buf_puts(&b, "<tr><td>b</table>");
    rows(&b, BLOCK_TABLE_MAX_ROWS, "<tr><td>a<td>b");
    if (parse_str(buf_str(&b)))
        fail_msg("%s", err.msg);
    assert_int_equal(got.tables.left_out, 2);
    assert_int_equal(got.tables.n, 1);
    assert_int_equal(got.tables.table[0].rows, BLOCK_TABLE_MAX_ROWS);
    buf_release(&b);
}

static void spans_that_are_too_wide_take_no_time(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)4 << 20);
    rows(&b, 40000, "<tr><td colspan=60000 rowspan=60000>a<td colspan=60000>b");
    if (parse_str(buf_str(&b)))
        fail_msg("%s", err.msg);
    assert_int_equal(got.tables.n, 0);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GRID_TEST(cells_are_where_spans_put_them),
        GRID_TEST(a_cell_goes_on_to_the_end_of_its_group),
        GRID_TEST(the_header_is_what_the_page_says),
        GRID_TEST(what_has_a_header_in_each_row_has_none),
        GRID_TEST(what_is_for_layout_is_none),
        GRID_TEST(columns_and_rows_without_text_are_none),
        GRID_TEST(marks_of_notes_are_no_part_of_a_value),
        GRID_TEST(links_that_hold_what_is_raised_are_marks),
        GRID_TEST(a_raised_figure_is_no_part_of_the_one_before),
        GRID_TEST(the_line_before_is_what_may_say_the_unit),
        GRID_TEST(what_is_too_large_is_left_out_and_counted),
        GRID_TEST(spans_that_are_too_wide_take_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
