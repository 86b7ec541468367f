/*
 * header.h - the header of a mail or of a part of one. Private to the module.
 *
 * Source: RFC 5322 section 2.2, RFC 2045 section 5, RFC 2047, RFC 2231.
 */
#ifndef FORMATS_MAIL_HEADER_H
#define FORMATS_MAIL_HEADER_H

#include "base/str.h"

/* Limits; over one is ERR_LIMIT with the line. */
#define MAIL_HEADER_BYTES  ((size_t)1 << 20) /* of one header */
#define MAIL_HEADER_FIELDS 2000u
#define MAIL_VALUE_BYTES   ((size_t)64 << 10) /* read of one value */

struct mail_header {
    struct str bytes; /* its lines, without the blank one after it */
    struct str body;  /* what follows that */
};

/*
 * header_split - where a header ends.
 *
 * in       entity  a mail, or a part of one
 *          must    it begins with a field; else it may have none
 * errors   ERR_FILE_READ_FAILED  its first line is no field
 *          ERR_LIMIT             it is too long, or has too many fields
 *          e->pos.line counts from 1 in `entity`
 */
MUST_CHECK enum err header_split(struct str entity, bool must,
                                 struct mail_header *out, struct error *e);

/*
 * header_field - the value of the first field of this name, unfolded, and cut
 * to MAIL_VALUE_BYTES; empty if there is none. In `a`.
 */
MUST_CHECK enum err header_field(const struct mail_header *h, const char *name,
                                 struct arena *a, struct str *out,
                                 struct error *e);

/* The same as text: its encoded words are decoded (RFC 2047). */
MUST_CHECK enum err header_text(const struct mail_header *h, const char *name,
                                struct arena *a, struct str *out,
                                struct error *e);

/* A text with encoded words, decoded; control characters are blanks. */
MUST_CHECK enum err header_decode(struct str value, struct arena *a,
                                  struct str *out, struct error *e);

/*
 * header_parameter - a parameter of a value, "plan.pdf" of
 * `attachment; filename="plan.pdf"`: whole, in sections, encoded (RFC 2231), or
 * with encoded words, which many programs write. Empty if there is none.
 */
MUST_CHECK enum err header_parameter(struct str value, const char *name,
                                     struct arena *a, struct str *out,
                                     struct error *e);

#endif
