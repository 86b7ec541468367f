/* sheets.h - OpenDocument workbooks made by hand. */
#ifndef FORMATS_ODS_SHEETS_H
#define FORMATS_ODS_SHEETS_H

#include "formats/ods/ods.h"
#include "formats/package/book.h"

#define ODF "urn:oasis:names:tc:opendocument:xmlns:"
#define NAMESPACES                                                         \
    " xmlns:office='" ODF "office:1.0' xmlns:table='" ODF "table:1.0'"     \
    " xmlns:text='" ODF "text:1.0' xmlns:style='" ODF "style:1.0'"         \
    " xmlns:number='" ODF "datastyle:1.0' xmlns:draw='" ODF "drawing:1.0'" \
    " xmlns:calcext='urn:org:documentfoundation:names:experimental:calc:"  \
    "xmlns:calcext:1.0'"

static const struct workbook_format *const with_ods[] = {&ods_format, NULL};

/* The parts of a workbook; NULL: it has no such part. */
static inline int ods_of_parts(const char *content, const char *styles,
                               const char *manifest)
{
    struct book b;

    book_init(&b);
    book_add(&b, "mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    if (content)
        book_add(&b, "content.xml", content);
    if (styles)
        book_add(&b, "styles.xml", styles);
    if (manifest)
        book_add(&b, "META-INF/manifest.xml", manifest);
    return book_close(&b);
}

/* A workbook of these automatic styles and this in its spreadsheet. */
static inline int ods_of(const char *styles, const char *spreadsheet)
{
    struct buf xml;
    int fd;

    buf_init(&xml, MAX_ZIP);
    buf_printf(&xml,
               "<office:document-content" NAMESPACES
               "><office:automatic-styles>%s</office:automatic-styles>"
               "<office:body><office:spreadsheet>%s</office:spreadsheet>"
               "</office:body></office:document-content>",
               styles, spreadsheet);
    fd = ods_of_parts(xml.p, NULL, NULL);
    buf_release(&xml);
    return fd;
}

#endif
