#include "formats/mail/entity.h"

#include "base/utf8.h"

#include <string.h>

#define LIST_BYTES ((size_t)1 << 20)
#define NAME_BYTES 150u /* of an attachment; the end of a longer one stays */

/* A part with what its header says of it. */
struct entity {
    struct mail_header header;
    struct str type;         /* "text/plain", in small letters */
    struct str content_type; /* all of it */
    struct str disposition;  /* all of it */
    struct str name;         /* of its file, or empty */
    enum transfer transfer;
    unsigned depth;
    uint32_t number; /* of all parts, in their order */
};

void entities_init(struct mail_entities *x, struct arena *a)
{
    *x = (struct mail_entities){.a = a};
    buf_init(&x->texts, LIST_BYTES);
    buf_init(&x->attachments, LIST_BYTES);
}

void entities_release(struct mail_entities *x)
{
    buf_release(&x->texts);
    buf_release(&x->attachments);
}

size_t entities_texts(const struct mail_entities *x,
                      const struct mail_text **out)
{
    *out = (const void *)x->texts.p;
    return x->texts.n / sizeof(**out);
}

size_t entities_attachments(const struct mail_entities *x,
                            const struct mail_attachment **out)
{
    *out = (const void *)x->attachments.p;
    return x->attachments.n / sizeof(**out);
}

static enum err read_type(struct mail_entities *x, struct entity *t,
                          const char *usual, struct error *e)
{
    struct str type;
    char *p;
    enum err rc =
        header_field(&t->header, "Content-Type", x->a, &t->content_type, e);

    if (rc)
        return rc;
    type = str_trim(
        str_slice(t->content_type, 0, str_find_char(t->content_type, ';')));
    if (str_find_char(type, '/') == type.n)
        type = str_from(usual);
    p = str_cstr(type, x->a, e);
    if (!p)
        return e->code;
    for (size_t i = 0; i < type.n; i++)
        if (p[i] >= 'A' && p[i] <= 'Z')
            p[i] = (char)(p[i] + 'a' - 'A');
    t->type = (struct str){p, type.n};
    return OK;
}

static enum err read_entity(struct mail_entities *x, struct entity *t,
                            const char *usual, struct error *e)
{
    struct str transfer;
    enum err rc = read_type(x, t, usual, e);

    if (!rc)
        rc = header_field(&t->header, "Content-Transfer-Encoding", x->a,
                          &transfer, e);
    if (!rc)
        rc = header_field(&t->header, "Content-Disposition", x->a,
                          &t->disposition, e);
    if (!rc)
        rc = header_parameter(t->disposition, "filename", x->a, &t->name, e);
    if (!rc && t->name.n == 0)
        rc = header_parameter(t->content_type, "name", x->a, &t->name, e);
    if (!rc)
        t->transfer = transfer_of(transfer);
    return rc;
}

/* Without folders, whatever system wrote it; no name that leads elsewhere. */
static struct str plain_name(struct str name)
{
    name = str_trim(str_after_last(str_after_last(name, '/'), '\\'));
    while (name.n > 0 && name.p[0] == '.')
        name = str_slice(name, 1, name.n);
    while (name.n > NAME_BYTES)
        name = str_slice(name, 1, name.n);
    while (name.n > 0 && utf8_length(name) == 0)
        name = str_slice(name, 1, name.n);
    return name;
}

/* A name for a part that has none: "part-3.pdf", by its type. */
static enum err make_name(struct mail_entities *x, struct entity *t,
                          struct error *e)
{
    static const char *const usual[][2] = {{"text/plain", "txt"},
                                           {"message/rfc822", "eml"},
                                           {"text/markdown", "md"},
                                           {"text/calendar", "ics"},
                                           {"image/jpeg", "jpg"}};
    struct str suffix = str_after_last(t->type, '/');

    t->name = plain_name(t->name);
    if (t->name.n > 0 && !str_is(t->type, "message/rfc822"))
        return OK;
    for (size_t i = 0; i < COUNT_OF(usual); i++)
        if (str_is(t->type, usual[i][0]))
            suffix = str_from(usual[i][1]);
    if (t->name.n > 0)
        return str_ends(t->name, STR(".eml"))
                   ? OK
                   : str_printf(x->a, &t->name, e, "%.*s.eml",
                                STR_FMT(t->name));
    for (size_t i = 0; i < suffix.n; i++)
        if (suffix.p[i] <= ' ' || memchr("./\\\x7f", suffix.p[i], 4) ||
            (unsigned char)suffix.p[i] >= 0x80)
            suffix.n = i;
    return str_printf(x->a, &t->name, e, "part-%u.%.*s", t->number,
                      STR_FMT(str_slice(suffix, 0, 20)));
}

static enum err put_attachment(struct mail_entities *x, struct entity *t,
                               struct error *e)
{
    struct mail_attachment m = {.bytes = t->header.body,
                                .transfer = t->transfer};

    if (make_name(x, t, e) != OK)
        return e->code;
    m.name = t->name;
    buf_put(&x->attachments, &m, sizeof(m));
    return OK;
}

static enum err put_text(struct mail_entities *x, const struct entity *t,
                         struct error *e)
{
    struct mail_text m = {.bytes = t->header.body,
                          .transfer = t->transfer,
                          .is_html = str_is(t->type, "text/html")};
    struct str format = {0};
    struct str deleted = {0};
    enum err rc =
        header_parameter(t->content_type, "charset", x->a, &m.charset, e);

    if (!rc)
        rc = header_parameter(t->content_type, "format", x->a, &format, e);
    if (!rc)
        rc = header_parameter(t->content_type, "delsp", x->a, &deleted, e);
    m.is_flowed = !m.is_html && str_eq_nocase(format, STR("flowed"));
    m.is_deleted = str_eq_nocase(deleted, STR("yes"));
    if (!rc)
        buf_put(&x->texts, &m, sizeof(m));
    return rc;
}

static bool is_text(const struct entity *t)
{
    const struct str how = str_trim(
        str_slice(t->disposition, 0, str_find_char(t->disposition, ';')));

    return (str_is(t->type, "text/plain") || str_is(t->type, "text/html")) &&
           t->transfer != TRANSFER_UNKNOWN &&
           !str_eq_nocase(how, STR("attachment")) && t->name.n == 0;
}

/* ---- parts of a multipart ---- */

/* Bytes of a line that is the boundary; *is_last: it ends the multipart. */
static size_t boundary_line(struct str s, struct str boundary, bool *is_last)
{
    size_t n = 2 + boundary.n;

    if (!str_starts(s, STR("--")) ||
        !str_starts(str_slice(s, 2, s.n), boundary))
        return 0;
    *is_last = str_starts(str_slice(s, n, s.n), STR("--"));
    n += *is_last ? 2 : 0;
    while (n < s.n && (s.p[n] == ' ' || s.p[n] == '\t' || s.p[n] == '\r'))
        n++;
    if (n < s.n && s.p[n] != '\n')
        return 0;
    return n < s.n ? n + 1 : n;
}

/* A part up to the next boundary. The line end before one belongs to it. */
static struct str next_part(struct str *rest, struct str boundary, bool *more)
{
    size_t at = 0;

    *more = false;
    while (at < rest->n) {
        const struct str here = str_slice(*rest, at, rest->n);
        bool is_last = false;
        const size_t n = boundary_line(here, boundary, &is_last);

        if (n > 0) {
            struct str part = str_slice(*rest, 0, at);

            part.n -= str_ends(part, STR("\n"));
            part.n -= str_ends(part, STR("\r"));
            *rest = str_slice(here, n, here.n);
            *more = !is_last;
            return part;
        }
        at += str_find_char(here, '\n') + 1;
    }
    {
        const struct str part =
            *rest; /* cut off: the last boundary is missing */

        *rest = str_slice(*rest, rest->n, rest->n);
        return part;
    }
}

static enum err read_part(struct mail_entities *x, struct entity *t,
                          bool takes_text, struct error *e);

/* The children of a multipart, in `a`. */
static enum err split(struct mail_entities *x, const struct entity *t,
                      struct buf *children, struct error *e)
{
    const bool is_digest = str_is(t->type, "multipart/digest");
    struct str rest = t->header.body;
    struct str boundary;
    bool more = true;
    enum err rc =
        header_parameter(t->content_type, "boundary", x->a, &boundary, e);

    if (rc || boundary.n == 0)
        return rc;
    (void)next_part(&rest, boundary, &more); /* what comes before */
    while (more && !rc) {
        struct str part = next_part(&rest, boundary, &more);
        struct entity child = {.depth = t->depth + 1};

        if (++x->parts > MAIL_MAX_PARTS) {
            x->is_cut = true;
            break;
        }
        child.number = x->parts;
        rc = header_split(part, false, &child.header, e);
        if (!rc)
            rc = read_entity(x, &child,
                             is_digest ? "message/rfc822" : "text/plain", e);
        if (!rc)
            buf_put(children, &child, sizeof(child));
    }
    return rc;
}

static bool has_words(const struct entity *t)
{
    return str_trim(t->header.body).n > 0;
}

/* The alternative that is read: plain text, else the last one that can be. */
static size_t choose(const struct entity *child, size_t n)
{
    size_t best = n;

    for (size_t i = 0; i < n; i++) {
        if (str_is(child[i].type, "text/plain") && has_words(&child[i]))
            return i;
        if (is_text(&child[i]) || str_starts(child[i].type, STR("multipart/")))
            best = i;
    }
    return best;
}

static enum err read_children(struct mail_entities *x, const struct entity *t,
                              struct entity *child, size_t n, bool takes_text,
                              struct error *e)
{
    const bool is_choice = str_is(t->type, "multipart/alternative");
    const size_t chosen = is_choice ? choose(child, n) : n;
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = read_part(x, &child[i], takes_text && (!is_choice || i == chosen),
                       e);
    return rc;
}

static enum err read_multipart(struct mail_entities *x, const struct entity *t,
                               bool takes_text, struct error *e)
{
    struct buf children;
    enum err rc;

    if (t->depth >= MAIL_MAX_DEPTH) {
        x->is_cut = true;
        return OK;
    }
    buf_init(&children, LIST_BYTES);
    rc = split(x, t, &children, e);
    if (!rc && children.overflow)
        rc = error_set(e, ERR_LIMIT, "a mail of too many parts");
    if (!rc)
        rc = read_children(x, t, (void *)children.p,
                           children.n / sizeof(struct entity), takes_text, e);
    buf_release(&children);
    return rc;
}

/* A part whose text is not taken is no attachment either, where it is another
 * form of the text. */
static enum err read_part(struct mail_entities *x, struct entity *t,
                          bool takes_text, struct error *e)
{
    if (str_starts(t->type, STR("multipart/")))
        return read_multipart(x, t, takes_text, e);
    if (!is_text(t))
        return put_attachment(x, t, e);
    return takes_text ? put_text(x, t, e) : OK;
}

enum err entities_read(struct mail_entities *x, const struct mail_header *mail,
                       struct error *e)
{
    struct entity t = {.header = *mail};
    enum err rc = read_entity(x, &t, "text/plain", e);

    if (!rc)
        rc = read_part(x, &t, true, e);
    if (!rc && (x->texts.overflow || x->attachments.overflow))
        rc = error_set(e, ERR_LIMIT, "a mail of too many parts");
    return rc;
}
