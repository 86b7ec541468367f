/* parts.h - binary workbooks made by hand, record by record. */
#ifndef FORMATS_XLSB_PARTS_H
#define FORMATS_XLSB_PARTS_H

#include "formats/package/book.h"
#include "formats/xlsb/xlsb.h"

static const struct workbook_format *const with_xlsb[] = {&xlsb_format, NULL};

/* A number in sevens of bits. */
static inline void put_sevens(struct buf *b, uint32_t value)
{
    for (; value > 0x7f; value >>= 7)
        buf_put_char(b, (char)(value | 0x80));
    buf_put_char(b, (char)value);
}

/* A record of these bytes. */
static inline void put_record(struct buf *b, unsigned type, struct str bytes)
{
    put_sevens(b, type);
    put_sevens(b, (uint32_t)bytes.n);
    buf_put_str(b, bytes);
}

static inline void put_wide(struct buf *b, const char *text)
{
    put_le(b, (uint32_t)strlen(text), 4);
    for (const char *p = text; *p; p++)
        put_le(b, (unsigned char)*p, 2);
}

/* One sheet, "S", of these records, in a workbook of these properties; styles General,
 * 0%, a date; texts "a", "b". */
static inline int xlsb_with(uint32_t properties, struct str sheet)
{
    static const unsigned formats[] = {0, 9, 14};
    static const char *const texts[] = {"a", "b"};
    struct buf part, t;
    struct book b;

    book_init(&b);
    buf_init(&part, MAX_ZIP);
    buf_init(&t, MAX_ZIP);
    put_le(&t, properties, 4);
    put_record(&part, 153, buf_str(&t));
    buf_reset(&t);
    put_le(&t, 1, 4); /* hidden */
    put_le(&t, 1, 4);
    put_wide(&t, "r1");
    put_wide(&t, "S");
    put_record(&part, 156, buf_str(&t));
    book_put(&b, "xl/workbook.bin", buf_str(&part));
    book_add(&b, "xl/_rels/workbook.bin.rels",
             "<Relationships xmlns='" PACKAGE "'>"
             "<Relationship Id='r1' Type='" RELS "/worksheet' Target='s.bin'/>"
             "<Relationship Id='r2' Type='" RELS "/styles' Target='t.bin'/>"
             "<Relationship Id='r3' Type='" RELS
             "/sharedStrings' Target='u.bin'/></Relationships>");
    book_put(&b, "xl/s.bin", sheet);
    buf_reset(&part);
    put_record(&part, 617, STR(""));
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        buf_reset(&t);
        put_le(&t, 0, 2);
        put_le(&t, formats[i], 2);
        put_record(&part, 47, buf_str(&t));
    }
    put_record(&part, 618, STR(""));
    book_put(&b, "xl/t.bin", buf_str(&part));
    buf_reset(&part);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        buf_reset(&t);
        put_le(&t, 0, 1);
        put_wide(&t, texts[i]);
        put_record(&part, 19, buf_str(&t));
    }
    book_put(&b, "xl/u.bin", buf_str(&part));
    buf_release(&part);
    buf_release(&t);
    return book_close(&b);
}

/* The same with dates of 1900. */
static inline int xlsb_of(struct str sheet)
{
    return xlsb_with(0, sheet);
}

#endif
