/*
 * xlsb_records.h - the records of a part of a binary workbook.
 */
#ifndef FORMATS_XLSB_XLSB_RECORDS_H
#define FORMATS_XLSB_XLSB_RECORDS_H

#include "base/buf.h"
#include "formats/package/part.h"

#define XLSB_MAX_RECORD \
    ((size_t)64 << 20) /* bytes; a text has at most 64 KiB */

struct xlsb_records {
    struct unzip *u;
    const struct part_tick *tick;
    struct str name; /* of the part, for messages */
    unsigned char *window;
    size_t window_n, window_next;
    bool is_ended; /* the part is */
    uint64_t at;   /* bytes of it that were taken */
    struct buf record;
    struct buf utf8;

    /* The record that was read last. */
    uint32_t type;
    const unsigned char *p;
    size_t n;
    size_t next; /* byte that is taken next */
};

/* No part yet; xlsb_records_release() it. `a` has its window. */
MUST_CHECK enum err xlsb_records_init(struct xlsb_records *r, struct unzip *u,
                                      const struct part_tick *tick,
                                      struct arena *a, struct error *e);

/* Give the memory back. */
void xlsb_records_release(struct xlsb_records *r);

/* Begin to read a part; errors as unzip_start(). */
MUST_CHECK enum err xlsb_start(struct xlsb_records *r, struct str part,
                               struct error *e);

/*
 * xlsb_next - the next record.
 *
 * out      is_there  false: the part has ended
 * errors   ERR_FILE_READ_FAILED  the part ends in it; e->pos is where
 *          ERR_LIMIT             over XLSB_MAX_RECORD; e->pos too
 */
MUST_CHECK enum err xlsb_next(struct xlsb_records *r, bool *is_there,
                              struct error *e);

/* The next n bytes of the record; NULL and `e`: it has fewer. */
const unsigned char *xlsb_take(struct xlsb_records *r, size_t n,
                               struct error *e);

/* The next text of the record, which may be absent; borrows `r` until the next. */
MUST_CHECK enum err xlsb_text(struct xlsb_records *r, struct str *text,
                              struct error *e);

/* ERR_FILE_READ_FAILED: the record before byte N of the part <what>. */
enum err xlsb_bad(const struct xlsb_records *r, const char *what,
                  struct error *e);

#endif
