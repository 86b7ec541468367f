/*
 * Ranges that are one period: del 5 al 20 de marzo, 3月5日到20日, May–July 2023, 5-7月,
 * from 15 June until the end of the month. Where each end is a whole date, two periods
 * and the word between them are found, and what they make is the rules' and the
 * parser's; here are those whose one end says what the other leaves out.
 *
 * The same of two periods that are no range, "the 3rd and the 9th of May", 二三季度: the
 * first is one by itself, with the unit of the second.
 */
#include "ask/link/time.h"
#include "ask/spec/spec.h"
#include "ask/vocabulary/term_lists.h"

/* The most days that are listed before the one that has the month. */
#define MAX_LISTED 8

/* The most words between two that are listed. */
#define MAX_JOINT 2

static size_t skip_articles(const struct words *w, size_t at)
{
    return at + question_words_longest(w, at, &words_link_article);
}

/* The joint of a range, at the word after its beginning; its words. */
static size_t joint_at(const struct words *w, size_t at, bool between)
{
    size_t n = question_words_longest(w, at, &words_link_range_to);

    if (!n && between)
        n = question_words_longest(w, at, &words_link_range_and);
    return n ? skip_articles(w, at + n) - at : 0;
}

/* "Between the", "del", "desde el": words before the first day of a range. */
static size_t lead_at(const struct words *w, size_t at, bool *between)
{
    size_t n = question_words_longest(w, at, &words_link_range_from);
    size_t before;

    *between = question_words_longest(w, at, &words_link_range_between) > 0;
    for (before = 0; n > before;) {
        before = n;
        n = skip_articles(w, at + n) - at;
        n += question_words_longest(w, at + n, &words_link_days);
    }
    return n;
}

/* 15/6 as the end of a range, where it is no month and day: in Spanish the day comes
 * first; else it has to be over 12. */
static bool slashed(const struct linker *l, size_t at, struct link_period *p)
{
    const struct words *w = l->words;
    const int day = time_plain(w, at, 31);
    const int month = time_plain(w, at + 1, 12);

    *p = (struct link_period){.day = {0, month, day}};
    return day && month && w->word[at + 1].gap == '/' &&
           (day > 12 || day == month || l->language == LANGUAGE_ES) &&
           !(at + 2 < w->n && w->word[at + 2].gap == '/');
}

/* A day at the end of a range, with its month. */
static bool last_day_at(struct linker *l, size_t at, struct link_period *p,
                        size_t *to)
{
    if (slashed(l, at, p)) {
        *to = at + 2;
        return true;
    }
    return time_base_at(l, at, p, to) && p->day.month && p->day.day &&
           !p->days && !p->last.month;
}

/* The first day of a range whose end says the rest: del 5 al 20 de marzo, between 1st and
 * 15th June, 1-15/06. */
static void day_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    size_t from = at + lead_at(w, at, &between);
    struct link_period p;
    size_t to = from + 1;
    int day = time_day(w, from);
    size_t joint = joint_at(w, to, between);
    struct link_period end;

    if (from == at && at && time_concept(w, at - 1, CONCEPT_MONTH, &to))
        return; /* the 3rd of "Mar 3rd to Mar 9th" has its month */
    to = from + 1;
    if (!day || (!joint && !time_dash_before(w, to)) ||
        !last_day_at(l, to + joint, &end, &to) || end.day.day <= day)
        return;
    p = end;
    p.day.day = day;
    p.days = end.day.day - day + 1;
    time_add(l, at, to, p);
}

/* El 15/6, el día 15/6: a day without its year, after an article. */
static void slashed_day(struct linker *l, size_t at)
{
    struct link_period p;

    if (at && slashed(l, at, &p) &&
        (question_words_longest(l->words, at - 1, &words_link_days) ||
         question_words_longest(l->words, at - 1, &words_link_article)))
        time_add(l, at, at + 2, p);
}

/* From 1/6 to 15/6, del 1/6 al 9/7. */
static void slashed_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    size_t from = at + lead_at(w, at, &between);
    struct link_period p;
    struct link_period end;
    size_t joint = joint_at(w, from + 2, between);
    const int day = time_plain(w, from, 31);
    const int month = time_plain(w, from + 1, 12);

    if (!day || !month || w->word[from + 1].gap != '/' ||
        (!joint && !time_dash_before(w, from + 2)) ||
        !slashed(l, from + 2 + joint, &end) ||
        (month > end.day.month ||
         (month == end.day.month && day > end.day.day)))
        return;
    p = (struct link_period){.day = {0, month, day}, .last = end.day};
    time_add(l, at, from + 4 + joint, p);
}

/* Is a month said after the number of a day: the 9 of "3 de mayo al 9 de junio"? */
static bool is_of_month(struct linker *l, size_t at)
{
    struct link_period p;
    size_t to;

    return last_day_at(l, at, &p, &to) && p.day.month > 0;
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

    if (!time_base_at(l, from, &p, &to) || !p.day.day || p.days)
        return;
    joint = joint_at(w, to, between);
    to += joint;
    last = joint || time_dash_before(w, to) ? time_day(w, to) : 0;
    if (last <= p.day.day || is_of_month(l, to))
        return;
    to++;
    if (w->word[to - 1].gap == '/' || time_is_month_sign(w, to))
        return;
    to += time_is_day_word(w, to);
    if (!p.day.year) {
        p.day.year = time_year_after(w, to, &years);
        to = p.day.year ? years : to;
    }
    p.days = last - p.day.day + 1;
    time_add(l, at, to, p);
}

/* A day of a month at `at` as Chinese writes its number; 0 for none. n: its words. */
static int chinese_day(const struct words *w, size_t at, size_t *n)
{
    unsigned long long day;

    *n = 1;
    if (at < w->n && w->word[at].kind == WORD_NUMBER)
        return time_plain(w, at, 31);
    *n = link_words_number(w, at, &day);
    return *n && w->word[at].kind == WORD_CJK && day <= 31 ? (int)day : 0;
}

/* 6月1-15日, 六月一号到十五号: days of one month. */
static void chinese_day_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period p = {0};
    size_t from = at;
    size_t to;
    size_t n;
    size_t joint;
    int last;

    from += question_words_longest(w, at, &words_link_range_from);
    p.day.year = time_year_before(l, from, &n);
    p.day.month = time_chinese_month(w, p.day.year ? from + n : from, &to);
    if (!p.day.month)
        return;
    p.day.day = chinese_day(w, to, &n);
    if (!p.day.day)
        return;
    to += n;
    to += time_is_day_word(w, to);
    joint = joint_at(w, to, false);
    last =
        joint || time_dash_before(w, to) ? chinese_day(w, to + joint, &n) : 0;
    to += joint + n;
    if (last <= p.day.day || !time_is_day_word(w, to))
        return;
    p.days = last - p.day.day + 1;
    time_add(l, at, to + 1, p);
}

/* A month without its 月 at `at`, 5 or 五, before a joint or another month. */
static int bare_month(const struct words *w, size_t at)
{
    size_t n = 0;
    const int month = at < w->n && (w->word[at].kind == WORD_CJK ||
                                    w->word[at].kind == WORD_NUMBER)
                          ? time_count(w, at, &n)
                          : 0;

    return month <= 12 && n == 1 ? month : 0;
}

/* 2023年5至7月, 5-7月, 六到八月 */
static void month_ranges(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    struct link_period p = {.day = {time_year_before(l, at, &n), 0, 0}};
    size_t to = at + (p.day.year ? n : 0);
    struct link_period end;
    size_t joint;

    p.day.month = bare_month(w, to);
    to++;
    joint = joint_at(w, to, false);
    if (!p.day.month || time_is_month_sign(w, to) ||
        (!joint && !time_dash_before(w, to)))
        return;
    if (!time_base_at(l, to + joint, &end, &to) || end.day.year ||
        end.day.day || end.day.month <= p.day.month)
        return;
    p.months = end.day.month - p.day.month + 1;
    time_add(l, at, to, p);
}

/* 2022-2024, May–July 2023, 2024-01-05 ~ 2024-02-10, 6月1日~6月15日: a dash between
 * two. */
static void dashed(struct linker *l, size_t at)
{
    struct link_period first;
    struct link_period last;
    struct link_period p;
    struct civil begin;
    struct civil end;
    struct civil ignored;
    size_t to;

    if (!time_base_at(l, at, &first, &to) || !time_dash_before(l->words, to) ||
        !time_base_at(l, to, &last, &to))
        return;
    if (!first.day.year && !last.day.year) {
        p = (struct link_period){.day = first.day, .last = last.day};
        if (first.day.month && last.day.month && !first.days && !last.days &&
            !first.day.day == !last.day.day &&
            civil_cmp(first.day, last.day) < 0)
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

/* A day, a month or a part of one at `at`, not vague about its first day. */
static bool beginning_at(struct linker *l, size_t at, struct link_period *p,
                         size_t *to)
{
    const size_t kept = l->n;

    *to = at;
    time_dates_at(l, at);
    time_parts_at(l, at);
    for (size_t i = kept; i < l->n; i++) {
        if (l->candidate[i].to > *to && l->candidate[i].period.day.month) {
            *p = link_period_as_end(l->candidate[i].period);
            *to = l->candidate[i].to;
        }
    }
    l->n = kept;
    return *to > at && !p->nth && !p->week_of;
}

/* From 15 June until the end of the month, de junio a fin de año, 6月到年底. */
static void to_the_end(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    const size_t from = at + lead_at(w, at, &between);
    struct link_period p;
    size_t to;
    size_t joint;
    size_t month;
    size_t year;

    if (!beginning_at(l, from, &p, &to) || p.from_end)
        return;
    joint = joint_at(w, to, between);
    if (!joint)
        return;
    to += joint;
    month = question_words_longest(w, to, &words_link_end_of_month);
    year = question_words_longest(w, to, &words_link_end_of_year);
    if (!month && !year)
        return;
    p.days = p.months = 0;
    p.last = (struct civil){p.day.year, month ? p.day.month : 12, 0};
    time_add(l, at, to + (month ? month : year), p);
}

/* From the start of the year (to June): the month that a year begins with is its first
 * end. */
static void from_the_start(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    bool between;
    const size_t from = at + lead_at(w, at, &between);
    const bool cjk = from < w->n && w->word[from].kind == WORD_CJK;
    const size_t year =
        from > at || cjk
            ? question_words_longest(w, from, &words_link_start_of_year)
            : 0;
    size_t joint;
    struct link_period end;
    size_t to;

    if (!year)
        return;
    to = from + year;
    joint = joint_at(w, to, between);
    if (joint && beginning_at(l, to + joint, &end, &to)) {
        end.last = end.day;
        end.last.day = end.from_end ? 0 : end.day.day;
        time_add(l, at, to,
                 (struct link_period){.day = {end.day.year, 1, 1},
                                      .last = end.last});
        return;
    }
    if (!joint && from > at)
        time_add(l, at, to,
                 (struct link_period){.day = {0, 1, 1}, .last = {0, 12, 0}});
}

/* What stands between two periods that are listed; its words. *listed is set where it
 * may be nothing but a comma. */
static size_t list_joint(const struct words *w, size_t at, bool *listed)
{
    size_t n = 0;
    const struct question_word *entry =
        at < w->n ? question_words_find(w, at, &n) : NULL;

    *listed = link_is_listed(w, at);
    if (entry && (entry->kind == CONCEPT_AND || entry->kind == CONCEPT_OR)) {
        *listed = true;
        return n;
    }
    return 0;
}

/* May a number at `at` be a day: with an ending, or after an article or the word? */
static bool is_said_as_day(const struct words *w, size_t at)
{
    return !time_plain(w, at, 31) ||
           (at && (question_words_longest(w, at - 1, &words_link_days) ||
                   question_words_longest(w, at - 1, &words_link_article)));
}

/* The 3rd, the 4th and the 9th of May, los días 3 y 9 de mayo: a day whose month is said
 * with the last of the list. */
static void listed_day(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    const int day = time_day(w, at);
    struct link_period p;
    bool listed = true;
    size_t to = at;
    size_t end;

    if (!day || !is_said_as_day(w, at))
        return;
    for (size_t n = 0; n < MAX_LISTED && listed; n++) {
        to++;
        to += list_joint(w, to, &listed);
        to = skip_articles(w, to);
        if (listed && last_day_at(l, to, &p, &end)) {
            p.day.day = day;
            time_add(l, at, at + 1, p);
            return;
        }
        listed = listed && time_day(w, to) > 0;
    }
}

/* The period that ends right before `at`, a day; NULL for none. */
static const struct link *day_before(const struct linker *l, size_t at)
{
    for (size_t i = l->n; i-- > 0;) {
        const struct link *c = &l->candidate[i];

        if (c->kind == LINK_PERIOD && c->to == at && c->period.day.month &&
            link_period_grain(&c->period) == GRAIN_DAY)
            return c;
    }
    return NULL;
}

/* 3月3日和9日, March 3rd and 9th: a day whose month is said with the first of the list. */
static void day_of_list(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    const int day = time_day(w, at);
    const size_t sign = time_is_day_word(w, at + 1);
    const struct link *first = NULL;
    struct link_period p;
    bool listed = false;
    size_t to;

    if (!day || !at || (time_plain(w, at, 31) && !sign) || is_of_month(l, at))
        return;
    if (link_is_listed(w, at))
        first = day_before(l, at);
    for (size_t n = 1; n <= MAX_JOINT && n < at && !first; n++)
        if (list_joint(w, at - n, &listed) == n && listed)
            first = day_before(l, at - n);
    to = at + 1 + sign;
    if (!first || first->period.day.day >= day ||
        time_concept(w, time_skip_of(w, to), CONCEPT_MONTH, &to))
        return;
    p = first->period;
    p.day.day = day;
    time_add(l, at, at + 1 + sign, p);
}

/* 二三季度, 2023年三、四季度, el segundo y tercer trimestre, 5、6、7月, 五六月: a unit that is
 * said with the last of the list. */
static void listed_unit(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    const int year = time_year_before(l, at, &n);
    size_t from = at + (year ? n : 0);
    const bool cjk = from < w->n && w->word[from].kind == WORD_CJK;
    struct link_period p = {.day = {year, 0, 0}};
    bool listed = true;
    size_t next;
    int unit;
    int first;

    from += question_words_longest(w, from, &words_link_chinese_ordinal);
    first = time_concept(w, from, CONCEPT_ORDINAL, &n);
    if (!first)
        first = bare_month(w, from);
    next = from + (n ? n : 1);
    for (unit = first; unit && listed;) {
        next += list_joint(w, next, &listed);
        next = skip_articles(w, next);
        p.quarter = listed || cjk ? time_quarter_at(l, next, &n) : 0;
        if (p.quarter && p.quarter <= 4 && unit < p.quarter) {
            p.quarter = first;
            time_add(l, at, from + 1, p);
            return;
        }
        p.quarter = 0;
        p.day.month = listed || cjk ? time_chinese_month(w, next, &n) : 0;
        if (unit < p.day.month && (listed || unit + 1 == p.day.month)) {
            p.day.month = first;
            time_add(l, at, from + 1, p);
            return;
        }
        unit = unit < bare_month(w, next) ? bare_month(w, next) : 0;
        next++;
    }
}

void time_ranges_at(struct linker *l, size_t at)
{
    day_ranges(l, at);
    slashed_day(l, at);
    slashed_ranges(l, at);
    day_ends(l, at);
    chinese_day_ranges(l, at);
    month_ranges(l, at);
    dashed(l, at);
    to_the_end(l, at);
    from_the_start(l, at);
    listed_day(l, at);
    day_of_list(l, at);
    listed_unit(l, at);
}
