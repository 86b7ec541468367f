/* cmd_blobs.c - the bucket of a home: what a base puts there, what goes from there, and
 * how much of it the home keeps. */
#include "cli/base_call.h"
#include "cli/interrupt.h"
#include "knowledge/knowledge_base/bucket.h"
#include "store/objects/object_store.h"

#define HOUR_MS       UINT64_C(3600000)
#define GRACE_HOURS   24
#define GRACE_MAX     (UINT64_C(100) * 366 * 24)
#define SHOWN_OBJECTS 20 /* to a person */

static struct str member(const struct json *answer, const char *key)
{
    return base_call_member(answer, key);
}

static enum err run_push(struct cli *c, struct base_call *k, struct error *e)
{
    return bases_push(k->bases, c->args.operands[0], &k->w, e);
}

static enum err show_push(struct cli *c, const struct json *answer,
                          struct error *e)
{
    (void)e;
    buf_printf(
        &c->out,
        "put %.*s of %.*s originals of base '%.*s' into %.*s, and %.*s "
        "objects of its index\n",
        STR_FMT(member(answer, "put")), STR_FMT(member(answer, "originals")),
        STR_FMT(member(answer, "base")), STR_FMT(member(answer, "bucket")),
        STR_FMT(member(answer, "index_put")));
    return OK;
}

enum err cmd_base_push(struct cli *c, struct error *e)
{
    return base_call(c, run_push, show_push, e);
}

static enum err run_gc(struct cli *c, struct base_call *k, struct error *e)
{
    uint64_t hours = GRACE_HOURS;
    struct bucket_collect how = {.is_dry = args_has(&c->args, OPT_DRY_RUN),
                                 .cancel = interrupt_flag()};

    if (args_has(&c->args, OPT_GRACE) &&
        str_parse_u64(c->args.value[OPT_GRACE], GRACE_MAX, &hours, e))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--grace is a number of hours");
    how.grace_ms = hours * HOUR_MS;
    return bases_collect(k->bases, &how, &k->w, e);
}

static enum err show_gc(struct cli *c, const struct json *answer,
                        struct error *e)
{
    const bool is_dry = json_is_true(json_find(answer, "dry"));
    size_t shown = 0;

    (void)e;
    for (const struct json *i = json_find(answer, "items")->first;
         i && is_dry && shown < SHOWN_OBJECTS; i = i->next, shown++)
        buf_printf(&c->out, "%.*s, %.*s bytes, %.*s s old\n",
                   STR_FMT(member(i, "object")), STR_FMT(member(i, "bytes")),
                   STR_FMT(member(i, "age_s")));
    buf_printf(
        &c->out,
        "%s %.*s of %.*s objects (%.*s of %.*s bytes); %.*s that nothing "
        "refers to, or may, are younger than --grace\n",
        is_dry ? "would remove" : "removed", STR_FMT(member(answer, "removed")),
        STR_FMT(member(answer, "objects")),
        STR_FMT(member(answer, "removed_bytes")),
        STR_FMT(member(answer, "bytes")), STR_FMT(member(answer, "young")));
    for (const struct json *i = json_find(answer, "busy")->first; i;
         i = i->next)
        buf_printf(&c->out,
                   "base '%.*s' is in use; try again for its objects\n",
                   STR_FMT(json_text(i)));
    return OK;
}

enum err cmd_blobs_gc(struct cli *c, struct error *e)
{
    return base_call(c, run_gc, show_gc, e);
}

static enum err run_trim(struct cli *c, struct base_call *k, struct error *e)
{
    struct bucket_trimmed done = {0};
    enum err rc;

    if (c->options.blobs && !c->options.blobs->cache_bytes)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "say how much stays with --blobs-cache SIZE or in "
                         "QUARRY_BLOBS_CACHE");
    rc = bases_trim(k->bases,
                    c->options.blobs ? c->options.blobs->cache_bytes : 0, &done,
                    e);
    if (rc)
        return rc;
    jsonw_begin_object(&k->w);
    jsonw_member_u64(&k->w, "files_removed", done.removed);
    jsonw_member_u64(&k->w, "bytes_kept", done.bytes);
    jsonw_end_object(&k->w);
    return OK;
}

static enum err show_trim(struct cli *c, const struct json *answer,
                          struct error *e)
{
    (void)e;
    buf_printf(&c->out, "removed %.*s files from the home; %.*s bytes stay\n",
               STR_FMT(member(answer, "files_removed")),
               STR_FMT(member(answer, "bytes_kept")));
    return OK;
}

enum err cmd_blobs_trim(struct cli *c, struct error *e)
{
    return base_call(c, run_trim, show_trim, e);
}
