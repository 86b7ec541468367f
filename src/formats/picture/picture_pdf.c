#include "formats/picture/picture.h"

#include "base/buf.h"

#define PAGE_BYTES 512u /* of the text below, at most */
#define DRAWN      "0 0 1 1 re f"
#define FIXED      3u /* objects before those of the pages */

/* Objects: 1 the catalog, 2 the list of pages, 3 what each draws, then the pages. */
static void put_object(const struct picture *p, uint32_t number,
                       struct buf *out)
{
    const struct picture_page *page = p->page + number - FIXED - 1;

    buf_printf(out, "%u 0 obj\n", number);
    if (number == 1) {
        buf_puts(out, "<</Type/Catalog/Pages 2 0 R>>");
    } else if (number == 2) {
        buf_printf(out, "<</Type/Pages/Count %u/Kids[", p->n);
        for (uint32_t i = 0; i < p->n; i++)
            buf_printf(out, "%u 0 R ", FIXED + 1 + i);
        buf_puts(out, "]>>");
    } else if (number == FIXED) {
        buf_printf(out, "<</Length %zu>>stream\n" DRAWN "\nendstream",
                   sizeof(DRAWN) - 1);
    } else {
        const float scale = picture_scale(page->width, page->height);

        buf_printf(out,
                   "<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<<>>"
                   "/MediaBox[0 0 %.2f %.2f]>>",
                   (double)((float)page->width / scale),
                   (double)((float)page->height / scale));
    }
    buf_puts(out, "\nendobj\n");
}

enum err picture_as_pdf(const struct picture *p, struct arena *a,
                        struct str *out, struct error *e)
{
    const uint32_t objects = FIXED + p->n;
    size_t *at = arena_alloc_array(a, objects, sizeof(*at), e);
    struct buf b;
    size_t list;
    enum err rc;

    if (!at)
        return e->code;
    buf_init(&b, (size_t)PAGE_BYTES * (objects + 1));
    buf_puts(&b, "%PDF-1.4\n");
    for (uint32_t i = 0; i < objects; i++) {
        at[i] = b.n;
        put_object(p, i + 1, &b);
    }
    list = b.n;
    buf_printf(&b, "xref\n0 %u\n0000000000 65535 f \n", objects + 1);
    for (uint32_t i = 0; i < objects; i++)
        buf_printf(&b, "%010zu 00000 n \n", at[i]);
    buf_printf(&b, "trailer<</Size %u/Root 1 0 R>>\nstartxref\n%zu\n%%%%EOF\n",
               objects + 1, list);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
