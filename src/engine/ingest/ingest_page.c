#include "engine/ingest/ingest_page.h"

#include "engine/ingest/ingest_sections.h"
#include "engine/ingest/ingest_source.h"
#include "formats/mail/mail.h"

#define DOCUMENT_BYTES ((size_t)1 << 30)

bool ingest_page_fits(const struct ingest_request *r, struct str head,
                      enum sections_format *format)
{
    *format = r->document;
    if (r->delimiter)
        return false; /* somebody says that it is a delimited text */
    if (r->document == SECTIONS_AUTO && sections_begin_as_html(head))
        *format = SECTIONS_HTML;
    return *format != SECTIONS_AUTO;
}

static enum err read_page(const struct ingest_request *r,
                          enum sections_format format, struct arena *a,
                          struct sections *out, struct error *e)
{
    const bool is_mail = format == SECTIONS_MAIL;
    const struct sections_options o = {
        .format = format, .encoding = r->encoding, .stop = r->stop};
    struct str source = {0};
    enum err rc = ingest_source_whole(
        r->fd, is_mail ? MAIL_MAX_BYTES : SECTIONS_MAX_BYTES, a, &source, e);

    if (rc)
        return rc;
    return is_mail ? mail_sections(source, r->stop, a, out, e)
                   : sections_parse(source, &o, a, out, e);
}

enum err ingest_page(struct duck *d, const struct ingest_request *r,
                     enum sections_format format, struct arena *a,
                     struct jsonw *w, struct error *e)
{
    struct sections s;
    struct arena text;
    enum err rc;

    arena_init(&text, DOCUMENT_BYTES);
    rc = read_page(r, format, &text, &s, e);
    if (!rc)
        rc = ingest_sections(d, r, &s, a, w, e);
    arena_release(&text);
    return rc;
}
