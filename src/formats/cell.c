#include "formats/cell.h"

#include "text/boolean.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct str cell_trim(struct str s)
{
    while (s.n && is_blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

static enum cell_family date_family(const struct date_shape *d)
{
    if (!d->time)
        return CELL_DATE;
    if (!d->orders)
        return CELL_TIME;
    return d->zone ? CELL_TIMESTAMPTZ : CELL_TIMESTAMP;
}

static void look_at_digits(struct str s, struct cell_shape *shape)
{
    struct date_shape date;

    if (number_scan(s, &shape->number)) {
        shape->family = CELL_NUMBER;
    } else if (date_scan(s, &date)) {
        shape->family = date_family(&date);
        shape->date = date;
    } else {
        shape->family = shape->number.leading_zero ? CELL_CODE : CELL_TEXT;
    }
}

void cell_look(struct str s, struct cell_shape *shape)
{
    bool value;

    shape->family = CELL_TEXT;
    switch (s.p[0]) {
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
    case '.':
    case ',': look_at_digits(s, shape); break;
    case '-':
    case 'n': /* nan, inf */
    case 'N':
    case 'i':
    case 'I':
        if (number_scan(s, &shape->number))
            shape->family = CELL_NUMBER;
        break;
    case 't':
    case 'T':
    case 'f':
    case 'F':
        if (boolean_parse(s, &value))
            shape->family = CELL_BOOLEAN;
        break;
    default: break;
    }
}
