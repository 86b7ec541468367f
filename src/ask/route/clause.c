#include "ask/route/clause.h"

#include "ask/vocabulary/question_words.h"
#include "ask/vocabulary/term_lists.h"

/* A clause may begin with a word that leads over: "then", "please". */
#define LEAD_WORDS 2

static bool begins_at(const struct words *w, size_t at)
{
    for (size_t i = 0; i < words_route_clause_first.n; i++) {
        if (question_words_spells(
                w, at, str_from(words_route_clause_first.word[i]), false))
            return true;
    }
    return false;
}

bool clause_asks(const struct words *w, size_t from, size_t to)
{
    for (size_t at = from; at < to && at <= from + LEAD_WORDS; at++) {
        if (begins_at(w, at))
            return true;
    }
    for (size_t at = from; at < to; at++) {
        for (size_t i = 0; i < words_route_clause_anywhere.n; i++) {
            const size_t n = question_words_spells(
                w, at, str_from(words_route_clause_anywhere.word[i]), false);

            if (n && at + n <= to)
                return true;
        }
    }
    return false;
}
