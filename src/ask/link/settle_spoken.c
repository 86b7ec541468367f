/*
 * How people say things in passing: "y cuánto fue" after a question that is
 * already about it, "500 pesos" where one column is money, the one with most
 * seniority, 投递人数 for those who 投递.
 */
#include "ask/link/money_sign.h"
#include "ask/link/settle.h"

#include "ask/vocabulary/term_lists.h"

/* Does the word name a currency? */
static bool is_currency(const struct words *w, size_t at)
{
    return at < w->n && term_list_has(&words_link_currency, w->word[at].fold);
}

/* The one column of money: of sales, else of amounts, else of costs, else of prices. */
static const struct schema_column *money_of(const struct schema_table *t)
{
    static const noun_groups order[] = {GROUP_SALES, GROUP_AMOUNT, GROUP_COST,
                                        GROUP_PRICE};
    const struct schema_column *only = NULL;
    size_t k;
    size_t i;

    for (k = 0; k < COUNT_OF(order) && !only; k++) {
        for (i = 0; i < t->n_columns; i++) {
            const struct schema_column *c = &t->columns[i];
            noun_groups groups = link_column_groups(c);

            if (c->kind != COLUMN_NUMBER || !(groups & order[k]) ||
                (groups & GROUP_RATE && order[k] != GROUP_PRICE))
                continue;
            if (only)
                return NULL;
            only = c;
        }
    }
    return only;
}

/* Where the comparison begins whose last number is link `i`; `i` where none
 * does. */
static size_t comparison_from(struct links *out, size_t i)
{
    size_t at = i;

    while (at > 0) {
        const struct link *l = settle_at(out, at - 1);

        if (settle_compares(l))
            return at - 1;
        if (l->kind != LINK_NUMBER && !settle_is(l, CONCEPT_AND) &&
            !settle_is(l, CONCEPT_TO))
            break;
        at--;
    }
    return i;
}

/* Is the number of a link money: a currency behind it, or a sign at it? */
static bool is_of_money(const struct words *w, const struct link *l)
{
    return l->kind == LINK_NUMBER &&
           (is_currency(w, l->to) || money_sign_is_at(w, l->from, l->to));
}

/* "De entre 500 y 800 pesos", "under £10": the number is of the one column of money. */
static void settle_currency(const struct schema_table *t, struct links *out)
{
    size_t i;

    for (i = 0; i < out->n; i++) {
        const struct link *l = settle_at(out, i);
        size_t from = comparison_from(out, i);
        const struct link *next = settle_at(out, i + 1);
        bool behind = settle_is(next, CONCEPT_CMP_AFTER);
        const struct link *after = settle_at(out, i + 1 + behind);
        const bool has_word = is_currency(&out->words, l->to);
        const struct schema_column *c = money_of(t);

        if (!is_of_money(&out->words, l) || !c || (from == i && !behind) ||
            (from && settle_is_number(settle_at(out, from - 1))) ||
            (after && settle_is_number(after)))
            continue;
        settle_insert(
            out, i + 1 + behind,
            (struct link){
                .kind = LINK_COLUMN,
                .from = has_word ? l->to : l->from,
                .to = has_word ? l->to + 1 : l->to,
                .score = 0.75,
                .n_hits = 1,
                .hits[0] = {.column = c, .score = 0.75, .synonym = has_word}});
        return;
    }
}

static bool is_most(const struct link *l)
{
    return settle_is(l, CONCEPT_MOST) || settle_is(l, CONCEPT_LIKE);
}

/* Is something the largest or the smallest before link `i`? */
static bool is_superlative(struct links *out, size_t i)
{
    while (i > 0) {
        if (is_most(settle_at(out, --i)))
            return true;
    }
    return false;
}

/* "Who has most sales and how much is it": the amount is shown anyway. */
static void settle_tail(struct links *out)
{
    const struct link *last = out->n ? settle_at(out, out->n - 1) : NULL;

    if (out->n < 3 || !settle_is(last - 1, CONCEPT_AND) ||
        !(settle_is(last, CONCEPT_MUCH) || settle_is(last, CONCEPT_MANY)) ||
        !is_superlative(out, out->n - 2))
        return;
    out->n -= 2;
}

/* 实付总额: the sum of 实付, and no column beside it. */
static void settle_sum_behind(struct links *out)
{
    static const struct question_word sum = {"", CONCEPT_AGG, AGG_SUM};

    for (size_t i = 1; i < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (settle_is_number(l - 1) && l[-1].to == l->from &&
            l->kind == LINK_COLUMN && l->hits[0].synonym &&
            question_words_longest(&out->words, l->from,
                                   &words_link_chinese_total) ==
                l->to - l->from) {
            l->kind = LINK_CONCEPT;
            l->entry = &sum;
        }
    }
}

/* "Con más antigüedad": since when, where no column is called so. */
static void settle_seniority(struct links *out)
{
    static const struct question_word oldest[2] = {
        {"", CONCEPT_LIKE, LIKE_SENIOR}, {"", CONCEPT_LIKE, LIKE_JUNIOR}};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (!settle_is(l, CONCEPT_MOST) || l[1].kind != LINK_UNKNOWN ||
            !term_list_has(&words_link_seniority,
                           out->words.word[l[1].from].fold))
            continue;
        l->entry = &oldest[l->entry->param != 0];
        l->to = l[1].to;
        settle_drop(out, i + 1);
    }
}

/* "La más alta que han dejado": a "que" with nothing to compare with. */
static void settle_highest(struct links *out)
{
    static const struct question_word most[2] = {{"", CONCEPT_MOST, 0},
                                                 {"", CONCEPT_MOST, 1}};
    struct link *last = out->n ? settle_at(out, out->n - 1) : NULL;

    if (settle_is(last, CONCEPT_CMP) &&
        (last->entry->param == FILTER_GT || last->entry->param == FILTER_LT) &&
        time_is(&out->words, last->to - 1, "que"))
        last->entry = &most[last->entry->param == FILTER_LT];
}

/* Is the link the head of the name of a date: 投递 of 投递日期? */
static bool is_event(const struct words *w, const struct link *l)
{
    const struct word *first = &w->word[l->from];
    const struct word *last = &w->word[l->to - 1];
    struct str said = {first->raw.p,
                       (size_t)(last->raw.p + last->raw.n - first->raw.p)};

    return l->kind == LINK_COLUMN && l->n_hits == 1 &&
           l->hits[0].column->kind == COLUMN_DATE && first->kind == WORD_CJK &&
           str_starts(l->hits[0].column->name, said) &&
           said.n < l->hits[0].column->name.n;
}

/* 投递人数: how many did it, and no column that ends in 人数. */
static void settle_doers(struct links *out)
{
    static const struct question_word rows = {"", CONCEPT_ROWS, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (!is_event(&out->words, l) || l[1].kind != LINK_COLUMN ||
            l[1].from != l->to || l[1].to != l->to + 2 ||
            !time_is(&out->words, l->to, "人") ||
            !time_is(&out->words, l->to + 1, "数"))
            continue;
        l[1].kind = LINK_CONCEPT;
        l[1].entry = &rows;
    }
}

/* 前5大客户: the five that are first. */
static void settle_great(struct links *out)
{
    size_t i;

    for (i = 1; i < out->n; i++) {
        const struct link *l = settle_at(out, i);

        if (l->to == l->from + 1 && l[-1].kind == LINK_NUMBER &&
            str_is(out->words.word[l->from].fold, "大")) {
            settle_drop(out, i);
            return;
        }
    }
}

void settle_spoken(const struct schema_table *t, enum language language,
                   struct links *out)
{
    settle_currency(t, out);
    settle_tail(out);
    settle_highest(out);
    settle_seniority(out);
    if (language == LANGUAGE_ZH) {
        settle_doers(out);
        settle_great(out);
        settle_sum_behind(out);
    }
}
