/* Pipe tables of Markdown as cells. */
#include "fixture.h"

#include "formats/markup/block_grid.h"

/* "a|b/c|d h1;": a bar between cells, '.' for an empty one. */
static void assert_tables(const char *source, const char *want)
{
    struct buf out;

    parse(source);
    buf_init(&out, 100000);
    for (uint32_t i = 0; i < got.tables.n; i++) {
        const struct block_table *t = &got.tables.table[i];
        const struct block_table_cell *c = got.tables.cell + t->first;

        for (uint32_t k = 0, at = 0; k < t->rows * t->columns; k++) {
            struct str text = STR(".");

            if (at < t->n_cells && c[at].row * t->columns + c[at].column == k &&
                block_tables_cell(&got.tables, &c[at++], &arena, &text, &err))
                fail_msg("%s", err.msg);
            buf_puts(&out, k == 0 ? "" : k % t->columns == 0 ? "/" : "|");
            buf_put_str(&out, text);
        }
        buf_printf(&out, " h%u;", t->header_rows);
    }
    assert_str(buf_str(&out), want);
    buf_release(&out);
}

static void a_table_is_kept_as_cells(void **state)
{
    (void)state;
    assert_tables("In thousands\n\n| Port | Ships |\n|:--|--:|\n| Ulm | 7 |\n"
                  "|Bonn|9|\n\nText\n",
                  "Port|Ships/Ulm|7/Bonn|9 h1;");
    assert_str(str_slice(got.tables.text, got.tables.table[0].caption,
                         got.tables.table[0].caption_end),
               "In thousands");
    assert_tables("Port | Ships\n--|--\nUlm | 7", "Port|Ships/Ulm|7 h1;");
}

static void rows_have_as_many_cells_as_the_header(void **state)
{
    (void)state;
    assert_tables("|a|b|\n|--|--|\n|c|d|e|\n|f|\n| | |\n|g||",
                  "a|b/c|d/f|./g|. h1;");
}

static void bars_and_marks_of_cells_are_read(void **state)
{
    (void)state;
    assert_tables(
        "|a \\| b|`c`|\n|--|--|\n|**1,250**|__x__|\n|**a** b **c**|``|",
        "a | b|c/1,250|x/**a** b **c**|`` h1;");
}

static void an_empty_header_is_none(void **state)
{
    (void)state;
    assert_tables("| | |\n|--|--|\n|a|1|\n|b|2|", "a|1/b|2 h0;");
    assert_int_equal(got.tables.table[0].header, BLOCK_HEADER_NONE);
}

static void what_has_one_row_or_column_is_none(void **state)
{
    (void)state;
    assert_tables("|a|b|\n|--|--|\n\n|a|\n|--|\n|b|\n\n> |a|b|\n> |--|--|\n"
                  "> |c|d|\n\n```\n|a|b|\n|--|--|\n|c|d|\n```\n",
                  "");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_kept_as_cells),
        TEST(rows_have_as_many_cells_as_the_header),
        TEST(bars_and_marks_of_cells_are_read),
        TEST(an_empty_header_is_none),
        TEST(what_has_one_row_or_column_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
