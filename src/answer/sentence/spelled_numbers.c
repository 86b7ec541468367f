#include "answer/sentence/spelled_numbers.h"

#include "ask/link/link.h"

enum err spelled_numbers_find(struct str text, struct arena *a,
                              struct spelled_numbers *out, struct error *e)
{
    struct words w;

    *out = (struct spelled_numbers){0};
    if (words_cut(text, WORDS_TEXT, a, &w, e))
        return e->code;
    out->at = arena_alloc_array(a, w.n, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < w.n; i++) {
        struct spelled_number *s = &out->at[out->n];
        unsigned long long value;
        const struct word *last;
        const size_t n = w.word[i].kind == WORD_LETTERS
                             ? link_words_number(&w, i, &value)
                             : 0;

        if (n == 0)
            continue;
        last = &w.word[i + n - 1];
        i += n - 1;
        if (value < 2)
            continue;
        s->at = w.word[i + 1 - n].offset;
        s->text = str_slice(text, s->at, last->offset + last->raw.n);
        if (str_printf(a, &s->value, e, "%llu", value))
            return e->code;
        out->n++;
    }
    return OK;
}
