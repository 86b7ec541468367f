#include "models/embedding/openai.h"

#include "base/fault.h"
#include "models/http_client/endpoint_fixture.h"

#include <math.h>

#define DIM 6

/* What the endpoint does wrong, from the second call on: the first is opened. */
enum faulty {
    NO_FAULT,
    ONE_MISSING,
    INDEX_TWICE,
    INDEX_BEYOND,
    INDEX_NEGATIVE,
    INDEX_NONE,
    ONE_DIMENSION_MORE,
    NOT_A_NUMBER,
    INFINITE,
    A_STRING,
    ALL_ZERO,
    DATA_NO_LIST,
    NO_DATA
};

static struct {
    enum faulty fault;
    bool no_usage;
    size_t texts; /* of the last call */
    struct buf body;
} planned;

static void put_vector(struct str text, bool is_last)
{
    size_t n = DIM + (is_last && planned.fault == ONE_DIMENSION_MORE);

    buf_puts(&planned.body, "[");
    for (size_t k = 0; k < n; k++) {
        const char *bad = planned.fault == NOT_A_NUMBER ? "NaN"
                          : planned.fault == INFINITE   ? "1e400"
                          : planned.fault == A_STRING   ? "\"1\""
                                                        : NULL;

        if (k)
            buf_puts(&planned.body, ",");
        if (is_last && k == 2 && bad)
            buf_puts(&planned.body, bad);
        else if (planned.fault == ALL_ZERO)
            buf_puts(&planned.body, "0.0");
        else
            buf_printf(&planned.body, "%zu.5",
                       ((unsigned char)text.p[text.n - 1] + k * 7) % 11);
    }
    buf_puts(&planned.body, "]");
}

static void put_item(size_t index, size_t n, struct str text)
{
    bool is_last = index == n - 1;
    long shown = (long)index;

    if (is_last && planned.fault == INDEX_TWICE)
        shown = 0;
    if (is_last && planned.fault == INDEX_BEYOND)
        shown = (long)n;
    if (is_last && planned.fault == INDEX_NEGATIVE)
        shown = -1;
    buf_puts(&planned.body, "{\"object\":\"embedding\",\"embedding\":");
    put_vector(text, is_last);
    if (planned.fault == INDEX_NONE)
        buf_puts(&planned.body, "}");
    else
        buf_printf(&planned.body, ",\"index\":%ld}", shown);
}

/* The items come in the reverse order of the texts. */
static struct fake_reply embed_them(struct fake_server *s, unsigned nth,
                                    struct str body)
{
    const struct json *input;
    const struct json *list[OPENAI_BATCH];
    struct json *root = NULL;
    struct error e;
    struct arena a;

    (void)s;
    (void)nth;
    arena_init(&a, 16 << 20);
    if (json_parse(body, &json_default_limits, &a, &root, &e)) {
        arena_release(&a);
        return (struct fake_reply){400, NULL, STR("{}"), 0};
    }
    input = json_find(root, "input");
    planned.texts = 0;
    for (const struct json *i = input->first; i && planned.texts < OPENAI_BATCH;
         i = i->next)
        list[planned.texts++] = i;
    buf_reset(&planned.body);
    buf_puts(&planned.body, planned.fault == DATA_NO_LIST ? "{\"data\":{\"a\":["
                            : planned.fault == NO_DATA    ? "{\"dat\":["
                                                          : "{\"data\":[");
    for (size_t i = planned.texts; i-- > (planned.fault == ONE_MISSING);) {
        put_item(i, planned.texts, list[i]->text);
        if (i > (planned.fault == ONE_MISSING))
            buf_puts(&planned.body, ",");
    }
    buf_puts(&planned.body, planned.fault == DATA_NO_LIST ? "]}" : "]");
    if (!planned.no_usage)
        buf_printf(&planned.body, ",\"usage\":{\"total_tokens\":%zu}",
                   planned.texts * 7);
    buf_puts(&planned.body, "}");
    arena_release(&a);
    return (struct fake_reply){200, NULL, buf_str(&planned.body), 0};
}

static void start(void)
{
    buf_release(&planned.body);
    memset(&planned, 0, sizeof(planned));
    buf_init(&planned.body, 16 << 20);
    server.answer = embed_them;
    fake_start(&server);
}

static void stop(struct embedder *m)
{
    embedder_close(m);
    fake_stop(&server);
    buf_release(&planned.body);
}

static enum err try_open(size_t dimensions, struct embedder **m)
{
    const struct endpoint_options how = options();
    struct endpoint_name name;

    *m = NULL;
    assert_int_equal(endpoint_name_parse(spec("", ""), &name, &err), OK);
    return openai_open(&name, dimensions, &how, m, &err);
}

static struct embedder *open_it(void)
{
    struct embedder *m;

    assert_int_equal(try_open(0, &m), OK);
    return m;
}

/* As put_vector() makes it, of unit length. */
static void assert_vector_of(const float *v, struct str text)
{
    double raw[DIM];
    double squares = 0;

    for (size_t k = 0; k < DIM; k++) {
        raw[k] =
            (double)(((unsigned char)text.p[text.n - 1] + k * 7) % 11) + 0.5;
        squares += raw[k] * raw[k];
    }
    for (size_t k = 0; k < DIM; k++)
        assert_true(fabs((double)v[k] - raw[k] / sqrt(squares)) < 1e-6);
}

static void what_it_is_is_learned_from_one_call(void **state)
{
    struct embedder *m;

    (void)state;
    start();
    m = open_it();
    assert_int_equal(server.requests, 1);
    assert_int_equal(m->dimensions, DIM);
    assert_int_equal(m->max_tokens, OPENAI_MAX_TOKENS);
    assert_true(str_eq(str_from(m->model), spec("openai:", "#dimensions=6")));
    assert_int_equal(strncmp(server.head, "POST /v1/embeddings ", 20), 0);
    assert_true(str_is(server.body,
                       "{\"model\":\"tiny\",\"input\":[\"quarry\"],"
                       "\"encoding_format\":\"float\"}"));
    stop(m);
}

static void with_stated_dimensions_opening_sends_nothing(void **state)
{
    const struct str text = STR("a");
    struct embedding report;
    struct embedder *m;
    float out[DIM + 1];

    (void)state;
    start();
    assert_int_equal(try_open(DIM, &m), OK);
    assert_int_equal(server.requests, 0);
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err), OK);
    assert_vector_of(out, text);
    embedder_close(m);
    assert_int_equal(try_open(DIM + 1, &m), OK);
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(
        strstr(err.msg, "a vector that does not have 7 dimensions"));
    stop(m);
    assert_int_equal(try_open(8193, &m), ERR_VALIDATION_FAILED);
}

static void vectors_go_to_their_texts_in_whatever_order_they_come(void **state)
{
    const struct str text[] = {STR("first"), STR(" \n "), STR("the second"),
                               STR(""), STR("caf\xc3\xa9")};
    static const float none[DIM];
    struct embedding report[5];
    float out[5][DIM];
    struct embedder *m;

    (void)state;
    start();
    m = open_it();
    assert_int_equal(embedder_embed(m, text, 5, out[0], report, &err), OK);
    assert_int_equal(server.requests, 2);
    assert_int_equal(planned.texts, 3); /* blank ones are not sent */
    for (size_t i = 0; i < 5; i += 2) {
        assert_true(report[i].is_embedded);
        assert_vector_of(out[i], text[i]);
    }
    for (size_t i = 1; i < 5; i += 2) {
        assert_false(report[i].is_embedded);
        assert_memory_equal(out[i], none, sizeof(none));
    }
    assert_int_equal(embedder_embed(m, text, 0, out[0], report, &err), OK);
    assert_int_equal(embedder_embed(m, text + 1, 1, out[0], report, &err), OK);
    assert_int_equal(server.requests, 2);
    stop(m);
}

static void many_texts_are_a_few_calls_over_one_connection(void **state)
{
    static char letters[300][4];
    static struct str text[300];
    static struct embedding report[300];
    static float out[300][DIM];
    struct openai_usage used;
    struct embedder *m;

    (void)state;
    for (size_t i = 0; i < 300; i++) {
        (void)snprintf(letters[i], 4, "t%c", (char)('!' + i % 90));
        text[i] = str_from(letters[i]);
    }
    start();
    m = open_it();
    assert_int_equal(embedder_embed(m, text, 300, out[0], report, &err), OK);
    assert_int_equal(server.requests, 1 + 3);
    assert_int_equal(server.connections, 1);
    assert_int_equal(planned.texts, 300 - 2 * OPENAI_BATCH);
    for (size_t i = 0; i < 300; i++)
        assert_vector_of(out[i], text[i]);
    used = openai_usage(m);
    assert_int_equal(used.calls, 4);
    assert_int_equal(used.texts, 301);
    assert_int_equal(used.tokens, 301 * 7);
    planned.no_usage = true;
    assert_int_equal(embedder_embed(m, text, 2, out[0], report, &err), OK);
    assert_int_equal(openai_usage(m).tokens, 301 * 7 + 2); /* estimated */
    stop(m);
}

static void what_a_wrong_answer_lacks_is_said(void **state)
{
    static const struct {
        enum faulty fault;
        const char *said;
    } cases[] = {
        {ONE_MISSING, "without one vector for each text"},
        {INDEX_TWICE, "an index that is wrong or twice"},
        {INDEX_BEYOND, "an index that is wrong or twice"},
        {INDEX_NEGATIVE, "an index that is wrong or twice"},
        {INDEX_NONE, "an index that is wrong or twice"},
        {ONE_DIMENSION_MORE, "does not have 6 dimensions"},
        {NOT_A_NUMBER, "not JSON"},
        {INFINITE, "no finite length"},
        {A_STRING, "no finite length"},
        {ALL_ZERO, "of length 0"},
        {DATA_NO_LIST, "without one vector for each text"},
        {NO_DATA, "without one vector for each text"},
    };
    const struct str text[] = {STR("a"), STR("b")};
    struct embedding report[2];
    float out[2][DIM];
    struct embedder *m;

    (void)state;
    start();
    m = open_it();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        planned.fault = cases[i].fault;
        assert_int_equal(embedder_embed(m, text, 2, out[0], report, &err),
                         ERR_TOOL_WORKER_UNAVAILABLE);
        assert_non_null(strstr(err.msg, cases[i].said));
    }
    planned.fault = NO_FAULT;
    assert_int_equal(embedder_embed(m, text, 2, out[0], report, &err), OK);
    assert_int_equal(openai_usage(m).calls, 2); /* with that of opening */
    stop(m);
}

static void what_has_no_vector_cannot_be_opened(void **state)
{
    const enum faulty faults[] = {NO_DATA,  DATA_NO_LIST, NOT_A_NUMBER,
                                  INFINITE, ALL_ZERO,     INDEX_BEYOND};
    struct embedder *m;

    (void)state;
    start();
    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
        planned.fault = faults[i];
        assert_int_equal(try_open(0, &m), ERR_TOOL_WORKER_UNAVAILABLE);
        assert_null(m);
    }
    stop(NULL);
}

static void an_answer_larger_than_vectors_can_be_is_cut_off(void **state)
{
    const struct fake_reply script[] = {
        {200, NULL, STR("{\"data\":[             "), FAKE_ENDLESS}};
    const struct str text = STR("a");
    struct embedding report;
    struct embedder *m;
    float out[DIM];

    (void)state;
    serve(script, 1);
    assert_int_equal(try_open(DIM, &m), OK);
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err),
                     ERR_LIMIT);
    embedder_close(m);
    fake_stop(&server);
}

static void refusals_are_typed_and_hold_no_key_and_no_text(void **state)
{
    const struct fake_reply script[] = {
        {401, NULL, STR("{\"error\":{\"message\":\"no: " KEY "\"}}"), 0},
        {400, NULL, STR("{\"error\":\"cannot read 'Ana secret Perez'\"}"), 0},
        {400, NULL, STR("{\"error\":\"input too long\"}"), 0},
        {429, "Retry-After: 70\r\n", STR(""), 0}};
    static const enum err expected[] = {
        ERR_UNAUTHORIZED, ERR_TOOL_WORKER_UNAVAILABLE,
        ERR_TOOL_WORKER_UNAVAILABLE, ERR_RATE_LIMITED};
    const struct str text = STR("Ana secret Perez");
    struct embedding report;
    struct embedder *m;
    float out[DIM];

    (void)state;
    write_key("127.0.0.1", KEY "\n", 0600);
    serve(script, 4);
    assert_int_equal(try_open(DIM, &m), OK);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err),
                         expected[i]);
        assert_null(strstr(err.msg, "secret"));
        assert_int_equal(strstr(err.msg, "input too long") != NULL, i == 2);
    }
    assert_true(fake_saw(&server, "Authorization: Bearer " KEY "\r\n"));
    embedder_close(m);
    fake_stop(&server);
}

static void a_long_text_is_sent_up_to_what_models_take(void **state)
{
    static char large[(1 << 20) + 1];
    struct str text = {large, 3000};
    struct embedding report;
    struct embedder *m;
    float out[DIM];

    (void)state;
    start();
    assert_int_equal(try_open(DIM, &m), OK);
    memset(large, 'a', sizeof(large));
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err), OK);
    assert_int_equal(report.tokens, 750);
    assert_int_equal(server.body.n,
                     strlen("{\"model\":\"tiny\",\"input\":[\"\"],"
                            "\"encoding_format\":\"float\"}") +
                         4 * OPENAI_MAX_TOKENS);
    text.n = sizeof(large);
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err),
                     ERR_LIMIT);
    assert_int_equal(embedder_measure(m, text, &report, &err), ERR_LIMIT);
    for (size_t i = 0; i < 3000; i += 3)
        memcpy(large + i, "\xe9\x94\x80", 3);
    text.n = 3000;
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err), OK);
    assert_int_equal(report.tokens, 1000);
    assert_int_equal(str_find(server.body, STR("\xef\xbf\xbd")),
                     server.body.n); /* cut between characters */
    stop(m);
}

static void tokens_are_estimated_without_a_call(void **state)
{
    struct embedding r;
    struct embedder *m;

    (void)state;
    start();
    assert_int_equal(try_open(DIM, &m), OK);
    assert_int_equal(embedder_measure(m, STR("how do I reset it?"), &r, &err),
                     OK);
    assert_int_equal(r.tokens, 5);
    assert_true(r.is_embedded && r.unknown_share == 0);
    assert_int_equal(
        embedder_measure(m, STR("\xe9\x94\x80\xe5\x94\xae"), &r, &err), OK);
    assert_int_equal(r.tokens, 2);
    assert_true(r.is_embedded);
    assert_int_equal(embedder_measure(m, STR("\xff\xfe\x80"), &r, &err), OK);
    assert_int_equal(r.tokens, 3);
    assert_int_equal(embedder_measure(m, STR("\t "), &r, &err), OK);
    assert_false(r.is_embedded);
    assert_int_equal(server.requests, 0);
    stop(m);
}

struct job {
    struct embedder *m;
    pthread_t thread;
    float out[2][DIM];
    enum err rc;
};

static void *embed_two(void *arg)
{
    const struct str text[] = {STR("one"), STR("two")};
    struct embedding report[2];
    struct error e;
    struct job *j = arg;

    for (int i = 0; i < 5 && !j->rc; i++)
        j->rc = embedder_embed(j->m, text, 2, j->out[0], report, &e);
    return NULL;
}

static void threads_share_one_embedder(void **state)
{
    static struct job job[4];
    struct embedder *m;

    (void)state;
    start();
    m = open_it();
    for (int i = 0; i < 4; i++) {
        job[i] = (struct job){.m = m};
        assert_int_equal(
            pthread_create(&job[i].thread, NULL, embed_two, &job[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(job[i].thread, NULL), 0);
        assert_int_equal(job[i].rc, OK);
        assert_vector_of(job[i].out[0], STR("one"));
        assert_vector_of(job[i].out[1], STR("two"));
    }
    assert_int_equal(openai_usage(m).texts, 41);
    stop(m);
}

#ifdef QUARRY_TORTURE
/* Each allocation of ours fails once, until none is left to fail. */
static void no_lost_allocation_harms(void **state)
{
    const struct endpoint_options how = options();
    const struct str text = STR("text");
    struct endpoint_name name;
    struct embedding report;
    struct embedder *m;
    unsigned failures = 0;
    float out[DIM];
    enum err rc;

    (void)state;
    start();
    write_key("127.0.0.1", KEY, 0600);
    assert_int_equal(endpoint_name_parse(spec("", ""), &name, &err), OK);
    do {
        m = NULL;
        (void)fault_at(FAULT_MEMORY, ++failures);
        rc = openai_open(&name, 0, &how, &m, &err);
        if (!rc)
            rc = embedder_embed(m, &text, 1, out, &report, &err);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
        embedder_close(m);
    } while (rc);
    stop(NULL);
    assert_true(failures > 10);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(what_it_is_is_learned_from_one_call),
        ENDPOINT_TEST(with_stated_dimensions_opening_sends_nothing),
        ENDPOINT_TEST(vectors_go_to_their_texts_in_whatever_order_they_come),
        ENDPOINT_TEST(many_texts_are_a_few_calls_over_one_connection),
        ENDPOINT_TEST(what_a_wrong_answer_lacks_is_said),
        ENDPOINT_TEST(what_has_no_vector_cannot_be_opened),
        ENDPOINT_TEST(an_answer_larger_than_vectors_can_be_is_cut_off),
        ENDPOINT_TEST(refusals_are_typed_and_hold_no_key_and_no_text),
        ENDPOINT_TEST(a_long_text_is_sent_up_to_what_models_take),
        ENDPOINT_TEST(tokens_are_estimated_without_a_call),
        ENDPOINT_TEST(threads_share_one_embedder),
#ifdef QUARRY_TORTURE
        ENDPOINT_TEST(no_lost_allocation_harms),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
