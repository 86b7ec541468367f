#include "answer/sentence/lex_words.h"

#define SCRATCH_BYTES ((size_t)1 << 20)

bool lex_words_init(struct lex_words *w, struct str name)
{
    const struct lex *lex = lex_shared();
    struct error ignored;

    *w = (struct lex_words){.lex = NULL};
    arena_init(&w->a, SCRATCH_BYTES);
    if (lex && words_cut(name, WORDS_NAME, &w->a, &w->words, &ignored) == OK &&
        w->words.n && lex_text_make(&w->words, &w->a, &w->text, &ignored) == OK)
        w->lex = lex;
    return w->lex != NULL;
}

void lex_words_release(struct lex_words *w)
{
    arena_release(&w->a);
}

struct lex_senses lex_words_find(const struct lex_words *w)
{
    return w->lex ? lex_find(w->lex, &w->text, 0, w->words.n)
                  : (struct lex_senses){0};
}
