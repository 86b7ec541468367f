#include "formats/office/docx_element.h"

#include <string.h>

static const struct {
    const char *name;
    enum docx_element element;
} names[] = {{"t", TEXT},
             {"r", RUN},
             {"p", PARAGRAPH},
             {"pPr", PARAGRAPH_PROPERTIES},
             {"pStyle", STYLE},
             {"outlineLvl", OUTLINE},
             {"numId", LIST},
             {"ilvl", LIST_LEVEL},
             {"rStyle", RUN_STYLE},
             {"vanish", HIDDEN},
             {"br", BREAK},
             {"cr", BREAK},
             {"tab", TAB},
             {"ptab", TAB},
             {"noBreakHyphen", HYPHEN},
             {"tbl", TABLE},
             {"tr", ROW},
             {"trPr", ROW_PROPERTIES},
             {"tc", CELL},
             {"gridSpan", CELL_COLUMNS},
             {"vMerge", CELL_MERGED},
             {"del", DELETED},
             {"footnote", NOTE},
             {"endnote", NOTE},
             {"footnoteReference", NOTE_REFERENCE},
             {"endnoteReference", NOTE_REFERENCE},
             {"moveFrom", SKIP},
             {"sectPr", SKIP},
             {"sdtPr", SKIP},
             {"rPrChange", SKIP},
             {"pPrChange", SKIP},
             {"tblPrChange", SKIP},
             {"trPrChange", SKIP},
             {"tcPrChange", SKIP},
             {"tabs", SKIP}};

static bool is_word(struct str space)
{
    return str_is(space, "http://schemas.openxmlformats.org/"
                         "wordprocessingml/2006/main") ||
           str_is(space, "http://purl.oclc.org/ooxml/wordprocessingml/main");
}

static bool is_math(struct str space)
{
    return str_is(space, "http://schemas.openxmlformats.org/"
                         "officeDocument/2006/math") ||
           str_is(space, "http://purl.oclc.org/ooxml/officeDocument/math");
}

enum docx_element docx_element_of(const struct xml_element *el)
{
    if (is_math(el->space))
        return strcmp(el->name, "t") == 0 ? TEXT : OTHER;
    if (!is_word(el->space))
        return strcmp(el->name, "Fallback") == 0 ? SKIP : OTHER;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, el->name) == 0)
            return names[i].element;
    return OTHER;
}
