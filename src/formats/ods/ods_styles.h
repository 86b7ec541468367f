/*
 * ods_styles.h - the styles of an OpenDocument spreadsheet: which number format a cell
 * has, in the code that other workbooks have, and which sheets are hidden.
 *
 *     ods_styles_init -> ods_styles_start, _end, _text (every element of styles.xml)
 *                     -> ods_styles_next_part -> ... (of content.xml)
 *                     -> ods_styles_resolve -> ods_styles_find ...
 */
#ifndef FORMATS_ODS_ODS_STYLES_H
#define FORMATS_ODS_ODS_STYLES_H

#include "base/buf.h"
#include "formats/package/xml.h"
#include "formats/xlsx/styles.h"

struct ods_style; /* by its name */

struct ods_styles {
    struct arena *a;
    struct buf cells;  /* of struct ods_style */
    struct buf data;   /* the same, of number formats */
    struct buf hidden; /* of struct str: styles of sheets that are not shown */
    unsigned part;   /* styles of a part come before those of the ones before */
    unsigned depth;  /* below a style; 0: in none */
    bool is_data;    /* it is a number format */
    struct str name; /* of the one that is open */
    struct buf code; /* of the number format that is open */
    struct buf literal;
    bool is_money;     /* the text that is read is a sign of money */
    bool is_elapsed;   /* hours go on after 24 */
    struct str mapped; /* what a number format is for values of another sign */
    struct str parent, format; /* of the style that is open */
    bool is_hidden;            /* sheets of it are */
    bool is_sheet;
};

/* None; ods_styles_release() it. What it finds lives in `a`. */
void ods_styles_init(struct ods_styles *s, struct arena *a);

/* Give the memory back. */
void ods_styles_release(struct ods_styles *s);

/* An element begins, of any kind. */
MUST_CHECK enum err ods_styles_start(struct ods_styles *s,
                                     const struct xml_element *el,
                                     struct error *e);

/* It ends. */
MUST_CHECK enum err ods_styles_end(struct ods_styles *s, struct error *e);

/* Characters inside of one. */
void ods_styles_text(struct ods_styles *s, struct str text);

/* What follows is of another part. */
void ods_styles_next_part(struct ods_styles *s);

/*
 * ods_styles_resolve - the number format of each style, after the last part.
 *
 * out      out     by the index that ods_styles_find() gives
 * errors   ERR_LIMIT  more than STYLES_MAX styles
 */
MUST_CHECK enum err ods_styles_resolve(struct ods_styles *s, struct styles *out,
                                       struct error *e);

/* Of cells, by name; SHEET_NO_STYLE: there is none. */
uint32_t ods_styles_find(const struct ods_styles *s, const char *name);

/* Are sheets of this style hidden? */
bool ods_styles_hides(const struct ods_styles *s, const char *name);

#endif
