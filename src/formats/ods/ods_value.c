#include "formats/ods/ods_value.h"

#include "base/text/date.h"

#define DAY_S      86400.0
#define EPOCH      (-25569) /* 1899-12-30, in days from 1970-01-01 */
#define MAX_NUMBER 4000000000u
#define ADDRESS    64u /* bytes of one cell's */

/* Digits with a fraction or without; the rest is what follows. */
static bool read_number(struct str *text, double *value)
{
    const size_t all = text->n;
    double scale = 1;
    bool is_fraction = false;

    for (*value = 0; text->n > 0; *text = str_slice(*text, 1, text->n)) {
        const char c = text->p[0];

        if ((c == '.' || c == ',') && !is_fraction) {
            is_fraction = true;
        } else if (c < '0' || c > '9') {
            break;
        } else if (is_fraction) {
            scale /= 10;
            *value += scale * (c - '0');
        } else {
            *value = *value * 10 + (c - '0');
        }
    }
    return text->n < all && *value <= MAX_NUMBER;
}

/* ":30" of a time of day */
static bool read_clock(struct str *text, char before, double *value)
{
    if (text->n == 0 || text->p[0] != before)
        return false;
    *text = str_slice(*text, 1, text->n);
    return read_number(text, value);
}

bool ods_read_date(struct str text, double *days)
{
    struct date_value v;
    double h, m, s;
    struct str rest = str_slice(text, 10, text.n);

    if (text.n < 10 || !date_read(str_slice(text, 0, 10), DATE_YMD, &v))
        return false;
    *days = (double)(v.days - EPOCH);
    if (rest.n == 0)
        return true;
    if (!read_clock(&rest, 'T', &h) || !read_clock(&rest, ':', &m) || h > 24 ||
        m >= 60)
        return false;
    s = 0;
    if (rest.n && (!read_clock(&rest, ':', &s) || s > 60))
        return false;
    *days += (h * 3600 + m * 60 + s) / DAY_S;
    return rest.n == 0 || str_is(rest, "Z");
}

bool ods_read_duration(struct str text, double *days)
{
    const bool is_negative = text.n > 0 && text.p[0] == '-';
    bool is_time = false;
    bool is_any = false;

    text = str_slice(text, is_negative, text.n);
    if (text.n == 0 || text.p[0] != 'P')
        return false;
    *days = 0;
    for (text = str_slice(text, 1, text.n); text.n > 0;
         text = str_slice(text, 1, text.n)) {
        double n;

        if (text.p[0] == 'T' && !is_time) {
            is_time = true;
            continue;
        }
        if (!read_number(&text, &n) || text.n == 0)
            return false;
        is_any = true;
        if (text.p[0] == 'D' && !is_time)
            *days += n;
        else if (text.p[0] == 'H' && is_time)
            *days += n * 3600 / DAY_S;
        else if (text.p[0] == 'M' && is_time)
            *days += n * 60 / DAY_S;
        else if (text.p[0] == 'S' && is_time)
            *days += n / DAY_S;
        else
            return false;
    }
    *days = is_negative ? -*days : *days;
    return is_any;
}

/* ---- addresses ---- */

static struct str after_dollar(struct str text)
{
    return str_slice(text, text.n > 0 && text.p[0] == '$', text.n);
}

/* "'it''s'" of `text`, without what quotes it, into `room`. */
static bool read_quoted(struct str *text, char *room, struct str *sheet)
{
    size_t n = 0;
    size_t i = 1;

    for (; i < text->n; i++) {
        if (text->p[i] == '\'' && (i + 1 == text->n || text->p[i + 1] != '\''))
            break;
        i += text->p[i] == '\'';
        room[n++] = text->p[i];
    }
    *sheet = (struct str){room, n};
    *text = str_slice(*text, i + 1, text->n);
    return n > 0;
}

/* The sheet up to the point, which is kept if there is none. */
static bool read_sheet(struct str *text, char *room, struct str *sheet)
{
    size_t point;

    *text = after_dollar(*text);
    if (text->n > 0 && text->p[0] == '\'' && !read_quoted(text, room, sheet))
        return false;
    point = str_find_char(*text, '.');
    if (point == text->n)
        return false;
    if (point > 0)
        *sheet = str_slice(*text, 0, point);
    *text = str_slice(*text, point + 1, text->n);
    return true;
}

static bool read_cell(struct str text, struct ref *at)
{
    char plain[ADDRESS];
    size_t n = 0;

    for (size_t i = 0; i < text.n && n < sizeof(plain); i++)
        if (text.p[i] != '$')
            plain[n++] = text.p[i];
    return ref_parse((struct str){plain, n}, at);
}

/* Where the first cell's address ends: at the colon outside of quotes. */
static size_t first_end(struct str text)
{
    bool is_quoted = false;

    for (size_t i = 0; i < text.n; i++) {
        is_quoted ^= text.p[i] == '\'';
        if (text.p[i] == ':' && !is_quoted)
            return i;
    }
    return text.n;
}

bool ods_read_address(struct str text, char *room, struct str *sheet,
                      struct ref_range *range)
{
    const size_t end = first_end(text);
    struct str first = str_slice(text, 0, end);
    struct str last = str_slice(text, end + 1, text.n);
    struct str same = {0};

    *sheet = (struct str){0};
    if (!read_sheet(&first, room, sheet) || !sheet->n ||
        !read_cell(first, &range->first))
        return false;
    range->last = range->first;
    if (end == text.n)
        return true;
    if (str_find_char(last, '.') < last.n) {
        char *other = room + sheet->n;

        if (!read_sheet(&last, other, &same) ||
            (same.n && !str_eq(same, *sheet)))
            return false;
    }
    return read_cell(last, &range->last) &&
           range->last.row >= range->first.row &&
           range->last.column >= range->first.column;
}
