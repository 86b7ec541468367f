#include "text/boolean.h"

#define LONGEST_BYTES 12u

static const struct {
    const char *word;
    uint32_t pairs;
    bool value;
} words[] = {
    {"true", 1u << 0, true},
    {"false", 1u << 0, false},
    {"yes", 1u << 1, true},
    {"no", 1u << 1 | 1u << 2 | 1u << 3, false},
    {"sí", 1u << 2, true},
    {"SÍ", 1u << 2, true},
    {"si", 1u << 2 | 1u << 3, true},
    {"sì", 1u << 3, true},
    {"SÌ", 1u << 3, true},
    {"verdadero", 1u << 5, true},
    {"falso", 1u << 5 | 1u << 7 | 1u << 9, false},
    {"oui", 1u << 6, true},
    {"non", 1u << 6, false},
    {"verdadeiro", 1u << 7, true},
    {"falsch", 1u << 10, false},
    {"wahr", 1u << 10, true},
    {"vero", 1u << 9, true},
    {"vrai", 1u << 11, true},
    {"faux", 1u << 11, false},
    {"ja", 1u << 12 | 1u << 13, true},
    {"nein", 1u << 12, false},
    {"nee", 1u << 13, false},
    {"sim", 1u << 14, true},
    {"não", 1u << 14, false},
    {"NÃO", 1u << 14, false},
    {"nao", 1u << 14, false},
    {"tak", 1u << 15, true},
    {"nie", 1u << 15, false},
    {"да", 1u << 16, true},
    {"Да", 1u << 16, true},
    {"ДА", 1u << 16, true},
    {"нет", 1u << 16, false},
    {"Нет", 1u << 16, false},
    {"НЕТ", 1u << 16, false},
    {"是", 1u << 17, true},
    {"否", 1u << 17, false},
    {"y", 1u << 18, true},
    {"n", 1u << 18, false},
    {"t", 1u << 19, true},
    {"f", 1u << 19, false},
};

bool boolean_scan(struct str s, struct boolean_word *word)
{
    if (s.n == 0 || s.n > LONGEST_BYTES)
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if ((s.p[0] | 0x20) != (words[i].word[0] | 0x20) ||
            !str_eq_nocase(s, str_from(words[i].word)))
            continue;
        *word = (struct boolean_word){words[i].pairs, words[i].value};
        return true;
    }
    return false;
}

bool boolean_parse(struct str s, bool *value)
{
    struct boolean_word word;

    if (!boolean_scan(s, &word))
        return false;
    *value = word.value;
    return true;
}
