#include "answer/model_prose.h"

#include "models/http_client/endpoint_fixture.h"

#include "base/torture.h"

#define PASSAGES 2

static const struct model_prose_passage passages[PASSAGES] = {
    {.title = {"a.md", 4}, .text = {"The fee is 25 euros.", 20}},
    {.title = {"b.md", 4}, .text = {"Dogs are welcome.", 17}}};

static struct chat *chat;
static struct model_prose prose;
static char taken[4096]; /* the sentences, a line each */

static bool take(void *ctx, const struct model_prose_sentence *s)
{
    const size_t n = strlen(taken);

    (void)ctx;
    (void)snprintf(taken + n, sizeof(taken) - n, "%.*s\n", STR_FMT(s->text));
    return true;
}

/* An answer of these sentences, as a stream of one event with all of it. */
static struct fake_reply reply(const char *sentences)
{
    struct jsonw w;
    struct buf said;
    struct buf b;
    struct str body;

    buf_init(&said, 1 << 20);
    buf_printf(&said, "{\"sentences\":[%s]}", sentences);
    buf_init(&b, 2 << 20);
    buf_puts(&b, "data: {\"choices\":[{\"delta\":{\"content\":");
    jsonw_init(&w, &b);
    jsonw_str(&w, buf_str(&said));
    buf_puts(&b, "},\"finish_reason\":null}]}\n\n"
                 "data: {\"choices\":[{\"delta\":{},\"finish_reason\":"
                 "\"stop\"}]}\n\ndata: [DONE]\n\n");
    assert_int_equal(buf_dup(&b, &arena, &body, &err), OK);
    buf_release(&b);
    buf_release(&said);
    return (struct fake_reply){200, "Content-Type: text/event-stream\r\n", body,
                               FAKE_WHOLE};
}

static enum err ask(void *ctx, struct arena *a, struct error *e)
{
    const struct model_prose_request r = {.chat = chat,
                                          .question = STR("what is the fee?"),
                                          .passages = passages,
                                          .n = PASSAGES,
                                          .take = take,
                                          .ctx = ctx};

    taken[0] = '\0';
    return model_prose_ask(&r, a, &prose, e);
}

static void open_chat(const struct fake_reply *script)
{
    const struct endpoint_options how = options();

    serve(script, 1);
    assert_int_equal(chat_open(spec("openai:", ""), &how, &chat, &err), OK);
}

static void close_chat(void)
{
    chat_close(chat);
    fake_stop(&server);
}

static void sentences_that_cite_a_passage_are_taken(void **state)
{
    const struct fake_reply script[] = {
        reply("{\"text\":\"It is 25 euros.\",\"from\":[1]},"
              "{\"text\":\"Who knows.\",\"from\":[9]}")};

    (void)state;
    open_chat(script);
    assert_int_equal(ask(NULL, &arena, &err), OK);
    assert_string_equal(taken, "It is 25 euros.\n");
    assert_int_equal(prose.dropped, 1);
    close_chat();
}

/* 70,000 characters were more than a buffer had, and what was read then was no
 * text. */
static void a_sentence_of_any_length_is_dropped_and_the_others_stay(
    void **state)
{
    static char text[200001];
    struct buf b;

    (void)state;
    for (size_t n = 600; n < sizeof(text); n *= 5) {
        struct fake_reply script[1];

        memset(text, 'a', n);
        text[n] = '\0';
        buf_init(&b, 1 << 20);
        buf_printf(&b,
                   "{\"text\":\"First.\",\"from\":[1]},"
                   "{\"text\":\"%s\\n[1]\",\"from\":[1]},"
                   "{\"text\":\"Last.\",\"from\":[2]}",
                   text);
        script[0] = reply(b.p);
        open_chat(script);
        assert_int_equal(ask(NULL, &arena, &err), OK);
        if (n > MODEL_PROSE_MAX_CHARS)
            assert_string_equal(taken, "First.\nLast.\n");
        close_chat();
        buf_release(&b);
    }
}

static void each_allocation_may_fail(void **state)
{
    const struct fake_reply script[] = {
        reply("{\"text\":\"It is 25 euros [1].\",\"from\":[1]},"
              "{\"text\":\"Dogs may come. Cats, too.\",\"from\":[2,1]}")};

    (void)state;
    open_chat(script);
    (void)torture(FAULT_ARENA, ask, NULL);
    assert_string_equal(taken, "It is 25 euros.\nDogs may come.\nCats, too.\n");
    close_chat();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(sentences_that_cite_a_passage_are_taken),
        ENDPOINT_TEST(a_sentence_of_any_length_is_dropped_and_the_others_stay),
        ENDPOINT_TEST(each_allocation_may_fail),
    };

    return cmocka_run_group_tests_name("prose", tests, NULL, NULL);
}
