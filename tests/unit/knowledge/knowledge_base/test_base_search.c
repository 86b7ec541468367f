#include "bases_fixture.h"

#include "knowledge/knowledge_base/base_search.h"
#include "search/retrieve/passage_search.h"
#include "search/settings/settings.h"

#include <sys/stat.h>

#define SENTENCE                                                            \
    "the walrus sleeps on the ice of the northern sea and nobody wakes it " \
    "before noon, whatever the captain of the ship may say"

static void name_setting(const char *name, const char *value)
{
    struct base b = BASE_NONE;

    open_base(&b, "b");
    assert_ok(db_begin_write(b.db, &err));
    assert_ok(db_end(
        b.db, settings_set(&b, str_from(name), str_from(value), &err), &err));
    base_close(&b);
}

static struct passage_search question(const char *text)
{
    return (struct passage_search){
        .query = str_from(text),
        .mode = STR("keyword"),
        .has_min_score = true,
        .include = {
            .snippet = true, .pointer = true, .metadata = true, .text = true}};
}

static const struct json *ask(const struct passage_search *q)
{
    struct passage_search_after after;

    assert_ok(bases_search(bases, STR("b"), q, &after, fresh(), &err));
    assert_true(after.lazy_index_triggered ==
                json_is_true(json_find(answered(), "lazy_index_triggered")));
    return answered();
}

/* The names of documents and the places in them that were found, in order. */
static const char *found(const struct passage_search *q)
{
    const struct json *list = json_find(ask(q), "evidences");
    struct str out = {0};

    for (const struct json *e = list->first; e; e = e->next)
        assert_ok(str_printf(
            &arena, &out, &err, "%.*s%s%.*s#%.*s", STR_FMT(out),
            out.n ? " " : "",
            STR_FMT(json_text(json_find(json_find(e, "metadata"), "filename"))),
            STR_FMT(json_text(
                json_find(json_find(e, "pointer"), "relative_pointer")))));
    return out.n ? out.p : "";
}

/* In any order: they are worth the same. */
static void assert_both_items(const struct passage_search *q)
{
    const char *has = found(q);

    if (strcmp(has, "d.json#/items/0 d.json#/items/1") != 0)
        assert_string_equal(has, "d.json#/items/1 d.json#/items/0");
}

static int64_t counted(const struct json *from, const char *key)
{
    uint64_t n = 0;

    assert_ok(json_read_u64(json_find(json_find(from, "debug"), key), key,
                            INT64_MAX, &n, &err));
    return (int64_t)n;
}

static int begin(void **state)
{
    if (set_up_bases(state))
        return -1;
    name_setting("embedding", "none");
    return 0;
}

static void documents_of_every_kind_are_found(void **state)
{
    struct passage_search q = question("x");

    (void)state;
    q.wait = true;
    assert_both_items(&q);
    q.query = STR("install run");
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    q.query = STR("orders city");
    assert_string_equal(found(&q), "orders.csv#");
}

/* The texts of front matter are those of one document: they are gone when the
 * passages of several are written together. */
static void fields_of_many_documents_that_wait_together_are_kept(void **state)
{
    struct passage_search q = question("walrus");
    char name[32];
    char text[400];

    (void)state;
    (void)mkdir(in("many"), 0700);
    for (int i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof(name), "many/p%d.md", i);
        (void)snprintf(text, sizeof(text),
                       "---\nteam-of-page-%d: crew %d\ntags: [tag%d]\n---\n"
                       "# Page %d\n\n" SENTENCE " %d\n",
                       i, i, i, i, i);
        write_file(name, text);
    }
    add("many");
    q.wait = true;
    for (int i = 0; i < 12; i++) {
        (void)snprintf(text, sizeof(text), "team-of-page-%d=crew %d", i, i);
        (void)snprintf(name, sizeof(name), "many/p%d.md", i);
        q.filters = str_from(text);
        assert_true(str_starts(str_from(found(&q)), str_from(name)));
        (void)snprintf(text, sizeof(text), "tag=tag%d", i);
        q.filters = str_from(text);
        assert_true(str_starts(str_from(found(&q)), str_from(name)));
    }
}

static void a_path_is_a_document_a_place_in_one_or_what_is_below(void **state)
{
    struct passage_search q = question("x");

    (void)state;
    q.wait = true;
    (void)found(&q);
    q.scope.json_path = STR("/d.json");
    assert_both_items(&q);
    q.scope.json_path = STR("/d.json/items/1");
    assert_string_equal(found(&q), "d.json#/items/1");
    q.scope.json_path = STR("/d.json/items");
    assert_both_items(&q);
    q.scope.json_path = STR("/d.json/n");
    assert_string_equal(found(&q), "");
    q.scope.json_path = STR("/nowhere");
    assert_int_equal(bases_search(bases, STR("b"), &q,
                                  &(struct passage_search_after){0}, fresh(),
                                  &err),
                     ERR_NOT_FOUND);
    q.scope.json_path = STR("d.json");
    assert_int_equal(bases_search(bases, STR("b"), &q,
                                  &(struct passage_search_after){0}, fresh(),
                                  &err),
                     ERR_VALIDATION_FAILED);
}

/* What else the passage says is out of the scope. */
static void a_path_that_goes_further_than_a_passage_finds_nothing(void **state)
{
    struct passage_search q = question("x");

    (void)state;
    q.wait = true;
    q.scope.json_path = STR("/d.json/items/1/x");
    assert_string_equal(found(&q), "");
}

static void documents_are_named_by_name_or_key(void **state)
{
    struct str names[] = {STR("setup.md"), STR("orders.csv")};
    struct passage_search q = question("x install city");

    (void)state;
    q.wait = true;
    q.scope.documents = names;
    q.scope.n = 1;
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    assert_int_equal(counted(answered(), "candidate_documents_count"), 1);
    q.scope.n = 2;
    (void)found(&q);
    assert_int_equal(counted(answered(), "candidate_documents_count"), 2);
    names[1] = STR("setup.md");
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    assert_int_equal(counted(answered(), "candidate_documents_count"), 1);
    names[1] = STR("nobody");
    assert_int_equal(bases_search(bases, STR("b"), &q,
                                  &(struct passage_search_after){0}, fresh(),
                                  &err),
                     ERR_NOT_FOUND);
}

static void what_is_behind_does_not_answer_and_is_said(void **state)
{
    const struct bases_catch_up r = {.base = STR("b"), .wait_ms = 60000};
    struct passage_search q = question("x");
    struct index_worked done;

    (void)state;
    q.wait = true;
    (void)found(&q);
    q.wait = false;
    edit("b", "/d.json/items/0/x", "\"zanzibar\"");
    assert_string_equal(found(&q), "");
    assert_int_equal(counted(answered(), "documents_behind"), 1);
    assert_ok(bases_catch_up(bases, &r, &done, &err));
    assert_int_equal(done.documents, 1);
    assert_int_equal(done.left, 0);
    assert_int_equal(done.failed, 0);
    q.query = STR("zanzibar");
    assert_string_equal(found(&q), "d.json#/items/0");
    assert_int_equal(counted(answered(), "documents_behind"), 0);
}

static void a_budget_leaves_the_colder_out(void **state)
{
    struct passage_search q = question("x install city");

    (void)state;
    q.wait = true;
    (void)found(&q);
    q.scope.max_documents = 1;
    (void)found(&q);
    assert_int_equal(counted(answered(), "candidate_documents_count"), 1);
    assert_int_equal(counted(answered(), "documents_left_out"), 2);
    q.scope.max_documents = 3;
    (void)found(&q);
    assert_int_equal(counted(answered(), "documents_left_out"), 0);
}

static void prioritize(const char *document, int64_t priority)
{
    const struct str name = str_from(document);
    const struct bases_marking m = {.base = STR("b"),
                                    .mark = BASES_PRIORITIZE,
                                    .documents = &name,
                                    .n = 1,
                                    .priority = priority};

    assert_ok(bases_mark(bases, &m, fresh(), &err));
}

static void priority_goes_before_hotness(void **state)
{
    struct passage_search q = question("x install city");

    (void)state;
    q.wait = true;
    q.has_min_score = true;
    (void)found(&q);
    q.scope.max_documents = 1;
    prioritize("orders.csv", 1); /* of which none is hotter than the others */
    prioritize("setup.md", 2);
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    assert_true(json_is(
        json_find(json_find(answered(), "debug"), "documents_chosen_by"),
        "pinned, then priority, then hotness"));
    prioritize("orders.csv", 3);
    assert_string_equal(found(&q), "orders.csv#");
    prioritize("orders.csv", 0);
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    q.scope.max_documents = 3;
    (void)found(&q);
    assert_int_equal(
        json_find(json_find(answered(), "debug"), "documents_chosen_by")->type,
        JSON_NULL);
}

static void disabled_and_removed_documents_are_not_found(void **state)
{
    const struct str name = STR("setup.md");
    struct bases_marking m = {
        .base = STR("b"), .mark = BASES_DISABLE, .documents = &name, .n = 1};
    const struct bases_removal gone = {
        .base = STR("b"), .documents = &name, .n = 1, .author = STR("test")};
    struct passage_search q = question("install");

    (void)state;
    q.wait = true;
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    q.wait = false;
    assert_ok(bases_mark(bases, &m, fresh(), &err));
    assert_string_equal(found(&q), "");
    m.mark = BASES_REINDEX;
    assert_ok(bases_mark(bases, &m, fresh(), &err));
    assert_string_equal(found(&q), "setup.md#lines=1-5");
    assert_ok(bases_remove(bases, &gone, fresh(), &err));
    assert_string_equal(found(&q), "");
}

/* Each page of each file of the index: a search fails, or says what it says
 * of a whole one; check mends it. */
static void a_flipped_bit_is_noticed(void **state)
{
    struct passage_search q = question("walrus");

    (void)state;
    write_file("w.md", "# W\n\n" SENTENCE "\n");
    add("w.md");
    q.wait = true;
    assert_true(str_starts(str_from(found(&q)), STR("w.md")));
    q.wait = false;
    flip(in_base("b", "index/manifest"), 20);
    (void)is_whole("b");
    assert_true(is_whole("b"));
    q.wait = true;
    assert_true(str_starts(str_from(found(&q)), STR("w.md")));
}

#define SEARCH_TEST(name) \
    cmocka_unit_test_setup_teardown(name, begin, tear_down_bases)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SEARCH_TEST(documents_of_every_kind_are_found),
        SEARCH_TEST(fields_of_many_documents_that_wait_together_are_kept),
        SEARCH_TEST(a_path_is_a_document_a_place_in_one_or_what_is_below),
        SEARCH_TEST(a_path_that_goes_further_than_a_passage_finds_nothing),
        SEARCH_TEST(documents_are_named_by_name_or_key),
        SEARCH_TEST(what_is_behind_does_not_answer_and_is_said),
        SEARCH_TEST(a_budget_leaves_the_colder_out),
        SEARCH_TEST(priority_goes_before_hotness),
        SEARCH_TEST(disabled_and_removed_documents_are_not_found),
        SEARCH_TEST(a_flipped_bit_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
