/* module: xlsb */
/*
 * Any bytes as a package, and as the records of a sheet in one.
 */
#include "formats/xlsb/parts.h"
#include "formats/xlsx/invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)256 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str bytes = {(const char *)data, size};

    if (size > MAX_BYTES)
        return 0;
    check_workbook(book_file(bytes), with_xlsb);
    check_workbook(xlsb_of(bytes), with_xlsb);
    return 0;
}
