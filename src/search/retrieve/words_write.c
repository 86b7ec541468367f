#include "search/retrieve/words_write.h"

static struct str text_of(const struct plan_list *l)
{
    return l->text.n ? l->text : str_slice(l->key, 1, l->key.n);
}

static void write_own(const struct plan *p, struct jsonw *w)
{
    jsonw_key(w, "words");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_lists; i++) {
        const struct plan_list *l = &p->list[i];

        if (l->is_alternative || l->key.n == 0 || l->key.p[0] != KEY_STEM)
            continue;
        jsonw_begin_object(w);
        jsonw_member_str(w, "text", text_of(l));
        jsonw_member_u64(w, "passages", l->df);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* Characters in a row are one text, as pairs of them are words. */
static void write_characters(const struct plan *p,
                             const struct plan_alternative *o, struct jsonw *w)
{
    const struct token *first = &p->token[o->from - 1].token;
    const struct token *last = &p->token[o->to - 2].token;

    jsonw_str(w, (struct str){first->raw.p,
                              last->offset + last->raw.n - first->offset});
}

static void write_for(const struct plan *p, const struct plan_alternative *o,
                      struct jsonw *w)
{
    jsonw_key(w, "for");
    jsonw_begin_array(w);
    if (p->token[o->from - 1].token.is_cjk)
        write_characters(p, o, w);
    else
        for (size_t i = 0; i < p->n_lists; i++) {
            const struct plan_list *l = &p->list[i];

            if (l->word && o->from <= l->token && l->token < o->to)
                jsonw_str(w, text_of(l));
        }
    jsonw_end_array(w);
}

static void write_others(const struct plan *p, struct jsonw *w)
{
    jsonw_key(w, "other_words");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_alternatives; i++) {
        const struct plan_alternative *o = &p->alternative[i];

        jsonw_begin_object(w);
        write_for(p, o, w);
        jsonw_key(w, "words");
        jsonw_begin_array(w);
        for (size_t k = 0; k < o->n; k++) {
            const struct str key = p->list[o->list[k]].key;

            jsonw_str(w, str_slice(key, 1, key.n));
        }
        jsonw_end_array(w);
        jsonw_member_double(w, "weight", o->weight);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void words_write(const struct plan *p, uint64_t passages, struct jsonw *w)
{
    write_own(p, w);
    write_others(p, w);
    jsonw_member_u64(w, "passages", passages);
}
