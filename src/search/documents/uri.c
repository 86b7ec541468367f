#include "search/documents/uri.h"

#include "base/json.h"
#include "base/percent.h"
#include "base/utf8.h"

#include <string.h>

#define FRAGMENT_BYTES ((size_t)16 << 20) /* a JSON Pointer, encoded */
#define SCHEME         "quarry://"

/* The text and how far it was read, for messages. */
struct reader {
    struct str text;
    struct arena *a;
    struct error *e;
};

static enum err bad(const struct reader *r, const char *at, const char *what)
{
    size_t offset = at ? (size_t)(at - r->text.p) : 0;

    return error_at(r->e, ERR_VALIDATION_FAILED,
                    (struct srcpos){1, offset + 1, offset},
                    "the pointer %s; it is quarry://BASE/DOCUMENT@VERSION with "
                    "#json=/a/0, #lines=1-9, #page=4, #heading=id or "
                    "#sheet=S&rows=1-9&columns=a,b",
                    what);
}

enum err uri_decode(struct str text, struct arena *a, struct str *out,
                    struct error *e)
{
    char *p = arena_alloc(a, text.n + 1, e);
    size_t bad_at;
    size_t n;

    if (!p)
        return e->code;
    bad_at = percent_decode(text, p, &n);
    if (bad_at < text.n)
        return error_at(e, ERR_VALIDATION_FAILED,
                        (struct srcpos){1, bad_at + 1, bad_at},
                        "two hexadecimal digits must follow a '%%'");
    *out = (struct str){p, n};
    if (utf8_valid_prefix(*out) != n || memchr(p, '\0', n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the decoded text is not UTF-8");
    return OK;
}

static enum err read_number(struct reader *r, struct str text, uint64_t *out)
{
    struct error why;

    if (text.n == 0 || str_parse_u64(text, INT64_MAX, out, &why) || *out == 0)
        return bad(r, text.p, "needs a number from 1 there");
    return OK;
}

/* "10-24" or "10" */
static enum err read_range(struct reader *r, struct str text, struct uri *u)
{
    size_t dash = str_find_char(text, '-');
    enum err rc = read_number(r, str_slice(text, 0, dash), &u->first);

    u->last = u->first;
    if (!rc && dash < text.n)
        rc = read_number(r, str_slice(text, dash + 1, text.n), &u->last);
    if (!rc && u->last < u->first)
        rc = bad(r, text.p, "has a range that ends before it begins");
    return rc;
}

static enum err read_field(struct reader *r, struct str name, struct str value,
                           struct uri *u)
{
    enum uri_part part = URI_ROWS;
    enum err rc = OK;

    if (str_is(name, "json")) {
        part = URI_JSON;
        rc = uri_decode(value, r->a, &u->json, r->e);
    } else if (str_is(name, "lines")) {
        part = URI_LINES;
        rc = read_range(r, value, u);
    } else if (str_is(name, "page")) {
        part = URI_LINES;
        rc = read_number(r, value, &u->page);
    } else if (str_is(name, "table")) {
        rc = u->sheet.n ? bad(r, name.p, "has parts that do not go together")
                        : read_number(r, value, &u->table);
        if (!u->first) /* so that what follows the page are rows */
            u->part = URI_ROWS;
    } else if (str_is(name, "heading")) {
        part = URI_HEADING;
        rc = uri_decode(value, r->a, &u->heading, r->e);
    } else if (str_is(name, "sheet")) {
        rc = u->table ? bad(r, name.p, "has parts that do not go together")
                      : uri_decode(value, r->a, &u->sheet, r->e);
    } else if (str_is(name, "rows")) {
        rc = read_range(r, value, u);
    } else if (str_is(name, "columns")) {
        rc = str_dup(value, r->a, &u->columns, r->e);
    } else {
        return bad(r, name.p, "has a part that is not known");
    }
    if (!rc && u->part != URI_WHOLE && u->part != part)
        rc = bad(r, name.p, "has parts that do not go together");
    u->part = part;
    return rc;
}

static enum err read_fragment(struct reader *r, struct str text, struct uri *u)
{
    enum err rc = OK;

    while (text.n > 0 && !rc) {
        size_t end = str_find_char(text, '&');
        struct str field = str_slice(text, 0, end);
        size_t is = str_find_char(field, '=');

        rc = read_field(r, str_slice(field, 0, is),
                        str_slice(field, is + 1, field.n), u);
        text = str_slice(text, end + 1, text.n);
    }
    return rc;
}

/* "key@3", where only digits after the last '@' are a version. */
static enum err read_document(struct reader *r, struct str text, struct uri *u)
{
    const char *at = text.n ? memrchr(text.p, '@', text.n) : NULL;
    size_t n = at ? (size_t)(at - text.p) : text.n;
    uint64_t version = 0;
    enum err rc = OK;

    if (at)
        rc = read_number(r, str_slice(text, n + 1, text.n), &version);
    u->version = (int64_t)version;
    if (!rc)
        rc = uri_decode(str_slice(text, 0, n), r->a, &u->document, r->e);
    if (!rc && u->document.n == 0)
        rc = bad(r, text.p, "names no document");
    return rc;
}

enum err uri_parse(struct str text, struct arena *a, struct uri *u,
                   struct error *e)
{
    struct reader r = {text, a, e};
    struct str rest = str_slice(text, sizeof(SCHEME) - 1, text.n);
    size_t hash = str_find_char(rest, '#');
    struct str path = str_slice(rest, 0, hash);
    size_t slash = str_find_char(path, '/');
    enum err rc;

    *u = (struct uri){0};
    if (!str_starts(text, STR(SCHEME)))
        return bad(&r, NULL, "does not begin with quarry://");
    rc = uri_decode(str_slice(path, 0, slash), a, &u->base, e);
    if (!rc && u->base.n == 0)
        rc = bad(&r, path.p, "names no base");
    if (!rc)
        rc = read_document(&r, str_slice(path, slash + 1, path.n), u);
    return rc ? rc : read_fragment(&r, str_slice(rest, hash + 1, rest.n), u);
}

static void put_range(const struct uri *u, const char *name, struct buf *out)
{
    buf_printf(out, "%s=%llu-%llu", name, (unsigned long long)u->first,
               (unsigned long long)u->last);
}

static void put_lines(const struct uri *u, struct buf *out)
{
    if (u->page)
        buf_printf(out, "page=%llu%s", (unsigned long long)u->page,
                   u->first ? "&" : "");
    if (u->first)
        put_range(u, "lines", out);
}

static void put_rows(const struct uri *u, struct buf *out)
{
    const char *join = "";

    if (u->table) {
        if (u->page)
            buf_printf(out, "page=%llu&", (unsigned long long)u->page);
        buf_printf(out, "table=%llu", (unsigned long long)u->table);
        join = "&";
    } else if (u->sheet.n > 0) {
        buf_puts(out, "sheet=");
        percent_put(u->sheet, "", out);
        join = "&";
    }
    if (u->first > 0) {
        buf_puts(out, join);
        put_range(u, "rows", out);
        join = "&";
    }
    if (u->columns.n > 0)
        buf_printf(out, "%scolumns=%.*s", join, STR_FMT(u->columns));
}

static void write_fragment(const struct uri *u, struct buf *out)
{
    switch (u->part) {
    case URI_WHOLE: break;
    case URI_JSON:
        buf_puts(out, "json=");
        percent_put(u->json, "/", out);
        break;
    case URI_LINES: put_lines(u, out); break;
    case URI_HEADING:
        buf_puts(out, "heading=");
        percent_put(u->heading, "", out);
        break;
    case URI_ROWS: put_rows(u, out); break;
    }
}

enum err uri_fragment(const struct uri *u, struct arena *a, struct str *out,
                      struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, FRAGMENT_BYTES);
    write_fragment(u, &b);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

void uri_write(const struct uri *u, struct buf *out)
{
    bool is_whole =
        u->part == URI_WHOLE || (u->part == URI_ROWS && !u->sheet.n &&
                                 !u->table && !u->first && !u->columns.n);

    buf_puts(out, SCHEME);
    percent_put(u->base, "", out);
    buf_put_char(out, '/');
    percent_put(u->document, "", out);
    if (u->version)
        buf_printf(out, "@%lld", (long long)u->version);
    if (!is_whole)
        buf_put_char(out, '#');
    write_fragment(u, out);
}

/* ---- as JSON ---- */

#define POINTER_BYTES ((size_t)1 << 20) /* written as text */

/* What it may have. "chunk_id" identifies the passage for clients that store
 * it; what is fetched is what the pointer says. */
static enum err check_members(const struct json *pointer, struct error *e)
{
    static const char *const known[] = {
        "table_id", "json_path", "document_key",    "relative_pointer",
        "chunk_id", "uri",       "document_version"};

    for (const struct json *j = pointer->first; j; j = j->next) {
        size_t i = 0;

        while (i < COUNT_OF(known) && !str_is(j->key, known[i]))
            i++;
        if (i == COUNT_OF(known))
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "'%.*s' is not a member of a pointer; the members are "
                "table_id, json_path, document_key, "
                "relative_pointer, chunk_id, document_version, "
                "uri",
                STR_FMT(str_slice(j->key, 0, 60)));
    }
    return OK;
}

static enum err put_version(const struct json *version, struct buf *out,
                            struct error *e)
{
    uint64_t v = 0;

    if (!version || version->type == JSON_NULL)
        return OK;
    if (json_read_u64(version, "document_version", INT64_MAX, &v, e))
        return e->code;
    buf_printf(out, "@%llu", (unsigned long long)v);
    return OK;
}

/* A document by its key at the root of the tree, elsewhere by its place. */
static void put_place(struct str json_path, struct str key, struct buf *out)
{
    percent_put(json_path, "", out);
    if (json_path.n > 0)
        percent_put(STR("/"), "", out);
    for (size_t i = 0; i < key.n; i++) {
        const struct str c = str_slice(key, i, i + 1);

        if (json_path.n > 0 && (*c.p == '~' || *c.p == '/'))
            buf_puts(out, *c.p == '~' ? "~0" : "~1");
        else
            percent_put(c, "", out);
    }
}

/* A JSON Pointer, or what else follows a '#'. */
static void put_relative(struct str relative, struct buf *out)
{
    if (relative.n == 0)
        return;
    buf_puts(out, "#");
    if (relative.p[0] == '/') {
        buf_puts(out, "json=");
        percent_put(relative, "/", out);
    } else {
        buf_put_str(out, relative);
    }
}

static enum err text_of_pointer(const struct json *pointer, struct arena *a,
                                struct str *text, struct error *e)
{
    const struct str key = json_text(json_find(pointer, "document_key"));
    const struct str base = json_text(json_find(pointer, "table_id"));
    struct buf b;
    enum err rc;

    *text = json_text(json_find(pointer, "uri"));
    if (text->n > 0)
        return OK;
    if (base.n == 0 || key.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a pointer as JSON has the member \"uri\", or "
                         "\"table_id\" and \"document_key\"");
    buf_init(&b, POINTER_BYTES);
    buf_puts(&b, SCHEME);
    percent_put(base, "", &b);
    buf_put_char(&b, '/');
    put_place(json_text(json_find(pointer, "json_path")), key, &b);
    rc = put_version(json_find(pointer, "document_version"), &b, e);
    put_relative(json_text(json_find(pointer, "relative_pointer")), &b);
    if (!rc)
        rc = buf_dup(&b, a, text, e);
    buf_release(&b);
    return rc;
}

enum err uri_read_pointer(struct str given, struct arena *a,
                          const struct json **pointer, struct error *e)
{
    const struct json *inner;
    struct json *j = NULL;

    *pointer = NULL;
    if (!str_starts(str_trim(given), STR("{")))
        return OK;
    if (json_parse(given, &json_default_limits, a, &j, e))
        return e->code;
    inner = json_find(j, "pointer");
    *pointer = inner && inner->type == JSON_OBJECT ? inner : j;
    return check_members(*pointer, e);
}

enum err uri_read(struct str given, struct arena *a, struct uri *u,
                  struct error *e)
{
    struct str text = given;
    const struct json *pointer;
    enum err rc = uri_read_pointer(given, a, &pointer, e);

    if (!rc && pointer)
        rc = text_of_pointer(pointer, a, &text, e);
    return rc ? rc : uri_parse(text, a, u, e);
}
