/* docx_styles.h - styles of a Word document: which are headings, lists, hidden. */
#ifndef FORMATS_OFFICE_DOCX_STYLES_H
#define FORMATS_OFFICE_DOCX_STYLES_H

#include "base/str_table.h"
#include "formats/office/document.h"

#define DOCX_MAX_STYLES 4096u
#define DOCX_NO_LIST    UINT32_MAX
#define DOCX_NO_LEVEL   UINT32_MAX

/* A property that is on, off, or not mentioned. */
enum docx_switch { DOCX_UNSAID, DOCX_ON, DOCX_OFF };

struct docx_style {
    struct str id, based_on;
    uint32_t outline; /* level from 0; NO_LEVEL: it does not say */
    uint32_t list;    /* number of its list; NO_LIST: it does not say */
    uint32_t list_level;
    bool is_title;
    enum docx_switch hidden;
};

struct docx_styles {
    struct docx_style *list; /* list[n] */
    size_t n;
    struct str_table by_id; /* number in `list` from 1 */
};

/* The styles of a part, each with what it has of those it is based on. */
MUST_CHECK enum err docx_styles_read(struct office *o, struct str part,
                                     struct docx_styles *out, struct error *e);

/* By its id, or NULL. */
const struct docx_style *docx_style_find(const struct docx_styles *s,
                                         struct str id);

/* A number of an attribute, or `otherwise`. */
uint32_t docx_number(const struct xml_element *el, const char *attr,
                     uint32_t otherwise);

/* What a switch says, "<w:vanish/>": on or off. */
enum docx_switch docx_switch_of(const struct xml_element *el);

#endif
