/*
 * Parts of months and years: the first half of June, la segunda quincena, 6月上旬, mid
 * June, the last three days of June, the first Monday of June, the last quarter of 2023.
 *
 * Some are said of different days by different people, and link_period.vague tells so:
 * "early", "mid" and "late" are the thirds of a month (as 上旬, 中旬, 下旬 are, which
 * nobody doubts), and its weeks seven days each from its first, for those of the calendar
 * are rarely whole in it. Seasons are no periods, as half of the world has them in other
 * months.
 */
#include "ask/link/time.h"
#include "ask/spec/spec.h"
#include "ask/vocabulary/term_lists.h"

/* The largest number of a week or weekday of a month. */
#define MAX_NTH 5

/* Days that every month has more of. */
#define FEW_DAYS 28

/* The first of link_days_of()'s days, and how many there are. */
static int days_in(struct link_period p, struct civil *first)
{
    struct civil end;

    link_days_of(p, first, &end);
    return civil_number(end) - civil_number(*first);
}

/* Of the month of `p`: its days from `from` on, to `to`; 0: to its last. */
static void set_days(struct link_period *p, int from, int to)
{
    p->last = (struct civil){p->day.year, p->day.month, 0};
    p->day.day = from;
    p->days = to ? to - from + 1 : 0;
    if (to)
        p->last = (struct civil){0};
}

/* A third of the month of `p`, 0 to 2. */
static void set_third(struct link_period *p, size_t third)
{
    static const int from[] = {1, 11, 21};
    static const int to[] = {10, 20, 0};

    set_days(p, from[third], to[third]);
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

/* Units at the beginning or end of a year that is the only one of the data. */
static bool part_of_any_year(int count, enum grain unit, bool last,
                             struct link_period *out)
{
    const struct link_period whole = {.day = {2000, 0, 0}};

    if ((unit != GRAIN_MONTH && unit != GRAIN_QUARTER) ||
        !part_of(whole, count, unit, last, out))
        return false;
    out->day.year = 0;
    return true;
}

/* The same of a month, with its year or without: its first or last days. */
static bool part_of_month(struct link_period whole, int count, enum grain unit,
                          bool last, struct link_period *out)
{
    const int days = count * (unit == GRAIN_WEEK ? 7 : 1);

    if ((unit != GRAIN_DAY && unit != GRAIN_WEEK) || days >= FEW_DAYS)
        return false;
    *out = whole;
    set_days(out, 1, days);
    if (last) {
        out->days = 0;
        out->from_end = days;
    }
    out->vague = unit == GRAIN_WEEK ? PERIOD_SEVENS : PERIOD_CLEAR;
    return true;
}

static bool is_month(struct link_period p)
{
    return p.day.month && !p.day.day && !p.months && !p.last.month;
}

static bool units_of(struct link_period whole, int count, enum grain unit,
                     bool last, struct link_period *out)
{
    if (is_month(whole))
        return part_of_month(whole, count, unit, last, out);
    return whole.day.year && !whole.days && !whole.last.month &&
           part_of(whole, count, unit, last, out);
}

/* Do the dates of the table begin with a year, of which all are: then its first months
 * are those of the data as well? */
static bool begins_a_year(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];
        struct civil min;

        if (c->kind == COLUMN_DATE && link_only_year(c) &&
            civil_read(c->min, &min) && min.month == 1)
            return true;
    }
    return false;
}

/* "In the" before the words at `at`. */
static bool follows_period_word(const struct words *w, size_t at)
{
    if (at && question_words_longest(w, at - 1, &words_link_article) == 1)
        at--;
    return at &&
           question_words_longest(w, at - 1, &words_link_before_period) == 1;
}

/* The first three months of 2024, los últimos 5 días de junio, the first quarter of the
 * year; "in the first three months" of a table that begins a year. */
static void parts(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period whole;
    struct link_period p;
    enum grain unit;
    int count;
    bool last;
    size_t n = some_units(w, at, &count, &unit, &last);
    size_t of_year = question_words_longest(w, at + n, &words_link_of_the_year);
    size_t of = time_skip_of(w, at + n);
    size_t to;

    if (!n || w->word[at].kind == WORD_CJK)
        return;
    of += question_words_longest(w, of, &words_link_month_of);
    if (of > at + n && time_base_at(l, of, &whole, &to)) {
        if (units_of(whole, count, unit, last, &p))
            time_add(l, at, to, p);
        return;
    }
    if (!of_year && (last || count < 2 || !begins_a_year(l->table) ||
                     !follows_period_word(w, at)))
        return;
    if (part_of_any_year(count, unit, last, &p))
        time_add(l, at, at + n + of_year, p);
}

/* 的, 里 between a month and its part. */
static size_t skip_particle(const struct words *w, size_t at)
{
    return at + question_words_longest(w, at, &words_link_particle);
}

/* 2024年前三个月, 2023年最后一个季度, 6月最后5天, 全年最后两个月 */
static void chinese_parts(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    const size_t year = question_words_longest(w, at, &words_link_whole_year);
    struct link_period whole;
    struct link_period p;
    enum grain unit;
    int count;
    bool last;
    size_t to = at + year;
    size_t n;

    if (!year && !time_base_at(l, at, &whole, &to))
        return;
    to = skip_particle(w, to);
    n = to < w->n && w->word[to].kind == WORD_CJK
            ? some_units(w, to, &count, &unit, &last)
            : 0;
    if (n && (year ? part_of_any_year(count, unit, last, &p)
                   : units_of(whole, count, unit, last, &p)))
        time_add(l, at, to + n, p);
}

/* 前三季度, which are those of the year; 前三个季度 may be the best three, or those before. */
static void chinese_first_quarters(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t to = at + question_words_longest(w, at, &words_link_first);
    size_t n = 0;
    const int count =
        to > at && w->word[at].kind == WORD_CJK ? time_count(w, to, &n) : 0;
    struct link_period p;

    if (count < 2 ||
        (at && question_words_longest(w, at - 1, &words_link_particle)))
        return;
    to += n;
    if (time_concept(w, to, CONCEPT_GRAIN, &n) == GRAIN_QUARTER && n == 2 &&
        part_of_any_year(count, GRAIN_QUARTER, false, &p))
        time_add(l, at, to + n, p);
}

/* First, 2nd, segunda, 1ra, last, 第三, 最后一: 1 to 5, -1 the last; 0 for none. */
static int nth_at(const struct words *w, size_t at, size_t *n)
{
    const struct question_word *said =
        at < w->n ? question_words_find_within(w, at, 1, n) : NULL;
    const struct str s = at < w->n ? w->word[at].fold : (struct str){0};
    size_t count;
    int nth;

    *n = 1;
    if (said && said->kind == CONCEPT_ORDINAL)
        return said->param <= MAX_NTH ? said->param : 0;
    if (s.n > 1 && s.p[0] >= '1' && s.p[0] <= '0' + MAX_NTH &&
        term_list_has(&words_link_quarter_ending, str_slice(s, 1, s.n)))
        return s.p[0] - '0';
    if (term_list_has(&words_link_chinese_ordinal, s)) {
        nth = time_count(w, at + 1, &count);
        *n = 1 + count;
        *n += question_words_longest(w, at + *n, &words_link_measure_word);
        return nth <= MAX_NTH ? nth : 0;
    }
    nth = end_at(w, at, n);
    if (nth < 0 && w->word[at].kind == WORD_CJK) {
        *n += time_count(w, at + *n, &count) == 1 ? count : 0;
        *n += question_words_longest(w, at + *n, &words_link_measure_word);
    }
    return nth;
}

/* The nth half or third of the month of `p`; false where it has not so many. */
static bool set_share(struct link_period *p, int nth, size_t shares)
{
    const size_t which = nth < 0 ? shares - 1 : (size_t)nth - 1;

    if (which >= shares)
        return false;
    if (shares == 3)
        set_third(p, which);
    else
        set_days(p, which ? 16 : 1, which ? 0 : 15);
    return true;
}

/* The only day of a bit a day, of CONCEPT_WEEKDAY; 0 where it is another set. */
static int weekday_of_bits(int bits)
{
    if (bits == QUESTION_WEEKEND)
        return PERIOD_WEEKEND;
    for (int day = 0; day < 7; day++)
        if (bits == 1 << day)
            return day + 1;
    return 0;
}

/* A unit that is counted in a month at `at`: what the nth of it is of `p`, a month; its
 * words, 0 for none. */
static size_t nth_of_month(const struct words *w, size_t at, int nth,
                           struct link_period *p)
{
    size_t n = question_words_longest(w, at, &words_link_half_of_month);
    int weekday;
    enum grain unit;

    if (n)
        return set_share(p, nth, 2) ? n : 0;
    n = question_words_longest(w, at, &words_link_third_of_month);
    if (n)
        return set_share(p, nth, 3) ? n : 0;
    weekday = weekday_of_bits(time_concept(w, at, CONCEPT_WEEKDAY, &n));
    if (weekday) {
        p->day.day = 1;
        p->nth = nth;
        p->weekday = weekday;
        return n;
    }
    unit = (enum grain)time_concept(w, at, CONCEPT_GRAIN, &n);
    if (nth > 1 && unit == GRAIN_WEEK && nth <= 4) {
        set_days(p, 7 * nth - 6, 7 * nth);
        p->vague = PERIOD_SEVENS;
        return n;
    }
    if (nth > 1 && unit == GRAIN_DAY) {
        set_days(p, nth, nth);
        return n;
    }
    return (nth == 1 || nth < 0) && part_of_month(*p, 1, unit, nth < 0, p) ? n
                                                                           : 0;
}

/* The second week of June, la primera quincena de junio, the last Friday of June. */
static void counted(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period month = {.day = {2000, 1, 0}};
    size_t n;
    const int nth = nth_at(w, at, &n);
    size_t unit;
    size_t of;
    size_t to;

    if (!nth || w->word[at].kind == WORD_CJK)
        return;
    unit = nth_of_month(w, at + n, nth, &month);
    of = time_skip_of(w, at + n + unit);
    if (!unit || of == at + n + unit || !time_month_at(l, of, &month, &to) ||
        !nth_of_month(w, at + n, nth, &month))
        return;
    time_add(l, at, to, month);
}

/* What follows a month in Chinese, 上旬, 下半月, 底, 第二周: its words, and the part in `p`;
 * 0 for none. */
static size_t chinese_part(const struct words *w, size_t at,
                           struct link_period *p)
{
    static const struct term_list *const thirds[] = {&words_link_first_third,
                                                     &words_link_second_third,
                                                     &words_link_last_third};
    static const struct term_list *const halves[] = {&words_link_first_half,
                                                     &words_link_second_half};
    size_t n;
    size_t unit;
    int nth;

    for (size_t i = 0; i < 3; i++) {
        n = question_words_longest(w, at, thirds[i]);
        if (n) {
            set_third(p, i);
            return n;
        }
    }
    n = question_words_longest(w, at, &words_link_earlier_thirds);
    if (n) {
        set_days(p, 1, 20);
        return n;
    }
    n = question_words_longest(w, at, &words_link_later_thirds);
    if (n) {
        set_days(p, 11, 0);
        return n;
    }
    for (int i = 0; i < 2; i++) {
        n = question_words_longest(w, at, halves[i]);
        if (n && set_share(p, i + 1, 2))
            return n;
    }
    n = question_words_longest(w, at, &words_link_month_start);
    if (n) {
        set_third(p, 0);
        p->vague = PERIOD_EARLY;
        return n;
    }
    n = question_words_longest(w, at, &words_link_month_close);
    if (n) {
        set_third(p, 2);
        p->vague = PERIOD_LATE;
        return n;
    }
    nth = nth_at(w, at, &n);
    unit = nth ? nth_of_month(w, at + n, nth, p) : 0;
    return unit ? n + unit : 0;
}

/* 6月上旬, 2024年6月第二周 */
static void chinese_month_parts(struct linker *l, size_t at)
{
    struct link_period p;
    size_t to;
    size_t n;

    if (!time_month_at(l, at, &p, &to) || to >= l->words->n)
        return;
    to = skip_particle(l->words, to);
    if (to >= l->words->n || l->words->word[to].kind != WORD_CJK)
        return;
    n = chinese_part(l->words, to, &p);
    if (n)
        time_add(l, at, to + n, p);
}

/* Early, mid or late from `at` on: which third; 3 for none. n: its words. */
static size_t third_said(const struct words *w, size_t at, size_t *n)
{
    static const struct term_list *const said[] = {
        &words_link_early, &words_link_middle, &words_link_late};
    size_t i;

    for (i = 0; i < 3; i++) {
        *n = question_words_longest(w, at, said[i]);
        if (*n)
            break;
    }
    return i;
}

/* Does a word before say that what follows is an end: since, until, hasta? */
static bool follows_end_word(const struct words *w, size_t at)
{
    if (at && question_words_longest(w, at - 1, &words_link_article) == 1)
        at--;
    return at && term_list_has(&words_link_before_end, w->word[at - 1].fold);
}

/* Early June, mid-June, a finales de junio; "until the end of 2023". */
static void vague_parts(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period p;
    size_t n;
    const size_t third = third_said(w, at, &n);
    size_t to;

    if (third > 2 || (at && question_words_longest(
                                w, at - 1, &words_link_until_the_end) > 1))
        return;
    if (time_month_at(l, time_skip_of(w, at + n), &p, &to)) {
        set_third(&p, third);
        p.vague = PERIOD_EARLY + (enum period_vague)third;
        time_add(l, at, to, p);
        return;
    }
    p.day.year = time_year_after(w, at + n, &to);
    if (p.day.year && third != 1 && follows_end_word(w, at))
        time_add(l, at, to,
                 (struct link_period){
                     .day = {p.day.year, third ? 12 : 1, third ? 31 : 1},
                     .vague = third ? PERIOD_LATE : PERIOD_EARLY});
}

/* Does a comparison follow: 年初以来? */
static bool precedes_comparison(const struct words *w, size_t at)
{
    size_t n;
    const struct question_word *next =
        at < w->n ? question_words_find(w, at, &n) : NULL;

    return next && next->kind == CONCEPT_CMP_AFTER;
}

/* The end of the year, 年初, 2023年底 as an end: since, until; "at the end of the year" is
 * no certain days. */
static void year_ends(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t years;
    const int year = time_year_before(l, at, &years);
    const size_t from = year ? at + years : at;
    size_t first = question_words_longest(
        w, from, year ? &words_link_month_start : &words_link_start_of_year);
    size_t last = question_words_longest(
        w, from, year ? &words_link_month_close : &words_link_end_of_year);
    const size_t to = from + (first ? first : last);

    if ((!first && !last) ||
        (!follows_end_word(w, at) && !precedes_comparison(w, to)))
        return;
    time_add(
        l, at, to,
        (struct link_period){.day = {year, first ? 1 : 12, first ? 1 : 31}});
}

/* The week of June 12, la semana del 12 de junio: the week that has the day; "the week
 * commencing June 12": from it on. */
static void week_of_day(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n;
    struct link_period p;
    size_t to;
    size_t of;
    size_t begins;

    if (time_concept(w, at, CONCEPT_GRAIN, &n) != GRAIN_WEEK)
        return;
    begins = question_words_longest(w, at + n, &words_link_week_begins);
    of = begins ? at + n + begins : time_skip_of(w, at + n);
    if (of == at + n || w->word[at].kind == WORD_CJK ||
        !time_base_at(l, of, &p, &to) || !p.day.day || p.days || p.last.month)
        return;
    p.week_of = !begins;
    p.days = begins ? 7 : 0;
    time_add(l, at, to, p);
}

/* 6月12日那一周, 6月12日当周 */
static void chinese_week_of_day(struct linker *l, size_t at)
{
    struct link_period p;
    size_t to;
    size_t n;

    if (l->words->word[at].kind == WORD_LETTERS ||
        !time_base_at(l, at, &p, &to) || !p.day.day || p.days || p.last.month)
        return;
    n = question_words_longest(l->words, to, &words_link_week_of_day);
    p.week_of = true;
    if (n)
        time_add(l, at, to + n, p);
}

void time_parts_at(struct linker *l, size_t at)
{
    parts(l, at);
    chinese_parts(l, at);
    chinese_first_quarters(l, at);
    counted(l, at);
    chinese_month_parts(l, at);
    vague_parts(l, at);
    year_ends(l, at);
    week_of_day(l, at);
    chinese_week_of_day(l, at);
}
