/* records.h - workbooks of Excel 97 made by hand, record by record. */
#ifndef FORMATS_XLS_RECORDS_H
#define FORMATS_XLS_RECORDS_H

#include "formats/package/book.h"
#include "formats/xls/xls.h"

#define RECORDS_SECTOR 512u

static const struct workbook_format *const with_xls[] = {&xls_format, NULL};

/* A record of these bytes. */
static inline void record(struct buf *b, unsigned type, const void *p, size_t n)
{
    put_le(b, type, 2);
    put_le(b, (uint32_t)n, 2);
    buf_put(b, p, n);
}

static inline void record_begin(struct buf *b, unsigned kind)
{
    const unsigned char bytes[16] = {0, 6, (unsigned char)kind};

    record(b, 0x809, bytes, sizeof(bytes));
}

/* The place of a cell and its style; rows and columns from 0. */
struct record_at {
    unsigned row, column, style;
};

/* A cell and what it has. */
static inline void record_cell(struct buf *b, unsigned type,
                               struct record_at at, const void *p, size_t n)
{
    put_le(b, type, 2);
    put_le(b, (uint32_t)(6 + n), 2);
    put_le(b, at.row, 2);
    put_le(b, at.column, 2);
    put_le(b, at.style, 2);
    buf_put(b, p, n);
}

static inline void record_number(struct buf *b, struct record_at at,
                                 double value)
{
    record_cell(b, 0x203, at, &value, sizeof(value));
}

static inline void record_shared(struct buf *b, unsigned row, unsigned column,
                                 uint32_t index)
{
    record_cell(b, 0xfd, (struct record_at){row, column, 0}, &index,
                sizeof(index));
}

/* A sheet's name and place; returns where the place is, to be set. */
static inline size_t record_sheet(struct buf *b, const char *name,
                                  unsigned state)
{
    const size_t n = strlen(name);
    const size_t at = b->n + 4;

    put_le(b, 0x85, 2);
    put_le(b, (uint32_t)(8 + n), 2);
    put_le(b, 0, 4);
    put_le(b, state, 2);
    put_le(b, (uint32_t)n, 1);
    put_le(b, 0, 1);
    buf_puts(b, name);
    return at;
}

static inline void set_place(struct buf *b, size_t at, size_t place)
{
    for (unsigned i = 0; i < 4; i++)
        b->p[at + i] = (char)(place >> (8 * i));
}

static inline void put_sectors(struct buf *out, struct str bytes)
{
    buf_put_str(out, bytes);
    while (out->n % RECORDS_SECTOR)
        buf_put_char(out, 0);
}

static inline void put_entry_of(struct buf *out, const char *name,
                                unsigned kind, uint32_t start, uint32_t size)
{
    const size_t from = out->n;

    for (const char *p = name; *p; p++)
        put_le(out, (unsigned char)*p, 2);
    while (out->n < from + 64)
        buf_put_char(out, 0);
    put_le(out, (uint32_t)(2 * (strlen(name) + 1)), 2);
    put_le(out, kind, 2);
    while (out->n < from + 116)
        buf_put_char(out, 0);
    put_le(out, start, 4);
    put_le(out, size, 4);
    put_le(out, 0, 4);
}

/* A compound file with a stream of these bytes, padded to 4 KiB: the table is its
 * first sector, the directory its second. */
static inline void put_compound(struct buf *out, const char *name,
                                struct str stream)
{
    uint32_t size = (uint32_t)stream.n < 4096 ? 4096 : (uint32_t)stream.n;
    const uint32_t n = (size + RECORDS_SECTOR - 1) / RECORDS_SECTOR;
    static const unsigned char magic[8] = {0xd0, 0xcf, 0x11, 0xe0,
                                           0xa1, 0xb1, 0x1a, 0xe1};

    buf_put(out, magic, sizeof(magic));
    while (out->n < 24)
        buf_put_char(out, 0);
    put_le(out, 0x3e, 2);
    put_le(out, 3, 2);
    put_le(out, 0xfffe, 2);
    put_le(out, 9, 2);
    put_le(out, 6, 2);
    while (out->n < 44)
        buf_put_char(out, 0);
    put_le(out, 1, 4); /* sectors of the table */
    put_le(out, 1, 4); /* where the directory begins */
    put_le(out, 0, 4);
    put_le(out, 4096, 4);       /* smaller streams are elsewhere */
    put_le(out, 0xfffffffe, 4); /* where their table begins */
    put_le(out, 0, 4);
    put_le(out, 0xfffffffe, 4); /* the list of tables goes on nowhere */
    put_le(out, 0, 4);
    put_le(out, 0, 4); /* the table's first sector */
    while (out->n < RECORDS_SECTOR)
        put_le(out, 0xffffffff, 4);
    put_le(out, 0xfffffffd, 4);
    put_le(out, 0xfffffffe, 4);
    for (uint32_t i = 0; i < n && i < 126; i++)
        put_le(out, i + 1 == n ? 0xfffffffe : i + 3, 4);
    while (out->n < (size_t)2 * RECORDS_SECTOR)
        put_le(out, 0xffffffff, 4);
    put_entry_of(out, "Root Entry", 5, 0xfffffffe, 0);
    put_entry_of(out, name, 2, 2, size);
    put_sectors(out, STR(""));
    put_sectors(out, stream);
    while (out->n < (size_t)(3 + n) * RECORDS_SECTOR)
        buf_put_char(out, 0);
}

static inline int compound_file(const char *name, struct str stream)
{
    struct buf out;
    int fd;

    buf_init(&out, MAX_ZIP);
    put_compound(&out, name, stream);
    fd = book_file(buf_str(&out));
    buf_release(&out);
    return fd;
}

#endif
