/*
 * Periods that are made of others: H1 2024, the first three months of 2024,
 * week 12, el 5 al 20 de marzo, 2024年前三个月, 2022-2024. Each becomes one
 * period: a first day and how many days or months it lasts.
 *
 * Weeks are those of ISO 8601. "The last week of March" is not one of them in most
 * years, and is a period only where its last seven days are one.
 */
#include "ask/link/time.h"
#include "ask/spec/spec.h"
#include "ask/vocabulary/term_lists.h"

/* The first of link_days_of()'s days, and how many there are. */
static int days_in(struct link_period p, struct civil *first)
{
    struct civil end;

    link_days_of(p, first, &end);
    return civil_number(end) - civil_number(*first);
}

/* The longest period of the calendar that begins at `at`; false for none. */
static bool base_at(struct linker *l, size_t at, struct link_period *p,
                    size_t *to)
{
    size_t kept = l->n;
    size_t n;
    size_t i;

    *to = at;
    *p = (struct link_period){.day = {time_year_before(l, at, &n), 0, 0}};
    if (p->day.year)
        *to = at + n;
    time_dates_at(l, at);
    for (i = kept; i < l->n; i++) {
        if (l->candidate[i].to > *to) {
            *p = l->candidate[i].period;
            *to = l->candidate[i].to;
        }
    }
    l->n = kept;
    return *to > at;
}

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

static int quarter_at(const struct linker *l, size_t at, size_t *n)
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

    return time_concept(w, next, CONCEPT_MONTH, &n) > 0;
}

/* Q1 2024, first half of 2024, 2024 Q1, 1T 2024, 2024年上半年 */
static void quarters(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    size_t to;
    size_t years;
    int quarter = quarter_at(l, at, &n);
    bool brief = !quarter && short_quarter(l, at);
    struct link_period p = {.quarter = brief ? short_quarter(l, at) : quarter};

    n = brief ? 1 : n;
    if (p.quarter) {
        if (!brief && !is_of_less(w, at + n))
            time_add(l, at, at + n, p);
        p.day.year = time_year_after(w, at + n, &to);
        if (p.day.year)
            time_add(l, at, to, p);
        return;
    }
    p.day.year = time_year_before(l, at, &years);
    if (!p.day.year)
        return;
    p.quarter = quarter_at(l, at + years, &n);
    if (!p.quarter) {
        p.quarter = short_quarter(l, at + years);
        n = 1;
    }
    if (p.quarter)
        time_add(l, at, at + years + n, p);
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
    if (time_is(w, at, "week") || time_is(w, at, "semana"))
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
        p.day.year = time_year_after(w, at + n, &to);
        if (p.day.year)
            time_add(l, at, to, p);
    }
    p.day.year = time_year_before(l, at, &years);
    p.week = p.day.year ? week_at(w, at + years, &n) : 0;
    if (p.week)
        time_add(l, at, at + years + n, p);
}

/* `count` units at the beginning or end of `whole`; false when it has not so
 * many, or where weeks are not those of the calendar. */
static bool part_of(struct link_period whole, int count, enum grain unit,
                    bool last, struct link_period *out)
{
    struct civil first;
    int days = days_in(whole, &first);
    struct civil end = civil_add_days(first, days);
    int months = (end.year - first.year) * 12 + end.month - first.month;
    int step = unit == GRAIN_QUARTER ? 3 : 1;

    *out = (struct link_period){.day = first};
    if (unit == GRAIN_DAY || unit == GRAIN_WEEK) {
        out->days = count * (unit == GRAIN_WEEK ? 7 : 1);
        if (last)
            out->day = civil_add_days(end, -out->days);
        return out->days < days &&
               (unit == GRAIN_DAY ||
                (count == 1 && civil_number(out->day) % 7 == 0));
    }
    out->months = count * step;
    if (last)
        out->day = civil_add_months(end, -out->months);
    out->day.day = 0;
    if (out->months == 3 && out->day.month % 3 == 1) {
        out->quarter = (out->day.month + 2) / 3;
        out->months = out->day.month = 0;
    }
    return count * step < months &&
           (unit == GRAIN_MONTH || unit == GRAIN_QUARTER);
}

/* First, last, primeros, 前: 1, -1; 0 for none. n: its words. */
static int end_at(const struct words *w, size_t at, size_t *n)
{
    *n = question_words_longest(w, at, &words_link_first);
    if (*n)
        return 1;
    *n = question_words_longest(w, at, &words_link_last);
    return *n ? -1 : 0;
}

/* "First three months", "tres primeros meses", 前三个月; its words, 0: none. */
static size_t some_units(const struct words *w, size_t at, int *count,
                         enum grain *unit, bool *last)
{
    size_t from = at;
    size_t n = 0;
    int end;

    *count = time_count(w, at, &n);
    if (*count)
        at += n;
    end = end_at(w, at, &n);
    if (!end)
        return 0;
    at += n;
    if (!*count) {
        *count = time_count(w, at, &n);
        at += *count ? n : 0;
    }
    *count = *count ? *count : 1;
    *last = end < 0;
    *unit = (enum grain)time_concept(w, at, CONCEPT_GRAIN, &n);
    return *unit ? at + n - from : 0;
}

/* The first three months of 2024, el último trimestre de 2023 */
static void parts(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period whole;
    struct link_period p;
    enum grain unit;
    int count;
    bool last;
    size_t n = some_units(w, at, &count, &unit, &last);
    size_t of = time_skip_of(w, at + n);
    size_t to;

    if (n && w->word[at].kind != WORD_CJK && of > at + n &&
        base_at(l, of, &whole, &to) && whole.day.year && !whole.days &&
        part_of(whole, count, unit, last, &p))
        time_add(l, at, to, p);
}

/* 2024年前三个月, 2023年最后一个季度 */
static void chinese_parts(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period whole;
    struct link_period p;
    enum grain unit;
    int count;
    bool last;
    size_t to;
    size_t n;

    if (!base_at(l, at, &whole, &to) || !whole.day.year || to >= w->n)
        return;
    to += time_is(w, to, "的") || time_is(w, to, "里");
    n = to < w->n && w->word[to].kind == WORD_CJK
            ? some_units(w, to, &count, &unit, &last)
            : 0;
    if (n && part_of(whole, count, unit, last, &p))
        time_add(l, at, to + n, p);
}

/* The joint of a range, at the word after its beginning; its words. */
static size_t joint_at(const struct words *w, size_t at, bool between)
{
    size_t n = 1;
    size_t i;

    for (i = 0; i < words_link_range_to.n; i++) {
        if (time_is(w, at, words_link_range_to.word[i]))
            return n + (time_is(w, at + n, "the") || time_is(w, at + n, "el"));
    }
    if (between && (time_is(w, at, "and") || time_is(w, at, "y")))
        return n + (time_is(w, at + n, "the") || time_is(w, at + n, "el"));
    return 0;
}

/* "Between the", "del", "desde el": words before the first day of a range. */
static size_t lead_at(const struct words *w, size_t at, bool *between)
{
    size_t n = 0;
    size_t i;

    *between = time_is(w, at, "between") || time_is(w, at, "entre");
    for (i = 0; i < words_link_range_from.n && !n; i++)
        n = time_is(w, at, words_link_range_from.word[i]);
    while (n && (time_is(w, at + n, "the") || time_is(w, at + n, "el") ||
                 time_is(w, at + n, "los") || time_is(w, at + n, "dias")))
        n++;
    return n;
}

/* The first day of a range whose end says the rest: del 5 al 20 de marzo, from
 * March 5 to 20, 3月5日到20日. */
static void day_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    size_t from = at + lead_at(w, at, &between);
    struct link_period p = {0};
    size_t to = from + 1;
    int day = time_plain(w, from, 31);
    size_t joint = joint_at(w, to, between);
    struct link_period end;

    if (!day || (!joint && !time_dash_before(w, to)) ||
        !base_at(l, to + joint, &end, &to) || !end.day.month || !end.day.day ||
        end.day.day <= day)
        return;
    p = end;
    p.day.day = day;
    p.days = end.day.day - day + 1;
    time_add(l, at, to, p);
}

/* The end of a range that begins with a whole date: March 5 to 20, 2024. */
static void day_ends(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    size_t from = at + lead_at(w, at, &between);
    struct link_period p;
    size_t to;
    size_t joint;
    size_t years;
    int last;

    if (!base_at(l, from, &p, &to) || !p.day.day || p.days)
        return;
    joint = joint_at(w, to, between);
    last = joint || time_dash_before(w, to) ? time_plain(w, to + joint, 31) : 0;
    to += joint + 1;
    if (last <= p.day.day)
        return;
    if (w->word[to - 1].gap == '/' || time_is(w, to, "月"))
        return;
    to += time_is(w, to, "日") || time_is(w, to, "号");
    if (!p.day.year) {
        p.day.year = time_year_after(w, to, &years);
        to = p.day.year ? years : to;
    }
    p.days = last - p.day.day + 1;
    time_add(l, at, to, p);
}

/* 2023年5至7月, 5-7月 */
static void month_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    struct link_period p = {
        .day = {time_year_before(l, at, &n), time_plain(w, at, 12), 0}};
    size_t to = at;
    struct link_period end;

    if (p.day.year) {
        to += n;
        p.day.month = time_plain(w, to, 12);
    }
    to++;
    if (!p.day.month || time_is(w, to, "月") ||
        (!joint_at(w, to, false) && !time_dash_before(w, to)))
        return;
    if (!base_at(l, to + joint_at(w, to, false), &end, &to) || end.day.year ||
        end.day.day || end.day.month <= p.day.month)
        return;
    p.months = end.day.month - p.day.month + 1;
    time_add(l, at, to, p);
}

/* 2022-2024, May–July 2023, 2024-01-05 ~ 2024-02-10: a dash between two. */
static void dashed(struct linker *l, size_t at)
{
    struct link_period first;
    struct link_period last;
    struct link_period p;
    struct civil begin;
    struct civil end;
    struct civil ignored;
    size_t to;

    if (!base_at(l, at, &first, &to) || !time_dash_before(l->words, to) ||
        !base_at(l, to, &last, &to))
        return;
    if (!first.day.year && !last.day.year) {
        p = (struct link_period){
            .day = first.day, .months = last.day.month - first.day.month + 1};
        if (first.day.month && !first.day.day && !last.day.day && p.months > 1)
            time_add(l, at, to, p);
        return;
    }
    if (!first.day.year)
        first.day.year = last.day.year;
    if (!last.day.year)
        last.day.year = first.day.year;
    link_days_of(first, &begin, &ignored);
    link_days_of(last, &ignored, &end);
    p = (struct link_period){.day = begin,
                             .days = civil_number(end) - civil_number(begin)};
    if (p.days > 0)
        time_add(l, at, to, p);
}

void time_spans_at(struct linker *l, size_t at)
{
    quarters(l, at);
    joined_quarters(l, at);
    weeks(l, at);
    parts(l, at);
    chinese_parts(l, at);
    day_ranges(l, at);
    day_ends(l, at);
    month_ranges(l, at);
    dashed(l, at);
}
