#include "answer/selector/values.h"

#include "ask/vocabulary/question_words.h"

#define LARGE_DIGITS   3 /* a number so long may be a price without its unit */
#define CONTACT_DIGITS 5
#define YEAR_DIGITS    4

static bool is_list_at(const struct words *w, size_t at,
                       const struct term_list *list)
{
    return at < w->n && question_words_longest(w, at, list) > 0;
}

unsigned values_asked(const struct words *w, size_t at, size_t *n)
{
    static const struct {
        enum value_kind kind;
        const struct term_list *list;
    } asks[] = {
        {VALUE_SPAN, &words_answer_asks_span},
        {VALUE_MOMENT, &words_answer_asks_moment},
        {VALUE_MONEY, &words_answer_asks_money},
        {VALUE_CONTACT, &words_answer_asks_contact},
        {VALUE_NUMBER, &words_answer_asks_number},
        {VALUE_AMOUNT, &words_answer_asks_amount},
        {VALUE_NAME, &words_answer_asks_name},
    };
    unsigned kind = 0;

    *n = 0;
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        const size_t covers = question_words_longest(w, at, asks[i].list);

        if (covers > *n) {
            kind = asks[i].kind;
            *n = covers;
        }
    }
    return kind;
}

bool values_mark_beside(const struct words *w, const struct word *x,
                        struct str mark)
{
    const struct str before =
        str_slice(w->text, x->offset > 4 ? x->offset - 4 : 0, x->offset);
    const struct str behind =
        str_slice(w->text, x->offset + x->raw.n, x->offset + x->raw.n + 4);

    return str_find(before, mark) < before.n ||
           str_find(behind, mark) < behind.n;
}

static bool is_beside_money(const struct words *w, const struct word *x)
{
    static const char *const marks[] = {"€", "£", "¥", "$", "%"};
    bool is_beside = false;

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        is_beside |= values_mark_beside(w, x, str_from(marks[i]));
    return is_beside;
}

/* How many words from `at` are a number in letters, 0: none. */
static size_t spelled_number(const struct words *w, size_t at)
{
    size_t n;
    const struct question_word *q = question_words_find(w, at, &n);
    size_t to = at;

    if (q && q->kind == CONCEPT_NUMBER)
        return n;
    while (is_list_at(w, to, &words_answer_digit))
        to++;
    return to - at;
}

static size_t digits_of(struct str raw)
{
    size_t n = 0;

    for (size_t i = 0; i < raw.n; i++)
        n += raw.p[i] >= '0' && raw.p[i] <= '9';
    return n;
}

bool values_is_date(const struct words *w, const struct word *x)
{
    const char behind = x->offset + x->raw.n < w->text.n
                            ? w->text.p[x->offset + x->raw.n]
                            : ' ';

    return behind == ':' || behind == '-' || behind == '/' ||
           (x->raw.n == YEAR_DIGITS && digits_of(x->raw) == YEAR_DIGITS &&
            (x->raw.p[0] == '1' || x->raw.p[0] == '2'));
}

static unsigned kinds_of_number(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];
    const size_t next = at + 1;
    const size_t digits = digits_of(x->raw);
    unsigned kinds = VALUE_NUMBER;

    if (is_list_at(w, next, &words_answer_span))
        kinds |= VALUE_SPAN;
    if (is_list_at(w, next, &words_answer_money) ||
        (at > 0 && is_list_at(w, at - 1, &words_answer_money)) ||
        is_beside_money(w, x) || digits >= LARGE_DIGITS)
        kinds |= VALUE_MONEY;
    if (is_list_at(w, next, &words_answer_clock) || values_is_date(w, x))
        kinds |= VALUE_MOMENT;
    if (digits >= CONTACT_DIGITS ||
        (digits > 1 && next < w->n && w->word[next].kind == WORD_NUMBER &&
         digits_of(w->word[next].raw) >= LARGE_DIGITS))
        kinds |= VALUE_CONTACT;
    return kinds;
}

/* A number in letters, or what says it without one. */
static unsigned kinds_of_word(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];
    size_t n;
    const struct question_word *q = question_words_find(w, at, &n);
    const size_t spelled = spelled_number(w, at);
    const size_t next = at + spelled;
    unsigned kinds = 0;

    if (spelled > 0) {
        kinds |= VALUE_NUMBER;
        kinds |= is_list_at(w, next, &words_answer_span) ? VALUE_SPAN : 0;
        kinds |= is_list_at(w, next, &words_answer_money) ? VALUE_MONEY : 0;
        kinds |= is_list_at(w, next, &words_answer_clock) ? VALUE_MOMENT : 0;
    }
    if ((q && (q->kind == CONCEPT_MONTH || q->kind == CONCEPT_WEEKDAY)) ||
        is_list_at(w, at, &words_answer_moment))
        kinds |= VALUE_MOMENT;
    if (is_list_at(w, at, &words_answer_each))
        kinds |= VALUE_SPAN;
    if (is_list_at(w, at, &words_answer_no_money))
        kinds |= VALUE_MONEY;
    if ((x->kind == WORD_LETTERS && at > 0 && x->raw.p[0] >= 'A' &&
         x->raw.p[0] <= 'Z') ||
        x->kind == WORD_CJK)
        kinds |= VALUE_NAME;
    return kinds;
}

unsigned values_at(const struct words *w, size_t at)
{
    return w->word[at].kind == WORD_NUMBER ? kinds_of_number(w, at)
                                           : kinds_of_word(w, at);
}

unsigned values_meant(unsigned kinds)
{
    const unsigned first = kinds & (0U - kinds);

    return first == VALUE_AMOUNT ? VALUE_MONEY : first;
}
