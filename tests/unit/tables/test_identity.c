#include "base/fs_fixture.h"

#include "tables/identity.h"

#define MAP(format, delimiter, caution)                          \
    "{\"format\":\"" format "\",\"delimiter\":" delimiter        \
    ",\"tables\":[{\"caution\":\"inner\"}],\"caution\":" caution \
    ",\"source\":{\"bytes\":1}}"
#define CSV      MAP("csv", "\";\"", "null")
#define INFERRED " was inferred from its content; its name does not say it"

static struct str identity;

static void describe(const struct table_source *s, const char *map)
{
    if (identity_describe(s, s->path, str_from(map), &arena, &identity, &err))
        fail_msg("%s", err.msg);
}

/* A file of this name with this map needs no caution. */
static void check_silent(const char *path, const char *map)
{
    const struct table_source s = {.path = str_from(path)};

    describe(&s, map);
    assert_ptr_equal(identity.p, map);
}

static void check_identity(const char *path, const char *map, const char *want)
{
    const struct table_source s = {.path = str_from(path)};

    describe(&s, map);
    if (!str_is(identity, want))
        fail_msg("%s: %.*s", path, STR_FMT(identity));
}

static void a_name_that_says_what_the_content_is_needs_none(void **state)
{
    (void)state;
    check_silent("a.csv", CSV);
    check_silent("in/A.CSV", CSV);
    check_silent("a.csv.gz", CSV);
    check_silent("a.csv.zst", CSV);
    check_silent("a.xlsx", MAP("xlsx", "null", "null"));
    check_silent("a.xlsm", MAP("xlsx", "null", "\"x\""));
    check_silent("a.json", MAP("json", "null", "null"));
    check_silent("a.ndjson", MAP("json", "null", "null"));
    check_silent("a.jsonl.gz", MAP("json", "null", "null"));
    check_silent("a.parquet", MAP("parquet", "null", "null"));
    check_silent("a.tsv", MAP("tsv", "\"\\t\"", "null"));
    check_silent("a.TSV.gz", MAP("tsv", "\"\\t\"", "null"));
    check_silent("a.tab", MAP("tsv", "\"\\t\"", "null"));
    check_silent("a.psv", MAP("psv", "\"|\"", "null"));
    check_silent("a.tsv", MAP("csv", "null", "null"));
    check_silent("a.csv", MAP("tsv", "\"\\t\"", "null"));
    check_silent("a.csv", MAP("psv", "\"|\"", "null"));
}

static void a_name_that_leaves_it_open_has_what_was_inferred(void **state)
{
    static const char *const names[] = {"a.txt", "a.txt.gz", "a.data",
                                        "a",     "a.gz",     ".csv"};

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        check_identity(names[i], CSV,
                       MAP("csv", "\";\"",
                           "\"that this is delimited text with ';' between "
                           "cells" INFERRED "\""));
    check_identity("a.txt", MAP("tsv", "\"\\t\"", "null"),
                   MAP("tsv", "\"\\t\"",
                       "\"that this is delimited text with tabs between "
                       "cells" INFERRED "\""));
    check_identity("a.txt", MAP("csv", "null", "null"),
                   MAP("csv", "null",
                       "\"that this is delimited text of one column" INFERRED
                       "\""));
    check_identity(
        "a.bin", MAP("parquet", "null", "null"),
        MAP("parquet", "null", "\"that this is a Parquet file" INFERRED "\""));
}

static void a_name_that_says_another_format_has_what_was_found(void **state)
{
    (void)state;
    check_identity("a.csv", MAP("xlsx", "null", "null"),
                   MAP("xlsx", "null",
                       "\"the name says .csv, but the content was read as a "
                       "workbook\""));
    check_identity(
        "a.CSV.gz", MAP("json", "null", "null"),
        MAP("json", "null",
            "\"the name says .CSV, but the content was read as JSON\""));
    check_identity("a.tsv", CSV,
                   MAP("csv", "\";\"",
                       "\"the name says .tsv, but the content was read as "
                       "delimited text with ';' between cells\""));
    check_identity(
        "a.psv", MAP("json", "null", "null"),
        MAP("json", "null",
            "\"the name says .psv, but the content was read as JSON\""));
    check_identity("a.xlsx", CSV,
                   MAP("csv", "\";\"",
                       "\"the name says .xlsx, but the content was read as "
                       "delimited text with ';' between cells\""));
}

static void it_stands_behind_the_caution_of_the_content(void **state)
{
    (void)state;
    check_identity("a", MAP("json", "null", "\"days \\\"or\\\" months\""),
                   MAP("json", "null",
                       "\"days \\\"or\\\" months; that this is JSON" INFERRED
                       "\""));
}

static void a_named_delimiter_decides_the_format(void **state)
{
    struct table_source s = {.path = STR("a.txt"), .read.delimiter = ';'};

    (void)state;
    describe(&s, CSV);
    assert_string_equal(identity.p, CSV);
    s.path = STR("a.tsv");
    describe(&s, CSV);
    assert_string_equal(identity.p, CSV);
    s.path = STR("a.xlsx"); /* the name still says another thing */
    describe(&s, CSV);
    assert_non_null(strstr(identity.p, "the name says .xlsx"));
}

static void a_damaged_map_is_an_error(void **state)
{
    const struct table_source s = {.path = STR("a")};

    (void)state;
    assert_int_equal(identity_describe(&s, s.path, STR("{\"format\":\"csv\""),
                                       &arena, &identity, &err),
                     ERR_VALIDATION_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(a_name_that_says_what_the_content_is_needs_none),
        FS_TEST(a_name_that_leaves_it_open_has_what_was_inferred),
        FS_TEST(a_name_that_says_another_format_has_what_was_found),
        FS_TEST(it_stands_behind_the_caution_of_the_content),
        FS_TEST(a_named_delimiter_decides_the_format),
        FS_TEST(a_damaged_map_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
