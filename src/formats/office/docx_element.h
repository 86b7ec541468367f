/*
 * docx_element.h - the elements of a Word document that its reader knows.
 * Private to the module.
 */
#ifndef FORMATS_OFFICE_DOCX_ELEMENT_H
#define FORMATS_OFFICE_DOCX_ELEMENT_H

#include "formats/package/xml.h"

enum docx_element {
    DOCX_OTHER,
    DOCX_SKIP, /* with all it holds */
    DOCX_PARAGRAPH,
    DOCX_PARAGRAPH_PROPERTIES,
    DOCX_STYLE,
    DOCX_OUTLINE,
    DOCX_LIST,
    DOCX_LIST_LEVEL,
    DOCX_DELETED,
    DOCX_INSERTED,
    DOCX_RUN,
    DOCX_RUN_STYLE,
    DOCX_HIDDEN,
    DOCX_RAISED,
    DOCX_TEXT,
    DOCX_BREAK,
    DOCX_TAB,
    DOCX_HYPHEN,
    DOCX_NOTE,
    DOCX_NOTE_REFERENCE,
    DOCX_PICTURE, /* what it says of one */
    DOCX_DIAGRAM,
    DOCX_SYMBOL,
    DOCX_TABLE,
    DOCX_ROW,
    DOCX_ROW_PROPERTIES,
    DOCX_CELL,
    DOCX_CELL_COLUMNS,
    DOCX_CELL_MERGED
};

/* The element's kind, from its name in the WordprocessingML, OMML and
   markup-compatibility namespaces. */
enum docx_element docx_element_of(const struct xml_element *el);

/* What DOCX_RAISED says of the text of its run, or of a style: NULL. */
void docx_raise(const struct xml_element *el, bool *is_raised);

#endif
