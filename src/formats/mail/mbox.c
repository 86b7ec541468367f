/*
 * Programs do not agree on how a line of a mail that begins with "From " is
 * written. Here one begins a mail if a blank line is before it and a time of day
 * in it; ">From " with any number of signs loses one, as most have added one.
 * Lengths that some write into the header are not believed.
 *
 * Source: RFC 4155, qmail's mbox(5).
 */
#include "formats/mail/mbox.h"

#include "base/hash.h"
#include "base/read_at.h"
#include "base/utf8.h"
#include "formats/mail/header.h"
#include "formats/mail/mail_date.h"

#include <errno.h>
#include <string.h>

#define PIECE_BYTES  ((size_t)1 << 20)
#define HEADER_ARENA ((size_t)16 << 20)
#define NAME_BYTES   100u               /* of a subject in a name */
#define BEGIN_BYTES  500u               /* of a line that begins a mail */
#define LINE_BYTES   ((size_t)64 << 10) /* looked at of a line */

struct mbox {
    int fd;
    const struct member_sink *sink;
    const atomic_bool *stop;
    struct buf mail;  /* without the line that begins it */
    struct buf piece; /* of the file, from `at` */
    size_t used;      /* of the piece */
    uint64_t at;      /* of the piece in the file */
    uint64_t line_at; /* where the last line that was read begins */
    uint64_t begin;   /* of the mail */
    bool is_end;
    bool is_too_long; /* the mail */
    bool in_line;     /* the last piece of a line did not end it */
};

bool mbox_is_begin(struct str line)
{
    if (!str_starts(line, STR("From ")) || line.n > BEGIN_BYTES)
        return false;
    for (size_t i = 7; i + 2 < line.n; i++)
        if (line.p[i] == ':' && line.p[i - 1] >= '0' && line.p[i - 1] <= '9' &&
            line.p[i + 1] >= '0' && line.p[i + 1] <= '9')
            return true;
    return false;
}

static enum err refill(struct mbox *x, struct error *e)
{
    const size_t left = x->piece.n - x->used;
    char *to;
    ssize_t got;

    if (x->stop && atomic_load(x->stop))
        return error_set(e, ERR_TIMEOUT, "stopped");
    if (left > 0)
        memmove(x->piece.p, x->piece.p + x->used, left);
    x->at += x->used;
    x->used = 0;
    x->piece.n = left;
    to = buf_reserve(&x->piece, PIECE_BYTES);
    if (!to)
        return error_set(e, ERR_LIMIT, "out of memory: cannot read the mbox");
    got = read_at(x->fd, to, PIECE_BYTES, x->at + left);
    if (got < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the file: %s",
                         strerror(errno));
    buf_commit(&x->piece, (size_t)got);
    x->is_end = (size_t)got < PIECE_BYTES;
    return OK;
}

/* The next line with its end, or the next LINE_BYTES of a long one; empty at the
 * end of the file. */
static enum err next_line(struct mbox *x, struct str *line, struct error *e)
{
    struct str rest = {x->piece.p + x->used, x->piece.n - x->used};
    size_t n = str_find_char(rest, '\n');

    if (n == rest.n && n < LINE_BYTES && !x->is_end) {
        if (refill(x, e) != OK)
            return e->code;
        rest = buf_str(&x->piece);
        n = str_find_char(rest, '\n');
    }
    n += n < rest.n;
    x->line_at = x->at + x->used;
    *line = str_slice(rest, 0, n < LINE_BYTES ? n : LINE_BYTES);
    x->used += line->n;
    return OK;
}

/* ---- a mail ---- */

/* A subject as a part of a name: on one line, without what parts folders. */
static struct str name_of_subject(struct str s, char out[NAME_BYTES])
{
    size_t n = 0;

    for (size_t i = 0; i < s.n;) {
        const size_t bytes = utf8_length(str_slice(s, i, s.n));

        if (bytes == 0 || n + bytes > NAME_BYTES)
            break;
        memcpy(out + n, s.p + i, bytes);
        if (bytes == 1 && strchr("/\\\"<>|*?", s.p[i]))
            out[n] = '-';
        n += bytes;
        i += bytes;
    }
    return str_trim((struct str){out, n});
}

static enum err put_id(const struct mbox *x, struct str message_id,
                       struct arena *a, struct str *out, struct error *e)
{
    const struct str of = message_id.n ? message_id : buf_str(&x->mail);
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, str_bytes(of), of.n);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    return str_printf(a, out, e, "%.20s", hex);
}

static enum err name_mail(const struct mbox *x, const struct mail_header *h,
                          struct arena *a, struct member *out, struct error *e)
{
    char subject[NAME_BYTES];
    char date[MAIL_DATE_BYTES];
    struct str id = {0};
    struct str text = {0};
    struct str when = {0};
    enum err rc = header_field(h, "Message-ID", a, &id, e);

    if (!rc)
        rc = header_text(h, "Subject", a, &text, e);
    if (!rc)
        rc = header_field(h, "Date", a, &when, e);
    if (rc)
        return rc;
    mail_date(when, date);
    when = str_slice(str_from(date), 0, 10);
    text = name_of_subject(text, subject);
    if (when.n == 0 && text.n == 0)
        rc = str_printf(a, &out->name, e, "mail at byte %llu.eml",
                        (unsigned long long)x->begin);
    else
        rc = str_printf(a, &out->name, e, "%.*s%s%.*s.eml", STR_FMT(when),
                        when.n && text.n ? " " : "", STR_FMT(text));
    return rc ? rc : put_id(x, id, a, &out->id, e);
}

/* Of the mail, not of what takes its parts. */
static bool is_of_mail(enum err rc)
{
    return rc == ERR_FILE_READ_FAILED || rc == ERR_LIMIT;
}

/* What cannot be read of them is said in the place of one. */
static enum err put_parts(const struct mbox *x, const struct member *m,
                          struct arena *a, struct error *e)
{
    struct str lead_id, lead_name;
    struct member lost = {0};
    struct error why;
    enum err rc = str_printf(a, &lead_id, e, "%.*s/", STR_FMT(m->id));

    if (!rc)
        rc = str_printf(a, &lead_name, e, "%.*s/", STR_FMT(m->name));
    if (rc)
        return rc;
    rc = mail_members(buf_str(&x->mail), lead_id, lead_name, x->sink, &why);
    if (!is_of_mail(rc)) {
        if (rc)
            *e = why;
        return rc;
    }
    lost.refusal = str_from(why.msg);
    rc = str_printf(a, &lost.id, e, "%.*sattachments", STR_FMT(lead_id));
    if (!rc)
        rc =
            str_printf(a, &lost.name, e, "%.*sattachments", STR_FMT(lead_name));
    return rc ? rc : x->sink->begin(x->sink->ctx, &lost, e);
}

/* Why one could not be read, instead of it. */
static enum err refuse(const struct mbox *x, struct member *m,
                       const struct error *why, struct arena *a,
                       struct error *e)
{
    enum err rc = OK;

    m->refusal = str_from(why->msg);
    if (m->id.n == 0)
        rc = put_id(x, (struct str){0}, a, &m->id, e);
    if (!rc && m->name.n == 0)
        rc = str_printf(a, &m->name, e, "mail at byte %llu.eml",
                        (unsigned long long)x->begin);
    return rc ? rc : x->sink->begin(x->sink->ctx, m, e);
}

static enum err write_mail(const struct mbox *x, const struct member *m,
                           struct arena *a, struct error *e)
{
    const struct member_sink *s = x->sink;
    enum err rc = s->begin(s->ctx, m, e);

    if (!rc)
        rc = s->write(s->ctx, buf_str(&x->mail), e);
    if (!rc)
        rc = s->end(s->ctx, e);
    return rc ? rc : put_parts(x, m, a, e);
}

/* One mail is no failure of the others. */
static enum err put_mail(struct mbox *x, struct error *e)
{
    struct mail_header h = {0};
    struct member m = {0};
    struct error why;
    struct arena a;
    enum err rc = OK;

    if (x->mail.n == 0)
        return OK;
    arena_init(&a, HEADER_ARENA);
    if (x->is_too_long)
        rc = error_set(&why, ERR_LIMIT, "a mail of more than %zu MiB",
                       MAIL_MAX_BYTES >> 20);
    if (!rc)
        rc = header_split(buf_str(&x->mail), true, &h, &why);
    if (!rc)
        rc = name_mail(x, &h, &a, &m, &why);
    rc = rc ? refuse(x, &m, &why, &a, e) : write_mail(x, &m, &a, e);
    arena_release(&a);
    return rc;
}

/* ---- the file ---- */

/* ">From " loses the sign that was added. */
static struct str unescaped(struct str line)
{
    size_t signs = 0;

    while (signs < line.n && line.p[signs] == '>')
        signs++;
    return signs > 0 && str_starts(str_slice(line, signs, line.n), STR("From "))
               ? str_slice(line, 1, line.n)
               : line;
}

static void add_line(struct mbox *x, struct str line)
{
    if (x->mail.n + line.n > MAIL_MAX_BYTES)
        x->is_too_long = true;
    else
        buf_put_str(&x->mail, x->in_line ? line : unescaped(line));
    x->in_line = !str_ends(line, STR("\n"));
}

static bool is_blank(struct str line)
{
    return str_is(line, "\n") || str_is(line, "\r\n");
}

/* The lines up to the next mail, whose first line is used up. */
static enum err read_mail(struct mbox *x, bool *more, struct error *e)
{
    bool after_blank = true;
    struct str line = {0};
    enum err rc;

    buf_reset(&x->mail);
    x->is_too_long = x->in_line = false;
    while ((rc = next_line(x, &line, e)) == OK && line.n > 0) {
        *more = !x->in_line && after_blank && mbox_is_begin(line);
        if (*more)
            break;
        after_blank = !x->in_line && is_blank(line);
        add_line(x, line);
    }
    if (!rc && x->mail.overflow)
        rc = error_set(e, ERR_LIMIT, "out of memory: cannot hold a mail");
    return rc;
}

static enum err read_mails(struct mbox *x, uint64_t *next, struct error *e)
{
    struct str line = {0};
    bool more = true;
    enum err rc = next_line(x, &line, e);

    if (!rc && !mbox_is_begin(line)) {
        (void)error_set(e, ERR_FILE_READ_FAILED,
                        "it is no mbox: its first line is not 'From ', a "
                        "sender and a time");
        e->pos.line = e->pos.column = 1;
        return e->code;
    }
    while (!rc && more) {
        x->begin = x->line_at;
        if (x->sink->is_full(x->sink->ctx)) {
            *next = x->begin;
            return OK;
        }
        more = false;
        rc = read_mail(x, &more, e);
        if (!rc)
            rc = put_mail(x, e);
    }
    return rc;
}

enum err mbox_members(int fd, uint64_t from, const struct member_sink *sink,
                      const atomic_bool *stop, uint64_t *next, struct error *e)
{
    struct mbox x = {.fd = fd, .sink = sink, .stop = stop, .at = from};
    enum err rc;

    *next = 0;
    buf_init(&x.mail, MAIL_MAX_BYTES + LINE_BYTES);
    buf_init(&x.piece, 3 * PIECE_BYTES);
    rc = refill(&x, e);
    if (!rc)
        rc = read_mails(&x, next, e);
    buf_release(&x.mail);
    buf_release(&x.piece);
    return rc;
}
