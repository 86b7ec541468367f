#include "base/jsonw.h"
#include "tables/server_query.h"
#include "tables/tables_internal.h"
#include "tables/target.h"

#include <string.h>

#define REQUEST_MAX_BYTES ((size_t)8 * 1024 * 1024)

static enum err encode(const struct table_export_target *target, struct buf *b,
                       struct str *request, struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "export");
    jsonw_member_str(&w, "sql", target->sql);
    jsonw_member_str(&w, "format", target->format);
    jsonw_member_str(&w, "sheet",
                     target->sheet.n ? target->sheet : STR("Sheet1"));
    jsonw_member_str(&w, "target_path", target->path);
    jsonw_end_object(&w);
    return buf_finish(b, request, e);
}

/* A worker of its own, with a folder to work in, writes to the open file. */
static enum err call_worker(struct tables *t, struct worker_assignment *as,
                            const struct worker_request *r, struct arena *a,
                            struct str *json, struct error *e)
{
    struct scratch scratch = SCRATCH_NONE;
    enum err rc = scratch_open(&t->home, a, &scratch, e);

    if (!rc) {
        as->folder = str_from(scratch.path);
        rc = worker_pool_call(t->pool, as, r, a, json, e);
    }
    scratch_close(&scratch);
    return rc;
}

struct job {
    struct tables *t;
    struct call call;
    const struct table_export_target *target;
};

/* From the entries to the file's name; en->n is 0 when one cannot be had. */
static enum err run(const struct job *j, struct entries *en, struct arena *a,
                    struct str *json, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_EXPORT};
    struct worker_request r = {.fd = -1};
    struct target file = TARGET_NONE;
    enum err rc = call_open(j->t, &j->call, en, e);

    if (!rc)
        rc = server_query_check(en, j->target->sql, a, e);
    if (!rc)
        rc = call_payload(j->call.request, en->list, en->n, a, &r.payload, e);
    if (!rc)
        rc = target_open(j->target->draft ? j->target->draft : j->t->draft,
                         j->target->path, j->target->overwrite, a, &file, e);
    if (rc)
        goto out;
    call_assign(&j->call, en, &as);
    r.fd = file.fd;
    r.wait = source_wait(j->t, j->call.first, TABLE_QUERY_MS);
    rc = call_worker(j->t, &as, &r, a, json, e);
    if (!rc)
        rc = call_add_notes(&j->call, en, a, json, e);
    if (!rc)
        rc = target_commit(&file, e);
out:
    target_close(&file);
    return rc;
}

/* A workbook called .csv, or the reverse, misleads who opens it. */
static enum err check_suffix(const struct table_export_target *target,
                             struct error *e)
{
    const struct str path = target->path;
    const char *other = str_is(target->format, "csv") ? "xlsx" : "csv";
    const size_t dot = path.n < 5 ? 0 : path.n - strlen(other) - 1;

    if (dot == 0 || path.p[dot] != '.' ||
        !str_eq_nocase(str_slice(path, dot + 1, path.n), str_from(other)))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'%.*s' is named as %s but format is '%.*s'; make them "
                     "agree",
                     STR_FMT(path), other, STR_FMT(target->format));
}

enum err table_export(struct tables *t, const struct table_source *s,
                      const struct table_export_target *target, struct arena *a,
                      struct str *json, struct error *e)
{
    struct job j = {.t = t,
                    .call = {.first = s,
                             .also = target->also,
                             .notes = {"warnings", true, target->sql}},
                    .target = target};
    struct entries en = {.n = 0};
    struct buf b;
    enum err rc;

    if (!str_is(target->format, "csv") && !str_is(target->format, "xlsx"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "format '%.*s' is not known; use csv or xlsx",
                         STR_FMT(target->format));
    rc = check_suffix(target, e);
    if (rc)
        return rc;
    buf_init(&b, REQUEST_MAX_BYTES);
    rc = encode(target, &b, &j.call.request, e);
    if (!rc)
        rc = run(&j, &en, a, json, e);
    if (rc == ERR_FILE_READ_FAILED && en.n > target->also.n) {
        call_drop(&en);
        entries_release(&en);
        j.call.anew = true;
        rc = run(&j, &en, a, json, e);
    }
    entries_release(&en);
    buf_release(&b);
    return rc;
}
