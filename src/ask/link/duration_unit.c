#include "ask/link/duration_unit.h"

#include "base/text/date.h"

#include <stdlib.h>

#define DAY_SECONDS     86400
#define MICROS          1000000
#define MOST_IN_MINUTES ((int64_t)3 * 3600) /* longer ones are said in hours */
#define MOST_IN_HOURS   ((int64_t)3 * DAY_SECONDS)

/* Between the same ends of two columns' values; INT64_MAX: unknown. */
static int64_t seconds_apart(struct str a, struct str b)
{
    struct date_value from;
    struct date_value to;

    if (!date_read(a, DATE_YMD, &from) || !date_read(b, DATE_YMD, &to))
        return INT64_MAX;
    return llabs((int64_t)(to.days - from.days) * DAY_SECONDS +
                 (to.micros - from.micros) / MICROS);
}

enum span_unit duration_unit(const struct schema_column *from,
                             const struct schema_column *to)
{
    const int64_t first = seconds_apart(from->min, to->min);
    const int64_t last = seconds_apart(from->max, to->max);
    const int64_t apart = first > last ? first : last;

    if (!from->clock || !to->clock || apart > MOST_IN_HOURS)
        return SPAN_DAYS;
    return apart > MOST_IN_MINUTES ? SPAN_HOURS : SPAN_MINUTES;
}
