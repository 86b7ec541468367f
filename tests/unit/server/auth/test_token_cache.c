/* Who is let in, with what, and what revoking and switching off does to it. */
#include "store/catalog/catalog_fixture.h"

#include "server/auth/auth_store.h"
#include "server/auth/token_cache.h"
#include "server/auth/token_snapshot.h"

static struct token_cache *cache;
static int changes;

static void note_change(void *ctx)
{
    (void)ctx;
    changes++;
}

static int open_authenticator(void **state)
{
    const struct token_cache_options o = {.home = &home,
                                          .changed = note_change};

    changes = 0;
    return set_up_base(state) || token_cache_open(&o, &cache, &err);
}

static int close_authenticator(void **state)
{
    token_cache_close(cache);
    cache = NULL;
    return tear_down_base(state);
}

static struct token token_of(const struct token_request *w)
{
    struct token t;

    assert_ok(token_create(&registry, w, &arena, &t, &err));
    token_cache_refresh(cache);
    return t;
}

static struct token reader_of_b(int64_t seconds)
{
    const struct str bases[] = {STR("b")};

    return token_of(&(struct token_request){.bases = {false, bases, 1},
                                            .tools = {.all = true},
                                            .rights = RIGHT_READ,
                                            .seconds = seconds});
}

static enum err enter(const char *token, const char *exposure, bool local,
                      struct token_caller *v)
{
    struct credentials k = {.exposure = str_from(exposure), .is_local = local};

    if (token)
        assert_ok(
            str_printf(&arena, &k.authorization, &err, "Bearer %s", token));
    return token_cache_authenticate(cache, &k, v, &err);
}

static void test_a_token_opens_its_bases_until_it_is_revoked(void **state)
{
    struct token t = reader_of_b(0);
    struct token_caller v;

    (void)state;
    assert_ok(enter(t.text, "", false, &v));
    assert_ok(grant_check_base(&v.grant, STR("b"), RIGHT_READ, &err));
    assert_int_equal(grant_check_base(&v.grant, STR("c"), RIGHT_READ, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(grant_check_base(&v.grant, STR("b"), RIGHT_WRITE, &err),
                     ERR_FORBIDDEN);
    assert_true(token_cache_is_open(cache, v.key));
    changes = 0;
    assert_ok(token_revoke(&registry, str_from(t.id), &err));
    token_cache_refresh(cache);
    assert_true(changes > 0);
    assert_false(token_cache_is_open(cache, v.key));
    assert_true(str_is(v.grant.id, t.id)); /* what it holds is still there */
    token_cache_leave(&v);
    assert_int_equal(enter(t.text, "", false, &v), ERR_UNAUTHORIZED);
}

static void test_a_token_expires(void **state)
{
    struct token t = reader_of_b(3600);
    struct token_caller v;

    (void)state;
    assert_ok(enter(t.text, "", false, &v));
    assert_ok(db_run(registry.db, "UPDATE token SET expires_at = 1", DB_NO_ARGS,
                     &err));
    token_cache_refresh(cache);
    assert_false(token_cache_is_open(cache, v.key));
    token_cache_leave(&v);
    assert_int_equal(enter(t.text, "", false, &v), ERR_UNAUTHORIZED);
}

/* Nobody refreshes: the next who comes in sees it. */
static void make_again(const char *name)
{
    assert_ok(registry_remove(&registry, str_from(name), &err));
    assert_ok(registry_create(&registry, str_from(name), &arena, NULL, &err));
}

static struct str id_of(const char *name)
{
    struct base_entry entry;

    assert_ok(registry_find(&registry, str_from(name), &arena, &entry, &err));
    return entry.id;
}

static void test_a_name_that_is_given_again_is_not_reached(void **state)
{
    const struct str both[] = {STR("b"), STR("c")};
    struct token one = reader_of_b(0);
    struct token two;
    struct token_caller v;

    (void)state;
    assert_ok(registry_create(&registry, STR("c"), &arena, NULL, &err));
    two = token_of(&(struct token_request){.bases = {false, both, 2},
                                           .tools = {.all = true},
                                           .rights = RIGHT_READ});
    assert_ok(enter(one.text, "", false, &v));
    assert_true(scope_has_id(&v.grant.bases, id_of("b")));
    make_again("b");
    assert_false(scope_has_id(&v.grant.bases, id_of("b")));
    token_cache_leave(&v);
    assert_int_equal(enter(one.text, "", false, &v), ERR_UNAUTHORIZED);
    assert_false(
        token_cache_is_open(cache, token_snapshot_key(str_from(one.id))));
    assert_ok(enter(two.text, "", false, &v));
    assert_int_equal(grant_check_base(&v.grant, STR("b"), RIGHT_READ, &err),
                     ERR_NOT_FOUND);
    assert_ok(grant_check_base(&v.grant, STR("c"), RIGHT_READ, &err));
    token_cache_leave(&v);
    make_again("c");
    assert_int_equal(enter(two.text, "", false, &v), ERR_UNAUTHORIZED);
}

static void test_a_visit_holds_until_its_base_is_another(void **state)
{
    struct token t = reader_of_b(0);
    struct token_caller v, local;

    (void)state;
    assert_ok(enter(t.text, "", false, &v));
    assert_ok(enter(NULL, "", true, &local));
    assert_true(token_cache_holds(cache, &v));
    assert_ok(registry_create(&registry, STR("other"), &arena, NULL, &err));
    assert_true(token_cache_holds(cache, &v));
    make_again("b");
    assert_false(token_cache_holds(cache, &v));
    assert_true(token_cache_holds(cache, &local));
    token_cache_leave(&v);
    token_cache_leave(&local);
}

static void test_a_base_that_is_replaced_is_reached_as_before(void **state)
{
    struct token t = reader_of_b(0);
    struct token_caller v;

    (void)state;
    assert_ok(registry_adopt(&registry, STR("b"), STR("00000000000000aa"), true,
                             &err));
    token_cache_refresh(cache);
    assert_ok(enter(t.text, "", false, &v));
    assert_ok(grant_check_base(&v.grant, STR("b"), RIGHT_READ, &err));
    token_cache_leave(&v);
}

static void test_without_a_token_only_the_local_user_comes_in(void **state)
{
    struct token_caller v;

    (void)state;
    assert_int_equal(enter(NULL, "", false, &v), ERR_UNAUTHORIZED);
    assert_ok(enter(NULL, "", true, &v));
    assert_ok(grant_check_base(&v.grant, STR("any"), RIGHT_ADMIN, &err));
    token_cache_leave(&v);
    /* A wrong one is wrong, wherever it comes from. */
    assert_int_equal(enter("qk_x", "", true, &v), ERR_UNAUTHORIZED);
}

static struct token expose(bool is_public)
{
    const struct str tools[] = {STR("ask"), STR("find")};
    const struct str origins[] = {STR("https://a.example")};
    const struct tool_request bound = {STR("find"), STR("semantic_query"),
                                       STR("b"), STR("/orders")};
    const struct exposure_request w = {.name = STR("help"),
                                       .base = STR("b"),
                                       .tools = tools,
                                       .n_tools = 2,
                                       .origins = origins,
                                       .n_origins = 1,
                                       .rights = RIGHT_READ,
                                       .is_public = is_public};
    struct token t;

    assert_ok(tool_bind(&registry, &bound, &arena, &err));
    assert_ok(exposure_create(&registry, &w, &arena, &t, &err));
    token_cache_refresh(cache);
    return t;
}

static void test_an_exposure_opens_its_tools_and_no_others(void **state)
{
    struct token t = expose(false);
    struct token_caller v;

    (void)state;
    assert_int_equal(enter(NULL, "help", false, &v), ERR_UNAUTHORIZED);
    assert_int_equal(enter(t.text, "other", false, &v), ERR_NOT_FOUND);
    assert_ok(enter(t.text, "help", false, &v));
    assert_ok(grant_check_tool(&v.grant, STR("ask"), &err));
    assert_ok(grant_check_tool(&v.grant, STR("find"), &err));
    assert_int_equal(grant_check_tool(&v.grant, STR("semantic_query"), &err),
                     ERR_NOT_FOUND);
    assert_true(
        str_is(grant_find_bound(&v.grant, STR("find"))->path, "/orders"));
    assert_int_equal(v.n_origins, 1);
    token_cache_leave(&v);
    assert_true(token_cache_allows_origin(cache, STR("help"),
                                          STR("https://a.example")));
    assert_true(
        token_cache_allows_origin(cache, STR(""), STR("https://a.example")));
    assert_false(token_cache_allows_origin(cache, STR("help"),
                                           STR("https://b.example")));
}

static void test_an_exposure_goes_with_its_base(void **state)
{
    struct token t = expose(true);
    struct token_caller v;

    (void)state;
    make_again("b");
    assert_int_equal(enter(t.text, "help", false, &v), ERR_UNAUTHORIZED);
    assert_int_equal(enter(NULL, "help", false, &v), ERR_UNAUTHORIZED);
    assert_int_equal(tool_remove(&registry, STR("find"), &err), ERR_NOT_FOUND);
}

static void test_a_tool_that_is_switched_off_is_not_there(void **state)
{
    struct token t = expose(false);
    struct token_caller v;

    (void)state;
    assert_ok(tool_enable(&registry, STR("find"), false, &err));
    token_cache_refresh(cache);
    assert_ok(enter(t.text, "help", false, &v));
    assert_int_equal(grant_check_tool(&v.grant, STR("find"), &err),
                     ERR_NOT_FOUND);
    assert_null(grant_find_bound(&v.grant, STR("find")));
    token_cache_leave(&v);
}

static void test_a_public_exposure_needs_no_token(void **state)
{
    struct token_caller v;

    (void)state;
    (void)expose(true);
    assert_ok(enter(NULL, "help", false, &v));
    assert_true(v.is_public);
    assert_int_equal(grant_check_base(&v.grant, STR("c"), RIGHT_READ, &err),
                     ERR_NOT_FOUND);
    token_cache_leave(&v);
    assert_int_equal(enter(NULL, "", false, &v), ERR_UNAUTHORIZED);
    assert_ok(exposure_remove(&registry, STR("help"), &err));
    token_cache_refresh(cache);
    assert_int_equal(enter(NULL, "help", false, &v), ERR_UNAUTHORIZED);
    assert_int_equal(enter(NULL, "help", true, &v), ERR_NOT_FOUND);
}

static void test_a_database_that_cannot_be_read_lets_nobody_in(void **state)
{
    struct token t = reader_of_b(0);
    struct token_caller v;

    (void)state;
    assert_ok(
        db_exec(registry.db, "ALTER TABLE grant_version RENAME TO gone", &err));
    for (int i = 0; i < 20; i++)
        token_cache_refresh(cache);
    assert_int_equal(enter(t.text, "", false, &v), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_ok(
        db_exec(registry.db, "ALTER TABLE gone RENAME TO grant_version", &err));
    token_cache_refresh(cache);
    assert_ok(enter(t.text, "", false, &v));
    token_cache_leave(&v);
}

#define TEST(name)                                            \
    cmocka_unit_test_setup_teardown(name, open_authenticator, \
                                    close_authenticator)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_a_token_opens_its_bases_until_it_is_revoked),
        TEST(test_a_token_expires),
        TEST(test_a_name_that_is_given_again_is_not_reached),
        TEST(test_a_visit_holds_until_its_base_is_another),
        TEST(test_a_base_that_is_replaced_is_reached_as_before),
        TEST(test_an_exposure_goes_with_its_base),
        TEST(test_without_a_token_only_the_local_user_comes_in),
        TEST(test_an_exposure_opens_its_tools_and_no_others),
        TEST(test_a_tool_that_is_switched_off_is_not_there),
        TEST(test_a_public_exposure_needs_no_token),
        TEST(test_a_database_that_cannot_be_read_lets_nobody_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
