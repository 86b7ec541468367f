/* book.h - packages made by hand, stored or broken, and what is read of them */
#ifndef FORMATS_PACKAGE_BOOK_H
#define FORMATS_PACKAGE_BOOK_H

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAIN   "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define STRICT "http://purl.oclc.org/ooxml/spreadsheetml/main"
#define RELS \
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006/relationships"
#define MAX_ZIP ((size_t)64 << 20)

struct book {
    struct buf zip;
    struct buf directory;
    unsigned n;
};

static inline void book_init(struct book *b)
{
    *b = (struct book){0};
    buf_init(&b->zip, MAX_ZIP);
    buf_init(&b->directory, MAX_ZIP);
}

static inline void put_le(struct buf *b, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_put_char(b, (char)(value >> (8 * i)));
}

static inline uint32_t book_crc(struct str s)
{
    uint32_t crc = ~0u;

    for (size_t i = 0; i < s.n; i++) {
        crc ^= (unsigned char)s.p[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* The fields that the local header and the directory share. */
static inline void put_entry(struct buf *b, struct str name, struct str text)
{
    put_le(b, 20, 2);
    put_le(b, 0, 2);
    put_le(b, 0, 2); /* stored */
    put_le(b, 0x00210000, 4);
    put_le(b, book_crc(text), 4);
    put_le(b, (uint32_t)text.n, 4);
    put_le(b, (uint32_t)text.n, 4);
    put_le(b, (uint32_t)name.n, 2);
    put_le(b, 0, 2);
}

static inline void book_put(struct book *b, const char *name, struct str text)
{
    uint32_t at = (uint32_t)b->zip.n;

    put_le(&b->zip, 0x04034b50, 4);
    put_entry(&b->zip, str_from(name), text);
    buf_puts(&b->zip, name);
    buf_put_str(&b->zip, text);
    put_le(&b->directory, 0x02014b50, 4);
    put_le(&b->directory, 20, 2);
    put_entry(&b->directory, str_from(name), text);
    put_le(&b->directory, 0, 2);
    put_le(&b->directory, 0, 2);
    put_le(&b->directory, 0, 2);
    put_le(&b->directory, 0, 4);
    put_le(&b->directory, at, 4);
    buf_puts(&b->directory, name);
    b->n++;
}

static inline void book_add(struct book *b, const char *name, const char *text)
{
    book_put(b, name, str_from(text));
}

/* The directory and the end. */
static inline void book_end(struct book *b)
{
    uint32_t at = (uint32_t)b->zip.n;

    buf_put_str(&b->zip, buf_str(&b->directory));
    put_le(&b->zip, 0x06054b50, 4);
    put_le(&b->zip, 0, 4);
    put_le(&b->zip, b->n, 2);
    put_le(&b->zip, b->n, 2);
    put_le(&b->zip, (uint32_t)b->directory.n, 4);
    put_le(&b->zip, at, 4);
    put_le(&b->zip, 0, 2);
}

/* These bytes as an open file. */
static inline int book_file(struct str bytes)
{
    int fd = memfd_create("book", MFD_CLOEXEC);

    if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n)
        abort();
    return fd;
}

/* The package as an open file; the book is gone. */
static inline int book_close(struct book *b)
{
    int fd;

    book_end(b);
    fd = book_file(buf_str(&b->zip));
    buf_release(&b->zip);
    buf_release(&b->directory);
    return fd;
}

/* All parts but the sheets: names "S1".. for `sheets`, styles s="0".."6". */
static inline void book_frame(struct book *b, unsigned sheets,
                              const char *workbook_extra, const char *strings)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    book_add(b, "[Content_Types].xml", "<Types/>");
    book_add(b, "_rels/.rels",
             "<Relationships xmlns='" PACKAGE
             "'><Relationship Id='w' Type='" RELS
             "/officeDocument' Target='xl/workbook.xml'/></Relationships>");
    buf_printf(&t, "<workbook xmlns='%s' xmlns:r='%s'>%s<sheets>", MAIN, RELS,
               workbook_extra);
    for (unsigned i = 1; i <= sheets; i++)
        buf_printf(&t, "<sheet name='S%u' sheetId='%u' r:id='r%u'/>", i, i, i);
    buf_puts(&t, "</sheets></workbook>");
    book_put(b, "xl/workbook.xml", buf_str(&t));
    buf_reset(&t);
    buf_puts(&t, "<Relationships xmlns='" PACKAGE "'>");
    for (unsigned i = 1; i <= sheets; i++)
        buf_printf(&t,
                   "<Relationship Id='r%u' Type='%s/worksheet' "
                   "Target='worksheets/sheet%u.xml'/>",
                   i, RELS, i);
    buf_puts(&t,
             "<Relationship Id='a' Type='" RELS
             "/styles' Target='styles.xml'/><Relationship Id='b' Type='" RELS
             "/sharedStrings' Target='/xl/sharedStrings.xml'/>"
             "</Relationships>");
    book_put(b, "xl/_rels/workbook.xml.rels", buf_str(&t));
    buf_release(&t);
    book_add(b, "xl/styles.xml",
             "<styleSheet xmlns='" MAIN "'><numFmts><numFmt numFmtId='164' "
             "formatCode='0.00 [$€-407]'/></numFmts><cellXfs><xf/>"
             "<xf numFmtId='9'/><xf numFmtId='164'/><xf numFmtId='14'/>"
             "<xf numFmtId='22'/><xf numFmtId='20'/><xf numFmtId='46'/>"
             "<xf numFmtId='5'/><xf numFmtId='2'/></cellXfs></styleSheet>");
    if (strings)
        book_add(b, "xl/sharedStrings.xml", strings);
}

/* A workbook of one sheet with these rows, and what follows its data. */
static inline int book_of(const char *workbook_extra, const char *rows,
                          const char *after)
{
    struct book b;
    struct buf t;

    book_init(&b);
    buf_init(&t, MAX_ZIP);
    book_frame(&b, 1, workbook_extra,
               "<sst xmlns='" MAIN "'><si><t>zero</t></si><si><r><t>on</t></r>"
               "<r><t>e</t></r><rPh sb='0' eb='1'><t>x</t></rPh></si>"
               "<si><t/></si></sst>");
    buf_printf(&t,
               "<worksheet xmlns='%s'><sheetData>%s</sheetData>%s"
               "</worksheet>",
               MAIN, rows, after);
    book_put(&b, "xl/worksheets/sheet1.xml", buf_str(&t));
    buf_release(&t);
    return book_close(&b);
}

#endif
