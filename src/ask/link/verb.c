/*
 * Verbs of the nouns that columns are called by: "supplied" of Supplier,
 * "weighs" of weight, "managed" of manager, "ordered" of order_id.
 *
 * A verb without its ending is a base; a noun is a base with one of a few
 * endings. Both lists are short on purpose: "produced" is no product, and what
 * is missed needs clarification.
 */
#include "ask/link/link.h"
#include "ask/vocabulary/term_lists.h"
#include "base/text/spelling.h"

#include <string.h>

/* Shorter ones meet by chance: "use" and "user" of a user name. */
#define MIN_BASE 4

/* The noun is base + ending, where `drop` bytes of the base may go first. */
static bool is_noun_of(struct str base, struct str noun)
{
    static const struct {
        const char *drop;
        const char *add;
    } ends[] = {{"", ""},     {"", "er"},   {"", "or"},    {"", "r"},
                {"", "ment"}, {"h", "ht"},  {"", "ation"}, {"e", "ion"},
                {"", "ion"},  {"y", "ier"}, {"e", "or"},   {"e", "ation"}};
    size_t i;

    for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t n = base.n - strlen(ends[i].drop);

        if (str_ends(base, str_from(ends[i].drop)) &&
            str_starts(noun, str_slice(base, 0, n)) &&
            str_is(str_slice(noun, n, noun.n), ends[i].add))
            return true;
    }
    return false;
}

bool link_is_verb(struct str said, struct str noun)
{
    static const struct {
        const char *drop;
        const char *add;
    } ends[] = {{"", ""},    {"s", ""},    {"es", ""},   {"ed", ""},  {"d", ""},
                {"ing", ""}, {"ing", "e"}, {"ies", "y"}, {"ied", "y"}};
    char text[64];
    size_t i;

    for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t n = said.n - strlen(ends[i].drop);
        size_t more = strlen(ends[i].add);

        if (!str_ends(said, str_from(ends[i].drop)) || n < MIN_BASE ||
            n + more > sizeof(text))
            continue;
        memcpy(text, said.p, n);
        memcpy(text + n, ends[i].add, more);
        if (is_noun_of((struct str){text, n + more}, noun))
            return true;
    }
    return false;
}

/* Emitido is of emisión, concedido of concesión. */
static bool is_same_base(struct str verb, struct str noun)
{
    char a = verb.n ? verb.p[verb.n - 1] : 0;
    char b = noun.n ? noun.p[noun.n - 1] : 0;

    return verb.n && verb.n == noun.n &&
           str_eq(str_slice(verb, 0, verb.n - 1),
                  str_slice(noun, 0, noun.n - 1)) &&
           (a == b || ((a == 't' || a == 'd') && b == 's'));
}

bool link_is_spanish_verb(struct str said, struct str noun)
{
    struct str base = term_list_without_ending(&words_link_spanish_verb_ending,
                                               said, MIN_BASE);
    struct str of = term_list_without_ending(&words_link_spanish_noun_ending,
                                             noun, MIN_BASE);

    return is_same_base(base, of);
}

bool link_is_event(struct str said, struct str verb)
{
    char text[64];
    size_t n = verb.n;

    for (size_t i = 0; i < words_link_event_noun_ending.n; i++) {
        struct str end = str_from(words_link_event_noun_ending.word[i]);

        if (!str_ends(verb, STR("ed")) || !str_ends(said, end) ||
            said.n < end.n + MIN_BASE || n - 2 + end.n > sizeof(text))
            continue;
        memcpy(text, verb.p, n - 2); /* cancelled, canceled */
        memcpy(text + n - 2, end.p, end.n);
        if (text_same_spelling(said, (struct str){text, n - 2 + end.n}))
            return true;
    }
    return false;
}
