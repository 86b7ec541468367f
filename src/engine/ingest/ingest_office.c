#include "engine/ingest/ingest_office.h"

#include "engine/ingest/ingest_sections.h"
#include "formats/office/office.h"

#define DOCUMENT_BYTES ((size_t)1 << 30)

bool ingest_office_fits(int fd)
{
    enum sections_format ignored;

    return office_format_of(fd, &ignored);
}

enum err ingest_office(struct duck *duck, const struct ingest_request *r,
                       struct arena *a, struct jsonw *w, struct error *e)
{
    enum sections_format format;
    struct sections s;
    struct arena text;
    enum err rc;

    BUG_ON(!office_format_of(r->fd, &format)); /* ingest_office_fits() */
    arena_init(&text, DOCUMENT_BYTES);
    rc = office_read(r->fd, format, r->stop, &text, &s, e);
    if (!rc)
        rc = ingest_sections(duck, r, &s, a, w, e);
    arena_release(&text);
    return rc;
}
