/*
 * Where a link of Markdown is.
 *
 * The tree's line and column are tried first, then each place in the same text
 * where a link could begin, after the link before it; first those whose
 * target is written right there, then references. A place is accepted when
 * what is written there says the same: the letters and digits between the
 * brackets are those of the link's text, and a target in parentheses begins as
 * the link's does. Where none is, the range is that of the lines the link is
 * in, and `exact` is false.
 *
 * Every look is bounded: one link is looked for in SEARCH_BYTES and is itself
 * at most LINK_BYTES long, and all looks of a document together read no more
 * than some times its length; what is then left has no exact range.
 */
#include "formats/markup/markdown.h"

#define SEARCH_BYTES 4096u
#define LINK_BYTES   4096u
#define SAME_BYTES   64u /* of a text that are compared */
#define LOOKS        64u /* at each byte of the document, on average */

/* A link where it is looked for. */
struct look {
    const struct section_link *link;
    struct str text; /* of the document, cut where the link's lines end */
    bool inline_only;
    size_t left; /* bytes that may still be looked at */
};

static bool spend(struct look *l, size_t bytes)
{
    bool enough = l->left >= bytes;

    l->left -= enough ? bytes : l->left;
    return enough;
}

static bool is_word(char c)
{
    return c < 0 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* The next letter or digit from `at` on; tags and targets may be skipped. */
static size_t next_word(struct str s, size_t at, bool skip_markup)
{
    while (at < s.n && !is_word(s.p[at])) {
        char next = at + 1 < s.n ? s.p[at + 1] : ' ';
        char close = 0;

        if (skip_markup && s.p[at] == '<' && (next == '/' || is_word(next)))
            close = '>';
        else if (skip_markup && s.p[at] == ']' && next == '(')
            close = ')';
        at += close ? str_find_char(str_slice(s, at, s.n), close) + 1 : 1;
    }
    return at < s.n ? at : s.n;
}

/* Do both say the same, for the first letters and digits? */
static bool says(struct str written, struct str text, bool skip_markup)
{
    size_t at = 0;
    size_t compared = 0;

    for (size_t i = 0; i < text.n && compared < SAME_BYTES; i++) {
        if (!is_word(text.p[i]))
            continue;
        at = next_word(written, at, skip_markup);
        if (at == written.n || written.p[at] != text.p[i])
            return false;
        at++;
        compared++;
    }
    return true;
}

/* Past the run of backticks at `at` and what it encloses, or the run. */
static size_t skip_code(struct str s, size_t at)
{
    size_t run = 0;
    size_t same = 0;

    while (at + run < s.n && s.p[at + run] == '`')
        run++;
    for (size_t i = at + run; i < s.n; i++) {
        same = s.p[i] == '`' ? same + 1 : 0;
        if (same == run && (i + 1 == s.n || s.p[i + 1] != '`'))
            return i + 1;
    }
    return at + run;
}

/* Past the bracket that closes the one at `at`; 0: none does. */
static size_t close_bracket(struct str s, size_t at)
{
    unsigned depth = 0;

    while (at < s.n) {
        switch (s.p[at]) {
        case '\\': at++; break;
        case '`': at = skip_code(s, at) - 1; break;
        case '[': depth++; break;
        case ']':
            if (--depth == 0)
                return at + 1;
            break;
        default: break;
        }
        at++;
    }
    return 0;
}

static size_t skip_space(struct str s, size_t at)
{
    while (at < s.n && (s.p[at] == ' ' || (s.p[at] >= '\t' && s.p[at] <= '\r')))
        at++;
    return at;
}

/* Past the title that a quote at `at` opens; 0: it is not closed. */
static size_t close_title(struct str s, size_t at)
{
    char quote = s.p[at] == '(' ? ')' : s.p[at];

    for (at++; at < s.n; at++) {
        if (s.p[at] == '\\')
            at++;
        else if (s.p[at] == quote)
            return at + 1;
    }
    return 0;
}

/* Past the target at `at`, <...> or with balanced parentheses. */
static size_t close_target(struct str s, size_t at)
{
    unsigned depth = 0;

    if (at < s.n && s.p[at] == '<') {
        while (at < s.n && s.p[at] != '>')
            at += s.p[at] == '\\' ? 2 : 1;
        return at < s.n ? at + 1 : s.n;
    }
    for (; at < s.n && (unsigned char)s.p[at] > ' '; at++) {
        if (s.p[at] == '\\')
            at++;
        else if (s.p[at] == '(')
            depth++;
        else if (s.p[at] == ')' && depth-- == 0)
            break;
    }
    return at < s.n ? at : s.n;
}

/* After "(target "title")" at `at`; 0: it is not there or another target. */
static size_t close_parenthesis(struct str s, size_t at, struct str target)
{
    size_t begin = skip_space(s, at + 1);
    size_t end = close_target(s, begin);
    struct str written = str_slice(s, begin, end);
    size_t plain = 0;

    if (written.n && written.p[0] == '<')
        written = str_slice(written, 1, written.n - 1);
    while (plain < written.n && plain < target.n && written.p[plain] != '\\' &&
           written.p[plain] != '&') {
        if (written.p[plain] != target.p[plain])
            return 0;
        plain++;
    }
    if (target.n == 0 ? written.n > 0 : written.n == 0)
        return 0;
    end = skip_space(s, end);
    if (end < s.n && s.p[end] != ')') {
        end = close_title(s, end);
        end = end ? skip_space(s, end) : s.n;
    }
    return end < s.n && s.p[end] == ')' ? end + 1 : 0;
}

/* Past the link with brackets that begins at `at`; 0: it does not. */
static size_t end_bracketed(struct look *l, size_t at)
{
    struct str s = str_slice(l->text, 0, at + LINK_BYTES);
    size_t open = at + l->link->image;
    struct str inside;
    size_t close;
    size_t end;

    if (open >= s.n || s.p[open] != '[' || (l->link->image && s.p[at] != '!'))
        return 0;
    close = close_bracket(s, open);
    if (!spend(l, close ? close - open : s.n - open))
        return 0;
    inside = str_slice(s, open + 1, close ? close - 1 : 0);
    if (!close || (!says(inside, l->link->text, false) &&
                   !says(inside, l->link->text, true)))
        return 0;
    if (close < s.n && s.p[close] == '(') {
        end = close_parenthesis(s, close, l->link->target);
        if (end || l->inline_only)
            return end;
    }
    if (l->inline_only)
        return 0;
    if (close < s.n && s.p[close] == '[') {
        end = close_bracket(s, close);
        return end ? end : close;
    }
    return close;
}

/* Past the link that begins at `at`; 0: it does not. */
static size_t end_link(struct look *l, size_t at)
{
    struct str rest = str_slice(l->text, at, l->text.n);
    struct str text = l->link->text;

    if (rest.n == 0)
        return 0;
    if (rest.p[0] == '[' || rest.p[0] == '!')
        return end_bracketed(l, at);
    if (l->link->image || text.n == 0 || text.n >= SECTIONS_TITLE_BYTES)
        return 0;
    if (rest.p[0] == '<')
        return str_starts(str_slice(rest, 1, rest.n), text) &&
                       rest.n > text.n + 1 && rest.p[text.n + 1] == '>'
                   ? at + text.n + 2
                   : 0;
    /* A bare address: its target is its text, with a scheme before it. */
    return str_starts(rest, text) && str_ends(l->link->target, text)
               ? at + text.n
               : 0;
}

/* The first place from `from` on; returns the link's end, 0: none. */
static size_t search(struct look *l, size_t from, size_t *begin)
{
    size_t stop = from + SEARCH_BYTES;

    for (size_t at = from; at < l->text.n && at < stop && spend(l, 1); at++) {
        size_t end = l->text.p[at] == '\\' ? 0 : end_link(l, at);

        if (end) {
            *begin = at;
            return end;
        }
        if (l->text.p[at] == '\\')
            at++;
    }
    return 0;
}

/* Where the link is, from byte `from` on; false: only roughly. */
static bool place(const struct build *b, struct section_link *link,
                  const struct md_link_hint *hint, size_t from, struct look *l)
{
    struct sections_range area =
        build_lines(b, hint->first_line, hint->last_line);
    size_t begin = 0;
    size_t end = 0;

    l->link = link;
    l->text = str_slice(b->lines.text, 0, area.end);
    l->inline_only = false;
    if (from < area.begin)
        from = area.begin;
    if (hint->line >= hint->first_line && hint->line <= hint->last_line &&
        hint->column) {
        begin = b->lines.begin[hint->line - 1] + hint->column - 1;
        end = begin >= from ? end_link(l, begin) : 0;
    }
    l->inline_only = true;
    if (!end)
        end = search(l, from, &begin);
    l->inline_only = false;
    if (!end)
        end = search(l, from, &begin);
    link->exact = end > begin;
    link->range = link->exact ? build_bytes(b, begin, end) : area;
    return link->exact;
}

void md_links_place(struct build *b, const struct md_link_hint *hints)
{
    struct section_link *links = b->links.items;
    struct look look = {.left = (b->lines.text.n + LINK_BYTES) * LOOKS};
    size_t from = 0;

    for (uint32_t i = 0; i < b->links.n; i++) {
        struct md_link_hint h = hints[i];

        if (h.first_line == 0)
            h.first_line = 1;
        if (h.last_line < h.first_line)
            h.last_line = h.first_line;
        while (h.last_line > h.first_line &&
               lines_is_blank(&b->lines, h.last_line))
            h.last_line--;
        if (i == 0 || b->lines.begin[h.first_line - 1] > from ||
            h.first_line < hints[i - 1].first_line)
            from = b->lines.begin[h.first_line - 1];
        if (place(b, &links[i], &h, from, &look))
            from = links[i].range.begin + 1;
    }
}
