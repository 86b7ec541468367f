/*
 * Forms with files, RFC 7578: parts between lines that begin with "--" and the
 * boundary that the request's Content-Type names. libmicrohttpd can parse them
 * as well, but only from a connection, so that it cannot be tested without one,
 * and a boundary with NUL once led it out of its buffer (CVE-2023-27371).
 *
 * A boundary begins with the end of the line before it, so one search for CR LF
 * "--" boundary finds all; the first has none before it and gets one from us.
 * What is looked through is kept only as far as a boundary may begin in it.
 */
#include "server/httpd/multipart.h"

#include "base/utf8.h"

#include <string.h>

#define PIECE_BYTES   ((size_t)1 << 20) /* of one call of feed() */
#define PADDING_BYTES 64                /* after a boundary */
#define LINE_END      STR("\r\n")
#define QUOTE         STR("%22")

static enum err no_form(const struct multipart *m, const char *what,
                        struct error *e)
{
    uint64_t at = m->offset > LINE_END.n ? m->offset - LINE_END.n : 0;

    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){.offset = at},
                    "the form cannot be read at byte %llu: %s",
                    (unsigned long long)at, what);
}

/* ---- values with parameters: `form-data; name="a"; filename="b"` ---- */

/* Up to the first `c` outside quotes. */
static size_t find_unquoted(struct str s, char c)
{
    bool quoted = false;

    for (size_t i = 0; i < s.n; i++) {
        if (quoted && s.p[i] == '\\')
            i++;
        else if (s.p[i] == '"')
            quoted = !quoted;
        else if (!quoted && s.p[i] == c)
            return i;
    }
    return s.n;
}

/* The value of a parameter, with its quotes; p is NULL: it has none. */
static struct str parameter(struct str value, const char *name)
{
    for (size_t at = find_unquoted(value, ';'); at < value.n;) {
        struct str rest = str_slice(value, at + 1, value.n);
        struct str one = str_slice(rest, 0, find_unquoted(rest, ';'));
        size_t equals = str_find_char(one, '=');

        if (str_eq_nocase(str_trim(str_slice(one, 0, equals)),
                          str_from(name)) &&
            equals < one.n)
            return str_trim(str_slice(one, equals + 1, one.n));
        at += 1 + one.n;
    }
    return (struct str){0};
}

/* Without quotes, in place: \" and, as browsers have it, %22 are a quote. */
static struct str unquote(struct str s)
{
    char *to = (char *)s.p;
    size_t n = 0;

    if (s.n < 2 || s.p[0] != '"' || s.p[s.n - 1] != '"')
        return s;
    for (size_t i = 1; i + 1 < s.n; i++) {
        if (s.p[i] == '\\' && i + 2 < s.n && strchr("\"\\", s.p[i + 1])) {
            to[n++] = s.p[++i];
        } else if (str_starts(str_slice(s, i, s.n), QUOTE)) {
            to[n++] = '"';
            i += QUOTE.n - 1;
        } else {
            to[n++] = s.p[i];
        }
    }
    return (struct str){s.p, n};
}

static bool is_clean(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
            return false;
    return utf8_valid_prefix(s) == s.n;
}

/* ---- the parts ---- */

bool multipart_is_type(struct str content_type)
{
    struct str media =
        str_slice(content_type, 0, str_find_char(content_type, ';'));

    return str_eq_nocase(str_trim(media), STR("multipart/form-data"));
}

/* RFC 2046's bchars; a space may be within. */
static bool is_boundary(struct str s)
{
    static const char signs[] = "'()+_,-./:=? ";

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];

        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
              (c >= 'A' && c <= 'Z') || (c && strchr(signs, c))))
            return false;
    }
    return s.n > 0 && s.n <= MULTIPART_BOUNDARY_BYTES && s.p[s.n - 1] != ' ';
}

/* What came and is not passed yet. */
static struct str ahead(const struct multipart *m)
{
    return str_slice(buf_str(&m->held), m->passed, m->held.n);
}

static void consume(struct multipart *m, size_t n)
{
    m->passed += n;
    m->offset += n;
}

/* One line of a part's headers. */
static enum err read_header(const struct multipart *m, struct str line,
                            struct multipart_part *part, struct error *e)
{
    size_t colon = str_find_char(line, ':');
    struct str name = str_slice(line, 0, colon);
    struct str value = str_trim(str_slice(line, colon + 1, line.n));
    struct str file;

    if (colon == line.n || name.n == 0 || !is_clean(value) ||
        str_trim(name).n < name.n)
        return no_form(m, "a header line is malformed", e);
    if (str_eq_nocase(name, STR("Content-Type")))
        part->type = value;
    if (!str_eq_nocase(name, STR("Content-Disposition")))
        return OK;
    file = parameter(value, "filename");
    part->is_file = file.p != NULL;
    part->name = parameter(value, "name");
    if (!part->name.p)
        return no_form(m, "a part has no name", e);
    if (part->is_file) {
        file = str_after_last(unquote(file), '/');
        part->file = str_after_last(file, '\\');
    }
    part->name = unquote(part->name);
    return OK;
}

static enum err read_headers(struct multipart *m, struct str headers,
                             struct error *e)
{
    struct multipart_part part = {0};

    while (headers.n > 0) {
        size_t end = str_find(headers, LINE_END);

        if (read_header(m, str_slice(headers, 0, end), &part, e))
            return e->code;
        headers = str_slice(headers, end + LINE_END.n, headers.n);
    }
    if (!part.name.p)
        return no_form(m, "a part has no name", e);
    return m->sink.begin(m->sink.ctx, &part, e);
}

/* ---- the states; each says whether it got on ---- */

static enum err pass_content(struct multipart *m, bool *moved, struct error *e)
{
    const struct str boundary = {m->boundary, m->boundary_n};
    const struct str held = ahead(m);
    size_t at = str_find(held, boundary);
    bool found = at < held.n;
    bool counts = m->state == MULTIPART_CONTENT;

    if (!found) /* its last bytes may begin one */
        at = held.n < boundary.n ? 0 : held.n - (boundary.n - 1);
    if (counts && at > 0 && m->sink.put(m->sink.ctx, str_slice(held, 0, at), e))
        return e->code;
    if (counts && found && m->sink.end(m->sink.ctx, e))
        return e->code;
    consume(m, found ? at + boundary.n : at);
    if (found)
        m->state = MULTIPART_BOUNDARY;
    *moved = found;
    return OK;
}

static enum err pass_boundary(struct multipart *m, bool *moved, struct error *e)
{
    const struct str held = ahead(m);
    size_t end = str_find(held, LINE_END);

    *moved = false;
    if (held.n < 2)
        return OK;
    if (str_starts(held, STR("--"))) {
        m->state = MULTIPART_AFTER;
        *moved = true;
        return OK;
    }
    if (end > PADDING_BYTES || str_trim(str_slice(held, 0, end)).n > 0)
        return no_form(m, "something follows a boundary in its line", e);
    *moved = end < held.n;
    if (*moved) {
        consume(m, end); /* what ends this line begins that of the headers */
        m->state = MULTIPART_HEADERS;
    }
    return OK;
}

static enum err pass_headers(struct multipart *m, bool *moved, struct error *e)
{
    const struct str held = ahead(m);
    size_t end = str_find(held, STR("\r\n\r\n"));

    *moved = end < held.n;
    if ((*moved ? end : held.n) > MULTIPART_HEADER_BYTES)
        return error_set(e, ERR_LIMIT,
                         "a part of a form has at most %zu bytes "
                         "of headers",
                         MULTIPART_HEADER_BYTES);
    if (!*moved)
        return OK;
    if (read_headers(m, str_slice(held, LINE_END.n, end), e))
        return e->code;
    consume(m, end + 2 * LINE_END.n);
    m->state = MULTIPART_CONTENT;
    return OK;
}

static enum err pass(struct multipart *m, bool *moved, struct error *e)
{
    switch (m->state) {
    case MULTIPART_BOUNDARY: return pass_boundary(m, moved, e);
    case MULTIPART_HEADERS: return pass_headers(m, moved, e);
    case MULTIPART_AFTER:
        *moved = false;
        consume(m, ahead(m).n);
        return OK;
    default: return pass_content(m, moved, e);
    }
}

/* ---- from outside ---- */

enum err multipart_init(struct multipart *m, struct str content_type,
                        const struct multipart_sink *sink, struct error *e)
{
    char quoted[MULTIPART_BOUNDARY_BYTES + 2];
    struct str boundary = parameter(content_type, "boundary");

    *m = (struct multipart){.sink = *sink, .state = MULTIPART_BEFORE};
    buf_init(&m->held, 2 * PIECE_BYTES);
    if (multipart_is_type(content_type) && boundary.n <= sizeof(quoted)) {
        memcpy(quoted, str_bytes(boundary), boundary.n);
        boundary = unquote((struct str){quoted, boundary.n});
    }
    if (!multipart_is_type(content_type) || !is_boundary(boundary))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an upload is multipart/form-data with a boundary");
    memcpy(m->boundary, "\r\n--", 4);
    memcpy(m->boundary + 4, boundary.p, boundary.n);
    m->boundary_n = 4 + boundary.n;
    buf_put_str(&m->held, LINE_END); /* the line before the first */
    return OK;
}

void multipart_release(struct multipart *m)
{
    buf_release(&m->held);
}

/* What is left goes to the front. */
static void move_up(struct multipart *m)
{
    const struct str rest = ahead(m);

    memmove(m->held.p, rest.p, rest.n);
    m->held.n = rest.n;
    m->passed = 0;
}

enum err multipart_feed(struct multipart *m, struct str bytes, struct error *e)
{
    struct str held;
    bool moved = true;

    BUG_ON(bytes.n > PIECE_BYTES);
    buf_put_str(&m->held, bytes);
    if (buf_finish(&m->held, &held, e))
        return e->code;
    while (moved)
        if (pass(m, &moved, e))
            return e->code;
    if (m->held.p)
        move_up(m);
    return OK;
}

enum err multipart_finish(const struct multipart *m, struct error *e)
{
    return m->state == MULTIPART_AFTER ? OK
                                       : no_form(m, "it ends in the middle", e);
}
