/*
 * value.h - writes cells of every DuckDB type as JSON and as text, and maps
 * types to their public names.
 *
 * Exact where JSON can be: an integer or decimal of at most 15 significant
 * digits is a JSON number, a longer one a string of all its digits; a DOUBLE
 * or FLOAT is the shortest text that reads back as the same; NaN and
 * infinities are strings. Dates are ISO 8601 (a year outside 0 to 9999 has a
 * sign and at least four digits; 1 BC is year 0), moments in UTC end in Z,
 * intervals are ISO durations. Lists are arrays, structs objects (arrays when
 * their fields have no names), maps arrays of {"key":...,"value":...}; a
 * union shows the value it holds; a blob is lower-case hexadecimal.
 */
#ifndef ENGINE_DUCK_VALUE_H
#define ENGINE_DUCK_VALUE_H

#include "base/jsonw.h"
#include "engine/duck/duck_type.h"

#define VALUE_NUMBER_DIGITS 15 /* most that a JSON number carries */

/* "integer", "float", "decimal", "string", "boolean", "date", "time",
   "timestamp", "interval" or "other". */
const char *value_type_name(enum duck_kind kind);

/* Write a cell; null writes null. */
void value_json(struct jsonw *w, const struct duck_vector *v, size_t row);

/*
 * value_text - a cell without quotes, every digit of it; nothing for null.
 * What JSON writes as a string has the same text here; lists, structs and
 * maps are their JSON.
 */
void value_text(struct buf *out, const struct duck_vector *v, size_t row);

/* Days since 1970-01-01 as ISO date. */
void value_put_date(struct buf *out, int32_t days);

/* `ticks` since 1970, `per_second` of them a second, as ISO date and time. */
void value_put_timestamp(struct buf *out, int64_t ticks, int64_t per_second);

/* `ticks` since midnight as HH:MM:SS and the fraction that is not zero. */
void value_put_time(struct buf *out, int64_t ticks, int64_t per_second);

/* DuckDB's TIME WITH TIME ZONE as HH:MM:SS+HH:MM, Z for no offset. */
void value_put_time_tz(struct buf *out, uint64_t bits);

/* An ISO duration; each part has its own sign, nothing at all is PT0S. */
void value_put_interval(struct buf *out, struct duck_interval v);

#endif
