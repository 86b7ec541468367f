#include "engine/export/export_sheet.h"

#include <string.h>

#define MAX_NAME_UNITS 31
#define EPOCH_SERIAL   25569   /* 1970-01-01 in the 1900 date system */
#define FIRST_SERIAL   61      /* 1900-03-01 */
#define LAST_SERIAL    2958465 /* 9999-12-31 */
#define DAY_MICROS     INT64_C(86400000000)

enum err export_sheet_check_name(struct str name, struct error *e)
{
    if (name.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the sheet name is empty");
    if (export_sheet_text_units(name) > MAX_NAME_UNITS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the sheet name is longer than %d characters",
                         MAX_NAME_UNITS);
    for (size_t i = 0; i < name.n; i++)
        if ((unsigned char)name.p[i] < ' ' || strchr("[]:*?/\\", name.p[i]))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a sheet name cannot have [ ] : * ? / \\ or a "
                             "control character");
    if (name.p[0] == '\'' || name.p[name.n - 1] == '\'')
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a sheet name cannot begin or end with an apostrophe");
    if (str_eq_nocase(name, STR("History")))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "Excel keeps the sheet name 'History' for itself; use "
                         "another");
    return OK;
}

size_t export_sheet_text_units(struct str text)
{
    size_t units = 0;

    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];

        if ((c & 0xc0) != 0x80)
            units += c >= 0xf0 ? 2 : 1;
    }
    return units;
}

/* East Asian scripts and full-width forms, by the first two bytes of UTF-8:
 * U+1100 to U+115F, U+2E80 to U+9FFF, U+AC00 to U+D7FF, U+F900 to U+FFEF and
 * all beyond U+FFFF. Near enough for the width of a column. */
static bool is_wide(unsigned char lead, unsigned char next)
{
    if (lead == 0xe1)
        return next >= 0x84 && next <= 0x85;
    if (lead == 0xe2)
        return next >= 0xba;
    return (lead >= 0xe3 && lead <= 0xed) || lead >= 0xf0 ||
           (lead == 0xef && next >= 0xa4);
}

size_t export_sheet_text_width(struct str text)
{
    size_t width = 0;

    for (size_t i = 0; i < text.n && text.p[i] != '\n'; i++) {
        unsigned char c = (unsigned char)text.p[i];
        unsigned char next = i + 1 < text.n ? (unsigned char)text.p[i + 1] : 0;

        if ((c & 0xc0) != 0x80)
            width += is_wide(c, next) ? 2 : 1;
    }
    return width;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F');
}

/* Does `s` begin with something that reads as an escape, _xHHHH_? */
static bool looks_escaped(struct str s)
{
    return s.n >= 7 && s.p[0] == '_' && s.p[1] == 'x' && is_hex(s.p[2]) &&
           is_hex(s.p[3]) && is_hex(s.p[4]) && is_hex(s.p[5]) && s.p[6] == '_';
}

/* The escape for what `s` begins with and the bytes it stands for, or NULL. */
static const char *escape_for(struct str s, size_t *bytes)
{
    if (s.p[0] == '\0') {
        *bytes = 1;
        return "_x0000_";
    }
    if (looks_escaped(s)) {
        *bytes = 1;
        return "_x005F_";
    }
    *bytes = 3;
    if (str_starts(s, STR("\xef\xbf\xbe")))
        return "_xFFFE_";
    if (str_starts(s, STR("\xef\xbf\xbf")))
        return "_xFFFF_";
    return NULL;
}

void export_sheet_put_text(struct buf *out, struct str text)
{
    size_t done = 0;

    for (size_t i = 0; i < text.n;) {
        size_t bytes = 1;
        const char *escape = escape_for(str_slice(text, i, text.n), &bytes);

        if (!escape) {
            i++;
            continue;
        }
        buf_put(out, text.p + done, i - done);
        buf_puts(out, escape);
        i += bytes;
        done = i;
    }
    buf_put(out, text.p + done, text.n - done);
}

size_t export_sheet_digits(struct str number)
{
    size_t digits = 0;
    size_t zeros = 0; /* at the end of the fraction so far */
    bool fraction = false;

    for (size_t i = 0; i < number.n; i++) {
        char c = number.p[i];

        if (c == '.')
            fraction = true;
        if (c < '0' || c > '9' || (c == '0' && digits == 0))
            continue;
        digits++;
        zeros = c == '0' && fraction ? zeros + 1 : 0;
    }
    return digits - zeros;
}

/* Days since 1970-01-01 and the microseconds of that day, also before it. */
static int64_t split_day(int64_t micros, int64_t *rest)
{
    int64_t day = micros / DAY_MICROS;

    *rest = micros % DAY_MICROS;
    if (*rest < 0) {
        *rest += DAY_MICROS;
        day--;
    }
    return day;
}

bool export_sheet_serial(enum export_type type, const struct export_cell *cell,
                         double *serial)
{
    int64_t day = cell->ticks;
    int64_t rest = 0;

    if (cell->is_endless)
        return false;
    if (type == EXPORT_TIME) {
        *serial = (double)cell->ticks / (double)DAY_MICROS;
        return cell->ticks >= 0 && cell->ticks < DAY_MICROS;
    }
    if (type == EXPORT_TIMESTAMP)
        day = split_day(cell->ticks, &rest);
    if (day < FIRST_SERIAL - EPOCH_SERIAL || day > LAST_SERIAL - EPOCH_SERIAL)
        return false;
    *serial = (double)(day + EPOCH_SERIAL) + (double)rest / (double)DAY_MICROS;
    return true;
}
