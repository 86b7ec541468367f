#include "models/rerank/rerank.h"

#include "models/http_client/endpoint_fixture.h"

#include <math.h>

static struct error note;
static double score[3];

static uint64_t budget_ms = 60000;

static bool rank(struct rerank *r, size_t top_n, const atomic_bool *cancel)
{
    const struct str document[] = {
        STR("The key is rotated every month by the secret team."),
        STR("Eggs and flour."), STR("Rotate it with the tool.")};
    const struct rerank_question q = {.query = STR("rotate the secret key?"),
                                      .document = document,
                                      .n = 3,
                                      .top_n = top_n,
                                      .budget_ms = budget_ms,
                                      .cancel = cancel};
    bool ok;

    note = (struct error){0};
    ok = rerank_score(r, &q, score, &note);
    assert_int_equal(ok, note.code == OK);
    assert_null(strstr(note.msg, "secret"));
    return ok;
}

static struct rerank *open_it(void)
{
    const struct endpoint_options how = options();
    struct rerank *r = NULL;

    assert_int_equal(rerank_open(spec("", ""), &how, &r, &err), OK);
    return r;
}

static bool rank_with(struct fake_reply reply, size_t top_n)
{
    struct rerank *r;
    bool ok;

    serve(&reply, 1);
    r = open_it();
    ok = rank(r, top_n, NULL);
    rerank_close(r);
    fake_stop(&server);
    return ok;
}

static bool rank_by(const char *body)
{
    return rank_with((struct fake_reply){200, NULL, str_from(body), 0}, 3);
}

static void each_document_gets_its_score(void **state)
{
    (void)state;
    write_key("127.0.0.1", KEY, 0600);
    assert_true(
        rank_by("{\"results\":[{\"index\":2,\"relevance_score\":0.75},"
                "{\"index\":0,\"relevance_score\":-3.5,\"document\":{}},"
                "{\"index\":1,\"relevance_score\":0}],\"id\":\"x\"}"));
    assert_true(score[0] == -3.5 && score[1] == 0 && score[2] == 0.75);
    assert_int_equal(strncmp(server.head, "POST /v1/rerank ", 16), 0);
    assert_true(fake_saw(&server, "Authorization: Bearer " KEY "\r\n"));
    assert_true(str_starts(server.body,
                           STR("{\"model\":\"tiny\",\"query\":\"rotate the "
                               "secret key?\",\"documents\":[\"The key")));
    assert_true(str_ends(server.body, STR("\"],\"top_n\":3}")));
}

static void what_is_not_scored_comes_last(void **state)
{
    const struct fake_reply reply = {
        200, NULL,
        STR("{\"results\":[{\"index\":1,\"relevance_score\":1e-3}]}"), 0};

    (void)state;
    assert_true(rank_with(reply, 1));
    assert_true(score[1] == 1e-3);
    assert_true(isinf(score[0]) && score[0] < 0);
    assert_true(isinf(score[2]) && score[2] < 0);
    assert_true(str_ends(server.body, STR("\"top_n\":1}")));
}

static void a_failure_is_a_note(void **state)
{
    static const struct {
        int status;
        enum err code;
    } cases[] = {{401, ERR_UNAUTHORIZED},
                 {404, ERR_TOOL_WORKER_UNAVAILABLE},
                 {429, ERR_RATE_LIMITED},
                 {500, ERR_TOOL_WORKER_UNAVAILABLE}};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct fake_reply reply = {
            cases[i].status, NULL,
            STR("{\"message\":\"no: rotate the secret key?\"}"), 0};

        assert_false(rank_with(reply, 3));
        assert_int_equal(note.code, cases[i].code);
        assert_int_equal(strncmp(note.msg, "not ranked again: ", 18), 0);
    }
}

static const char twice[] = "{\"results\":[{\"index\":0,\"relevance_score\":1},"
                            "{\"index\":0,\"relevance_score\":1}]}";

static void what_makes_no_sense_is_a_note(void **state)
{
    static const char *const bodies[] = {
        "",
        "[]",
        "{}",
        "{\"results\":{}}",
        "{\"results\":[]}",
        "{\"results\":[3]}",
        "{\"results\":[{\"index\":3,\"relevance_score\":1}]}",
        "{\"results\":[{\"index\":-1,\"relevance_score\":1}]}",
        "{\"results\":[{\"index\":0}]}",
        "{\"results\":[{\"index\":0,\"relevance_score\":\"1\"}]}",
        "{\"results\":[{\"index\":0,\"relevance_score\":1e999}]}",
        "{\"results\":[{\"index\":0,\"relevance_score\":NaN}]}",
        twice,
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
        assert_false(rank_by(bodies[i]));
        assert_int_equal(note.code, ERR_TOOL_WORKER_UNAVAILABLE);
    }
}

static void one_that_takes_too_long_is_a_note(void **state)
{
    atomic_bool cancel = true;
    struct rerank *r;

    (void)state;
    budget_ms = 50;
    assert_false(
        rank_with((struct fake_reply){0, NULL, STR(""), FAKE_SILENT}, 3));
    assert_int_equal(note.code, ERR_TIMEOUT);
    budget_ms = 60000;
    assert_false(rank_with(
        (struct fake_reply){200, NULL, STR("{\"results\""), FAKE_ENDLESS}, 3));
    assert_int_equal(note.code, ERR_LIMIT);
    serve(&(struct fake_reply){0, NULL, STR(""), FAKE_SILENT}, 1);
    r = open_it();
    assert_false(rank(r, 3, &cancel));
    assert_int_equal(note.code, ERR_TIMEOUT);
    rerank_close(r);
    rerank_close(NULL);
    fake_stop(&server);
}

static void what_cannot_be_opened_says_why(void **state)
{
    const struct endpoint_options how = options();
    struct rerank *r = NULL;

    (void)state;
    assert_int_equal(rerank_check(STR("m@https://h.example/v1"), &err), OK);
    assert_int_equal(rerank_check(STR("https://h.example/v1"), &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(rerank_open(STR("m"), &how, &r, &err),
                     ERR_VALIDATION_FAILED);
    write_key("h.example", KEY, 0644);
    assert_int_equal(rerank_open(STR("m@https://h.example"), &how, &r, &err),
                     ERR_UNAUTHORIZED);
    assert_null(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(each_document_gets_its_score),
        ENDPOINT_TEST(what_is_not_scored_comes_last),
        ENDPOINT_TEST(a_failure_is_a_note),
        ENDPOINT_TEST(what_makes_no_sense_is_a_note),
        ENDPOINT_TEST(one_that_takes_too_long_is_a_note),
        ENDPOINT_TEST(what_cannot_be_opened_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
