#include "tables/tables_fixture.h"

#include "answer/evaluate/evaluate.h"
#include "base/json.h"

static struct buf answer;

static void put(const char *name, const char *text)
{
    assert_ok(fs_write_atomic(in(name), name, str_from(text), false, &err));
}

static void put_set(void)
{
    put("corpus.jsonl",
        "{\"_id\":\"d1\",\"text\":\"The heron stands in the river.\"}\n"
        "{\"_id\":\"d2\",\"text\":\"A kettle boils water for the tea.\"}\n"
        "{\"_id\":\"d3\",\"title\":\"Only a title about marmots\","
        "\"text\":\"\"}\n");
    put("queries.jsonl", "{\"_id\":\"q1\",\"text\":\"where is the heron\"}\n"
                         "{\"_id\":\"q2\",\"text\":\"marmots or the kettle\"}\n"
                         "{\"_id\":\"q3\",\"text\":\"not judged\"}\n"
                         "{\"_id\":\"q4\",\"text\":\" \"}\n");
    put("qrels.tsv", "query-id\tcorpus-id\tscore\n"
                     "q1\td1\t1\nq2\td3\t2\nq4\td2\t1\n");
}

static enum err evaluate(const struct evaluation *q)
{
    struct evaluation all = *q;
    struct jsonw w;

    all.tables = tables;
    all.folder = str_from(folder);
    err = (struct error){0};
    buf_reset(&answer);
    jsonw_init(&w, &answer);
    return evaluate_retrieval(&all, &w, &err);
}

static void assert_says(const char *part)
{
    buf_put_char(&answer, '\0');
    if (!strstr(answer.p, part))
        fail_msg("%s does not say %s", answer.p, part);
    answer.n--;
}

/* No scratch folder is left in the home. */
static void assert_tidy(void)
{
    struct str *list;
    size_t n;

    assert_ok(
        fs_list_tree(in("home/cache/build"), "build", &arena, &list, &n, &err));
    assert_int_equal(n, 0);
}

static void words_find_the_judged_documents(void **state)
{
    const struct evaluation q = {.mode = STR("keyword")};

    (void)state;
    put_set();
    assert_ok(evaluate(&q));
    assert_says("\"documents\":3,\"questions\":4,\"questions_measured\":3,"
                "\"judgements\":3,\"judgements_without_question\":0");
    assert_says("\"passages\":3,");
    assert_says("\"modes\":[{\"mode\":\"keyword\",\"ran\":true,"
                "\"ndcg_at_10\":0.666667,");
    assert_says("\"recall_at_1\":0.666667,\"recall_at_10\":0.666667,"
                "\"recall_at_100\":0.666667,\"mrr\":0.666667,"
                "\"questions_by_words\":0,\"questions_refused\":1,");
    assert_tidy();
}

static void each_mode_has_its_figures(void **state)
{
    const struct evaluation q = {0};

    (void)state;
    put_set();
    assert_ok(evaluate(&q));
    assert_says("\"mode\":\"keyword\",\"ran\":true");
    assert_says("\"mode\":\"vector\"");
    assert_says("\"mode\":\"hybrid\",\"ran\":true");
    assert_says("\"weights\":{\"keyword\":0.83,\"vector\":0.17}");
}

static void a_run_has_trecs_lines(void **state)
{
    struct evaluation q = {.mode = STR("keyword"), .out = str_from(in("run"))};
    struct str text;

    (void)state;
    put_set();
    assert_ok(evaluate(&q));
    assert_ok(fs_read_file(in("run"), "run", 10000, &arena, &text, &err));
    assert_true(str_starts(text, STR("q1 Q0 d1 1 0.")));
    assert_non_null(strstr(text.p, " quarry-keyword\nq2 Q0 d3 1 0."));
    assert_null(strstr(text.p, "q3"));
    assert_int_equal(evaluate(&q), ERR_CONFLICT);
    q.overwrite = true;
    assert_ok(evaluate(&q));
}

static void no_run_is_left_of_a_set_that_is_refused(void **state)
{
    const struct evaluation q = {.out = str_from(in("run"))};

    (void)state;
    put_set();
    put("queries.jsonl", "{\"_id\":\"q 1\",\"text\":\"a\"}\n");
    assert_int_equal(evaluate(&q), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "white space"));
    assert_int_not_equal(access(in("run"), F_OK), 0);
    put("corpus.jsonl", "no JSON");
    assert_int_equal(evaluate(&q), ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, 1);
    assert_int_not_equal(access(in("run"), F_OK), 0);
    assert_tidy();
}

static void few_documents_leave_deep_figures_out(void **state)
{
    const struct evaluation q = {.mode = STR("keyword"), .top_k = 1};

    (void)state;
    put_set();
    assert_ok(evaluate(&q));
    assert_says("\"ndcg_at_10\":null,\"map\":0.666667,\"recall_at_1\":0.666667,"
                "\"recall_at_10\":null,\"recall_at_100\":null");
}

static void nothing_to_measure_is_no_figure(void **state)
{
    const struct evaluation q = {.mode = STR("keyword")};

    (void)state;
    put_set();
    put("qrels.tsv", "q1\td1\t0\n");
    assert_ok(evaluate(&q));
    assert_says("\"questions_measured\":0");
    assert_says("\"ran\":false,\"ndcg_at_10\":null");
}

static void what_is_no_mode_or_too_deep_is_refused(void **state)
{
    const struct evaluation mode = {.mode = STR("structured")};
    const struct evaluation deep = {.top_k = 1001};

    (void)state;
    assert_int_equal(evaluate(&mode), ERR_VALIDATION_FAILED);
    assert_int_equal(evaluate(&deep), ERR_VALIDATION_FAILED);
}

static void a_cancelled_evaluation_leaves_nothing(void **state)
{
    const atomic_bool stop = true;
    const struct evaluation q = {.cancel = &stop, .out = str_from(in("run"))};

    (void)state;
    put_set();
    assert_int_equal(evaluate(&q), ERR_TIMEOUT);
    assert_int_not_equal(access(in("run"), F_OK), 0);
    assert_tidy();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(words_find_the_judged_documents),
        TABLES_TEST(each_mode_has_its_figures),
        TABLES_TEST(a_run_has_trecs_lines),
        TABLES_TEST(no_run_is_left_of_a_set_that_is_refused),
        TABLES_TEST(few_documents_leave_deep_figures_out),
        TABLES_TEST(nothing_to_measure_is_no_figure),
        TABLES_TEST(what_is_no_mode_or_too_deep_is_refused),
        TABLES_TEST(a_cancelled_evaluation_leaves_nothing),
    };
    int failed;

    buf_init(&answer, 100000);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&answer);
    return failed;
}
