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

enum err table_export(struct tables *t, const struct table_source *s,
                      const struct table_export_target *target, struct arena *a,
                      struct str *json, struct error *e)
{
    struct target file = TARGET_NONE;
    struct worker_assignment as = {.mode = WORKER_EXPORT,
                                   .memory_bytes = source_memory(s)};
    struct worker_request r = {.fd = -1};
    struct entry en;
    struct buf b;
    enum err rc;

    if (!str_is(target->format, "csv") && !str_is(target->format, "xlsx"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "format '%.*s' is not known; use csv or xlsx",
                         STR_FMT(target->format));
    buf_init(&b, REQUEST_MAX_BYTES);
    rc = encode(target, &b, &r.payload, e);
    if (!rc)
        rc = entry_open(t, s, a, &en, e);
    if (!rc)
        rc =
            target_open(t->draft, target->path, target->overwrite, a, &file, e);
    if (rc)
        goto out;
    as.database = str_from(en.files.database);
    r.fd = file.fd;
    r.wait = source_wait(t, s, TABLE_QUERY_MS);
    rc = call_worker(t, &as, &r, a, json, e);
    if (!rc)
        rc = target_commit(&file, e);
out:
    target_close(&file);
    buf_release(&b);
    return rc;
}
