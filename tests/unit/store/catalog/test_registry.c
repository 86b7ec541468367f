#include "catalog_fixture.h"

#include "base/clock.h"
#include "store/catalog/index_job.h"
#include "store/catalog/ingestion_log.h"
#include "store/catalog/pins.h"

static void a_base_is_found_by_its_name_until_it_is_removed(void **state)
{
    struct base_entry entry;

    (void)state;
    assert_ok(registry_find(&registry, STR("b"), &arena, &entry, &err));
    assert_int_equal(entry.id.n, 16);
    assert_ok(registry_remove(&registry, STR("b"), &err));
    assert_int_equal(registry_find(&registry, STR("b"), &arena, &entry, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(entries(in("home/bases")), 0);
}

static void a_name_is_taken_once(void **state)
{
    (void)state;
    assert_int_equal(registry_create(&registry, STR("b"), &arena, NULL, &err),
                     ERR_CONFLICT);
    assert_int_equal(entries(in("home/bases")), 1);
}

static void names_that_could_be_paths_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        ".",
        "..",
        "-a",
        "A",
        "a/b",
        "a b",
        "\xc3\xa4",
        "_x",
        "a1234567890123456789012345678901234567890123456789012345678901234"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(
            registry_create(&registry, str_from(bad[i]), &arena, NULL, &err),
            ERR_VALIDATION_FAILED);
    assert_ok(registry_create(&registry, STR("0.a_b-c"), &arena, NULL, &err));
}

static void bases_are_listed_by_name(void **state)
{
    struct base_entry *list;
    size_t n;

    (void)state;
    assert_ok(registry_create(&registry, STR("a"), &arena, NULL, &err));
    assert_ok(registry_list(&registry, &arena, &list, &n, &err));
    assert_int_equal(n, 2);
    assert_true(str_is(list[0].name, "a"));
    assert_true(str_is(list[1].name, "b"));
}

static void a_new_base_searches_by_words_and_meaning(void **state)
{
    struct str value;

    (void)state;
    assert_ok(
        base_get_setting(&base, "retrieval_config", &arena, &value, &err));
    assert_true(str_is(value, "{\"retrieval_mode\":\"hybrid\"}"));
}

static void an_adopted_folder_takes_the_name_of_the_old_one(void **state)
{
    struct base other = BASE_NONE;
    struct base_entry entry;
    struct str id;

    (void)state;
    assert_ok(registry_new_id(&arena, &id, &err));
    assert_ok(base_open_folder(&home, STR("b"), id, &arena, &other, &err));
    base_close(&other);
    assert_int_equal(registry_adopt(&registry, STR("b"), id, false, &err),
                     ERR_CONFLICT);
    assert_ok(registry_adopt(&registry, STR("b"), id, true, &err));
    assert_ok(registry_find(&registry, STR("b"), &arena, &entry, &err));
    assert_true(str_eq(entry.id, id));
    assert_int_equal(entries(in("home/bases")), 1);
}

/* As another program does, which knows nothing of the pins of this one. */
static void sql(const char *text)
{
    assert_ok(db_exec(registry.db, text, &err));
}

/* Whoever means one base gets no other that has its name. */
static void a_pinned_name_is_of_one_base(void **state)
{
    struct base_entry was, entry;
    struct base_pins pins;
    bool has = true;

    (void)state;
    assert_ok(registry_find(&registry, STR("b"), &arena, &was, &err));
    base_pins_begin(&pins);
    assert_ok(base_pins_check(was.name, was.id, &err));
    assert_ok(registry_find(&registry, STR("b"), &arena, &entry, &err));
    sql("DELETE FROM base");
    assert_int_equal(registry_find(&registry, STR("b"), &arena, &entry, &err),
                     ERR_CONFLICT);
    sql("INSERT INTO base VALUES ('other', 'b', '')");
    assert_int_equal(registry_find(&registry, STR("b"), &arena, &entry, &err),
                     ERR_CONFLICT);
    assert_int_equal(
        registry_find(&registry, STR("other"), &arena, &entry, &err),
        ERR_NOT_FOUND);
    base_pins_end(&pins);
    assert_ok(registry_has_id(&registry, was.id, &has, &err));
    assert_false(has);
}

static void a_name_is_claimed_once(void **state)
{
    struct base_entry made, entry;
    bool created = false;

    (void)state;
    assert_ok(
        registry_claim(&registry, STR("c"), &arena, &made, &created, &err));
    assert_true(created);
    assert_ok(
        registry_claim(&registry, STR("c"), &arena, &entry, &created, &err));
    assert_false(created);
    assert_true(str_eq(made.name, entry.name));
    assert_true(str_eq(made.id, entry.id));
    assert_true(str_eq(made.created_at, entry.created_at));
    assert_int_equal(
        registry_claim(&registry, STR("/"), &arena, &made, &created, &err),
        ERR_VALIDATION_FAILED);
}

static const struct base_entry of_b = {.name = {"b", 1}, .id = {"1", 1}};
static const struct base_entry of_c = {.name = {"c", 1}, .id = {"2", 1}};

static void an_ingestion_is_logged_from_begin_to_end(void **state)
{
    const struct ingestion_result result = {.total_files = 3,
                                            .total_chunks = 7,
                                            .metadata = STR("{}"),
                                            .error_message = STR("x")};
    struct ingestion i;
    struct str status;
    static const char sql[] = "SELECT status FROM ingestion_log";

    (void)state;
    assert_ok(ingestion_log_begin(&registry, &of_b, &i, &err));
    assert_ok(db_get_text(registry.db, sql, DB_NO_ARGS, &arena, &status, &err));
    assert_true(str_is(status, "running"));
    assert_ok(ingestion_log_end(&registry, &i, &result, &err));
    assert_ok(db_get_text(registry.db, sql, DB_NO_ARGS, &arena, &status, &err));
    assert_true(str_is(status, "failed"));
}

static void an_add_whose_program_died_is_closed_by_the_next(void **state)
{
    const struct ingestion_result result = {.metadata = STR("{}")};
    static const char sql[] =
        "SELECT group_concat(status || coalesce(error_message, ''), ' ')"
        " FROM (SELECT * FROM ingestion_log ORDER BY id) AS o";
    struct ingestion dead, alive, next;
    struct str all;

    (void)state;
    assert_ok(ingestion_log_begin(&registry, &of_b, &dead, &err));
    assert_ok(ingestion_log_begin(&registry, &of_b, &alive, &err));
    lease_close(&dead.alive); /* as the kernel does */
    assert_ok(ingestion_log_begin(&registry, &of_c, &next, &err));
    assert_ok(db_get_text(registry.db, sql, DB_NO_ARGS, &arena, &all, &err));
    assert_string_equal(all.p, "failedkilled: the program died; what it had "
                               "added is kept running running");
    assert_ok(ingestion_log_end(&registry, &alive, &result, &err));
    assert_ok(ingestion_log_end(&registry, &next, &result, &err));
    assert_int_equal(entries(in("home/cache/locks")), 0);
}

static struct str status_of_last(void)
{
    struct str s;

    assert_ok(db_get_text(
        registry.db,
        "SELECT status || ' ' || ifnull(CAST(total_chunks AS TEXT), '-') ||"
        " ' ' || ifnull(completed_at, '-') || ' ' ||"
        " ifnull(error_message, '-') FROM ingestion_log"
        " ORDER BY id DESC LIMIT 1",
        DB_NO_ARGS, &arena, &s, &err));
    return s;
}

/* An add of these documents, which leaves its passages to a server. */
static void add_and_leave(const char *awaited)
{
    const struct ingestion_result result = {
        .total_files = 2, .metadata = STR("{}"), .awaited = str_from(awaited)};
    struct base_entry b;
    struct ingestion i;

    assert_ok(registry_find(&registry, STR("b"), &arena, &b, &err));
    assert_ok(ingestion_log_begin(&registry, &b, &i, &err));
    assert_ok(ingestion_log_end(&registry, &i, &result, &err));
}

static void index_next(int64_t chunks)
{
    struct index_job job;
    bool found = false;

    assert_ok(db_begin_write(base.db, &err));
    assert_ok(
        index_job_next(&base, clock_wall_ms(), &arena, &job, &found, &err));
    assert_true(found);
    assert_ok(index_job_start(&base, &job, &err));
    assert_ok(index_job_done(
        &base, &job,
        &(const struct index_result){.version = job.version, .chunks = chunks},
        &err));
    assert_ok(db_end(base.db, OK, &err));
}

static void an_add_that_leaves_its_passages_is_complete_when_they_are(
    void **state)
{
    struct ingestion next;
    struct str text;

    (void)state;
    (void)put_file("a.md", "");
    (void)put_file("b.md", "");
    add_and_leave("[1,2]");
    assert_string_equal(status_of_last().p, "running - - -");
    assert_ok(ingestion_log_settle(&registry, &base, &err));
    index_next(3);
    assert_ok(ingestion_log_settle(&registry, &base, &err));
    assert_string_equal(status_of_last().p, "running - - -");
    assert_ok(ingestion_log_begin(&registry, &of_c, &next, &err));
    assert_ok(ingestion_log_end(&registry, &next,
                                &(const struct ingestion_result){0}, &err));
    assert_ok(db_run(registry.db, "DELETE FROM ingestion_log WHERE base = 'c'",
                     DB_NO_ARGS, &err));
    assert_string_equal(status_of_last().p, "running - - -"); /* not killed */
    index_next(4);
    assert_ok(ingestion_log_settle(&registry, &base, &err));
    assert_true(str_starts(status_of_last(), STR("completed 7 2")));
    assert_ok(db_get_text(base.db, "SELECT max(last_indexed_at) FROM document",
                          DB_NO_ARGS, &arena, &text, &err));
    assert_true(str_find(status_of_last(), text) < status_of_last().n);
}

static void what_waits_of_a_base_that_is_removed_has_failed(void **state)
{
    (void)state;
    (void)put_file("a.md", "");
    add_and_leave("[1]");
    assert_ok(registry_remove(&registry, STR("b"), &err));
    assert_true(str_starts(status_of_last(), STR("failed - 2")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_base_is_found_by_its_name_until_it_is_removed),
        BASE_TEST(a_name_is_taken_once),
        BASE_TEST(names_that_could_be_paths_are_refused),
        BASE_TEST(bases_are_listed_by_name),
        BASE_TEST(a_new_base_searches_by_words_and_meaning),
        BASE_TEST(an_adopted_folder_takes_the_name_of_the_old_one),
        BASE_TEST(a_pinned_name_is_of_one_base),
        BASE_TEST(a_name_is_claimed_once),
        BASE_TEST(an_ingestion_is_logged_from_begin_to_end),
        BASE_TEST(an_add_whose_program_died_is_closed_by_the_next),
        BASE_TEST(an_add_that_leaves_its_passages_is_complete_when_they_are),
        BASE_TEST(what_waits_of_a_base_that_is_removed_has_failed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
