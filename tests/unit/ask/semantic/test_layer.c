#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/semantic/layer.h"

#include <cmocka.h>

#define TABLE                                                                 \
    "{\"row_count\":72,\"columns\":["                                         \
    "{\"name\":\"banco_nombre\",\"inferred_type\":\"string\","                \
    "\"non_null_count\":72,\"distinct_estimate\":2,\"dictionary\":{"          \
    "\"complete\":true,\"values\":[\"INVEX\",\"SISTEMA\"]}},"                 \
    "{\"name\":\"imor\",\"inferred_type\":\"decimal\",\"non_null_count\":72," \
    "\"distinct_estimate\":60,\"min\":1,\"max\":3},"                          \
    "{\"name\":\"cartera\",\"inferred_type\":\"decimal\","                    \
    "\"non_null_count\":72,\"distinct_estimate\":72,\"min\":1,\"max\":9}]}"

static struct arena arena;
static struct error err;
static struct ask_schema *schema;
static struct semantic_terms terms;

static struct schema_table *apply(enum semantic_collection c,
                                  const char *payload)
{
    struct semantic_entry x = {.collection = c, .payload = str_from(payload)};
    const struct semantic_entries entries = {&x, 1, 1};
    struct json *profile;

    schema = arena_alloc(&arena, sizeof(*schema), &err);
    assert_non_null(schema);
    assert_int_equal(
        json_parse(STR(TABLE), &json_default_limits, &arena, &profile, &err),
        OK);
    assert_int_equal(schema_add(schema, STR("bank/kpis.csv"), STR("data"),
                                profile, &arena, &err),
                     OK);
    assert_int_equal(
        semantic_apply(&entries, &schema->tables[0], &arena, &terms, &err), OK);
    return &schema->tables[0];
}

static void a_metric_names_its_column(void **state)
{
    const struct schema_table *t =
        apply(SEMANTIC_METRICS,
              "{\"metric_name\":\"MORA\",\"aliases\":[\"npm ratio\"],"
              "\"preferred_columns\":[\"gone\",\"IMOR\"],"
              "\"requires_banks\":true,\"typical_range\":{\"max\":10}}");

    (void)state;
    assert_int_equal(t->n_columns, 3);
    assert_int_equal(t->columns[1].n_aliases, 2);
    assert_int_equal(t->columns[1].aliases[1].words.n, 2);
    assert_int_equal(terms.n, 1);
    assert_true(str_is(terms.list[0].column, "imor"));
    assert_true(str_is(terms.list[0].needs, "banco_nombre"));
    assert_true(terms.list[0].range.has_max && !terms.list[0].range.has_min);
}

static void a_formula_is_a_column_more_if_the_table_has_its_columns(
    void **state)
{
    const struct schema_table *t =
        apply(SEMANTIC_METRICS, "{\"metric_name\":\"X\",\"formula\":"
                                "\"100 * sum(imor) / sum(Cartera)\"}");

    (void)state;
    assert_int_equal(t->n_columns, 4);
    assert_true(t->columns[3].aggregated);
    assert_true(terms.list[0].whole == 100);
    t = apply(SEMANTIC_METRICS,
              "{\"metric_name\":\"X\",\"formula\":\"imor / gone\"}");
    assert_int_equal(t->n_columns, 3);
    assert_int_equal(terms.n, 0);
    t = apply(SEMANTIC_METRICS,
              "{\"metric_name\":\"X\",\"formula\":\"banco_nombre + 1\"}");
    assert_int_equal(t->n_columns, 3);
}

static void an_empty_metric_is_a_column_without_values(void **state)
{
    const struct schema_table *t =
        apply(SEMANTIC_METRICS,
              "{\"metric_name\":\"TASA\",\"data_status\":\"empty\"}");

    (void)state;
    assert_int_equal(t->n_columns, 4);
    assert_true(t->columns[3].empty);
    t = apply(SEMANTIC_METRICS, "{\"metric_name\":\"TASA\"}");
    assert_int_equal(t->n_columns, 3);
}

static void a_note_names_columns_and_values_of_its_table_only(void **state)
{
    const struct schema_table *t =
        apply(SEMANTIC_SCHEMA,
              "{\"table_name\":\"kpis\",\"column_name\":\"banco_nombre\","
              "\"synonyms\":[\"bank\"],\"value_synonyms\":{\"SISTEMA\":"
              "[\"all banks\"],\"GONE\":[\"nobody\"]}}");

    (void)state;
    assert_int_equal(t->columns[0].n_aliases, 2);
    assert_true(str_is(t->columns[0].aliases[1].value, "SISTEMA"));
    t = apply(SEMANTIC_SCHEMA,
              "{\"table_name\":\"kpi\",\"column_name\":\"banco_nombre\","
              "\"synonyms\":[\"bank\"]}");
    assert_int_equal(t->columns[0].n_aliases, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_metric_names_its_column),
        cmocka_unit_test(
            a_formula_is_a_column_more_if_the_table_has_its_columns),
        cmocka_unit_test(an_empty_metric_is_a_column_without_values),
        cmocka_unit_test(a_note_names_columns_and_values_of_its_table_only),
    };
    int failed;

    arena_init(&arena, 1 << 24);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
