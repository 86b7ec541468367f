/*
 * charset.h - decodes, by name, the encodings that are not implemented here.
 *
 * An encoding of one byte a character becomes a table of 256; the others go
 * through a converter, which keeps what a block cuts.
 */
#ifndef BASE_TEXT_CHARSET_H
#define BASE_TEXT_CHARSET_H

#include "base/text/encoding.h"

struct UConverter; /* ICU */

struct charset {
    struct UConverter *converter; /* NULL: `table` */
    uint16_t table[256];          /* 0: no character but for byte 0 */
    bool is_iso_2022_kr;
};

/*
 * charset_find - is there an encoding of this name?
 *
 * in       name   any name or alias that ICU knows, the usual ones of iconv
 *                 and of the IANA among them
 * out      shown  the preferred name, in small letters
 * errors   ERR_VALIDATION_FAILED  unknown
 */
MUST_CHECK enum err charset_find(struct str name,
                                 char shown[ENCODING_NAME_BYTES],
                                 struct error *e);

/*
 * charset_open - ready to decode from the start.
 *
 * in       name   as `shown`
 * out      cs     charset_close() it; a zeroed one may be closed, too
 * errors   ERR_VALIDATION_FAILED  unknown
 */
MUST_CHECK enum err charset_open(struct charset *cs, const char *name,
                                 struct error *e);

/* Give back what charset_open() took; a zeroed one is allowed. */
void charset_close(struct charset *cs);

/* Back to the start of a text. */
void charset_reset(struct charset *cs);

/*
 * charset_decode - bytes as UTF-8, by the converter.
 *
 * in       in    what follows the bytes given before
 *          last  nothing follows
 * out      out   room for in.n * 4 + 16 bytes
 *          made  bytes put there; NUL may be among them
 *          bad   the byte after those taken begins no character, or one that
 *                the end cuts; it may lie in an earlier block: see `returns`
 * returns  in.n, or where the bad character begins, which is less than 0 by
 *          those of its bytes that came before `in`
 */
ptrdiff_t charset_decode(struct charset *cs, struct str in, bool last,
                         char *out, size_t *made, bool *bad);

#endif
