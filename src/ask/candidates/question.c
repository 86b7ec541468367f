#include "ask/candidates/question.h"

#include "ask/candidates/grid.h"
#include "ask/vocabulary/term_lists.h"
#include "base/text/fold.h"
#include "base/text/month.h"

#include <math.h>

#define MAX_ASKED 4 /* words from "which" to its noun */

struct word_set word_set_range(uint32_t from, uint32_t to)
{
    struct word_set s = {{0}};

    for (uint32_t i = from; i < to; i++)
        word_set_add(&s, i);
    return s;
}

struct word_set word_set_or(struct word_set a, struct word_set b)
{
    return (struct word_set){{a.bit[0] | b.bit[0], a.bit[1] | b.bit[1]}};
}

bool word_set_meet(struct word_set a, struct word_set b)
{
    return (a.bit[0] & b.bit[0]) != 0 || (a.bit[1] & b.bit[1]) != 0;
}

bool word_set_has(struct word_set s, uint32_t word)
{
    return word < QUESTION_MAX_WORDS && (s.bit[word / 64] >> word % 64 & 1);
}

void word_set_add(struct word_set *s, uint32_t word)
{
    if (word < QUESTION_MAX_WORDS)
        s->bit[word / 64] |= UINT64_C(1) << word % 64;
}

uint32_t word_set_count(struct word_set s)
{
    return (uint32_t)(__builtin_popcountll(s.bit[0]) +
                      __builtin_popcountll(s.bit[1]));
}

/* Is it a number in words, of a list? */
static bool spelled_number(const struct term_list *list, struct str word,
                           struct question_number *out)
{
    const struct str value = term_list_value(list, word);
    struct error e = {0};
    uint64_t n;

    if (!value.n || str_parse_u64(value, UINT32_MAX, &n, &e))
        return false;
    out->value = (double)n;
    out->is_word = true;
    return true;
}

/* One word that is a number, in digits or not. */
static bool number_at(const struct lexemes *l, const struct question *q,
                      uint32_t at, struct question_number *out)
{
    const struct lexeme *x = lexeme_at(l, q->word[at]);

    *out = (struct question_number){.value = x->number, .at = at, .n = 1};
    if (x->is_number) {
        char last = x->text.p[x->text.n - 1];

        out->is_ordinal = last < '0' || last > '9';
        out->is_year = lexeme_is_year(x);
        return true;
    }
    out->is_ordinal = spelled_number(&words_candidates_ordinal, x->text, out);
    return out->is_ordinal ||
           spelled_number(&words_candidates_cardinal, x->text, out);
}

/* "1990s": digits of a round year with an s. */
static bool decade_at(const struct lexemes *l, const struct question *q,
                      uint32_t at, struct question_number *out)
{
    struct str t = lexeme_at(l, q->word[at])->text;
    double year = 0;

    if (t.n != 5 || t.p[4] != 's')
        return false;
    for (size_t i = 0; i < 4; i++) {
        if (t.p[i] < '0' || t.p[i] > '9')
            return false;
        year = year * 10 + (t.p[i] - '0');
    }
    if (!lexemes_may_be_year(year) || fmod(year, 10) != 0)
        return false;
    *out = (struct question_number){.value = year, .at = at, .n = 1};
    out->is_year = out->is_decade = true;
    return true;
}

/* "two million": the word after a number that makes it larger. */
static void scale(const struct lexemes *l, const struct question *q,
                  struct question_number *x)
{
    static const struct {
        const char *word;
        double by;
    } scales[] = {{"hundred", 1e2},
                  {"thousand", 1e3},
                  {"million", 1e6},
                  {"billion", 1e9}};

    for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        if (x->at + 1 < q->n &&
            str_is(lexeme_at(l, q->word[x->at + 1])->text, scales[i].word)) {
            x->value *= scales[i].by;
            x->n = 2;
        }
    }
}

static void find_numbers(const struct lexemes *l, struct question *q)
{
    struct question_number x;

    for (uint32_t i = 0; i < q->n && q->n_numbers < QUESTION_MAX_NUMBERS; i++) {
        if (decade_at(l, q, i, &x)) {
            q->number[q->n_numbers++] = x;
        } else if (number_at(l, q, i, &x)) {
            scale(l, q, &x);
            x.is_decade = i + 1 < q->n && fmod(x.value, 10) == 0 && x.is_year &&
                          str_is(lexeme_at(l, q->word[i + 1])->text, "s");
            q->number[q->n_numbers++] = x;
            i += x.n - 1;
        }
    }
}

static void find_days(const struct lexemes *l, struct question *q,
                      const struct words *words)
{
    for (uint32_t i = 0; i < q->n && q->n_days < QUESTION_MAX_DAYS; i++) {
        struct str t = lexeme_at(l, q->word[i])->text;
        struct words part;
        unsigned month;
        uint32_t from = i, to = i + 1;
        int32_t day;

        if (month_parse(t, &month) != t.n || t.n < 3)
            continue;
        while (to < q->n && to < i + 3 && lexeme_at(l, q->word[to])->is_number)
            to++;
        if (to == i + 1 && i > 0 && lexeme_at(l, q->word[i - 1])->is_number)
            from = i - 1;
        if (str_is(t, "may") && to - from == 1)
            continue; /* the verb */
        part = (struct words){.word = words->word + from, .n = to - from};
        day = grid_read_day(l, &part, q->word + from);
        if (day % 10000)
            q->day[q->n_days++] = (struct question_day){day, from, to - from};
    }
}

static const struct {
    const struct term_list *list;
    enum trigger trigger;
} triggers[] = {
    {&words_candidates_trigger_extreme, TRIGGER_EXTREME},
    {&words_candidates_trigger_compare, TRIGGER_COMPARE},
    {&words_candidates_trigger_neighbour, TRIGGER_NEIGHBOUR},
    {&words_candidates_trigger_total, TRIGGER_TOTAL},
    {&words_candidates_trigger_difference, TRIGGER_DIFFERENCE},
    {&words_candidates_trigger_frequent, TRIGGER_FREQUENT},
    {&words_candidates_trigger_same, TRIGGER_SAME},
    {&words_candidates_trigger_not, TRIGGER_NOT},
    {&words_candidates_trigger_run, TRIGGER_RUN},
    {&words_candidates_trigger_both, TRIGGER_BOTH},
    {&words_candidates_trigger_up, TRIGGER_UP},
    {&words_candidates_trigger_down, TRIGGER_DOWN},
};

static unsigned triggers_of(struct str word)
{
    unsigned found =
        str_ends(word, STR("est")) && word.n > 4 ? TRIGGER_EXTREME : 0;

    for (size_t i = 0; i < COUNT_OF(triggers); i++)
        if (term_list_has(triggers[i].list, word))
            found |= triggers[i].trigger;
    return found;
}

/* The first word from `from` that is not a stop word, `most` words on at most. */
static uint32_t noun_from(const struct lexemes *l, const struct question *q,
                          uint32_t from, uint32_t most)
{
    for (uint32_t i = from; i < q->n && i < from + most; i++) {
        if (!(lexeme_at(l, q->word[i])->flags & LEXEME_STOP))
            return i;
    }
    return QUESTION_NONE;
}

/* How the question asks, and for which noun. */
static enum err find_kind(const struct lexemes *l, struct question *q,
                          struct arena *a, struct error *e)
{
    static const char *const asking[] = {
        "who", "whose", "whom", "which", "what", "when", "where",
        "how", "name",  "did",  "does",  "do",   "is",   "was",
        "are", "were",  "has",  "list",  "tell"};
    static const char *const auxiliary[] = {"did", "does", "do",   "is",
                                            "was", "are",  "were", "has"};
    struct str word;

    q->kind = STR("none");
    q->head = q->asking = QUESTION_NONE;
    for (uint32_t i = 0; i < q->n && q->asking == QUESTION_NONE; i++) {
        if (STR_IN(lexeme_at(l, q->word[i])->text, asking))
            q->asking = i;
    }
    if (q->asking == QUESTION_NONE)
        return OK;
    word = lexeme_at(l, q->word[q->asking])->text;
    q->kind = word;
    if (str_is(word, "how") && q->asking + 1 < q->n) {
        word = lexeme_at(l, q->word[q->asking + 1])->text;
        if (str_is(word, "many") || str_is(word, "much"))
            q->head = noun_from(l, q, q->asking + 2, MAX_ASKED);
        return str_printf(a, &q->kind, e, "how_%.*s", STR_FMT(word));
    }
    if (STR_IN(word, auxiliary) && q->asking > 0)
        return str_printf(a, &q->kind, e, "mid_%.*s", STR_FMT(word));
    if (str_is(word, "which") || str_is(word, "what") || str_is(word, "name"))
        q->head = noun_from(l, q, q->asking + 1, MAX_ASKED - 1);
    return OK;
}

/* "countries", which stems to another word; not "bus". */
static bool is_plural(const struct lexemes *l, const struct question *q)
{
    const struct lexeme *x =
        q->head == QUESTION_NONE ? NULL : lexeme_at(l, q->word[q->head]);
    struct str stem;

    if (!x)
        return false;
    stem = lexeme_at(l, x->stem)->text;
    return str_ends(x->text, STR("s")) && !str_ends(x->text, STR("ss")) &&
           !str_ends(stem, STR("s"));
}

enum err question_read(struct lexemes *l, struct str text, struct arena *a,
                       struct question *out, struct error *e)
{
    struct words words;

    *out = (struct question){0};
    if (text_fold(text, a, &out->text, e) ||
        lexemes_cut(l, text, WORDS_TEXT, &out->word, &words, e))
        return e->code;
    out->n =
        words.n > QUESTION_MAX_WORDS ? QUESTION_MAX_WORDS : (uint32_t)words.n;
    find_numbers(l, out);
    find_days(l, out, &words);
    out->extreme = QUESTION_NONE;
    for (uint32_t i = 0; i < out->n; i++) {
        unsigned found = triggers_of(lexeme_at(l, out->word[i])->text);

        out->triggers |= found;
        if (out->extreme == QUESTION_NONE &&
            found & (TRIGGER_UP | TRIGGER_DOWN | TRIGGER_EXTREME))
            out->extreme = i;
    }
    if (find_kind(l, out, a, e))
        return e->code;
    out->is_plural = is_plural(l, out);
    return OK;
}
