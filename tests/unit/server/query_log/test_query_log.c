/* What was asked is kept for so many days, and with texts where that is said. */
#include "store/catalog/catalog_fixture.h"

#include "server/query_log/query_log.h"

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
    query_log_set(asked, &(struct query_log_rules){true, false, 90, 0});
    add("s");
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
    assert_int_equal(
        count("SELECT count(*) FROM query_log WHERE query_text <> ''"), 0);
}

static void what_is_older_goes_and_the_ingestion_log_stays(void **state)
{
    const struct query_log_rules rules = {true, true, 90, 0};

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
    query_log_set(asked, &(struct query_log_rules){true, true, 90, 0});
    add("a");
    add("a");
    add("b");
    assert_ok(query_log_forget(&registry, STR("a"), &n, &err));
    assert_int_equal(n, 2);
    assert_int_equal(query_log_forget(&registry, STR("a"), &n, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
}

/* ---- the archive ---- */

static const struct query_log_rules archiving = {true, true, 90, 30};

#define DAY_MS  INT64_C(86400000)
#define JUNE_MS INT64_C(1780272000000) /* 2026-06-01T00:00:00Z */

/* A question of a base at a time of a day. */
static void ask(struct str base_id, const char *session, const char *at)
{
    const struct query_record r = {.session_id = str_from(session),
                                   .query_text = STR("how many?"),
                                   .answer_text = STR("3"),
                                   .base = STR("b"),
                                   .base_id = base_id};

    query_log_add(asked, &r);
    assert_ok(db_run(registry.db,
                     "UPDATE query_log SET created_at = ?2"
                     " WHERE session_id = ?1",
                     DB_ARGS(db_text(str_from(session)), db_text(str_from(at))),
                     &err));
}

static struct str id_of_b(void)
{
    struct base_entry b;

    assert_ok(registry_find(&registry, STR("b"), &arena, &b, &err));
    return b.id;
}

/* Files of the archive, all in one text. */
static size_t archived(struct str *text)
{
    struct str *list = NULL;
    size_t n = 0;
    const char *root = in("home/query-archive");
    enum err rc = fs_list_tree(root, "archive", &arena, &list, &n, &err);

    *text = (struct str){0};
    if (rc == ERR_NOT_FOUND)
        return 0;
    assert_ok(rc);
    for (size_t i = 0; i < n; i++) {
        struct str path, one;

        assert_ok(
            str_printf(&arena, &path, &err, "%s/%.*s", root, STR_FMT(list[i])));
        assert_ok(fs_read_file(path.p, "archive", 1 << 20, &arena, &one, &err));
        assert_ok(
            str_printf(&arena, text, &err, "%.*s%.*s:%.*s", STR_FMT(*text),
                       STR_FMT(str_after_last(list[i], '/')), STR_FMT(one)));
    }
    return n;
}

static bool holds(struct str text, const char *what)
{
    return str_find(text, str_from(what)) < text.n;
}

static void what_is_older_is_archived_by_day_and_leaves_the_log(void **state)
{
    struct str text;

    (void)state;
    query_log_set(asked, &archiving);
    ask(id_of_b(), "a", "2026-06-01T10:00:00.000Z");
    ask(id_of_b(), "b", "2026-06-01T11:00:00.000Z");
    ask(id_of_b(), "c", "2026-06-02T10:00:00.000Z");
    ask(STR(""), "d", "2026-06-01T12:00:00.000Z");
    query_log_purge_at(asked, JUNE_MS + 90 * DAY_MS); /* the day is not over */
    assert_int_equal(archived(&text), 0);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 4);
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_int_equal(archived(&text), 1); /* d names a base that has no id */
    assert_true(str_starts(text, STR("2026-06-01.")));
    assert_true(holds(text, "\"session_id\":\"a\",\"query_text\":\"how"));
    assert_true(holds(text, "\"session_id\":\"b\""));
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
    query_log_purge_at(asked, JUNE_MS + 92 * DAY_MS);
    assert_int_equal(archived(&text), 2);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 0);
    query_log_purge_at(asked, JUNE_MS + 121 * DAY_MS);
    assert_int_equal(archived(&text), 1); /* 30 days, and it is gone */
    assert_false(holds(text, "\"session_id\":\"a\""));
}

static void without_an_archive_it_is_deleted(void **state)
{
    struct str text;

    (void)state;
    query_log_set(asked, &(struct query_log_rules){true, true, 90, 0});
    ask(id_of_b(), "a", "2026-06-01T10:00:00.000Z");
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 0);
    assert_int_equal(archived(&text), 0);
}

static void a_base_that_is_removed_takes_its_archive_along(void **state)
{
    struct str text;

    (void)state;
    query_log_set(asked, &archiving);
    ask(id_of_b(), "a", "2026-06-01T10:00:00.000Z");
    ask(id_of_b(), "b", "2026-06-05T10:00:00.000Z");
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_int_equal(archived(&text), 1);
    assert_ok(registry_remove(&registry, STR("b"), &err));
    assert_int_equal(archived(&text), 0);
    query_log_purge_at(asked, JUNE_MS + 99 * DAY_MS);
    assert_int_equal(archived(&text), 0);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 0);
}

static void what_a_removal_left_goes_with_the_next_purge(void **state)
{
    struct str text;

    (void)state;
    query_log_set(asked, &archiving);
    assert_ok(fs_mkdirs(in("home/query-archive/0123456789abcdef"), "a", &err));
    write_file("home/query-archive/0123456789abcdef/2026-06-01.x.jsonl",
               "{}\n");
    query_log_purge_at(asked, JUNE_MS);
    assert_int_equal(archived(&text), 0);
}

static void a_base_that_is_replaced_keeps_its_archive(void **state)
{
    const struct str old = id_of_b();
    struct base other = BASE_NONE;
    struct str id, text;

    (void)state;
    query_log_set(asked, &archiving);
    ask(old, "a", "2026-06-01T10:00:00.000Z");
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_ok(registry_new_id(&arena, &id, &err));
    assert_ok(base_open_folder(&home, STR("b"), id, &arena, &other, &err));
    base_close(&other);
    base_close(&base);
    assert_ok(registry_adopt(&registry, STR("b"), id, true, &err));
    query_log_purge_at(asked, JUNE_MS + 92 * DAY_MS);
    assert_int_equal(archived(&text), 1);
}

static void a_session_is_forgotten_in_the_archive_too(void **state)
{
    struct str text;
    int64_t n = 0;

    (void)state;
    query_log_set(asked, &archiving);
    ask(id_of_b(), "a", "2026-06-01T10:00:00.000Z");
    ask(id_of_b(), "b", "2026-06-01T11:00:00.000Z");
    ask(id_of_b(), "c", "2026-06-02T11:00:00.000Z");
    query_log_purge_at(asked, JUNE_MS + 92 * DAY_MS);
    assert_int_equal(archived(&text), 2);
    assert_ok(query_log_forget(&registry, STR("a"), &n, &err));
    assert_int_equal(n, 1);
    assert_int_equal(archived(&text), 2);
    assert_false(holds(text, "\"session_id\":\"a\""));
    assert_true(holds(text, "\"session_id\":\"b\""));
    assert_ok(query_log_forget(&registry, STR("c"), &n, &err));
    assert_int_equal(archived(&text), 1);
    assert_int_equal(query_log_forget(&registry, STR("c"), &n, &err),
                     ERR_NOT_FOUND);
}

static void what_cannot_be_archived_stays_in_the_log(void **state)
{
    (void)state;
    query_log_set(asked, &archiving);
    ask(id_of_b(), "a", "2026-06-01T10:00:00.000Z");
    write_file("home/query-archive", "a file where a folder is to be");
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 1);
    assert_int_equal(unlink(in("home/query-archive")), 0);
}

static void a_long_day_is_several_files_and_no_question_is_lost(void **state)
{
    struct str text;
    size_t lines = 0;

    (void)state;
    query_log_set(asked, &archiving);
    assert_ok(db_run(registry.db,
                     "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL"
                     " SELECT n + 1 FROM i WHERE n < 2500)"
                     " INSERT INTO query_log(id, session_id, query_text,"
                     " query_mode, answer_text, response_time_ms, created_at,"
                     " base, base_id) SELECT printf('%05d', n), 's', 'q',"
                     " 'full_book', 'a', 1, '2026-06-01T10:00:00.000Z', 'b', ?1"
                     " FROM i",
                     DB_ARGS(db_text(id_of_b())), &err));
    query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
    assert_int_equal(archived(&text), 3);
    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    assert_int_equal(lines, 2500);
    assert_int_equal(count("SELECT count(*) FROM query_log"), 0);
}

/* As after a program that died between the file and the log. */
static void what_is_archived_twice_is_in_one_file(void **state)
{
    static const char again[] =
        "INSERT INTO query_log(id, session_id, query_text, query_mode,"
        " answer_text, response_time_ms, created_at, base, base_id)"
        " VALUES ('1', 's', 'q', 'full_book', 'a', 1,"
        " '2026-06-01T10:00:00.000Z', 'b', ?1)";
    struct str text;

    (void)state;
    query_log_set(asked, &archiving);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(
            db_run(registry.db, again, DB_ARGS(db_text(id_of_b())), &err));
        query_log_purge_at(asked, JUNE_MS + 91 * DAY_MS);
        assert_int_equal(archived(&text), 1);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_log, close_log)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_kept_before_it_is_said),
        TEST(what_is_older_goes_and_the_ingestion_log_stays),
        TEST(a_session_is_forgotten_whole),
        TEST(what_is_older_is_archived_by_day_and_leaves_the_log),
        TEST(without_an_archive_it_is_deleted),
        TEST(a_base_that_is_removed_takes_its_archive_along),
        TEST(what_a_removal_left_goes_with_the_next_purge),
        TEST(a_base_that_is_replaced_keeps_its_archive),
        TEST(a_session_is_forgotten_in_the_archive_too),
        TEST(what_cannot_be_archived_stays_in_the_log),
        TEST(what_is_archived_twice_is_in_one_file),
        TEST(a_long_day_is_several_files_and_no_question_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
