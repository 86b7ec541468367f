/* Figures in a list, and names that say that they count. */
#include "ask/bind/compose.h"

#include "ask/vocabulary/term_lists.h"

bool bind_says_count(const struct schema_column *c)
{
    size_t n = str_find(c->name, STR("("));
    struct str name;

    if (n == c->name.n)
        n = str_find(c->name, STR("（"));
    name = str_slice(c->name, 0, n);
    for (size_t i = 0; i < words_bind_count_ending_chinese.n; i++) {
        if (str_ends(name, str_from(words_bind_count_ending_chinese.word[i])))
            return str_find(name, STR("均")) == name.n;
    }
    return false;
}

bool bind_heads_list(const struct binder *b)
{
    const struct link *l = b->l->n > 1 ? bind_at(b, 0) : NULL;

    return l && l->kind == LINK_COLUMN && bind_fits(l, TAKES_TEXT) &&
           b->roles.n_targets == 1 && l->hits[0].column == *b->roles.targets &&
           link_is_listed(&b->l->words, l->to);
}

bool bind_is_among_figures(const struct binder *b,
                           const struct schema_column *c)
{
    for (size_t i = 0; i + 1 < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        bool joined = bind_is(bind_at(b, i + 1), CONCEPT_AND);
        const struct link *next = bind_at(b, i + 1 + joined);
        const struct word *w = next ? &b->l->words.word[next->from] : NULL;

        if (l->kind == LINK_COLUMN && l->hits[0].column == c && next &&
            bind_fits(next, TAKES_NUMBER) &&
            (joined || (w->gap && (w->gap != ' ' || w->kind == WORD_CJK ||
                                   w[-1].kind == WORD_CJK))))
            return true; /* 、 is more than one byte, and so a space */
    }
    return false;
}
