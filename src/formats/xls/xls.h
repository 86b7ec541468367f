/* xls.h - workbooks of Excel 97 to 2003 (.xls) for formats/xlsx/xlsx.h. */
#ifndef FORMATS_XLS_XLS_H
#define FORMATS_XLS_XLS_H

#include "formats/xlsx/workbook_format.h"

extern const struct workbook_format xls_format;

#endif
