#include "formats/mail/reply.h"

#define SIGNATURE_LINES 30u /* of text; a longer one is none */
#define FOOTER_LINES    10u
#define FOOTER_SIGNS    20u
#define INTRO_LINES     3u
#define HEADER_LINES    3u /* at least, of a mail that is repeated */
#define LABEL_BYTES     30u

static bool is_blank(struct str s)
{
    return str_trim(s).n == 0;
}

static bool is_quoted(struct str s)
{
    return str_starts(str_trim(s), STR(">"));
}

/* At least `n` times the same sign, and nothing else. */
static bool is_rule(struct str s, char sign, size_t n)
{
    s = str_trim(s);
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != sign)
            return false;
    return s.n >= n;
}

static void leave_out(struct reply_line *line, size_t from, size_t n)
{
    for (size_t i = from; i < n; i++)
        line[i].kind = REPLY_LEFT_OUT;
}

/* The end of what is not left out, without blank lines. */
static size_t last_end(const struct reply_line *line, size_t n)
{
    while (n > 0 &&
           (line[n - 1].kind == REPLY_LEFT_OUT || is_blank(line[n - 1].text)))
        n--;
    return n;
}

/* Are at most `max` lines in [from, n) a text of the sender's own? */
static bool is_short(const struct reply_line *line, size_t from, size_t n,
                     size_t max)
{
    size_t own = 0;

    for (size_t i = from; i < n && own <= max && !is_quoted(line[i].text); i++)
        own += !is_blank(line[i].text);
    return own <= max;
}

static void mark_footer(struct reply_line *line, size_t n)
{
    for (size_t i = n; i-- > 0 && n - i <= FOOTER_LINES;)
        if (is_rule(line[i].text, '_', FOOTER_SIGNS)) {
            leave_out(line, i, n);
            return;
        }
}

static void mark_signature(struct reply_line *line, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct str s = line[i].text;

        if ((str_is(s, "-- ") || str_is(s, "--")) &&
            is_short(line, i + 1, n, SIGNATURE_LINES)) {
            leave_out(line, i, n);
            return;
        }
    }
}

/* "Label: value"; *value is trimmed. */
static bool read_label(struct str s, struct str *value)
{
    size_t colon;

    s = str_trim(s);
    colon = str_find_char(s, ':');
    if (str_find(s, STR("\xef\xbc\x9a")) < colon) { /* a wide one */
        colon = str_find(s, STR("\xef\xbc\x9a"));
        *value = str_trim(str_slice(s, colon + 3, s.n));
    } else {
        *value = str_trim(str_slice(s, colon + 1, s.n));
    }
    return colon > 0 && colon < s.n && colon <= LABEL_BYTES && value->n > 0;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

static bool names_one(struct str value, const struct str *person, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (person[i].n > 2 && str_find(value, person[i]) < value.n)
            return true;
    return false;
}

/* Where the header of a mail that was sent by one of the persons begins in
 * [from, n), lines with labels; n: nowhere. */
static size_t find_repeated_header(const struct reply_line *line, size_t from,
                                   size_t n, const struct str *person,
                                   size_t n_persons)
{
    struct str value = {0};
    size_t end = n; /* of the last line that has a digit: a date is needed */

    while (end > from &&
           (!read_label(line[end - 1].text, &value) || !has_digit(value)))
        end--;
    for (size_t i = from; i < end && n - i >= HEADER_LINES; i++)
        if (read_label(line[i].text, &value) &&
            names_one(value, person, n_persons))
            return i;
    return n;
}

static void mark_repeated(struct reply_line *line, size_t n,
                          const struct str *person, size_t n_persons)
{
    for (size_t i = 1; i < n; i++) {
        struct str ignored;
        size_t end = i;
        size_t from;

        while (end < n && read_label(line[end].text, &ignored))
            end++;
        from = find_repeated_header(line, i, end, person, n_persons);
        i = end;
        if (from == end)
            continue;
        while (from > 0 && is_blank(line[from - 1].text))
            from--;
        if (from > 0 && (str_starts(line[from - 1].text, STR("-----")) ||
                         is_rule(line[from - 1].text, '_', 5)))
            from--;
        if (last_end(line, from) > 0)
            leave_out(line, from, n);
        return;
    }
}

/* Where the lines that introduce a quote begin; `from` if there are none. */
static size_t intro_begin(const struct reply_line *line, size_t from)
{
    const size_t end = last_end(line, from);
    size_t begin = end;
    bool has_sign = false;
    struct str last;

    if (end == 0)
        return from;
    last = str_trim(line[end - 1].text);
    if (!str_ends(last, STR(":")) && !str_ends(last, STR("\xef\xbc\x9a")))
        return from;
    while (begin > 0 && end - begin < INTRO_LINES &&
           !is_blank(line[begin - 1].text) &&
           !is_quoted(line[begin - 1].text)) {
        const struct str s = line[--begin].text;

        has_sign |= has_digit(s) || str_find_char(s, '@') < s.n;
    }
    return has_sign ? begin : from;
}

static void mark_quotes(struct reply_line *line, size_t n)
{
    const size_t end = last_end(line, n);
    size_t from = end;

    for (size_t i = 0; i < n; i++)
        if (line[i].kind == REPLY_TEXT && is_quoted(line[i].text))
            line[i].kind = REPLY_QUOTE;
    while (from > 0 && (line[from - 1].kind == REPLY_QUOTE ||
                        is_blank(line[from - 1].text)))
        from--;
    if (from == end || from == 0)
        return;
    from = intro_begin(line, from);
    if (last_end(line, from) > 0)
        leave_out(line, from, n);
}

void reply_mark(struct reply_line *line, size_t n, const struct str *person,
                size_t n_persons)
{
    for (size_t i = 0; i < n; i++)
        line[i].kind = REPLY_TEXT;
    mark_footer(line, n);
    mark_signature(line, last_end(line, n));
    mark_repeated(line, last_end(line, n), person, n_persons);
    mark_quotes(line, n);
}
