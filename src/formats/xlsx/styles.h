/* styles.h - the number format of each cell style. */
#ifndef FORMATS_XLSX_STYLES_H
#define FORMATS_XLSX_STYLES_H

#include "base/buf.h"
#include "formats/package/part.h"
#include "formats/xlsx/number_format.h"

#define STYLES_MAX 200000u

struct style {
    struct str code; /* of the format; empty: General */
    enum format_class format;
    struct str
        money; /* sign or word of the currency that it shows; empty: none */
};

/* The style of a format's code, which is borrowed. */
struct style style_of_code(struct str code);

struct styles {
    struct style *list; /* by a cell's `s` */
    size_t n;
};

/* A format that the workbook has itself. */
struct style_format {
    uint32_t id;
    struct str code; /* stays while the styles are used */
};

/* Add a format of its own; its code is kept in `a`, as far as it decides anything. */
MUST_CHECK enum err styles_add_format(struct buf *formats, uint32_t id,
                                      struct str code, struct arena *a,
                                      struct error *e);

/*
 * styles_make - styles of the formats that they have by number.
 *
 * in       formats  of struct style_format; they are sorted
 *          ids      of uint32_t, one for each style
 * out      s        lives in `a`
 * errors   ERR_LIMIT  a list was full
 */
MUST_CHECK enum err styles_make(struct buf *formats, struct buf *ids,
                                struct arena *a, struct styles *s,
                                struct error *e);

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
