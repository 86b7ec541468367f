/* module: xls */
/*
 * Any bytes as a compound file, and as the records of a workbook in one.
 */
#include "formats/xls/records.h"
#include "formats/xlsx/invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)60 << 10) /* the table of one sector has no more */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str bytes = {(const char *)data, size};

    if (size > MAX_BYTES)
        return 0;
    check_workbook(book_file(bytes), with_xls);
    check_workbook(compound_file("Workbook", bytes), with_xls);
    return 0;
}
