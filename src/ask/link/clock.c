/*
 * Times of day: 10am, 6:30 pm, 18:00, 18h, las 6 de la tarde, 晚上9点半. They
 * are looked for only where a column of the table holds times. An hour without
 * a part of the day is one of 24 where it is written as such (18:00, 18h, 9点);
 * "at 6" may be two of them and is none.
 */
#include "ask/link/time.h"

#include "ask/vocabulary/term_lists.h"

/* What was read so far. */
struct clock {
    int hour;
    int minute;
    bool minutes; /* were said */
    bool sure;    /* written as an hour of 24, or with its half of the day */
};

static bool has_clocks(const struct schema_table *t)
{
    size_t i;

    for (i = 0; i < t->n_columns && !t->columns[i].clock;)
        i++;
    return i < t->n_columns;
}

/* am and pm: 1 and 2; 0 for none. */
static int half_of(struct str s)
{
    return str_is(s, "am") || str_is(s, "a.m")   ? 1
           : str_is(s, "pm") || str_is(s, "p.m") ? 2
                                                 : 0;
}

/* The half of the day said at `at`, also as "p. m."; n: its words. */
static int half_at(const struct words *w, size_t at, size_t *n)
{
    int half = at < w->n ? half_of(w->word[at].fold) : 0;

    *n = 1;
    if (half || !time_is(w, at + 1, "m"))
        return half;
    *n = 2;
    return time_is(w, at, "a") ? 1 : time_is(w, at, "p") ? 2 : 0;
}

static bool add_half(struct clock *c, int half)
{
    if (c->hour < 1 || c->hour > 12)
        return false;
    c->hour = c->hour % 12 + (half == 2 ? 12 : 0);
    c->sure = true;
    return true;
}

/* Digits of a word and the letters after them: 10am, 18h. */
static bool cut_digits(struct str s, int max, int *value, struct str *tail)
{
    struct error ignored;
    uint64_t n = 0;
    size_t digits = 0;

    while (digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9')
        digits++;
    *tail = str_slice(s, digits, s.n);
    if (digits == 0 || digits > 2 ||
        str_parse_u64(str_slice(s, 0, digits), (uint64_t)max, &n, &ignored))
        return false;
    *value = (int)n;
    return true;
}

/* 10am, 10:30, 10:30pm, 10 pm, 18h: the word after it; 0 for none. */
static size_t digits_at(const struct words *w, size_t at, struct clock *c)
{
    struct str tail;
    size_t n;
    int half;

    if (!cut_digits(w->word[at].fold, 23, &c->hour, &tail))
        return 0;
    at++;
    if (tail.n == 0 && at < w->n && w->word[at].gap == ':' &&
        cut_digits(w->word[at].fold, 59, &c->minute, &tail)) {
        c->minutes = c->sure = true;
        at++;
        if (tail.n == 0 && at < w->n && w->word[at].gap == ':')
            at++; /* seconds */
    }
    half = half_of(tail);
    if (half)
        return add_half(c, half) ? at : 0;
    if (str_is(tail, "h") || str_is(tail, "hrs") || str_is(tail, "hs"))
        c->sure = true;
    else if (tail.n)
        return 0;
    half = half_at(w, at, &n);
    if (half && !str_is(tail, "h"))
        return add_half(c, half) ? at + n : 0;
    return at;
}

/* "6 de la tarde", "10 in the morning", "6 o'clock": the rest of it. */
static size_t part_after(const struct words *w, size_t at, struct clock *c)
{
    static const struct {
        const char *text;
        int half;
    } parts[] = {{"de la manana", 1},     {"de la tarde", 2},
                 {"de la noche", 2},      {"de la madrugada", 1},
                 {"del mediodia", 2},     {"in the morning", 1},
                 {"in the afternoon", 2}, {"in the evening", 2}};
    size_t i;

    for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        size_t n = question_words_spells(w, at, str_from(parts[i].text), false);

        if (n && !c->sure)
            return add_half(c, parts[i].half) ? at + n : 0;
    }
    if (time_is(w, at, "hrs") || time_is(w, at, "h"))
        c->sure = true;
    return at + (time_is(w, at, "hrs") || time_is(w, at, "h"));
}

/* Noon has its own words. */
static size_t noon_at(const struct words *w, size_t at, struct clock *c)
{
    if (!time_is(w, at, "noon") && !time_is(w, at, "midday") &&
        !time_is(w, at, "mediodia"))
        return 0;
    *c = (struct clock){.hour = 12, .sure = true};
    return at + 1;
}

/* 早上, 下午, 晚上: 1 before noon, 2 after it; n: its words. */
static int chinese_part(const struct words *w, size_t at, size_t *n)
{
    *n = question_words_longest(w, at, &words_link_before_noon);
    if (*n)
        return 1;
    *n = question_words_longest(w, at, &words_link_after_noon);
    return *n ? 2 : 0;
}

/* 9点, 晚上9点半, 18点30分: the word after it; 0 for none. */
static size_t chinese_at(const struct words *w, size_t at, struct clock *c)
{
    size_t n = 0;
    int half = chinese_part(w, at, &n);

    at += half ? n : 0;
    c->hour = time_count(w, at, &n);
    if (c->hour == 0 || c->hour > 23)
        return 0;
    at += n;
    if (!time_is(w, at, "点") && !time_is(w, at, "點"))
        return 0;
    at++;
    c->sure = true;
    if (time_is(w, at, "半")) {
        c->minutes = true;
        c->minute = 30;
        at++;
    } else if (time_plain(w, at, 59) && time_is(w, at + 1, "分")) {
        c->minutes = true;
        c->minute = time_plain(w, at, 59);
        at += 2;
    } else {
        at += time_is(w, at, "整") || time_is(w, at, "钟");
    }
    if (half && c->hour <= 12 && !add_half(c, half))
        return 0;
    return at;
}

/* Words that only say that the hour is full. */
static size_t skip_sharp(const struct words *w, size_t at, struct clock *c)
{
    const size_t sharp = question_words_longest(w, at, &words_link_sharp);

    c->sure |= sharp > 0; /* of the two hours the one said before it */
    return at +
           (sharp ? sharp : question_words_longest(w, at, &words_link_o_clock));
}

enum err link_clocks_at(struct linker *l, size_t at, struct error *e)
{
    struct link link = {.kind = LINK_CLOCK, .from = at, .score = 1};
    const struct words *w = l->words;
    struct clock c = {0};

    if (!has_clocks(l->table))
        return OK;
    link.to = noon_at(w, at, &c);
    if (!link.to)
        link.to = digits_at(w, at, &c);
    if (link.to && !c.sure)
        link.to = part_after(w, link.to, &c);
    if (link.to)
        link.to = skip_sharp(w, link.to, &c);
    if (!link.to || !c.sure) {
        c = (struct clock){0};
        link.to = chinese_at(w, at, &c);
    }
    if (!link.to)
        return OK;
    link.hour = !c.minutes;
    if (str_printf(l->a, &link.number, e, "%02d:%02d:00", c.hour, c.minute))
        return e->code;
    linker_add(l, &link);
    return OK;
}
