/* ods_value.h - dates, durations and addresses as OpenDocument writes them. */
#ifndef FORMATS_ODS_ODS_VALUE_H
#define FORMATS_ODS_ODS_VALUE_H

#include "formats/xlsx/ref.h"

/* "2024-03-01T10:30:00.5" as days from 1899-12-30; false if it is no such date. */
bool ods_read_date(struct str text, double *days);

/* "PT36H30M00S", "-P1DT2H" as days. */
bool ods_read_duration(struct str text, double *days);

/*
 * ods_read_address - "$'My sheet'.$A$1:.$C$9", "Sheet1.B2".
 *
 * in       room   as long as `text`, for a name of a sheet that is quoted
 * out      sheet  borrows `text` or `room`
 */
bool ods_read_address(struct str text, char *room, struct str *sheet,
                      struct ref_range *range);

#endif
