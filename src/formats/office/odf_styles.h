/*
 * odf_styles.h - which styles of an OpenDocument make text hidden. Private to the
 * module.
 *
 * Styles of styles.xml have names that the program or its user gave; those of
 * content.xml are made for a place each and are based on them.
 */
#ifndef FORMATS_OFFICE_ODF_STYLES_H
#define FORMATS_OFFICE_ODF_STYLES_H

#include "base/str_table.h"
#include "formats/office/document.h"

struct odf_styles {
    struct arena *a;
    struct buf list;          /* of struct odf_style */
    struct str_table by_name; /* "family/name" -> number in `list` from 1 */
    size_t open; /* the number of the style that is open; 0: none */
};

/* Memory for names is in `a`. */
void odf_styles_init(struct odf_styles *s, struct arena *a);

/* Free what it holds; in every case. */
void odf_styles_release(struct odf_styles *s);

/* The styles of styles.xml, if the package has it. */
MUST_CHECK enum err odf_styles_read(struct odf_styles *s, struct office *o,
                                    struct error *e);

/* A style begins; one of the same name and family before is forgotten. */
MUST_CHECK enum err odf_styles_begin(struct odf_styles *s,
                                     const struct xml_element *el,
                                     struct error *e);

/* Properties of the text of the style that is open. */
void odf_styles_text(struct odf_styles *s, const struct xml_element *el);

/* The style that is open ends. */
void odf_styles_end(struct odf_styles *s);

/* Is text of this style hidden? NULL: it has none. */
bool odf_style_is_hidden(const struct odf_styles *s, struct str family,
                         const char *name);

/* Is text of a span of this style raised? */
bool odf_style_is_raised(const struct odf_styles *s, const char *name);

#endif
