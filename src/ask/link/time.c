/*
 * Days, months, quarters and years as people write them: 2024-03-15,
 * 15 de marzo de 2024, March 2024, Q1 2024, 1T24, 2024年3月, 1990s. Four digits
 * may be a year or a number: the link says both and the binder decides by what
 * is next to it. What is made of these is in span.c (quarters, weeks), period_part.c (the
 * first half of June) and range.c (from 1 to 15 June).
 */
#include "ask/link/time.h"

#include "ask/vocabulary/term_lists.h"

int time_plain(const struct words *w, size_t at, int max)
{
    struct error ignored;
    uint64_t n;

    if (at >= w->n || w->word[at].kind != WORD_NUMBER ||
        str_parse_u64(w->word[at].fold, (uint64_t)max, &n, &ignored))
        return 0;
    return (int)n;
}

int link_year_at(const struct words *w, size_t at)
{
    int year = time_plain(w, at, 2100);

    return at < w->n && w->word[at].fold.n == 4 && year >= 1000 ? year : 0;
}

int time_day(const struct words *w, size_t at)
{
    struct str s;
    struct error ignored;
    uint64_t n;

    if (at >= w->n)
        return 0;
    s = w->word[at].fold;
    if (term_list_has(&words_link_first_day, s))
        return 1;
    if (w->word[at].kind != WORD_NUMBER)
        return 0;
    while (s.n && (s.p[s.n - 1] < '0' || s.p[s.n - 1] > '9'))
        s.n--;
    if (w->word[at].fold.n - s.n == 1 || str_parse_u64(s, 31, &n, &ignored))
        return 0;
    return (int)n;
}

bool time_is(const struct words *w, size_t at, const char *fold)
{
    return at < w->n && str_is(w->word[at].fold, fold);
}

int time_concept(const struct words *w, size_t at, enum concept_kind kind,
                 size_t *n)
{
    const struct question_word *entry = NULL;

    *n = 0;
    if (at < w->n)
        entry = question_words_find(w, at, n);
    if (entry && entry->kind == kind)
        return entry->param;
    *n = 0;
    return 0;
}

int time_count(const struct words *w, size_t at, size_t *n)
{
    const struct str said = at < w->n ? w->word[at].fold : (struct str){0};
    const int count = time_plain(w, at, 366);
    uint64_t digit = 0;

    *n = 1;
    if (count)
        return count;
    if (term_list_number(&words_link_chinese_digit, said, &digit) && digit)
        return (int)digit;
    if (term_list_number(&words_link_chinese_power, said, &digit) && digit == 1)
        return 10;
    if (term_list_has(&words_link_chinese_two, said))
        return 2;
    return time_concept(w, at, CONCEPT_NUMBER, n);
}

size_t time_skip_of(const struct words *w, size_t at)
{
    while (at < w->n &&
           term_list_has(&words_link_before_year, w->word[at].fold))
        at++;
    return at;
}

int time_year_after(const struct words *w, size_t at, size_t *to)
{
    size_t after = time_skip_of(w, at);
    int year = link_year_at(w, after);

    *to = after + 1;
    if (!year && after == at && at < w->n && w->word[at].gap == '\'' &&
        w->word[at].fold.n == 2)
        year = 2000 + time_plain(w, at, 99);
    return year > 2000 || year == link_year_at(w, after) ? year : 0;
}

static bool is_year_word(const struct words *w, size_t at)
{
    return time_is(w, at, "年");
}

/* Has the table days of this year, or of the years around it? */
static bool has_year(const struct schema_table *t, int year)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];
        struct error ignored;
        uint64_t first;
        uint64_t last;

        if (c->kind == COLUMN_DATE &&
            !str_parse_u64(str_slice(c->min, 0, c->min.n < 4 ? c->min.n : 4),
                           9999, &first, &ignored) &&
            !str_parse_u64(str_slice(c->max, 0, c->max.n < 4 ? c->max.n : 4),
                           9999, &last, &ignored) &&
            year >= (int)first && year <= (int)last)
            return true;
    }
    return false;
}

/* 2024 of 24年, which may be 24 years as well, where the table has days of it; else 0. */
static int chinese_short_year(const struct linker *l, size_t at)
{
    const int year = 2000 + time_plain(l->words, at, 99);

    return year > 2000 && l->words->word[at].fold.n == 2 &&
                   is_year_word(l->words, at + 1) && has_year(l->table, year)
               ? year
               : 0;
}

int time_year_before(const struct linker *l, size_t at, size_t *n)
{
    const struct words *w = l->words;
    int year = link_year_at(w, at);

    *n = 1;
    if (!year)
        year = chinese_short_year(l, at);
    if (year && is_year_word(w, at + 1))
        *n = time_is(w, at + 2, "度") || time_is(w, at + 2, "的") ? 3 : 2;
    return year;
}

bool time_is_month_sign(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_link_month_sign) > 0;
}

bool time_is_day_word(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_link_day_number) > 0;
}

bool time_dash_before(const struct words *w, size_t at)
{
    static const char *const dashes[] = {"-", "–", "—", "−", "~", "～"};
    const char *end;
    struct str gap;

    if (at == 0 || at >= w->n)
        return false;
    end = w->word[at - 1].raw.p + w->word[at - 1].raw.n;
    gap = str_trim((struct str){end, (size_t)(w->word[at].raw.p - end)});
    return STR_IN(gap, dashes);
}

void time_add(struct linker *l, size_t from, size_t to, struct link_period p)
{
    struct link c = {.kind = LINK_PERIOD, .from = from, .to = to, .score = 1};
    struct civil day = p.day;
    struct civil last = p.last;

    if (!day.year)
        day.year = 2000; /* a leap year: the 29th of February may be meant */
    if (!last.year)
        last.year = day.year;
    if (!civil_valid(day) || !civil_valid(last) ||
        (last.month && civil_cmp(day, last) > 0 &&
         (last.day || day.month > last.month || day.year > last.year)))
        return;
    c.period = p;
    linker_add(l, &c);
}

/* The day that two numbers and a year mean; false when they may mean two. */
static bool day_of(enum language language, int first, int second, int year,
                   struct civil *out)
{
    *out = (struct civil){year, second, first};
    if (first <= 12 && second <= 12 && first != second &&
        language == LANGUAGE_EN)
        return false; /* 3/4/2024 is two days in English */
    if (second > 12)
        *out = (struct civil){year, first, second};
    return true;
}

/* 2024-03-15, 2024/3, 15/03/2024, 03/2024 */
static void numeric_dates(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int year = link_year_at(w, at);
    bool two = at + 1 < w->n && strchr("-/", w->word[at + 1].gap) &&
               w->word[at + 1].gap;
    bool three = two && at + 2 < w->n && w->word[at + 2].gap &&
                 w->word[at + 2].gap == w->word[at + 1].gap;
    int second = time_plain(w, at + 1, 31);
    int third = time_plain(w, at + 2, 2100);
    struct link_period p = {0};

    if (!two || (at && w->word[at - 1].kind == WORD_NUMBER &&
                 w->word[at].gap == w->word[at + 1].gap))
        return; /* what comes before is of the same date */
    if (!three && link_year_at(w, at + 1) && time_plain(w, at, 12)) {
        p.day =
            (struct civil){link_year_at(w, at + 1), time_plain(w, at, 12), 0};
        time_add(l, at, at + 2, p);
    }
    if (!second)
        return;
    if (year) {
        p.day = (struct civil){year, second, 0};
        if (!three || !third)
            time_add(l, at, at + 2, p);
        p.day.day = third;
        if (three && third)
            time_add(l, at, at + 3, p);
        return;
    }
    if (three && link_year_at(w, at + 2) && time_plain(w, at, 31) &&
        day_of(l->language, time_plain(w, at, 31), second, third, &p.day))
        time_add(l, at, at + 3, p);
}

/* 15.03.2024 is one word, and the day comes first wherever it is written. */
static void dotted_dates(struct linker *l, size_t at)
{
    struct str rest = l->words->word[at].fold;
    struct link_period p = {0};
    uint64_t part[3];
    size_t i;

    for (i = 0; i < 3; i++) {
        size_t end = i < 2 ? str_find_char(rest, '.') : rest.n;
        struct error ignored;

        if (end == 0 || (i < 2 && end == rest.n) ||
            str_parse_u64(str_slice(rest, 0, end), 9999, &part[i], &ignored))
            return;
        rest = str_slice(rest, end + 1 < rest.n ? end + 1 : rest.n, rest.n);
    }
    p.day = part[0] > 31
                ? (struct civil){(int)part[0], (int)part[1], (int)part[2]}
                : (struct civil){(int)part[2], (int)part[1], (int)part[0]};
    if (p.day.year >= 1000 && p.day.month && p.day.day)
        time_add(l, at, at + 1, p);
}

/* Are months of the table written as Apr-23? */
static bool has_short_months(const struct schema_table *t)
{
    size_t i;

    for (i = 0; i < t->n_columns && t->columns[i].view != VIEW_SHORT_MONTH;)
        i++;
    return i < t->n_columns;
}

/* The year of Apr-23 at its number, as the table writes it; 0 for none. */
static int short_year(const struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int year = time_plain(w, at, 99);

    if (!year || w->word[at].fold.n != 2 || w->word[at].gap == ' ' ||
        !has_short_months(l->table))
        return 0;
    return year + (year >= 69 ? 1900 : 2000);
}

/* 六月十四日, from the day on */
static void chinese_numeral_day(struct linker *l, size_t from, size_t at,
                                struct link_period p)
{
    unsigned long long day;
    const size_t n = link_words_number(l->words, at, &day);

    if (!n || l->words->word[at].kind != WORD_CJK || day > 31 ||
        !time_is_day_word(l->words, at + n))
        return;
    p.day.day = (int)day;
    time_add(l, from, at + n + 1, p);
}

/* June the 14th, from the article on */
static void day_after_article(struct linker *l, size_t from, size_t at,
                              struct link_period p)
{
    const size_t n = question_words_longest(l->words, at, &words_link_article);

    p.day.day = n ? time_day(l->words, at + n) : 0;
    if (p.day.day && time_plain(l->words, at + n, 31) == 0)
        time_add(l, from, at + n + 1, p);
}

/* March 2024; March 15, 2024; March 15; march alone */
static void month_first(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    size_t n = 0;
    int month = time_concept(w, at, CONCEPT_MONTH, &n);
    struct link_period p = {.day = {0, month, 0}};
    size_t to;
    int day;

    if (!month)
        return;
    chinese_numeral_day(l, at, at + n, p);
    day_after_article(l, at, at + n, p);
    day = at + n < w->n && w->word[at + n].kind == WORD_LETTERS
              ? 0
              : time_day(w, at + n);
    if (time_is(w, at + n, "份"))
        time_add(l, at, at + n + 1, p); /* 一月份 */
    time_add(l, at, at + n, p);
    p.day.year = time_year_after(w, at + n, &to);
    if (!p.day.year)
        p.day.year = short_year(l, at + n);
    if (p.day.year) {
        time_add(l, at, to, p);
        return;
    }
    p.day.day = day;
    if (day && w->word[at + n].kind != WORD_CJK)
        time_add(l, at, at + n + 1, p);
    p.day.year = day ? time_year_after(w, at + n + 1, &to) : 0;
    if (p.day.year)
        time_add(l, at, to, p);
}

/* 15 March 2024, 15 de marzo de 2024, 15 de marzo */
static void day_first(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int day = time_day(w, at);
    size_t n = 0;
    size_t next = time_skip_of(w, at + 1);
    int month = day ? time_concept(w, next, CONCEPT_MONTH, &n) : 0;
    struct link_period p = {.day = {0, month, day}};
    size_t before;

    if (!month || time_is(w, at + 1, "in") || /* above 5 in June */
        (next == at + 1 && w->word[at].kind == WORD_LETTERS) ||
        (at && question_words_find_within(w, at - 1, 1, &before) &&
         question_words_find_within(w, at - 1, 1, &before)->kind ==
             CONCEPT_TOP))
        return; /* the top 5 March ... */
    time_add(l, at, next + n, p);
    p.day.year = time_year_after(w, next + n, &next);
    if (p.day.year)
        time_add(l, at, next, p);
}

/* Words that only say that all of the period is meant. */
static size_t skip_whole(const struct words *w, size_t at)
{
    return at + question_words_longest(w, at, &words_link_whole_period);
}

int time_chinese_month(const struct words *w, size_t at, size_t *to)
{
    size_t n;
    int month = time_concept(w, at, CONCEPT_MONTH, &n);

    if (!month) {
        month = time_is_month_sign(w, at + 1) ? time_plain(w, at, 12) : 0;
        n = 2;
    }
    *to = at + n + (time_is(w, at + n, "份") ? 1 : 0);
    return month;
}

/* 2024年, 2024年3月, 24年3月, 2024年3月15日, 3月 */
static void chinese_dates(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    int year = is_year_word(w, at + 1) ? link_year_at(w, at) : 0;
    int month;
    size_t from = at;
    struct link_period p = {0};

    if (!year && is_year_word(w, at + 1) && w->word[at].fold.n == 2 &&
        time_chinese_month(w, at + 2, &from))
        year = 2000 + time_plain(w, at, 99); /* 24年3月 */
    from = at;
    p.day.year = year ? year : chinese_short_year(l, at);
    if (p.day.year) {
        at += time_is(w, at + 2, "度") ? 3 : 2;
        if (w->word[from].fold.n == 4 || chinese_short_year(l, from))
            time_add(l, from, skip_whole(w, at), p);
    }
    if (w->word[from].kind != WORD_NUMBER || at >= w->n)
        return;
    month = time_chinese_month(w, at, &at);
    if (!month)
        return;
    p.day.month = month;
    time_add(l, from, skip_whole(w, at), p);
    if (time_plain(w, at, 31) && time_is_day_word(w, at + 1)) {
        p.day.day = time_plain(w, at, 31);
        time_add(l, from, skip_whole(w, at + 2), p);
    }
}

/* The longest name of a day that is said, and how many words of it; 0: none. */
static size_t day_name(const struct words *w, size_t at, struct str *name)
{
    const struct term_list *list = &words_link_named_day;
    const struct str first = at < w->n ? w->word[at].fold : (struct str){0};
    size_t best = 0;

    for (size_t i = 0; i < list->n && first.n > 0; i++) {
        const char *entry = list->word[i];
        struct str text;
        size_t n;

        if (entry[0] != first.p[0])
            continue;
        text = str_from(entry);
        text.n = str_find_char(text, '=');
        n = question_words_spells(w, at, text, false);
        if (n <= best)
            continue;
        best = n;
        *name = text;
    }
    return best;
}

/* Christmas Day, Navidad de 2023, 劳动节, 2024年国庆节 */
static void named_days(struct linker *l, size_t at)
{
    const struct words *w = l->words;
    struct link_period p = {0};
    struct str name;
    uint64_t number; /* 1225: its month and day */
    size_t before = 0;
    size_t n;
    size_t to;

    p.day.year = time_year_before(l, at, &before);
    before = p.day.year ? before : 0;
    n = day_name(w, at + before, &name);
    if (!n || !term_list_number(&words_link_named_day, name, &number))
        return;
    p.day.month = (int)(number / 100);
    p.day.day = (int)(number % 100);
    to = at + before + n;
    time_add(l, at, to, p);
    if (!p.day.year && (p.day.year = time_year_after(w, to, &to)) > 0)
        time_add(l, at, to, p);
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
    time_add(l, at, at + 1,
             (struct link_period){.day = {(int)year, 0, 0}, .decade = true});
}

void time_dates_at(struct linker *l, size_t at)
{
    numeric_dates(l, at);
    if (l->words->word[at].kind == WORD_NUMBER)
        dotted_dates(l, at);
    month_first(l, at);
    day_first(l, at);
    chinese_dates(l, at);
    named_days(l, at);
    decades(l, at);
}

bool time_base_at(struct linker *l, size_t at, struct link_period *p,
                  size_t *to)
{
    size_t kept = l->n;
    size_t n;
    size_t i;

    *to = at;
    *p = (struct link_period){0};
    if (at >= l->words->n)
        return false; /* a question may end with "late" */
    p->day.year = time_year_before(l, at, &n);
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

bool time_month_at(struct linker *l, size_t at, struct link_period *p,
                   size_t *to)
{
    at += question_words_longest(l->words, at, &words_link_month_of);
    return time_base_at(l, at, p, to) && p->day.month && !p->day.day &&
           !p->months && !p->last.month;
}

enum err link_times_at(struct linker *l, size_t at, struct error *e)
{
    time_dates_at(l, at);
    time_spans_at(l, at);
    time_parts_at(l, at);
    time_ranges_at(l, at);
    return link_numbers_at(l, at, e);
}
