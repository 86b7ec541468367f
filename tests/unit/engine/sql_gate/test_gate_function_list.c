/* test_gate_function_list.c - each function of the engine has been decided. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/duck/duck_type.h"
#include "engine/sql_gate/gate_function_list.h"
#include "gate_fixture.h"

#include <ctype.h>

static enum err check(struct fixture *fixture, struct str sql, struct error *e)
{
    struct gate_verdict v;

    return gate_check(&fixture_catalog, fixture->duck, sql, &v, e);
}

struct listed {
    char name[128];
    bool is_table;
};

/* DuckDB's own list of its functions. */
static size_t list_functions(struct fixture *fixture, struct listed *out,
                             size_t max)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct error e = {0};
    size_t n = 0;

    assert_int_equal(duck_query(fixture->duck,
                                STR("SELECT DISTINCT function_name, "
                                    "function_type LIKE 'table%' FROM "
                                    "duckdb_functions() WHERE function_type "
                                    "<> 'pragma' ORDER BY ALL"),
                                &r, &e),
                     OK);
    while (duck_result_next(r, &c, &e) == OK && c.rows)
        for (size_t i = 0; i < c.rows; i++, n++) {
            struct str name = duck_str(&c.vectors[0], i);

            assert_true(n < max && name.n < sizeof(out->name));
            (void)snprintf(out[n].name, sizeof(out->name), "%.*s",
                           STR_FMT(name));
            out[n].is_table = duck_int(&c.vectors[1], i) != 0;
        }
    duck_result_close(r);
    return n;
}

/* The call alone, as a value or after FROM. */
static void call_of(const struct listed *f, char *out, size_t size)
{
    (void)snprintf(out, size,
                   f->is_table ? "SELECT * FROM \"%.99s\"(1)"
                               : "SELECT \"%.99s\"(1)",
                   f->name);
}

static void each_function_of_the_engine_is_allowed_or_refused_for_a_reason(
    void **state)
{
    struct fixture *fixture = *state;
    static struct listed all[2000];
    size_t n = list_functions(fixture, all, 2000), allowed = 0, refused = 0;

    for (size_t i = 0; i < n; i++) {
        const struct gate_function *f =
            gate_function_find(str_from(all[i].name));
        struct error e = {0};
        char sql[200];
        bool may;

        if (!f)
            fail_msg("%s: tools/gate_function_list.mjs does not name it",
                     all[i].name);
        may = f && f->flags & (all[i].is_table ? GATE_TABLE : GATE_VALUE);
        call_of(&all[i], sql, sizeof(sql));
        if (may && check(fixture, str_from(sql), &e) != OK)
            fail_msg("%s is refused: %s", sql, e.msg);
        if (!may) {
            assert_int_equal(check(fixture, str_from(sql), &e),
                             ERR_VALIDATION_FAILED);
            assert_true(f && (f->why != GATE_WHY_NONE || f->flags != 0));
        }
        allowed += may;
        refused += !may;
    }
    print_message("%zu functions allowed, %zu refused\n", allowed, refused);
    assert_true(allowed > 500 && refused > 150);
}

static void the_table_of_functions_is_in_order(void **state)
{
    (void)state;
    for (size_t i = 1; i < gate_function_count; i++)
        assert_true(strcmp(gate_function_list[i - 1].name,
                           gate_function_list[i].name) < 0);
    for (size_t i = 0; i < gate_function_count; i++)
        assert_ptr_equal(
            gate_function_find(str_from(gate_function_list[i].name)),
            &gate_function_list[i]);
    assert_null(gate_function_find(STR("")));
    assert_null(gate_function_find(STR("sum ")));
    assert_non_null(gate_function_find(STR("SuM")));
}

static const struct gate_function *find_in_capitals(struct str name)
{
    char upper[100];

    assert_true(name.n <= sizeof(upper));
    for (size_t k = 0; k < name.n; k++)
        upper[k] = (char)toupper((unsigned char)name.p[k]);
    return gate_function_find((struct str){upper, name.n});
}

static void a_function_is_found_in_capitals(void **state)
{
    (void)state;
    for (size_t i = 0; i < gate_function_count; i++)
        assert_ptr_equal(find_in_capitals(str_from(gate_function_list[i].name)),
                         &gate_function_list[i]);
}

static void no_function_that_reaches_out_is_allowed(void **state)
{
    static const char *const never[] = {
        "read_csv",
        "read_text",
        "read_blob",
        "read_parquet",
        "read_json",
        "read_ndjson",
        "glob",
        "sniff_csv",
        "parquet_metadata",
        "query",
        "query_table",
        "json_execute_serialized_sql",
        "current_setting",
        "getvariable",
        "nextval",
        "duckdb_settings",
        "duckdb_secrets",
        "duckdb_databases",
        "pragma_version",
        "version",
        "sql_auto_complete",
        "write_log",
        "enable_logging",
        "checkpoint",
        "sleep_ms",
        "which_secret",
        "json_serialize_plan",
        "read_duckdb",
        "arrow_scan",
        "seq_scan",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++) {
        const struct gate_function *f = gate_function_find(str_from(never[i]));

        assert_non_null(f);
        assert_int_equal(f->flags, 0);
    }
}

static void a_name_with_a_typing_error_gets_the_nearest(void **state)
{
    static const struct {
        const char *typed, *nearest;
    } cases[] = {{"summ", "sum"},
                 {"COUNTT", "count"},
                 {"substrng", "substring"},
                 {"date_trun", "date_trunc"},
                 {"medxxn", "median"}, /* six letters: two may differ */
                 {"uppxx", NULL},      /* five: one */
                 {"uppex", "upper"},
                 {"mxd", "mad"},
                 {"mx", NULL},
                 {"x", NULL},
                 {"getenv", NULL},
                 {"qwertyuiop", NULL},
                 {"", NULL}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct gate_function *f =
            gate_function_nearest(str_from(cases[i].typed), GATE_VALUE);

        if (!cases[i].nearest)
            assert_null(f);
        else
            assert_string_equal(f->name, cases[i].nearest);
    }
    assert_string_equal(gate_function_nearest(STR("rang"), GATE_TABLE)->name,
                        "range");
    assert_null(gate_function_nearest(STR("read_csw"), GATE_TABLE));
}

static void a_very_long_name_has_no_nearest(void **state)
{
    char name[100];

    (void)state;
    memset(name, 'x', sizeof(name));
    for (size_t n = 38; n < sizeof(name); n++)
        assert_null(gate_function_nearest((struct str){name, n}, GATE_VALUE));
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_function_of_the_engine_is_allowed_or_refused_for_a_reason),
        TEST(the_table_of_functions_is_in_order),
        TEST(a_function_is_found_in_capitals),
        TEST(no_function_that_reaches_out_is_allowed),
        TEST(a_name_with_a_typing_error_gets_the_nearest),
        TEST(a_very_long_name_has_no_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
