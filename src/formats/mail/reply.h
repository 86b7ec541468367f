/*
 * reply.h - what of a mail's text its sender wrote. Private to the module.
 *
 * No rule knows a word of a language:
 *
 *  - The tail of quoted lines ("> ...") goes, with the lines before it that end
 *    in a colon and have an address or a digit ("On ... wrote:"). Quotes with an
 *    answer after them stay, as quotes.
 *  - The tail that some programs do not mark, a mail with the lines of its header
 *    ("From: ...", whatever they are called), goes if the first of them names
 *    somebody whom this mail is to: then it is an answer to that one. Of
 *    somebody else it is forwarded, and stays.
 *  - The signature goes: what is after "-- " (RFC 3676 section 4.3), or after a
 *    last line of underscores, as lists append one.
 *
 * If nothing would be left, the quotes stay.
 */
#ifndef FORMATS_MAIL_REPLY_H
#define FORMATS_MAIL_REPLY_H

#include "base/str.h"

enum reply_kind { REPLY_TEXT, REPLY_QUOTE, REPLY_LEFT_OUT };

struct reply_line {
    struct str text; /* without its end */
    enum reply_kind kind;
};

/*
 * reply_mark - the kind of each line.
 *
 * in       person  names and addresses of those whom the mail is to
 */
void reply_mark(struct reply_line *line, size_t n, const struct str *person,
                size_t n_persons);

#endif
