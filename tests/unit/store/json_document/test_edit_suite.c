#include "data_fixture.h"

#include "base/fs.h"
#include "base/testdata.h"
#include "store/json_tree/json_patch.h"

/* Small enough that most documents of the cases are in several runs. */
static const size_t run_sizes[] = {1, 16, 31, 64, 8192};

static void store(const struct json *value)
{
    part.generation++;
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, store_document(&part, value, &err), &err));
}

/* All operations in one transaction, as data_edit() has its one. */
static enum err apply(const struct json_patch *p, struct undo *undo)
{
    enum err rc = OK;

    *undo = (struct undo){0};
    assert_ok(db_begin_write(base.db, &err));
    for (size_t i = 0; i < p->n && !rc; i++)
        rc = edit_apply(&part, &p->op[i], &arena, undo, &err);
    return db_end(base.db, rc, &err);
}

static void check_undone(const struct undo *undo, const struct json *doc)
{
    struct undo again;
    struct json_patch back;

    assert_ok(undo_patch(undo, &arena, &back, &err));
    assert_ok(apply(&back, &again));
    assert_true(tree_same(document(), doc));
}

static void check_case(const struct json *c)
{
    const struct json *expected = json_find(c, "expected");
    const struct json *doc = json_find(c, "doc");
    struct undo undo = {0};
    struct json_patch p = {0};
    bool equal = false;
    enum err rc = json_patch_read(json_find(c, "patch"), &arena, &p, &err);

    store(doc);
    if (!rc)
        rc = apply(&p, &undo);
    if (json_find(c, "error")) {
        assert_int_not_equal(rc, OK);
        assert_true(tree_same(document(), doc));
        return;
    }
    if (rc)
        fail_msg("%s: %s", json_text(json_find(c, "comment")).p, err.msg);
    if (expected) {
        assert_ok(tree_equal(document(), expected, &arena, &equal, &err));
        if (!equal)
            fail_msg("'%s' in runs of %zu gives something else",
                     json_text(json_find(c, "comment")).p, part.run_bytes);
    }
    check_undone(&undo, doc);
}

static void run_suite(const char *name)
{
    const struct json_limits lim = {.max_depth = 100, .keep_duplicates = true};
    struct json *cases = NULL;
    char path[4096];
    struct str text;
    size_t ran = 0;

    testdata_path(name, path, sizeof(path));
    assert_ok(fs_read_file(path, name, 1 << 20, &arena, &text, &err));
    assert_ok(json_parse(text, &lim, &arena, &cases, &err));
    for (size_t i = 0; i < sizeof(run_sizes) / sizeof(run_sizes[0]); i++) {
        part.run_bytes = run_sizes[i];
        for (const struct json *c = cases->first; c; c = c->next) {
            if (json_is_true(json_find(c, "disabled")) || !json_find(c, "doc"))
                continue;
            check_case(c);
            ran++;
        }
    }
    print_message("%s: %zu\n", name, ran);
    assert_true(ran > 50);
}

static void the_cases_of_the_rfc_pass_as_edits_of_the_store(void **state)
{
    (void)state;
    run_suite("json/patch/spec_tests.json");
}

static void the_public_cases_pass_as_edits_of_the_store(void **state)
{
    (void)state;
    run_suite("json/patch/tests.json");
}

/* RFC 6902 section 5: a patch is whole or nothing, here by the transaction. */
static void a_patch_that_fails_at_its_end_leaves_the_document_as_it_was(
    void **state)
{
    struct json *doc = parse("{\"a\":[1,2,3],\"b\":{\"c\":1.0}}");
    struct undo undo;
    struct json_patch p;

    (void)state;
    part.run_bytes = 4;
    store(doc);
    assert_ok(json_patch_read(
        parse("[{\"op\":\"remove\",\"path\":\"/a/0\"},"
              "{\"op\":\"add\",\"path\":\"/b/d\",\"value\":[4,5,6,7,8,9]},"
              "{\"op\":\"move\",\"from\":\"/b\",\"path\":\"/a/0\"},"
              "{\"op\":\"test\",\"path\":\"/a/0/c\",\"value\":2}]"),
        &arena, &p, &err));
    assert_int_equal(apply(&p, &undo), ERR_CONFLICT);
    assert_true(tree_same(document(), doc));
    p.n--;
    assert_ok(apply(&p, &undo));
    assert_text(document(), "{\"a\":[{\"c\":1.0,\"d\":[4,5,6,7,8,9]},2,3]}");
    check_undone(&undo, doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PART_TEST(the_cases_of_the_rfc_pass_as_edits_of_the_store),
        PART_TEST(the_public_cases_pass_as_edits_of_the_store),
        PART_TEST(a_patch_that_fails_at_its_end_leaves_the_document_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
