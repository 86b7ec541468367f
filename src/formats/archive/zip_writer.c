/*
 * Nothing is known of a part before it is read, so that its checksum and size come behind
 * it (general purpose bit 3) and in the directory.
 *
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.9, 4.3.12, 4.3.16.
 */
#include "formats/archive/zip_writer.h"

#include <string.h>

#define LIST_BYTES  ((size_t)64 << 10)
#define SIZE_BEHIND 0x0008U
#define VERSION     20U

void zip_writer_init(struct zip_writer *z, const struct member_sink *sink)
{
    *z = (struct zip_writer){.sink = sink};
    buf_init(&z->list, LIST_BYTES);
}

void zip_writer_release(struct zip_writer *z)
{
    buf_release(&z->list);
}

/* CRC-32 of IEEE 802.3, four bits at a time. */
static uint32_t crc_add(uint32_t crc, struct str bytes)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

    crc = ~crc;
    for (size_t i = 0; i < bytes.n; i++) {
        crc ^= (unsigned char)bytes.p[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

/* Little endian. */
static void put_number(struct buf *b, uint64_t n, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_put_char(b, (char)(unsigned char)(n >> 8 * i & 0xff));
}

/* What the header of a part and its entry of the directory share. */
static void put_fields(struct buf *b, const struct zip_writer *z, uint64_t n)
{
    put_number(b, SIZE_BEHIND, 2);
    put_number(b, 0, 2); /* not packed */
    put_number(b, 0, 4); /* no time */
    put_number(b, n ? z->crc : 0, 4);
    put_number(b, n, 4);
    put_number(b, n, 4);
    put_number(b, z->name.n, 2);
    put_number(b, 0, 2);
}

static enum err write_bytes(struct zip_writer *z, struct str bytes,
                            struct error *e)
{
    z->at += bytes.n;
    if (z->at > UINT32_MAX)
        return error_set(e, ERR_LIMIT, "more than 4 GiB are embedded");
    return z->sink->write(z->sink->ctx, bytes, e);
}

static enum err write_header(struct zip_writer *z, struct buf *b,
                             struct error *e)
{
    struct str bytes;
    enum err rc = buf_finish(b, &bytes, e);

    if (!rc)
        rc = write_bytes(z, bytes, e);
    buf_release(b);
    return rc;
}

enum err zip_writer_begin(struct zip_writer *z, struct str name,
                          struct error *e)
{
    struct buf b;

    z->name = name;
    z->begin = z->at;
    z->n = 0;
    z->crc = 0;
    buf_init(&b, LIST_BYTES);
    buf_puts(&b, "PK\x03\x04");
    put_number(&b, VERSION, 2);
    put_fields(&b, z, 0);
    buf_put_str(&b, name);
    return write_header(z, &b, e);
}

enum err zip_writer_put(struct zip_writer *z, struct str bytes, struct error *e)
{
    z->crc = crc_add(z->crc, bytes);
    z->n += bytes.n;
    return write_bytes(z, bytes, e);
}

enum err zip_writer_end(struct zip_writer *z, struct error *e)
{
    struct buf b;

    buf_init(&b, LIST_BYTES);
    buf_puts(&b, "PK\x07\x08");
    put_number(&b, z->crc, 4);
    put_number(&b, z->n, 4);
    put_number(&b, z->n, 4);
    buf_puts(&z->list, "PK\x01\x02");
    put_number(&z->list, VERSION, 2);
    put_number(&z->list, VERSION, 2);
    put_fields(&z->list, z, z->n);
    put_number(&z->list, 0, 2 + 2); /* comment, disk */
    put_number(&z->list, 0, 2 + 4); /* attributes */
    put_number(&z->list, z->begin, 4);
    buf_put_str(&z->list, z->name);
    z->parts++;
    return write_header(z, &b, e);
}

enum err zip_writer_finish(struct zip_writer *z, struct error *e)
{
    const uint64_t begin = z->at;
    struct str list;
    struct buf b;
    enum err rc = buf_finish(&z->list, &list, e);

    if (!rc)
        rc = write_bytes(z, list, e);
    if (rc)
        return rc;
    buf_init(&b, LIST_BYTES);
    buf_puts(&b, "PK\x05\x06");
    put_number(&b, 0, 4);
    put_number(&b, z->parts, 2);
    put_number(&b, z->parts, 2);
    put_number(&b, list.n, 4);
    put_number(&b, begin, 4);
    put_number(&b, 0, 2);
    return write_header(z, &b, e);
}
