/* cmd_base_move.c - moves a base between homes and stores. */
#include "cli/base_call.h"
#include "cli/blobs_args.h"
#include "cli/store_args.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "store/objects/object_store.h"

static bool is_url(struct str to)
{
    return str_find(to, STR("://")) < to.n;
}

/* The other home: of this machine, or the files of a store. */
static enum err name_target(struct cli *c, struct tables_options *o,
                            struct error *e)
{
    const struct str to = c->args.value[OPT_TO];
    enum err rc = OK;

    o->home = to;
    o->store = (struct str){0};
    o->blobs = NULL; /* a bucket is of one home */
    if (to.n == 0)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "say where to with --to: a home, or the URL of a store");
    if (!is_url(to))
        return args_has(&c->args, OPT_FILES)
                   ? error_set(e, ERR_VALIDATION_FAILED,
                               "--files is for a store; --to names a home")
                   : OK;
    rc = store_args_check(c, to, e);
    o->store = to;
    o->home = c->args.value[OPT_FILES];
    if (!rc && o->home.n == 0)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "name the home that has the files of the store with "
                       "--files FOLDER; a new folder is made");
    return rc;
}

static enum err run_move(struct cli *c, struct base_call *k, struct error *e)
{
    struct tables_options o = c->options;
    struct tables *t = NULL;
    struct bases *to = NULL;
    enum err rc = name_target(c, &o, e);

    if (!rc && args_has(&c->args, OPT_TO_BLOBS))
        rc = blobs_args_open(c, c->args.value[OPT_TO_BLOBS], &o.blobs, e);
    if (!rc)
        rc = tables_new(&o, &t, e);
    if (!rc)
        rc = bases_new(t, &to, e);
    if (!rc)
        rc = bases_move(k->bases, to, c->args.operands[0], &k->w, e);
    bases_free(to);
    tables_free(t);
    if (o.blobs && o.blobs != c->options.blobs)
        object_store_close(o.blobs);
    return rc;
}

/* "2 tokens", "1 token"; "" of none. */
static void put_count(struct cli *c, const struct json *answer, const char *key,
                      const char *one, const char **before)
{
    const struct str n = base_call_member(answer, key);

    if (str_is(n, "0"))
        return;
    buf_printf(&c->out, "%s%.*s %s%s", *before, STR_FMT(n), one,
               str_is(n, "1") ? "" : "s");
    *before = ", ";
}

static void put_brought(struct cli *c, const struct json *answer)
{
    const char *before = "With it came ";

    put_count(c, answer, "tokens", "token", &before);
    put_count(c, answer, "exposures", "exposure", &before);
    put_count(c, answer, "bound_tools", "bound tool", &before);
    put_count(c, answer, "questions", "logged question", &before);
    if (*before == ',')
        buf_puts(&c->out, ".\n");
}

static void put_left(struct cli *c, const struct json *answer)
{
    const struct str left = base_call_member(answer, "tokens_left");
    const struct str waiting = base_call_member(answer, "documents_waiting");

    if (!str_is(left, "0"))
        buf_printf(
            &c->out,
            "Tokens that reach all bases stayed where they were: %.*s.\n",
            STR_FMT(left));
    if (!str_is(waiting, "0"))
        buf_printf(&c->out,
                   "Documents that will be indexed again as they are used: "
                   "%.*s.\n",
                   STR_FMT(waiting));
}

static enum err show_move(struct cli *c, const struct json *answer,
                          struct error *e)
{
    const char *before = "";

    (void)e;
    buf_printf(&c->out, "Moved base '%.*s' to %.*s: ",
               STR_FMT(base_call_member(answer, "base")),
               STR_FMT(c->args.value[OPT_TO]));
    put_count(c, answer, "documents", "document", &before);
    put_count(c, answer, "versions", "version", &before);
    put_count(c, answer, "originals", "original", &before);
    buf_printf(&c->out,
               "%s.\nAll of it was compared with what was there before (%.*s "
               "rows), and is gone from there.\n",
               *before ? "" : "it is empty",
               STR_FMT(base_call_member(answer, "rows_compared")));
    put_brought(c, answer);
    put_left(c, answer);
    return OK;
}

enum err cmd_base_move(struct cli *c, struct error *e)
{
    return base_call(c, run_move, show_move, e);
}
