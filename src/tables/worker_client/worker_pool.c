#include "tables/worker_client/worker_pool.h"

#include "base/clock.h"
#include "base/fair_share.h"
#include "base/hash.h"
#include "base/jsonw.h"
#include "base/mem.h"
#include "base/principal.h"
#include "base/trace.h"

#include <pthread.h>
#include <string.h>

#define MAX_WORKERS          64
#define DEFAULT_MEMORY_BYTES ((uint64_t)1 << 30)
#define ASSIGN_MAX_BYTES     ((size_t)1024 * 1024)

/* How often a caller that waits for a slot looks at its cancel flag. */
#define WAIT_SLICE_MS 50

#define WORKERS_TIMES 1 /* half for one principal at most (fair_share.h) */

/* A worker that uses more than this part of its memory limit is not kept. Its
 * cached table blocks are lost with it, so a smaller part would make the next
 * query of a large table slow. */
#define KEPT_SHARE 2

struct slot {
    struct worker_process *process; /* NULL: the slot is free */
    uint64_t assignment;            /* hash of what `process` was assigned */
    uint64_t last_used; /* number of the use, so that no two are equal */
    pid_t pid; /* of `process`, 0: none; under the lock even when busy */
    bool busy; /* the other members belong to the thread that set it */
    struct principal holder; /* for whom, when busy; under the lock */
};

/* A caller that waits for a slot, on its stack. */
struct waiter {
    struct principal principal;
    struct waiter *next; /* came later */
};

/* How many a thread has: one that waits for a second could wait for itself. */
static _Thread_local unsigned held_here;

struct worker_pool {
    struct worker_pool_options o;
    char path[4096];
    pthread_mutex_t lock; /* guards all below and waits with `freed` */
    pthread_cond_t freed; /* a slot stopped being busy */
    struct slot slots[MAX_WORKERS];
    struct waiter *waiting; /* the first that came */
    uint64_t uses;          /* calls that ended */
};

enum err worker_pool_new(const struct worker_pool_options *o,
                         struct worker_pool **out, struct error *e)
{
    struct str path = str_from(o->program_path);
    struct worker_pool *p;

    BUG_ON(o->max_workers == 0 ||
           o->max_workers + o->max_background > MAX_WORKERS);
    if (path.n >= sizeof(p->path))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the path of the worker program is too long");
    p = mem_new(sizeof(*p), e);
    if (!p)
        return e->code;
    p->o = *o;
    memcpy(p->path, path.p, path.n);
    p->o.program_path = p->path;
    (void)pthread_mutex_init(&p->lock, NULL);
    clock_cond_init(&p->freed);
    *out = p;
    return OK;
}

static unsigned n_slots(const struct worker_pool *p)
{
    return p->o.max_workers + p->o.max_background;
}

void worker_pool_free(struct worker_pool *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < n_slots(p); i++) {
        BUG_ON(p->slots[i].busy);
        worker_process_free(p->slots[i].process);
    }
    (void)pthread_cond_destroy(&p->freed);
    (void)pthread_mutex_destroy(&p->lock);
    mem_free(p);
}

static const char *mode_name(enum worker_mode mode)
{
    static const char *const names[] = {[WORKER_INGEST] = "ingest",
                                        [WORKER_QUERY] = "query",
                                        [WORKER_EXPORT] = "export",
                                        [WORKER_PARSE] = "parse"};

    return names[mode];
}

static uint64_t memory_of(const struct worker_assignment *as)
{
    return as->memory_bytes ? as->memory_bytes : DEFAULT_MEMORY_BYTES;
}

static void write_databases(struct jsonw *w, const struct worker_assignment *as)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < WORKER_MAX_DATABASES && as->databases[i].path.n;
         i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "path", as->databases[i].path);
        jsonw_member_str(w, "name", as->databases[i].name);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* The ASSIGN payload; its hash identifies the assignment. */
static enum err encode_assignment(const struct worker_assignment *as,
                                  struct buf *b, struct str *payload,
                                  struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "mode", mode_name(as->mode));
    jsonw_key(&w, "databases");
    write_databases(&w, as);
    jsonw_member_str(&w, "folder", as->folder);
    jsonw_member_u64(&w, "memory_bytes", memory_of(as));
    jsonw_end_object(&w);
    return buf_finish(b, payload, e);
}

/* Take the process out of a slot of this thread. Under the lock. */
static struct worker_process *empty_slot(struct slot *s)
{
    struct worker_process *gone = s->process;

    s->process = NULL;
    s->pid = 0;
    return gone;
}

/* The slot to use: warm, else empty, else the longest idle. Under the lock. */
static struct slot *choose(struct worker_pool *p, uint64_t assignment)
{
    struct slot *empty = NULL;
    struct slot *oldest = NULL;

    for (unsigned i = 0; i < n_slots(p); i++) {
        struct slot *s = &p->slots[i];

        if (s->busy)
            continue;
        if (s->process && worker_process_is_dead(s->process))
            worker_process_free(empty_slot(s));
        if (!s->process)
            empty = empty ? empty : s;
        else if (s->assignment == assignment)
            return s;
        else if (!oldest || s->last_used < oldest->last_used)
            oldest = s;
    }
    return empty ? empty : oldest;
}

/* ---- the next waiter ---- */

/* The principal of this thread, as far as it matters here. */
static struct principal caller(const struct worker_pool *p)
{
    struct principal principal = principal_now();

    principal.in_background =
        principal.in_background && p->o.max_background > 0;
    return principal;
}

/* May the principal have one more? *held is how many it has. Under the lock. */
static bool may_take(const struct worker_pool *p, struct principal principal,
                     unsigned *held)
{
    const unsigned most =
        principal.in_background ? p->o.max_background : p->o.max_workers;
    struct fair_share_taken taken = {0};

    for (unsigned i = 0; i < n_slots(p); i++) {
        const struct slot *s = &p->slots[i];

        if (s->busy && s->holder.in_background == principal.in_background)
            fair_share_count(&taken, s->holder.key == principal.key,
                             s->holder.is_anonymous);
    }
    *held = (unsigned)taken.held;
    if (principal.key == 0)
        return taken.all < most;
    return fair_share_has_for(most, &taken, principal.is_anonymous,
                              WORKERS_TIMES);
}

/* The waiter to serve next: of those that may have a slot, the one whose
 * principal holds the fewest, then the first; NULL: none. Under the lock. */
static const struct waiter *find_next(const struct worker_pool *p,
                                      bool in_background)
{
    const struct waiter *best = NULL;
    unsigned fewest = 0;

    for (const struct waiter *w = p->waiting; w; w = w->next) {
        unsigned held;

        if (w->principal.in_background != in_background ||
            !may_take(p, w->principal, &held) || (best && held >= fewest))
            continue;
        best = w;
        fewest = held;
    }
    return best;
}

/* Under the lock. */
static void line_up(struct worker_pool *p, struct waiter *w)
{
    struct waiter **at = &p->waiting;

    while (*at)
        at = &(*at)->next;
    *at = w;
}

static void step_out(struct worker_pool *p, const struct waiter *w)
{
    struct waiter **at = &p->waiting;

    while (*at && *at != w)
        at = &(*at)->next;
    if (*at)
        *at = w->next;
}

/* Sleep until a slot is freed, or for a moment. Under the lock. */
static enum err wait_freed(struct worker_pool *p, const struct wire_wait *w,
                           struct error *e)
{
    if (w->cancel && atomic_load(w->cancel))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    if (w->deadline_ms && clock_ms() >= w->deadline_ms)
        return error_set(e, ERR_TIMEOUT,
                         "every worker was busy until the time limit");
    if (held_here)
        return error_set(e, ERR_TIMEOUT, "every worker is busy");
    (void)clock_cond_wait(&p->freed, &p->lock, clock_ms() + WAIT_SLICE_MS);
    return OK;
}

/* Take a slot for this thread. *slot->process may be NULL or of another
 * assignment: the caller replaces it. */
static enum err take_slot(struct worker_pool *p, uint64_t assignment,
                          const struct wire_wait *w, struct slot **slot,
                          struct error *e)
{
    struct waiter me = {.principal = caller(p)};
    enum err rc = OK;

    *slot = NULL;
    (void)pthread_mutex_lock(&p->lock);
    line_up(p, &me);
    while (!rc && find_next(p, me.principal.in_background) != &me)
        rc = wait_freed(p, w, e);
    step_out(p, &me);
    if (!rc) {
        *slot = choose(p, assignment);
        BUG_ON(!*slot); /* there are as many slots as may be taken */
        (*slot)->busy = true;
        (*slot)->holder = me.principal;
        held_here++;
    }
    if (p->waiting) /* another may be next now */
        (void)pthread_cond_broadcast(&p->freed);
    (void)pthread_mutex_unlock(&p->lock);
    return rc;
}

/* Does it use little enough memory to be kept? */
static bool is_small(const struct slot *s, uint64_t memory_bytes)
{
    return !s->process ||
           worker_process_memory(s->process) <= memory_bytes / KEPT_SHARE;
}

static void give_back(struct worker_pool *p, struct slot *s, bool keep)
{
    struct worker_process *gone = NULL;

    (void)pthread_mutex_lock(&p->lock);
    if (!keep || (s->process && worker_process_is_dead(s->process)))
        gone = empty_slot(s);
    s->busy = false;
    s->last_used = ++p->uses;
    held_here--;
    (void)pthread_cond_broadcast(&p->freed);
    (void)pthread_mutex_unlock(&p->lock);
    worker_process_free(gone);
}

/* Replace the process of a slot that this thread holds. */
static enum err replace(struct worker_pool *p, struct slot *s,
                        const struct worker_program *program, struct error *e)
{
    struct worker_process *old;
    struct worker_process *fresh = NULL;
    enum err rc;

    (void)pthread_mutex_lock(&p->lock);
    old = empty_slot(s);
    (void)pthread_mutex_unlock(&p->lock);
    worker_process_free(old); /* before the next starts: never one too many */
    rc = worker_process_spawn(program, &fresh, e);
    if (rc)
        return rc;
    (void)pthread_mutex_lock(&p->lock);
    s->process = fresh;
    s->pid = worker_process_pid(fresh);
    (void)pthread_mutex_unlock(&p->lock);
    return OK;
}

/* A worker with the assignment in a slot that this thread holds. */
static enum err prepare(struct worker_pool *p, struct slot *s,
                        const struct worker_assignment *as,
                        const struct worker_call *assign, uint64_t assignment,
                        struct error *e)
{
    struct worker_program program = {.path = p->o.program_path,
                                     .memory_bytes = memory_of(as),
                                     .threads = p->o.threads};
    struct arena scratch;
    struct str ignored;
    enum err rc;

    if (s->process && s->assignment == assignment)
        return OK;
    s->assignment = assignment;
    rc = replace(p, s, &program, e);
    if (rc)
        return rc;
    arena_init(&scratch, ASSIGN_MAX_BYTES);
    rc = worker_process_call(s->process, assign, &scratch, &ignored, e);
    arena_release(&scratch);
    return rc;
}

/* These errors end a worker: a damaged database will be rebuilt as another
 * file; an engine with an internal error answers nothing any more; one that ran
 * out of memory still holds all of it; and one that failed on untrusted bytes
 * must not read the next file. */
static bool is_reusable(enum worker_mode mode, enum err rc)
{
    return (mode == WORKER_QUERY && rc != ERR_FILE_READ_FAILED &&
            rc != ERR_INTERNAL && rc != ERR_LIMIT) ||
           (mode == WORKER_PARSE && rc == OK);
}

enum err worker_pool_call(struct worker_pool *p,
                          const struct worker_assignment *as,
                          const struct worker_request *r, struct arena *a,
                          struct str *reply, struct error *e)
{
    struct worker_call call = {.kind = WIRE_ASSIGN, .fd = -1, .wait = r->wait};
    struct slot *s = NULL;
    struct buf text;
    uint64_t assignment;
    bool assigned = false;
    struct trace trace;
    enum err rc;

    trace_begin(&trace, "worker");
    buf_init(&text, ASSIGN_MAX_BYTES);
    rc = encode_assignment(as, &text, &call.payload, e);
    if (rc)
        goto out;
    assignment = hash_bytes(call.payload.p, call.payload.n);
    rc = take_slot(p, assignment, &r->wait, &s, e);
    if (rc)
        goto out;
    trace_stage(&trace, "wait");
    rc = prepare(p, s, as, &call, assignment, e);
    trace_stage(&trace, "start");
    if (rc) { /* it has not received the request yet */
        e->of_machine = rc == ERR_TOOL_WORKER_UNAVAILABLE;
        goto out;
    }
    assigned = true;
    call.kind = WIRE_REQUEST;
    call.payload = r->payload;
    call.fd = r->fd;
    call.progress = r->progress;
    call.memory_bytes = memory_of(as);
    rc = worker_process_call(s->process, &call, a, reply, e);
    trace_stage(&trace, "work");
out:
    if (s)
        give_back(p, s,
                  assigned && is_reusable(as->mode, rc) &&
                      is_small(s, memory_of(as)));
    buf_release(&text);
    return rc;
}

/* The program in the slot, in its sandbox. */
static enum err start_task(struct worker_pool *p, struct slot *s,
                           const struct worker_task *task, struct arena *a,
                           struct error *e)
{
    const struct str path = str_from(p->path);
    const struct str file = str_after_last(path, '/');
    struct worker_program program = {.memory_bytes = task->memory_bytes,
                                     .threads = 1};
    struct worker_call assign = {
        .kind = WIRE_ASSIGN, .fd = -1, .wait = task->request[0].wait};
    struct str text, ignored;
    enum err rc =
        str_printf(a, &text, e, "%.*s%s",
                   STR_FMT(str_slice(path, 0, path.n - file.n)), task->program);

    program.path = text.p;
    s->assignment = 0; /* of no call */
    if (!rc && replace(p, s, &program, e)) {
        e->of_machine = true; /* the next would not start either */
        return e->code;
    }
    if (!rc)
        rc = str_printf(
            a, &assign.payload, e, "{\"memory_bytes\":%llu%.*s}",
            (unsigned long long)(task->memory_bytes + task->address_bytes),
            STR_FMT(task->assigned));
    return rc ? rc : worker_process_call(s->process, &assign, a, &ignored, e);
}

enum err worker_pool_run(struct worker_pool *p, const struct worker_task *task,
                         struct arena *a, struct str *reply, struct error *e)
{
    struct slot *s = NULL;
    struct trace trace;
    enum err rc;

    trace_begin(&trace, "worker");
    rc = take_slot(p, 0, &task->request[0].wait, &s, e);
    if (rc)
        return rc;
    trace_stage(&trace, "wait");
    rc = start_task(p, s, task, a, e);
    trace_stage(&trace, "start");
    for (size_t i = 0; i < task->n && !rc; i++) {
        const struct worker_request *r = &task->request[i];
        const struct worker_call call = {.kind = WIRE_REQUEST,
                                         .payload = r->payload,
                                         .fd = r->fd,
                                         .wait = r->wait,
                                         .progress = r->progress,
                                         .memory_bytes = task->memory_bytes};

        rc = worker_process_call(s->process, &call, a, &reply[i], e);
    }
    if (rc == ERR_LIMIT && s->process &&
        worker_process_is_over_memory(s->process))
        rc = error_set(e, ERR_LIMIT, "this takes more than %llu MiB of memory",
                       (unsigned long long)(task->memory_bytes >> 20));
    trace_stage(&trace, "work");
    give_back(p, s, false);
    return rc;
}

enum err worker_pool_probe(struct worker_pool *p, struct arena *a,
                           struct str *ready, struct error *e)
{
    const struct worker_program program = {.path = p->o.program_path,
                                           .memory_bytes = DEFAULT_MEMORY_BYTES,
                                           .threads = p->o.threads};
    struct worker_process *w = NULL;
    enum err rc = worker_process_spawn(&program, &w, e);

    if (!rc)
        rc = worker_process_await_ready(w, a, ready, e);
    worker_process_free(w);
    return rc;
}

size_t worker_pool_pids(struct worker_pool *p, pid_t ids[], size_t max)
{
    size_t n = 0;

    (void)pthread_mutex_lock(&p->lock);
    for (unsigned i = 0; i < n_slots(p) && n < max; i++) {
        if (p->slots[i].pid)
            ids[n++] = p->slots[i].pid;
    }
    (void)pthread_mutex_unlock(&p->lock);
    return n;
}
