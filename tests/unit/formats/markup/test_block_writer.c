#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/markup/block_writer.h"
#include "formats/markup/invariants.h"

#include <cmocka.h>

static struct arena arena;
static struct block_writer writer;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)16 << 20);
    block_writer_init(&writer, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    block_writer_release(&writer);
    arena_release(&arena);
    return 0;
}

static void paragraph(const char *text)
{
    block_writer_put(&writer, SECTIONS_PARAGRAPH, 0, str_from(text));
}

static struct str finished(void)
{
    static struct sections s;
    struct error e;

    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_null(broken_promise(&s, &arena));
    return s.text;
}

static void cells_of_a_row_are_one_line(void **state)
{
    (void)state;
    block_writer_begin_table(&writer);
    block_writer_begin_row(&writer);
    for (int i = 0; i < 2; i++) {
        block_writer_begin_cell(&writer);
        paragraph(i ? "410" : "Inner basin");
        block_writer_end_cell(&writer, 1);
    }
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    assert_true(
        str_eq(str_trim(finished()), str_from("| Inner basin | 410 |")));
}

/* No program writes it, and a document may have it all the same. */
static void a_row_in_a_cell_without_a_table_is_no_row(void **state)
{
    (void)state;
    block_writer_begin_table(&writer);
    block_writer_begin_row(&writer);
    block_writer_begin_cell(&writer);
    paragraph("xxx");
    block_writer_begin_cell(&writer);
    block_writer_begin_row(&writer);
    block_writer_end_row(&writer, false);
    paragraph("AA");
    block_writer_end_cell(&writer, 1);
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    assert_true(str_eq(str_trim(finished()), str_from("| xxx AA |")));
}

static void a_table_of_one_column_in_a_cell_is_text_of_it(void **state)
{
    (void)state;
    block_writer_begin_table(&writer);
    block_writer_begin_row(&writer);
    block_writer_begin_cell(&writer);
    block_writer_begin_table(&writer);
    block_writer_begin_row(&writer);
    block_writer_begin_cell(&writer);
    paragraph("inside");
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    assert_true(str_eq(str_trim(finished()), str_from("| inside |")));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* A row of n cells, each over so many columns. */
static void put_row(const char *const *cell, const uint32_t *columns, size_t n)
{
    block_writer_begin_row(&writer);
    for (size_t i = 0; i < n; i++) {
        block_writer_begin_cell(&writer);
        paragraph(cell[i]);
        block_writer_end_cell(&writer, columns[i]);
    }
    block_writer_end_row(&writer, false);
}

static void put_table(const char *name, const char *value)
{
    block_writer_begin_table(&writer);
    put_row((const char *const[]){name, value}, (uint32_t[]){1, 1}, 2);
    put_row((const char *const[]){"B", "5"}, (uint32_t[]){1, 1}, 2);
    block_writer_end_table(&writer);
}

static void begin_cell_with(const char *text)
{
    block_writer_begin_cell(&writer);
    paragraph(text);
}

static void a_table_in_a_cell_is_one_behind_the_table_around_it(void **state)
{
    static const char *const first[] = {"Lock", "Day", "Hour"};
    struct sections s;
    struct error e;

    (void)state;
    paragraph("Locks");
    block_writer_begin_table(&writer);
    put_row((const char *const[]){"Lock", "Visits"}, (uint32_t[]){1, 1}, 2);
    block_writer_begin_row(&writer);
    begin_cell_with("A");
    put_table("Day", "Boats");
    paragraph("more");
    block_writer_note(&writer, STR("counted"));
    block_writer_end_cell(&writer, 1);
    begin_cell_with("4");
    put_table("Hour", "Tugs");
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    paragraph("The end");
    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_null(broken_promise(&s, &arena));
    assert_true(str_is(s.text, "Locks\n\n"
                               "| Lock | Visits |\n| A more | 4 |\n\n"
                               "| Day | Boats |\n| B | 5 |\n\n"
                               "| Hour | Tugs |\n| B | 5 |\n\n"
                               "[^1]: counted\n\nThe end\n"));
    assert_int_equal(s.tables.n, COUNT_OF(first));
    for (uint32_t i = 0; i < COUNT_OF(first); i++) {
        const struct block_table *t = &s.tables.table[i];
        const struct block_table_cell *c = &s.tables.cell[t->first];

        assert_int_equal(t->number, i + 1);
        assert_int_equal(t->n_cells, 4);
        assert_true(str_is(str_slice(s.text, c->begin, c->end), first[i]));
        assert_int_equal(t->caption_end > t->caption, i == 0);
    }
}

/* As forms have it: frames around frames around figures. */
static void a_table_in_a_frame_in_a_cell_is_one(void **state)
{
    struct sections s;
    struct error e;

    (void)state;
    block_writer_begin_table(&writer);
    put_row((const char *const[]){"Lock", "Visits"}, (uint32_t[]){1, 1}, 2);
    block_writer_begin_row(&writer);
    begin_cell_with("A");
    block_writer_begin_table(&writer);
    block_writer_begin_row(&writer);
    begin_cell_with("either|or");
    put_table("Day", "Boats");
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    block_writer_end_cell(&writer, 1);
    begin_cell_with("4");
    block_writer_end_cell(&writer, 1);
    block_writer_end_row(&writer, false);
    block_writer_end_table(&writer);
    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_null(broken_promise(&s, &arena));
    assert_true(str_is(s.text, "| Lock | Visits |\n| A either\\|or | 4 |\n\n"
                               "| Day | Boats |\n| B | 5 |\n"));
    assert_int_equal(s.tables.n, 2);
}

static void what_is_too_deep_is_text(void **state)
{
    struct sections s;
    struct error e;

    (void)state;
    for (int i = 0; i < 6; i++) {
        block_writer_begin_table(&writer);
        put_row((const char *const[]){"Lock", "Visits"}, (uint32_t[]){1, 1}, 2);
        block_writer_begin_row(&writer);
        begin_cell_with("A");
    }
    for (int i = 0; i < 6; i++) {
        block_writer_end_cell(&writer, 1);
        begin_cell_with("4");
        block_writer_end_cell(&writer, 1);
        block_writer_end_row(&writer, false);
        block_writer_end_table(&writer);
    }
    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_null(broken_promise(&s, &arena));
    assert_int_equal(s.tables.n, 4);
    assert_true(
        str_find(s.text, STR("| A Lock Visits A Lock Visits A 4 4 | 4 |")) <
        s.text.n);
}

static void a_table_is_kept_as_cells_with_what_they_span(void **state)
{
    struct sections s;
    struct error e;
    const struct block_table *t;
    const struct block_table_cell *c;

    (void)state;
    paragraph("In thousands");
    block_writer_begin_table(&writer);
    put_row((const char *const[]){"Lock", "Visits"}, (uint32_t[]){1, 2}, 2);
    put_row((const char *const[]){"A", "4", "5|6"}, (uint32_t[]){1, 1, 1}, 3);
    block_writer_end_table(&writer);
    block_writer_begin_table(&writer); /* of one row: for layout */
    put_row((const char *const[]){"Left", "Right"}, (uint32_t[]){1, 1}, 2);
    block_writer_end_table(&writer);
    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_int_equal(s.tables.n, 1);
    t = &s.tables.table[0];
    assert_int_equal(t->rows, 2);
    assert_int_equal(t->columns, 3);
    assert_int_equal(t->n_cells, 5);
    assert_int_equal(t->number, 1);
    assert_true(
        str_is(str_slice(s.text, t->caption, t->caption_end), "In thousands"));
    c = &s.tables.cell[t->first + 1];
    assert_int_equal(c->column, 1);
    assert_int_equal(c->last_column, 2);
    c = &s.tables.cell[t->first + 4];
    assert_true(str_is(str_slice(s.text, c->begin, c->end), "5\\|6"));
}

static void a_table_that_is_too_large_is_counted(void **state)
{
    struct sections s;
    struct error e;

    (void)state;
    block_writer_begin_table(&writer);
    for (size_t i = 0; i <= BLOCK_TABLE_MAX_ROWS; i++)
        put_row((const char *const[]){"A", "4"}, (uint32_t[]){1, 1}, 2);
    block_writer_end_table(&writer);
    block_writer_begin_table(&writer);
    put_row((const char *const[]){"Lock", "Visits"}, (uint32_t[]){1, 1}, 2);
    put_row((const char *const[]){"B", "5"}, (uint32_t[]){1, 1}, 2);
    block_writer_end_table(&writer);
    assert_int_equal(block_writer_finish(&writer, SECTIONS_DOCX, &s, &e), OK);
    assert_int_equal(s.tables.left_out, 1);
    assert_int_equal(s.tables.n, 1);
    assert_int_equal(s.tables.table[0].first, 0);
    assert_int_equal(s.tables.table[0].n_cells, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cells_of_a_row_are_one_line),
        TEST(a_row_in_a_cell_without_a_table_is_no_row),
        TEST(a_table_of_one_column_in_a_cell_is_text_of_it),
        TEST(a_table_in_a_cell_is_one_behind_the_table_around_it),
        TEST(a_table_in_a_frame_in_a_cell_is_one),
        TEST(what_is_too_deep_is_text),
        TEST(a_table_is_kept_as_cells_with_what_they_span),
        TEST(a_table_that_is_too_large_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
