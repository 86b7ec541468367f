#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "server/httpd/client_fixture.h"
#include "server/httpd/httpd.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define FORM(boundary) "multipart/form-data; boundary=" boundary
#define FIELD          "Content-Disposition: form-data; name=\"base\"\r\n\r\nsales"
#define BIG_BYTES      ((size_t)3 << 20)
#define MAX_BODY       1000
#define MAX_UPLOAD     ((size_t)4 << 20)

static struct server {
    struct httpd *h;
    uint16_t port;
    char folder[32];
    struct client client;
} served;

static enum httpd_way admit(void *ctx, const struct httpd_request *r,
                            struct arena *a, struct httpd_reply *out)
{
    (void)ctx;
    (void)a;
    *out = (struct httpd_reply){.status = 401,
                                .content_type = "text/plain",
                                .body = STR("who are you?")};
    if (str_is(r->path, "/now"))
        out->status = 200;
    if (str_is(r->path, "/now") || !r->authorization.n)
        return HTTPD_REPLY;
    return str_is(r->path, "/upload") ? HTTPD_UPLOAD : HTTPD_QUEUE;
}

/* What a file holds: its size and first and last byte. */
static void say_file(const struct httpd_file *f, struct buf *b)
{
    char first = '-';
    char last = '-';

    assert_int_equal(lseek(f->fd, 0, SEEK_CUR), 0);
    if (f->bytes > 0) {
        assert_int_equal(pread(f->fd, &first, 1, 0), 1);
        assert_int_equal(pread(f->fd, &last, 1, (off_t)f->bytes - 1), 1);
    }
    assert_int_equal(lseek(f->fd, 0, SEEK_END), f->bytes);
    buf_printf(b, "%.*s/%.*s %llu %c%c\n", STR_FMT(f->field), STR_FMT(f->name),
               (unsigned long long)f->bytes, first, last);
}

static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    struct error e;
    struct buf b;

    (void)ctx;
    *out = (struct httpd_reply){.status = 200, .content_type = "text/plain"};
    buf_init(&b, 10000);
    if (refusal) {
        out->status = (unsigned)err_http_status(refusal->code);
        buf_puts(&b, refusal->msg);
    }
    for (size_t i = 0; !refusal && i < r->values; i++)
        buf_printf(&b, "%.*s=%.*s\n", STR_FMT(r->value[i].name),
                   STR_FMT(r->value[i].text));
    for (size_t i = 0; !refusal && i < r->files; i++)
        say_file(&r->file[i], &b);
    if (!refusal)
        buf_printf(&b, "body %zu\nend\n", r->body.n);
    assert_int_equal(buf_dup(&b, a, &out->body, &e), OK);
    buf_release(&b);
}

/* The disk writes what comes of them all the same. */
static enum httpd_kind all_is_slow(void *ctx, const struct httpd_request *r,
                                   struct principal *who)
{
    (void)ctx;
    (void)r;
    *who = (struct principal){.key = 1};
    return HTTPD_SLOW;
}

static int start(void **state)
{
    const struct httpd_options o = {.address = "127.0.0.1",
                                    .admit = admit,
                                    .classify = all_is_slow,
                                    .slow_threads = 2,
                                    .handle = handle,
                                    .threads = 2,
                                    .max_connections = 16,
                                    .max_queued = 16,
                                    .timeout_s = 20,
                                    .max_body = MAX_BODY,
                                    .max_upload = MAX_UPLOAD,
                                    .max_uploads = 4,
                                    .upload_folder = served.folder,
                                    .arena_bytes = 1000000};
    struct error e = {0};

    (void)state;
    (void)snprintf(served.folder, sizeof(served.folder), "/tmp/quarry-XXXXXX");
    assert_non_null(mkdtemp(served.folder));
    return (int)httpd_start(&o, &served.h, &served.port, &e);
}

/* Nothing is left in the folder, whatever happened. */
static int stop(void **state)
{
    (void)state;
    httpd_stop(served.h);
    client_close(&served.client);
    return rmdir(served.folder);
}

static struct client *say(const char *method, const char *path,
                          const char *headers, const char *body)
{
    char text[4096];

    client_open(&served.client, served.port);
    (void)snprintf(text, sizeof(text),
                   "%s %s HTTP/1.1\r\nHost: localhost\r\n"
                   "Authorization: Bearer x\r\n%s\r\n%s",
                   method, path, headers, body);
    client_say(&served.client, text);
    return &served.client;
}

/* The same with the body's length. */
static struct client *post(const char *path, const char *type, const char *body)
{
    char headers[500];

    (void)snprintf(headers, sizeof(headers),
                   "Content-Type: %s\r\nContent-Length: %zu\r\n", type,
                   strlen(body));
    return say("POST", path, headers, body);
}

static void say_big(struct client *c, size_t n)
{
    static char piece[64 * 1024 + 1];

    memset(piece, 'x', sizeof(piece) - 1);
    for (; n > 0; n -= strlen(piece)) {
        if (n < sizeof(piece) - 1)
            piece[n] = '\0';
        client_say(c, piece);
    }
}

/* ---- tests ---- */

static void files_and_fields_reach_the_handler(void **state)
{
    struct client *c = post("/upload", FORM("XX"),
                            "--XX\r\n" FIELD "\r\n--XX\r\n"
                            "Content-Disposition: form-data; name=\"file\"; "
                            "filename=\"a.csv\"\r\n\r\nabc\r\n--XX\r\n"
                            "Content-Disposition: form-data; name=\"file\"; "
                            "filename=\"b.csv\"\r\n\r\n\r\n--XX--\r\n");

    (void)state;
    assert_true(client_receives(c, "end\n"));
    assert_non_null(strstr(c->got, "HTTP/1.1 200 "));
    assert_non_null(strstr(c->got, "\r\n\r\nbase=sales\nfile/a.csv 3 ac\n"
                                   "file/b.csv 0 --\nbody 0\n"));
}

static void a_large_file_goes_to_the_disk(void **state)
{
    static const char head[] = "--XX\r\nContent-Disposition: form-data; "
                               "name=\"file\"; filename=\"big\"\r\n\r\n";
    static const char tail[] = "y\r\n--XX--\r\n";
    char headers[200];
    struct client *c;

    (void)state;
    (void)snprintf(headers, sizeof(headers),
                   "Content-Type: " FORM("XX") "\r\nContent-Length: %zu\r\n",
                   sizeof(head) + sizeof(tail) - 2 + BIG_BYTES);
    c = say("POST", "/upload", headers, head);
    say_big(c, BIG_BYTES);
    client_say(c, tail);
    assert_true(client_receives(c, "end\n"));
    assert_non_null(strstr(c->got, "file/big 3145729 xy\n"));
}

static void one_that_is_declared_too_large_never_comes(void **state)
{
    struct client *c =
        say("POST", "/upload",
            "Content-Type: " FORM("XX") "\r\n"
                                        "Content-Length: 4194305\r\n"
                                        "Expect: 100-continue\r\n",
            "");

    (void)state;
    assert_true(client_receives(c, "at most 4194304 bytes"));
    assert_non_null(strstr(c->got, "HTTP/1.1 413 "));
    assert_null(strstr(c->got, "100 Continue"));
    assert_true(client_receives_end(c));
}

static void one_that_grows_too_large_is_refused_at_its_end(void **state)
{
    struct client *c =
        say("POST", "/upload",
            "Content-Type: " FORM("XX") "\r\n"
                                        "Transfer-Encoding: chunked\r\n",
            "500010\r\n");

    (void)state;
    say_big(c, 0x500010);
    client_say(c, "\r\n0\r\n\r\n");
    assert_true(client_receives(c, "at most 4194304 bytes"));
    assert_non_null(strstr(c->got, "HTTP/1.1 413 "));
}

/* libmicrohttpd hands over one chunk after another that it has, also those after the
 * one with which a piece went to the disk and the connection was to wait. */
static void one_of_many_small_chunks_is_stored_whole(void **state)
{
    static const char chunk[] = "40\r\n0123456789abcdef0123456789abcdef"
                                "0123456789abcdef0123456789abcdef\r\n";
    struct client *c =
        say("POST", "/upload",
            "Content-Type: " FORM("XX") "\r\n"
                                        "Transfer-Encoding: chunked\r\n",
            "45\r\n--XX\r\nContent-Disposition: form-data; name=\"file\"; "
            "filename=\"big\"\r\n\r\n\r\n");
    struct buf all;

    (void)state;
    buf_init(&all, BIG_BYTES);
    for (size_t i = 0; i < 16384; i++) /* 1 MiB */
        buf_puts(&all, chunk);
    buf_puts(&all, "a\r\n\r\n--XX--\r\n\r\n0\r\n\r\n");
    for (size_t at = 0; at < all.n;) {
        const ssize_t sent = send(c->fd, all.p + at, all.n - at, MSG_NOSIGNAL);

        assert_true(sent > 0);
        at += (size_t)sent;
    }
    buf_release(&all);
    assert_true(client_receives(c, "end\n"));
    assert_non_null(strstr(c->got, "file/big 1048576 0f\n"));
}

static void one_that_never_ends_is_cut(void **state)
{
    struct client *c = say("POST", "/other",
                           "Content-Type: application/json\r\n"
                           "Transfer-Encoding: chunked\r\n",
                           "7fffffff\r\n");
    static char piece[64 * 1024];

    (void)state;
    memset(piece, 'x', sizeof(piece));
    while (send(c->fd, piece, sizeof(piece), MSG_NOSIGNAL) > 0)
        ;
    assert_null(strstr(c->got, "HTTP/1.1 200"));
}

static void an_aborted_upload_leaves_nothing(void **state)
{
    struct client *c =
        say("POST", "/upload",
            "Content-Type: " FORM("XX") "\r\n"
                                        "Content-Length: 1000000\r\n"
                                        "Expect: 100-continue\r\n",
            "");

    (void)state;
    assert_true(client_receives(c, "100 Continue"));
    client_say(c, "--XX\r\nContent-Disposition: form-data; name=\"file\"; "
                  "filename=\"big\"\r\n\r\n");
    say_big(c, 500000);
    client_close(c);
    client_open(c, served.port); /* stop() looks at the folder */
}

static void an_invalid_form_is_refused(void **state)
{
    struct client *c = post("/upload", FORM("XX"), "--XX\r\nbad\r\n\r\n");

    (void)state;
    assert_true(client_receives(c, "the form cannot be read at byte 4"));
    assert_non_null(strstr(c->got, "HTTP/1.1 400 "));
    client_close(c);
    c = post("/upload", "application/json", "{}");
    assert_true(client_receives(c, "multipart/form-data"));
    assert_non_null(strstr(c->got, "HTTP/1.1 400 "));
    client_say(c, "GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_true(client_receives(c, "HTTP/1.1 200 "));
}

/* One client has half of four. */
static void too_many_at_once_wait_outside(void **state)
{
    struct client others[2];
    struct client *c;

    (void)state;
    for (int i = 0; i < 2; i++) {
        c = say("POST", "/upload",
                "Content-Type: " FORM("XX") "\r\nContent-Length: 1000\r\n"
                                            "Expect: 100-continue\r\n",
                "");
        assert_true(client_receives(c, "100 Continue"));
        others[i] = *c;
    }
    c = post("/upload", FORM("XX"), "--XX\r\n" FIELD "\r\n--XX--\r\n");
    assert_true(client_receives(c, "too many uploads of yours"));
    assert_non_null(strstr(c->got, "HTTP/1.1 429 "));
    client_close(&others[0]);
    client_close(&others[1]);
}

static void a_forbidden_request_is_refused_before_its_body(void **state)
{
    struct client *c = &served.client;

    (void)state;
    client_open(c, served.port);
    client_say(c, "POST /upload HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n");
    assert_true(client_receives(c, "who are you?"));
    assert_non_null(strstr(c->got, "HTTP/1.1 401 "));
    assert_non_null(strstr(c->got, "Connection: close\r\n"));
    assert_null(strstr(c->got, "100 Continue"));
    assert_true(client_receives_end(c));
}

static void a_small_body_of_who_may_not_is_passed_over(void **state)
{
    struct client *c = &served.client;

    (void)state;
    client_open(c, served.port);
    client_say(c, "PATCH /other HTTP/1.1\r\nHost: localhost\r\n"
                  "Content-Length: 40\r\n\r\n"
                  "GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n##");
    assert_true(client_receives(c, "who are you?"));
    assert_null(strstr(c->got, "HTTP/1.1 200 "));
    client_say(c, "GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_true(client_receives(c, "HTTP/1.1 200 "));
}

static void a_reply_at_once_keeps_the_connection(void **state)
{
    struct client *c = &served.client;

    (void)state;
    client_open(c, served.port);
    for (int i = 0; i < 3; i++) {
        c->n = 0;
        client_get(c, "/now", "");
        assert_true(client_receives(c, "who are you?"));
        assert_non_null(strstr(c->got, "HTTP/1.1 200 "));
        c->got[0] = '\0';
    }
}

/* What comes after an early reply is never taken for a request. */
static void nothing_follows_a_reply_before_the_body(void **state)
{
    static const char *const methods[] = {"POST",   "PUT", "PATCH",
                                          "DELETE", "GET", "OPTIONS"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        struct client *c =
            say(methods[i], "/now", "Transfer-Encoding: chunked\r\n",
                "28\r\nGET /now HTTP/1.1\r\n"
                "Host: localhost\r\n\r\nxx\r\n0\r\n\r\n");

        assert_true(client_receives(c, "who are you?"));
        c->got[0] = '-';
        assert_true(client_receives_end(c));
        assert_null(strstr(c->got, "HTTP/1.1 200 "));
        client_close(c);
    }
    client_open(&served.client, served.port);
}

static void bodies_that_stay_in_memory_have_their_own_bound(void **state)
{
    char body[MAX_BODY + 2];
    struct client *c;

    (void)state;
    memset(body, ' ', sizeof(body));
    body[MAX_BODY] = '\0';
    c = post("/other", "application/json", body);
    assert_true(client_receives(c, "body 1000\nend\n"));
    client_close(c);
    body[MAX_BODY] = ' ';
    body[MAX_BODY + 1] = '\0';
    c = post("/other", "application/json", body);
    assert_true(client_receives(c, "at most 1000 bytes"));
}

#define SERVED(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(files_and_fields_reach_the_handler),
        SERVED(a_large_file_goes_to_the_disk),
        SERVED(one_that_is_declared_too_large_never_comes),
        SERVED(one_that_grows_too_large_is_refused_at_its_end),
        SERVED(one_of_many_small_chunks_is_stored_whole),
        SERVED(one_that_never_ends_is_cut),
        SERVED(an_aborted_upload_leaves_nothing),
        SERVED(an_invalid_form_is_refused),
        SERVED(too_many_at_once_wait_outside),
        SERVED(a_forbidden_request_is_refused_before_its_body),
        SERVED(a_small_body_of_who_may_not_is_passed_over),
        SERVED(a_reply_at_once_keeps_the_connection),
        SERVED(nothing_follows_a_reply_before_the_body),
        SERVED(bodies_that_stay_in_memory_have_their_own_bound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
