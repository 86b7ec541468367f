#include "ask/llm_planner/planner.h"

#include "models/http_client/endpoint_fixture.h"

#include "ask/orders_fixture.h"

#include "base/torture.h"

#define COUNT                                                            \
    "{\"plan\":\"spec\",\"table\":\"orders.csv\",\"spec\":{\"kind\":"    \
    "\"aggregate\",\"measures\":[{\"agg\":\"count\",\"column\":null}]}," \
    "\"sql\":null,\"reason\":\"\"}"
#define SQL(text)                                                       \
    "{\"plan\":\"sql\",\"table\":\"orders.csv\",\"spec\":null,\"sql\":" \
    "\"" text "\",\"reason\":\"\"}"

static struct ask_result planned;
static struct planner_log plan_log;
static unsigned runs;

/* Whatever holds "bad" fails; "gone" fails so that no plan can mend it. */
static enum err run(void *ctx, const struct ask_result *r, struct error *e)
{
    (void)ctx;
    runs++;
    if (str_find(r->sql, STR("gone")) < r->sql.n)
        return error_set(e, ERR_TIMEOUT, "the query took too long");
    if (str_find(r->sql, STR("bad")) < r->sql.n)
        return error_set(e, ERR_VALIDATION_FAILED, "column 'bad' not found");
    return OK;
}

/* An Anthropic answer with this plan. */
static struct fake_reply reply(const char *plan)
{
    struct str body;

    assert_int_equal(str_printf(&arena, &body, &err,
                                "{\"content\":[{\"type\":\"tool_use\","
                                "\"input\":%s}],\"stop_reason\":\"tool_use\"}",
                                plan),
                     OK);
    return (struct fake_reply){200, NULL, body, 0};
}

static enum err ask(const struct fake_reply *script, size_t n, bool values)
{
    const struct endpoint_options how = options();
    struct planner p = {.values = values};
    struct planner_question q = {
        .schema = schema_of(ORDERS, "orders.csv", &arena),
        .question = STR("how many orders from Madrid had trouble?"),
        .run = run};
    struct chat *chat = NULL;
    enum err rc;

    err = (struct error){0};
    runs = 0;
    planned = (struct ask_result){.outcome = ASK_CLARIFY};
    serve(script, n);
    assert_int_equal(chat_open(spec("anthropic:", ""), &how, &chat, &err), OK);
    p.chat = chat;
    rc = planner_ask(&p, &q, &arena, &planned, &plan_log, &err);
    chat_close(chat);
    fake_stop(&server);
    return rc;
}

static void a_plan_that_runs_is_taken(void **state)
{
    const struct fake_reply script[] = {reply(COUNT)};

    (void)state;
    assert_int_equal(ask(script, 1, false), OK);
    assert_int_equal(planned.outcome, ASK_ANSWERABLE);
    assert_true(
        str_is(planned.sql, "SELECT count(*) AS \"count\" FROM \"data\""));
    assert_int_equal(plan_log.n, 1);
    assert_int_equal(plan_log.round[0].wrong.n, 0);
    assert_int_equal(runs, 1);
}

static void what_was_sent_is_kept_byte_for_byte(void **state)
{
    const struct fake_reply script[] = {reply(SQL("SELECT bad")), reply(COUNT)};

    (void)state;
    assert_int_equal(ask(script, 2, false), OK);
    assert_int_equal(plan_log.n, 2);
    assert_true(str_eq(plan_log.round[1].sent, server.body));
}

static void what_was_wrong_goes_back_to_the_model(void **state)
{
    const struct fake_reply script[] = {reply(SQL("SELECT bad")), reply(COUNT)};
    struct str second;

    (void)state;
    assert_int_equal(ask(script, 2, false), OK);
    second = plan_log.round[1].sent;
    assert_true(str_find(second, STR("column 'bad' not found")) < second.n);
    assert_true(str_find(second, STR("SELECT bad")) < second.n);
    assert_int_equal(planned.outcome, ASK_ANSWERABLE);
    assert_int_equal(runs, 2);
}

static void after_two_repairs_there_is_no_plan(void **state)
{
    const struct fake_reply script[] = {
        reply(SQL("SELECT bad")), reply("{\"plan\":\"spec\"}"), reply("{}")};

    (void)state;
    assert_int_equal(ask(script, 3, false), OK);
    assert_int_equal(server.requests, 3);
    assert_int_equal(planned.outcome, ASK_CLARIFY);
    assert_true(plan_log.reason.n > 0);
}

static void none_and_a_refusal_leave_the_question_open(void **state)
{
    const struct fake_reply none[] = {
        reply("{\"plan\":\"none\",\"reason\":\"no column tells of trouble\"}")};
    const struct fake_reply refusal[] = {
        {200, NULL, STR("{\"content\":[],\"stop_reason\":\"refusal\"}"), 0}};

    (void)state;
    assert_int_equal(ask(none, 1, false), OK);
    assert_true(str_is(plan_log.reason, "no column tells of trouble"));
    assert_int_equal(planned.outcome, ASK_CLARIFY);
    assert_int_equal(ask(refusal, 1, false), OK);
    assert_true(plan_log.reason.n > 0);
    assert_int_equal(runs, 0);
}

static void what_no_plan_can_mend_is_an_error(void **state)
{
    const struct fake_reply slow[] = {reply(SQL("SELECT gone")), reply(COUNT)};
    const struct fake_reply down[] = {{400, NULL, STR("{}"), 0}};
    const struct fake_reply cut[] = {
        {200, NULL, STR("{\"content\":[{\"typ"), FAKE_CUT}};

    (void)state;
    assert_int_equal(ask(slow, 2, false), ERR_TIMEOUT);
    assert_int_equal(server.requests, 1);
    assert_int_equal(ask(down, 1, false), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(ask(cut, 1, false), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(planned.outcome, ASK_CLARIFY);
}

static void no_value_is_sent_unless_allowed(void **state)
{
    const struct fake_reply script[] = {reply(COUNT)};

    (void)state;
    assert_int_equal(ask(script, 1, false), OK);
    assert_true(str_find(server.body, STR("Acme")) == server.body.n);
    assert_true(str_find(server.body, STR("Oslo")) == server.body.n);
    assert_true(str_find(server.body, STR("customer_name")) < server.body.n);
    assert_true(str_find(server.body, STR("2022-01-03")) < server.body.n);
    assert_int_equal(ask(script, 1, true), OK);
    assert_true(str_find(server.body, STR("Acme")) < server.body.n);
}

static void what_the_model_assumes_is_kept(void **state)
{
    const struct fake_reply script[] = {
        reply("{\"plan\":\"spec\",\"table\":\"orders.csv\",\"spec\":{"
              "\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
              "\"column\":null}]},\"sql\":null,\"reason\":\" each order is "
              "one row \"}")};

    (void)state;
    assert_int_equal(ask(script, 1, false), OK);
    assert_int_equal(plan_log.reason.n, 0);
    assert_true(str_is(plan_log.caveat, "each order is one row"));
}

static void samples_of_long_columns_are_values_too(void **state)
{
    const struct fake_reply script[] = {reply(COUNT)};

    (void)state;
    assert_int_equal(ask(script, 1, false), OK);
    assert_true(str_find(server.body, STR("urgent gift")) == server.body.n);
    assert_int_equal(ask(script, 1, true), OK);
    assert_true(str_find(server.body, STR("urgent gift")) < server.body.n);
}

/* The model sees what a value says, and its plan is checked all the same. */
static void an_injected_plan_reaches_nothing(void **state)
{
    const struct fake_reply script[] = {
        reply("{\"plan\":\"sql\",\"table\":\"/etc/passwd\",\"sql\":\"SELECT *"
              "\"}"),
        reply("{\"plan\":\"spec\",\"table\":\"orders.csv\",\"spec\":{\"kind\":"
              "\"rows\",\"filters\":[{\"column\":\"units\",\"op\":\"=\","
              "\"values\":[\"0) UNION SELECT\"]}]}}"),
        reply("{\"plan\":\"none\",\"reason\":\"\"}")};

    (void)state;
    assert_int_equal(ask(script, 3, true), OK);
    assert_int_equal(runs, 0);
    assert_int_equal(planned.outcome, ASK_CLARIFY);
}

struct tortured {
    struct chat *chat;
    const struct ask_schema *schema;
};

static enum err ask_tortured(void *ctx, struct arena *a, struct error *e)
{
    const struct tortured *x = ctx;
    const struct planner p = {.chat = x->chat, .values = true};
    const struct planner_question q = {
        .schema = x->schema,
        .question = STR("how many orders from Madrid had trouble?"),
        .run = run};
    struct ask_result result = {.outcome = ASK_CLARIFY};
    struct planner_log log;
    enum err rc = planner_ask(&p, &q, a, &result, &log, e);

    if (rc == OK && log.reason.n == 0)
        assert_int_equal(result.outcome, ASK_ANSWERABLE);
    return rc;
}

static void each_allocation_may_fail(void **state)
{
    const struct endpoint_options how = options();
    const struct fake_reply script[] = {reply(COUNT)};
    struct tortured x = {.schema = schema_of(ORDERS, "orders.csv", &arena)};

    (void)state;
    serve(script, 1);
    assert_int_equal(chat_open(spec("anthropic:", ""), &how, &x.chat, &err),
                     OK);
    (void)torture(FAULT_ARENA, ask_tortured, &x);
    (void)torture(FAULT_MEMORY, ask_tortured, &x);
    chat_close(x.chat);
    fake_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(a_plan_that_runs_is_taken),
        ENDPOINT_TEST(what_was_sent_is_kept_byte_for_byte),
        ENDPOINT_TEST(what_was_wrong_goes_back_to_the_model),
        ENDPOINT_TEST(after_two_repairs_there_is_no_plan),
        ENDPOINT_TEST(none_and_a_refusal_leave_the_question_open),
        ENDPOINT_TEST(what_no_plan_can_mend_is_an_error),
        ENDPOINT_TEST(no_value_is_sent_unless_allowed),
        ENDPOINT_TEST(what_the_model_assumes_is_kept),
        ENDPOINT_TEST(samples_of_long_columns_are_values_too),
        ENDPOINT_TEST(an_injected_plan_reaches_nothing),
        ENDPOINT_TEST(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
