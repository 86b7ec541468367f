/* What was asked is kept for so many days, and with texts where that is said. */
#include "catalog/catalog_fixture.h"

#include "querylog/query_log.h"

static struct query_log *asked;

static int open_log(void **state)
{
    return set_up_base(state) || query_log_open(&home, &asked, &err);
}

static int close_log(void **state)
{
    query_log_close(asked);
    asked = NULL;
    return tear_down_base(state);
}

static int64_t count(const char *sql)
{
    int64_t n = 0;

    assert_ok(db_get_int(registry.db, sql, DB_NO_ARGS, &n, &err));
    return n;
}

static void add(const char *session)
{
    const struct query_record r = {.session_id = str_from(session),
                                   .query_text = STR("how many?"),
                                   .answer_text = STR("3"),
                                   .answer_mode = STR("structured_query")};

    query_log_add(asked, &r);
}

static void nothing_is_kept_before_it_is_said(void **state)
{
    (void)state;
    add("s");
    assert_int_equal(count("SELECT count(*) FROM query_log"), 0);
    query_log_set(asked, &(struct query_log_rules){true, false, 90});
    add("s");
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
    assert_int_equal(
        count("SELECT count(*) FROM query_log WHERE query_text <> ''"), 0);
}

static void what_is_older_goes_and_the_ingestion_log_stays(void **state)
{
    const struct query_log_rules rules = {true, true, 90};

    (void)state;
    query_log_set(asked, &rules);
    add("old");
    add("new");
    assert_ok(db_exec(registry.db,
                      "UPDATE query_log SET created_at ="
                      " '2020-01-01T00:00:00.000Z' WHERE session_id = 'old';"
                      "INSERT INTO ingestion_log(base, started_at, status)"
                      " VALUES ('b', '2020-01-01T00:00:00.000Z', 'running')",
                      &err));
    query_log_set(asked, &rules);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
    assert_int_equal(count("SELECT count(*) FROM ingestion_log"), 1);
}

static void a_session_is_forgotten_whole(void **state)
{
    int64_t n = 0;

    (void)state;
    query_log_set(asked, &(struct query_log_rules){true, true, 90});
    add("a");
    add("a");
    add("b");
    assert_ok(query_log_forget(&registry, STR("a"), &n, &err));
    assert_int_equal(n, 2);
    assert_int_equal(query_log_forget(&registry, STR("a"), &n, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_log, close_log)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_kept_before_it_is_said),
        TEST(what_is_older_goes_and_the_ingestion_log_stays),
        TEST(a_session_is_forgotten_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
