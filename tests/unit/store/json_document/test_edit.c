#include "data_fixture.h"

#include "store/json_document/order_key.h"

#include <stdio.h>

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* A random value: deeper ones are smaller. */
static void put_value(struct jsonw *w, unsigned depth)
{
    unsigned kind = below(depth ? 6 : 3);
    unsigned n = below(12);

    if (kind == 0) {
        jsonw_i64(w, (int64_t)below(1000000) - 500000);
    } else if (kind == 1) {
        jsonw_str(
            w, str_slice(STR("some text of a cell, a bit long"), 0, below(32)));
    } else if (kind == 2) {
        jsonw_raw(w, STR("12345678901234567890.10"));
    } else if (kind < 5) {
        jsonw_begin_array(w);
        for (unsigned i = 0; i < n; i++)
            put_value(w, depth - 1);
        jsonw_end_array(w);
    } else {
        jsonw_begin_object(w);
        for (unsigned i = 0; i < n; i++) {
            char key[16];

            (void)snprintf(key, sizeof(key), "k%u", i * 7 + below(7));
            jsonw_key_str(w, str_from(key));
            put_value(w, depth - 1);
        }
        jsonw_end_object(w);
    }
}

static struct json *random_value(unsigned depth)
{
    struct json *j = NULL;
    struct jsonw w;
    struct buf b;

    buf_init(&b, 8 << 20);
    jsonw_init(&w, &b);
    put_value(&w, depth);
    assert_ok(json_parse(buf_str(&b), &json_default_limits, &arena, &j, &err));
    buf_release(&b);
    return j;
}

/* A pointer to something in the tree, or just beside it. */
static struct pointer random_pointer(const struct json *j)
{
    struct str *token = arena_alloc_array(&arena, 16, sizeof(*token), &err);
    struct pointer p = {token, 0};

    assert_non_null(token);
    while (p.n < 15 && (j->type == JSON_ARRAY || j->type == JSON_OBJECT) &&
           below(6) != 0) {
        unsigned at = below((unsigned)j->count + 1);
        const struct json *c = j->first;

        for (unsigned i = 0; i < at && c; i++)
            c = c->next;
        if (j->type == JSON_OBJECT)
            token[p.n++] = c ? c->key : STR("new key");
        else if (!c && below(2))
            token[p.n++] = STR("-");
        else
            assert_ok(str_printf(&arena, &token[p.n++], &err, "%u", at));
        if (!c)
            break;
        j = c;
    }
    return p;
}

static struct json_patch_op random_op(const struct json *doc)
{
    static const enum json_patch_kind kinds[] = {
        JSON_PATCH_ADD,     JSON_PATCH_ADD,     JSON_PATCH_REMOVE,
        JSON_PATCH_REPLACE, JSON_PATCH_REPLACE, JSON_PATCH_MOVE,
        JSON_PATCH_COPY};
    struct json_patch_op op = {.kind = kinds[below(7)]};

    op.path = random_pointer(doc);
    op.from = random_pointer(doc);
    op.value = random_value(below(4));
    return op;
}

/* In a transaction, which an error rolls back. */
static enum err apply(const struct json_patch_op *op, struct undo *undo)
{
    enum err rc;

    assert_ok(db_begin_write(part.db, &err));
    rc = edit_apply(&part, op, &arena, undo, &err);
    return db_end(part.db, rc, &err);
}

static void assert_same(const struct json *expected, uint64_t at)
{
    if (!tree_same(expected, document()))
        fail_msg("seed %llu: another document", (unsigned long long)at);
}

/* One edit: as json_patch_apply() does it to the whole tree, and undone. */
static const struct json *try_one(const struct json *doc, uint64_t at)
{
    struct json_patch_op op = random_op(doc);
    struct json_patch one = {&op, 1};
    struct undo undo = {0};
    struct json_patch back;
    struct undo ignored = {0};
    const struct json *expected = NULL;
    struct error other;
    enum err rc = json_patch_apply(&one, doc, &arena, &expected, NULL, &other);

    if (apply(&op, &undo) != rc)
        fail_msg("seed %llu: %s, not %s (%s)", (unsigned long long)at, err.msg,
                 err_name(rc), other.msg);
    assert_same(rc ? doc : expected, at);
    if (rc || below(3) != 0)
        return rc ? doc : expected;
    assert_ok(undo_patch(&undo, &arena, &back, &err));
    for (size_t i = 0; i < back.n; i++)
        assert_ok(apply(&back.op[i], &ignored));
    assert_same(doc, at);
    return doc;
}

static void edits_of_runs_are_those_of_the_whole_tree(void **state)
{
    (void)state;
    if (!home.store)
        assert_ok(db_exec(part.db, "PRAGMA synchronous=OFF", &err));
    for (uint64_t start = 1; start <= 60; start++) {
        const struct json *doc;

        seed = start;
        part.generation = (int64_t)start;
        doc = random_value(5);
        assert_ok(store_document(&part, doc, &err));
        assert_same(doc, start);
        for (int i = 0; i < 25; i++)
            doc = try_one(doc, start);
        arena_reset(&arena);
    }
}

static void a_container_that_loses_its_last_child_is_an_empty_one(void **state)
{
    const struct json_patch_op op = {.kind = JSON_PATCH_REMOVE,
                                     .path = pointer_of("/a/0")};
    struct undo undo = {0};

    (void)state;
    assert_ok(store_document(
        &part,
        parse("{\"a\":[\"a text that is far longer than a run of this test "
              "may be, so that it is alone\"],\"b\":1}"),
        &err));
    assert_ok(apply(&op, &undo));
    assert_text(document(), "{\"a\":[],\"b\":1}");
}

/* An open container has at least one run, so an empty one is never open. */
static void an_empty_container_behind_a_long_key_can_be_added_to(void **state)
{
    struct undo undo = {0};
    struct json_patch_op op = {.kind = JSON_PATCH_ADD, .value = parse("7")};
    char text[200];

    (void)state;
    (void)snprintf(text, sizeof(text), "{\"%080d\":{},\"z\":1}", 0);
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(store_document(&part, parse(text), &err));
    (void)snprintf(text, sizeof(text), "/%080d/x", 0);
    op.path = pointer_of(text);
    assert_ok(edit_apply(&part, &op, &arena, &undo, &err));
    assert_ok(db_end(base.db, OK, &err));
    (void)snprintf(text, sizeof(text), "{\"%080d\":{\"x\":7},\"z\":1}", 0);
    assert_text(document(), text);
}

static void an_edit_rewrites_one_run_and_not_the_document(void **state)
{
    const struct json_patch_op op = {.kind = JSON_PATCH_REPLACE,
                                     .path = pointer_of("/500"),
                                     .value = parse("\"new\"")};
    struct undo undo = {0};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "[0");
    for (int i = 1; i < 1000; i++)
        buf_printf(&b, ",%d", i);
    buf_put(&b, "]", 2);
    assert_ok(store_document(&part, parse(b.p), &err));
    buf_release(&b);
    assert_ok(apply(&op, &undo));
    assert_int_equal(db_changes(part.db), 1);
}

static void a_pointer_that_names_nothing_changes_nothing(void **state)
{
    const struct json_patch_op op = {.kind = JSON_PATCH_REMOVE,
                                     .path = pointer_of("/b")};
    struct undo undo = {0};

    (void)state;
    assert_ok(store_document(&part, parse("{\"a\":1}"), &err));
    assert_int_equal(apply(&op, &undo), ERR_NOT_FOUND);
    assert_text(document(), "{\"a\":1}");
}

static void there_is_always_a_place_between(void **state)
{
    struct buf low, high, between;

    (void)state;
    buf_init(&low, 1 << 16);
    buf_init(&high, 1 << 16);
    buf_init(&between, 1 << 16);
    seed = 1;
    for (int turn = 0; turn < 50; turn++) {
        buf_reset(&low);
        buf_reset(&high);
        if (below(4))
            place_nth(254 + below(3), &low);
        if (below(4))
            place_nth(257 + below(300), &high);
        for (int i = 0; i < 200; i++) {
            buf_reset(&between);
            place_between(buf_str(&low), buf_str(&high), &between);
            assert_true(str_cmp(buf_str(&low), buf_str(&between)) < 0);
            assert_true(high.n == 0 ||
                        str_cmp(buf_str(&between), buf_str(&high)) < 0);
            buf_reset(below(2) ? &low : &high);
            buf_put_str(low.n == 0 && high.n != 0 ? &low : &high,
                        buf_str(&between));
        }
    }
    buf_release(&low);
    buf_release(&high);
    buf_release(&between);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PART_TEST(edits_of_runs_are_those_of_the_whole_tree),
        PART_TEST(a_container_that_loses_its_last_child_is_an_empty_one),
        PART_TEST(an_empty_container_behind_a_long_key_can_be_added_to),
        PART_TEST(an_edit_rewrites_one_run_and_not_the_document),
        PART_TEST(a_pointer_that_names_nothing_changes_nothing),
        PART_TEST(there_is_always_a_place_between),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
