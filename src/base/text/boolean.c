#include "base/text/boolean.h"

#define LONGEST_BYTES 12u

static const struct {
    struct str word;
    uint32_t pairs;
    bool value;
} words[] = {
    {{"true", 4}, 1u << 0, true},
    {{"false", 5}, 1u << 0, false},
    {{"yes", 3}, 1u << 1, true},
    {{"no", 2}, 1u << 1 | 1u << 2 | 1u << 3, false},
    {{"sí", 3}, 1u << 2, true},
    {{"SÍ", 3}, 1u << 2, true},
    {{"si", 2}, 1u << 2 | 1u << 3, true},
    {{"sì", 3}, 1u << 3, true},
    {{"SÌ", 3}, 1u << 3, true},
    {{"verdadero", 9}, 1u << 5, true},
    {{"falso", 5}, 1u << 5 | 1u << 7 | 1u << 9, false},
    {{"oui", 3}, 1u << 6, true},
    {{"non", 3}, 1u << 6, false},
    {{"verdadeiro", 10}, 1u << 7, true},
    {{"falsch", 6}, 1u << 10, false},
    {{"wahr", 4}, 1u << 10, true},
    {{"vero", 4}, 1u << 9, true},
    {{"vrai", 4}, 1u << 11, true},
    {{"faux", 4}, 1u << 11, false},
    {{"ja", 2}, 1u << 12 | 1u << 13, true},
    {{"nein", 4}, 1u << 12, false},
    {{"nee", 3}, 1u << 13, false},
    {{"sim", 3}, 1u << 14, true},
    {{"não", 4}, 1u << 14, false},
    {{"NÃO", 4}, 1u << 14, false},
    {{"nao", 3}, 1u << 14, false},
    {{"tak", 3}, 1u << 15, true},
    {{"nie", 3}, 1u << 15, false},
    {{"да", 4}, 1u << 16, true},
    {{"Да", 4}, 1u << 16, true},
    {{"ДА", 4}, 1u << 16, true},
    {{"нет", 6}, 1u << 16, false},
    {{"Нет", 6}, 1u << 16, false},
    {{"НЕТ", 6}, 1u << 16, false},
    {{"是", 3}, 1u << 17, true},
    {{"否", 3}, 1u << 17, false},
    {{"y", 1}, 1u << 18, true},
    {{"n", 1}, 1u << 18, false},
    {{"t", 1}, 1u << 19, true},
    {{"f", 1}, 1u << 19, false},
};

bool boolean_scan(struct str s, struct boolean_word *word)
{
    if (s.n == 0 || s.n > LONGEST_BYTES)
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct str w = words[i].word;

        if (s.n != w.n || (s.p[0] | 0x20) != (w.p[0] | 0x20) ||
            !str_eq_nocase(s, w))
            continue;
        *word = (struct boolean_word){words[i].pairs, words[i].value};
        return true;
    }
    return false;
}

void boolean_mark_firsts(uint8_t *set, uint8_t mark)
{
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        BUG_ON(words[i].word.n > LONGEST_BYTES);
        str_mark_nocase(set, words[i].word.p[0], mark);
    }
}

bool boolean_parse(struct str s, bool *value)
{
    struct boolean_word word;

    if (!boolean_scan(s, &word))
        return false;
    *value = word.value;
    return true;
}
