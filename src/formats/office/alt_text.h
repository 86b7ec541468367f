/* alt_text.h - what the author of a document says of its pictures. Private to the
 * module. */
#ifndef FORMATS_OFFICE_ALT_TEXT_H
#define FORMATS_OFFICE_ALT_TEXT_H

#include "base/str.h"

/*
 * alt_text - "[picture]: ..." in one line: the mark says that these are not words of the
 * document.
 *
 * in       said  what the picture has for those who do not see it
 * out      out   empty if it says nothing, or has the name of a file, as programs put
 *                there that have nothing to say
 */
MUST_CHECK enum err alt_text(struct str said, struct arena *a, struct str *out,
                             struct error *e);

#endif
