/*
 * Quarters, halves of a year and weeks: H1 2024, 1T24, 2024年上半年, the first half of the
 * year, week 12, weeks 23 to 25. Weeks are those of ISO 8601.
 */
#include "ask/link/time.h"
#include "ask/vocabulary/term_lists.h"

/* 1Q, 2t, 1er, 3º of a token: the digit; 0 for none. */
static int leading_digit(struct str s, const struct term_list *tails)
{
    return s.n && s.p[0] >= '1' && s.p[0] <= '4' &&
                   term_list_has(tails, str_slice(s, 1, s.n))
               ? s.p[0] - '0'
               : 0;
}

/* The first half of a year is quarter 5 of the lexicon, the second is 6; of no number
 * there is no part. */
static int part_of_year(int n, enum grain grain)
{
    if (n == 0)
        return 0;
    if (grain == GRAIN_QUARTER)
        return n <= 4 ? n : 0;
    return n <= 2 ? n + 4 : 0;
}

/* "semestre", 半年 have no grain. */
static bool is_half(const struct words *w, size_t at, size_t *n)
{
    *n = 1;
    return time_is(w, at, "semestre") || time_is(w, at, "semester") ||
           time_is(w, at, "half");
}

/* 1st quarter, 2º trimestre, quarter 3, semestre 1, 第1季度, 1季度 */
static int counted_quarter(const struct words *w, size_t at, size_t *n)
{
    size_t from = at + time_is(w, at, "第");
    size_t noun;
    int digit;
    enum grain grain;

    if (at >= w->n)
        return 0;
    digit = leading_digit(w->word[at].fold, &words_link_quarter_ending);
    grain = (enum grain)time_concept(w, at + 1, CONCEPT_GRAIN, &noun);
    if (digit && (grain == GRAIN_QUARTER || is_half(w, at + 1, &noun))) {
        *n = 1 + noun;
        return part_of_year(digit, grain);
    }
    grain = (enum grain)time_concept(w, at, CONCEPT_GRAIN, &noun);
    if ((grain == GRAIN_QUARTER || is_half(w, at, &noun)) &&
        w->word[at].kind != WORD_CJK) {
        *n = noun + 1;
        return part_of_year(time_plain(w, at + noun, 4), grain);
    }
    digit = time_count(w, from, &noun);
    if (digit && time_is(w, from + noun, "季") &&
        time_is(w, from + noun + 1, "度")) {
        *n = from + noun + 2 - at;
        return part_of_year(digit, GRAIN_QUARTER);
    }
    return 0;
}

/* 1q, 2t, t3, 1h: only beside a year. */
static int short_quarter(const struct linker *l, size_t at)
{
    static const char *const letters[] = {"q", "t"};
    struct str s = at < l->words->n ? l->words->word[at].fold : STR("");
    bool spanish = l->language == LANGUAGE_ES;
    const struct term_list tails = {letters, spanish ? 2 : 1};
    int digit = leading_digit(s, &tails);

    if (digit || s.n != 2)
        return digit;
    if (s.p[0] == 't' && spanish && s.p[1] >= '1' && s.p[1] <= '4')
        return s.p[1] - '0';
    return s.p[1] == 'h' && (s.p[0] == '1' || s.p[0] == '2')
               ? part_of_year(s.p[0] - '0', GRAIN_NONE)
               : 0;
}

int time_quarter_at(const struct linker *l, size_t at, size_t *n)
{
    int quarter = time_concept(l->words, at, CONCEPT_QUARTER, n);

    if (!quarter)
        quarter = counted_quarter(l->words, at, n);
    return quarter;
}

/* Does a month or a day follow that the half is of: first half of March? */
static bool is_of_less(const struct words *w, size_t at)
{
    size_t next = time_skip_of(w, at);
    size_t n;

    next += question_words_longest(w, next, &words_link_month_of);
    return time_concept(w, next, CONCEPT_MONTH, &n) > 0;
}

/* "Of the year" after a part of one, whose words may have its "of"; words after `at`. */
static size_t of_the_year(const struct words *w, size_t at)
{
    size_t n = question_words_longest(w, at, &words_link_of_the_year);

    if (n || !at ||
        !term_list_has(&words_link_before_year, w->word[at - 1].fold))
        return n;
    n = question_words_longest(w, at - 1, &words_link_of_the_year);
    return n ? n - 1 : 0;
}

/* Q1 2024, first half of 2024, 2024 Q1, 1T 2024, 2024年上半年 */
static void quarters(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    size_t to;
    size_t years;
    int quarter = time_quarter_at(l, at, &n);
    bool brief = !quarter && short_quarter(l, at);
    struct link_period p = {.quarter = brief ? short_quarter(l, at) : quarter};

    size_t of_year;

    n = brief ? 1 : n;
    of_year = of_the_year(w, at + n);
    if (p.quarter) {
        if (!brief && !is_of_less(w, at + n))
            time_add(l, at, at + n, p);
        p.day.year = time_year_after(w, at + n, &to);
        if (p.day.year)
            time_add(l, at, to, p);
        else if (!brief && of_year)
            time_add(l, at, at + n + of_year, p);
        return;
    }
    p.day.year = time_year_before(l, at, &years);
    if (!p.day.year)
        return;
    p.quarter = time_quarter_at(l, at + years, &n);
    if (!p.quarter) {
        p.quarter = short_quarter(l, at + years);
        n = 1;
    }
    if (p.quarter)
        time_add(l, at, at + years + n, p);
}

/* El segundo bimestre de 2023, primer cuatrimestre del año: months that a year is divided
 * into. */
static void month_groups(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n;
    const int last = question_words_longest(w, at, &words_link_last) > 0;
    const int nth = time_concept(w, at, CONCEPT_ORDINAL, &n);
    struct link_period p = {0};
    uint64_t months;
    size_t to;

    if ((!nth && !last) || at + 1 >= w->n ||
        !term_list_number(&words_link_month_group, w->word[at + 1].fold,
                          &months))
        return;
    p.months = (int)months;
    p.day.month = last ? 13 - p.months : (nth - 1) * p.months + 1;
    if (p.day.month + p.months > 13)
        return;
    p.day.year = time_year_after(w, at + 2, &to);
    if (!p.day.year)
        to = at + 2 + of_the_year(w, at + 2);
    if (p.day.year || !last || to > at + 2)
        time_add(l, at, to, p);
}

/* 1q24, 2t2024, 2024q1: one word. */
static void joined_quarters(struct linker *l, size_t at)
{
    struct str s = l->words->word[at].fold;
    struct link_period p = {0};
    bool first = s.n > 2 && (s.p[1] == 'q' || s.p[1] == 't');
    struct str year = first ? str_slice(s, 2, s.n) : str_slice(s, 0, 4);
    struct str quarter = first ? str_slice(s, 0, 2) : str_slice(s, 4, s.n);
    struct error ignored;
    uint64_t y;

    if (quarter.n != 2 || (year.n != 2 && year.n != 4) ||
        str_parse_u64(year, 2100, &y, &ignored))
        return;
    if ((first ? quarter.p[1] : quarter.p[0]) == 't' &&
        l->language != LANGUAGE_ES)
        return;
    if (!first && quarter.p[0] != 'q' && quarter.p[0] != 't')
        return;
    p.quarter = (first ? quarter.p[0] : quarter.p[1]) - '0';
    p.day.year = (int)y + (year.n == 2 ? 2000 : 0);
    if (p.quarter >= 1 && p.quarter <= 4 && p.day.year >= 1000)
        time_add(l, at, at + 1, p);
}

/* Week 12, semana 12, 第12周, w12: the number; 0 for none. */
static int week_at(const struct words *w, size_t at, size_t *n)
{
    size_t count;
    size_t noun;
    struct error ignored;
    uint64_t week = 0;

    *n = 2;
    if (at < w->n && term_list_has(&words_link_week, w->word[at].fold))
        return time_plain(w, at + 1, 53);
    if (time_is(w, at, "第")) {
        week = (uint64_t)time_count(w, at + 1, &count);
        if (time_concept(w, at + 1 + count, CONCEPT_GRAIN, &noun) != GRAIN_WEEK)
            return 0;
        *n = 1 + count + noun;
        return week <= 53 ? (int)week : 0;
    }
    *n = 1;
    if (at < w->n && w->word[at].fold.n == 3 && w->word[at].fold.p[0] == 'w' &&
        str_parse_u64(str_slice(w->word[at].fold, 1, 3), 53, &week, &ignored))
        return 0;
    return (int)week;
}

/* A column that the word names is meant before a week of the calendar. */
static bool is_column(const struct linker *l, size_t at)
{
    size_t i;

    for (i = l->n; i-- > 0 && l->candidate[i].from == at;) {
        if (l->candidate[i].kind == LINK_COLUMN)
            return true;
    }
    return false;
}

/* Weeks 23 to 25, semanas 23-25, 第23周到第25周: the last of them; 0 for one week. The
 * words of the first are `n`, and then of all. */
static int last_week(const struct words *w, size_t at, size_t *n)
{
    const size_t joint =
        question_words_longest(w, at + *n, &words_link_range_to);
    size_t to = at + *n + joint;
    size_t words;
    int week;

    to += joint ? question_words_longest(w, to, &words_link_article) : 0;

    if (!joint && !time_dash_before(w, to))
        return 0;
    week = week_at(w, to, &words);
    if (!week) {
        week = w->word[at].kind == WORD_CJK ? 0 : time_plain(w, to, 53);
        words = 1;
    }
    *n = to + words - at;
    return week;
}

/* Weeks one after the other as one period. */
static void week_range(struct linker *l, size_t at, struct link_period p,
                       size_t n)
{
    const int last = last_week(l->words, at, &n);
    size_t to;

    if (last <= p.week)
        return;
    p.days = 7 * (last - p.week + 1);
    if (!p.day.year)
        p.day.year = time_year_after(l->words, at + n, &to);
    else
        to = at + n;
    time_add(l, at, p.day.year ? to : at + n, p);
}

/* 第10至12周 */
static void chinese_week_range(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    const size_t lead =
        question_words_longest(w, at, &words_link_chinese_ordinal);
    size_t n = 0;
    size_t noun;
    const int first = lead ? time_count(w, at + lead, &n) : 0;
    size_t to = at + lead + n;
    size_t joint;
    int last;

    if (!first || first > 53)
        return;
    joint = question_words_longest(w, to, &words_link_range_to);
    if (!joint && !time_dash_before(w, to))
        return;
    to += joint;
    last = time_count(w, to, &n);
    to += n;
    if (last > first && last <= 53 &&
        time_concept(w, to, CONCEPT_GRAIN, &noun) == GRAIN_WEEK)
        time_add(l, at, to + noun,
                 (struct link_period){.week = first,
                                      .days = 7 * (last - first + 1)});
}

static void weeks(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n;
    size_t to;
    size_t years;
    struct link_period p = {.week = week_at(w, at, &n)};

    if (p.week && !is_column(l, at)) {
        if (n > 1)
            time_add(l, at, at + n, p);
        if (n > 1)
            week_range(l, at, p, n);
        p.day.year = time_year_after(w, at + n, &to);
        if (p.day.year)
            time_add(l, at, to, p);
    }
    p.day.year = time_year_before(l, at, &years);
    p.week = p.day.year ? week_at(w, at + years, &n) : 0;
    if (p.week)
        time_add(l, at, at + years + n, p);
}

void time_spans_at(struct linker *l, size_t at)
{
    quarters(l, at);
    joined_quarters(l, at);
    month_groups(l, at);
    weeks(l, at);
    chinese_week_range(l, at);
}
