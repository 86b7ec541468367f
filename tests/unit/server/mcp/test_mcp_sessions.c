#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http_request.h"
#include "server/mcp/mcp_sessions.h"

#include <stdio.h>

static const struct mcp_session_owner ana = {.key = 1, .principal = 1};
static const struct mcp_session_owner ben = {.key = 2, .principal = 2};

static struct mcp_http_session *open_one(struct mcp_sessions *s,
                                         struct mcp_session_owner owner)
{
    struct mcp_http_session *x;
    struct error e = {0};

    assert_int_equal(mcp_sessions_open(s, owner, &x, &e), OK);
    return x;
}

static bool is_there(struct mcp_sessions *s, const char *id,
                     struct mcp_session_owner owner)
{
    struct mcp_http_session *x = mcp_sessions_find(s, str_from(id), owner);

    mcp_sessions_leave(s, x);
    return x != NULL;
}

static void a_session_is_found_by_its_owner_alone(void **state)
{
    struct mcp_sessions s;
    struct mcp_http_session *x;

    (void)state;
    mcp_sessions_init(&s);
    x = open_one(&s, ana);
    assert_true(is_there(&s, x->id, ana));
    assert_false(is_there(&s, x->id, ben));
    assert_false(
        is_there(&s, x->id, (struct mcp_session_owner){.key = 1, .place = 1}));
    assert_false(is_there(&s, "", ana));
    mcp_sessions_leave(&s, x);
    mcp_sessions_release(&s);
}

static void an_ended_session_is_gone_but_who_holds_it_may_go_on(void **state)
{
    struct mcp_sessions s;
    struct mcp_http_session *x;

    (void)state;
    mcp_sessions_init(&s);
    x = open_one(&s, ana);
    mcp_sessions_end(&s, x);
    mcp_sessions_end(&s, x);
    assert_false(is_there(&s, x->id, ana));
    assert_int_equal(x->state.phase, MCP_NEW);
    mcp_sessions_leave(&s, x);
    mcp_sessions_release(&s);
}

static void the_one_that_was_not_used_longest_makes_room(void **state)
{
    struct mcp_sessions s;
    char first[REQUEST_SESSION_BYTES] = "";
    char second[REQUEST_SESSION_BYTES] = "";

    (void)state;
    mcp_sessions_init(&s);
    for (int i = 0; i < MCP_SESSIONS_MAX / 2; i++) { /* what one may have */
        struct mcp_http_session *x = open_one(&s, ana);

        if (i < 2)
            (void)snprintf(i ? second : first, sizeof(first), "%s", x->id);
        mcp_sessions_leave(&s, x);
    }
    assert_true(is_there(&s, first, ana)); /* used again */
    mcp_sessions_leave(&s, open_one(&s, ana));
    assert_int_equal(s.n, MCP_SESSIONS_MAX / 2);
    assert_true(is_there(&s, first, ana));
    assert_false(is_there(&s, second, ana));
    mcp_sessions_release(&s);
}

/* Sessions of a new address each, or all of one. */
static void begin_many(struct mcp_sessions *s, bool of_many, bool is_public)
{
    for (unsigned i = 0; i < 2 * MCP_SESSIONS_MAX; i++) {
        const struct mcp_session_owner who = {.key = 3,
                                              .place = 3,
                                              .principal =
                                                  of_many ? 100 + i : 100,
                                              .is_public = is_public};

        mcp_sessions_leave(s, open_one(s, who));
    }
}

static void beginning_thousands_of_sessions_ends_no_one_elses(void **state)
{
    struct mcp_sessions s;

    (void)state;
    for (int way = 0; way < 3; way++) {
        struct mcp_http_session *x;

        mcp_sessions_init(&s);
        x = open_one(&s, ana);
        mcp_sessions_leave(&s, x);
        begin_many(&s, way == 1, way > 0);
        assert_true(s.n <= MCP_SESSIONS_MAX / 2 + 1);
        assert_true(is_there(&s, x->id, ana));
        mcp_sessions_leave(&s, open_one(&s, ben));
        mcp_sessions_release(&s);
    }
}

/* At one exposure who has more than others makes room for them. */
static void of_many_that_are_public_the_greediest_makes_room(void **state)
{
    struct mcp_session_owner who = {.key = 3, .place = 3, .is_public = true};
    struct mcp_sessions s;
    struct mcp_http_session *modest;

    (void)state;
    mcp_sessions_init(&s);
    who.principal = 1;
    modest = open_one(&s, who);
    mcp_sessions_leave(&s, modest);
    for (unsigned i = 0; i < MCP_SESSIONS_MAX; i++) {
        who.principal = 2 + i % 2;
        mcp_sessions_leave(&s, open_one(&s, who));
    }
    who.principal = 1;
    assert_true(is_there(&s, modest->id, who));
    mcp_sessions_release(&s);
}

static void a_caller_with_all_sessions_in_use_is_asked_to_wait(void **state)
{
    static struct mcp_http_session *held[MCP_SESSIONS_MAX / 2];
    struct mcp_sessions s;
    struct mcp_http_session *x;
    struct error e = {0};

    (void)state;
    mcp_sessions_init(&s);
    for (size_t i = 0; i < COUNT_OF(held); i++)
        held[i] = open_one(&s, ana);
    assert_int_equal(mcp_sessions_open(&s, ana, &x, &e), ERR_RATE_LIMITED);
    assert_int_equal(e.retry_s, 1);
    mcp_sessions_leave(&s, open_one(&s, ben));
    for (size_t i = 0; i < COUNT_OF(held); i++)
        mcp_sessions_leave(&s, held[i]);
    mcp_sessions_release(&s);
}

static void what_is_idle_goes_and_what_is_in_use_stays(void **state)
{
    struct mcp_sessions s;
    struct mcp_http_session *held;
    struct mcp_http_session *left;
    char id[REQUEST_SESSION_BYTES];

    (void)state;
    mcp_sessions_init(&s);
    held = open_one(&s, ana);
    left = open_one(&s, ana);
    (void)snprintf(id, sizeof(id), "%s", left->id);
    mcp_sessions_leave(&s, left);
    s.idle_ms = 0;
    assert_false(is_there(&s, id, ana));
    assert_true(is_there(&s, held->id, ana));
    mcp_sessions_leave(&s, held);
    mcp_sessions_release(&s);
}

static void a_request_is_stopped_by_its_id_or_with_its_session(void **state)
{
    const struct rpc_id one = {JSON_NUMBER, STR("1")};
    const struct rpc_id two = {JSON_NUMBER, STR("2")};
    static struct made_request a;
    static struct made_request b;
    struct inflight_request first = {.id = one, .request = &a.request};
    struct inflight_request again = {.id = one, .request = &b.request};
    struct inflight_request second = {.id = two, .request = &b.request};
    struct mcp_sessions s;
    struct mcp_http_session *x;
    struct error e = {0};

    (void)state;
    mcp_sessions_init(&s);
    made_request_init(&a, "POST");
    made_request_init(&b, "POST");
    x = open_one(&s, ana);
    assert_int_equal(mcp_sessions_begin(&s, x, &first, &e), OK);
    assert_int_equal(mcp_sessions_begin(&s, x, &again, &e), ERR_CONFLICT);
    assert_int_equal(mcp_sessions_begin(&s, x, &second, &e), OK);
    mcp_sessions_cancel(&s, x, one);
    assert_true(atomic_load(a.request.gone));
    assert_false(atomic_load(b.request.gone));
    mcp_sessions_end(&s, x);
    assert_true(atomic_load(b.request.gone));
    mcp_sessions_finish(&s, x, &first);
    mcp_sessions_finish(&s, x, &second);
    made_request_init(&a, "POST");
    assert_int_equal(mcp_sessions_begin(&s, x, &first, &e), OK);
    assert_true(atomic_load(a.request.gone)); /* begun after the end */
    mcp_sessions_finish(&s, x, &first);
    mcp_sessions_leave(&s, x);
    mcp_sessions_release(&s);
}

/* Requests have connections of their own, and wait for threads. */
static void a_request_that_comes_after_its_cancel_is_stopped(void **state)
{
    const struct rpc_id number = {JSON_NUMBER, STR("1")};
    const struct rpc_id text = {JSON_STRING, STR("1")};
    static struct made_request a;
    struct inflight_request f = {.id = text, .request = &a.request};
    struct mcp_sessions s;
    struct mcp_http_session *x;
    struct error e = {0};

    (void)state;
    mcp_sessions_init(&s);
    made_request_init(&a, "POST");
    x = open_one(&s, ana);
    mcp_sessions_cancel(&s, x, number);
    assert_int_equal(mcp_sessions_begin(&s, x, &f, &e), OK);
    assert_false(atomic_load(a.request.gone));
    mcp_sessions_finish(&s, x, &f);
    f.id = number;
    assert_int_equal(mcp_sessions_begin(&s, x, &f, &e), OK);
    assert_true(atomic_load(a.request.gone));
    mcp_sessions_finish(&s, x, &f);
    /* Of one that is done there is nothing to stop. */
    mcp_sessions_cancel(&s, x, number);
    made_request_init(&a, "POST");
    assert_int_equal(mcp_sessions_begin(&s, x, &f, &e), OK);
    assert_false(atomic_load(a.request.gone));
    mcp_sessions_finish(&s, x, &f);
    mcp_sessions_leave(&s, x);
    mcp_sessions_release(&s);
}

static bool is_ana(void *ctx, uint64_t key)
{
    (void)ctx;
    return key == ana.key;
}

static void a_token_that_opens_nothing_ends_its_sessions(void **state)
{
    struct mcp_sessions s;
    struct mcp_http_session *a;
    struct mcp_http_session *b;

    (void)state;
    mcp_sessions_init(&s);
    a = open_one(&s, ana);
    b = open_one(&s, ben);
    mcp_sessions_sweep(&s, is_ana, NULL);
    assert_true(is_there(&s, a->id, ana));
    assert_false(is_there(&s, b->id, ben));
    mcp_sessions_leave(&s, a);
    mcp_sessions_leave(&s, b);
    mcp_sessions_release(&s);
}

#define THREADS 4
#define TURNS   200

static void *use(void *sessions)
{
    struct mcp_sessions *s = sessions;
    struct made_request made;

    for (int i = 0; i < TURNS; i++) {
        struct inflight_request f = {.id = {JSON_NUMBER, STR("1")},
                                     .request = &made.request};
        struct mcp_http_session *x;
        struct error e = {0};

        made_request_init(&made, "POST");
        if (mcp_sessions_open(s, ana, &x, &e))
            continue;
        if (mcp_sessions_begin(s, x, &f, &e) == OK)
            mcp_sessions_finish(s, x, &f);
        if (i % 2)
            mcp_sessions_end(s, x);
        mcp_sessions_leave(s, x);
    }
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    struct mcp_sessions s;
    pthread_t threads[THREADS];

    (void)state;
    mcp_sessions_init(&s);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use, &s), 0);
    for (int i = 0; i < THREADS; i++)
        (void)pthread_join(threads[i], NULL);
    assert_int_equal(s.n, THREADS * TURNS / 2);
    mcp_sessions_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_is_found_by_its_owner_alone),
        cmocka_unit_test(an_ended_session_is_gone_but_who_holds_it_may_go_on),
        cmocka_unit_test(the_one_that_was_not_used_longest_makes_room),
        cmocka_unit_test(beginning_thousands_of_sessions_ends_no_one_elses),
        cmocka_unit_test(of_many_that_are_public_the_greediest_makes_room),
        cmocka_unit_test(a_caller_with_all_sessions_in_use_is_asked_to_wait),
        cmocka_unit_test(what_is_idle_goes_and_what_is_in_use_stays),
        cmocka_unit_test(a_request_is_stopped_by_its_id_or_with_its_session),
        cmocka_unit_test(a_request_that_comes_after_its_cancel_is_stopped),
        cmocka_unit_test(a_token_that_opens_nothing_ends_its_sessions),
        cmocka_unit_test(threads_do_not_meet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
