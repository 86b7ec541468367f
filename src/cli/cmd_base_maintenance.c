/* cmd_base_maintenance.c - bases as a whole: rm, copy, check, rebuild, backup,
 * restore. */
#include "cli/base_call.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/show_added.h"
#include "cli/term/clean.h"
#include "knowledge/knowledge_base/maintenance.h"

/* "12 documents, 3 originals, 40960 bytes" */
static void put_snapshot(struct cli *c, const struct json *answer)
{
    buf_printf(&c->out, "%.*s documents, %.*s originals, %.*s bytes\n",
               STR_FMT(base_call_member(answer, "documents")),
               STR_FMT(base_call_member(answer, "originals")),
               STR_FMT(base_call_member(answer, "bytes")));
}

/* What a copy or a backup does not bring is made while it is used. */
static void put_waiting(struct cli *c, const struct json *answer)
{
    struct str n = base_call_member(answer, "documents_waiting");

    if (!str_is(n, "0"))
        buf_printf(&c->out, "%.*s not indexed yet\n", STR_FMT(n));
}

static void put_clean(struct cli *c, const char *before, struct str text)
{
    buf_puts(&c->out, before);
    term_put_clean(&c->out, text);
    buf_put_char(&c->out, '\n');
}

static enum err run_rm(struct cli *c, struct base_call *k, struct error *e)
{
    return bases_drop(k->bases, c->args.operands[0],
                      args_has(&c->args, OPT_FORCE), &k->w, e);
}

static enum err show_rm(struct cli *c, const struct json *answer,
                        struct error *e)
{
    (void)e;
    buf_printf(&c->out, "removed base '%.*s': ",
               STR_FMT(base_call_member(answer, "base")));
    put_snapshot(c, answer);
    return OK;
}

enum err cmd_base_rm(struct cli *c, struct error *e)
{
    return base_call(c, run_rm, show_rm, e);
}

static enum err run_copy(struct cli *c, struct base_call *k, struct error *e)
{
    k->behind = c->args.operands[1];
    return bases_copy(k->bases, c->args.operands[0], c->args.operands[1], &k->w,
                      e);
}

static enum err show_copy(struct cli *c, const struct json *answer,
                          struct error *e)
{
    (void)e;
    buf_printf(&c->out, "copied base '%.*s' to '%.*s': ",
               STR_FMT(base_call_member(answer, "copy_of")),
               STR_FMT(base_call_member(answer, "base")));
    put_snapshot(c, answer);
    put_waiting(c, answer);
    return OK;
}

enum err cmd_base_copy(struct cli *c, struct error *e)
{
    return base_call(c, run_copy, show_copy, e);
}

/* The answer is given either way; damage is in the exit status, too. */
static enum err run_check(struct cli *c, struct base_call *k, struct error *e)
{
    bool ok = false;
    enum err rc = bases_check(k->bases, c->args.operands[0], &ok, &k->w, e);

    if (!rc && !ok)
        c->status = err_exit_status(ERR_FILE_READ_FAILED);
    return rc;
}

static void put_found(struct cli *c, const char *word, const struct json *item)
{
    struct str document = json_text(json_find(item, "document"));
    struct str message = base_call_member(item, "message");

    buf_printf(&c->out, "%s %.*s", word,
               STR_FMT(base_call_member(item, "kind")));
    if (document.n > 0) {
        buf_puts(&c->out, " of ");
        term_put_clean(&c->out, document);
    }
    if (message.n > 0) {
        buf_puts(&c->out, ": ");
        term_put_clean(&c->out, message);
    }
    buf_put_char(&c->out, '\n');
}

static enum err show_check(struct cli *c, const struct json *answer,
                           struct error *e)
{
    const struct json *damaged = json_find(answer, "damaged");
    const struct json *rebuilt = json_find(answer, "rebuilt");

    (void)e;
    for (const struct json *i = damaged->first; i; i = i->next)
        put_found(c, "damaged", i);
    for (const struct json *i = rebuilt->first; i; i = i->next)
        put_found(c, "made again", i);
    buf_printf(&c->out,
               "base '%.*s' is %s: %.*s documents, %.*s originals, %.*s "
               "derived files, %.*s bytes read\n",
               STR_FMT(base_call_member(answer, "base")),
               damaged->count > 0 ? "damaged; restore it from a backup"
                                  : "whole",
               STR_FMT(base_call_member(answer, "documents")),
               STR_FMT(base_call_member(answer, "originals")),
               STR_FMT(base_call_member(answer, "derived_files")),
               STR_FMT(base_call_member(answer, "bytes_checked")));
    show_outdated(c, answer);
    return OK;
}

enum err cmd_base_check(struct cli *c, struct error *e)
{
    return base_call_to_check(c, run_check, show_check, e);
}

static enum err run_rebuild(struct cli *c, struct base_call *k, struct error *e)
{
    const struct bases_rebuild r = {.base = c->args.operands[0],
                                    .progress = progress_of_files(c),
                                    .cancel = interrupt_flag()};

    return bases_rebuild(k->bases, &r, &k->w, e);
}

static enum err show_rebuild(struct cli *c, const struct json *answer,
                             struct error *e)
{
    const struct json *failures = json_find(answer, "failures");

    (void)e;
    buf_printf(&c->out, "sections made again: %.*s, tables: %.*s\n",
               STR_FMT(base_call_member(answer, "sections")),
               STR_FMT(base_call_member(answer, "tables")));
    for (const struct json *f = failures->first; f; f = f->next) {
        buf_puts(&c->out, "failed    ");
        term_put_clean(&c->out, base_call_member(f, "document"));
        put_clean(c, ": ", base_call_member(f, "message"));
    }
    return OK;
}

enum err cmd_base_rebuild(struct cli *c, struct error *e)
{
    return base_call(c, run_rebuild, show_rebuild, e);
}

static enum err run_backup(struct cli *c, struct base_call *k, struct error *e)
{
    return bases_backup(k->bases, c->args.operands[0], c->args.value[OPT_TO],
                        &k->w, e);
}

static enum err show_backup(struct cli *c, const struct json *answer,
                            struct error *e)
{
    (void)e;
    put_clean(c, "backed up to ", base_call_member(answer, "path"));
    put_snapshot(c, answer);
    return OK;
}

enum err cmd_base_backup(struct cli *c, struct error *e)
{
    return base_call(c, run_backup, show_backup, e);
}

static enum err run_restore(struct cli *c, struct base_call *k, struct error *e)
{
    const struct bases_restore r = {.base = c->args.operands[0],
                                    .from = c->args.value[OPT_FROM],
                                    .force = args_has(&c->args, OPT_FORCE)};

    k->behind = r.base;
    return bases_restore(k->bases, &r, &k->w, e);
}

static enum err show_restore(struct cli *c, const struct json *answer,
                             struct error *e)
{
    struct str saved = json_text(json_find(answer, "saved_to"));

    (void)e;
    put_clean(c, "restored from ", base_call_member(answer, "path"));
    if (saved.n > 0)
        put_clean(c, "what was there is in ", saved);
    put_snapshot(c, answer);
    put_waiting(c, answer);
    return OK;
}

enum err cmd_base_restore(struct cli *c, struct error *e)
{
    return base_call(c, run_restore, show_restore, e);
}
