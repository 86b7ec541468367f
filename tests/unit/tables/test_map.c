#include "base/fs_fixture.h"

#include "tables/map.h"

#define TABLE(name, index, rows)                                     \
    "{\"name\":\"" name "\",\"index\":" index ",\"row_count\":" rows \
    ",\"column_count\":1,\"hidden\":false,\"has_header\":true,"      \
    "\"columns\":[{\"name\":\"c" index "\"}],\"chunks\":[],"         \
    "\"fidelity\":{\"of\":" index "},\"caution\":null}"
#define TOP                                                             \
    "{\"format\":\"xlsx\",\"delimiter\":null,\"has_header\":false,"     \
    "\"row_count\":1,\"column_count\":9,\"columns\":[],\"chunks\":[1]," \
    "\"tables\":["
#define END "],\"fidelity\":{},\"caution\":\"x\"}"

static struct str map;

static void complete(const char *text)
{
    assert_int_equal(map_complete(str_from(text), &arena, &map, &err), OK);
}

static struct map_choice choice;

static enum err choose_as(const char *sheet, bool alone)
{
    const struct map_stored stored = {.text = map};

    return map_select(&stored, str_from(sheet), alone, &arena, &choice, &err);
}

static enum err choose(const char *sheet)
{
    return choose_as(sheet, false);
}

static void a_map_without_tables_stays_as_it_is(void **state)
{
    static const char text[] = "{\"format\":\"csv\",\"row_count\":1,"
                               "\"tables\":[],\"caution\":null}";

    (void)state;
    complete(text);
    assert_ptr_equal(map.p, text);
}

static void the_top_level_is_of_the_first_table(void **state)
{
    (void)state;
    complete(TOP TABLE("A", "0", "7") "," TABLE("B", "1", "8") END);
    assert_string_equal(
        map.p, "{\"format\":\"xlsx\",\"delimiter\":null,\"has_header\":true,"
               "\"row_count\":7,\"column_count\":1,"
               "\"columns\":[{\"name\":\"c0\"}],\"chunks\":[],"
               "\"tables\":[" TABLE("A", "0", "7") "," TABLE("B", "1", "8") //
        "],\"fidelity\":{\"of\":0},\"caution\":null,\"table\":\"A\"}");
}

static void the_top_level_is_of_the_table_called_data_if_there_is_one(void **s)
{
    (void)s;
    complete(TOP TABLE("A", "0", "7") "," TABLE("Data", "1", "8") END);
    assert_non_null(strstr(map.p, "\"row_count\":8,\"column_count\":1,"
                                  "\"columns\":[{\"name\":\"c1\"}]"));
    assert_non_null(strstr(map.p, "\"table\":\"Data\"}"));
}

static void another_table_takes_the_top_and_the_source_stays_last(void **state)
{
    (void)state;
    complete(TOP TABLE("A", "0", "7") "," TABLE("B", "1", "8") END);
    map.n--; /* as the source is put there */
    assert_int_equal(str_printf(&arena, &map, &err,
                                "%.*s,\"source\":{\"bytes\":5}}", STR_FMT(map)),
                     OK);
    assert_int_equal(choose("b"), OK);
    assert_int_equal(choice.number, 2);
    assert_true(
        str_ends(choice.map, STR("],\"fidelity\":{\"of\":1},\"caution\":null,"
                                 "\"table\":\"B\",\"source\":{\"bytes\":5}}")));
    assert_non_null(strstr(choice.map.p, "\"row_count\":8,\"column_count\""));
    assert_int_equal(choose("A"), OK);
    assert_int_equal(choice.number, 0);
    assert_ptr_equal(choice.map.p, map.p);
}

static void a_table_alone_has_none_beside_it(void **state)
{
    (void)state;
    complete(TOP TABLE("A", "0", "7") "," TABLE("B", "1", "8") END);
    assert_int_equal(choose_as("B", true), OK);
    assert_int_equal(choice.number, 2);
    assert_null(strstr(choice.map.p, "\"row_count\":7"));
    assert_non_null(strstr(choice.map.p, "\"tables\":[{"));
    assert_non_null(strstr(choice.map.p, "\"row_count\":8"));
    assert_int_equal(choose_as("A", true), OK);
    assert_int_equal(choice.number, 0);
    assert_null(strstr(choice.map.p, "\"row_count\":8"));
}

static void the_same_case_goes_before_another(void **state)
{
    (void)state;
    complete(TOP TABLE("x", "0", "7") "," TABLE("T", "1", "8") "," TABLE(
        "t", "2", "9") END);
    assert_int_equal(choose("t"), OK);
    assert_int_equal(choice.number, 3);
    assert_int_equal(choose("T"), OK);
    assert_int_equal(choice.number, 2);
}

static void a_table_has_the_name_of_its_sheet_too(void **state)
{
    (void)state;
    complete(TOP TABLE("S", "0", "7") "," TABLE(
        "S_2\",\"original_name\":\"S ", "1", "8") "," TABLE("T\",\"original_"
                                                            "name\":\" T",
                                                            "2", "9") END);
    assert_int_equal(choose("S"), OK);
    assert_int_equal(choice.number, 0);
    assert_int_equal(choose("S "), OK);
    assert_int_equal(choice.number, 2);
    assert_int_equal(choose("s "), OK);
    assert_int_equal(choice.number, 2);
    assert_int_equal(choose("s_2"), OK);
    assert_int_equal(choice.number, 2);
    assert_int_equal(choose(" T"), OK);
    assert_int_equal(choice.number, 3);
}

static void assert_no_table(const char *sheet, const char *message)
{
    assert_int_equal(choose(sheet), ERR_NOT_FOUND);
    assert_string_equal(err.msg, message);
}

static void an_unknown_table_is_reported_with_the_nearest_or_all(void **state)
{
    (void)state;
    complete(TOP TABLE("Ventas", "0", "1") "," TABLE("Año", "1", "1") END);
    assert_no_table("ventsa", "there is no table 'ventsa'; the nearest is "
                              "'Ventas'");
    assert_no_table("ano", "there is no table 'ano'; the nearest is 'Año'");
    assert_no_table("zzzz",
                    "there is no table 'zzzz'; the tables are 'Ventas', 'Año'");
    complete(TOP TABLE("Ventas", "0", "1") END);
    assert_no_table("z", "there is no table 'z'; the table is 'Ventas'");
}

static void of_many_tables_some_are_reported(void **state)
{
    (void)state;
    complete(TOP TABLE("aaaa", "0", "1") "," TABLE("bbbb", "1", "1") "," TABLE(
        "cccc", "2",
        "1") "," TABLE("dddd", "3",
                       "1") "," TABLE("eeee", "4",
                                      "1") "," TABLE("ffff", "5",
                                                     "1") "," TABLE("gggg", "6",
                                                                    "1") END);
    assert_no_table("z", "there is no table 'z'; the tables are 'aaaa', "
                         "'bbbb', 'cccc', 'dddd', 'eeee' and 2 more");
}

static void the_table_of_a_text_is_data(void **state)
{
    (void)state;
    complete("{\"format\":\"csv\",\"tables\":[]}");
    assert_int_equal(choose("DATA"), OK);
    assert_int_equal(choice.number, 0);
    assert_no_table("x", "there is no table 'x'; this file has one, 'data'");
}

static void a_damaged_map_is_an_error(void **state)
{
    (void)state;
    map = STR("{\"tables\":[{");
    assert_int_equal(choose("a"), ERR_VALIDATION_FAILED);
    assert_int_equal(map_complete(map, &arena, &map, &err),
                     ERR_VALIDATION_FAILED);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_map_without_tables_stays_as_it_is),
        TEST(the_top_level_is_of_the_first_table),
        TEST(the_top_level_is_of_the_table_called_data_if_there_is_one),
        TEST(another_table_takes_the_top_and_the_source_stays_last),
        TEST(a_table_alone_has_none_beside_it),
        TEST(the_same_case_goes_before_another),
        TEST(a_table_has_the_name_of_its_sheet_too),
        TEST(an_unknown_table_is_reported_with_the_nearest_or_all),
        TEST(of_many_tables_some_are_reported),
        TEST(the_table_of_a_text_is_data),
        TEST(a_damaged_map_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
