#include "formats/mail/header.h"

#include "base/buf.h"
#include "formats/mail/transfer.h"

#include <string.h>

/* The line that `s` begins with, with its end. */
static size_t line_bytes(struct str s)
{
    const size_t at = str_find_char(s, '\n');

    return at < s.n ? at + 1 : s.n;
}

static bool is_blank_line(struct str line)
{
    return str_is(line, "\n") || str_is(line, "\r\n");
}

static bool is_folded(struct str line)
{
    return line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');
}

/* Bytes of the field name that a line begins with, before its colon; 0: none. */
static size_t name_bytes(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] > ' ' && line.p[n] < 0x7f &&
           line.p[n] != ':')
        n++;
    for (size_t i = n; i < line.n && n > 0; i++) {
        if (line.p[i] == ':')
            return n;
        if (line.p[i] != ' ' && line.p[i] != '\t')
            break;
    }
    return 0;
}

static enum err at_line(struct error *e, enum err code, uint64_t line,
                        const char *why)
{
    (void)error_set(e, code, "%s", why);
    e->pos.line = line;
    e->pos.column = 1;
    return code;
}

enum err header_split(struct str entity, bool must, struct mail_header *out,
                      struct error *e)
{
    size_t at = 0;
    uint64_t line = 0;
    uint32_t fields = 0;

    while (at < entity.n) {
        const struct str rest = str_slice(entity, at, entity.n);
        const struct str one = str_slice(rest, 0, line_bytes(rest));
        const bool is_field = name_bytes(one) > 0;

        line++;
        if (is_blank_line(one))
            break;
        if (must && line == 1 && !is_field)
            return at_line(e, ERR_FILE_READ_FAILED, line,
                           "it is no mail: its first line is no header field");
        /* what is neither is the body of a mail without a blank line */
        if (!is_field && !is_folded(one)) {
            *out = (struct mail_header){str_slice(entity, 0, at), rest};
            return OK;
        }
        at += one.n;
        fields += is_field;
        if (at > MAIL_HEADER_BYTES || fields > MAIL_HEADER_FIELDS)
            return at_line(e, ERR_LIMIT, line,
                           "the header of a mail is too long");
    }
    *out = (struct mail_header){
        str_slice(entity, 0, at),
        str_slice(entity, at + line_bytes(str_slice(entity, at, entity.n)),
                  entity.n)};
    return OK;
}

/* The raw value of the first field of this name. */
static struct str raw_value(const struct mail_header *h, const char *name)
{
    struct str rest = h->bytes;

    while (rest.n > 0) {
        size_t end = line_bytes(rest);
        const size_t n = name_bytes(str_slice(rest, 0, end));

        while (end < rest.n && is_folded(str_slice(rest, end, rest.n)))
            end += line_bytes(str_slice(rest, end, rest.n));
        if (n > 0 && str_eq_nocase(str_slice(rest, 0, n), str_from(name))) {
            const size_t colon = str_find_char(rest, ':');

            return str_slice(rest, colon + 1, end);
        }
        rest = str_slice(rest, end, rest.n);
    }
    return (struct str){0};
}

enum err header_field(const struct mail_header *h, const char *name,
                      struct arena *a, struct str *out, struct error *e)
{
    const struct str raw =
        str_trim(str_slice(str_trim(raw_value(h, name)), 0, MAIL_VALUE_BYTES));
    char *p = arena_alloc(a, raw.n, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < raw.n; i++)
        if (raw.p[i] != '\r' && raw.p[i] != '\n')
            p[n++] = raw.p[i];
    *out = (struct str){p, n};
    return OK;
}

/* ---- encoded words: =?utf-8?Q?caf=C3=A9?= ---- */

struct word {
    struct str charset, data;
    bool is_base64;
    size_t n; /* bytes of all of it */
};

static bool read_word(struct str s, struct word *out)
{
    size_t at[3];
    size_t from = 2;

    if (!str_starts(s, STR("=?")))
        return false;
    for (int i = 0; i < 3; i++) {
        at[i] = from + str_find_char(str_slice(s, from, s.n), '?');
        from = at[i] + 1;
        if (at[i] >= s.n)
            return false;
    }
    if (at[1] != at[0] + 2 || from >= s.n || s.p[from] != '=' ||
        str_find_char(str_slice(s, 0, at[0]), ' ') < at[0])
        return false;
    out->charset = str_slice(s, 2, at[0]);
    out->charset.n = str_find_char(out->charset, '*'); /* its language */
    out->data = str_slice(s, at[1] + 1, at[2]);
    out->is_base64 = s.p[at[0] + 1] == 'B' || s.p[at[0] + 1] == 'b';
    out->n = from + 1;
    return out->is_base64 || s.p[at[0] + 1] == 'Q' || s.p[at[0] + 1] == 'q';
}

static void put_word(const struct word *w, struct buf *out)
{
    if (w->is_base64) {
        transfer_base64(w->data, out);
        return;
    }
    for (size_t i = 0; i < w->data.n; i++) {
        const int high =
            i + 2 < w->data.n ? str_hex_value(w->data.p[i + 1]) : -1;
        const int low =
            i + 2 < w->data.n ? str_hex_value(w->data.p[i + 2]) : -1;
        const bool is_last = i + 3 == w->data.n && w->data.p[i] == '=';

        if (w->data.p[i] == '=' && (i + 2 < w->data.n || is_last) &&
            high >= 0 && low >= 0) {
            buf_put_char(out, (char)(high * 16 + low));
            i += 2;
        } else {
            buf_put_char(out, w->data.p[i] == '_' ? ' ' : w->data.p[i]);
        }
    }
}

static size_t blanks(struct str s)
{
    size_t n = 0;

    while (n < s.n && (s.p[n] == ' ' || s.p[n] == '\t'))
        n++;
    return n;
}

/* Encoded words that follow each other in one encoding may cut a character, so
 * their bytes are put together before they are decoded. */
static enum err put_words(struct str *rest, struct arena *a, struct buf *bytes,
                          struct buf *out, struct error *e)
{
    struct word first = {0};
    struct word next = {0};
    struct str text;

    buf_reset(bytes);
    (void)read_word(*rest, &first);
    next = first;
    for (;;) {
        size_t gap;

        put_word(&next, bytes);
        *rest = str_slice(*rest, next.n, rest->n);
        gap = blanks(*rest);
        if (!read_word(str_slice(*rest, gap, rest->n), &next))
            break;
        *rest = str_slice(*rest, gap, rest->n);
        if (!str_eq_nocase(next.charset, first.charset))
            break;
    }
    if (transfer_text(buf_str(bytes), first.charset, a, &text, e) != OK)
        return e->code;
    buf_put_str(out, text);
    return OK;
}

static enum err decode_words(struct str value, struct arena *a,
                             struct buf *bytes, struct buf *out,
                             struct error *e)
{
    struct word w = {0};
    enum err rc = OK;

    while (value.n > 0 && !rc) {
        size_t n = 0;
        struct str text;

        if (read_word(value, &w)) {
            rc = put_words(&value, a, bytes, out, e);
            continue;
        }
        while (n < value.n &&
               (n == 0 || !read_word(str_slice(value, n, value.n), &w)))
            n++;
        rc =
            transfer_text(str_slice(value, 0, n), (struct str){0}, a, &text, e);
        if (!rc)
            buf_put_str(out, text);
        value = str_slice(value, n, value.n);
    }
    return rc;
}

enum err header_decode(struct str value, struct arena *a, struct str *out,
                       struct error *e)
{
    struct buf bytes;
    struct buf text;
    enum err rc;

    buf_init(&bytes, MAIL_VALUE_BYTES);
    buf_init(&text, 4 * MAIL_VALUE_BYTES);
    rc = decode_words(value, a, &bytes, &text, e);
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < ' ' || text.p[i] == 0x7f)
            text.p[i] = ' ';
    if (!rc)
        rc = buf_dup(&text, a, out, e);
    if (!rc)
        *out = str_trim(*out);
    buf_release(&bytes);
    buf_release(&text);
    return rc;
}

enum err header_text(const struct mail_header *h, const char *name,
                     struct arena *a, struct str *out, struct error *e)
{
    struct str value = {0};
    enum err rc = header_field(h, name, a, &value, e);

    return rc ? rc : header_decode(value, a, out, e);
}

/* ---- parameters ---- */

struct parameter {
    struct str name, value;
    bool is_quoted;
};

/* The next one after a ';'; false at the end. */
static bool next_parameter(struct str *rest, struct parameter *out)
{
    struct str s = *rest;
    bool in_quotes = false;
    size_t end = 0;
    size_t equals;

    for (; end < s.n && (in_quotes || s.p[end] != ';'); end++) {
        if (s.p[end] == '"')
            in_quotes = !in_quotes;
        else if (in_quotes && s.p[end] == '\\')
            end++;
    }
    if (end > s.n)
        end = s.n;
    *rest = str_slice(s, end + 1, s.n);
    s = str_slice(s, 0, end);
    equals = str_find_char(s, '=');
    out->name = str_trim(str_slice(s, 0, equals));
    out->value = str_trim(str_slice(s, equals + 1, s.n));
    out->is_quoted = out->value.n > 0 && out->value.p[0] == '"';
    return end < s.n || end > 0 || rest->n > 0;
}

/* Without quotes and what is escaped in them. */
static void put_plain(const struct parameter *p, struct buf *out)
{
    struct str s = p->value;

    if (p->is_quoted)
        s = str_slice(s, 1, s.n - (str_ends(s, STR("\"")) && s.n > 1));
    for (size_t i = 0; i < s.n; i++) {
        if (p->is_quoted && s.p[i] == '\\' && i + 1 < s.n)
            i++;
        buf_put_char(out, s.p[i]);
    }
}

static void put_percent(struct str s, struct buf *out)
{
    for (size_t i = 0; i < s.n; i++) {
        const int high = i + 2 < s.n ? str_hex_value(s.p[i + 1]) : -1;
        const int low = i + 2 < s.n ? str_hex_value(s.p[i + 2]) : -1;

        if (s.p[i] == '%' && high >= 0 && low >= 0) {
            buf_put_char(out, (char)(high * 16 + low));
            i += 2;
        } else {
            buf_put_char(out, s.p[i]);
        }
    }
}

/* utf-8'en'caf%C3%A9, of which only the first section has the first two. */
static void put_encoded(const struct parameter *p, bool is_first,
                        struct str *charset, struct buf *out)
{
    struct str s = p->value;
    size_t quote = str_find_char(s, '\'');

    if (p->is_quoted)
        s = str_slice(s, 1, s.n - 1);
    if (is_first && quote < s.n) {
        const struct str after = str_slice(s, quote + 1, s.n);
        const size_t second = str_find_char(after, '\'');

        if (second < after.n) {
            *charset = str_slice(s, 0, quote);
            s = str_slice(after, second + 1, after.n);
        }
    }
    put_percent(s, out);
}

#define MAX_SECTIONS 100

/* The section `i` of a parameter, "filename*0*"; i < 0: the whole of it. */
static bool put_section(struct str value, const char *name, int i,
                        struct str *charset, struct buf *out)
{
    struct str rest = str_slice(value, str_find_char(value, ';') + 1, value.n);
    struct parameter p;

    while (next_parameter(&rest, &p)) {
        struct str tail = str_slice(p.name, str_from(name).n, p.name.n);
        struct buf wanted;
        bool is_encoded;
        bool is;

        if (!str_eq_nocase(str_slice(p.name, 0, str_from(name).n),
                           str_from(name)))
            continue;
        is_encoded = str_ends(tail, STR("*"));
        tail.n -= is_encoded;
        buf_init(&wanted, 32);
        if (i >= 0)
            buf_printf(&wanted, "*%d", i);
        is = str_eq(tail, buf_str(&wanted));
        buf_release(&wanted);
        if (!is)
            continue;
        if (is_encoded)
            put_encoded(&p, i <= 0, charset, out);
        else
            put_plain(&p, out);
        return true;
    }
    return false;
}

enum err header_parameter(struct str value, const char *name, struct arena *a,
                          struct str *out, struct error *e)
{
    struct str charset = {0};
    struct buf bytes;
    bool is_plain;
    int i = 0;
    enum err rc;

    buf_init(&bytes, MAIL_VALUE_BYTES);
    while (i < MAX_SECTIONS && put_section(value, name, i, &charset, &bytes))
        i++;
    is_plain = i == 0 && put_section(value, name, -1, &charset, &bytes);
    rc = is_plain && charset.n == 0
             ? header_decode(buf_str(&bytes), a, out, e)
             : transfer_text(buf_str(&bytes), charset, a, out, e);
    if (!rc && out->p == bytes.p) /* it borrows what is released */
        rc = str_dup(*out, a, out, e);
    buf_release(&bytes);
    return rc;
}
