/* ref.h - cell references: "B3" is column 2 of row 3. */
#ifndef FORMATS_XLSX_REF_H
#define FORMATS_XLSX_REF_H

#include "base/str.h"

#define REF_MAX_ROWS    1048576u
#define REF_MAX_COLUMNS 16384u
#define REF_NAME_BYTES  12u

struct ref {
    uint32_t row; /* from 1 */
    uint32_t column;
};

struct ref_range {
    struct ref first, last; /* both are in it */
};

/* Letters and digits, nothing else, inside the sheet's bounds. */
bool ref_parse(struct str text, struct ref *r);

/* "A1:C3", "B2"; the corners in any order. */
bool ref_parse_range(struct str text, struct ref_range *r);

/* "B", without NUL; returns how many letters. */
size_t ref_letters(uint32_t column, char name[REF_NAME_BYTES]);

/* "B3"; lives in `name`. */
void ref_name(struct ref r, char name[REF_NAME_BYTES]);

#endif
