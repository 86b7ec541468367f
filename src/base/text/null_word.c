#include "base/text/null_word.h"

#define LONGEST_BYTES 9u

static const struct str words[] = {
    {"na", 2},      {"n/a", 3},     {"#n/a", 4},    {"<na>", 4},
    {"n.a.", 4},    {"n.a", 3},     {"null", 4},    {"(null)", 6},
    {"nil", 3},     {"none", 4},    {"missing", 7}, {"\\N", 2},
    {"s/d", 3},     {"s.d.", 4},    {"n.d.", 4},    {"n/d", 3},
    {"nd", 2},      {"-", 1},       {"--", 2},      {"---", 3},
    {".", 1},       {"..", 2},      {"...", 3},     {"?", 1},
    {"–", 3},       {"—", 3},       {"…", 3},       {"k.a.", 4},
    {"unknown", 7}, {"n/v", 3},     {"#null!", 6},  {"(none)", 6},
    {"/", 1},       {"－", 3},      {"无", 3},      {"暂无", 6},
    {"tbc", 3},     {"tbd", 3},     {"n/k", 3},     {"#value!", 7},
    {"#ref!", 5},   {"#div/0!", 7}, {"#n/d", 4},
};

void null_word_mark_firsts(uint8_t *set, uint8_t mark)
{
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        BUG_ON(words[i].n > LONGEST_BYTES);
        str_mark_nocase(set, words[i].p[0], mark);
    }
}

bool is_null_word(struct str s)
{
    if (s.n == 0 || s.n > LONGEST_BYTES)
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (s.n == words[i].n && (s.p[0] | 0x20) == (words[i].p[0] | 0x20) &&
            str_eq_nocase(s, words[i]))
            return true;
    }
    return false;
}
