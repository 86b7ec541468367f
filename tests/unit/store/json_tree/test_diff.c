#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "patch_fixture.h"
#include "store/json_tree/align.h"
#include "store/json_tree/diff.h"

#include <string.h>

/* The patch, which leads from a to b exactly, there and back. */
static struct json_patch checked_diff(const struct json *a,
                                      const struct json *b)
{
    struct json_patch p;
    struct json_patch stored;
    const struct json *result;

    assert_int_equal(tree_diff(a, b, &arena, &p, &err), OK);
    stored = patch_of(patch_text(&p).p);
    result = applied_and_back(&stored, a);
    if (!tree_same(result, b))
        fail_msg("%s to %s by %s gives %s", text_of(a).p, text_of(b).p,
                 patch_text(&p).p, text_of(result).p);
    return p;
}

static void check_diff(const char *a, const char *b, const char *expected)
{
    struct json_patch p = checked_diff(tree_of(a), tree_of(b));

    assert_string_equal(patch_text(&p).p, expected);
}

static void a_changed_field_is_one_operation(void **state)
{
    (void)state;
    check_diff("{\"a\":1,\"b\":{\"c\":[1,2]}}", "{\"a\":1,\"b\":{\"c\":[1,2]}}",
               "[]");
    check_diff("{\"name\":\"x\",\"b\":{\"c\":1}}",
               "{\"name\":\"x\",\"b\":{\"c\":2}}",
               "[{\"op\":\"replace\",\"path\":\"/b/c\",\"value\":2}]");
    check_diff("{\"a\":1}", "{\"a\":1,\"b/c\":2}",
               "[{\"op\":\"add\",\"path\":\"/b~1c\",\"value\":2}]");
    check_diff("{\"a\":1,\"b\":2}", "{\"a\":1}",
               "[{\"op\":\"remove\",\"path\":\"/b\"}]");
}

static void the_text_of_a_number_counts(void **state)
{
    (void)state;
    check_diff("[1,2,3,4]", "[1,2.0,3,4]",
               "[{\"op\":\"replace\",\"path\":\"/1\",\"value\":2.0}]");
}

static void another_type_is_a_replacement(void **state)
{
    (void)state;
    check_diff("{\"a\":[1]}", "{\"a\":{\"0\":1}}",
               "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":{\"0\":1}}]");
    check_diff("1", "\"1\"",
               "[{\"op\":\"replace\",\"path\":\"\",\"value\":\"1\"}]");
}

static void elements_that_stay_are_found(void **state)
{
    (void)state;
    check_diff("[1,2,3,4,5]", "[0,1,2,3,4,5]",
               "[{\"op\":\"add\",\"path\":\"/0\",\"value\":0}]");
    check_diff("[1,2,3,4,5]", "[1,2,4,5]",
               "[{\"op\":\"remove\",\"path\":\"/2\"}]");
    check_diff("[1,2,3,4,5,6,7]", "[2,3,9,4,5,7]",
               "[{\"op\":\"remove\",\"path\":\"/0\"},"
               "{\"op\":\"add\",\"path\":\"/2\",\"value\":9},"
               "{\"op\":\"remove\",\"path\":\"/5\"}]");
    check_diff("[{\"id\":1,\"n\":\"long text one\"},{\"id\":2,\"n\":\"two\"},"
               "{\"id\":3,\"n\":\"three\"}]",
               "[{\"id\":1,\"n\":\"long text one\"},{\"id\":2,\"n\":\"TWO\"},"
               "{\"id\":3,\"n\":\"three\"}]",
               "[{\"op\":\"replace\",\"path\":\"/1/n\",\"value\":\"TWO\"}]");
}

static void keys_get_the_order_of_the_new_tree(void **state)
{
    (void)state;
    check_diff("{\"a\":\"some text\",\"c\":3}",
               "{\"a\":\"some text\",\"b\":2,\"c\":3}",
               "[{\"op\":\"add\",\"path\":\"/b\",\"value\":2,"
               "\"before_key\":\"c\"}]");
    check_diff("{\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
               "{\"d\":4,\"a\":1,\"b\":2,\"c\":3}",
               "[{\"op\":\"move\",\"from\":\"/d\",\"path\":\"/d\","
               "\"before_key\":\"a\"}]");
    check_diff("{\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
               "{\"b\":2,\"c\":3,\"d\":4,\"a\":1}",
               "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a\","
               "\"before_key\":null}]");
}

static void what_is_all_new_is_replaced_as_a_whole(void **state)
{
    (void)state;
    check_diff("{\"k\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}}",
               "{\"k\":{\"v\":1,\"w\":2,\"x\":3,\"y\":4,\"z\":5}}",
               "[{\"op\":\"replace\",\"path\":\"/k\",\"value\":{\"v\":1,"
               "\"w\":2,\"x\":3,\"y\":4,\"z\":5}}]");
}

static void it_leads_from_any_tree_to_any_other(void **state)
{
    struct dice d = {2024};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        const struct json *a = dice_tree(&d, 1 + roll(&d, 4));
        const struct json *b = dice_tree(&d, 1 + roll(&d, 4));

        (void)checked_diff(a, b);
        arena_reset(&arena);
    }
}

/* The same values with some left out, doubled, changed and exchanged. */
static void write_changed(struct dice *d, const struct json *j, struct jsonw *w)
{
    const struct json *kids[64];
    size_t n = 0;

    if (roll(d, 25) == 0 || (j->type != JSON_ARRAY && j->type != JSON_OBJECT)) {
        json_write(roll(d, 8) ? j : dice_tree(d, 2), w);
        return;
    }
    for (const struct json *c = j->first; c && n < 60; c = c->next) {
        if (roll(d, 8) == 0)
            continue;
        kids[n++] = c;
        if (roll(d, 8) == 0 && j->type == JSON_ARRAY)
            kids[n++] = c;
        if (roll(d, 8) == 0 && n > 1) {
            kids[n - 1] = kids[0];
            kids[0] = c;
        }
    }
    if (j->type == JSON_ARRAY)
        jsonw_begin_array(w);
    else
        jsonw_begin_object(w);
    for (size_t i = 0; i < n; i++) {
        if (j->type == JSON_OBJECT)
            jsonw_key_str(w, kids[i]->key);
        write_changed(d, kids[i], w);
    }
    if (j->type == JSON_ARRAY)
        jsonw_end_array(w);
    else
        jsonw_end_object(w);
}

static void it_leads_from_a_tree_to_its_changed_self(void **state)
{
    struct dice d = {31337};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        const struct json *a = dice_tree(&d, 5);
        struct buf out;
        struct jsonw w;

        buf_init(&out, 16 * MIB);
        jsonw_init(&w, &out);
        write_changed(&d, a, &w);
        (void)checked_diff(a, tree_of_str(buf_str(&out)));
        buf_release(&out);
        arena_reset(&arena);
    }
}

static struct str numbers(unsigned from, unsigned to, unsigned step,
                          struct buf *out)
{
    buf_reset(out);
    for (unsigned i = from; i < to; i += step)
        buf_printf(out, "%c{\"id\":%u,\"name\":\"row %u\"}",
                   i == from ? '[' : ',', i, i);
    buf_put_char(out, ']');
    return buf_str(out);
}

static void a_long_list_needs_only_what_changed(void **state)
{
    const struct json *a;
    const struct json *b;
    struct json_patch p;
    struct buf out;

    (void)state;
    buf_init(&out, 64 * MIB);
    a = tree_of_str(numbers(0, 20000, 1, &out));
    buf_reset(&out);
    buf_put_char(&out, '[');
    for (unsigned i = 1; i < 20000; i++) {
        buf_printf(&out, "%s{\"id\":%u,\"name\":\"row %u\"}", i > 1 ? "," : "",
                   i, i == 15000 ? 7 : i);
        if (i == 10000)
            buf_puts(&out, ",\"in between\"");
    }
    buf_put_char(&out, ']');
    b = tree_of_str(buf_str(&out));
    p = checked_diff(a, b);
    assert_int_equal(p.n, 3);
    buf_release(&out);
}

static void lists_beyond_every_limit_are_still_exact(void **state)
{
    const struct json *a;
    const struct json *b;
    struct buf out;

    (void)state;
    buf_init(&out, 64 * MIB);
    a = tree_of_str(numbers(0, 9000, 3, &out));
    b = tree_of_str(numbers(1, 9001, 2, &out));
    (void)checked_diff(a, b);
    buf_reset(&out);
    for (unsigned i = 0; i < 5000; i++)
        buf_printf(&out, "%c%u", i ? ',' : '[', i % 7);
    buf_put_char(&out, ']');
    a = tree_of_str(buf_str(&out));
    buf_reset(&out);
    for (unsigned i = 0; i < 5000; i++)
        buf_printf(&out, "%c%u", i ? ',' : '[', i % 11);
    buf_put_char(&out, ']');
    b = tree_of_str(buf_str(&out));
    (void)checked_diff(a, b);
    buf_release(&out);
}

/* The length of a longest common subsequence, by the book. */
static size_t lcs(const uint64_t *x, size_t nx, const uint64_t *y, size_t ny)
{
    size_t t[40][40] = {{0}};

    for (size_t i = nx; i-- > 0;) {
        for (size_t k = ny; k-- > 0;) {
            size_t right = t[i][k + 1];

            t[i][k] = t[i + 1][k] > right ? t[i + 1][k] : right;
            if (x[i] == y[k])
                t[i][k] = t[i + 1][k + 1] + 1;
        }
    }
    return t[0][0];
}

static void check_alignment(struct dice *d, uint64_t cells, bool exact)
{
    struct align al = {.a = &arena, .e = &err, .cells_left = cells};
    uint64_t x[30];
    uint64_t y[30];
    size_t mate[30];
    size_t mates = 0;
    size_t next = 0;
    struct align_pair p = {x, y, roll(d, 30), roll(d, 30)};
    unsigned kinds = exact ? 6 : 40;

    for (size_t i = 0; i < p.nx; i++)
        x[i] = roll(d, kinds);
    for (size_t i = 0; i < p.ny; i++)
        y[i] = roll(d, kinds);
    assert_int_equal(align_lists(&al, &p, mate), OK);
    for (size_t k = 0; k < p.ny; k++) {
        if (mate[k] == ALIGN_NONE)
            continue;
        assert_true(mate[k] >= next && mate[k] < p.nx);
        assert_true(x[mate[k]] == y[k]);
        next = mate[k] + 1;
        mates++;
    }
    if (exact)
        assert_int_equal(mates, lcs(x, p.nx, y, p.ny));
}

static void mates_are_equal_and_in_order_and_as_many_as_can_be(void **state)
{
    struct dice d = {5};

    (void)state;
    for (int i = 0; i < 500; i++) {
        check_alignment(&d, ALIGN_TOTAL, true);
        check_alignment(&d, 0, false);
        check_alignment(&d, 100, false);
        arena_reset(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_changed_field_is_one_operation,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_text_of_a_number_counts, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(another_type_is_a_replacement, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(elements_that_stay_are_found, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(keys_get_the_order_of_the_new_tree,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_all_new_is_replaced_as_a_whole,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_leads_from_any_tree_to_any_other,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            it_leads_from_a_tree_to_its_changed_self, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_list_needs_only_what_changed,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            lists_beyond_every_limit_are_still_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            mates_are_equal_and_in_order_and_as_many_as_can_be, set_up,
            tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
