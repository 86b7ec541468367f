#include "text/null_word.h"

#define LONGEST_BYTES 9u

static const char *const words[] = {
    "na",     "n/a",    "#n/a",    "<na>",  "n.a.",    "n.a",
    "null",   "(null)", "nil",     "none",  "missing", "\\N",
    "s/d",    "s.d.",   "n.d.",    "n/d",   "nd",      "-",
    "--",     "---",    ".",       "..",    "...",     "?",
    "–",      "—",      "…",       "k.a.",  "unknown", "n/v",
    "#null!", "(none)", "#value!", "#ref!", "#div/0!", "#n/d",
};

bool is_null_word(struct str s)
{
    if (s.n == 0 || s.n > LONGEST_BYTES)
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if ((s.p[0] | 0x20) == (words[i][0] | 0x20) &&
            str_eq_nocase(s, str_from(words[i])))
            return true;
    }
    return false;
}
