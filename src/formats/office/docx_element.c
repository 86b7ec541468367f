#include "formats/office/docx_element.h"

#include <string.h>

static const struct {
    const char *name;
    enum docx_element element;
} names[] = {{"t", DOCX_TEXT},
             {"r", DOCX_RUN},
             {"p", DOCX_PARAGRAPH},
             {"pPr", DOCX_PARAGRAPH_PROPERTIES},
             {"pStyle", DOCX_STYLE},
             {"outlineLvl", DOCX_OUTLINE},
             {"numId", DOCX_LIST},
             {"ilvl", DOCX_LIST_LEVEL},
             {"rStyle", DOCX_RUN_STYLE},
             {"vanish", DOCX_HIDDEN},
             {"vertAlign", DOCX_RAISED},
             {"br", DOCX_BREAK},
             {"cr", DOCX_BREAK},
             {"tab", DOCX_TAB},
             {"ptab", DOCX_TAB},
             {"noBreakHyphen", DOCX_HYPHEN},
             {"sym", DOCX_SYMBOL},
             {"tbl", DOCX_TABLE},
             {"tr", DOCX_ROW},
             {"trPr", DOCX_ROW_PROPERTIES},
             {"tc", DOCX_CELL},
             {"gridSpan", DOCX_CELL_COLUMNS},
             {"vMerge", DOCX_CELL_MERGED},
             {"del", DOCX_DELETED},
             {"moveFrom", DOCX_DELETED},
             {"ins", DOCX_INSERTED},
             {"moveTo", DOCX_INSERTED},
             {"footnote", DOCX_NOTE},
             {"endnote", DOCX_NOTE},
             {"comment", DOCX_NOTE},
             {"footnoteReference", DOCX_NOTE_REFERENCE},
             {"endnoteReference", DOCX_NOTE_REFERENCE},
             {"commentReference", DOCX_NOTE_REFERENCE},
             {"sectPr", DOCX_SKIP},
             {"sdtPr", DOCX_SKIP},
             {"rPrChange", DOCX_SKIP},
             {"pPrChange", DOCX_SKIP},
             {"tblPrChange", DOCX_SKIP},
             {"trPrChange", DOCX_SKIP},
             {"tcPrChange", DOCX_SKIP},
             {"tabs", DOCX_SKIP}};

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

/* Of a drawing, or of one as programs made them before 2007. */
static bool is_picture(const struct xml_element *el)
{
    return strcmp(el->name, "docPr") == 0 ||
           (xml_attr(el, "alt") &&
            str_is(el->space, "urn:schemas-microsoft-com:vml"));
}

static enum docx_element element_of_others(const struct xml_element *el)
{
    if (strcmp(el->name, "Fallback") == 0)
        return DOCX_SKIP;
    if (strcmp(el->name, "relIds") == 0)
        return DOCX_DIAGRAM;
    return is_picture(el) ? DOCX_PICTURE : DOCX_OTHER;
}

enum docx_element docx_element_of(const struct xml_element *el)
{
    if (is_math(el->space))
        return strcmp(el->name, "t") == 0 ? DOCX_TEXT : DOCX_OTHER;
    if (!is_word(el->space))
        return element_of_others(el);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, el->name) == 0)
            return names[i].element;
    return DOCX_OTHER;
}

void docx_raise(const struct xml_element *el, bool *is_raised)
{
    const char *value = xml_attr_any(el, "val");

    if (is_raised)
        *is_raised = value && strcmp(value, "superscript") == 0;
}
