/* styles.h - the number format of each cell style. */
#ifndef FORMATS_XLSX_STYLES_H
#define FORMATS_XLSX_STYLES_H

#include "formats/xlsx/number_format.h"
#include "formats/xlsx/part.h"

#define STYLES_MAX 200000u

struct style {
    struct str code; /* of the format; empty: General */
    enum format_class format;
};

struct styles {
    struct style *list; /* by a cell's `s` */
    size_t n;
};

/*
 * styles_read - all of it lives in `a`.
 *
 * errors   ERR_FILE_READ_FAILED  damaged
 *          ERR_LIMIT             more than STYLES_MAX formats or styles
 */
MUST_CHECK enum err styles_read(struct unzip *u, struct str part,
                                struct arena *a, struct styles *s,
                                struct error *e);

#endif
