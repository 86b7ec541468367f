/* Two pages made by hand, with a table at the end of the one and at the top of the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/table_join.h"

#include <string.h>

#include <cmocka.h>

#define PAGES    6
#define MAX_LINE 20
#define MAX_CELL 40
#define MAX_ROW  4 /* cells */
#define ROW      15.0F
#define WIDTH    100.0F /* of a column */
#define TOP      100.0F
#define BOTTOM   700.0F

static struct pdf_page page[PAGES];
static struct pdf_line line[PAGES][MAX_LINE];
static struct pdf_table table[PAGES];
static struct pdf_cell cell[PAGES][MAX_CELL];
static float edge[PAGES][MAX_ROW + 1];
static struct pdf_document doc;
static struct pdf_tables tables;

static int setup(void **state)
{
    (void)state;
    memset(page, 0, sizeof(page));
    memset(table, 0, sizeof(table));
    memset(cell, 0, sizeof(cell));
    doc = (struct pdf_document){.page = page, .n_pages = PAGES};
    tables = (struct pdf_tables){.table = table};
    for (size_t i = 0; i < PAGES; i++)
        page[i] = (struct pdf_page){.line = line[i], .y0 = 20, .y1 = 780};
    return 0;
}

static void put_line(size_t on, float y, const char *text)
{
    struct pdf_line *l = &page[on].line[page[on].n++];

    *l =
        (struct pdf_line){.text = str_from(text),
                          .box = {50, 50 + 5 * (float)strlen(text), y, y + 10}};
}

/* The rows, cells of which '|' parts, as a table on page `on` (from 0) from y and x on. */
static struct pdf_table *put_table(size_t on, float x, float y,
                                   const char *const *rows)
{
    const size_t at = tables.n++;
    struct pdf_table *t = &table[at];

    *t = (struct pdf_table){.page = (uint32_t)on + 1,
                            .number = 1,
                            .cell = cell[at],
                            .edge = edge[at],
                            .x0 = x,
                            .y0 = y};
    for (; *rows; rows++, t->rows++) {
        const float top = y + ROW * (float)t->rows;
        struct str rest = str_from(*rows);

        for (uint32_t i = 0; rest.n > 0; i++) {
            const size_t end = str_find_char(rest, '|');
            const struct str text = str_slice(rest, 0, end);
            const float left = x + WIDTH * (float)i;

            if (text.n > 0)
                t->cell[t->n++] =
                    (struct pdf_cell){.row = (uint32_t)t->rows,
                                      .column = i,
                                      .last_row = (uint32_t)t->rows,
                                      .last_column = i,
                                      .text = text,
                                      .x0 = left,
                                      .x1 = left + 5 * (float)text.n,
                                      .y0 = top,
                                      .y1 = top + 10};
            t->columns = t->columns > i + 1 ? t->columns : i + 1;
            rest = str_slice(rest, end + 1, rest.n);
        }
        put_line(on, top, "row");
        page[on].line[page[on].n - 1].box.x0 = x;
        page[on].line[page[on].n - 1].box.x1 = x + WIDTH;
        t->y1 = top + 10;
    }
    for (size_t i = 0; i <= t->columns; i++)
        edge[at][i] = x - 5 + WIDTH * (float)i;
    t->x1 = x + WIDTH * (float)t->columns;
    return t;
}

static const char *const ports[] = {"Port|Ships|Tons", "Ulm|7|9", "Lindau|3|4",
                                    NULL};
static const char *const more[] = {"Bonn|2|1", "Trier|5|6", NULL};

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The first at the end of page 3, the other at the top of page 4. */
static struct pdf_table *join(const char *const *above,
                              const char *const *below)
{
    struct pdf_table *t;

    put_table(2, 60, BOTTOM, above);
    t = put_table(3, 60, TOP, below);
    pdf_tables_join(&doc, &tables);
    return t;
}

static void rows_go_on_without_a_header(void **state)
{
    const struct pdf_table *t = join(ports, more);

    (void)state;
    assert_true(t->continues);
    assert_int_equal(t->repeated, 0);
    assert_int_equal(pdf_tables_count(&tables), 1);
}

static void a_header_that_is_repeated_is_counted(void **state)
{
    const struct pdf_table *t =
        join(ports, ROWS("Port|Ships|Tons", "Bonn|2|1", "Trier|5|6"));

    (void)state;
    assert_true(t->continues);
    assert_int_equal(t->repeated, 1);
}

static void a_title_above_a_repeated_header_goes_with_it(void **state)
{
    const struct pdf_table *t =
        join(ROWS("Ships", "Port|Ships|Tons", "Ulm|7|9"),
             ROWS("Ships (continued)", "Port|Ships|Tons", "Bonn|2|1"));

    (void)state;
    assert_true(t->continues);
    assert_int_equal(t->repeated, 2);
}

/* The rows below are as many as are looked at for a header. */
static void rows_that_are_values_are_no_header(void **state)
{
    const struct pdf_table *t =
        join(ROWS("Port|Ships|Tons", "Ulm|7|9", "Bonn|2|1"),
             ROWS("Port|Ships|Tons", "Ulm|7|9", "Trier|5|6"));

    (void)state;
    assert_true(t->continues);
    assert_int_equal(t->repeated, 1);
}

static void another_header_is_of_another_table(void **state)
{
    (void)state;
    assert_false(join(ports, ROWS("City|People|Year", "Bonn|2|1"))->continues);
}

static void years_are_a_header(void **state)
{
    (void)state;
    assert_false(join(ROWS("Item|2019|2018", "Rent|745|90", "Wages|30|44"),
                      ROWS("Assets|2019|2018", "Cash|2|1"))
                     ->continues);
}

/* Tables that are made alike: one cell of the header says of what they are. */
static void a_header_that_is_nearly_the_same_is_another_one(void **state)
{
    (void)state;
    assert_false(join(ROWS("North|low|high", "Ulm|a|b", "Bonn|c|d"),
                      ROWS("South|low|high", "Trier|e|f", "Kiel|g|h"))
                     ->continues);
}

static void columns_stand_below_each_other(void **state)
{
    struct pdf_table *t;

    (void)state;
    put_table(2, 60, BOTTOM, ports);
    t = put_table(3, 60, TOP, more);
    edge[1][1] += 40;
    t->cell[1].x0 += 40; /* and the text of the column with it */
    t->cell[1].x1 += 40;
    t->cell[4].x0 += 40;
    t->cell[4].x1 += 40;
    pdf_tables_join(&doc, &tables);
    assert_false(t->continues);
}

static void the_other_side_of_a_sheet_has_other_margins(void **state)
{
    struct pdf_table *t;

    (void)state;
    put_table(2, 60, BOTTOM, ports);
    t = put_table(3, 80, TOP, more);
    pdf_tables_join(&doc, &tables);
    assert_true(t->continues);
}

static void more_columns_are_another_table(void **state)
{
    (void)state;
    assert_false(join(ports, ROWS("Bonn|2|1|3", "Trier|5|6|4"))->continues);
}

static void a_table_in_the_middle_of_a_page_ends_there(void **state)
{
    struct pdf_table *t;

    (void)state;
    put_table(2, 60, 300, ports);
    t = put_table(3, 60, TOP, more);
    pdf_tables_join(&doc, &tables);
    assert_false(t->continues);
}

static void a_page_between_parts_tables(void **state)
{
    struct pdf_table *t;

    (void)state;
    put_table(2, 60, BOTTOM, ports);
    t = put_table(4, 60, TOP, more);
    pdf_tables_join(&doc, &tables);
    assert_false(t->continues);
}

/* ---- lines between ---- */

static void a_title_or_a_note_parts_tables(void **state)
{
    (void)state;
    put_line(3, 50, "Ships of the other lakes");
    assert_false(join(ports, more)->continues);
    (void)setup(state);
    put_line(2, 760, "Without barges.");
    assert_false(join(ports, more)->continues);
}

static void headers_and_footers_do_not(void **state)
{
    (void)state;
    for (size_t i = 1; i < PAGES; i++) {
        put_line(i, 20, "Harbours of the lake");
        put_line(i, 780, (const char *[]){"1", "2", "3", "4", "5", "6"}[i]);
    }
    assert_true(join(ports, more)->continues);
}

/* "Page 4 of 6" on page 4. */
static void the_number_of_its_page_makes_a_line_a_header(void **state)
{
    (void)state;
    put_line(2, 80, "Page 3 of 6");
    put_line(3, 80, "Page 4 of 6");
    assert_true(join(ports, more)->continues);
}

static void a_number_that_is_not_the_page_s_is_of_a_title(void **state)
{
    (void)state;
    put_line(2, 80, "Table 7. Ships");
    put_line(3, 80, "Table 8. Ships");
    put_table(2, 60, 100, ports);
    assert_false(join(ports, more)->continues);
}

/* Page 5 has the same line and no table below it. */
static void a_number_that_goes_on_without_tables_is_of_a_header(void **state)
{
    (void)state;
    put_line(3, 80, "Gazette, 47703");
    put_line(4, 80, "Gazette, 47704");
    assert_true(join(ports, more)->continues);
}

static void the_title_of_the_table_may_be_repeated(void **state)
{
    struct pdf_table *t;

    (void)state;
    put_table(2, 60, BOTTOM, ports)->caption = STR("Table 7. Ships\n");
    put_line(3, 80, "Table 7. Ships, continued");
    t = put_table(3, 60, TOP, ROWS("Port|Ships|Tons", "Bonn|2|1"));
    pdf_tables_join(&doc, &tables);
    assert_true(t->continues);
}

#define T(name) cmocka_unit_test_setup(name, setup)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(rows_go_on_without_a_header),
        T(a_header_that_is_repeated_is_counted),
        T(a_title_above_a_repeated_header_goes_with_it),
        T(rows_that_are_values_are_no_header),
        T(another_header_is_of_another_table),
        T(years_are_a_header),
        T(a_header_that_is_nearly_the_same_is_another_one),
        T(columns_stand_below_each_other),
        T(the_other_side_of_a_sheet_has_other_margins),
        T(more_columns_are_another_table),
        T(a_table_in_the_middle_of_a_page_ends_there),
        T(a_page_between_parts_tables),
        T(a_title_or_a_note_parts_tables),
        T(headers_and_footers_do_not),
        T(the_number_of_its_page_makes_a_line_a_header),
        T(a_number_that_is_not_the_page_s_is_of_a_title),
        T(a_number_that_goes_on_without_tables_is_of_a_header),
        T(the_title_of_the_table_may_be_repeated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
