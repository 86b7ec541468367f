/*
 * caption_unit.c - the unit of a caption.
 *
 *     (Figures [in {thousands} of US {dollars}], except per share)
 *     ([US${m}])    ([{USD} {millions}])    (thousands)    单位：[{万}{元}]
 *
 * The words around a word of scale or a currency decide whether it is a unit, and where
 * its phrase begins and ends; it is kept as it is written, for nobody to convert it.
 */
#include "engine/ingest/caption_unit.h"

#include "base/text/words.h"
#include "engine/ingest/caption_words.h"

#include <string.h>

#define CAPTION_BYTES 600u
#define ARENA_BYTES   ((size_t)256 << 10)
#define COUNTED_WORDS 2u /* "thousands of metric tons" */

struct caption {
    struct words words;
    struct str text;
};

static bool has(const struct term_list *list, struct str word)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_is(word, list->word[i]))
            return true;
    return false;
}

static size_t end_of(const struct caption *c, size_t i)
{
    return c->words.word[i].offset + c->words.word[i].raw.n;
}

/* What stands between the words before `i` and at `i`: nothing but these bytes? */
static bool is_between(const struct caption *c, size_t i, const char *bytes)
{
    for (size_t at = i ? end_of(c, i - 1) : 0; at < c->words.word[i].offset;
         at++)
        if (!strchr(bytes, c->text.p[at]))
            return false;
    return true;
}

/* Entries of several words, and Chinese ones, are runs of words: how many from `i` on are
 * the longest entry; 0: none. */
static size_t run_of(const struct caption *c, const struct term_list *list,
                     size_t i)
{
    char text[64];
    size_t n = 0;
    size_t most = 0;

    for (size_t k = i; k < c->words.n; k++) {
        const struct word *w = &c->words.word[k];
        const bool spaced = k > i && w->kind != WORD_CJK;

        if (k > i && !is_between(c, k, " ."))
            break;
        if (n + w->fold.n + spaced >= sizeof(text))
            break;
        if (spaced)
            text[n++] = ' ';
        memcpy(text + n, w->fold.p, w->fold.n);
        n += w->fold.n;
        if (has(list, (struct str){text, n}))
            most = k + 1 - i;
    }
    return most;
}

static bool is_sign(struct str s)
{
    static const struct str signs[] = {
        {"$", 1},
        {"\xe2\x82\xac", 3},  /* euro */
        {"\xc2\xa3", 2},      /* pound */
        {"\xc2\xa5", 2},      /* yen, yuan */
        {"\xef\xbf\xa5", 3}}; /* the same, wide */

    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_ends(s, signs[i]))
            return true;
    return false;
}

/* A sign of money directly before the word, or a blank between. */
static bool has_sign_before(const struct caption *c, size_t i)
{
    const size_t from = i ? end_of(c, i - 1) : 0;

    size_t to = c->words.word[i].offset;

    to -= to > from && c->text.p[to - 1] == '\''; /* £'000 */
    return is_sign(str_trim(str_slice(c->text, from, to)));
}

/* The first word of a currency, or of its country, that ends before `i`. */
static size_t currency_before(const struct caption *c, size_t i)
{
    size_t from = i;

    for (size_t k = i; k-- > 0 && i - k <= 4;) {
        const size_t n = run_of(c, &words_unit_currency, k);

        if (n > 0 && k + n == i && is_between(c, i < c->words.n ? i : k, " '"))
            from = k;
    }
    while (from > 0 && from < i &&
           run_of(c, &words_unit_country, from - 1) == 1 &&
           is_between(c, from, " ."))
        from--;
    return from;
}

/* The word after a currency, with its country before or behind it; `i`: there is none. */
static size_t currency_after(const struct caption *c, size_t i)
{
    size_t at = i;
    size_t n;

    if (i < c->words.n && is_between(c, i, " '$"))
        at += run_of(c, &words_unit_country, at);
    n = at < c->words.n && is_between(c, at, " '$.")
            ? run_of(c, &words_unit_currency, at)
            : 0;
    if (n == 0)
        return i;
    at += n;
    if (at < c->words.n && is_between(c, at, " "))
        at += run_of(c, &words_unit_country, at);
    return at;
}

/* Where what is counted ends, after the scale, and whether it is money. */
static size_t counted_after(const struct caption *c, size_t i, bool *is_money)
{
    size_t at = currency_after(c, i);
    size_t n;

    *is_money = at > i;
    if (at > i || i == c->words.n || !is_between(c, i, " "))
        return at;
    n = run_of(c, &words_unit_of, i);
    if (n == 0)
        return i;
    i += n;
    at = currency_after(c, i);
    *is_money = at > i;
    if (at > i)
        return at;
    for (n = 0; n < COUNTED_WORDS && i < c->words.n && is_between(c, i, " ");
         n++)
        i++;
    return i;
}

static bool is_in(const struct caption *c, size_t i)
{
    return has(&words_unit_in, c->words.word[i].fold) &&
           c->words.word[i].kind == WORD_LETTERS;
}

/* Alone between parentheses, or after a colon or nothing and before nothing. */
static bool stands_alone(const struct caption *c, size_t from, size_t to)
{
    const struct str before = str_trim(str_slice(
        c->text, from ? end_of(c, from - 1) : 0, c->words.word[from].offset));
    const struct str after = str_trim(
        str_slice(c->text, end_of(c, to - 1),
                  to < c->words.n ? c->words.word[to].offset : c->text.n));

    return (str_ends(before, STR("(")) && str_starts(after, STR(")"))) ||
           (str_ends(before, STR("[")) && str_starts(after, STR("]"))) ||
           (str_ends(before, STR("\xef\xbc\x88")) &&
            str_starts(after, STR("\xef\xbc\x89")));
}

/* One with a byte of 0 in it is damaged. */
static bool keep(struct str text, struct caption_unit *out)
{
    if (text.n == 0 || text.n >= sizeof(out->text) ||
        str_find_char(text, '\0') < text.n)
        return false;
    memcpy(out->text, text.p, text.n);
    out->text[text.n] = 0;
    return true;
}

static bool take(const struct caption *c, size_t from, size_t to,
                 struct caption_unit *out)
{
    size_t at = c->words.word[from].offset;
    struct str text;

    if (has_sign_before(c, from)) {
        const size_t before = from ? end_of(c, from - 1) : 0;

        while (at > before && c->text.p[at - 1] != '(' &&
               c->text.p[at - 1] != ',')
            at--;
    }
    text = str_trim(str_slice(c->text, at, end_of(c, to - 1)));
    return keep(text, out);
}

/* "in thousands of euros", "USD millions", "(thousands)": with the scale at [i, end). */
static bool take_scale(const struct caption *c, size_t i, size_t end,
                       bool is_short, struct caption_unit *out)
{
    bool is_money;
    const size_t to = counted_after(c, end, &is_money);
    size_t from = currency_before(c, i);
    bool is_unit = from < i || has_sign_before(c, i);

    if (!is_unit && is_short)
        return false;
    if (i > 0 && c->words.word[i - 1].kind == WORD_NUMBER &&
        is_between(c, i, " "))
        return false; /* 2 million */
    if (!is_unit && from > 0 && run_of(c, &words_unit_scale, from - 1) > 0)
        return false; /* a part of a longer one */
    if (from > 0 && is_in(c, from - 1)) {
        is_unit = true;
        from = currency_before(c, from - 1); /* dollars in millions */
    }
    is_unit |= is_money || stands_alone(c, i, end);
    return is_unit && take(c, from, to, out);
}

/* "in euros". */
static bool take_currency(const struct caption *c, size_t i,
                          struct caption_unit *out)
{
    const size_t end = is_in(c, i) ? currency_after(c, i + 1) : i;

    return end > i + 1 && take(c, i, end, out);
}

/* "Unit: kg", 单位：吨: all up to the next sign. */
static bool take_named(const struct caption *c, size_t i,
                       struct caption_unit *out)
{
    const size_t n = run_of(c, &words_unit_unit, i);
    const size_t end = i + n;
    struct str between, text;

    if (n == 0 || end >= c->words.n ||
        (i > 0 && c->words.word[i].kind == WORD_CJK &&
         c->words.word[i - 1].kind == WORD_CJK && is_between(c, i, "")))
        return false; /* or the end of a longer word: who made the table */
    between = str_trim(
        str_slice(c->text, end_of(c, end - 1), c->words.word[end].offset));
    if (!str_starts(between, STR(":")) &&
        !str_starts(between, STR("\xef\xbc\x9a")))
        return false;
    text = str_slice(c->text, c->words.word[end].offset, c->text.n);
    for (size_t k = 0; k < text.n; k++)
        if (strchr(",;()\t\n", text.p[k]) ||
            str_starts(str_slice(text, k, text.n), STR("\xef\xbc\x89")) ||
            str_starts(str_slice(text, k, text.n), STR("\xef\xbc\x8c")))
            text.n = k;
    return keep(str_trim(text), out);
}

static bool find(const struct caption *c, struct caption_unit *out)
{
    for (size_t i = 0; i < c->words.n; i++)
        if (take_named(c, i, out))
            return true;
    for (size_t i = 0; i < c->words.n; i++) {
        const size_t n = run_of(c, &words_unit_scale, i);
        const size_t few = n ? 0 : run_of(c, &words_unit_short, i);

        if ((n && take_scale(c, i, i + n, false, out)) ||
            (few && take_scale(c, i, i + few, true, out)))
            return true;
        i += n > 1 ? n - 1 : 0;
    }
    for (size_t i = 0; i < c->words.n; i++)
        if (take_currency(c, i, out))
            return true;
    return false;
}

bool caption_unit_find(struct str caption, struct caption_unit *out)
{
    struct caption c = {.text = str_slice(caption, 0, CAPTION_BYTES)};
    struct error ignored;
    struct arena a;
    bool found;

    arena_init(&a, ARENA_BYTES);
    found = words_cut(c.text, WORDS_TEXT, &a, &c.words, &ignored) == OK &&
            find(&c, out);
    arena_release(&a);
    return found;
}
