/* Databases of every released shape, as text: shapes/base_<n>.sql. */
#include "catalog_fixture.h"

#include "base/clock.h"
#include "store/catalog/base_schema.h"
#include "store/catalog/damage.h"
#include "store/catalog/index_job.h"
#include "store/sqlite/db_file.h"

#include <stdio.h>

static const char *stored(const char *name)
{
    struct str path, text;

    assert_ok(str_printf(&arena, &path, &err, "%s/unit/store/catalog/shapes/%s",
                         TESTS_DIR, name));
    assert_ok(fs_read_file(path.p, name, 1 << 20, &arena, &text, &err));
    return text.p;
}

static struct db *make(const char *path, const char *sql)
{
    struct db *d = NULL;

    assert_ok(db_file_open(path, "x", DB_CREATE, &d, &err));
    assert_ok(db_exec(d, sql, &err));
    return d;
}

static int64_t number(struct db *d, const char *sql)
{
    int64_t n = -1;

    assert_ok(db_get_int(d, sql, DB_NO_ARGS, &n, &err));
    return n;
}

static struct str schema(struct db *d)
{
    struct str text;

    assert_ok(db_get_text(d,
                          "SELECT group_concat(sql, ';') FROM (SELECT sql FROM"
                          " sqlite_schema ORDER BY name)",
                          DB_NO_ARGS, &arena, &text, &err));
    return text;
}

/* Steps that were released must not be edited: they make what they made. */
static void assert_released(const char *stored_name,
                            const struct db_migrations *steps, size_t n)
{
    const struct db_migrations first = {steps->list, n};
    struct db *then = make(in("then.db"), stored(stored_name));
    struct db *now = make(in("now.db"), "");

    assert_ok(db_migrate(now, &first, &err));
    assert_true(str_eq(schema(then), schema(now)));
    db_close(then);
    db_close(now);
}

static void the_first_step_of_a_base_makes_what_it_made(void **state)
{
    (void)state;
    assert_released("base_1.sql", &base_schema, 1);
}

static void two_steps_of_a_base_make_what_they_made(void **state)
{
    (void)state;
    assert_released("base_2.sql", &base_schema, 2);
}

static void three_steps_of_a_base_make_what_they_made(void **state)
{
    (void)state;
    assert_released("base_3.sql", &base_schema, 3);
}

static void the_first_step_of_the_home_makes_what_it_made(void **state)
{
    (void)state;
    assert_released("home_1.sql", &home_schema, 1);
}

static void two_steps_of_the_home_make_what_they_made(void **state)
{
    (void)state;
    assert_released("home_2.sql", &home_schema, 2);
}

static void three_steps_of_the_home_make_what_they_made(void **state)
{
    (void)state;
    assert_released("home_3.sql", &home_schema, 3);
}

static void later_steps_make_what_they_made(void **state)
{
    (void)state;
    assert_released("base_4.sql", &base_schema, 4);
    assert_int_equal(remove(in("then.db")) | remove(in("now.db")), 0);
    assert_released("base_5.sql", &base_schema, 5);
    assert_int_equal(remove(in("then.db")) | remove(in("now.db")), 0);
    assert_released("base_6.sql", &base_schema, 6);
    assert_int_equal(remove(in("then.db")) | remove(in("now.db")), 0);
    assert_released("home_4.sql", &home_schema, 4);
}

static void note(void *ctx, const char *kind, struct str document,
                 const char *what)
{
    (void)ctx;
    fail_msg("%s of '%.*s': %s", kind, STR_FMT(document), what);
}

/* A base made of the stored text, brought on. */
static void bring_on(const char *stored_name, struct base *old)
{
    const struct damage_list to = {note, NULL};
    struct str path;

    if (home.store)
        skip(); /* a server has shapes of its own */
    assert_ok(str_printf(&arena, &path, &err, "%s/old", in("home/bases")));
    assert_ok(fs_mkdirs(path.p, "x", &err));
    db_close(
        make(fs_join(path.p, "base.db", &arena, &err), stored(stored_name)));
    assert_ok(
        base_open_folder(&home, STR("old"), STR("old"), &arena, old, &err));
    assert_int_equal(number(old->db, "PRAGMA user_version"), base_schema.n);
    assert_ok(db_check(old->db, &err));
    assert_ok(damage_find_catalog(old, &to, &err));
}

static void a_base_of_the_first_shape_is_brought_on(void **state)
{
    struct base old = BASE_NONE;
    struct index_job job;
    struct document *list;
    bool found;
    size_t n;

    (void)state;
    bring_on("base_1.sql", &old);
    assert_ok(document_list(&old, NULL, &arena, &list, &n, &err));
    assert_int_equal(n, 3);
    assert_true(str_is(list[0].name, "d.json"));
    assert_int_equal(list[0].version, 2);
    for (size_t i = 0; i < n; i++) /* nothing of it was ever indexed */
        assert_true(str_is(list[i].state, "stale"));
    assert_int_equal(number(old.db, "SELECT count(*) FROM job"), 3);
    assert_ok(
        index_job_next(&old, clock_wall_ms(), &arena, &job, &found, &err));
    assert_true(found);
    assert_int_equal(job.document, 1); /* in the order they were added */
    base_close(&old);
}

static void a_file_that_the_first_shape_could_not_read_gets_no_job(void **state)
{
    const struct db_migrations first = {base_schema.list, 1};
    struct db *d = make(in("x.db"), "");

    (void)state;
    assert_ok(db_migrate(d, &first, &err));
    assert_ok(db_exec(d,
                      "INSERT INTO document(key, name, source, source_type,"
                      " format, version, state, failure, created_at,"
                      " updated_at, removed) VALUES"
                      " ('a', 'a', 'a', 'file', 'x', 1, 'failed', '{}', '',"
                      "  '', 0),"
                      " ('b', 'b', 'b', 'file', 'x', 1, 'stale', NULL, '', '',"
                      "  7),"
                      " ('c', 'c', 'c', 'file', 'x', 1, 'stale', NULL, '', '',"
                      "  0)",
                      &err));
    assert_ok(db_migrate(d, &base_schema, &err));
    assert_int_equal(number(d, "SELECT count(*) FROM job"), 1);
    assert_int_equal(number(d, "SELECT document = 'c' FROM job"), 1);
    db_close(d);
}

static void a_base_of_the_second_shape_is_brought_on(void **state)
{
    struct base old = BASE_NONE;
    struct document d;

    (void)state;
    bring_on("base_2.sql", &old);
    assert_ok(document_get(&old, 1, &arena, &d, &err));
    assert_true(str_is(d.state, "ready"));
    assert_true(d.pinned);
    assert_ok(document_get(&old, 2, &arena, &d, &err));
    assert_true(str_starts(d.index_failure, STR("{\"code\":\"TIMEOUT\"")));
    assert_ok(document_get(&old, 3, &arena, &d, &err));
    assert_true(d.hotness > 1.99 && d.hotness < 2.01);
    assert_int_equal(d.hot_at, 1795324733);
    base_close(&old);
}

static void a_base_of_the_third_shape_gets_a_semantic_layer(void **state)
{
    struct base old = BASE_NONE;

    (void)state;
    bring_on("base_3.sql", &old);
    assert_int_equal(number(old.db, "SELECT count(*) FROM semantic_entry"), 0);
    assert_int_equal(number(old.db, "SELECT count(*) FROM document"), 3);
    assert_int_equal(number(old.db, "SELECT total(documents) FROM tally"), 3);
    base_close(&old);
}

static void a_base_of_the_sixth_shape_waits_for_no_upload(void **state)
{
    struct base old = BASE_NONE;

    (void)state;
    bring_on("base_6.sql", &old);
    assert_int_equal(number(old.db, "SELECT count(*) FROM upload"), 0);
    assert_int_equal(number(old.db, "SELECT count(*) FROM document"), 3);
    base_close(&old);
}

static struct str texts(struct db *d, const char *sql)
{
    struct str text;

    assert_ok(db_get_text(d, sql, DB_NO_ARGS, &arena, &text, &err));
    return text;
}

/* 'b' was made first; 'c' had been another base's name until 06:00. */
static void a_home_of_the_fourth_shape_goes_by_ids(void **state)
{
    struct db *d = make(in("x.db"), stored("home_4.sql"));
    struct str logs;

    (void)state;
    assert_ok(db_migrate(d, &home_schema, &err));
    assert_true(
        str_is(texts(d, "SELECT base_id FROM exposure"), "b9533a36fd059aa8"));
    assert_true(
        str_is(texts(d, "SELECT base_id FROM bound_tool"), "c0ffee36fd059aa8"));
    assert_true(str_is(texts(d, "SELECT base_ids FROM token WHERE id ="
                                " '0000000000000001'"),
                       "[\"c0ffee36fd059aa8\",\"b9533a36fd059aa8\"]"));
    assert_int_equal(number(d, "SELECT count(*) FROM token WHERE base_ids IS"
                               " NULL"),
                     2);
    logs = texts(d, "SELECT group_concat(id || '=' || ifnull(base_id, ''), ' ')"
                    " FROM (SELECT * FROM query_log ORDER BY id)");
    assert_true(str_is(logs, "of-another-c= of-b=b9533a36fd059aa8"
                             " of-c=c0ffee36fd059aa8 of-none="));
    logs = texts(d, "SELECT group_concat(id || '=' || ifnull(base_id, ''), ' ')"
                    " FROM (SELECT * FROM ingestion_log ORDER BY id)");
    assert_true(str_is(logs, "1=b9533a36fd059aa8 2= 3=c0ffee36fd059aa8"));
    db_close(d);
}

static void homes_of_old_shapes_are_brought_on(void **state)
{
    static const char *const files[] = {"home_1.sql", "home_2.sql",
                                        "home_3.sql"};

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct registry r = REGISTRY_NONE;
        struct base_entry *list;
        struct home other;
        size_t n;

        assert_ok(home_open(in(files[i]), &arena, &other, &err));
        db_close(make(fs_join(other.path, "quarry.db", &arena, &err),
                      stored(files[i])));
        assert_ok(registry_open(&other, &arena, &r, &err));
        assert_int_equal(number(r.db, "PRAGMA user_version"), home_schema.n);
        assert_ok(registry_list(&r, &arena, &list, &n, &err));
        assert_int_equal(n, 1);
        assert_true(str_is(list[0].name, "b"));
        registry_close(&r);
    }
}

static void what_was_granted_of_bases_that_are_gone_goes(void **state)
{
    struct db *d = make(in("x.db"), stored("home_3.sql"));

    (void)state;
    assert_ok(db_migrate(d, &home_schema, &err));
    assert_int_equal(number(d, "SELECT count(*) FROM exposure"), 1);
    assert_int_equal(number(d, "SELECT count(*) FROM bound_tool"), 0);
    assert_int_equal(number(d, "SELECT count(*) FROM token"), 2);
    assert_int_equal(number(d, "SELECT count(*) FROM token WHERE base_ids IS"
                               " NULL OR base_ids = '[\"b9533a36fd059aa8\"]'"),
                     2);
    assert_int_equal(number(d, "SELECT count(*) FROM query_log"), 1);
    db_close(d);
}

static void a_base_of_a_newer_program_is_refused_and_left_alone(void **state)
{
    struct base newer = BASE_NONE;
    char sql[64];

    (void)state;
    if (home.store)
        skip();
    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %zu",
                   base_schema.n + 1);
    assert_ok(db_exec(base.db, sql, &err));
    assert_int_equal(base_open(&home, STR("b"), &arena, &newer, &err),
                     ERR_CONFLICT);
    assert_non_null(strstr(err.msg, "base 'b' was made by a newer Quarry"));
    base_close(&newer);
    assert_int_equal(number(base.db, "PRAGMA user_version"), base_schema.n + 1);
}

static void a_base_that_goes_takes_no_more_writes(void **state)
{
    struct base other = BASE_NONE;
    enum err rc;

    (void)state;
    assert_ok(base_open(&home, STR("b"), &arena, &other, &err));
    put_file("a.md", NULL);
    assert_ok(db_exec(base.db, "UPDATE job SET running = 1", &err));
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(base_retire(&base, &err));
    assert_ok(db_end(base.db, OK, &err));
    assert_int_equal(base_set_setting(&other, "x", STR("1"), &err),
                     ERR_CONFLICT);
    assert_non_null(strstr(err.msg, "base 'b' was removed or replaced"));
    rc = db_begin_write(other.db, &err); /* a server refuses it already */
    if (!rc)
        rc = db_end(other.db, index_jobs_recover(&other, &err), &err);
    assert_int_equal(rc, ERR_CONFLICT);
    base_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(the_first_step_of_a_base_makes_what_it_made),
        BASE_TEST(two_steps_of_a_base_make_what_they_made),
        BASE_TEST(three_steps_of_a_base_make_what_they_made),
        BASE_TEST(the_first_step_of_the_home_makes_what_it_made),
        BASE_TEST(two_steps_of_the_home_make_what_they_made),
        BASE_TEST(three_steps_of_the_home_make_what_they_made),
        BASE_TEST(what_was_granted_of_bases_that_are_gone_goes),
        BASE_TEST(a_base_of_the_first_shape_is_brought_on),
        BASE_TEST(a_file_that_the_first_shape_could_not_read_gets_no_job),
        BASE_TEST(a_base_of_the_second_shape_is_brought_on),
        BASE_TEST(a_base_of_the_third_shape_gets_a_semantic_layer),
        BASE_TEST(later_steps_make_what_they_made),
        BASE_TEST(a_base_of_the_sixth_shape_waits_for_no_upload),
        BASE_TEST(a_home_of_the_fourth_shape_goes_by_ids),
        BASE_TEST(homes_of_old_shapes_are_brought_on),
        BASE_TEST(a_base_of_a_newer_program_is_refused_and_left_alone),
        BASE_TEST(a_base_that_goes_takes_no_more_writes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
