#include "formats/xlsx/ref.h"

#include <stdio.h>

bool ref_parse(struct str text, struct ref *r)
{
    uint32_t column = 0;
    uint32_t row = 0;
    size_t i = 0;

    for (; i < text.n && column <= REF_MAX_COLUMNS; i++) {
        char c = (char)(text.p[i] & ~0x20); /* as a capital */

        if (c < 'A' || c > 'Z')
            break;
        column = column * 26 + (uint32_t)(c - 'A' + 1);
    }
    if (i == text.n || text.p[i] == '0')
        return false;
    for (; i < text.n && row <= REF_MAX_ROWS; i++) {
        if (text.p[i] < '0' || text.p[i] > '9')
            return false;
        row = row * 10 + (uint32_t)(text.p[i] - '0');
    }
    *r = (struct ref){row, column};
    return i == text.n && column >= 1 && column <= REF_MAX_COLUMNS &&
           row >= 1 && row <= REF_MAX_ROWS;
}

static void order(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;

    if (*a > *b) {
        *a = *b;
        *b = kept;
    }
}

bool ref_parse_range(struct str text, struct ref_range *r)
{
    size_t colon = str_find_char(text, ':');

    if (!ref_parse(str_slice(text, 0, colon), &r->first))
        return false;
    r->last = r->first;
    if (colon < text.n &&
        !ref_parse(str_slice(text, colon + 1, text.n), &r->last))
        return false;
    order(&r->first.row, &r->last.row);
    order(&r->first.column, &r->last.column);
    return true;
}

size_t ref_letters(uint32_t column, char name[REF_NAME_BYTES])
{
    char letters[4];
    size_t n = 0;
    size_t at = 0;

    for (uint32_t c = column; c > 0 && n < sizeof(letters); c = (c - 1) / 26)
        letters[n++] = (char)('A' + (c - 1) % 26);
    while (n > 0)
        name[at++] = letters[--n];
    return at;
}

void ref_name(struct ref r, char name[REF_NAME_BYTES])
{
    size_t at = ref_letters(r.column, name);

    (void)snprintf(name + at, REF_NAME_BYTES - at, "%u", r.row);
}
