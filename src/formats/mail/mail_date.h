/* mail_date.h - the date of a mail (RFC 5322 sections 3.3, 4.3). Private to the
 * module. */
#ifndef FORMATS_MAIL_MAIL_DATE_H
#define FORMATS_MAIL_MAIL_DATE_H

#include "base/str.h"

#define MAIL_DATE_BYTES 32

/*
 * mail_date - "2024-03-05T14:30:00+01:00" of "Tue, 5 Mar 2024 14:30 +0100", in the
 * zone in which it was written.
 *
 * out      out    empty if it is no date; without a zone it has none
 */
void mail_date(struct str value, char out[MAIL_DATE_BYTES]);

#endif
