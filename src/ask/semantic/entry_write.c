/*
 * Entries as YAML that a person edits: a line a field, texts without quotation
 * marks where no reader of YAML could take them for something else.
 */
#include "ask/semantic/entry.h"

#include <string.h>

/* libyaml takes these for line breaks or refuses them. */
static size_t special_bytes(struct str s, size_t at, unsigned *code)
{
    unsigned char c = (unsigned char)s.p[at];
    struct str three = str_slice(s, at, at + 3);

    *code = c;
    if (c < 0x20 || c == 0x7f)
        return 1;
    if (c == 0xc2 && at + 1 < s.n && (unsigned char)s.p[at + 1] < 0xa0) {
        *code = (unsigned char)s.p[at + 1];
        return 2;
    }
    if (str_is(three, "\xe2\x80\xa8") || str_is(three, "\xe2\x80\xa9")) {
        *code = 0x2028 + ((unsigned char)three.p[2] - 0xa8U);
        return 3;
    }
    *code = 0xfeff;
    return str_is(three, "\xef\xbb\xbf") ? 3 : 0;
}

static bool has_special(struct str s, bool lines)
{
    unsigned code;

    for (size_t i = 0; i < s.n; i++) {
        if (special_bytes(s, i, &code) && !(lines && code == '\n'))
            return true;
    }
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* Would somebody's reader take the word for a value? */
static bool is_value(struct str s)
{
    static const char *const words[] = {"null", "true", "false", "yes", "no",
                                        "on",   "off",  "y",     "n"};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (str_eq_nocase(s, str_from(words[i])))
            return true;
    }
    return false;
}

static bool is_plain(struct str s)
{
    if (s.n == 0 || !is_letter(s.p[0]) || s.p[s.n - 1] == ' ' || is_value(s) ||
        has_special(s, false))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_letter(s.p[i]) && !strchr("0123456789_ .%()/+*=<>-", s.p[i]))
            return false;
    }
    return true;
}

static void put_quoted(struct buf *b, struct str s)
{
    buf_put_char(b, '"');
    for (size_t i = 0; i < s.n; i++) {
        unsigned code;
        size_t n = special_bytes(s, i, &code);

        if (n) {
            buf_printf(b, "\\u%04x", code);
            i += n - 1;
            continue;
        }
        if (s.p[i] == '"' || s.p[i] == '\\')
            buf_put_char(b, '\\');
        buf_put_char(b, s.p[i]);
    }
    buf_put_char(b, '"');
}

static void put_text(struct buf *b, struct str s)
{
    if (is_plain(s))
        buf_put_str(b, s);
    else
        put_quoted(b, s);
}

/* In one line, as deep as the file was. */
static void put_value(struct buf *b, const struct json *v)
{
    bool map = v->type == JSON_OBJECT;

    if (v->type == JSON_STRING) {
        put_text(b, v->text);
        return;
    }
    if (v->type != JSON_ARRAY && !map) {
        struct jsonw w;

        jsonw_init(&w, b);
        json_write(v, &w);
        return;
    }
    buf_put_char(b, map ? '{' : '[');
    for (const struct json *i = v->first; i; i = i->next) {
        buf_puts(b, i == v->first ? "" : ", ");
        if (map) {
            put_text(b, i->key);
            buf_puts(b, ": ");
        }
        put_value(b, i);
    }
    buf_put_char(b, map ? '}' : ']');
}

/* Several lines as they are, below the field's name. */
static bool put_lines(struct buf *b, const struct json *v)
{
    struct str rest = json_text(v);

    if (str_find_char(rest, '\n') == rest.n || has_special(rest, true) ||
        rest.p[0] == ' ' || rest.p[0] == '\n' || str_ends(rest, STR("\n")))
        return false;
    buf_puts(b, "|-");
    while (rest.n > 0) {
        size_t end = str_find_char(rest, '\n');

        buf_puts(b, end ? "\n      " : "\n");
        buf_put_str(b, str_slice(rest, 0, end));
        rest = str_slice(rest, end + 1, rest.n);
    }
    return true;
}

static enum err put_entry(const struct semantic_entry *x, struct arena *a,
                          struct buf *b, struct error *e)
{
    struct json *payload;
    enum err rc = json_parse(x->payload, &json_default_limits, a, &payload, e);

    if (rc)
        return rc;
    for (const struct json *m = payload->first; m; m = m->next) {
        buf_puts(b, m == payload->first ? "  - " : "    ");
        buf_put_str(b, m->key);
        buf_puts(b, ": ");
        if (!put_lines(b, m))
            put_value(b, m);
        buf_put_char(b, '\n');
    }
    if (x->created_at > 0)
        buf_printf(b, "    created_at: %.0f\n", x->created_at);
    return OK;
}

enum err semantic_entries_write(const struct semantic_entries *list,
                                struct arena *a, struct buf *out,
                                struct error *e)
{
    enum err rc = OK;

    for (int c = 0; c < SEMANTIC_COLLECTIONS; c++) {
        bool any = false;

        for (size_t i = 0; i < list->n && !rc; i++) {
            if ((int)list->list[i].collection != c)
                continue;
            if (!any)
                buf_printf(
                    out, "%s%s:\n", out->n ? "\n" : "",
                    semantic_collection_name((enum semantic_collection)c));
            any = true;
            rc = put_entry(&list->list[i], a, out, e);
        }
    }
    return rc;
}
