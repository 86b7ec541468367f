/* sections_format.h - the formats of documents that have sections. */
#ifndef FORMATS_MARKUP_SECTIONS_FORMAT_H
#define FORMATS_MARKUP_SECTIONS_FORMAT_H

enum sections_format {
    SECTIONS_AUTO, /* by its first bytes; a file's name tells more */
    SECTIONS_MARKDOWN,
    SECTIONS_HTML,
    SECTIONS_TEXT,
    SECTIONS_PDF, /* this and the following are not of text: block_document.h */
    SECTIONS_DOCX,
    SECTIONS_PPTX,
    SECTIONS_ODT,
    SECTIONS_ODP,
    SECTIONS_EPUB,
    SECTIONS_MAIL,
    SECTIONS_FORMATS
};

/* "auto", "markdown", "html", "text", "pdf", "docx", "pptx", "odt", "odp",
   "epub", "mail"; NULL after the last. */
const char *sections_format_name(enum sections_format format);

#endif
