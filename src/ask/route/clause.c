#include "ask/route/clause.h"

#include "ask/vocabulary/question_words.h"
#include "ask/vocabulary/term_lists.h"

/* A clause may begin with a word that leads over: "then", "please". */
#define LEAD_WORDS 2

bool clause_asks(const struct words *w, size_t from, size_t to)
{
    for (size_t at = from; at < to && at <= from + LEAD_WORDS; at++) {
        if (question_words_longest(w, at, &words_route_clause_first))
            return true;
    }
    for (size_t at = from; at < to; at++) {
        const size_t n =
            question_words_longest(w, at, &words_route_clause_anywhere);

        if (n && at + n <= to)
            return true;
    }
    return false;
}
