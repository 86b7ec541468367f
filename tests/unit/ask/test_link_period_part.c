/*
 * Parts of months, ranges and ends of periods in three languages, for every month of two
 * years, against a calendar of this file: a day is counted by adding up lengths of
 * months, and its weekday is known of one day.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"
#include "base/mem.h"

#include <string.h>

#define TEXT_BYTES  160
#define MANY        512
#define FIRST_YEAR  2023 /* its first day is a Sunday */
#define SUNDAY      7
#define DAYS_A_WEEK 7

static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const months[3][12] = {
    {"January", "February", "March", "April", "May", "June", "July", "August",
     "September", "October", "November", "December"},
    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
     "septiembre", "octubre", "noviembre", "diciembre"},
    {"1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月",
     "11月", "12月"}};

static int length_of(int year, int month)
{
    return month == 2 && year % 4 == 0 ? 29 : lengths[month - 1];
}

/* The day of the year, from 1. */
static int day_of_year(int year, int month, int day)
{
    int n = day;

    for (int m = 1; m < month; m++)
        n += length_of(year, m);
    return n;
}

/* 1 Monday to 7 Sunday. */
static int weekday_of(int year, int month, int day)
{
    int n = day_of_year(year, month, day) - 1;

    for (int y = FIRST_YEAR; y < year; y++)
        n += day_of_year(y, 12, 31);
    return (SUNDAY - 1 + n) % DAYS_A_WEEK + 1;
}

/* The day that `days` are counted to, which is of the same year, or its last. */
static struct civil plus(int year, int month, int day, int days)
{
    day += days;
    while (month < 12 && day > length_of(year, month))
        day -= length_of(year, month++);
    return (struct civil){year, month, day};
}

/* What is said, in which language, and its first and last day. */
struct said {
    enum language language;
    char text[TEXT_BYTES];
    struct civil from;
    struct civil last;
};

/* The longest period that begins the text. */
static bool read_period(const struct said *s, struct arena *a,
                        struct link_period *out)
{
    static struct link candidates[MANY];
    const struct schema_table t = {.n_columns = 0};
    struct words w = {0};
    struct error e = {0};
    struct linker l = {.table = &t,
                       .words = &w,
                       .language = s->language,
                       .a = a,
                       .candidate = candidates,
                       .cap = MANY};
    size_t to = 0;

    assert_int_equal(words_cut(str_from(s->text), WORDS_TEXT, a, &w, &e), OK);
    assert_int_equal(link_times_at(&l, 0, &e), OK);
    for (size_t i = 0; i < l.n; i++) {
        if (candidates[i].kind != LINK_PERIOD || candidates[i].to <= to)
            continue;
        to = candidates[i].to;
        *out = candidates[i].period;
    }
    return to == w.n;
}

static void check(const struct said *s, bool as_end)
{
    struct arena a;
    struct link_period p = {0};
    struct civil from = {0};
    struct civil to = {0};

    arena_init(&a, 1 << 18);
    if (!read_period(s, &a, &p))
        fail_msg("'%s' is not read as a whole", s->text);
    if (as_end)
        p = link_period_as_end(p);
    p.day.year = p.day.year ? p.day.year : s->from.year;
    link_days_of(p, &from, &to);
    to = civil_add_days(to, -1);
    if (civil_cmp(from, s->from) != 0 || civil_cmp(to, s->last) != 0)
        fail_msg("'%s' is %d-%d-%d to %d-%d-%d, not %d-%d-%d to %d-%d-%d",
                 s->text, from.year, from.month, from.day, to.year, to.month,
                 to.day, s->from.year, s->from.month, s->from.day, s->last.year,
                 s->last.month, s->last.day);
    arena_release(&a);
}

/* Put the names of months where the form has '#'. */
static void fill(struct said *s, const char *form, const char *first,
                 const char *second)
{
    size_t n = 0;

    for (; *form; form++) {
        const char *name = *form == '#' ? first : NULL;
        const size_t length = name ? strlen(name) : 1;

        assert_true(n + length < sizeof(s->text));
        memcpy(s->text + n, name ? name : form, length);
        n += length;
        if (name)
            first = second;
    }
    s->text[n] = '\0';
}

/* A way to say days of a month, whose name is at '#'. */
struct way {
    enum language language;
    const char *form;
    int from; /* a day; negative: counted from the end, -1 the last */
    int last;
};

static const struct way ways[] = {
    {LANGUAGE_EN, "first half of #", 1, 15},
    {LANGUAGE_EN, "second half of the month of #", 16, -1},
    {LANGUAGE_EN, "2nd half of #", 16, -1},
    {LANGUAGE_EN, "early #", 1, 10},
    {LANGUAGE_EN, "mid-#", 11, 20},
    {LANGUAGE_EN, "late #", 21, -1},
    {LANGUAGE_EN, "the beginning of #", 1, 10},
    {LANGUAGE_EN, "first week of #", 1, 7},
    {LANGUAGE_EN, "third week of #", 15, 21},
    {LANGUAGE_EN, "last week of #", -7, -1},
    {LANGUAGE_EN, "first ten days of #", 1, 10},
    {LANGUAGE_EN, "last 5 days of #", -5, -1},
    {LANGUAGE_EN, "last day of #", -1, -1},
    {LANGUAGE_EN, "from the 3rd to the 9th of #", 3, 9},
    {LANGUAGE_EN, "between 1st and 15th #", 1, 15},
    {LANGUAGE_EN, "from # 1st to 15th", 1, 15},
    {LANGUAGE_EN, "14th of #", 14, 14},
    {LANGUAGE_EN, "from # 10 until the end of the month", 10, -1},
    {LANGUAGE_ES, "primera quincena de #", 1, 15},
    {LANGUAGE_ES, "2da quincena de #", 16, -1},
    {LANGUAGE_ES, "segunda mitad del mes de #", 16, -1},
    {LANGUAGE_ES, "principios de #", 1, 10},
    {LANGUAGE_ES, "mediados de #", 11, 20},
    {LANGUAGE_ES, "fines de #", 21, -1},
    {LANGUAGE_ES, "segunda semana de #", 8, 14},
    {LANGUAGE_ES, "última semana de #", -7, -1},
    {LANGUAGE_ES, "primeros diez días de #", 1, 10},
    {LANGUAGE_ES, "últimos 5 días de #", -5, -1},
    {LANGUAGE_ES, "del 1º al 15 de #", 1, 15},
    {LANGUAGE_ES, "entre el 3 y el 9 de #", 3, 9},
    {LANGUAGE_ES, "entre los días 3 y 9 de #", 3, 9},
    {LANGUAGE_ES, "del 10 de # hasta fin de mes", 10, -1},
    {LANGUAGE_ES, "primero de #", 1, 1},
    {LANGUAGE_ZH, "#上旬", 1, 10},
    {LANGUAGE_ZH, "#的中旬", 11, 20},
    {LANGUAGE_ZH, "#下旬", 21, -1},
    {LANGUAGE_ZH, "#上半月", 1, 15},
    {LANGUAGE_ZH, "#下半月", 16, -1},
    {LANGUAGE_ZH, "#初", 1, 10},
    {LANGUAGE_ZH, "#底", 21, -1},
    {LANGUAGE_ZH, "#第二周", 8, 14},
    {LANGUAGE_ZH, "#最后一周", -7, -1},
    {LANGUAGE_ZH, "#的第三个星期", 15, 21},
    {LANGUAGE_ZH, "#前十天", 1, 10},
    {LANGUAGE_ZH, "#最后5天", -5, -1},
    {LANGUAGE_ZH, "#第一天", 1, 1},
    {LANGUAGE_ZH, "#3日到9日", 3, 9},
    {LANGUAGE_ZH, "#3号至9号", 3, 9},
    {LANGUAGE_ZH, "#3-9日", 3, 9},
    {LANGUAGE_ZH, "#三日到十五日", 3, 15},
    {LANGUAGE_ZH, "#10日到月底", 10, -1},
};

static struct civil day_in(int year, int month, int day)
{
    const int length = length_of(year, month);

    return (struct civil){year, month, day < 0 ? length + 1 + day : day};
}

static void days_of_every_month_are_those_of_the_calendar(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
        for (int at = 0; at < 24; at++) {
            const int year = FIRST_YEAR + at / 12;
            const int month = at % 12 + 1;
            struct said s = {.language = ways[i].language,
                             .from = day_in(year, month, ways[i].from),
                             .last = day_in(year, month, ways[i].last)};

            fill(&s, ways[i].form, months[s.language][month - 1], NULL);
            check(&s, false);
        }
}

/* The nth of a weekday by looking at each day of the month; -1 the last. */
static int nth_weekday(int year, int month, int weekday, int nth)
{
    int seen = 0;
    int last = 0;

    for (int day = 1; day <= length_of(year, month); day++) {
        if (weekday_of(year, month, day) != weekday)
            continue;
        last = day;
        if (++seen == nth)
            return day;
    }
    return last;
}

static void weekdays_are_counted_within_the_month(void **state)
{
    static const struct {
        enum language language;
        const char *form;
        int weekday;
        int nth;
        int days;
    } said[] = {
        {LANGUAGE_EN, "first Monday of #", 1, 1, 1},
        {LANGUAGE_EN, "second Tuesday in #", 2, 2, 1},
        {LANGUAGE_EN, "last Friday of #", 5, -1, 1},
        {LANGUAGE_EN, "first weekend of #", 6, 1, 2},
        {LANGUAGE_ES, "primer lunes de #", 1, 1, 1},
        {LANGUAGE_ES, "último viernes de #", 5, -1, 1},
        {LANGUAGE_ES, "segundo fin de semana de #", 6, 2, 2},
        {LANGUAGE_ZH, "#的第一个周一", 1, 1, 1},
        {LANGUAGE_ZH, "#最后一个星期五", 5, -1, 1},
        {LANGUAGE_ZH, "#第二个周末", 6, 2, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
        for (int month = 1; month <= 11; month++) {
            const int day =
                nth_weekday(2024, month, said[i].weekday, said[i].nth);
            struct said s = {.language = said[i].language,
                             .from = {2024, month, day},
                             .last = plus(2024, month, day, said[i].days - 1)};

            fill(&s, said[i].form, months[s.language][month - 1], NULL);
            check(&s, false);
        }
}

static void weeks_of_a_day_are_from_monday_to_sunday(void **state)
{
    static const char *const forms[] = {"week of # 15", "semana del 15 de #",
                                        "#15日那一周"};

    (void)state;
    for (int language = 0; language < 3; language++)
        for (int month = 1; month <= 11; month++) {
            const int monday = 15 - weekday_of(2023, month, 15) + 1;
            struct said s = {.language = (enum language)language,
                             .from = {2023, month, monday},
                             .last = plus(2023, month, monday, 6)};

            fill(&s, forms[language], months[language][month - 1], NULL);
            check(&s, false);
        }
}

static void what_is_vague_has_one_day_as_an_end(void **state)
{
    static const char *const forms[3][3] = {
        {"the start of #", "mid #", "the end of #"},
        {"comienzos de #", "mediados de #", "finales de #"},
        {"#初", NULL, "#底"}};
    static const int days[] = {1, 15, -1};

    (void)state;
    for (int language = 0; language < 3; language++)
        for (int which = 0; which < 3; which++)
            for (int month = 1; month <= 12; month++) {
                const struct civil day = day_in(2024, month, days[which]);
                struct said s = {.language = (enum language)language,
                                 .from = day,
                                 .last = day};

                if (!forms[language][which])
                    continue;
                fill(&s, forms[language][which], months[language][month - 1],
                     NULL);
                check(&s, true);
            }
}

static void ranges_go_over_months(void **state)
{
    static const char *const forms[3][2] = {
        {"#–#", "from # 10 until the end of the year"},
        {"#-#", "del 10 de # hasta fin de año"},
        {"#-#", "#10日到年底"}};

    (void)state;
    for (int language = 0; language < 3; language++)
        for (int month = 1; month <= 11; month++) {
            struct said s = {.language = (enum language)language,
                             .from = {2024, month, 1},
                             .last = day_in(2024, month + 1, -1)};
            struct said end = {.language = (enum language)language,
                               .from = {2024, month, 10},
                               .last = {2024, 12, 31}};

            fill(&s, forms[language][0], months[language][month - 1],
                 months[language][month]);
            check(&s, false);
            fill(&end, forms[language][1], months[language][month - 1], NULL);
            check(&end, false);
        }
}

/* Of a long question no word is behind the last one. */
static void a_part_of_a_month_may_end_a_question(void **state)
{
    static const char text[] =
        "what does somebody pay who brings a game of the shelf back too late";
    static struct link candidates[MANY];
    const struct schema_table t = {.n_columns = 0};
    struct word *exact;
    struct arena a;
    struct words w = {0};
    struct error e = {0};
    struct linker l = {.table = &t,
                       .words = &w,
                       .language = LANGUAGE_EN,
                       .a = &a,
                       .candidate = candidates,
                       .cap = MANY};

    (void)state;
    arena_init(&a, 1 << 18);
    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &a, &w, &e), OK);
    exact = mem_new(w.n * sizeof(*exact), &e);
    assert_non_null(exact);
    memcpy(exact, w.word, w.n * sizeof(*exact));
    w.word = exact;
    assert_int_equal(link_times_at(&l, w.n - 1, &e), OK);
    for (size_t i = 0; i < l.n; i++)
        assert_int_not_equal(candidates[i].kind, LINK_PERIOD);
    mem_free(exact);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_of_every_month_are_those_of_the_calendar),
        cmocka_unit_test(weekdays_are_counted_within_the_month),
        cmocka_unit_test(weeks_of_a_day_are_from_monday_to_sunday),
        cmocka_unit_test(what_is_vague_has_one_day_as_an_end),
        cmocka_unit_test(ranges_go_over_months),
        cmocka_unit_test(a_part_of_a_month_may_end_a_question),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
