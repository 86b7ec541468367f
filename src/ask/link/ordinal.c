/* Places in an order: the first, the 25th, el 3.º, 第三. */
#include "ask/link/link.h"

#include "ask/vocabulary/term_lists.h"

/* Nobody asks for a row further down by its number in words. */
#define MAX_PLACE 1000000

/* 25 of "25th", "22nd", "3o"; 0 if it is not one. */
static uint64_t with_ending(struct str s)
{
    struct error ignored;
    uint64_t n = 0;
    size_t digits = 0;

    while (digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9')
        digits++;
    if (!digits ||
        !term_list_has(&words_link_ordinal_ending, str_slice(s, digits, s.n)) ||
        str_parse_u64(str_slice(s, 0, digits), MAX_PLACE, &n, &ignored))
        return 0;
    return n;
}

/* The number of a Chinese character up to ten; 0 if it is not one. */
static uint64_t digit_of(struct str fold)
{
    uint64_t n = 0;

    if (term_list_number(&words_link_chinese_digit, fold, &n))
        return n;
    return term_list_number(&words_link_chinese_power, fold, &n) && n == 1 ? 10
                                                                           : 0;
}

/* 第三, 第25, 第十二, 第二十五; how many words it is in *n. */
static uint64_t chinese(const struct words *w, size_t at, size_t *n)
{
    struct error ignored;
    uint64_t first;
    uint64_t value = 0;
    uint64_t last;

    if (!term_list_has(&words_link_chinese_ordinal, w->word[at].fold) ||
        at + 1 >= w->n)
        return 0;
    *n = 2;
    if (w->word[at + 1].kind == WORD_NUMBER)
        return str_parse_u64(w->word[at + 1].fold, MAX_PLACE, &value, &ignored)
                   ? 0
                   : value;
    first = value = digit_of(w->word[at + 1].fold);
    if (first && first < 10 && at + 2 < w->n &&
        digit_of(w->word[at + 2].fold) == 10) {
        value = first * 10; /* 二十 */
        *n = 3;
    }
    if (value < 10 || at + *n >= w->n)
        return value;
    last = digit_of(w->word[at + *n].fold);
    if (last == 0 || last == 10)
        return value;
    *n += 1;
    return value + last;
}

enum err link_ordinals_at(struct linker *l, size_t at, struct error *e)
{
    const struct words *w = l->words;
    struct link c = {.kind = LINK_ORDINAL, .from = at, .score = 1};
    size_t n = 0;
    const struct question_word *said = question_words_find(w, at, &n);
    uint64_t value = 0;

    if (said && said->kind == CONCEPT_ORDINAL)
        value = (uint64_t)said->param;
    if (!value) {
        n = 1;
        value = with_ending(w->word[at].fold);
    }
    if (!value)
        value = chinese(w, at, &n);
    if (!value)
        return OK;
    if (str_printf(l->a, &c.number, e, "%llu", (unsigned long long)value))
        return e->code;
    c.to = at + n;
    linker_add(l, &c);
    return OK;
}
