/*
 * Everything of tree/ that takes memory, again and again with the first, then
 * the second, then the third ... allocation failing, until a run needs no
 * more. A failed run ends in ERR_LIMIT and leaks nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "tree/diff.h"
#include "tree/schema.h"
#include "tree/split.h"
#include "tree_fixture.h"

#ifdef QUARRY_TORTURE

#define MOST_RUNS 10000 /* a run that never passes is a bug, not a loop */

static const struct json *left;
static const struct json *right;
static struct str left_text;

static const struct json *wide(int from, int step)
{
    struct buf b;
    const struct json *j;

    buf_init(&b, 16 * MIB);
    for (int i = from; i < 6000; i += step)
        buf_printf(&b, "%c\"key %d\":{\"v\":[%d,%d]}", i == from ? '{' : ',', i,
                   i, i % 9);
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

static enum err split_job(struct arena *a, struct error *e)
{
    const struct split_sink to = {ignore_run, NULL};

    (void)a;
    return split_text(left_text, &split_default_limits, &to, e);
}

static enum err diff_job(struct arena *a, struct error *e)
{
    const struct json *result = NULL;
    const struct json *back = NULL;
    struct patch inverse;
    struct patch p;
    enum err rc = tree_diff(left, right, a, &p, e);

    if (rc == OK)
        rc = patch_apply(&p, left, a, &result, &inverse, e);
    if (rc == OK)
        rc = patch_apply(&inverse, result, a, &back, NULL, e);
    if (rc == OK)
        assert_true(tree_same(result, right) && tree_same(back, left));
    return rc;
}

static enum err equal_job(struct arena *a, struct error *e)
{
    bool equal = true;
    enum err rc = tree_equal(left, right, a, &equal, e);

    return rc;
}

static enum err schema_job(struct arena *a, struct error *e)
{
    struct jsonw w;
    struct buf out;
    struct str s;
    enum err rc;

    buf_init(&out, MIB);
    jsonw_init(&w, &out);
    rc = schema_write(left, &schema_default_limits, a, &w, e);
    if (rc == OK)
        rc = buf_finish(&out, &s, e);
    buf_release(&out);
    return rc;
}

static void torture(enum err (*job)(struct arena *, struct error *))
{
    enum err rc = ERR_LIMIT;

    for (unsigned n = 1; n < MOST_RUNS && rc != OK; n++) {
        struct error e = {0};
        struct arena a;

        arena_init(&a, 512 * MIB);
        mem_fail_at(n);
        rc = job(&a, &e);
        mem_fail_at(0);
        assert_true(rc == OK || (rc == ERR_LIMIT && e.code == ERR_LIMIT));
        arena_release(&a);
    }
    assert_int_equal(rc, OK);
}

static void no_memory_is_a_typed_error_everywhere(void **state)
{
    (void)state;
    left = wide(0, 2);
    right = wide(0, 3);
    left_text = text_of(left);
    torture(split_job);
    torture(diff_job);
    torture(equal_job);
    torture(schema_job);
}

#else

static void no_memory_is_a_typed_error_everywhere(void **state)
{
    (void)state;
    print_message("skipped: this build cannot make an allocation fail\n");
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_memory_is_a_typed_error_everywhere,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
