#include "formats/mail/mail.h"

#include "base/hash.h"
#include "formats/mail/address.h"
#include "formats/mail/body.h"
#include "formats/mail/mail_date.h"

#include <string.h>

#define PARTS_BYTES ((size_t)64 << 20) /* of the arena for what headers say */

/* Of a field with many people; the rest is in the text alone. */
#define FILTERED_PEOPLE 12u

struct people {
    struct address *address;
    size_t n;
};

struct mail {
    struct arena *a;
    struct mail_header header;
    struct str subject;
    struct people from, to, cc;
    char date[MAIL_DATE_BYTES];
    struct mail_entities entities;
};

static enum err read_people(struct mail *m, const char *name,
                            struct people *out, struct error *e)
{
    struct str value;
    enum err rc = header_field(&m->header, name, m->a, &value, e);

    return rc ? rc : address_read(value, m->a, &out->address, &out->n, e);
}

static enum err read_header(struct mail *m, struct error *e)
{
    struct str date;
    enum err rc = header_text(&m->header, "Subject", m->a, &m->subject, e);

    if (!rc)
        rc = read_people(m, "From", &m->from, e);
    if (!rc && m->from.n == 0)
        rc = read_people(m, "Sender", &m->from, e);
    if (!rc)
        rc = read_people(m, "To", &m->to, e);
    if (!rc)
        rc = read_people(m, "Cc", &m->cc, e);
    if (!rc)
        rc = header_field(&m->header, "Date", m->a, &date, e);
    if (!rc)
        mail_date(date, m->date);
    return rc;
}

/* The mail with its parts; mail_close() it in every case. */
static enum err mail_open(struct mail *m, struct str bytes, struct arena *a,
                          struct error *e)
{
    enum err rc;

    *m = (struct mail){.a = a};
    entities_init(&m->entities, a);
    if (bytes.n > MAIL_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "a mail of more than %zu MiB",
                         MAIL_MAX_BYTES >> 20);
    if (str_starts(bytes, STR("\xef\xbb\xbf")))
        bytes = str_slice(bytes, 3, bytes.n);
    if (str_starts(bytes, STR("From "))) /* of an mbox */
        bytes = str_slice(bytes, str_find_char(bytes, '\n') + 1, bytes.n);
    if (bytes.n == 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it is empty");
    rc = header_split(bytes, true, &m->header, e);
    if (!rc)
        rc = read_header(m, e);
    return rc ? rc : entities_read(&m->entities, &m->header, e);
}

static void mail_close(struct mail *m)
{
    entities_release(&m->entities);
}

/* ---- its text ---- */

/* "2024-03-05 14:30": what people read of a date. */
static struct str day_and_time(const struct mail *m, char out[MAIL_DATE_BYTES])
{
    memcpy(out, m->date, MAIL_DATE_BYTES);
    if (out[0] != '\0' && out[10] == 'T')
        out[10] = ' ';
    return str_slice(str_from(out), 0, 16);
}

/* "Delivery (Anna Weber, 2024-03-05 14:30)": what a quote of it is shown with. */
static enum err put_heading(struct mail *m, struct block_writer *f,
                            struct error *e)
{
    char date[MAIL_DATE_BYTES];
    const struct str when = day_and_time(m, date);
    const bool is_named = m->subject.n > 0;
    struct str who = {0};
    struct str line;

    if (m->from.n > 0)
        who = m->from.address[0].name.n ? m->from.address[0].name
                                        : m->from.address[0].mail;
    if (who.n + when.n == 0) {
        block_writer_put(f, SECTIONS_PARAGRAPH, 1, m->subject);
        return OK;
    }
    if (str_printf(m->a, &line, e, "%.*s%s%.*s%s%.*s%s", STR_FMT(m->subject),
                   is_named ? " (" : "", STR_FMT(who),
                   who.n && when.n ? ", " : "", STR_FMT(when),
                   is_named ? ")" : "") != OK)
        return e->code;
    block_writer_put(f, SECTIONS_PARAGRAPH, 1, line);
    return OK;
}

/* "Name: a, b" */
static void put_field(struct buf *out, const char *name,
                      const struct str *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i == 0 ? name : ", ");
        buf_put_str(out, value[i]);
    }
    if (n > 0)
        buf_put_char(out, '\n');
}

/* What a field has, as text. */
static enum err show_people(const struct people *p, struct arena *a,
                            struct str **out, struct error *e)
{
    enum err rc = OK;

    *out = arena_alloc_array(a, p->n + 1, sizeof(**out), e);
    if (!*out)
        return e->code;
    for (size_t i = 0; i < p->n && !rc; i++)
        rc = address_show(&p->address[i], a, &(*out)[i], e);
    return rc;
}

static enum err names_of(const struct mail_entities *x, struct str **out,
                         size_t *n, struct error *e)
{
    const struct mail_attachment *m;

    *n = entities_attachments(x, &m);
    *out = arena_alloc_array(x->a, *n + 1, sizeof(**out), e);
    if (!*out)
        return e->code;
    for (size_t i = 0; i < *n; i++)
        (*out)[i] = m[i].name;
    return OK;
}

/* What the header says, as texts, and the fields that one can filter by: they live
 * as long as the sections. */
struct shown {
    struct str *from, *to, *cc, *attachment;
    struct str date, subject;
    size_t n_attachments;
    struct section_field field[6];
    uint32_t n_fields;
};

static void add_field(struct shown *s, const char *key, const struct str *value,
                      size_t n)
{
    if (n > FILTERED_PEOPLE)
        n = FILTERED_PEOPLE;
    if (n > 0 && value[0].n > 0)
        s->field[s->n_fields++] =
            (struct section_field){.key = str_from(key),
                                   .kind = n > 1 ? FIELD_LIST : FIELD_TEXT,
                                   .values = value,
                                   .n = (uint32_t)n};
}

static enum err show_header(struct mail *m, struct shown *s, struct error *e)
{
    enum err rc = show_people(&m->from, m->a, &s->from, e);

    if (!rc)
        rc = show_people(&m->to, m->a, &s->to, e);
    if (!rc)
        rc = show_people(&m->cc, m->a, &s->cc, e);
    if (!rc)
        rc = str_dup(str_from(m->date), m->a, &s->date, e);
    s->subject = m->subject;
    return rc ? rc
              : names_of(&m->entities, &s->attachment, &s->n_attachments, e);
}

static enum err put_header(struct mail *m, struct block_writer *f,
                           struct error *e)
{
    struct shown *s = arena_alloc(m->a, sizeof(*s), e);
    struct buf text;

    if (!s || show_header(m, s, e) != OK)
        return e->code;
    buf_init(&text, SECTIONS_MAX_BYTES);
    put_field(&text, "From: ", s->from, m->from.n);
    put_field(&text, "To: ", s->to, m->to.n);
    put_field(&text, "Cc: ", s->cc, m->cc.n);
    put_field(&text, "Attachments: ", s->attachment, s->n_attachments);
    block_writer_put(f, SECTIONS_PARAGRAPH, 0, buf_str(&text));
    buf_release(&text);
    add_field(s, "from", s->from, m->from.n);
    add_field(s, "to", s->to, m->to.n);
    add_field(s, "cc", s->cc, m->cc.n);
    add_field(s, "date", &s->date, 1);
    add_field(s, "subject", &s->subject, 1);
    add_field(s, "attachment", s->attachment, s->n_attachments);
    f->field = s->field;
    f->n_fields = s->n_fields;
    return OK;
}

/* Names and addresses of those whom it is to. */
static enum err find_persons(struct mail *m, struct mail_body *b,
                             struct error *e)
{
    const struct people *const list[] = {&m->to, &m->cc};
    struct str *person = arena_alloc_array(m->a, 2 * (m->to.n + m->cc.n) + 1,
                                           sizeof(*person), e);

    if (!person)
        return e->code;
    for (size_t k = 0; k < COUNT_OF(list); k++)
        for (size_t i = 0; i < list[k]->n; i++) {
            person[b->n_persons++] = list[k]->address[i].name;
            person[b->n_persons++] = list[k]->address[i].mail;
        }
    b->person = person;
    return OK;
}

static enum err put_mail(struct mail *m, struct block_writer *f,
                         const atomic_bool *stop, struct error *e)
{
    struct mail_body b = {.a = m->a, .writer = f, .stop = stop};
    const struct mail_text *text;
    const size_t n = entities_texts(&m->entities, &text);
    enum err rc = put_heading(m, f, e);

    if (!rc)
        rc = put_header(m, f, e);
    if (!rc)
        rc = find_persons(m, &b, e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = body_put(&b, &text[i], e);
    f->title = m->subject;
    return rc;
}

enum err mail_sections(struct str mail, const atomic_bool *stop,
                       struct arena *a, struct sections *out, struct error *e)
{
    struct mail m;
    struct block_writer f;
    enum err rc = mail_open(&m, mail, a, e);

    block_writer_init(&f, a);
    if (!rc)
        rc = put_mail(&m, &f, stop, e);
    if (!rc)
        rc = block_writer_finish(&f, SECTIONS_MAIL, out, e);
    block_writer_release(&f);
    mail_close(&m);
    return rc;
}

/* ---- its attachments ---- */

/* Its bytes are whole before it begins: what fails leaves none half written. */
static enum err put_member(const struct mail_attachment *x,
                           const struct member *member,
                           const struct member_sink *sink, struct error *e)
{
    struct buf bytes;
    enum err rc = OK;

    if (member->refusal.n > 0)
        return sink->begin(sink->ctx, member, e);
    buf_init(&bytes, MAIL_MAX_BYTES);
    transfer_decode(x->bytes, x->transfer, &bytes);
    if (bytes.overflow)
        rc = error_set(e, ERR_LIMIT, "out of memory: cannot decode a file");
    if (!rc)
        rc = sink->begin(sink->ctx, member, e);
    if (!rc)
        rc = sink->write(sink->ctx, buf_str(&bytes), e);
    if (!rc)
        rc = sink->end(sink->ctx, e);
    buf_release(&bytes);
    return rc;
}

/* Of several of one name the later ones are numbered. */
static unsigned same_before(const struct mail_attachment *x, size_t i)
{
    unsigned n = 0;

    for (size_t k = 0; k < i; k++)
        n += str_eq(x[k].name, x[i].name);
    return n;
}

/* What is over a limit is said in the place of a part. */
static enum err put_cut(struct mail *m, struct str lead_id,
                        struct str lead_name, const struct member_sink *sink,
                        struct error *e)
{
    struct member rest = {0};
    enum err rc =
        str_printf(m->a, &rest.refusal, e,
                   "the mail has more than %u parts, or %u levels of them: the "
                   "rest is left out",
                   MAIL_MAX_PARTS, MAIL_MAX_DEPTH);

    if (!rc)
        rc = str_printf(m->a, &rest.id, e, "%.*sattachments", STR_FMT(lead_id));
    if (!rc)
        rc = str_printf(m->a, &rest.name, e, "%.*sattachments",
                        STR_FMT(lead_name));
    return rc ? rc : sink->begin(sink->ctx, &rest, e);
}

static enum err put_members(struct mail *m, struct str lead_id,
                            struct str lead_name,
                            const struct member_sink *sink, struct error *e)
{
    const struct mail_attachment *x;
    const size_t n = entities_attachments(&m->entities, &x);
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++) {
        const unsigned again = same_before(x, i);
        struct member member = {0};
        struct str name = x[i].name;

        if (x[i].transfer == TRANSFER_UNKNOWN)
            member.refusal = STR("it is encoded in a way that is not known");
        if (again > 0)
            rc = str_printf(m->a, &name, e, "%u-%.*s", again + 1,
                            STR_FMT(x[i].name));
        if (!rc)
            rc = str_printf(m->a, &member.id, e, "%.*s%.*s", STR_FMT(lead_id),
                            STR_FMT(name));
        if (!rc)
            rc = str_printf(m->a, &member.name, e, "%.*s%.*s",
                            STR_FMT(lead_name), STR_FMT(name));
        if (!rc)
            rc = put_member(&x[i], &member, sink, e);
    }
    return rc || !m->entities.is_cut ? rc
                                     : put_cut(m, lead_id, lead_name, sink, e);
}

enum err mail_members(struct str mail, struct str lead_id, struct str lead_name,
                      const struct member_sink *sink, struct error *e)
{
    struct arena a;
    struct mail m;
    enum err rc;

    arena_init(&a, PARTS_BYTES);
    rc = mail_open(&m, mail, &a, e);
    if (!rc)
        rc = put_members(&m, lead_id, lead_name, sink, e);
    mail_close(&m);
    arena_release(&a);
    return rc;
}
