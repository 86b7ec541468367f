#include "formats/mail/address.h"

#include "base/buf.h"
#include "formats/mail/header.h"

/* Bytes of a quoted text, a comment or one character that `s` begins with. */
static size_t token_bytes(struct str s)
{
    const char close = s.p[0] == '"' ? '"' : s.p[0] == '(' ? ')' : '\0';
    unsigned depth = 0;

    if (!close)
        return 1;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\')
            i++;
        else if (close == ')' && s.p[i] == '(')
            depth++;
        else if (s.p[i] == close && i > 0 && (close == '"' || --depth == 0))
            return i + 1;
    }
    return s.n;
}

/* The text of a quoted token or a comment, without what escapes. */
static void put_inner(struct str token, struct buf *out)
{
    for (size_t i = 1; i + 1 < token.n; i++) {
        if (token.p[i] == '\\' && i + 2 < token.n)
            i++;
        buf_put_char(out, token.p[i]);
    }
}

struct parts {
    struct buf name, comment, mail;
    bool in_angle, has_angle;
};

static void parts_reset(struct parts *x)
{
    buf_reset(&x->name);
    buf_reset(&x->comment);
    buf_reset(&x->mail);
    x->in_angle = x->has_angle = false;
}

static void take_token(struct parts *x, struct str token)
{
    struct buf *to = x->in_angle ? &x->mail : &x->name;

    if (token.p[0] == '(')
        put_inner(token, &x->comment);
    else if (token.n > 1 && token.p[0] == '"' && !x->in_angle)
        put_inner(token, to);
    else if (token.p[0] == '<')
        x->in_angle = x->has_angle = true;
    else if (token.p[0] == '>')
        x->in_angle = false;
    else
        buf_put_str(to, token);
}

/* One more, unless it is empty. */
static enum err finish(struct parts *x, struct arena *a, struct address *out,
                       size_t *n, struct error *e)
{
    struct buf *mail = x->has_angle ? &x->mail : &x->name;
    struct buf *name = x->has_angle ? &x->name : &x->comment;
    struct address one;
    enum err rc = header_decode(str_trim(buf_str(mail)), a, &one.mail, e);

    if (!rc)
        rc = header_decode(str_trim(buf_str(name)), a, &one.name, e);
    if (!rc && one.name.n == 0 && x->has_angle)
        rc = header_decode(str_trim(buf_str(&x->comment)), a, &one.name, e);
    if (!rc && (one.mail.n > 0 || one.name.n > 0) && *n < ADDRESS_MAX)
        out[(*n)++] = one;
    parts_reset(x);
    return rc;
}

enum err address_read(struct str value, struct arena *a,
                      struct address **address, size_t *n, struct error *e)
{
    struct parts x = {0};
    enum err rc = OK;

    *n = 0;
    *address = arena_alloc_array(a, ADDRESS_MAX, sizeof(**address), e);
    if (!*address)
        return e->code;
    buf_init(&x.name, MAIL_VALUE_BYTES);
    buf_init(&x.comment, MAIL_VALUE_BYTES);
    buf_init(&x.mail, MAIL_VALUE_BYTES);
    while (value.n > 0 && !rc && *n < ADDRESS_MAX) {
        const struct str token = str_slice(value, 0, token_bytes(value));
        const char c = token.p[0];

        value = str_slice(value, token.n, value.n);
        if (!x.in_angle && (c == ',' || c == ';'))
            rc = finish(&x, a, *address, n, e);
        else if (!x.in_angle && c == ':' && !x.has_angle)
            parts_reset(&x); /* the name of a group */
        else
            take_token(&x, token);
    }
    if (!rc)
        rc = finish(&x, a, *address, n, e);
    buf_release(&x.name);
    buf_release(&x.comment);
    buf_release(&x.mail);
    return rc;
}

enum err address_show(const struct address *x, struct arena *a, struct str *out,
                      struct error *e)
{
    *out = x->name.n ? x->name : x->mail;
    return x->name.n == 0 || x->mail.n == 0
               ? OK
               : str_printf(a, out, e, "%.*s <%.*s>", STR_FMT(x->name),
                            STR_FMT(x->mail));
}
