#include "base/fs_fixture.h"

#include "tables/cells.h"

#include <stdio.h>

#define COLUMNS                                       \
    "\"columns\":[{\"name\":\"a\",\"column\":\"B\"}," \
    "{\"name\":\"b\",\"column\":\"C\"},{\"name\":\"c\",\"column\":\"D\"}]"

static const char one[] =
    "{\"sheet\":\"S\",\"range\":\"S!B3:D8\",\"row_count\":5,"
    "\"fidelity\":{\"first_data_row\":4,\"row_ranges\":[]," COLUMNS "}}";

static const char parted[] =
    "{\"table\":\"T\",\"row_count\":9,\"tables\":[{\"name\":\"U\"},"
    "{\"name\":\"T\",\"sheet\":\"S\",\"range\":\"S!B3:D20\",\"row_count\":6,"
    "\"fidelity\":{\"first_data_row\":4,"
    "\"row_ranges\":[\"B4:D5\",\"B8:D8\",\"B18:D20\"]," COLUMNS "}}]}";

static const char *used;

static bool is_used(const void *ctx, struct str column)
{
    (void)ctx;
    return str_find(str_from(used), column) < strlen(used);
}

/* "cells" of a map for these columns, in `text`. */
static char text[4096];

static const char *cells_of(const char *map, const char *columns,
                            uint64_t first, uint64_t last)
{
    struct cells_part part = {.first = first, .last = last, .uses = is_used};
    struct table_cells cells;
    struct json *root = NULL;
    struct jsonw w;
    struct buf b;

    used = columns;
    assert_int_equal(
        json_parse(str_from(map), &json_default_limits, &arena, &root, &err),
        OK);
    assert_true(table_cells_find(root, &cells));
    buf_init(&b, sizeof(text));
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    table_cells_write(&cells, &part, &w);
    jsonw_end_object(&w);
    (void)snprintf(text, sizeof(text), "%.*s", STR_FMT(buf_str(&b)));
    buf_release(&b);
    return strstr(text, "\"cells\":") + 8;
}

static void all_columns_where_none_is_named(void **state)
{
    (void)state;
    assert_string_equal(cells_of(one, "", 0, 0), "[\"B4:D8\"]}");
    assert_non_null(strstr(text, "{\"sheet\":\"S\",\"range\":\"S!B3:D8\","));
}

static void columns_beside_each_other_are_one_block(void **state)
{
    (void)state;
    assert_string_equal(cells_of(one, "bc", 0, 0), "[\"C4:D8\"]}");
    assert_string_equal(cells_of(one, "ac", 0, 0), "[\"B4:B8\",\"D4:D8\"]}");
}

static void rows_of_the_table_are_rows_of_the_sheet(void **state)
{
    (void)state;
    assert_string_equal(cells_of(one, "a", 2, 3), "[\"B5:B6\"]}");
    assert_string_equal(cells_of(one, "a", 5, 99), "[\"B8:B8\"]}");
    assert_string_equal(cells_of(one, "a", 6, 9), "[]}");
}

static void other_rows_part_blocks(void **state)
{
    (void)state;
    assert_string_equal(cells_of(parted, "b", 0, 0),
                        "[\"C4:C5\",\"C8:C8\",\"C18:C20\"]}");
    assert_string_equal(cells_of(parted, "", 2, 4),
                        "[\"B5:D5\",\"B8:D8\",\"B18:D18\"]}");
}

static void the_first_blocks_are_for_people(void **state)
{
    struct cells_part part = {.uses = is_used};
    struct table_cells cells;
    struct json *root = NULL;
    struct buf b;

    (void)state;
    used = "ac";
    assert_int_equal(
        json_parse(str_from(parted), &json_default_limits, &arena, &root, &err),
        OK);
    assert_true(table_cells_find(root, &cells));
    buf_init(&b, sizeof(text));
    table_cells_say(&cells, &part, &b);
    assert_true(str_is(buf_str(&b), "S!B4:B5, D4:D5, B8:B8, ..."));
    buf_release(&b);
}

static void ranges_that_are_none_give_no_cells(void **state)
{
    (void)state;
    assert_string_equal(
        cells_of("{\"sheet\":\"S\",\"range\":\"S!B3:D8\",\"row_count\":5,"
                 "\"fidelity\":{\"row_ranges\":[\"B9:D4\"]," COLUMNS "}}",
                 "", 0, 0),
        "[]}");
    assert_string_equal(cells_of("{\"range\":\"x\"}", "", 0, 0), "[]}");
}

static void a_file_without_cells_has_none(void **state)
{
    struct table_cells cells;
    struct json *root = NULL;

    (void)state;
    assert_false(table_cells_find(NULL, &cells));
    assert_int_equal(json_parse(STR("{\"row_count\":1,\"tables\":[]}"),
                                &json_default_limits, &arena, &root, &err),
                     OK);
    assert_false(table_cells_find(root, &cells));
}

static const char paged[] =
    "{\"table\":\"page_7_table_2\",\"tables\":[{\"name\":\"page_3_table_1\","
    "\"range\":\"page=3&table=1\",\"row_count\":9,\"fidelity\":{\"page\":3}},"
    "{\"name\":\"page_7_table_2\",\"range\":\"page=7&table=2\",\"row_count\":"
    "99,\"fidelity\":{\"parts\":["
    "{\"page\":7,\"table\":2,\"first_row\":1},"
    "{\"page\":8,\"table\":1,\"first_row\":41},"
    "{\"page\":9,\"table\":1,\"first_row\":81}]}}]}";

static const char *pointer_of(const char *map, uint64_t first, uint64_t last)
{
    const struct cells_part part = {.first = first, .last = last};
    struct table_cells cells;
    struct json *root = NULL;
    struct buf b;

    assert_int_equal(
        json_parse(str_from(map), &json_default_limits, &arena, &root, &err),
        OK);
    assert_true(table_cells_find(root, &cells));
    buf_init(&b, sizeof(text));
    table_cells_part(&cells, &part, &b);
    (void)snprintf(text, sizeof(text), "%.*s", STR_FMT(buf_str(&b)));
    buf_release(&b);
    return text;
}

/* Rows are counted from the first of the page, as a person does who looks at it. */
static void rows_of_several_pages_are_pointed_to_on_their_page(void **state)
{
    (void)state;
    assert_string_equal(pointer_of(paged, 0, 0), "page=7&table=2");
    assert_string_equal(pointer_of(paged, 3, 40), "page=7&table=2&rows=3-40");
    assert_string_equal(pointer_of(paged, 41, 41), "page=8&table=1&rows=1-1");
    assert_string_equal(pointer_of(paged, 83, 99), "page=9&table=1&rows=3-19");
    assert_string_equal(pointer_of(paged, 79, 82), "page=8&table=1&rows=39-42");
}

static void a_page_finds_the_table_that_goes_on_there(void **state)
{
    struct json *root = NULL;
    struct str name;
    uint64_t row;

    (void)state;
    assert_int_equal(
        json_parse(str_from(paged), &json_default_limits, &arena, &root, &err),
        OK);
    assert_true(table_cells_on_page(root, 9, 1, &name, &row));
    assert_true(str_is(name, "page_7_table_2"));
    assert_int_equal(row, 81);
    assert_false(table_cells_on_page(root, 9, 2, &name, &row));
    assert_false(table_cells_on_page(root, 3, 1, &name, &row));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(all_columns_where_none_is_named),
        TEST(columns_beside_each_other_are_one_block),
        TEST(rows_of_the_table_are_rows_of_the_sheet),
        TEST(other_rows_part_blocks),
        TEST(the_first_blocks_are_for_people),
        TEST(ranges_that_are_none_give_no_cells),
        TEST(a_file_without_cells_has_none),
        TEST(rows_of_several_pages_are_pointed_to_on_their_page),
        TEST(a_page_finds_the_table_that_goes_on_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
