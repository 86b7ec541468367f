#include "formats/markup/attributes.h"

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t skip_space(struct str s, size_t at)
{
    while (at < s.n && is_space(s.p[at]))
        at++;
    return at;
}

/* Is the word one that is in braces? The last id counts. */
static bool read_word(struct str word, struct str *id)
{
    if (word.n > 1 && word.p[0] == '#') {
        *id = str_slice(word, 1, word.n);
        return str_find_char(*id, '#') == id->n &&
               str_find_char(*id, '\\') == id->n;
    }
    if (word.n > 1 && word.p[0] == '.')
        return true;
    return word.n && is_letter(word.p[0]) && str_find_char(word, '=') < word.n;
}

static bool read_words(struct str inside, struct str *id)
{
    size_t at = skip_space(inside, 0);
    bool any = false;

    if (at < inside.n && inside.p[at] == ':')
        at = skip_space(inside, at + 1);
    while (at < inside.n) {
        size_t end = at;

        while (end < inside.n && !is_space(inside.p[end]))
            end++;
        if (!read_word(str_slice(inside, at, end), id))
            return false;
        any = true;
        at = skip_space(inside, end);
    }
    return any;
}

void attributes_split(struct str text, struct str *rest, struct str *id)
{
    struct str found = {0};
    size_t open;

    *rest = text;
    *id = (struct str){0};
    text = str_trim(text);
    if (text.n < 3 || text.p[text.n - 1] != '}')
        return;
    for (open = text.n - 1; open > 0 && text.p[open] != '{'; open--) {
        if (text.p[open] == '}' && open + 1 < text.n)
            return;
    }
    if (text.p[open] != '{' || (open && text.p[open - 1] == '\\') ||
        !read_words(str_slice(text, open + 1, text.n - 1), &found))
        return;
    *rest = str_trim(str_slice(text, 0, open));
    *id = found;
}

/* One attribute at `at`; returns after it. Empty: the tag ends. */
static size_t read_attribute(struct str s, size_t at, struct str *key,
                             struct str *value)
{
    size_t begin = skip_space(s, at);
    char quote;

    *key = *value = (struct str){0};
    while (begin < s.n && s.p[begin] == '/')
        begin = skip_space(s, begin + 1);
    for (at = begin; at < s.n && !is_space(s.p[at]) && s.p[at] != '=' &&
                     s.p[at] != '>' && s.p[at] != '/';)
        at++;
    *key = str_slice(s, begin, at);
    begin = skip_space(s, at);
    if (begin >= s.n || s.p[begin] != '=' || key->n == 0)
        return key->n ? at : begin + (begin < s.n && s.p[begin] == '=');
    begin = skip_space(s, begin + 1);
    quote = begin < s.n ? s.p[begin] : ' ';
    if (quote == '"' || quote == '\'') {
        begin++;
        at = begin + str_find_char(str_slice(s, begin, s.n), quote);
        *value = str_slice(s, begin, at);
        return at + (at < s.n);
    }
    for (at = begin; at < s.n && !is_space(s.p[at]) && s.p[at] != '>';)
        at++;
    *value = str_slice(s, begin, at);
    return at;
}

/* The tag at `at`, a '<' before a letter; returns after it. */
static size_t read_tag(struct str s, size_t at, struct str *name,
                       struct str *id)
{
    size_t begin = at + 1;
    struct str by_name = {0};
    struct str key;
    struct str value;

    *id = (struct str){0};
    for (at = begin;
         at < s.n && !is_space(s.p[at]) && s.p[at] != '>' && s.p[at] != '/';)
        at++;
    *name = str_slice(s, begin, at);
    while (at < s.n && s.p[at] != '>') {
        at = read_attribute(s, at, &key, &value);
        if (str_eq_nocase(key, STR("id")) && id->n == 0)
            *id = value;
        else if (str_eq_nocase(key, STR("name")))
            by_name = value;
    }
    if (id->n == 0 && str_eq_nocase(*name, STR("a")))
        *id = by_name;
    return at + (at < s.n);
}

/* Past the comment at `at`, or `at` when there is none. */
static size_t skip_comment(struct str s, size_t at)
{
    struct str rest = str_slice(s, at, s.n);
    size_t n;

    if (!str_starts(rest, STR("<!--")))
        return at;
    n = str_find(rest, STR("-->"));
    return n == rest.n ? s.n : at + n + 3;
}

size_t attributes_next_anchor(struct str html, size_t from,
                              struct html_anchor *anchor)
{
    size_t at = from;
    struct str name;

    while (at < html.n) {
        size_t next;

        at += str_find_char(str_slice(html, at, html.n), '<');
        next = skip_comment(html, at);
        if (next > at) {
            at = next;
            continue;
        }
        if (at + 1 >= html.n || !is_letter(html.p[at + 1])) {
            at++;
            continue;
        }
        anchor->at = at;
        at = read_tag(html, at, &name, &anchor->id);
        if (anchor->id.n)
            return at;
    }
    return html.n + 1;
}

bool attributes_is_invisible(struct str html)
{
    struct str name;
    struct str id;

    for (size_t at = skip_space(html, 0); at < html.n;
         at = skip_space(html, at)) {
        size_t next = skip_comment(html, at);

        if (next > at) {
            at = next;
            continue;
        }
        if (str_starts(str_slice(html, at, html.n), STR("</"))) {
            at += str_find_char(str_slice(html, at, html.n), '>') + 1;
            continue;
        }
        if (html.p[at] != '<' || at + 1 >= html.n || !is_letter(html.p[at + 1]))
            return false;
        at = read_tag(html, at, &name, &id);
        if (id.n == 0 || (!str_eq_nocase(name, STR("a")) &&
                          !str_eq_nocase(name, STR("span")) &&
                          !str_eq_nocase(name, STR("div"))))
            return false;
    }
    return true;
}
