/*
 * Numbers as people say them: 1.5 million, two thousand five hundred, treinta
 * y cinco, mil quinientos, 1,5 millones, 一万五千, 两万五, 3.2亿.
 *
 * A number in words is a list of parts that get smaller: "two thousand five
 * hundred" is 2000 + 500. A word that counts (two, treinta, 三) is one part
 * more; a word that multiplies (hundred, mil, 万) takes the parts that are less
 * than itself and makes one of them. A part that is not smaller than the last
 * digit of the one before begins another number: "two three" is two numbers.
 */
#include "ask/link/link.h"

#include "ask/vocabulary/term_lists.h"
#include "base/text/simplified.h"

/* Parts of one number; no language has more. */
#define MAX_PARTS 12

/* Above this nobody counts in words. */
#define MAX_NUMBER 1000000000000000ULL

struct parts {
    unsigned long long part[MAX_PARTS];
    size_t n;
    unsigned long long last; /* what multiplied last, directly before; 0 */
};

/* The word at `at` as one that counts or multiplies; 0 words: neither. */
struct numeral {
    unsigned long long value;
    size_t words;
    bool multiplies;
};

static const struct question_word *entry_at(const struct words *w, size_t at,
                                            enum concept_kind kind, size_t *n)
{
    const struct question_word *entry = NULL;

    *n = 0;
    if (at < w->n)
        entry = question_words_find(w, at, n);
    return entry && entry->kind == kind ? entry : NULL;
}

static unsigned long long power_of_ten(int places)
{
    unsigned long long power = 1;

    while (places-- > 0)
        power *= 10;
    return power;
}

static struct numeral chinese(const struct words *w, size_t at)
{
    char simplified[3];
    const struct str said = text_simplified(w->word[at].fold, simplified);
    uint64_t n = 0;

    if (term_list_number(&words_link_chinese_digit, said, &n))
        return (struct numeral){n, 1, false};
    if (term_list_number(&words_link_chinese_power, said, &n))
        return (struct numeral){power_of_ten((int)n), 1, true};
    return term_list_has(&words_link_chinese_two, said)
               ? (struct numeral){2, 1, false}
               : (struct numeral){0};
}

/* Is it a Spanish word in an English question? "more than once" is no 11. */
static bool is_foreign(const struct words *w, const struct question_word *entry)
{
    const struct question_words_part *es = &question_words_parts[LANGUAGE_ES];

    return entry >= es->entries && entry < es->entries + es->n &&
           question_words_language(w) == LANGUAGE_EN;
}

static struct numeral numeral_at(const struct words *w, size_t at)
{
    const struct question_word *entry;
    size_t n;

    if (at >= w->n)
        return (struct numeral){0};
    if (w->word[at].kind == WORD_CJK)
        return chinese(w, at);
    entry = entry_at(w, at, CONCEPT_NUMBER, &n);
    if (entry && !is_foreign(w, entry))
        return (struct numeral){(unsigned long long)entry->param, n, false};
    entry = entry_at(w, at, CONCEPT_SCALE, &n);
    if (entry)
        return (struct numeral){power_of_ten(entry->param), n, true};
    return (struct numeral){0};
}

/* The value of the last digit that is not 0: 10 of 250. */
static unsigned long long last_digit(unsigned long long n)
{
    unsigned long long digit = 1;

    while (n && n % (digit * 10) == 0)
        digit *= 10;
    return digit;
}

static bool put_part(struct parts *p, unsigned long long value)
{
    if (p->n == MAX_PARTS || value > MAX_NUMBER ||
        (p->n && value >= last_digit(p->part[p->n - 1])))
        return false;
    p->part[p->n++] = value;
    return true;
}

static bool put_numeral(struct parts *p, struct numeral next)
{
    struct parts before = *p;
    unsigned long long sum = 0;

    /* "a hundred" counts, "two hundred" multiplies */
    next.multiplies |= next.value == 100 && p->n && p->part[p->n - 1] < 100;
    if (!next.multiplies) {
        p->last = 0;
        return put_part(p, next.value);
    }
    while (p->n && p->part[p->n - 1] < next.value)
        sum += p->part[--p->n];
    if (sum > MAX_NUMBER / next.value ||
        !put_part(p, (sum ? sum : 1) * next.value)) {
        *p = before;
        return false;
    }
    p->last = next.value;
    return true;
}

static unsigned long long sum_of(const struct parts *p)
{
    unsigned long long sum = 0;
    size_t i;

    for (i = 0; i < p->n; i++)
        sum += p->part[i];
    return sum;
}

static bool is(const struct words *w, size_t at, const char *fold)
{
    return at < w->n && str_is(w->word[at].fold, fold);
}

static size_t read_words(const struct words *w, size_t at, struct parts *p,
                         bool joins);

/*
 * "Two hundred and fifty", "treinta y cinco": one number, where the second is
 * small enough. "One hundred and two hundred" are two.
 */
static bool joins_at(const struct words *w, size_t at, const struct parts *p)
{
    struct parts next = {0};
    unsigned long long before = p->n ? p->part[p->n - 1] : 1;
    bool has_and = is(w, at, "and") && last_digit(before) >= 100;
    bool y = is(w, at, "y") && last_digit(before) == 10 && before % 100 > 20;

    return (has_and || y) && read_words(w, at + 1, &next, false) &&
           sum_of(&next) < last_digit(before);
}

/* May a number begin with a word that multiplies: mil, 十, 百万? */
static bool may_begin(const struct words *w, size_t at, struct numeral first)
{
    if (w->word[at].kind != WORD_CJK)
        return first.value <= 1000;
    return first.value == 10 ||
           (first.value < 10000 && chinese(w, at + 1).value >= 10000);
}

/* 两万五 is 25,000: the digit counts what is next to the unit before it. */
static bool is_colloquial(const struct words *w, size_t at,
                          struct numeral digit, unsigned long long last)
{
    return w->word[at].kind == WORD_CJK && !digit.multiplies && last >= 100 &&
           !numeral_at(w, at + 1).multiplies;
}

/* The words from `at` that are one number, 0 when none are; `p` may hold the
 * one of "a thousand". */
static size_t read_words(const struct words *w, size_t at, struct parts *p,
                         bool joins)
{
    size_t to = at;
    bool zero = false; /* 一百零五 is no 一百五 */

    for (;;) {
        size_t from = to + (joins && joins_at(w, to, p) ? 1 : 0);
        struct numeral next = numeral_at(w, from);
        unsigned long long last = p->last;

        if (!next.words ||
            (p->n == 0 && next.multiplies && !may_begin(w, from, next)))
            return to - at;
        if (w->word[from].kind == WORD_CJK && next.value == 0 && p->n) {
            zero = true;
            to = from + 1;
            continue;
        }
        if (!put_numeral(p, next))
            return to - at;
        to = from + next.words;
        if (!zero && is_colloquial(w, from, next, last))
            p->part[p->n - 1] *= last / 10;
        zero = false;
    }
}

size_t link_words_number(const struct words *w, size_t at,
                         unsigned long long *value)
{
    struct parts p = {0};
    const size_t n = read_words(w, at, &p, true);

    *value = sum_of(&p);
    return n;
}

/* "Half a million", "medio millón": the words before the one that multiplies,
 * 0 for none. */
static size_t half_of(const struct words *w, size_t at)
{
    size_t to = at + 1;

    if (!is(w, at, "half") && !is(w, at, "medio") && !is(w, at, "半"))
        return 0;
    if (is(w, to, "a"))
        to++;
    return numeral_at(w, to).multiplies ? to - at : 0;
}

/* "A thousand", "un millón": one of it; the words before what multiplies. */
static size_t one_of(const struct words *w, size_t at)
{
    if (!is(w, at, "a") && !is(w, at, "un") && !is(w, at, "one"))
        return 0;
    return numeral_at(w, at + 1).multiplies ? 1 : 0;
}

static bool negative(const struct words *w, size_t at)
{
    const struct word *word = &w->word[at];

    return word->offset && word->raw.p[-1] == '-' && word->gap != '-' &&
           word->gap != 0;
}

/* Words after a number that make it a percentage. */
static size_t percent_at(const struct words *w, size_t at)
{
    if (is(w, at, "%") && w->word[at].offset && w->word[at].raw.p[-1] == '(')
        return 0; /* in 2023 (%): what is wanted, not 2023 of a hundred */
    if (is(w, at, "%") || is(w, at, "percent") || is(w, at, "pct"))
        return 1;
    if ((is(w, at, "per") && is(w, at + 1, "cent")) ||
        (is(w, at, "por") && is(w, at + 1, "ciento")))
        return 2;
    return 0;
}

/* Decimal places of what multiplies a number, from the word after it on: 1.5 million,
 * 2 mil millones, 10 k. */
static unsigned places_behind(const struct words *w, size_t *to, bool short_too)
{
    struct numeral next = numeral_at(w, *to);
    unsigned places = 0;

    while (next.multiplies) {
        for (; next.value > 1; next.value /= 10)
            places++;
        *to += next.words;
        next = numeral_at(w, *to);
    }
    if (places == 0 && short_too && is(w, *to, "k")) {
        places = 3;
        ++*to;
    }
    return places;
}

/* Is a range begun before a number: "between 20"? */
static bool begins_range(const struct words *w, size_t at)
{
    const struct question_word *entry;
    size_t n = 0;

    entry = at ? question_words_find(w, at - 1, &n) : NULL;
    return entry && n == 1 && entry->kind == CONCEPT_BETWEEN;
}

/* Where the second number of a range is whose first ends at `to`: "20 to 25",
 * "between 20 and 25"; 0: there is none. */
static size_t range_end(const struct words *w, size_t from, size_t to)
{
    const struct question_word *entry;
    size_t n = 0;

    entry = to < w->n ? question_words_find(w, to, &n) : NULL;
    if (!entry || (entry->kind != CONCEPT_TO && entry->kind != CONCEPT_AND) ||
        (entry->kind == CONCEPT_AND && !begins_range(w, from)))
        return 0;
    return to + n < w->n && w->word[to + n].kind == WORD_NUMBER ? to + n : 0;
}

/* What multiplies both numbers of a range and stands behind the second: 20 and 25
 * thousand. Of 500 to 2 thousand the first is no thousands. */
static unsigned places_of_range(const struct linker *l, const struct link *c,
                                size_t to)
{
    const struct words *w = l->words;
    const size_t end = range_end(w, c->from, to);
    size_t behind = end + 1;
    struct error ignored;
    uint64_t first;
    uint64_t last;

    if (!end || str_parse_u64(c->number, UINT32_MAX, &first, &ignored) ||
        str_parse_u64(w->word[end].fold, UINT32_MAX, &last, &ignored) ||
        first >= last)
        return 0;
    return places_behind(w, &behind, true);
}

static enum err scale(struct linker *l, struct link *c, size_t *to,
                      struct error *e)
{
    unsigned places = places_behind(l->words, to, c->from + 1 == *to);

    if (places == 0)
        places = places_of_range(l, c, *to);
    if (places == 0)
        return OK;
    c->year = false;
    return text_scale_decimal(c->number, places, l->a, &c->number, e);
}

static enum err add_number(struct linker *l, struct link *c, size_t to,
                           struct error *e)
{
    const struct words *w = l->words;

    if (scale(l, c, &to, e))
        return e->code;
    c->percent |= percent_at(w, to) > 0;
    to += percent_at(w, to);
    if (negative(w, c->from) &&
        str_printf(l->a, &c->number, e, "-%.*s", STR_FMT(c->number)))
        return e->code;
    c->to = to;
    linker_add(l, c);
    return OK;
}

static enum err number_in_digits(struct linker *l, struct link *c, size_t at,
                                 struct error *e)
{
    struct str said = l->words->word[at].fold;
    enum decimal_mark style = DECIMAL_POINT;
    struct error ignored;

    /* 1.500 and 1,500 are both 1500: Spain has the first, Mexico the second,
     * and neither counts in thousandths. */
    if (l->language == LANGUAGE_ES && str_find_char(said, ',') == said.n)
        style = DECIMAL_COMMA;
    if (text_parse_number(said, style, l->a, &c->number, &ignored))
        return OK;
    c->period.day.year = link_year_at(l->words, at);
    c->year = c->period.day.year != 0;
    return add_number(l, c, at + 1, e);
}

static enum err number_in_words(struct linker *l, struct link *c, size_t at,
                                struct error *e)
{
    struct parts p = {0};
    size_t half = half_of(l->words, at);
    size_t one = half ? 0 : one_of(l->words, at);
    size_t n;

    if (half || one)
        (void)put_part(&p, 1);
    at += half + one;
    n = read_words(l->words, at, &p, true);
    if (n == 0)
        return OK;
    if (str_printf(l->a, &c->number, e, "%llu", sum_of(&p) / (half ? 2 : 1)))
        return e->code;
    return add_number(l, c, at + n, e);
}

enum err link_numbers_at(struct linker *l, size_t at, struct error *e)
{
    struct link c = {.kind = LINK_NUMBER, .from = at, .score = 1};

    if (is(l->words, at, "百") && is(l->words, at + 1, "分") &&
        is(l->words, at + 2, "之")) {
        c.percent = true; /* 百分之五 */
        at += 3;
    }
    if (at >= l->words->n)
        return OK;
    return l->words->word[at].kind == WORD_NUMBER
               ? number_in_digits(l, &c, at, e)
               : number_in_words(l, &c, at, e);
}
