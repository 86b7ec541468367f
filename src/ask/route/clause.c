#include "ask/route/clause.h"

#include "ask/vocabulary/question_words.h"

/* A clause may begin with a word that leads over: "then", "please". */
#define LEAD_WORDS 2

/* What a question or a request begins with; folded. */
static const char *const first[] = {
    "who",     "whom",      "whose",    "what",     "when",      "where",
    "why",     "how",       "which",    "is",       "are",       "was",
    "were",    "do",        "does",     "did",      "can",       "could",
    "will",    "would",     "should",   "may",      "must",      "has",
    "have",    "tell",      "explain",  "describe", "summarize", "summarise",
    "quien",   "quienes",   "que",      "cuando",   "donde",     "como",
    "por que", "cual",      "cuales",   "se",       "hay",       "tiene",
    "tienen",  "puede",     "pueden",   "puedo",    "podemos",   "debo",
    "es",      "son",       "esta",     "estan",    "dime",      "cuentame",
    "explica", "explicame", "describe", "resume"};

/* What makes a clause one in Chinese, wherever it stands. */
static const char *const anywhere[] = {
    "什么", "怎么", "怎样", "谁",   "哪",   "吗",   "如何", "为什么",
    "为何", "多久", "几点", "能否", "是否", "介绍", "说明", "解释"};

static bool begins_at(const struct words *w, size_t at)
{
    for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++) {
        if (question_words_spells(w, at, str_from(first[i]), false))
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
        for (size_t i = 0; i < sizeof(anywhere) / sizeof(*anywhere); i++) {
            const size_t n =
                question_words_spells(w, at, str_from(anywhere[i]), false);

            if (n && at + n <= to)
                return true;
        }
    }
    return false;
}
