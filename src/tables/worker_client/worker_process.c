#include "tables/worker_client/worker_process.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORKER_SOCKET_FD 3

/* After a cancel DuckDB stops at its next check; some expressions check
 * rarely (12 s were measured), so the kill comes soon. */
#define CANCEL_GRACE_MS 500

/* A worker answers READY after it has opened its database: 30 ms measured,
 * some seconds under sanitizers on a busy machine. */
#define START_LIMIT_MS 30000

/* From closing its socket to its exit: freeing 1 GiB takes a while. */
#define EXIT_LIMIT_MS 1000

/* How often its memory is checked while it works, and which part of the limit
 * is kept in reserve, so that it is not exceeded between two checks. */
#define MEMORY_LOOK_MS 10
#define MAX_PAGES      (UINT64_C(1) << 40) /* sanitizers reserve terabytes */
#define MEMORY_MARGIN  8

#define PROGRESS_MAX_BYTES ((size_t)16 * 1024)
#define ERROR_MAX_BYTES    ((size_t)256 * 1024)

struct worker_process {
    pid_t pid;
    int sock;
    int statm; /* its /proc/PID/statm; -1: there is none */
    uint32_t last_id;
    bool dead;           /* no call may be made any more */
    bool is_over_memory; /* it was killed for that */
    bool reaped;
    int status; /* of waitpid(), when reaped */
    struct buf frame;
};

static enum err spawn_error(const struct worker_program *program,
                            const char *what, int code, struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "cannot %s '%s': %s", what,
                     str_after_last(str_from(program->path), '/').p,
                     strerror(code));
}

/* The environment for its log: the same format as ours. */
struct log_environment {
    char level[32];
    char format[32];
};

static void name_log(struct log_environment *out)
{
    (void)snprintf(out->level, sizeof(out->level), "QUARRY_LOG=%s",
                   log_level_name(log_level_now()));
    (void)snprintf(out->format, sizeof(out->format), "QUARRY_LOG_FORMAT=%s",
                   log_format_now() == LOG_JSON ? "json" : "text");
}

/* The child's environment: what logs and sanitizers need, nothing of the
 * user's. */
static void child_environment(char *const *from, struct log_environment *log,
                              char *to[], size_t room)
{
    static const char *const kept[] = {
        "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "LLVM_PROFILE_FILE=", "GCOV_PREFIX"};
    size_t n = 0;

    name_log(log);
    to[n++] = log->level;
    to[n++] = log->format;

    for (; from && *from; from++) {
        for (size_t k = 0; k < sizeof(kept) / sizeof(kept[0]); k++) {
            if (n + 1 < room && strncmp(*from, kept[k], strlen(kept[k])) == 0)
                to[n++] = *from;
        }
    }
    to[n] = NULL;
}

/* A descriptor of ours that the child is to get may not lie where a standard
 * file is missing, or messages would go to the worker; nor on 3: dup2 to itself
 * would keep the close-on-exec flag. */
static int lift(int fd)
{
    int lifted;

    if (fd < 0 || fd > WORKER_SOCKET_FD)
        return fd;
    lifted = fcntl(fd, F_DUPFD_CLOEXEC, WORKER_SOCKET_FD + 1);
    (void)close(fd);
    return lifted;
}

/* The worker's standard error: a terminal is reopened for writing only, because
 * the worker must not read what the user types. -1: inherit ours. */
static int open_log(void)
{
    const int how = O_WRONLY | O_NOCTTY | O_CLOEXEC;
    bool terminal = isatty(STDERR_FILENO) == 1;
    bool missing = !terminal && errno == EBADF;
    int fd = terminal ? open("/proc/self/fd/2", how) : -1;

    if (fd < 0 && (terminal || missing))
        fd = open("/dev/null", how);
    return lift(fd);
}

/* Nothing on 0, messages on 1 and 2, the socket on 3, and no more. */
static int plan_files(posix_spawn_file_actions_t *actions, int sock, int log)
{
    int rc = posix_spawn_file_actions_adddup2(actions, sock, WORKER_SOCKET_FD);

    if (!rc)
        rc = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
                                              "/dev/null", O_RDONLY, 0);
    if (!rc && log >= 0)
        rc = posix_spawn_file_actions_adddup2(actions, log, STDERR_FILENO);
    if (!rc) /* standard output belongs to the caller's answer */
        rc = posix_spawn_file_actions_adddup2(actions, STDERR_FILENO,
                                              STDOUT_FILENO);
    if (!rc) /* descriptors that were left open must not leak to the worker */
        rc = posix_spawn_file_actions_addclosefrom_np(actions,
                                                      WORKER_SOCKET_FD + 1);
    return rc;
}

/* SIGXCPU must reach the child whatever signals this thread blocks. */
static int plan_signals(posix_spawnattr_t *attributes)
{
    sigset_t none;
    sigset_t usual;
    int rc;

    (void)sigemptyset(&none);
    (void)sigemptyset(&usual);
    (void)sigaddset(&usual, SIGXCPU);
    rc = posix_spawnattr_setsigmask(attributes, &none);
    if (!rc)
        rc = posix_spawnattr_setsigdefault(attributes, &usual);
    if (!rc)
        rc = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
                                                      POSIX_SPAWN_SETSIGDEF);
    return rc;
}

static int spawn_child(const struct worker_program *program, int sock,
                       pid_t *pid)
{
    char memory[24];
    char threads[24];
    struct log_environment how;
    char *env[16];
    const char *name = str_after_last(str_from(program->path), '/').p;
    char *const argv[] = {(char *)(uintptr_t)name, memory, threads, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int log;
    int rc = posix_spawn_file_actions_init(&files);

    if (rc)
        return rc;
    log = open_log();
    (void)posix_spawnattr_init(&attributes); /* cannot fail in glibc */
    (void)snprintf(memory, sizeof(memory), "%" PRIu64, program->memory_bytes);
    (void)snprintf(threads, sizeof(threads), "%u", program->threads);
    child_environment(environ, &how, env, sizeof(env) / sizeof(env[0]));
    rc = plan_files(&files, sock, log);
    if (!rc)
        rc = plan_signals(&attributes);
    if (!rc)
        rc = posix_spawn(pid, program->path, &files, &attributes, argv, env);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&files);
    fs_close(&log);
    return rc;
}

static int open_statm(pid_t pid)
{
    char path[32];

    (void)snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

enum err worker_process_spawn(const struct worker_program *program,
                              struct worker_process **out, struct error *e)
{
    struct worker_process *w = mem_new(sizeof(*w), e);
    int pair[2];
    int rc;

    if (!w)
        return e->code;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        mem_free(w);
        return spawn_error(program, "connect", errno, e);
    }
    pair[0] = lift(pair[0]);
    pair[1] = lift(pair[1]);
    rc = pair[0] < 0 || pair[1] < 0 ? EMFILE
                                    : spawn_child(program, pair[1], &w->pid);
    fs_close(&pair[1]);
    if (rc) {
        fs_close(&pair[0]);
        mem_free(w);
        return spawn_error(program, "start", rc, e);
    }
    w->sock = pair[0];
    w->statm = open_statm(w->pid);
    buf_init(&w->frame, WIRE_MAX_PAYLOAD);
    *out = w;
    return OK;
}

static void reap(struct worker_process *w, int flags)
{
    pid_t got = 0;

    if (w->reaped)
        return;
    do
        got = waitpid(w->pid, &w->status, flags);
    while (got < 0 && errno == EINTR);
    w->reaped = got == w->pid;
}

static void kill_now(struct worker_process *w)
{
    w->dead = true;
    if (!w->reaped)
        (void)kill(w->pid, SIGKILL);
    reap(w, 0);
}

void worker_process_free(struct worker_process *w)
{
    if (!w)
        return;
    kill_now(w);
    (void)close(w->sock);
    fs_close(&w->statm);
    buf_release(&w->frame);
    mem_free(w);
}

pid_t worker_process_pid(const struct worker_process *w)
{
    return w->pid;
}

bool worker_process_is_over_memory(const struct worker_process *w)
{
    return w->is_over_memory;
}

bool worker_process_is_dead(struct worker_process *w)
{
    reap(w, WNOHANG);
    w->dead = w->dead || w->reaped;
    return w->dead;
}

/* "4711 815 312 ...": pages that are mapped, of these in memory, of these of
 * files. */
uint64_t worker_process_memory(const struct worker_process *w)
{
    char text[128];
    const ssize_t n =
        w->statm < 0 ? -1 : pread(w->statm, text, sizeof(text), 0);
    struct str rest = {text, n > 0 ? (size_t)n : 0};
    uint64_t pages[3] = {0};
    struct error ignored;

    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        const size_t end = str_find_char(rest, ' ');

        if (str_parse_u64(str_slice(rest, 0, end), MAX_PAGES, &pages[i],
                          &ignored))
            return 0;
        rest = str_slice(rest, end + 1, rest.n);
    }
    return pages[1] > pages[2]
               ? (pages[1] - pages[2]) * (uint64_t)sysconf(_SC_PAGESIZE)
               : 0;
}

/* Sanitizers use several times the memory of the program. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#else
#define UNDER_SANITIZER 0
#endif

/* A call whose worker is watched while it runs, wrapped around its own wait. */
struct watched {
    struct worker_process *worker;
    const struct worker_call *call;
};

/* A worker writes at most 1 to 2 GiB a second, so between two checks it
 * allocates less than the reserve; one that exceeds the limit is killed and not
 * asked to stop, because stopping would take time and memory. */
static void look_at_memory(void *ctx)
{
    const struct watched *x = ctx;
    const uint64_t most = x->call->memory_bytes;

    if (x->call->wait.waits)
        x->call->wait.waits(x->call->wait.ctx);
    if (worker_process_memory(x->worker) <= most - most / MEMORY_MARGIN)
        return;
    x->worker->is_over_memory = true;
    (void)kill(x->worker->pid, SIGKILL);
}

/* A closed socket means that it is exiting; wait for that to learn how. */
static void await_exit(struct worker_process *w)
{
    struct pollfd p = {.events = POLLIN};
    char byte;
    ssize_t n;

    reap(w, WNOHANG);
    n = recv(w->sock, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (w->reaped || n > 0 || (n < 0 && errno == EAGAIN))
        return;
    p.fd = pidfd_open(w->pid, 0);
    if (p.fd < 0)
        return;
    (void)poll(&p, 1, EXIT_LIMIT_MS);
    fs_close(&p.fd);
    reap(w, WNOHANG);
}

/* The process must not be used any more: report how it ended. */
static enum err report_death(struct worker_process *w, struct error *e)
{
    char how[80] = "broke the protocol";

    await_exit(w);
    if (w->is_over_memory) {
        kill_now(w);
        return error_set(e, ERR_LIMIT,
                         "this needs more memory than it may use; read "
                         "fewer rows or columns, or allow it more with "
                         "--memory");
    }
    if (w->reaped && WIFSIGNALED(w->status) && WTERMSIG(w->status) == SIGXCPU) {
        w->dead = true;
        return error_set(e, ERR_TIMEOUT, "the worker used up its CPU time");
    }
    if (w->reaped && WIFSIGNALED(w->status))
        (void)snprintf(how, sizeof(how), "was ended by signal %d",
                       WTERMSIG(w->status));
    else if (w->reaped)
        (void)snprintf(how, sizeof(how), "exited with status %d",
                       WEXITSTATUS(w->status));
    kill_now(w);
    log_warn("workers", "a worker was lost how=\"%s\"", how);
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the worker %s; the next call gets a new one", how);
}

/* A part of the error's place; 0, "nowhere", when it makes no sense. */
static uint64_t read_place(const struct json *err, const char *key)
{
    return json_u64(json_find(err, key), UINT64_MAX);
}

/* The worker's error, with every field validated. */
static enum err read_error(struct worker_process *w, struct str payload,
                           struct error *e)
{
    struct json *root = NULL;
    const struct json *err;
    struct srcpos pos;
    struct arena a;
    char name[64];
    enum err code;

    arena_init(&a, ERROR_MAX_BYTES);
    if (json_parse(payload, &json_default_limits, &a, &root, e)) {
        kill_now(w);
        code = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's error cannot be read");
        goto out;
    }
    err = json_find(root, "error");
    (void)snprintf(name, sizeof(name), "%.*s",
                   STR_FMT(json_text(json_find(err, "code"))));
    code = err_from_name(name);
    pos.line = read_place(err, "line");
    pos.column = read_place(err, "column");
    pos.offset = read_place(err, "offset");
    code = error_at(e, code ? code : ERR_INTERNAL, pos, "%.*s",
                    STR_FMT(json_text(json_find(err, "message"))));
out:
    arena_release(&a);
    return code;
}

/* In a separate arena: any number of these may arrive during a call. */
static void read_progress(const struct worker_call *c, struct str payload)
{
    struct json *root = NULL;
    struct arena a;
    struct error e;
    uint64_t done = 0;
    uint64_t total = 0;

    arena_init(&a, PROGRESS_MAX_BYTES);
    if (json_parse(payload, &json_default_limits, &a, &root, &e))
        root = NULL;
    if (json_find(root, "early")) {
        if (c->progress.early)
            c->progress.early(c->progress.ctx);
    } else if (c->progress.report &&
               json_read_u64(json_find(root, "done"), "done", UINT64_MAX, &done,
                             &e) == OK &&
               json_read_u64(json_find(root, "total"), "total", UINT64_MAX,
                             &total, &e) == OK) {
        c->progress.report(c->progress.ctx, done, total);
    }
    arena_release(&a);
}

/* Frames until the answer to `id`; progress on the way. */
static enum err receive_answer(struct worker_process *w,
                               const struct worker_call *c, uint32_t id,
                               struct wire_frame *f, struct error *e)
{
    for (;;) {
        enum err rc = wire_receive(w->sock, &w->frame, f, &c->wait, e);

        if (rc)
            return rc;
        if (f->fd >= 0)
            (void)close(f->fd); /* workers must not send descriptors */
        if (f->kind == WIRE_PROGRESS && f->id == id)
            read_progress(c, f->payload);
        else if ((f->kind == WIRE_RESULT || f->kind == WIRE_ERROR) &&
                 f->id == id)
            return OK;
        else if (f->kind != WIRE_READY)
            return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                             "the worker sent an unexpected message");
    }
}

/* Ask it to stop; kill it if it does not answer within the grace. */
static void cancel(struct worker_process *w, uint32_t id)
{
    const struct wire_wait grace = {.deadline_ms =
                                        clock_ms() + CANCEL_GRACE_MS};
    const struct worker_call quiet = {.wait = grace};
    const struct wire_frame f = {.kind = WIRE_CANCEL, .id = id, .fd = -1};
    struct wire_frame answer;
    struct error ignored;

    if (wire_send(w->sock, &f, &grace, &ignored) ||
        receive_answer(w, &quiet, id, &answer, &ignored))
        kill_now(w);
}

/*
 * RLIMIT_CPU counts a process's whole life, so it is raised for each request
 * to what was used plus what this one may use.
 */
static void grant_cpu_time(const struct worker_process *w, uint64_t wait_ms)
{
    struct timespec used = {0};
    struct rlimit limit;
    clockid_t clock;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (clock_getcpuclockid(w->pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0)
        return;
    limit.rlim_cur =
        (rlim_t)used.tv_sec + (wait_ms / 1000 + 2) * (rlim_t)(cores + 1);
    limit.rlim_max = RLIM_INFINITY;
    (void)prlimit(w->pid, RLIMIT_CPU, &limit, NULL);
}

static enum err take_answer(struct worker_process *w,
                            const struct wire_frame *f, struct arena *a,
                            struct str *reply, struct error *e)
{
    enum err rc;

    if (f->kind == WIRE_ERROR)
        return read_error(w, f->payload, e);
    rc = json_check(f->payload, e);
    if (rc == ERR_VALIDATION_FAILED) {
        kill_now(w);
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "the worker's answer is not JSON");
    }
    return rc ? rc : str_dup(f->payload, a, reply, e);
}

enum err worker_process_await_ready(struct worker_process *w, struct arena *a,
                                    struct str *ready, struct error *e)
{
    const struct wire_wait wait = {.deadline_ms = clock_ms() + START_LIMIT_MS};
    struct wire_frame f;
    enum err rc = wire_receive(w->sock, &w->frame, &f, &wait, e);

    if (!rc && f.fd >= 0)
        (void)close(f.fd);
    if (rc || f.kind != WIRE_READY)
        return report_death(w, e);
    return take_answer(w, &f, a, ready, e);
}

enum err worker_process_call(struct worker_process *w,
                             const struct worker_call *c, struct arena *a,
                             struct str *reply, struct error *e)
{
    struct wire_frame f = {.kind = c->kind, .payload = c->payload, .fd = c->fd};
    uint64_t now = clock_ms();
    struct worker_call bounded = *c;
    struct watched watched = {w, c};
    enum err rc;

    if (c->memory_bytes && !UNDER_SANITIZER) {
        bounded.wait.waits = look_at_memory;
        bounded.wait.ctx = &watched;
        bounded.wait.look_ms = MEMORY_LOOK_MS;
    }
    f.id = ++w->last_id;
    if (!c->wait.deadline_ms ||
        (c->kind == WIRE_ASSIGN && c->wait.deadline_ms > now + START_LIMIT_MS))
        bounded.wait.deadline_ms = now + START_LIMIT_MS;
    if (bounded.wait.deadline_ms > now)
        grant_cpu_time(w, bounded.wait.deadline_ms - now);
    rc = wire_send(w->sock, &f, &bounded.wait, e);
    if (!rc)
        rc = receive_answer(w, &bounded, f.id, &f, e);
    if (rc == ERR_TIMEOUT) {
        cancel(w, w->last_id);
        return rc;
    }
    if (rc == ERR_TOOL_WORKER_UNAVAILABLE)
        return report_death(w, e);
    if (rc) { /* no memory for an answer, the rest of which is still to come */
        kill_now(w);
        return rc;
    }
    return take_answer(w, &f, a, reply, e);
}
