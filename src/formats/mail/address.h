/* address.h - the people in a mail's header (RFC 5322 section 3.4). Private to the
 * module. */
#ifndef FORMATS_MAIL_ADDRESS_H
#define FORMATS_MAIL_ADDRESS_H

#include "base/str.h"

#define ADDRESS_MAX 500u /* read of one field */

struct address {
    struct str name; /* decoded; may be empty */
    struct str mail; /* "anna@example.org"; may be empty */
};

/* The addresses of a field's value; address[n] in `a`. */
MUST_CHECK enum err address_read(struct str value, struct arena *a,
                                 struct address **address, size_t *n,
                                 struct error *e);

/* "Anna Weber <anna@example.org>", or what of it there is. */
MUST_CHECK enum err address_show(const struct address *x, struct arena *a,
                                 struct str *out, struct error *e);

#endif
