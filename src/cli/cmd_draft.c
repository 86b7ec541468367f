/* cmd_draft.c - what was exported from a base: list, show, publish, discard. */
#include "base/utf8.h"
#include "cli/base_args.h"
#include "cli/base_call.h"
#include "cli/term/clean.h"
#include "cli/view.h"
#include "knowledge/knowledge_base/drafts.h"

static enum err run_list(struct cli *c, struct base_call *k, struct error *e)
{
    return bases_drafts(k->bases, c->args.operands[0], NULL, &k->w, e);
}

static void put_file(struct cli *c, const char *state, const struct json *f)
{
    const struct str by = base_call_member(f, "published_by");

    buf_printf(&c->out, "%-10s", state);
    term_put_clean(&c->out, base_call_member(f, "path"));
    buf_printf(&c->out, "  %.*s bytes", STR_FMT(base_call_member(f, "bytes")));
    if (by.n) {
        buf_puts(&c->out, "  by ");
        term_put_clean(&c->out, by);
        buf_printf(&c->out, " at %.*s",
                   STR_FMT(base_call_member(f, "published_at")));
    }
    buf_put_char(&c->out, '\n');
}

static enum err show_list(struct cli *c, const struct json *answer,
                          struct error *e)
{
    const struct json *drafts = json_find(answer, "drafts");
    const struct json *published = json_find(answer, "published");

    (void)e;
    for (const struct json *f = drafts->first; f; f = f->next)
        put_file(c, "draft", f);
    for (const struct json *f = published->first; f; f = f->next)
        put_file(c, "published", f);
    if (drafts->count + published->count == 0)
        buf_puts(&c->out, "no drafts; exports of a server land here\n");
    return OK;
}

enum err cmd_draft_list(struct cli *c, struct error *e)
{
    return base_call(c, run_list, show_list, e);
}

static enum err read_draft(struct cli *c, struct draft *d, struct error *e)
{
    *d = (struct draft){.base = c->args.operands[0],
                        .path = c->args.operands[1]};
    return base_args_author(c, &d->author, e);
}

static enum err run_publish(struct cli *c, struct base_call *k, struct error *e)
{
    struct draft d;
    enum err rc = read_draft(c, &d, e);

    return rc ? rc : bases_draft_publish(k->bases, &d, &k->w, e);
}

static enum err show_published(struct cli *c, const struct json *answer,
                               struct error *e)
{
    (void)e;
    put_file(c, "published", answer);
    return OK;
}

enum err cmd_draft_publish(struct cli *c, struct error *e)
{
    return base_call(c, run_publish, show_published, e);
}

static enum err run_discard(struct cli *c, struct base_call *k, struct error *e)
{
    struct draft d;
    enum err rc = read_draft(c, &d, e);

    return rc ? rc : bases_draft_discard(k->bases, &d, &k->w, e);
}

static enum err show_discarded(struct cli *c, const struct json *answer,
                               struct error *e)
{
    (void)e;
    buf_puts(&c->out, "discarded ");
    term_put_clean(&c->out, base_call_member(answer, "path"));
    buf_put_char(&c->out, '\n');
    return OK;
}

enum err cmd_draft_discard(struct cli *c, struct error *e)
{
    return base_call(c, run_discard, show_discarded, e);
}

static enum err run_show(struct cli *c, struct base_call *k, struct error *e)
{
    struct str text;
    struct draft d;
    enum err rc = read_draft(c, &d, e);

    d.is_published = args_has(&c->args, OPT_PUBLISHED);
    if (!rc)
        rc = bases_draft_read(k->bases, &d, &c->arena, &text, e);
    if (!rc && args_has(&c->args, OPT_JSON) && utf8_valid_prefix(text) < text.n)
        rc = error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' is not text; without --json its bytes are printed",
            STR_FMT(d.path));
    if (rc)
        return rc;
    jsonw_begin_object(&k->w);
    jsonw_member_str(&k->w, "base", d.base);
    jsonw_member_str(&k->w, "path", d.path);
    jsonw_member_u64(&k->w, "bytes", text.n);
    if (!args_has(&c->args, OPT_JSON))
        jsonw_member_null(&k->w, "text");
    else
        jsonw_member_str(&k->w, "text", text);
    jsonw_end_object(&k->w);
    if (args_has(&c->args, OPT_JSON))
        return OK;
    if (c->terminal && str_ends(d.path, STR(".xlsx")))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a workbook is not text; send the output to a file");
    while (c->terminal && text.n > 0) {
        const size_t end = str_find_char(text, '\n');

        term_put_clean(&c->out, str_slice(text, 0, end));
        buf_put_char(&c->out, '\n');
        text = str_slice(text, end + 1, text.n);
    }
    buf_put_str(&c->out, text);
    return OK;
}

static enum err show_nothing(struct cli *c, const struct json *answer,
                             struct error *e)
{
    (void)c;
    (void)answer;
    (void)e;
    return OK;
}

enum err cmd_draft_show(struct cli *c, struct error *e)
{
    return base_call(c, run_show, show_nothing, e);
}
