/* xlsb.h - binary workbooks of Office 2007 and later (.xlsb) for formats/xlsx/xlsx.h. */
#ifndef FORMATS_XLSB_XLSB_H
#define FORMATS_XLSB_XLSB_H

#include "formats/xlsx/workbook_format.h"

extern const struct workbook_format xlsb_format;

#endif
