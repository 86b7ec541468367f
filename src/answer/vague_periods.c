#include "answer/vague_periods.h"

#include "answer/sentence/wording.h"
#include "ask/link/link.h"

/* The words are told to be vague. */
static enum err note(const struct words *w, struct parse_span span,
                     struct arena *a, struct ask_result *r, struct error *e)
{
    const struct str from = w->word[span.from].raw;
    const struct str last = w->word[span.to - 1].raw;
    const struct str said = {from.p, (size_t)(last.p + last.n - from.p)};

    if (r->n_notes == ASK_MAX_NOTES)
        return OK;
    return wording_make(r->language, WORDING_VAGUE_PERIOD, said, a,
                        &r->notes[r->n_notes++], e);
}

enum err vague_periods_of_candidate(const struct parse_candidate *c,
                                    const struct words *w, struct arena *a,
                                    struct ask_result *r, struct error *e)
{
    for (size_t i = 0; i < sizeof(c->vague) / sizeof(*c->vague); i++)
        if (c->vague[i].from < c->vague[i].to && c->vague[i].to <= w->n &&
            note(w, c->vague[i], a, r, e))
            return e->code;
    return OK;
}

/* Is the link an end of a period: since, until, from ... to? */
static bool is_end(const struct links *l, size_t i)
{
    const struct link *beside[] = {i ? &l->link[i - 1] : NULL,
                                   i + 1 < l->n ? &l->link[i + 1] : NULL};

    for (size_t k = 0; k < 2; k++) {
        const struct link *c = beside[k];

        if (c && c->kind == LINK_CONCEPT &&
            (c->entry->kind == CONCEPT_TO ||
             c->entry->kind == (k ? CONCEPT_CMP_AFTER : CONCEPT_CMP)))
            return true;
    }
    return false;
}

enum err vague_periods_of_rules(struct ask_result *r, struct arena *a,
                                struct error *e)
{
    const struct links *l = r->links;

    if (!l || r->outcome != ASK_ANSWERABLE)
        return OK;
    for (size_t i = 0; i < l->n; i++) {
        const struct link *c = &l->link[i];

        if (c->kind == LINK_PERIOD &&
            link_period_is_vague(&c->period, is_end(l, i)) &&
            note(&l->words, (struct parse_span){c->from, c->to}, a, r, e))
            return e->code;
    }
    return OK;
}
