/*
 * The worker's side of the conversation: worker_run() in a child, spoken to
 * frame by frame as a parent would, and as one would that lost its mind.
 */
#include "base/fs_fixture.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/wire.h"
#include "engine/worker/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>

/* Runs until it is interrupted. */
#define ENDLESS                                                           \
    "{\"op\":\"query\",\"sql\":\"SELECT count(*) FROM range(1000000) a, " \
    "range(1000000) b, data WHERE a.range + b.range + n = -1\","          \
    "\"window_rows\":10,\"window_offset\":0}"

#define SUM                                                  \
    "{\"op\":\"query\",\"sql\":\"SELECT sum(n) FROM data\"," \
    "\"window_rows\":10,\"window_offset\":0}"

static pid_t worker;
static int sock = -1;
static struct buf frame_bytes;
static struct wire_frame got;

/* A worker in a child, its socket where it expects it. */
static void start_worker(void)
{
    const struct worker_start start = {
        .sock = 3, .memory_bytes = (uint64_t)512 << 20, .threads = 2};
    int pair[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair),
                     0);
    worker = fork();
    if (worker == 0) {
        if (dup2(pair[1], start.sock) < 0 ||
            close_range((unsigned)start.sock + 1, ~0U, 0) != 0)
            _exit(99);
        (void)signal(SIGPIPE, SIG_IGN);
        _exit(worker_run(&start));
    }
    assert_true(worker > 0);
    (void)close(pair[1]);
    sock = pair[0];
}

static int exit_status(void)
{
    int status = -1;

    assert_int_equal(waitpid(worker, &status, 0), worker);
    worker = 0;
    fs_close(&sock);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* The parent goes away; the worker must follow. */
static void leave_worker(void)
{
    fs_close(&sock);
    assert_int_equal(exit_status(), 0);
}

static void send_fd(enum wire_kind kind, uint32_t id, const char *text, int fd)
{
    const struct wire_frame f = {
        .kind = kind, .id = id, .payload = str_from(text), .fd = fd};
    const struct wire_wait w = {.deadline_ms = clock_ms() + 600000};

    assert_int_equal(wire_send(sock, &f, &w, &err), OK);
}

static void send_text(enum wire_kind kind, uint32_t id, const char *text)
{
    send_fd(kind, id, text, -1);
}

static enum err receive(void)
{
    const struct wire_wait w = {.deadline_ms = clock_ms() + 600000};

    return wire_receive(sock, &frame_bytes, &got, &w, &err);
}

static void expect(enum wire_kind kind, uint32_t id, const char *part)
{
    assert_int_equal(receive(), OK);
    if (got.kind != kind || got.id != id || !strstr(got.payload.p, part))
        fail_msg("kind %d id %u: %s", (int)got.kind, got.id, got.payload.p);
}

static void assign(const char *mode, const char *database, const char *work)
{
    struct str text;

    start_worker();
    expect(WIRE_READY, 0, "\"duckdb\":\"" DUCKDB_PINNED_VERSION "\"");
    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"mode\":\"%s\",\"databases\":[%s%s%s],"
                                "\"folder\":\"%s\",\"memory_bytes\":%d}",
                                mode, *database ? "{\"path\":\"" : "", database,
                                *database ? "\"}" : "", work, 512 << 20),
                     OK);
    send_text(WIRE_ASSIGN, 1, text.p);
}

static void start_ingest(void)
{
    assign("ingest", "", folder);
    expect(WIRE_RESULT, 1, "{}");
}

/* The table that query workers are given: the numbers 1 to 3. */
static void make_table(void)
{
    int fd;

    start_ingest();
    write_file("f.csv", "n\n1\n2\n3\n");
    fd = open(in("f.csv"), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    send_fd(WIRE_REQUEST, 2,
            "{\"op\":\"ingest\",\"encoding\":\"\",\"delimiter\":\"\"}", fd);
    (void)close(fd);
    do
        assert_int_equal(receive(), OK);
    while (got.kind == WIRE_PROGRESS);
    assert_int_equal(got.kind, WIRE_RESULT);
    leave_worker();
}

static void start_query(void)
{
    if (access(in("table.duckdb"), F_OK) != 0)
        make_table();
    assign("query", in("table.duckdb"), "");
    expect(WIRE_RESULT, 1, "{}");
}

static int set_up_worker(void **state)
{
    log_set_level(LOG_LEVEL_OFF);
    buf_init(&frame_bytes, WIRE_MAX_PAYLOAD);
    return set_up(state);
}

static int tear_down_worker(void **state)
{
    if (worker > 0) {
        (void)kill(worker, SIGKILL);
        (void)exit_status();
    }
    fs_close(&sock);
    buf_release(&frame_bytes);
    return tear_down(state);
}

static void a_worker_says_what_it_is_and_waits(void **state)
{
    (void)state;
    start_worker();
    expect(WIRE_READY, 0, "\"version\":\"" QUARRY_VERSION "\"");
    assert_non_null(strstr(got.payload.p, "\"sandbox_whole\":true"));
    fs_close(&sock); /* a parent that leaves before it assigns */
    assert_int_equal(exit_status(),
                     err_exit_status(ERR_TOOL_WORKER_UNAVAILABLE));
}

static void a_worker_answers_by_id_one_after_the_other(void **state)
{
    (void)state;
    start_query();
    for (uint32_t id = 2; id < 6; id++) {
        send_text(WIRE_REQUEST, id * 1000, SUM);
        expect(WIRE_RESULT, id * 1000, "[[6]]");
    }
    leave_worker();
}

static void a_bad_request_is_an_error_and_no_end(void **state)
{
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "{\"op\":1}",
        "{\"op\":\"drop\"}",
        "null",
        "\"\\u0000\"",
        "{\"op\":\"query\"}",
        "{\"op\":\"ingest\",\"encoding\":\"\",\"delimiter\":\"\"}",
        "{\"op\":\"export\",\"sql\":\"\",\"format\":\"csv\"}"};

    (void)state;
    start_query();
    for (uint32_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        send_text(WIRE_REQUEST, i + 10, bad[i]);
        expect(WIRE_ERROR, i + 10, "\"code\":\"VALIDATION_FAILED\"");
    }
    send_text(WIRE_REQUEST, 99, SUM);
    expect(WIRE_RESULT, 99, "[[6]]");
}

static void an_ingest_worker_runs_no_sql(void **state)
{
    (void)state;
    start_ingest();
    send_text(WIRE_REQUEST, 2, SUM);
    expect(WIRE_ERROR, 2, "this worker has no such operation");
    send_text(WIRE_REQUEST, 3,
              "{\"op\":\"ingest\",\"encoding\":\"\",\"delimiter\":\"\"}");
    expect(WIRE_ERROR, 3, "the request came without its file");
}

static void a_refused_assignment_is_reported_and_ends_the_worker(void **state)
{
    static const struct {
        const char *mode, *database, *folder, *code;
    } bad[] = {{"admin", "", "", "VALIDATION_FAILED"},
               {"query", "", "", "VALIDATION_FAILED"},
               {"ingest", "", "", "VALIDATION_FAILED"},
               {"query", "/x", "/tmp", "VALIDATION_FAILED"},
               {"query", "/x\"},{\"path\":\"", "", "VALIDATION_FAILED"},
               {"ingest", "/x", "/tmp", "VALIDATION_FAILED"}};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assign(bad[i].mode, bad[i].database, bad[i].folder);
        expect(WIRE_ERROR, 1, bad[i].code);
        assert_int_equal(exit_status(), err_exit_status(ERR_VALIDATION_FAILED));
    }
    start_worker();
    expect(WIRE_READY, 0, "");
    send_text(WIRE_ASSIGN, 1, "{\"mode\":");
    expect(WIRE_ERROR, 1, "VALIDATION_FAILED");
    assert_int_equal(exit_status(), err_exit_status(ERR_VALIDATION_FAILED));
}

static void a_database_that_is_none_is_reported_without_its_path(void **state)
{
    (void)state;
    write_file("no.duckdb", "no database");
    assign("query", in("no.duckdb"), "");
    expect(WIRE_ERROR, 1, "\"code\":\"FILE_READ_FAILED\"");
    assert_null(strstr(got.payload.p, folder));
    assert_int_equal(exit_status(), err_exit_status(ERR_FILE_READ_FAILED));
}

static void an_unexpected_message_ends_the_worker(void **state)
{
    (void)state;
    start_worker();
    expect(WIRE_READY, 0, "");
    send_text(WIRE_REQUEST, 1, SUM); /* before the assignment */
    assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(exit_status(),
                     err_exit_status(ERR_TOOL_WORKER_UNAVAILABLE));
    start_query();
    send_text(WIRE_ASSIGN, 2, "{}"); /* a second one */
    assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(exit_status(), 0);
    start_query();
    send_text(WIRE_REQUEST, 2, ENDLESS);
    send_text(WIRE_REQUEST, 3, SUM); /* two at once */
    assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(exit_status(), 1);
    start_query();
    assert_int_equal(write(sock, "GET / HTTP/1.1\r\n\r\n", 18), 18);
    assert_int_equal(receive(), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(exit_status(), 0);
}

static void a_worker_does_not_outlive_its_parent(void **state)
{
    (void)state;
    start_query();
    leave_worker();
    start_query();
    send_text(WIRE_REQUEST, 2, ENDLESS);
    leave_worker();
}

static void a_cancel_ends_the_request_it_names_and_no_other(void **state)
{
    (void)state;
    start_query();
    send_text(WIRE_CANCEL, 7, "{}");
    send_text(WIRE_REQUEST, 8, SUM);
    expect(WIRE_RESULT, 8, "[[6]]");
    send_text(WIRE_REQUEST, 9, ENDLESS);
    send_text(WIRE_CANCEL, 8, "");
    send_text(WIRE_CANCEL, 9, "");
    expect(WIRE_ERROR, 9, "\"code\":\"TIMEOUT\"");
    send_text(WIRE_REQUEST, 10, SUM);
    expect(WIRE_RESULT, 10, "[[6]]");
}

/* Hand a document over and expect an answer of this kind. */
static void send_document(uint32_t id, struct str bytes, const char *request)
{
    int fd;

    assert_int_equal(fs_write_atomic(in("doc"), "doc", bytes, false, &err), OK);
    fd = open(in("doc"), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    send_fd(WIRE_REQUEST, id, request, fd);
    (void)close(fd);
}

static void a_document_becomes_a_file_of_sections(void **state)
{
    struct str text;

    (void)state;
    start_ingest();
    send_document(2, STR("# One\n\ntext\n\n## Two {#second}\n"),
                  "{\"op\":\"sections\",\"format\":\"markdown\"}");
    expect(WIRE_RESULT, 2, "\"lines\":5,\"sections\":2,\"blocks\":1,");
    assert_int_equal(fs_read_file(in("sections.json"), "sections.json", 1 << 20,
                                  &arena, &text, &err),
                     OK);
    assert_non_null(strstr(text.p, "\"id\":\"second\",\"id_explicit\":true,"
                                   "\"range\":[5,5,13,30]"));
    assert_int_not_equal(access(in("text.txt"), F_OK), 0);
    leave_worker();
}

static void a_document_in_another_encoding_leaves_its_text(void **state)
{
    (void)state;
    start_ingest();
    send_document(2, STR("# \xC4\r\n"),
                  "{\"op\":\"sections\",\"format\":\"auto\","
                  "\"encoding\":\"windows-1252\",\"id_style\":\"mkdocs\"}");
    expect(WIRE_RESULT, 2, "\"text_is_source\":false,\"title\":\"Ä\"");
    assert_holds("text.txt", "# Ä\r\n");
    send_document(3, STR(">"), "{\"op\":\"sections\",\"format\":\"pdf\"}");
    expect(WIRE_ERROR, 3, "no such format of a document");
    send_text(WIRE_REQUEST, 4, "{\"op\":\"sections\"}");
    expect(WIRE_ERROR, 4, "without its file");
    leave_worker();
}

static void fields_of_records_become_a_file_of_texts(void **state)
{
    (void)state;
    assign("parse", "", folder);
    expect(WIRE_RESULT, 1, "{}");
    send_document(2,
                  STR("\xEF\xBB\xBF{\"_id\":\"1e5\",\"text\":\"a\\nb\"}\n"
                      "{\"_id\":\"007\"}\n"),
                  "{\"op\":\"fields\",\"names\":[\"_id\",\"text\"]}");
    expect(WIRE_RESULT, 2, "{\"records\":2}");
    assert_holds("fields.jsonl", "[1,\"1e5\",\"a\\nb\"]\n[2,\"007\",null]\n");
    send_document(3, STR("1e5\t007\n"), "{\"op\":\"fields\",\"columns\":4}");
    expect(WIRE_RESULT, 3, "{\"records\":1}");
    assert_holds("fields.jsonl", "[1,\"1e5\",\"007\"]\n");
    send_document(4, STR("{}\nx"), "{\"op\":\"fields\",\"names\":[\"_id\"]}");
    expect(WIRE_ERROR, 4, "\"line\":2");
    send_text(WIRE_REQUEST, 5, "{\"op\":\"fields\",\"columns\":4}");
    expect(WIRE_ERROR, 5, "without its file");
    leave_worker();
}

#define WORKER_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_worker, tear_down_worker)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORKER_TEST(a_worker_says_what_it_is_and_waits),
        WORKER_TEST(a_worker_answers_by_id_one_after_the_other),
        WORKER_TEST(a_bad_request_is_an_error_and_no_end),
        WORKER_TEST(an_ingest_worker_runs_no_sql),
        WORKER_TEST(a_document_becomes_a_file_of_sections),
        WORKER_TEST(fields_of_records_become_a_file_of_texts),
        WORKER_TEST(a_document_in_another_encoding_leaves_its_text),
        WORKER_TEST(a_refused_assignment_is_reported_and_ends_the_worker),
        WORKER_TEST(a_database_that_is_none_is_reported_without_its_path),
        WORKER_TEST(an_unexpected_message_ends_the_worker),
        WORKER_TEST(a_worker_does_not_outlive_its_parent),
        WORKER_TEST(a_cancel_ends_the_request_it_names_and_no_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
