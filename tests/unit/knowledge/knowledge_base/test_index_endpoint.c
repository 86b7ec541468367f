/*
 * The index of a base whose vectors an endpoint makes: what it keeps of it,
 * and what becomes of the documents when it fails.
 */
#include "bases_fixture.h"

#include "knowledge/knowledge_base/base_search.h"
#include "models/http_client/fake_server.h"
#include "search/index/index.h"
#include "search/index/work.h"
#include "search/settings/settings.h"
#include "store/catalog/index_job.h"

#include <limits.h>

#define DIMENSIONS 3
#define ROWS       300 /* more than wait together */
#define NEVER      UINT_MAX

static struct fake_server server;
static struct base base;
static unsigned fail_from; /* the request from which on it refuses */
static unsigned refuse_with;
static char reply[64 * 1024];

/* Of each text a vector, none of them of zeros. */
static struct fake_reply embed(struct fake_server *s, unsigned nth,
                               struct str body)
{
    const struct json *input, *text;
    struct json *root = NULL;
    struct error e;
    struct arena a;
    size_t n;

    (void)s;
    if (nth >= fail_from)
        return (struct fake_reply){(int)refuse_with, NULL, STR("{}"), 0};
    arena_init(&a, 16 << 20);
    assert_ok(json_parse(body, &json_default_limits, &a, &root, &e));
    input = json_find(root, "input");
    n = (size_t)snprintf(reply, sizeof(reply), "{\"data\":[");
    text = input ? input->first : NULL;
    for (unsigned i = 0; text; i++, text = text->next)
        n += (size_t)snprintf(reply + n, sizeof(reply) - n,
                              "%s{\"index\":%u,\"embedding\":[1.5,%zu.5,2]}",
                              i ? "," : "", i, text->text.n % 7);
    n += (size_t)snprintf(reply + n, sizeof(reply) - n, "]}");
    arena_release(&a);
    return (struct fake_reply){200, NULL, {reply, n}, 0};
}

static void set_model(struct str text)
{
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, settings_set(&base, STR("embedding"), text, &err),
                     &err));
}

static struct str model(void)
{
    struct str out = {0};

    assert_ok(index_provider(&base, &arena, &out, &err));
    return out;
}

static int begin(void **state)
{
    struct str text = {0};

    (void)unsetenv("QUARRY_OPENAI_API_KEY");
    (void)unsetenv("OPENAI_API_KEY");
    if (set_up_bases(state))
        return -1;
    base = BASE_NONE;
    open_base(&base, "b");
    fail_from = NEVER;
    refuse_with = 400;
    server.answer = embed;
    fake_start(&server);
    assert_ok(str_printf(&arena, &text, &err,
                         "openai:tiny@http://127.0.0.1:%u/v1", server.port));
    set_model(text);
    return 0;
}

static int end(void **state)
{
    base_close(&base);
    fake_stop(&server);
    return tear_down_bases(state);
}

static struct index_worked work(void)
{
    const struct index_work w = {.base = &base, .tables = tables};
    struct index_worked done;

    assert_ok(index_work(&w, &done, &err));
    return done;
}

static void work_again(void)
{
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, index_jobs_all_stale(&base, &err), &err));
}

/* Rows of prose, so that each is a passage; without an index. */
static void add_rows(void)
{
    struct str was = model();
    struct buf b;

    buf_init(&b, 1 << 20);
    buf_puts(&b, "what,note\n");
    for (int i = 0; i < ROWS; i++)
        buf_printf(&b,
                   "%d,\"The walrus number %d sleeps on the ice of the "
                   "northern sea and nobody wakes it before noon\"\n",
                   i, i);
    write_file("prose.csv", b.p);
    buf_release(&b);
    set_model(STR("none"));
    add("prose.csv");
    set_model(was);
}

static void an_endpoint_is_asked_once_how_long_its_vectors_are(void **state)
{
    struct index ix = INDEX_NONE;
    struct vector_kind kind;
    struct index_worked done;
    unsigned asked;

    (void)state;
    done = work();
    assert_int_equal(done.documents, 3);
    assert_true(done.counts.vectors >= 3);
    assert_int_equal(done.counts.lexical_only, 0);
    assert_true(str_ends(model(), STR("#dimensions=3")));
    asked = server.requests;
    assert_ok(index_open(&base, bases->home, NULL, &ix, &err));
    assert_ok(index_open_model(&ix, &err));
    assert_true(index_kind(&ix, &kind));
    assert_int_equal(kind.dimensions, DIMENSIONS);
    assert_true(str_eq(kind.model, model()));
    index_close(&ix);
    assert_int_equal(server.requests, asked);
    assert_int_equal(work().documents, 0); /* it is the same index */
}

/* Refused when it is opened: words are found without it. */
static void an_endpoint_that_does_not_open_leaves_the_words(void **state)
{
    struct index ix = INDEX_NONE;
    struct vector_kind kind;
    struct index_worked done;

    (void)state;
    fail_from = 0;
    refuse_with = 401;
    done = work();
    assert_int_equal(done.documents, 3);
    assert_int_equal(done.counts.vectors, 0);
    assert_int_equal(done.counts.lexical_only, done.counts.passages);
    assert_ok(index_open(&base, bases->home, NULL, &ix, &err));
    assert_false(index_kind(&ix, &kind));
    assert_int_equal(ix.model_error.code, ERR_UNAUTHORIZED);
    index_close(&ix);
}

/* At whichever request it begins to refuse, no document is ready whose
 * vectors it has not made, all are reported, and later all are ready. */
static void an_endpoint_that_fails_in_a_batch_fails_its_documents(void **state)
{
    struct index_worked done;
    unsigned requests;

    (void)state;
    add_rows();
    done = work();
    assert_int_equal(done.documents, 4);
    assert_true(done.counts.vectors >= ROWS);
    requests = server.requests;
    assert_true(requests > 3);
    for (unsigned at = 0; at <= requests; at++) {
        assert_ok(index_clear(&base, &err));
        fail_from = server.requests + at;
        done = work();
        assert_int_equal(done.documents + done.failed, 4);
        assert_int_equal(done.counts.lexical_only, 0);
        if (done.failed == 0)
            break;
        assert_int_equal(done.first_failure.code, ERR_TOOL_WORKER_UNAVAILABLE);
        assert_true(at < requests);
    }
    assert_int_equal(done.documents, 4);
    fail_from = NEVER;
    work_again();
    done = work();
    assert_int_equal(done.documents, 4);
    assert_int_equal(done.counts.embedded, 0);
    assert_true(done.counts.reused >= ROWS);
}

/* What another model was asked about is asked again. */
static void another_model_makes_all_vectors_anew(void **state)
{
    struct index_worked done = work();
    uint64_t vectors = done.counts.vectors;
    struct str text = {0};

    (void)state;
    assert_ok(str_printf(&arena, &text, &err,
                         "openai:other@http://127.0.0.1:%u/v1", server.port));
    set_model(text);
    done = work();
    assert_int_equal(done.documents, 3);
    assert_int_equal(done.counts.reused, 0);
    assert_int_equal(done.counts.vectors, vectors);
    set_model(STR("none"));
    done = work();
    assert_int_equal(done.documents, 3);
    assert_int_equal(done.counts.vectors, 0);
}

static void ask_for(const char *text)
{
    const struct passage_search q = {.query = str_from(text)};
    struct passage_search_after after;

    assert_ok(bases_search(bases, STR("b"), &q, &after, fresh(), &err));
}

/* Each search as of another process. */
static void an_endpoint_is_asked_once_for_equal_questions(void **state)
{
    unsigned asked;

    (void)state;
    (void)work();
    asked = server.requests;
    for (int i = 0; i < 3; i++) {
        open_bases();
        ask_for("where is the walrus");
    }
    assert_int_equal(server.requests, asked + 1);
    ask_for("where is the other walrus");
    assert_int_equal(server.requests, asked + 2);
    for (int i = 0; i < 300; i++) {
        char text[40];

        (void)snprintf(text, sizeof(text), "question number %d", i);
        ask_for(text);
    }
    asked = server.requests;
    ask_for("question number 299");
    assert_int_equal(server.requests, asked);
    ask_for("where is the walrus"); /* the oldest gave way */
    assert_int_equal(server.requests, asked + 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_endpoint_is_asked_once_how_long_its_vectors_are),
        TEST(an_endpoint_is_asked_once_for_equal_questions),
        TEST(an_endpoint_that_does_not_open_leaves_the_words),
        TEST(an_endpoint_that_fails_in_a_batch_fails_its_documents),
        TEST(another_model_makes_all_vectors_anew),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
