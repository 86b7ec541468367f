#include "formats/markup/front.h"

#include "formats/markup/section_list.h"

/* A longer one is no front matter, but a text between two rules. */
#define MAX_FRONT_LINES 10000u

static bool is_fence(struct str line, bool first)
{
    line = str_trim(line);
    return str_is(line, "---") || (!first && str_is(line, "..."));
}

static bool is_silent(struct str line)
{
    line = str_trim(line);
    return line.n == 0 || line.p[0] == '#';
}

static bool is_indented(struct str line)
{
    return line.n && (line.p[0] == ' ' || line.p[0] == '\t');
}

static bool is_item(struct str line)
{
    line = str_trim(line);
    return line.n && line.p[0] == '-' &&
           (line.n == 1 || line.p[1] == ' ' || line.p[1] == '\t');
}

/* "key: value" or "key:" at the start of a line; false when it is neither. */
static bool split_field(struct str line, struct str *key, struct str *value)
{
    size_t colon = str_find_char(line, ':');

    if (is_indented(line) || is_item(line) || colon == 0 || colon == line.n)
        return false;
    if (colon + 1 < line.n && line.p[colon + 1] != ' ' &&
        line.p[colon + 1] != '\t')
        return false;
    *key = str_trim(str_slice(line, 0, colon));
    *value = str_trim(str_slice(line, colon + 1, line.n));
    if (key->n > 2 && (key->p[0] == '"' || key->p[0] == '\'') &&
        key->p[key->n - 1] == key->p[0])
        *key = str_slice(*key, 1, key->n - 1);
    return key->n > 0;
}

/* Lines of the front matter with both fences; 0: there is none. */
static uint32_t measure(const struct lines *l)
{
    bool known = false;
    struct str key;
    struct str value;

    if (l->n < 2 || !is_fence(lines_get(l, 1), true) ||
        is_indented(lines_get(l, 1)))
        return 0;
    for (uint32_t i = 2; i <= l->n && i <= MAX_FRONT_LINES; i++) {
        struct str line = lines_get(l, i);

        if (is_fence(line, false) && !is_indented(line))
            return i;
        if (known || is_silent(line))
            continue;
        if (!split_field(line, &key, &value))
            return 0;
        known = true;
    }
    return 0;
}

/* Where a comment begins: a # after white space. */
static struct str without_comment(struct str s)
{
    for (size_t i = 1; i < s.n; i++) {
        if (s.p[i] == '#' && (s.p[i - 1] == ' ' || s.p[i - 1] == '\t'))
            return str_trim(str_slice(s, 0, i));
    }
    return s;
}

/* Past the quoted text that `s` begins with; 0 when it is never closed. */
static size_t quoted_end(struct str s)
{
    for (size_t i = 1; i < s.n; i++) {
        if (s.p[0] == '"' && s.p[i] == '\\')
            i++;
        else if (s.p[i] == s.p[0] && s.p[0] == '\'' && i + 1 < s.n &&
                 s.p[i + 1] == '\'')
            i++;
        else if (s.p[i] == s.p[0])
            return i + 1;
    }
    return 0;
}

/* What a quoted text says; false when it has escapes that are not simple. */
static bool unquote(struct str s, struct arena *a, struct str *out,
                    enum err *rc, struct error *e)
{
    struct str inner = str_slice(s, 1, s.n - 1);
    char escape = s.p[0] == '"' ? '\\' : '\'';
    char *p;
    size_t n = 0;

    *out = inner;
    if (str_find_char(inner, escape) == inner.n)
        return true;
    p = arena_alloc(a, inner.n, e);
    if (!p) {
        *rc = e->code;
        return false;
    }
    for (size_t i = 0; i < inner.n; i++) {
        char c = inner.p[i];

        if (c == escape && i + 1 < inner.n) {
            c = inner.p[++i];
            if (escape == '\\' && c != '"' && c != '\\' && c != '/')
                return false;
        }
        p[n++] = c;
    }
    *out = (struct str){p, n};
    return true;
}

/* One plain or quoted value; false when it is YAML that is not simple. */
static bool read_scalar(struct str s, struct arena *a, struct str *out,
                        enum err *rc, struct error *e)
{
    static const struct str special = {"|>&*!%@`{[?", 11};

    s = str_trim(s);
    if (s.n && (s.p[0] == '"' || s.p[0] == '\'')) {
        size_t end = quoted_end(s);

        if (end == 0 || !is_silent(str_slice(s, end, s.n)))
            return false;
        return unquote(str_slice(s, 0, end), a, out, rc, e);
    }
    if (s.n && str_find_char(special, s.p[0]) < special.n)
        return false;
    *out = without_comment(s);
    if (s.n && s.p[0] == '#')
        *out = (struct str){0};
    return true;
}

/* Reading the fields one after the other. */
struct reading {
    const struct lines *l;
    struct arena *a;
    struct error *e;
    struct list fields;
    enum err rc;
};

static bool push_value(struct reading *r, struct list *values, struct str s)
{
    struct str value = {0};
    struct str *to;

    if (!read_scalar(s, r->a, &value, &r->rc, r->e))
        return false;
    to = list_push(values, r->a, r->e);
    if (to)
        *to = value;
    else
        r->rc = r->e->code;
    return to != NULL;
}

/* [a, "b, c", d]; false when it is more than one line of strings. */
static bool read_flow(struct reading *r, struct str s, struct list *values)
{
    size_t at = 1;
    size_t close = s.n;

    while (close > 1 && s.p[close - 1] != ']')
        close--;
    if (close <= 1 || !is_silent(str_slice(s, close, s.n)))
        return false;
    s = str_slice(s, 0, close - 1);
    while (str_trim(str_slice(s, at, s.n)).n) {
        struct str rest = str_slice(s, at, s.n);
        size_t n = 0;

        while (n < rest.n && (rest.p[n] == ' ' || rest.p[n] == '\t'))
            n++;
        if (n < rest.n && (rest.p[n] == '"' || rest.p[n] == '\'')) {
            size_t quoted = quoted_end(str_slice(rest, n, rest.n));

            if (quoted == 0)
                return false;
            n += quoted;
        }
        n += str_find_char(str_slice(rest, n, rest.n), ',');
        if (!push_value(r, values, str_slice(rest, 0, n)))
            return false;
        at += n + 1;
    }
    return true;
}

/* "- a" line by line in [first, last]. */
static bool read_items(struct reading *r, uint32_t first, uint32_t last,
                       struct list *values)
{
    for (uint32_t i = first; i <= last; i++) {
        struct str line = str_trim(lines_get(r->l, i));
        struct str key;
        struct str value;

        if (is_silent(line))
            continue;
        if (!is_item(line))
            return false;
        line = str_trim(str_slice(line, 1, line.n));
        if (is_item(line) || (line.n && line.p[0] != '"' && line.p[0] != '\'' &&
                              split_field(line, &key, &value)))
            return false;
        if (!push_value(r, values, line))
            return false;
    }
    return true;
}

/* The lines of a field that is not simple, and those without a field. */
static void read_raw(struct reading *r, struct str key, uint32_t first,
                     uint32_t last)
{
    struct section_field *f = list_push(&r->fields, r->a, r->e);
    struct str *text = f ? arena_alloc(r->a, sizeof(*text), r->e) : NULL;
    size_t begin = r->l->begin[first - 1];
    struct str end = lines_get(r->l, last);

    if (!text) {
        r->rc = r->e->code;
        return;
    }
    *text = (struct str){r->l->text.p + begin,
                         (size_t)(end.p - r->l->text.p) + end.n - begin};
    *f = (struct section_field){
        .key = key, .kind = FIELD_RAW, .values = text, .n = 1};
}

/* The field whose lines are [first, last]. */
static void read_field(struct reading *r, uint32_t first, uint32_t last)
{
    struct list values = {.item_bytes = sizeof(struct str),
                          .max = SECTIONS_MAX_FIELDS,
                          .what = "values of a field"};
    enum section_field_kind kind = FIELD_TEXT;
    struct section_field *f;
    struct str key = {0};
    struct str value = {0};
    bool simple = split_field(lines_get(r->l, first), &key, &value);

    if (simple && is_silent(value) && last > first) {
        kind = FIELD_LIST;
        simple = read_items(r, first + 1, last, &values);
    } else if (simple && value.n && value.p[0] == '[') {
        kind = FIELD_LIST;
        simple = last == first && read_flow(r, value, &values);
    } else if (simple) {
        simple = last == first && push_value(r, &values, value);
    }
    if (r->rc)
        return;
    if (!simple) {
        read_raw(r, key, first, last);
        return;
    }
    f = list_push(&r->fields, r->a, r->e);
    if (!f) {
        r->rc = r->e->code;
        return;
    }
    *f = (struct section_field){
        .key = key, .kind = kind, .values = values.items, .n = values.n};
}

/* The last line of the field at `first` that says anything, before `end`. */
static uint32_t field_last(const struct lines *l, uint32_t first, uint32_t end)
{
    uint32_t last = first;

    for (uint32_t i = first + 1; i < end; i++) {
        struct str line = lines_get(l, i);

        if (is_silent(line))
            continue;
        if (!is_indented(line) && !is_item(line))
            break;
        last = i;
    }
    return last;
}

enum err front_read(const struct lines *l, struct arena *a, struct front *out,
                    struct error *e)
{
    struct reading r = {.l = l,
                        .a = a,
                        .e = e,
                        .fields = {.item_bytes = sizeof(struct section_field),
                                   .max = SECTIONS_MAX_FIELDS,
                                   .what = "fields of front matter"}};

    *out = (struct front){.lines = measure(l)};
    for (uint32_t i = 2; i < out->lines && !r.rc;) {
        uint32_t last = i;

        if (!is_silent(lines_get(l, i))) {
            last = field_last(l, i, out->lines);
            read_field(&r, i, last);
        }
        i = last + 1;
    }
    out->fields = r.fields.items;
    out->n_fields = r.fields.n;
    return r.rc;
}

struct str front_text(const struct section_field *fields, uint32_t n,
                      const char *key)
{
    for (uint32_t i = 0; i < n; i++) {
        if (str_eq_nocase(fields[i].key, str_from(key)) &&
            fields[i].kind != FIELD_RAW && fields[i].n)
            return fields[i].values[0];
    }
    return (struct str){0};
}
