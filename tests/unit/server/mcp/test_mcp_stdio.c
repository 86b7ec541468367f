#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/mcp/mcp_stdio.h"

#include "session.h"

#include <signal.h>
#include <unistd.h>

#define PING "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
#define PONG "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"

/* A server's input and output as pipes; the near ends are the client's. */
struct wire {
    int in[2];
    int out[2];
    struct mcp_options options;
};

static void wire_open(struct wire *w)
{
    assert_int_equal(pipe(w->in), 0);
    assert_int_equal(pipe(w->out), 0);
    w->options = (struct mcp_options){.offer = &session_offer,
                                      .grant = &grant_local,
                                      .in_fd = w->in[0],
                                      .out_fd = w->out[1]};
}

static void send_text(struct wire *w, const char *text)
{
    assert_int_equal(write(w->in[1], text, strlen(text)), strlen(text));
}

/* Serve what was sent; the answers, which fit a pipe. */
static const char *serve(struct wire *w)
{
    static char got[65536];
    struct error e = {0};
    ssize_t n;

    assert_int_equal(mcp_serve_stdio(&w->options, &e), OK);
    (void)close(w->out[1]);
    n = read(w->out[0], got, sizeof(got) - 1);
    assert_true(n >= 0);
    got[n] = '\0';
    (void)close(w->in[0]);
    (void)close(w->out[0]);
    return got;
}

static void the_end_of_input_ends_after_the_last_answer(void **state)
{
    struct wire w;
    const char *got;

    (void)state;
    wire_open(&w);
    send_text(&w, INITIALIZE("2025-11-25") "\n");
    send_text(&w, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
                  "\"params\":{\"name\":\"echo\"}}");
    (void)close(w.in[1]);
    got = serve(&w);
    assert_non_null(strstr(got, "\"id\":7,\"result\""));
}

static void blank_lines_are_no_messages(void **state)
{
    struct wire w;

    (void)state;
    wire_open(&w);
    send_text(&w, "\n\r\n  \t\n" PING);
    (void)close(w.in[1]);
    assert_string_equal(serve(&w), PONG);
}

static void a_signal_ends_while_input_is_open(void **state)
{
    struct wire w;

    (void)state;
    wire_open(&w);
    send_text(&w, INITIALIZE("2025-11-25") "\n");
    send_text(&w, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
                  "\"params\":{\"name\":\"end\"}}\n");
    assert_non_null(strstr(serve(&w), "\"protocolVersion\""));
    (void)close(w.in[1]);
}

static void a_signal_that_came_before_counts_too(void **state)
{
    atomic_bool stop;
    struct wire w;

    (void)state;
    atomic_init(&stop, true);
    wire_open(&w);
    w.options.stop = &stop;
    send_text(&w, PING);
    assert_string_equal(serve(&w), "");
    (void)close(w.in[1]);
}

static void a_client_that_left_ends_the_server(void **state)
{
    struct error e = {0};
    struct wire w;

    (void)state;
    wire_open(&w);
    (void)close(w.out[0]);
    send_text(&w, PING PING);
    assert_int_equal(mcp_serve_stdio(&w.options, &e), OK);
    (void)close(w.in[0]);
    (void)close(w.in[1]);
    (void)close(w.out[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_input_ends_after_the_last_answer),
        cmocka_unit_test(blank_lines_are_no_messages),
        cmocka_unit_test(a_signal_ends_while_input_is_open),
        cmocka_unit_test(a_signal_that_came_before_counts_too),
        cmocka_unit_test(a_client_that_left_ends_the_server),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
