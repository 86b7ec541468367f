#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/format.h"

static void a_suffix_says_what_should_be_in_a_file_or_leaves_it_open(
    void **state)
{
    (void)state;
    assert_string_equal(format_of_suffix(STR(".CSV")), "csv");
    assert_string_equal(format_of_suffix(STR(".xlsm")), "xlsx");
    assert_string_equal(format_of_suffix(STR(".tsv")), "tsv");
    assert_string_equal(format_of_suffix(STR(".TAB")), "tsv");
    assert_string_equal(format_of_suffix(STR(".psv")), "psv");
    assert_string_equal(format_of_suffix(STR(".SQLite3")), "sqlite");
    assert_string_equal(format_of_suffix(STR(".db")), "sqlite");
    assert_string_equal(format_of_suffix(STR(".ddb")), "duckdb");
    assert_string_equal(format_of_suffix(STR(".HTM")), "html");
    assert_string_equal(format_of_suffix(STR(".eml")), "mail");
    assert_string_equal(format_of_suffix(STR(".md")), "markdown");
    assert_null(format_of_suffix(STR(".txt")));
    assert_null(format_of_suffix(STR("")));
}

static void every_format_that_a_name_stands_for_has_a_word(void **state)
{
    static const char *const suffixes[] = {
        ".csv",     ".tsv", ".psv",    ".xlsx", ".xlsm", ".json", ".jsonl",
        ".parquet", ".db",  ".duckdb", ".html", ".eml",  ".epub"};

    (void)state;
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        assert_string_not_equal(
            format_shown(str_from(format_of_suffix(str_from(suffixes[i])))),
            format_shown(STR("nothing")));
}

static void pages_of_a_folder_are_not_its_tables(void **state)
{
    (void)state;
    assert_true(format_is_of_folder(STR("in/a.csv.gz")));
    assert_true(format_is_of_folder(STR("a.docx")));
    assert_false(format_is_of_folder(STR("a.html")));
    assert_false(format_is_of_folder(STR("a.epub")));
    assert_false(format_is_of_folder(STR("a.txt")));
}

static void delimited_text_has_three_names(void **state)
{
    (void)state;
    assert_true(format_is_delimited(STR("csv")));
    assert_true(format_is_delimited(STR("tsv")));
    assert_true(format_is_delimited(STR("psv")));
    assert_false(format_is_delimited(STR("json")));
    assert_false(format_is_delimited(STR("")));
}

static void a_database_is_known_by_its_first_bytes(void **state)
{
    (void)state;
    assert_string_equal(
        format_of_head((struct str){"SQLite format 3\0\x10", 17}), "sqlite");
    assert_string_equal(
        format_of_head((struct str){"12345678DUCK\0\0\0\0", 16}), "duckdb");
    assert_null(format_of_head((struct str){"12345678DUC\0\0\0\0\0", 16}));
    assert_null(format_of_head(STR("SQLite format 3 is documented")));
    assert_null(format_of_head(STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_suffix_says_what_should_be_in_a_file_or_leaves_it_open),
        cmocka_unit_test(a_database_is_known_by_its_first_bytes),
        cmocka_unit_test(pages_of_a_folder_are_not_its_tables),
        cmocka_unit_test(delimited_text_has_three_names),
        cmocka_unit_test(every_format_that_a_name_stands_for_has_a_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
