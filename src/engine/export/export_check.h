/* export_check.h - checks that a workbook just written is complete. */
#ifndef ENGINE_EXPORT_EXPORT_CHECK_H
#define ENGINE_EXPORT_EXPORT_CHECK_H

#include "base/err.h"

/*
 * export_check - unpack every part, see that it ends, measure the rows.
 *
 * in       fd         the finished workbook, readable; its offset is kept
 *          row_bytes  what was written between <sheetData> and </sheetData>
 * errors   ERR_FILE_WRITE_FAILED  a part is missing or cut, or the rows have
 *                                 another number of bytes
 * cost     O(size of the sheet), about a tenth of writing it
 */
MUST_CHECK enum err export_check(int fd, uint64_t row_bytes, struct error *e);

#endif
