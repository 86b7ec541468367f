/* What a column belongs to: the words for a row of its table. */
#include "ask/link/link.h"

/* Words of one meaning: client and customer. */
static size_t means(const struct linker *l, size_t at,
                    const struct words *owner)
{
    size_t n;
    noun_groups groups = question_words_nouns(owner, 0, &n) & ~GROUP_NATURES;

    return n == owner->n && groups & l->nouns[at].groups ? l->nouns[at].words
                                                         : 0;
}

size_t link_owner_at(const struct linker *l, size_t at,
                     const struct words *owner)
{
    size_t n = 0;

    while (n < owner->n && at + n < l->words->n &&
           str_eq(owner->word[n].stem, l->words->word[at + n].stem))
        n++;
    if (owner->n == 0 || at >= l->words->n)
        return 0;
    return n == owner->n ? n : means(l, at, owner);
}
