/*
 * libcurl in our idioms.
 *
 * It is loaded by dlopen() when the first line opens, not linked: with the 30
 * libraries that Debian's brings along (LDAP, Kerberos, SSH, RTMP, ...) an
 * empty program took 8.1 ms from its start to its end, without 0.9 ms (median
 * of 100), and most commands never make a call. The header's own functions
 * give the pointers their types, so a wrong call does not compile.
 *
 * The multi interface carries one transfer, because with it the loop is ours:
 * it looks at `cancel` between waits, which easy_perform() offers once a
 * second. HTTP/1.1 alone: there is one request at a time on a line, so there is
 * nothing to multiplex. Sockets are opened by us to be closed on exec: workers,
 * which must have no network, close what they inherit, and this is the second
 * isolation layer. libcurl itself sends with MSG_NOSIGNAL, so SIGPIPE is
 * nobody's concern.
 */
#define CURL_DISABLE_TYPECHECK /* its macros want to be linked */
#include "base/http/transfer.h"

#include "base/clock.h"
#include "base/library.h"
#include "base/mem.h"

#include <curl/curl.h>

#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define LIBRARY      "libcurl.so.4"
#define OLDEST       0x075500u /* 7.85.0: CURLOPT_PROTOCOLS_STR */
#define POLL_MS      50
#define CONNECT_MS   10000
#define HEADER_BYTES ((size_t)64 * 1024)

#define FUNCTIONS(X)            \
    X(curl_global_init)         \
    X(curl_version_info)        \
    X(curl_easy_init)           \
    X(curl_easy_cleanup)        \
    X(curl_easy_reset)          \
    X(curl_easy_setopt)         \
    X(curl_easy_getinfo)        \
    X(curl_slist_append)        \
    X(curl_slist_free_all)      \
    X(curl_multi_init)          \
    X(curl_multi_cleanup)       \
    X(curl_multi_add_handle)    \
    X(curl_multi_remove_handle) \
    X(curl_multi_perform)       \
    X(curl_multi_poll)          \
    X(curl_multi_info_read)

#define FUNCTION(name) \
    __typeof__(name) *name; /* NOLINT(bugprone-macro-parentheses) */
static struct {
    FUNCTIONS(FUNCTION)
    bool is_ready;
} lib;
#undef FUNCTION

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

struct transfer_handle {
    CURLM *multi;
    CURL *easy;
};

#define FUNCTION(name) LIBRARY_FUNCTION(lib, name),
static const struct library_function functions[] = {FUNCTIONS(FUNCTION)};
#undef FUNCTION

/* Never unloaded: OpenSSL and others leave data of threads. */
static void load(void)
{
    lib.is_ready =
        library_load(LIBRARY, functions, COUNT_OF(functions)) &&
        lib.curl_version_info(CURLVERSION_NOW)->version_num >= OLDEST &&
        !lib.curl_global_init(CURL_GLOBAL_DEFAULT);
}

enum err transfer_open(struct transfer_handle **out, struct error *e)
{
    struct transfer_handle *l;

    (void)pthread_once(&loaded, load);
    if (!lib.is_ready)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "cannot call an endpoint: install libcurl 7.85 or "
                         "newer (Debian: libcurl4)");
    l = mem_new(sizeof(*l), e);
    if (!l)
        return e->code;
    l->multi = lib.curl_multi_init();
    l->easy = lib.curl_easy_init();
    if (!l->multi || !l->easy) {
        transfer_close(l);
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot create a connection");
    }
    *out = l;
    return OK;
}

void transfer_close(struct transfer_handle *l)
{
    if (!l)
        return;
    if (l->easy)
        lib.curl_easy_cleanup(l->easy);
    if (l->multi)
        (void)lib.curl_multi_cleanup(l->multi);
    mem_free(l);
}

/* What the callbacks fill. */
struct incoming {
    CURL *easy;
    const struct transfer_object *object; /* NULL: none */
    uint64_t sent;                        /* bytes of its file */
    const struct http_stream *stream;     /* NULL once it is known to be none */
    struct buf *body;
    size_t max_bytes;
    size_t taken; /* bytes that were heard */
    size_t header_bytes;
    uint64_t last_ms; /* when the last bytes came */
    bool is_too_large;
    bool no_memory;
    bool is_enough; /* the listener has enough */
};

/* Is it an answer that comes in events? Its head is here with its first
 * bytes. */
static bool is_events(CURL *c)
{
    static const char type[] = "text/event-stream";
    char *is = NULL;
    long status = 0;

    (void)lib.curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
    (void)lib.curl_easy_getinfo(c, CURLINFO_CONTENT_TYPE, &is);
    return status >= 200 && status <= 299 && is &&
           strncasecmp(is, type, sizeof(type) - 1) == 0;
}

/* The answer is the object, and no word on why there is none. */
static bool is_object(const struct incoming *in)
{
    long status = 0;

    (void)lib.curl_easy_getinfo(in->easy, CURLINFO_RESPONSE_CODE, &status);
    return in->object && in->object->fd >= 0 && status == 200;
}

static size_t keep(struct incoming *in, const char *bytes, size_t n)
{
    const ssize_t done = pwrite(in->object->fd, bytes, n, (off_t)in->taken);

    in->taken += n;
    return done == (ssize_t)n ? n : 0;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): a callback's type */
static size_t give_body(char *to, size_t one, size_t n, void *ctx)
{
    struct incoming *in = ctx;
    ssize_t got;

    (void)one;
    if (n > in->object->bytes - in->sent)
        n = in->object->bytes - in->sent;
    got = pread(in->object->fd, to, n, (off_t)in->sent);
    if (got < 0)
        return CURL_READFUNC_ABORT;
    in->sent += (uint64_t)got;
    return (size_t)got;
}

/* A connection that was kept may be gone: what was sent is sent anew over another. */
static int seek_body(void *ctx, curl_off_t offset, int origin)
{
    struct incoming *in = ctx;

    if (origin != SEEK_SET || offset < 0)
        return CURL_SEEKFUNC_FAIL;
    in->sent = (uint64_t)offset;
    return CURL_SEEKFUNC_OK;
}

static size_t pass_on(struct incoming *in, struct str bytes)
{
    in->taken += bytes.n;
    in->is_enough = !in->stream->take(in->stream->ctx, bytes);
    return in->is_enough ? 0 : bytes.n;
}

static size_t take_body(char *bytes, size_t one, size_t n, void *ctx)
{
    struct incoming *in = ctx;

    (void)one; /* is 1, says its manual */
    in->last_ms = clock_ms();
    if (is_object(in))
        return keep(in, bytes, n);
    if (n > in->max_bytes - in->body->n - in->taken) {
        in->is_too_large = true;
        return 0;
    }
    if (in->stream && !in->taken && !is_events(in->easy))
        in->stream = NULL;
    if (in->stream)
        return pass_on(in, (struct str){bytes, n});
    buf_put(in->body, bytes, n);
    in->no_memory = in->body->overflow;
    return in->no_memory ? 0 : n;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): a callback's type */
static size_t take_header(char *bytes, size_t one, size_t n, void *ctx)
{
    struct incoming *in = ctx;

    (void)bytes;
    (void)one;
    in->header_bytes += n;
    in->is_too_large = in->header_bytes > HEADER_BYTES;
    return in->is_too_large ? 0 : n;
}

static curl_socket_t open_socket(void *ctx, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    (void)ctx;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC,
                  address->protocol);
}

/* Options are set one way; the first that fails, for memory, ends it. */
#define SET(option, value) (!lib.curl_easy_setopt(c, CURLOPT_##option, value))

static bool set_manners(CURL *c, const struct transfer *t)
{
    long timeout_ms =
        t->timeout_ms < INT32_MAX ? (long)t->timeout_ms : INT32_MAX;

    return SET(PROTOCOLS_STR, "http,https") && SET(FOLLOWLOCATION, 0L) &&
           SET(SSL_VERIFYPEER, 1L) && SET(SSL_VERIFYHOST, 2L) &&
           SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) &&
           SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) &&
           SET(NETRC, (long)CURL_NETRC_IGNORED) && SET(NOSIGNAL, 1L) &&
           SET(OPENSOCKETFUNCTION, open_socket) &&
           SET(TIMEOUT_MS, timeout_ms) &&
           SET(CONNECTTIMEOUT_MS,
               timeout_ms < CONNECT_MS ? timeout_ms : (long)CONNECT_MS) &&
           (!t->is_direct || SET(PROXY, ""));
}

static bool set_object(CURL *c, const struct transfer *t, struct incoming *in)
{
    const struct transfer_object *o = t->object;

    if (!SET(AWS_SIGV4, o->signs) || !SET(USERPWD, o->secret))
        return false;
    if (t->method == TRANSFER_PUT)
        return SET(UPLOAD, 1L) && SET(READFUNCTION, give_body) &&
               SET(READDATA, (void *)in) && SET(SEEKFUNCTION, seek_body) &&
               SET(SEEKDATA, (void *)in) &&
               SET(INFILESIZE_LARGE, (curl_off_t)o->bytes);
    return t->method == TRANSFER_GET ? SET(HTTPGET, 1L)
                                     : SET(CUSTOMREQUEST, "DELETE");
}

static bool set_body(CURL *c, const struct transfer *t, struct incoming *in)
{
    if (t->object)
        return set_object(c, t, in);
    if (t->method == TRANSFER_GET)
        return SET(HTTPGET, 1L);
    return SET(POST, 1L) && SET(POSTFIELDS, t->body.p) &&
           SET(POSTFIELDSIZE_LARGE, (curl_off_t)t->body.n) &&
           (t->method == TRANSFER_POST ||
            SET(CUSTOMREQUEST, t->method == TRANSFER_PUT ? "PUT" : "DELETE"));
}

static bool set_content(CURL *c, const struct transfer *t,
                        struct curl_slist *headers, struct incoming *in)
{
    return SET(URL, t->url) && set_body(c, t, in) && SET(HTTPHEADER, headers) &&
           SET(USERAGENT, "quarry/" QUARRY_VERSION) &&
           SET(WRITEFUNCTION, take_body) && SET(WRITEDATA, (void *)in) &&
           SET(HEADERFUNCTION, take_header) && SET(HEADERDATA, (void *)in);
}
#undef SET

/* NULL when there is no memory; headers of a proxy's CONNECT stay its own. */
static struct curl_slist *header_list(const struct transfer *t)
{
    struct curl_slist *list = NULL;

    for (size_t i = 0; i < t->n; i++) {
        struct curl_slist *longer = lib.curl_slist_append(list, t->header[i]);

        if (!longer) {
            lib.curl_slist_free_all(list);
            return NULL;
        }
        list = longer;
    }
    return list;
}

static bool is_silent(const struct incoming *in)
{
    return in->stream && clock_ms() - in->last_ms >= in->stream->silence_ms;
}

static CURLcode drive(struct transfer_handle *l, const atomic_bool *cancel,
                      struct incoming *in)
{
    CURLMcode rc = CURLM_OK;
    CURLMsg *message;
    int running = 1;
    int left;

    while (!rc && running) {
        if (cancel && atomic_load(cancel))
            return CURLE_ABORTED_BY_CALLBACK;
        if (is_silent(in))
            return CURLE_OPERATION_TIMEDOUT;
        rc = lib.curl_multi_perform(l->multi, &running);
        if (!rc && running)
            rc = lib.curl_multi_poll(l->multi, NULL, 0, POLL_MS, NULL);
    }
    if (rc)
        return CURLE_OUT_OF_MEMORY;
    message = lib.curl_multi_info_read(l->multi, &left);
    return message ? message->data.result : CURLE_RECV_ERROR;
}

/* libcurl's own words may hold addresses; these are said instead. */
static const struct {
    CURLcode code;
    enum transfer_outcome outcome;
    const char *reason;
} meanings[] = {
    {CURLE_COULDNT_RESOLVE_HOST, TRANSFER_UNREACHABLE, "there is no such host"},
    {CURLE_COULDNT_RESOLVE_PROXY, TRANSFER_UNREACHABLE,
     "there is no such proxy"},
    {CURLE_COULDNT_CONNECT, TRANSFER_UNREACHABLE, "it takes no connection"},
    {CURLE_SEND_ERROR, TRANSFER_UNREACHABLE, "the connection broke"},
    {CURLE_RECV_ERROR, TRANSFER_UNREACHABLE, "the connection broke"},
    {CURLE_PARTIAL_FILE, TRANSFER_UNREACHABLE, "the answer was cut"},
    {CURLE_GOT_NOTHING, TRANSFER_UNREACHABLE, "it hung up"},
    {CURLE_OPERATION_TIMEDOUT, TRANSFER_TIMED_OUT, "no answer in time"},
    {CURLE_ABORTED_BY_CALLBACK, TRANSFER_CANCELLED, "cancelled"},
    {CURLE_OUT_OF_MEMORY, TRANSFER_NO_MEMORY, "out of memory"},
    {CURLE_PEER_FAILED_VERIFICATION, TRANSFER_REFUSED,
     "its certificate is not trusted"},
    {CURLE_SSL_CACERT_BADFILE, TRANSFER_REFUSED,
     "this machine has no certificates to trust (Debian: ca-certificates)"},
    {CURLE_SSL_CONNECT_ERROR, TRANSFER_REFUSED, "the TLS handshake fails"},
};

static void explain(CURLcode code, const struct incoming *in,
                    struct transferred *out)
{
    out->outcome = TRANSFER_REFUSED;
    out->reason = "what it sends is not HTTP/1.1";
    for (size_t i = 0; i < sizeof(meanings) / sizeof(*meanings); i++) {
        if (meanings[i].code == code) {
            out->outcome = meanings[i].outcome;
            out->reason = meanings[i].reason;
        }
    }
    if (code == CURLE_OPERATION_TIMEDOUT && is_silent(in))
        out->outcome = TRANSFER_SILENT;
    if (in->is_too_large) {
        out->outcome = TRANSFER_TOO_LARGE;
        out->reason = "the answer is too large";
    } else if (in->no_memory) {
        out->outcome = TRANSFER_NO_MEMORY;
        out->reason = "out of memory";
    }
}

static void read_answer(CURL *c, struct transferred *out)
{
    curl_off_t after_s = 0;
    long status = 0;

    (void)lib.curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
    (void)lib.curl_easy_getinfo(c, CURLINFO_RETRY_AFTER, &after_s);
    out->status = (int)status;
    out->retry_after_s = after_s > 0 ? (uint64_t)after_s : 0;
    out->outcome = TRANSFER_ANSWERED;
    out->reason = NULL;
}

/* Did it give up on connecting, with time left for another try? */
static bool never_connected(CURL *c, const struct transfer *t)
{
    curl_off_t connected_us = 0;

    (void)lib.curl_easy_getinfo(c, CURLINFO_PRETRANSFER_TIME_T, &connected_us);
    return connected_us == 0 && t->timeout_ms > CONNECT_MS;
}

void transfer_post(struct transfer_handle *l, const struct transfer *t,
                   struct transferred *out)
{
    struct incoming in = {.easy = l->easy,
                          .object = t->object,
                          .stream = t->stream,
                          .body = out->body,
                          .max_bytes = t->max_response_bytes,
                          .last_ms = clock_ms()};
    struct curl_slist *headers = header_list(t);
    CURLcode code = CURLE_OUT_OF_MEMORY;

    out->status = 0;
    buf_reset(out->body);
    lib.curl_easy_reset(l->easy);
    if (headers && set_manners(l->easy, t) &&
        set_content(l->easy, t, headers, &in) &&
        !lib.curl_multi_add_handle(l->multi, l->easy)) {
        code = drive(l, t->cancel, &in);
        if (in.is_enough)
            code = CURLE_OK;
        if (code == CURLE_OPERATION_TIMEDOUT && never_connected(l->easy, t))
            code = CURLE_COULDNT_CONNECT;
        if (!code)
            read_answer(l->easy, out);
        (void)lib.curl_multi_remove_handle(l->multi, l->easy);
    }
    out->is_streamed = in.taken > 0;
    if (code)
        explain(code, &in, out);
    lib.curl_slist_free_all(headers);
}
