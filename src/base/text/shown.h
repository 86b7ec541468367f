/* shown.h - a name that came with untrusted input, as it may stand in a message. */
#ifndef BASE_TEXT_SHOWN_H
#define BASE_TEXT_SHOWN_H

#include "base/str.h"

#define SHOWN_BYTES 72u

struct shown {
    char text[SHOWN_BYTES]; /* NUL-terminated, well-formed UTF-8 */
};

/*
 * shown_name - the name, cut where it is long.
 *
 * Each control character, quote, separator of lines, mark that turns the direction
 * of text and byte that is no UTF-8 is a '?'; an ellipsis stands for what is cut.
 *
 * returns  to->text
 */
const char *shown_name(struct str name, struct shown *to);

#endif
