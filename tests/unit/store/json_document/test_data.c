#include "data_fixture.h"

#include "store/catalog/damage.h"
#include "store/json_document/data.h"

static int64_t edit(enum data_operation operation, const char *pointer,
                    const char *value)
{
    const struct data_edit d = {.operation = operation,
                                .pointer = str_from(pointer),
                                .value = str_from(value),
                                .author = STR("test")};
    struct data_written w;

    assert_ok(data_edit(&base, &d, &arena, &w, &err));
    return w.version;
}

static enum err try_edit(struct data_edit d)
{
    struct data_written w;

    d.author = STR("test");
    return data_edit(&base, &d, &arena, &w, &err);
}

static void assert_value(const char *pointer, int64_t as_of, const char *text)
{
    struct data_value v;

    assert_ok(data_get(&base, str_from(pointer), as_of, &arena, &v, &err));
    assert_int_equal(v.text.n, strlen(text));
    assert_memory_equal(v.text.p, text, v.text.n);
}

static void assert_nothing(const char *pointer, int64_t as_of)
{
    struct data_value v;

    assert_int_equal(
        data_get(&base, str_from(pointer), as_of, &arena, &v, &err),
        ERR_NOT_FOUND);
}

static void what_is_created_is_read_at_its_pointer(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/cfg", "{\"a\":[1,2.50,12345678901234567890]}");
    assert_value("/cfg/a/2", 0, "12345678901234567890");
    assert_value("", 0, "{\"cfg\":{\"a\":[1,2.50,12345678901234567890]}}");
    edit(DATA_CREATE, "/cfg/a/-", "4");
    edit(DATA_CREATE, "/cfg/a/0", "0");
    assert_value("/cfg/a", 0, "[0,1,2.50,12345678901234567890,4]");
}

static void set_replaces_or_adds_and_create_does_not_replace(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/cfg", "{\"a\":1}");
    edit(DATA_SET, "/cfg/b", "2");
    edit(DATA_SET, "/cfg/a", "3");
    assert_value("/cfg", 0, "{\"a\":3,\"b\":2}");
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_CREATE,
                                                 .pointer = STR("/cfg/a"),
                                                 .value = STR("1")}),
                     ERR_CONFLICT);
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_CREATE,
                                                 .pointer = STR("/cfg"),
                                                 .value = STR("1")}),
                     ERR_CONFLICT);
    edit(DATA_SET, "/cfg", "[]");
    assert_value("/cfg", 0, "[]");
}

static void a_parent_that_is_not_there_is_not_made(void **state)
{
    (void)state;
    edit(DATA_CREATE, "/cfg", "{}");
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_SET,
                                                 .pointer = STR("/cfg/x/y"),
                                                 .value = STR("1")}),
                     ERR_NOT_FOUND);
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_CREATE,
                                                 .pointer = STR("/no/y"),
                                                 .value = STR("1")}),
                     ERR_NOT_FOUND);
    assert_value("", 0, "{\"cfg\":{}}");
}

static void an_old_version_is_read_with_later_writes_undone(void **state)
{
    int64_t v1 = edit(DATA_CREATE, "/cfg", "{\"a\":1,\"b\":[1,2,3]}");
    int64_t v2 = edit(DATA_DELETE, "/cfg/a", "");
    int64_t v3 = edit(DATA_SET, "/cfg/b/1", "20");

    (void)state;
    edit(DATA_DELETE, "/cfg", "");
    assert_nothing("/cfg", 0);
    assert_value("/cfg", v1, "{\"a\":1,\"b\":[1,2,3]}");
    assert_value("/cfg", v2, "{\"b\":[1,2,3]}");
    assert_value("/cfg/b", v3, "[1,20,3]");
    assert_nothing("/cfg", 99);
}

static void a_write_that_saw_an_old_version_is_a_conflict(void **state)
{
    int64_t seen = edit(DATA_CREATE, "/cfg", "{\"a\":1}");
    struct data_edit d = {.operation = DATA_SET,
                          .pointer = STR("/cfg/a"),
                          .value = STR("2"),
                          .has_if_version = true,
                          .if_version = seen};

    (void)state;
    edit(DATA_CREATE, "/other", "1"); /* another document: no conflict */
    assert_ok(try_edit(d));
    assert_int_equal(try_edit(d), ERR_CONFLICT);
    assert_value("/cfg/a", 0, "2");
}

static void going_back_brings_back_what_was_there_and_nothing_else(void **state)
{
    int64_t made = 0;
    int64_t seen;

    (void)state;
    edit(DATA_CREATE, "/a", "{\"x\":1}");
    seen = edit(DATA_CREATE, "/b", "{\"y\":1}");
    edit(DATA_SET, "/a/x", "2");
    edit(DATA_DELETE, "/b", "");
    edit(DATA_CREATE, "/c", "3");
    assert_ok(data_rollback(&base, seen, STR("test"), &arena, &made, &err));
    assert_value("", 0, "{\"a\":{\"x\":1},\"b\":{\"y\":1}}");
    assert_value("", made - 1, "{\"a\":{\"x\":2},\"c\":3}");
    edit(DATA_SET, "/a/x", "5");
    assert_value("/a/x", made, "1");
    assert_value("/a/x", 0, "5");
    assert_ok(data_rollback(&base, made - 1, STR("test"), &arena, &made, &err));
    assert_value("", 0, "{\"a\":{\"x\":2},\"c\":3}");
}

/* Lists that grow and shrink, keys in their order, a document that is replaced
 * whole: each version comes back as it was. */
static void every_version_can_be_gone_back_to(void **state)
{
    static const struct {
        enum data_operation operation;
        const char *pointer, *value;
    } writes[] = {
        {DATA_CREATE, "/a", "{\"list\":[1,2,3],\"k\":{\"z\":1,\"y\":2}}"},
        {DATA_CREATE, "/a/list/-", "{\"four\":4}"},
        {DATA_DELETE, "/a/list/0", ""},
        {DATA_CREATE, "/a/list/1", "[]"},
        {DATA_DELETE, "/a/k/z", ""},
        {DATA_CREATE, "/b", "[0]"},
        {DATA_CREATE, "/a/k/x", "\"new\""},
        {DATA_SET, "/a", "{\"all\":\"other\"}"},
        {DATA_SET, "/a/all", "[{\"n\":1},{\"n\":2}]"},
        {DATA_DELETE, "/a/all/0", ""},
        {DATA_DELETE, "/b", ""},
        {DATA_SET, "/a/all/0/n", "12345678901234567890.50"},
    };
    enum { N = sizeof(writes) / sizeof(writes[0]) };
    const char *was[N];
    int64_t version[N];
    int64_t made;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        struct data_value v;

        version[i] =
            edit(writes[i].operation, writes[i].pointer, writes[i].value);
        assert_ok(data_get(&base, STR(""), 0, &arena, &v, &err));
        was[i] = str_cstr(v.text, &arena, &err);
        assert_non_null(was[i]);
    }
    for (size_t i = N; i-- > 0;) {
        assert_ok(
            data_rollback(&base, version[i], STR("test"), &arena, &made, &err));
        assert_value("", 0, was[i]);
    }
    for (size_t i = 0; i < N; i++)
        assert_value("", version[i], was[i]);
}

static void going_back_before_the_first_version_empties_the_tree(void **state)
{
    int64_t made = 0;
    int64_t seen;

    (void)state;
    edit(DATA_CREATE, "/a", "1");
    seen = edit(DATA_CREATE, "/b", "2");
    assert_ok(data_rollback(&base, 0, STR("test"), &arena, &made, &err));
    assert_value("", 0, "{}");
    assert_ok(data_rollback(&base, seen, STR("test"), &arena, &made, &err));
    assert_value("", 0, "{\"a\":1,\"b\":2}");
}

static void note(void *ctx, const char *kind, struct str document,
                 const char *what)
{
    (void)ctx;
    fail_msg("%s of '%.*s': %s", kind, STR_FMT(document), what);
}

/* The kinds of the jobs that wait, by the names of their documents. */
static void assert_jobs(const char *expected)
{
    const struct damage_list to = {note, NULL};
    struct str jobs;

    assert_ok(db_get_text(base.db,
                          "SELECT group_concat(kind, ' ') FROM (SELECT kind"
                          " FROM job ORDER BY document) AS o",
                          DB_NO_ARGS, &arena, &jobs, &err));
    if (!str_is(jobs, expected))
        fail_msg("'%.*s' instead of '%s'", STR_FMT(jobs), expected);
    assert_ok(damage_find_catalog(&base, &to, &err));
    assert_ok(db_exec(
        base.db, "DELETE FROM job; UPDATE document SET state = 'ready'", &err));
}

static void every_write_leaves_a_job_for_the_index(void **state)
{
    int64_t seen, made;

    (void)state;
    edit(DATA_CREATE, "/a", "{\"n\":1}");
    seen = edit(DATA_CREATE, "/b", "[1]");
    assert_jobs("index index");
    edit(DATA_SET, "/a/n", "2");
    assert_jobs("index");
    edit(DATA_DELETE, "/b", "");
    assert_jobs("remove");
    edit(DATA_CREATE, "/c", "[]");
    assert_jobs("index");
    assert_ok(data_rollback(&base, seen, STR("test"), &arena, &made, &err));
    assert_jobs("index index remove");
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_CREATE,
                                                 .pointer = STR("/a/n/x"),
                                                 .value = STR("1")}),
                     ERR_NOT_FOUND);
    assert_jobs("");
}

static void history_tells_the_writes_that_touched_a_value(void **state)
{
    struct jsonw w;
    struct buf b;
    struct json *j;

    (void)state;
    edit(DATA_CREATE, "/cfg", "{\"a\":1,\"b\":1}");
    edit(DATA_SET, "/cfg/a", "2");
    edit(DATA_SET, "/cfg/b", "2");
    buf_init(&b, 1 << 20);
    jsonw_init(&w, &b);
    assert_ok(data_history(&base, STR("/cfg/a"), &arena, &w, &err));
    assert_ok(json_parse(buf_str(&b), &json_default_limits, &arena, &j, &err));
    assert_int_equal(j->count, 2);
    assert_true(json_is(json_find(j->first, "operation"), "set"));
    assert_true(json_is(json_find(j->first, "author"), "test"));
    buf_release(&b);
}

static void a_daily_log_grows_into_documents_of_a_day(void **state)
{
    struct data_value v;
    struct json *j;

    (void)state;
    assert_ok(base_set_setting(&base, "daily", STR("[\"/log\"]"), &err));
    edit(DATA_CREATE, "/log/-", "{\"n\":1}");
    edit(DATA_CREATE, "/log/-", "{\"n\":2}");
    assert_ok(data_get(&base, STR("/log"), 0, &arena, &v, &err));
    assert_ok(json_parse(v.text, &json_default_limits, &arena, &j, &err));
    assert_int_equal(j->count, 1);
    assert_int_equal(j->first->key.n, 10);
    assert_int_equal(j->first->count, 2);
}

static void a_value_that_is_no_json_is_refused_with_its_place(void **state)
{
    (void)state;
    assert_int_equal(try_edit((struct data_edit){.operation = DATA_CREATE,
                                                 .pointer = STR("/a"),
                                                 .value = STR("{\"a\":1,}")}),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.column, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PART_TEST(what_is_created_is_read_at_its_pointer),
        PART_TEST(set_replaces_or_adds_and_create_does_not_replace),
        PART_TEST(a_parent_that_is_not_there_is_not_made),
        PART_TEST(an_old_version_is_read_with_later_writes_undone),
        PART_TEST(a_write_that_saw_an_old_version_is_a_conflict),
        PART_TEST(going_back_brings_back_what_was_there_and_nothing_else),
        PART_TEST(every_version_can_be_gone_back_to),
        PART_TEST(going_back_before_the_first_version_empties_the_tree),
        BASE_TEST(every_write_leaves_a_job_for_the_index),
        PART_TEST(history_tells_the_writes_that_touched_a_value),
        PART_TEST(a_daily_log_grows_into_documents_of_a_day),
        PART_TEST(a_value_that_is_no_json_is_refused_with_its_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
