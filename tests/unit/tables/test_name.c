#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/name.h"

#include <string.h>

static void check(const char *path, const char *name, const char *suffix)
{
    struct str got = name_of_path(str_from(path));

    if (!str_is(got, name) || !str_is(name_suffix(got), suffix))
        fail_msg("'%.*s' with '%.*s'", STR_FMT(got), STR_FMT(name_suffix(got)));
}

static void a_name_is_without_folder_and_packing(void **state)
{
    (void)state;
    check("orders.csv", "orders.csv", ".csv");
    check("/in/a.b/My orders.XLSX", "My orders.XLSX", ".XLSX");
    check("in/x.csv.gz", "x.csv", ".csv");
    check("x.tsv.ZST", "x.tsv", ".tsv");
    check("x.gz", "x", "");
    check("x.gz.zst", "x.gz", ".gz");
    check("v1.2.csv", "v1.2.csv", ".csv");
}

static void a_name_may_have_no_suffix(void **state)
{
    (void)state;
    check("plain", "plain", "");
    check("dir.csv/plain", "plain", "");
    check("dir.d/.csv", ".csv", "");
    check(".gz", ".gz", "");
    check("x.", "x.", ".");
    check("dir/", "", "");
    check("", "", "");
}

static void check_table(const char *path, const char *name)
{
    struct str got = name_of_table(str_from(path));

    if (!str_is(got, name))
        fail_msg("'%.*s'", STR_FMT(got));
}

static void a_table_is_called_without_folder_and_suffix(void **state)
{
    (void)state;
    check_table("orders.csv", "orders");
    check_table("/in/a.b/My orders 2.XLSX", "My orders 2");
    check_table("../v1.2.csv", "v1.2");
    check_table("x.csv.gz", "x");
    check_table("x.tsv.zst", "x");
    check_table("plain", "plain");
    check_table("dir.d/.hidden", ".hidden");
    check_table("销售.csv", "销售");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_without_folder_and_packing),
        cmocka_unit_test(a_name_may_have_no_suffix),
        cmocka_unit_test(a_table_is_called_without_folder_and_suffix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
