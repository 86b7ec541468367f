/* module: ingest */
/*
 * Any bytes as a document whose tables are loaded. What begins with a letter of
 * `wraps` is the XML of a package, which is put around it: a change to a package
 * itself mostly breaks its checksums. What begins with a letter of `pages` is a page or
 * a mail. All else is a package.
 */
#include "engine/ingest/ingest_fuzz.h"
#include "engine/ingest/ingest_office.h"
#include "engine/ingest/ingest_page.h"
#include "formats/package/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)64 << 10)

/* ---- packages ---- */

static void wrap_word(struct book *b, struct str xml)
{
    book_put(b, "word/document.xml", xml);
}

static void wrap_text(struct book *b, struct str xml)
{
    book_add(b, "mimetype", "application/vnd.oasis.opendocument.text");
    book_put(b, "content.xml", xml);
}

static void wrap_slides(struct book *b, struct str xml)
{
    book_add(b, "ppt/presentation.xml",
             "<p:presentation xmlns:p='http://schemas.openxmlformats.org/"
             "presentationml/2006/main' xmlns:r='" RELS
             "'><p:sldIdLst><p:sldId id='1' r:id='a'/>"
             "<p:sldId id='2' r:id='b'/></p:sldIdLst></p:presentation>");
    book_add(b, "ppt/_rels/presentation.xml.rels",
             "<Relationships xmlns='" PACKAGE "'>"
             "<Relationship Id='a' Type='" RELS
             "/slide' Target='slides/1.xml'/><Relationship Id='b' Type='" RELS
             "/slide' Target='slides/2.xml'/></Relationships>");
    book_put(b, "ppt/slides/1.xml", xml);
    book_put(b, "ppt/slides/2.xml", xml);
}

static void wrap_book(struct book *b, struct str xml)
{
    book_add(b, "mimetype", "application/epub+zip");
    book_add(b, "META-INF/container.xml",
             "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles>"
             "</container>");
    book_add(b, "b.opf",
             "<package><manifest><item id='a' href='a.xhtml' "
             "media-type='application/xhtml+xml'/></manifest><spine>"
             "<itemref idref='a'/></spine></package>");
    book_put(b, "a.xhtml", xml);
}

static const struct {
    char letter;
    void (*put)(struct book *b, struct str xml);
} wraps[] = {
    {'w', wrap_word}, {'o', wrap_text}, {'s', wrap_slides}, {'e', wrap_book}};

static enum err read_html(struct duck *d, const struct ingest_request *r,
                          struct arena *a, struct jsonw *w, struct error *e)
{
    return ingest_page(d, r, SECTIONS_HTML, a, w, e);
}

static enum err read_mail(struct duck *d, const struct ingest_request *r,
                          struct arena *a, struct jsonw *w, struct error *e)
{
    return ingest_page(d, r, SECTIONS_MAIL, a, w, e);
}

static const struct {
    char letter;
    fuzzed_reader *read;
} pages[] = {{'h', read_html}, {'m', read_mail}};

/* NULL: it is no page. */
static fuzzed_reader *page_reader(struct str bytes)
{
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        if (bytes.n && bytes.p[0] == pages[i].letter)
            return pages[i].read;
    return NULL;
}

static int open_input(struct str bytes)
{
    struct book b;

    for (size_t i = 0; i < COUNT_OF(wraps); i++)
        if (bytes.n && bytes.p[0] == wraps[i].letter) {
            book_init(&b);
            wraps[i].put(&b, str_slice(bytes, 1, bytes.n));
            return book_close(&b);
        }
    return book_file(page_reader(bytes) ? str_slice(bytes, 1, bytes.n) : bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct duck *engine;
    const struct str bytes = {(const char *)data, size};
    fuzzed_reader *page = page_reader(bytes);
    int fd;

    if (size > MAX_BYTES)
        return 0;
    if (!engine)
        engine = open_engine();
    fd = open_input(bytes);
    if (page)
        load(page, engine, fd);
    else if (ingest_office_fits(fd))
        load(ingest_office, engine, fd);
    (void)close(fd);
    return 0;
}
