/* module: ingest */
/*
 * Any bytes as what quarry-pdf says of the tables of a PDF.
 */
#include "base/buf.h"
#include "engine/ingest/ingest_fuzz.h"
#include "engine/ingest/ingest_pdf.h"
#include "formats/package/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)64 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct duck *engine;
    struct buf text;
    int fd;

    if (size > MAX_BYTES)
        return 0;
    if (!engine)
        engine = open_engine();
    buf_init(&text, 2 * MAX_BYTES);
    buf_puts(&text, "%quarry-pdf-tables\n");
    buf_put(&text, data, size);
    BUG_ON(!ingest_pdf_fits(buf_str(&text)));
    fd = book_file(buf_str(&text));
    load(ingest_pdf, engine, fd);
    (void)close(fd);
    buf_release(&text);
    return 0;
}
