/* column_read.c - values of cells by the decided types. */
#include "formats/csv/column.h"

#include "base/text/null_word.h"

#include <string.h>

#define MICROS_PER_DAY (INT64_C(86400) * 1000000)
#define DECIMAL_IN_64  18u /* digits of a decimal kept in 64 bits */

/* The digits of a number that wears something. */
static struct str plain_of(const struct column_type *t, struct str s,
                           char out[NUMBER_PLAIN_BYTES])
{
    struct number_affix dress;
    struct str plain;

    return t->dressed && number_undress(s, out, &plain, &dress) ? plain : s;
}

static bool read_number(const struct column_type *t, struct str s,
                        number_wide *v)
{
    char out[NUMBER_PLAIN_BYTES];
    unsigned scale = t->kind == COLUMN_DECIMAL ? t->scale : 0;
    int64_t narrow = 0;
    bool ok;

    s = plain_of(t, s, out);
    scale -= t->percent ? 2 : 0;
    if (t->kind == COLUMN_HUGEINT ||
        (t->kind == COLUMN_DECIMAL && t->width > DECIMAL_IN_64))
        return number_read_wide(s, t->convention, scale, v);
    ok = number_read_i64(s, t->convention, scale, &narrow);
    *v = narrow;
    return ok;
}

bool column_read_int(const struct column_type *t, struct str s, number_wide *v)
{
    struct date_value date;
    bool truth = false;
    bool ok;

    switch (t->kind) {
    case COLUMN_BOOLEAN:
        ok = boolean_parse(s, &truth);
        *v = truth;
        return ok;
    case COLUMN_BIGINT:
    case COLUMN_HUGEINT:
    case COLUMN_DECIMAL: return read_number(t, s, v);
    default: break;
    }
    ok = t->separator == DATE_PLAIN ? date_read_plain(s, &date)
                                    : date_read(s, t->order, &date);
    if (!ok)
        return false;
    *v = t->kind == COLUMN_DATE ? date.days
                                : date.days * MICROS_PER_DAY + date.micros;
    return true;
}

bool column_read_double(const struct column_type *t, struct str s, double *v)
{
    char out[NUMBER_PLAIN_BYTES];

    return number_read_double(plain_of(t, s, out), t->convention, v);
}

static bool is_mark(const struct column_mark *m, struct str s)
{
    return m->n && s.n == m->n && memcmp(s.p, m->word, s.n) == 0;
}

bool column_is_null(const struct column_type *t, struct str s)
{
    return s.n == 0 ||
           (t->null_words && (is_null_word(s) || is_mark(&t->mark, s)));
}
