/* Each allocation of reading, telling and finding fails once. */
#include "base/torture.h"

#include "ask/semantic/layer.h"
#include "ask/semantic/retrieve.h"

#define TREE                                                                    \
    "[1,1,{\"metrics\":[1,9,[[2,5,{\"metric_name\":[2,7,\"MORA\"],"             \
    "\"aliases\":[3,7,[[3,9,\"npm ratio\"]]],\"formula\":[4,7,\"100 * a / b\"]" \
    "}]]],\"schema\":[5,9,[[6,5,{\"column_name\":[6,7,\"a\"],\"synonyms\":"     \
    "[7,7,[[7,9,\"overdue\"]]]}]]]}]"

#define TABLE                                                              \
    "{\"row_count\":9,\"columns\":[{\"name\":\"a\",\"inferred_type\":"     \
    "\"decimal\",\"non_null_count\":9},{\"name\":\"b\",\"inferred_type\":" \
    "\"decimal\",\"non_null_count\":9}]}"

static enum err read_entries(struct arena *a, struct semantic_entries *out,
                             struct error *e)
{
    struct json *tree;
    enum err rc = json_parse(STR(TREE), &json_default_limits, a, &tree, e);

    *out = (struct semantic_entries){0};
    return rc ? rc : semantic_entries_read(tree, STR("m.yaml"), a, out, e);
}

static enum err retrieve(void *ctx, struct arena *a, struct error *e)
{
    struct ask_schema *s = arena_alloc(a, sizeof(*s), e);
    const struct semantic_request request = {SEMANTIC_METRICS, 3, 0.1, NULL};
    struct semantic_entries entries;
    struct semantic_terms terms;
    struct semantic_hits hits;
    struct json *profile;
    enum err rc;

    (void)ctx;
    if (!s)
        return e->code;
    rc = read_entries(a, &entries, e);
    if (!rc)
        rc = json_parse(STR(TABLE), &json_default_limits, a, &profile, e);
    if (!rc)
        rc = schema_add(s, STR("t.csv"), STR("data"), profile, a, e);
    if (!rc)
        rc = semantic_apply(&entries, &s->tables[0], a, &terms, e);
    if (!rc)
        rc = semantic_retrieve(&entries, STR("npm ratio"), &request, a, &hits,
                               e);
    if (!rc) {
        assert_int_equal(s->tables[0].n_columns, 3);
        assert_int_equal(hits.n, 1);
    }
    return rc;
}

static void each_allocation_may_fail_while_a_layer_is_applied(void **state)
{
    (void)state;
    (void)torture(FAULT_ARENA, retrieve, NULL);
    (void)torture(FAULT_MEMORY, retrieve, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail_while_a_layer_is_applied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
