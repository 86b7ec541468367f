/*
 * biff.h - the records of a workbook stream of Excel 97 to 2003, and text that goes
 * on in the records after.
 */
#ifndef FORMATS_XLS_BIFF_H
#define FORMATS_XLS_BIFF_H

#include "base/buf.h"
#include "formats/xls/ole.h"

#define BIFF_WINDOW_BYTES ((size_t)128 << 10)

enum biff_type {
    BIFF_FORMULA = 0x06,
    BIFF_EOF = 0x0a,
    BIFF_EXTERN_SHEET = 0x17,
    BIFF_NAME = 0x18,
    BIFF_DATE_MODE = 0x22,
    BIFF_ENCRYPTION = 0x2f,
    BIFF_CONTINUE = 0x3c,
    BIFF_COLUMNS = 0x7d,
    BIFF_SHEET = 0x85,
    BIFF_MULTIPLE_RK = 0xbd,
    BIFF_RICH_LABEL = 0xd6,
    BIFF_STYLE = 0xe0,
    BIFF_MERGES = 0xe5,
    BIFF_STRINGS = 0xfc,
    BIFF_SHARED_LABEL = 0xfd,
    BIFF_NUMBER = 0x203,
    BIFF_FORMULA_3 = 0x206, /* the number of Excel 3 */
    BIFF_LABEL = 0x204,
    BIFF_BOOLEAN_OR_ERROR = 0x205,
    BIFF_STRING = 0x207,
    BIFF_ROW = 0x208,
    BIFF_RK = 0x27e,
    BIFF_FORMULA_4 =
        0x406, /* and of Excel 4, which some programs still give it */
    BIFF_FORMAT = 0x41e,
    BIFF_BEGIN = 0x809
};

struct biff {
    struct ole_stream stream;
    uint64_t at; /* of the next record */
    uint64_t window_at;
    size_t window_n;
    unsigned char *window; /* BIFF_WINDOW_BYTES; lives in an arena */

    /* The record that was read last. */
    uint32_t type; /* enum biff_type, or any other */
    const unsigned char *p;
    size_t n;
    size_t next; /* byte that biff_take() takes next */
};

/*
 * biff_next - the next record; b->p borrows it until the call after.
 *
 * errors   ERR_FILE_READ_FAILED  the stream ends; e->pos is where in it
 */
MUST_CHECK enum err biff_next(struct biff *b, struct error *e);

/* The next bytes of the record and of those that continue it. */
MUST_CHECK enum err biff_take(struct biff *b, void *to, size_t n,
                              struct error *e);

/* Pass over n of them. */
MUST_CHECK enum err biff_pass(struct biff *b, uint64_t n, struct error *e);

/*
 * biff_text - the characters of a text, as UTF-8 after what `out` has.
 *
 * in       n        of them, in units of UTF-16
 *          is_wide  two bytes each; may change where the text is continued
 * errors   ERR_FILE_READ_FAILED  the record and those after it are too short
 */
MUST_CHECK enum err biff_text(struct biff *b, uint32_t n, bool is_wide,
                              struct buf *out, struct error *e);

/* "The record at byte N is ..."; ERR_FILE_READ_FAILED. */
enum err biff_bad(const struct biff *b, const char *what, struct error *e);

#endif
