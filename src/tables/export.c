#include "base/jsonw.h"
#include "tables/tables_internal.h"
#include "tables/target.h"

#define REQUEST_MAX_BYTES ((size_t)8 * 1024 * 1024)

static enum err encode(const struct table_export_target *target, struct buf *b,
                       struct str *request, struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "op");
    jsonw_cstr(&w, "export");
    jsonw_key(&w, "sql");
    jsonw_str(&w, target->sql);
    jsonw_key(&w, "format");
    jsonw_str(&w, target->format);
    jsonw_key(&w, "sheet");
    jsonw_str(&w, target->sheet.n ? target->sheet : STR("Sheet1"));
    jsonw_key(&w, "target_path");
    jsonw_str(&w, target->path);
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
    const struct table_source *s;
    const struct table_export_target *target;
    struct str request;
};

/* From the entry to the file's name; en->map is empty when there is none. */
static enum err run(const struct job *j, struct entry *en, struct arena *a,
                    struct str *json, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_EXPORT,
                                   .memory_bytes = source_memory(j->s)};
    struct worker_request r = {.payload = j->request, .fd = -1};
    struct target file = TARGET_NONE;
    enum err rc = entry_open(j->t, j->s, a, en, e);

    if (!rc)
        rc = target_open(j->t->draft, j->target->path, j->target->overwrite, a,
                         &file, e);
    if (rc)
        goto out;
    as.databases[0].path = str_from(en->files.database);
    r.fd = file.fd;
    r.wait = source_wait(j->t, j->s, TABLE_QUERY_MS);
    rc = call_worker(j->t, &as, &r, a, json, e);
    if (!rc)
        rc = target_commit(&file, e);
out:
    target_close(&file);
    return rc;
}

enum err table_export(struct tables *t, const struct table_source *s,
                      const struct table_export_target *target, struct arena *a,
                      struct str *json, struct error *e)
{
    struct job j = {.t = t, .s = s, .target = target};
    struct entry en = {0};
    struct buf b;
    enum err rc;

    if (!str_is(target->format, "csv") && !str_is(target->format, "xlsx"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "format '%.*s' is not known; use csv or xlsx",
                         STR_FMT(target->format));
    buf_init(&b, REQUEST_MAX_BYTES);
    rc = encode(target, &b, &j.request, e);
    if (!rc)
        rc = run(&j, &en, a, json, e);
    if (rc == ERR_FILE_READ_FAILED && en.map.n) {
        cache_entry_drop(&en.files); /* derived: build it again, never repair */
        rc = run(&j, &en, a, json, e);
    }
    buf_release(&b);
    return rc;
}
