/* ods.h - OpenDocument spreadsheets (.ods, .ots) for formats/xlsx/xlsx.h. */
#ifndef FORMATS_ODS_ODS_H
#define FORMATS_ODS_ODS_H

#include "formats/xlsx/workbook_format.h"

/* What rows and cells that repeat may add to a workbook. A row of 100 bytes
 * may say that it is a million rows. */
#define ODS_MAX_REPEATED_BYTES ((uint64_t)512 << 20)

extern const struct workbook_format ods_format;

#endif
