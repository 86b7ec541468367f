#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/answer.h"

static struct arena arena;
static struct buf out;
static struct answer an;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    buf_init(&out, 1 << 20);
    an = (struct answer){.question = STR("how many rows"),
                         .text = STR("2"),
                         .n_sources = 2,
                         .used = 1,
                         .rows_scanned = 2,
                         .rows_total = 2};
    an.sources[0].file = STR("a.csv");
    an.sources[1].file = STR("b.csv");
    an.sources[1].sha256 = STR("ab12");
    an.sources[1].rows = 2;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    buf_release(&out);
    return 0;
}

static const struct json *written(void)
{
    struct json *j = NULL;
    struct error e = {0};
    struct jsonw w;

    jsonw_init(&w, &out);
    answer_write(&an, &w);
    assert_int_equal(
        json_parse(buf_str(&out), &json_default_limits, &arena, &j, &e), OK);
    return j;
}

static void set_result(const char *text)
{
    struct json *j = NULL;
    struct error e = {0};

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &e), OK);
    an.result = j;
}

static void fields_come_in_their_order(void **state)
{
    static const char *const keys[] = {
        "query",      "mode",        "answer",     "generated_sql",
        "query_spec", "explanation", "confidence", "results",
        "sources",    "coverage",    "figures",    "visualization",
        "warnings",   "candidates",  "likely",     "alternatives",
        "routing",    "session_id"};
    const struct json *member;

    (void)state;
    set_result("{\"columns\":[\"n\"],\"column_types\":[\"integer\"],"
               "\"rows\":[[2]],\"row_count\":1,\"total_row_count\":1}");
    member = written()->first;
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
        assert_non_null(member);
        if (!str_is(member->key, keys[i]))
            fail_msg("'%.*s' where '%s' was expected", STR_FMT(member->key),
                     keys[i]);
        member = member->next;
    }
}

static void an_answer_names_the_file_that_was_queried_alone(void **state)
{
    const struct json *sources;

    (void)state;
    set_result("{\"columns\":[\"n\"],\"rows\":[[2]]}");
    sources = json_find(written(), "sources");
    assert_int_equal(sources->count, 1);
    assert_true(json_is(json_find(sources->first, "file"), "b.csv"));
    assert_true(json_is(json_find(sources->first, "sha256"), "ab12"));
}

static void a_question_back_names_every_file_and_has_no_results(void **state)
{
    const struct json *j;

    (void)state;
    an.mode = ANSWER_CLARIFICATION;
    an.asked.n_candidates = 1;
    an.asked.candidates[0] = (struct ask_candidate){.kind = CANDIDATE_VALUE,
                                                    .text = STR("Spain"),
                                                    .column = STR("country")};
    j = written();
    assert_true(json_is(json_find(j, "mode"), "clarification"));
    assert_int_equal(json_find(j, "results")->type, JSON_NULL);
    assert_int_equal(json_find(j, "query_spec")->type, JSON_NULL);
    assert_int_equal(json_find(j, "sources")->count, 2);
    assert_true(json_is(json_find(json_find(j, "candidates")->first, "column"),
                        "country"));
}

static void the_mode_mirrors_a_request_that_names_it(void **state)
{
    const struct json *j;

    (void)state;
    an.mode = ANSWER_NO_ANSWER;
    an.mirrors_mode = true;
    j = written();
    assert_true(json_is(json_find(j, "mode"), "full_book"));
    assert_true(json_is(json_find(j, "answer_mode"), "no_answer"));
    buf_reset(&out);
    an.is_selected = true;
    assert_true(json_is(json_find(written(), "mode"), "selected_text"));
    buf_reset(&out);
    an.mirrors_mode = false;
    assert_true(json_is(json_find(written(), "mode"), "no_answer"));
}

static void the_picture_follows_the_rows(void **state)
{
    (void)state;
    set_result("{\"columns\":[\"n\"],\"rows\":[[2]]}");
    assert_true(json_is(json_find(written(), "visualization"), "number"));
    buf_reset(&out);
    set_result("{\"columns\":[\"a\",\"n\"],\"rows\":[[1,2]]}");
    assert_true(json_is(json_find(written(), "visualization"), "table"));
    buf_reset(&out);
    an.chart = CHART_SERIES;
    assert_true(json_is(json_find(written(), "visualization"), "line"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fields_come_in_their_order, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            an_answer_names_the_file_that_was_queried_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_question_back_names_every_file_and_has_no_results, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            the_mode_mirrors_a_request_that_names_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_picture_follows_the_rows, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
