/*
 * show_explain.c - lines between the answer and its SQL:
 *
 *     route structured: the base has no pages
 *     link  customers = column customer (1.00)
 *     link  Spain = country 'Spain' (1.00)
 *     spec  {...}
 */
#include "cli/show_explain.h"

#include "answer/model_answer.h"
#include "answer/model_plan.h"
#include "cli/term/clean.h"
#include "cli/view.h"

#define LINE_BYTES ((size_t)64 << 10)

void show_labelled(struct cli *c, const char *label, struct str text)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_DIM);
    buf_printf(&c->out, "%-6s", label);
    term_off(&c->out, &style);
    term_put_clean(&c->out, text);
    buf_put_char(&c->out, '\n');
}

/* Show what a buffer holds, and empty it for the next line. */
static enum err show_line(struct cli *c, const char *label, struct buf *b,
                          struct error *e)
{
    struct str line;
    enum err rc = buf_finish(b, &line, e);

    if (!rc)
        show_labelled(c, label, line);
    buf_reset(b);
    return rc;
}

static void put_route(const struct route *r, struct buf *b)
{
    buf_printf(b, "%s: ", route_mode_name(r->mode));
    for (size_t i = 0; i < r->n_reasons; i++)
        buf_printf(b, "%s%s", i ? "; " : "", route_reason_text(r->reasons[i]));
}

/* The words of a link as they were written. */
static struct str words_of(const struct links *l, const struct link *link)
{
    const struct word *first = &l->words.word[link->from];
    const struct word *last = &l->words.word[link->to - 1];

    return (struct str){first->raw.p,
                        (size_t)(last->raw.p + last->raw.n - first->raw.p)};
}

static void put_hit(const struct link *link, const struct link_hit *h,
                    struct buf *b)
{
    if (link->kind == LINK_COLUMN)
        buf_puts(b, "column ");
    buf_put_str(b, h->column->name);
    if (link->kind == LINK_VALUE && h->n_values) {
        buf_puts(b, " '");
        buf_put_str(b, h->values[0]);
        buf_puts(b, h->n_values > 1 || h->many ? "', ..." : "'");
    }
    buf_printf(b, " (%.2f)", h->score);
}

static void put_link(const struct links *l, const struct link *link,
                     struct buf *b)
{
    static const char *const plain[] = {[LINK_UNKNOWN] =
                                            "nothing that is known",
                                        [LINK_CONCEPT] = "a word of questions",
                                        [LINK_NUMBER] = "a number",
                                        [LINK_ORDINAL] = "a place",
                                        [LINK_PERIOD] = "a time",
                                        [LINK_CLOCK] = "a time of day"};

    buf_put_str(b, words_of(l, link));
    buf_puts(b, " = ");
    if (link->kind != LINK_COLUMN && link->kind != LINK_VALUE)
        buf_puts(b, plain[link->kind]);
    for (size_t i = 0; i < link->n_hits &&
                       (link->kind == LINK_COLUMN || link->kind == LINK_VALUE);
         i++) {
        buf_puts(b, i ? ", or " : "");
        put_hit(link, &link->hits[i], b);
    }
}

static enum err show_spec(struct cli *c, const struct answer *an, struct buf *b,
                          struct error *e)
{
    struct jsonw w;

    if (!an->result || an->asked.is_bare_sql)
        return OK;
    jsonw_init(&w, b);
    spec_write(&an->asked.spec, &w);
    return show_line(c, "spec", b, e);
}

enum err show_explain(struct cli *c, const struct answer *an, struct error *e)
{
    const struct links *l = an->asked.by_model ? NULL : an->asked.links;
    enum err rc = OK;
    struct buf b;

    buf_init(&b, LINE_BYTES);
    if (an->route.n_reasons) {
        put_route(&an->route, &b);
        rc = show_line(c, "route", &b, e);
    }
    for (size_t i = 0; l && i < l->n && !rc; i++) {
        put_link(l, &l->link[i], &b);
        rc = show_line(c, "link", &b, e);
    }
    for (size_t i = 0; an->planned && i < an->planned->log.n; i++)
        show_labelled(c, "sent", an->planned->log.round[i].sent);
    if (an->written)
        show_labelled(c, "sent", an->written->prose.sent);
    if (!rc)
        rc = show_spec(c, an, &b, e);
    buf_release(&b);
    return rc;
}
