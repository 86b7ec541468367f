/* module: ods */
/*
 * Any bytes as content.xml of an OpenDocument workbook, which has its number formats
 * from a styles.xml of the same bytes.
 */
#include "formats/ods/sheets.h"
#include "formats/xlsx/invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)64 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str xml = {(const char *)data, size};
    struct book b;

    if (size > MAX_BYTES)
        return 0;
    book_init(&b);
    book_add(&b, "mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    book_put(&b, "styles.xml", xml);
    book_put(&b, "content.xml", xml);
    check_workbook(book_close(&b), with_ods);
    return 0;
}
