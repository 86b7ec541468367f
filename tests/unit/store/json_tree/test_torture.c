/*
 * Everything of store/json_tree/ that takes memory, again and again with the first, then
 * the second, then the third ... allocation failing, until a run needs no
 * more. A failed run ends in ERR_LIMIT and leaks nothing.
 */
#include "base/torture.h"

#include "store/json_tree/diff.h"
#include "store/json_tree/split.h"
#include "store/json_tree/tree_schema.h"
#include "tree_fixture.h"

static const struct json *left;
static const struct json *right;
static const struct json *turned; /* left in another order */
static struct str left_text;

/* An object of the keys 0, step, 2 * step, ..., or the same from the end. */
static const struct json *wide(int step, bool back)
{
    struct buf b;
    const struct json *j;

    buf_init(&b, 16 * MIB);
    for (int i = 0; i < 6000; i += step) {
        int k = back ? 6000 - step - i : i;

        buf_printf(&b, "%c\"key %d\":{\"v\":[%d,%d]}", i ? ',' : '{', k, k,
                   k % 9);
    }
    buf_put_char(&b, '}');
    j = tree_of_str(buf_str(&b));
    buf_release(&b);
    return j;
}

static enum err ignore_run(void *ctx, const struct split_run *r,
                           struct error *e)
{
    (void)ctx;
    (void)r;
    (void)e;
    return OK;
}

static enum err split_job(void *ctx, struct arena *a, struct error *e)
{
    const struct split_sink to = {ignore_run, NULL};

    (void)ctx;
    (void)a;
    return split_text(left_text, &split_default_limits, &to, e);
}

static enum err diff_job(void *ctx, struct arena *a, struct error *e)
{
    const struct json *result = NULL;
    const struct json *back = NULL;
    struct json_patch inverse;
    struct json_patch p;
    enum err rc = tree_diff(left, right, a, &p, e);

    (void)ctx;
    if (rc == OK)
        rc = json_patch_apply(&p, left, a, &result, &inverse, e);
    if (rc == OK)
        rc = json_patch_apply(&inverse, result, a, &back, NULL, e);
    if (rc == OK)
        assert_true(tree_same(result, right) && tree_same(back, left));
    return rc;
}

static enum err equal_job(void *ctx, struct arena *a, struct error *e)
{
    bool equal = true;
    enum err rc = tree_equal(left, turned, a, &equal, e);

    (void)ctx;
    if (rc == OK)
        assert_true(equal);
    return rc;
}

static enum err schema_job(void *ctx, struct arena *a, struct error *e)
{
    struct jsonw w;
    struct buf out;
    struct str s;
    enum err rc;

    (void)ctx;
    buf_init(&out, MIB);
    jsonw_init(&w, &out);
    rc = schema_write(left, &schema_default_limits, a, &w, e);
    if (rc == OK)
        rc = buf_finish(&out, &s, e);
    buf_release(&out);
    return rc;
}

static void no_memory_is_a_typed_error_everywhere(void **state)
{
    (void)state;
    left = wide(2, false);
    right = wide(3, false);
    turned = wide(2, true);
    left_text = text_of(left);
    (void)torture(FAULT_MEMORY, split_job, NULL);
    (void)torture(FAULT_MEMORY, diff_job, NULL);
    (void)torture(FAULT_ARENA, diff_job, NULL);
    (void)torture(FAULT_MEMORY, equal_job, NULL);
    (void)torture(FAULT_ARENA, equal_job, NULL);
    (void)torture(FAULT_MEMORY, schema_job, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_memory_is_a_typed_error_everywhere,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
