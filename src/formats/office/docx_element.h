/*
 * docx_element.h - the elements of a Word document that its reader knows.
 * Private to the module.
 */
#ifndef FORMATS_OFFICE_DOCX_ELEMENT_H
#define FORMATS_OFFICE_DOCX_ELEMENT_H

#include "formats/package/xml.h"

enum docx_element {
    OTHER,
    SKIP, /* with all it holds */
    PARAGRAPH,
    PARAGRAPH_PROPERTIES,
    STYLE,
    OUTLINE,
    LIST,
    LIST_LEVEL,
    DELETED,
    RUN,
    RUN_STYLE,
    HIDDEN,
    TEXT,
    BREAK,
    TAB,
    HYPHEN,
    NOTE,
    NOTE_REFERENCE,
    TABLE,
    ROW,
    ROW_PROPERTIES,
    CELL,
    CELL_COLUMNS,
    CELL_MERGED
};

/* The element's kind, from its name in the WordprocessingML, OMML and
   markup-compatibility namespaces. */
enum docx_element docx_element_of(const struct xml_element *el);

#endif
