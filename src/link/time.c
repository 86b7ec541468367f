/*
 * Numbers and periods. A period is what people write as one: 2024-03-15,
 * 15 de marzo de 2024, March 2024, Q1 2024, 2024年3月, 1990s. Four digits may
 * be a year or a number: the link says both and the binder decides by what
 * stands beside it.
 */
#include "link/link.h"

#include <string.h>

/* Digits only, up to `max`; 0 when it is not that. */
static int plain(const struct words *w, size_t at, int max)
{
    struct error ignored;
    uint64_t n;

    if (at >= w->n || w->word[at].kind != WORD_NUMBER ||
        str_parse_u64(w->word[at].fold, (uint64_t)max, &n, &ignored))
        return 0;
    return (int)n;
}

static int year_at(const struct words *w, size_t at)
{
    int year = plain(w, at, 2100);

    return at < w->n && w->word[at].fold.n == 4 && year >= 1000 ? year : 0;
}

/* 15, 15th, 1st */
static int day_at(const struct words *w, size_t at)
{
    struct str s;
    struct error ignored;
    uint64_t n;

    if (at >= w->n || w->word[at].kind != WORD_NUMBER)
        return 0;
    s = w->word[at].fold;
    while (s.n && (s.p[s.n - 1] < '0' || s.p[s.n - 1] > '9'))
        s.n--;
    if (w->word[at].fold.n - s.n == 1 || str_parse_u64(s, 31, &n, &ignored))
        return 0;
    return (int)n;
}

static bool is(const struct words *w, size_t at, const char *fold)
{
    return at < w->n && str_is(w->word[at].fold, fold);
}

/* The concept at a word when it is of this kind, else 0; its length in *n. */
static int concept_at(const struct words *w, size_t at, enum concept kind,
                      size_t *n)
{
    const struct lexicon_entry *entry = NULL;

    if (at < w->n)
        entry = lexicon_find(w, at, n);
    return entry && entry->concept == kind ? entry->param : 0;
}

static size_t skip_of(const struct words *w, size_t at)
{
    while (is(w, at, "of") || is(w, at, "de") || is(w, at, "del") ||
           is(w, at, "the") || is(w, at, "el"))
        at++;
    return at;
}

static void add_period(struct linker *l, size_t from, size_t to,
                       struct link_period p)
{
    struct link c = {.kind = LINK_PERIOD, .from = from, .to = to, .score = 1};

    if (p.day.year && !civil_valid(p.day))
        return;
    c.period = p;
    linker_add(l, &c);
}

/* 2024-03-15, 2024/3, 15/03/2024 */
static void numeric_dates(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int year = year_at(w, at);
    bool two = at + 1 < w->n && strchr("-/", w->word[at + 1].gap) &&
               w->word[at + 1].gap;
    bool three = two && at + 2 < w->n && w->word[at + 2].gap &&
                 w->word[at + 2].gap == w->word[at + 1].gap;
    int second = plain(w, at + 1, 31);
    int third = plain(w, at + 2, 2100);
    struct link_period p = {0};

    if (!two || !second)
        return;
    if (year) {
        p.day = (struct civil){year, second, 0};
        if (!three || !third)
            add_period(l, at, at + 2, p);
        p.day.day = third;
        if (three && third)
            add_period(l, at, at + 3, p);
        return;
    }
    if (!three || !year_at(w, at + 2) || !plain(w, at, 31))
        return;
    p.day = (struct civil){third, second, plain(w, at, 31)};
    if (p.day.day <= 12 && p.day.month <= 12 && p.day.day != p.day.month &&
        l->language == LANGUAGE_EN)
        return; /* 3/4/2024 is two days in English */
    if (p.day.month > 12)
        p.day = (struct civil){third, plain(w, at, 31), second};
    add_period(l, at, at + 3, p);
}

/* March 2024; March 15, 2024; march alone */
static void month_first(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    int month = concept_at(w, at, CONCEPT_MONTH, &n);
    struct link_period p = {.day = {0, month, 0}};
    size_t after = skip_of(w, at + n);
    int day = day_at(w, at + n);

    if (!month)
        return;
    if (is(w, at + n, "份"))
        add_period(l, at, at + n + 1, p); /* 一月份 */
    add_period(l, at, at + n, p);
    if (year_at(w, after)) {
        p.day.year = year_at(w, after);
        add_period(l, at, after + 1, p);
    } else if (day && year_at(w, at + n + 1)) {
        p.day = (struct civil){year_at(w, at + n + 1), month, day};
        add_period(l, at, at + n + 2, p);
    }
}

/* 15 March 2024, 15 de marzo de 2024 */
static void day_first(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int day = day_at(w, at);
    size_t n = 0;
    size_t next = skip_of(w, at + 1);
    int month = day ? concept_at(w, next, CONCEPT_MONTH, &n) : 0;
    struct link_period p = {0};

    next = skip_of(w, next + n);
    if (!month || !year_at(w, next))
        return;
    p.day = (struct civil){year_at(w, next), month, day};
    add_period(l, at, next + 1, p);
}

/* 2024年, 2024年3月, 2024年3月15日, 3月, 2024年第一季度 */
static void chinese_dates(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int year = is(w, at + 1, "年") ? year_at(w, at) : 0;
    size_t from = at;
    int month;
    struct link_period p = {.day = {year, 0, 0}};
    size_t n = 0;
    int quarter;

    if (year) {
        at += is(w, at + 2, "度") ? 3 : 2;
        add_period(l, from, at, p);
    }
    quarter = year ? concept_at(w, at, CONCEPT_QUARTER, &n) : 0;
    if (quarter) {
        p.quarter = quarter;
        add_period(l, from, at + n, p);
        return;
    }
    month = plain(w, at, 12);
    if (!month || !is(w, at + 1, "月"))
        return;
    p.day.month = month;
    at += is(w, at + 2, "份") ? 3 : 2;
    add_period(l, from, at, p);
    if (year && plain(w, at, 31) &&
        (is(w, at + 1, "日") || is(w, at + 1, "号"))) {
        p.day.day = plain(w, at, 31);
        add_period(l, from, at + 2, p);
    }
}

/* Q1 2024, first quarter of 2024, 2024 Q1, T1 2024 */
static void quarters(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    int quarter = concept_at(w, at, CONCEPT_QUARTER, &n);
    struct link_period p = {.quarter = quarter};
    size_t after = skip_of(w, at + n);

    if (quarter) {
        add_period(l, at, at + n, p);
        p.day.year = year_at(w, after);
        if (p.day.year)
            add_period(l, at, after + 1, p);
        return;
    }
    p.day.year = year_at(w, at);
    p.quarter = concept_at(w, at + 1, CONCEPT_QUARTER, &n);
    if (p.day.year && p.quarter)
        add_period(l, at, at + 1 + n, p);
}

/* 1990s */
static void decades(struct linker *l, size_t at)
{
    struct str s = l->words->word[at].fold;
    struct error ignored;
    uint64_t year;

    if (s.n != 5 || s.p[4] != 's' || s.p[3] != '0' ||
        str_parse_u64(str_slice(s, 0, 4), 2100, &year, &ignored) || year < 1000)
        return;
    add_period(l, at, at + 1,
               (struct link_period){.day = {(int)year, 0, 0}, .decade = true});
}

/* The value of a Chinese numeral of one character; -1 when it is none. */
static int numeral(const struct words *w, size_t at)
{
    static const char *const all[] = {"零", "一", "二", "三", "四", "五",
                                      "六", "七", "八", "九", "十"};
    int i;

    for (i = 0; i <= 10; i++) {
        if (is(w, at, all[i]))
            return i;
    }
    return is(w, at, "两") ? 2 : -1;
}

/* 三, 十, 十二, 二十, 二十五; the words it covers. */
static size_t chinese_number(const struct words *w, size_t at, int *value)
{
    int first = numeral(w, at);
    int second = numeral(w, at + 1);
    int third = numeral(w, at + 2);

    *value = first;
    if (first < 0)
        return 0;
    if (first == 10) {
        *value = second > 0 && second < 10 ? 10 + second : 10;
        return *value == 10 ? 1 : 2;
    }
    if (second != 10)
        return 1;
    *value = first * 10 + (third > 0 && third < 10 ? third : 0);
    return *value % 10 ? 3 : 2;
}

static bool negative(const struct words *w, size_t at)
{
    const struct word *word = &w->word[at];

    return word->offset && word->raw.p[-1] == '-' && word->gap != '-' &&
           word->gap != 0;
}

static enum err add_number(struct linker *l, struct link *c, size_t to,
                           struct error *e)
{
    const struct words *w = l->words;
    size_t n = 0;
    int places = concept_at(w, to, CONCEPT_SCALE, &n);

    if (places) {
        if (text_scale_decimal(c->number, (unsigned)places, l->a, &c->number,
                               e))
            return e->code;
        to += n;
        c->year = false;
    }
    if (is(w, to, "%")) {
        c->percent = true;
        to++;
    }
    if (negative(w, c->from) &&
        str_printf(l->a, &c->number, e, "-%.*s", STR_FMT(c->number)))
        return e->code;
    c->to = to;
    linker_add(l, c);
    return OK;
}

static enum err numbers(struct linker *l, size_t at, struct error *e)
{
    const struct words *w = l->words;
    struct link c = {.kind = LINK_NUMBER, .from = at, .score = 1};
    enum number_style style =
        l->language == LANGUAGE_ES ? NUMBER_COMMA : NUMBER_POINT;
    struct error ignored;
    size_t n = 0;
    int value = concept_at(w, at, CONCEPT_NUMBER, &n);

    if (w->word[at].kind == WORD_NUMBER) {
        if (text_parse_number(w->word[at].fold, style, l->a, &c.number,
                              &ignored))
            return OK;
        c.period.day.year = year_at(w, at);
        c.year = c.period.day.year != 0;
        return add_number(l, &c, at + 1, e);
    }
    if (!value)
        n = chinese_number(w, at, &value);
    if (n == 0 || str_printf(l->a, &c.number, e, "%d", value))
        return n ? e->code : OK;
    return add_number(l, &c, at + n, e);
}

enum err link_times_at(struct linker *l, size_t at, struct error *e)
{
    numeric_dates(l, at);
    month_first(l, at);
    day_first(l, at);
    chinese_dates(l, at);
    quarters(l, at);
    decades(l, at);
    return numbers(l, at, e);
}
