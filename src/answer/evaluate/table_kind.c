#include "answer/evaluate/table_kind.h"

#include "base/text/words.h"

#define MIN_SUPERLATIVE \
    6 /* letters: "oldest" is one, "guest" and "west" are none */

/* Words that follow each other, with a space between. */
struct mark {
    const char *kind;
    const char *words;
};

static const struct mark marks[] = {
    {"arithmetic", "difference"}, {"arithmetic", "total"},
    {"arithmetic", "sum"},        {"arithmetic", "average"},
    {"arithmetic", "combined"},   {"arithmetic", "altogether"},
    {"arithmetic", "many more"},  {"arithmetic", "much more"},
    {"arithmetic", "how long"},   {"arithmetic", "many years"},
    {"arithmetic", "many fewer"}, {"arithmetic", "much longer"},
    {"comparison", "or"},         {"comparison", "more than"},
    {"comparison", "less than"},  {"comparison", "than"},
    {"comparison", "same"},       {"comparison", "both"},
    {"count", "how many"},        {"count", "number of"},
    {"count", "how often"},       {"position", "after"},
    {"position", "before"},       {"position", "next"},
    {"position", "previous"},     {"position", "below"},
    {"position", "above"},        {"position", "following"},
    {"position", "first"},        {"position", "last"},
    {"position", "consecutive"},  {"superlative", "most"},
    {"superlative", "least"},     {"superlative", "best"},
    {"superlative", "top"},       {"superlative", "only"},
    {"superlative", "-est"},
};

static bool says(const struct words *w, size_t at, struct str words)
{
    for (; words.n && at < w->n; at++) {
        size_t end = str_find_char(words, ' ');

        if (!str_eq(w->word[at].fold, str_slice(words, 0, end)))
            return false;
        words = str_slice(words, end + 1, words.n);
    }
    return words.n == 0;
}

static bool is_said(const struct words *w, const char *mark)
{
    struct str words = str_from(mark);

    for (size_t i = 0; i < w->n; i++) {
        struct str word = w->word[i].fold;

        if (words.p[0] == '-' ? word.n >= MIN_SUPERLATIVE &&
                                    str_ends(word, str_slice(words, 1, words.n))
                              : says(w, i, words))
            return true;
    }
    return false;
}

enum err table_kind(struct str question, struct arena *a, struct str *kind,
                    struct error *e)
{
    struct words w;
    enum err rc = words_cut(question, WORDS_TEXT, a, &w, e);

    *kind = STR("lookup");
    for (size_t i = 0; i < sizeof(marks) / sizeof(*marks) && !rc; i++) {
        if (is_said(&w, marks[i].words)) {
            *kind = str_from(marks[i].kind);
            break;
        }
    }
    return rc;
}
