#include "engine/worker/worker.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/wire_child.h"
#include "engine/worker/worker_session.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>
#ifdef QUARRY_COVER
#include <gcov.h>
#endif

/* What one request may build besides what DuckDB holds. */
#define REQUEST_ARENA_BYTES ((size_t)256 * 1024 * 1024)

/* DuckDB loses an interrupt that arrives between two of its queries, so it is
 * repeated this often until the request ends. */
#define INTERRUPT_AGAIN_MS 20

/* Progress is for people: ten times a second is enough. */
#define PROGRESS_EVERY_MS 100

struct worker {
    int sock; /* the main thread reads; the runner writes once it runs */
    struct worker_session *session;
    struct buf in;  /* the main thread's */
    struct buf out; /* the writer's */
    uint64_t last_progress_ms;

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t given; /* a request was queued */
    bool running;         /* request, id and fd belong to the runner */
    bool cancelled;
    uint32_t id;
    int fd;
    struct buf request; /* payload, copied from the frame */
};

static enum err send(struct worker *wk, enum wire_kind kind, uint32_t id,
                     struct str payload, struct error *e)
{
    const struct wire_frame f = {
        .kind = kind, .id = id, .payload = payload, .fd = -1};

    return wire_send(wk->sock, &f, &wire_forever, e);
}

/* For `make cover` only: coverage counters are written before each answer,
 * because the parent kills workers that it does not need. */
static void keep_counts(void)
{
#ifdef QUARRY_COVER
    __gcov_dump();
    __gcov_reset();
#endif
}

/* Without exit handlers, which may not work inside the sandbox. */
_Noreturn static void leave(int status)
{
    keep_counts();
    _exit(status);
}

static void send_or_leave(struct worker *wk, enum wire_kind kind, uint32_t id,
                          struct str payload)
{
    struct error e;

    if (send(wk, kind, id, payload, &e))
        leave(0);
}

static void answer(struct worker *wk, uint32_t id, enum err rc,
                   const struct error *e)
{
    keep_counts();
    if (wire_answer(wk->sock, id, rc, e, &wk->out))
        leave(0);
}

static void report_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct worker *wk = ctx;
    uint64_t now = clock_ms();
    struct buf text;

    if (now - wk->last_progress_ms < PROGRESS_EVERY_MS)
        return;
    wk->last_progress_ms = now;
    buf_init(&text, 128);
    buf_printf(&text, "{\"done\":%llu,\"total\":%llu}",
               (unsigned long long)done, (unsigned long long)total);
    send_or_leave(wk, WIRE_PROGRESS, wk->id, buf_str(&text));
    buf_release(&text);
}

static void report_early(void *ctx)
{
    struct worker *wk = ctx;

    send_or_leave(wk, WIRE_PROGRESS, wk->id, STR("{\"early\":true}"));
}

static enum err run_request(struct worker *wk, struct error *e)
{
    const struct worker_session_progress progress = {report_progress, wk,
                                                     report_early};
    struct json *request = NULL;
    struct str text;
    struct arena a;
    struct jsonw w;
    enum err rc;

    arena_init(&a, REQUEST_ARENA_BYTES);
    buf_reset(&wk->out);
    jsonw_init(&w, &wk->out);
    rc = buf_finish(&wk->request, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, &a, &request, e);
    if (!rc)
        rc = worker_session_run(wk->session, request, wk->fd, &progress, &w, e);
    arena_release(&a);
    return rc;
}

/* The runner thread: runs requests one by one. */
static void *run_requests(void *ctx)
{
    struct worker *wk = ctx;

    for (;;) {
        struct error e = {0};
        uint32_t id;
        enum err rc;

        (void)pthread_mutex_lock(&wk->lock);
        while (!wk->running)
            (void)pthread_cond_wait(&wk->given, &wk->lock);
        id = wk->id;
        (void)pthread_mutex_unlock(&wk->lock);

        rc = run_request(wk, &e);
        if (wk->fd >= 0)
            (void)close(wk->fd);

        (void)pthread_mutex_lock(&wk->lock);
        if (wk->cancelled && !rc)
            rc = error_set(&e, ERR_TIMEOUT, "cancelled");
        wk->running = false;
        (void)pthread_mutex_unlock(&wk->lock);
        answer(wk, id, rc, &e);
    }
    return NULL;
}

/* Hand a frame to the runner. */
static void give(struct worker *wk, const struct wire_frame *f)
{
    (void)pthread_mutex_lock(&wk->lock);
    if (wk->running)
        leave(1); /* a parent waits for each answer before it asks again */
    wk->running = true;
    wk->cancelled = false;
    wk->id = f->id;
    wk->fd = f->fd;
    buf_reset(&wk->request);
    buf_put_str(&wk->request, f->payload);
    (void)pthread_cond_signal(&wk->given);
    (void)pthread_mutex_unlock(&wk->lock);
}

/* True while a cancelled request still runs: interrupt it again. */
static bool interrupt_if_cancelled(struct worker *wk, const uint32_t *cancel_id)
{
    bool pressing;

    (void)pthread_mutex_lock(&wk->lock);
    if (cancel_id && wk->running && wk->id == *cancel_id)
        wk->cancelled = true;
    pressing = wk->running && wk->cancelled;
    (void)pthread_mutex_unlock(&wk->lock);
    if (pressing)
        worker_session_interrupt(wk->session);
    return pressing;
}

/* The main thread: frames until the parent is gone. */
static void read_frames(struct worker *wk)
{
    struct pollfd p = {.fd = wk->sock, .events = POLLIN};
    bool pressing = false;

    for (;;) {
        struct wire_frame f;
        struct error e;

        /* wait for a frame to begin: a time limit on receiving one could cut
         * a large one in two */
        if (pressing && poll(&p, 1, INTERRUPT_AGAIN_MS) <= 0)
            pressing = interrupt_if_cancelled(wk, NULL);
        else if (wire_receive(wk->sock, &wk->in, &f, &wire_forever, &e))
            return;
        else if (f.kind == WIRE_REQUEST)
            give(wk, &f);
        else if (f.kind == WIRE_CANCEL)
            pressing = interrupt_if_cancelled(wk, &f.id);
        else
            return;
    }
}

static void say_ready(struct worker *wk)
{
    struct jsonw w;

    jsonw_init(&w, &wk->out);
    worker_session_describe(&w);
    send_or_leave(wk, WIRE_READY, 0, buf_str(&wk->out));
}

static enum err assign(void *ctx, const struct json *assignment,
                       struct error *e)
{
    const struct worker *wk = ctx;

    return worker_session_assign(wk->session, assignment, e);
}

static void init(struct worker *wk, int sock)
{
    *wk = (struct worker){.sock = sock, .fd = -1};
    buf_init(&wk->in, WIRE_MAX_PAYLOAD);
    buf_init(&wk->out, WIRE_MAX_PAYLOAD);
    buf_init(&wk->request, WIRE_MAX_PAYLOAD);
    (void)pthread_mutex_init(&wk->lock, NULL);
    (void)pthread_cond_init(&wk->given, NULL);
}

int worker_run(const struct worker_start *start)
{
    /* static: the runner uses it until the process is gone */
    static struct worker wk;
    const struct worker_session_options o = {
        .memory_bytes = start->memory_bytes, .threads = start->threads};
    struct error e = {0};
    pthread_t runner;

    init(&wk, start->sock);
    if (worker_session_new(&o, &wk.session, &e)) {
        log_error("worker", "cannot start: %s", e.msg);
        return err_exit_status(e.code);
    }
    say_ready(&wk);
    if (wire_take_assignment(wk.sock, &wk.in, &wk.out, assign, &wk, &e))
        leave(err_exit_status(e.code));
    if (pthread_create(&runner, NULL, run_requests, &wk) != 0)
        leave(err_exit_status(ERR_INTERNAL));
    read_frames(&wk);
    leave(0);
}
