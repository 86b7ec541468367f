#include "answer/model_answer.h"
#include "answer/sentence/wording.h"

#include "base/utf8.h"

#define TEXT_BYTES ((size_t)64 * 1024)
#define MAX_CHARS  1900 /* of 2,000 that an answer's text has */

/* An answer while it is written. */
struct writing {
    const struct page_part *p;
    const struct model_answer_from *from;
    struct model_answer *out;
    struct buf text;
    struct buf
        of[EXTRACT_MAX_PASSAGES]; /* what is said of each that is cited */
    struct error why;             /* it must end; code OK: it need not */
};

/* The place of a passage among those that are cited; it is one from now on. */
static size_t cite(struct writing *x, size_t passage)
{
    struct model_answer *out = x->out;

    for (size_t i = 0; i < out->n; i++) {
        if (out->passage[i] == passage)
            return i;
    }
    buf_init(&x->of[out->n], TEXT_BYTES);
    out->passage[out->n] = passage;
    return out->n++;
}

static bool take(void *ctx, const struct model_prose_sentence *s)
{
    struct writing *x = ctx;
    const struct answer_listener *to = &x->p->request->listener;
    const size_t from = x->text.n;
    struct str line;

    if (utf8_count(buf_str(&x->text)) + utf8_count(s->text) > MAX_CHARS)
        return false;
    buf_puts(&x->text, from ? "\n" : "");
    buf_put_str(&x->text, s->text);
    buf_put_char(&x->text, ' ');
    for (size_t i = 0; i < s->n; i++) {
        const size_t at = cite(x, s->passage[i]);

        buf_printf(&x->text, "[%zu]", x->from->first_index + at);
        buf_put_str(&x->of[at], s->text);
        buf_put_char(&x->of[at], ' ');
    }
    if (buf_finish(&x->text, &line, &x->why))
        return false;
    if (to->said)
        to->said(to->ctx, x->p->out,
                 str_slice(line, from + (from > 0), line.n));
    return true;
}

/* Of each passage the part that is nearest to what is said of it. */
static enum err find_excerpts(struct writing *x, struct error *e)
{
    for (size_t i = 0; i < x->out->n; i++) {
        const struct found_passage *p = &x->from->passage[x->out->passage[i]];
        const struct corpus_words nothing = {.n = 0};
        const struct selector_request r = {.question = buf_str(&x->of[i]),
                                           .passages = p,
                                           .n = 1,
                                           .corpus = &nothing};
        struct extracted found;

        if (extract_answer(&r, x->p->a, &found, e))
            return e->code;
        if (found.n > 0)
            x->out->excerpt[i] = found.quote[0].excerpt;
        else if (extract_excerpt(p, x->p->a, &x->out->excerpt[i], e))
            return e->code;
    }
    return OK;
}

/* What the answer must say of it. */
static enum err report(struct writing *x, const struct error *why,
                       struct error *e)
{
    const struct model_prose *prose = &x->out->prose;
    struct arena *a = x->p->a;
    const enum language language = x->p->out->asked.language;
    struct str text = {0};
    char number[32];
    enum err rc = OK;

    if (x->out->n == 0 && why->code == OK)
        x->out->reason = prose->is_refused ? STR("it refused")
                         : prose->dropped  ? STR("no sentence of it cites a "
                                                  "passage")
                                           : STR("it finds no answer in the "
                                                  "passages");
    else if (why->code)
        rc = str_dup(str_from(why->msg), a, &x->out->reason, e);
    if (!rc && x->out->n == 0)
        rc = wording_make(language, WORDING_MODEL_NO_HELP, x->out->reason, a,
                          &text, e);
    else if (!rc && why->code)
        rc = wording_make(language, WORDING_MODEL_BROKEN, x->out->reason, a,
                          &text, e);
    answer_warn(x->p->out, text);
    if (rc || x->out->n == 0)
        return rc;
    (void)snprintf(number, sizeof(number), "%zu", prose->dropped);
    if (prose->dropped &&
        wording_make(language,
                     prose->dropped > 1 ? WORDING_MODEL_DROPPED
                                        : WORDING_MODEL_DROPPED_ONE,
                     str_from(number), a, &text, e))
        return e->code;
    if (prose->dropped)
        answer_warn(x->p->out, text);
    if (x->out->asked.n == 0) {
        answer_note(x->p->out, wording_text(language, WORDING_MODEL_WRITTEN));
        return OK;
    }
    if (wording_make(language, WORDING_MODEL_WRITTEN_AT, x->out->asked, a,
                     &text, e))
        return e->code;
    answer_note(x->p->out, text);
    return OK;
}

static enum err ask(struct writing *x, const struct chat *chat, struct error *e)
{
    const struct model_prose_request r = {.chat = chat,
                                          .question = x->from->question,
                                          .passages = x->from->prose,
                                          .n = x->from->n,
                                          .take = take,
                                          .ctx = x};
    struct error why = {0};
    enum err rc = OK;

    buf_init(&x->text, TEXT_BYTES);
    if (!x->p->request->model.is_discreet)
        rc = str_dup(chat_shown(chat), x->p->a, &x->out->asked, e);
    if (!rc && model_prose_ask(&r, x->p->a, &x->out->prose, &why) == OK)
        why = x->why;
    if (!rc)
        rc = find_excerpts(x, e);
    if (!rc)
        rc = buf_dup(&x->text, x->p->a, &x->out->text, e);
    if (!rc)
        rc = report(x, &why, e);
    for (size_t i = 0; i < x->out->n; i++)
        buf_release(&x->of[i]);
    buf_release(&x->text);
    return rc;
}

/* Whom to ask; empty: nobody, or a base does not let its pages out. Of several
 * the first names the model. */
static enum err choose(const struct page_part *p, struct str *provider,
                       struct error *e)
{
    const struct model_choice *said = &p->request->model;
    struct str base = {0}; /* that does not allow it */
    struct str chat = {0};
    struct str text;

    *provider = (struct str){0};
    for (size_t i = 0; i < p->pages->n && base.n == 0; i++) {
        const struct str name = p->pages->base[i].name;
        struct model_setting of = {0};

        if (model_choice_of_base(p->t, name, p->a, &of, e))
            return e->code;
        if (of.egress != EGRESS_PASSAGES)
            base = name;
        if (chat.n == 0)
            chat = of.chat;
    }
    if (base.n == 0 && (!said->egress || said->egress == EGRESS_PASSAGES)) {
        *provider = said->provider.n ? said->provider : chat;
        return OK;
    }
    if (said->provider.n == 0 || said->egress)
        return OK;
    if (wording_make(p->out->asked.language, WORDING_MODEL_NOT_SENT, base, p->a,
                     &text, e))
        return e->code;
    answer_warn(p->out, text);
    return OK;
}

enum err model_answer_try(const struct page_part *p,
                          const struct model_answer_from *from, struct error *e)
{
    const struct endpoint_options how = {.home = tables_home(p->t)->path,
                                         .cancel = p->request->cancel,
                                         .is_discreet =
                                             p->request->model.is_discreet};
    struct writing x = {.p = p, .from = from};
    struct chat *chat = NULL;
    struct str provider;
    enum err rc = choose(p, &provider, e);

    if (rc || provider.n == 0 || from->n == 0)
        return rc;
    rc = chat_open(provider, &how, &chat, e);
    if (rc)
        return rc;
    x.out = arena_alloc(p->a, sizeof(*x.out), e);
    rc = x.out ? ask(&x, chat, e) : e->code;
    p->out->written = x.out;
    chat_close(chat);
    return rc;
}
