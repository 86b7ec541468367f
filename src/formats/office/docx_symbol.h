/* docx_symbol.h - characters that a Word document has as places in a font of symbols.
 * Private to the module. */
#ifndef FORMATS_OFFICE_DOCX_SYMBOL_H
#define FORMATS_OFFICE_DOCX_SYMBOL_H

#include "base/buf.h"

/*
 * docx_symbol_put - the character that is shown, or a space if it is not known.
 *
 * in       code  its number in hexadecimal; of fonts of symbols 0xf000 to 0xf0ff
 *          font  "Symbol", "Wingdings"
 */
void docx_symbol_put(struct str code, struct str font, struct buf *out);

#endif
