#include "engine/postgres/postgres_worker.h"

#include "base/wire_child.h"
#include "engine/postgres/postgres_copy.h"
#include "engine/postgres/postgres_query.h"
#include "engine/postgres/postgres_still.h"
#include "engine/postgres/postgres_which.h"
#include "engine/sandbox/sandbox.h"

#include <unistd.h>

#define WHICH_BYTES    ((size_t)64 * 1024)
#define CATALOG_BYTES  ((size_t)128 << 20)
#define FILE_BYTES     (POSTGRES_ALL_BYTES + ((uint64_t)128 << 20))
#define MEMORY_DEFAULT ((uint64_t)512 << 20)
#define TIMEOUT_MOST   (UINT64_C(24) * 3600 * 1000)

struct postgres_worker {
    struct buf in;
    struct buf out;
    struct arena a;
    struct postgres_session session;
};

/* Without exit handlers, which may not work inside the sandbox. */
_Noreturn static void leave(int status)
{
    _exit(status);
}

static enum err open_link(struct postgres_worker *x,
                          const struct json *assignment, struct error *e)
{
    const struct json *options = json_find(assignment, "options");
    struct postgres_option list[POSTGRES_MAX_OPTIONS];
    size_t n = 0;

    for (const struct json *j = options ? options->first : NULL; j;
         j = j->next) {
        if (n == COUNT_OF(list))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the connection has too many parameters");
        list[n++] = (struct postgres_option){j->key.p, json_text(j).p};
    }
    return postgres_link_open(list, n, &x->session.link, e);
}

/* From here on the connection is all that there is. */
static enum err enter(void *ctx, const struct json *assignment, struct error *e)
{
    struct postgres_worker *x = ctx;
    struct sandbox_rules rules = {.memory_bytes = MEMORY_DEFAULT,
                                  .file_bytes = FILE_BYTES,
                                  .is_bare = true,
                                  .has_connection = true};
    const struct json *memory = json_find(assignment, "memory_bytes");
    enum err rc = open_link(x, assignment, e);

    if (!rc && memory)
        rc = json_read_u64(memory, "memory_bytes", UINT64_MAX / 2,
                           &rules.memory_bytes, e);
    if (!rc)
        rc = json_read_u64(json_find(assignment, "timeout_ms"), "timeout_ms",
                           TIMEOUT_MOST, &x->session.timeout_ms, e);
    if (!rc)
        rc = sandbox_enter(&rules, e);
    x->session.allows_writable =
        json_is_true(json_find(assignment, "allow_writable_role"));
    return rc ? rc : postgres_session_begin(&x->session, &x->a, e);
}

static void write_copied(const struct postgres_copied *done,
                         struct str copied_at, struct jsonw *w)
{
    jsonw_key(w, "copied");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "tables", done->tables);
    jsonw_member_u64(w, "left_out", done->left_out);
    jsonw_member_u64(w, "rows", done->rows);
    jsonw_member_str(w, "copied_at", copied_at);
    jsonw_end_object(w);
}

/* The tables that the request means, into an empty file. */
static enum err copy_tables(struct postgres_worker *x, int fd,
                            const struct json *request,
                            struct postgres_copied *done, struct error *e)
{
    struct postgres_limits limits = {.table_rows = POSTGRES_TABLE_ROWS,
                                     .all_bytes = POSTGRES_ALL_BYTES,
                                     .plan_cost = POSTGRES_PLAN_COST};
    struct buf which;
    enum err rc;

    buf_init(&which, WHICH_BYTES);
    postgres_which_patterns(json_text(json_find(request, "only")), &which);
    rc = buf_dup(&which, &x->a, &limits.which, e);
    buf_release(&which);
    return rc ? rc
              : postgres_copy_all(&x->session, &limits, fd, &x->a, done, e);
}

static enum err copy(struct postgres_worker *x, const struct wire_frame *f,
                     const struct json *request, struct jsonw *w,
                     struct error *e)
{
    const struct postgres_session *s = &x->session;
    const struct str known = json_text(json_find(request, "known"));
    const bool is_unchanged = known.n > 0 && str_eq(known, s->mark);
    const bool is_aged =
        !is_unchanged && json_is_true(json_find(request, "may_be_aged"));
    struct postgres_copied done;
    bool is_still = false;
    enum err rc = OK;

    jsonw_begin_object(w);
    jsonw_key(w, "server");
    jsonw_begin_object(w);
    postgres_session_write(s, w);
    jsonw_end_object(w);
    jsonw_member_str(w, "mark", s->mark);
    jsonw_member_bool(w, "is_unchanged", is_unchanged);
    jsonw_member_bool(w, "is_aged", is_aged);
    if (!is_unchanged && !is_aged) {
        rc = copy_tables(x, f->fd, request, &done, e);
        if (!rc)
            rc = postgres_still_ask(s, &is_still, e);
        if (!rc)
            write_copied(&done, s->snapshot, w);
    }
    jsonw_member_bool(w, "is_still", is_still);
    jsonw_end_object(w);
    return rc;
}

static enum err run(void *ctx, const struct wire_frame *f, struct error *e)
{
    struct postgres_worker *x = ctx;
    struct json *request = NULL;
    struct jsonw w;
    enum err rc;

    buf_reset(&x->out);
    jsonw_init(&w, &x->out);
    rc = json_parse(f->payload, &json_default_limits, &x->a, &request, e);
    if (!rc && json_is(json_find(request, "op"), "copy") && f->fd >= 0)
        return copy(x, f, request, &w, e);
    if (!rc && json_is(json_find(request, "op"), "query"))
        return postgres_query_run(&x->session, request, &x->a, &w, e);
    return rc ? rc : error_set(e, ERR_VALIDATION_FAILED, "unknown operation");
}

int postgres_worker_run(int sock)
{
    static struct postgres_worker x;
    struct error e = {0};

    buf_init(&x.in, WIRE_MAX_PAYLOAD);
    buf_init(&x.out, WIRE_MAX_PAYLOAD);
    arena_init(&x.a, CATALOG_BYTES);
    if (wire_say_ready(sock, &x.out))
        leave(0);
    if (wire_take_assignment(sock, &x.in, &x.out, enter, &x, &e))
        leave(err_exit_status(e.code));
    wire_serve(sock, &x.in, &x.out, run, &x);
    leave(0);
}
