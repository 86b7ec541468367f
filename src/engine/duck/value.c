/* value.c - numbers, texts and nested values; the calendar is value_time.c. */
#include "engine/duck/value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL_MAX_BYTES ((size_t)1 << 30)

/* How a scalar is in JSON. */
enum shape {
    AS_STRING,
    AS_NUMBER, /* where its digits are few enough */
    AS_RAW     /* true, false, null */
};

const char *value_type_name(enum duck_kind kind)
{
    if (duck_is_integer(kind))
        return "integer";
    switch (kind) {
    case DUCK_BOOLEAN: return "boolean";
    case DUCK_UHUGEINT:
    case DUCK_BIGNUM: return "integer";
    case DUCK_FLOAT:
    case DUCK_DOUBLE: return "float";
    case DUCK_DECIMAL: return "decimal";
    case DUCK_VARCHAR:
    case DUCK_ENUM:
    case DUCK_UUID: return "string";
    case DUCK_DATE: return "date";
    case DUCK_TIME:
    case DUCK_TIME_NS:
    case DUCK_TIME_TZ: return "time";
    case DUCK_TIMESTAMP:
    case DUCK_TIMESTAMP_S:
    case DUCK_TIMESTAMP_MS:
    case DUCK_TIMESTAMP_NS:
    case DUCK_TIMESTAMP_TZ: return "timestamp";
    case DUCK_INTERVAL: return "interval";
    default: return "other";
    }
}

/* Decimal digits of v, at least `least` of them. */
static void put_digits(struct buf *out, uint128 v, unsigned least)
{
    char text[48];
    size_t at = sizeof(text);
    while (v || least) {
        text[--at] = (char)('0' + (int)(v % 10));
        v /= 10;
        least -= least > 0;
    }
    buf_put(out, text + at, sizeof(text) - at);
}

static void put_scaled(struct buf *out, uint128 v, unsigned scale)
{
    uint128 unit = 1;
    for (unsigned i = 0; i < scale; i++)
        unit *= 10;
    put_digits(out, v / unit, 1);
    if (scale) {
        buf_put_char(out, '.');
        put_digits(out, v % unit, scale);
    }
}

/* A whole number with a decimal point before its last `scale` digits. */
static void put_int(struct buf *out, int128 v, unsigned scale)
{
    if (v < 0)
        buf_put_char(out, '-');
    put_scaled(out, v < 0 ? -(uint128)v : (uint128)v, scale);
}

static void put_float(struct buf *out, float v)
{
    char text[32];
    for (int digits = 6; digits <= 9; digits++) {
        (void)snprintf(text, sizeof(text), "%.*g", digits, (double)v);
        if (strtof(text, NULL) == v)
            break;
    }
    buf_puts(out, text);
}

/* NaN and infinities are words; the rest is what the JSON writer writes. */
static enum shape put_double(struct buf *out, double v, bool single)
{
    struct jsonw w;
    if (isnan(v) || isinf(v)) {
        buf_puts(out, isnan(v) ? "NaN" : (v > 0 ? "Infinity" : "-Infinity"));
        return AS_STRING;
    }
    jsonw_init(&w, out);
    if (single)
        put_float(out, (float)v);
    else
        jsonw_double(&w, v);
    return AS_RAW;
}

static void put_hex(struct buf *out, struct str bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.n; i++) {
        unsigned char b = (unsigned char)bytes.p[i];
        buf_put_char(out, digits[b >> 4]);
        buf_put_char(out, digits[b & 15]);
    }
}

static void put_uuid(struct buf *out, const struct duck_vector *v, size_t row)
{
    uint128 bits;
    memcpy(&bits, (const char *)v->data + row * sizeof(bits), sizeof(bits));
    bits ^= (uint128)1 << 127; /* DuckDB turns the top bit to sort */
    buf_printf(out, "%08x-%04x-%04x-%04x-%012" PRIx64, (unsigned)(bits >> 96),
               (unsigned)(bits >> 80) & 0xffff, (unsigned)(bits >> 64) & 0xffff,
               (unsigned)(bits >> 48) & 0xffff,
               (uint64_t)bits & UINT64_C(0xffffffffffff));
}

static void put_uhugeint(struct buf *out, const struct duck_vector *v,
                         size_t row)
{
    uint128 bits;
    memcpy(&bits, (const char *)v->data + row * sizeof(bits), sizeof(bits));
    put_scaled(out, bits, 0);
}

/* The kinds whose text is made from a calendar; false for the others. */
static bool put_temporal(struct buf *out, const struct duck_vector *v,
                         size_t row)
{
    int64_t ticks = 0;
    if (v->type->kind == DUCK_DATE) {
        value_put_date(out, ((const int32_t *)v->data)[row]);
        return true;
    }
    if (v->type->kind == DUCK_INTERVAL) {
        value_put_interval(out, ((const struct duck_interval *)v->data)[row]);
        return true;
    }
    switch (v->type->kind) {
    case DUCK_TIME:
    case DUCK_TIME_NS:
    case DUCK_TIME_TZ:
    case DUCK_TIMESTAMP:
    case DUCK_TIMESTAMP_S:
    case DUCK_TIMESTAMP_MS:
    case DUCK_TIMESTAMP_NS:
    case DUCK_TIMESTAMP_TZ: ticks = ((const int64_t *)v->data)[row]; break;
    default: return false;
    }
    switch (v->type->kind) {
    case DUCK_TIME: value_put_time(out, ticks, 1000000); break;
    case DUCK_TIME_NS: value_put_time(out, ticks, 1000000000); break;
    case DUCK_TIME_TZ: value_put_time_tz(out, (uint64_t)ticks); break;
    case DUCK_TIMESTAMP_S: value_put_timestamp(out, ticks, 1); break;
    case DUCK_TIMESTAMP_MS: value_put_timestamp(out, ticks, 1000); break;
    case DUCK_TIMESTAMP_NS: value_put_timestamp(out, ticks, 1000000000); break;
    default: value_put_timestamp(out, ticks, 1000000); break;
    }
    if (v->type->kind == DUCK_TIMESTAMP_TZ && ticks != INT64_MAX &&
        ticks != -INT64_MAX)
        buf_put_char(out, 'Z');
    return true;
}

static enum shape put_scalar(struct buf *out, const struct duck_vector *v,
                             size_t row)
{
    if (put_temporal(out, v, row))
        return AS_STRING;
    switch (v->type->kind) {
    case DUCK_BOOLEAN:
        buf_puts(out, duck_int(v, row) ? "true" : "false");
        return AS_RAW;
    case DUCK_FLOAT:
        return put_double(out, (double)((const float *)v->data)[row], true);
    case DUCK_DOUBLE:
        return put_double(out, ((const double *)v->data)[row], false);
    case DUCK_UHUGEINT: put_uhugeint(out, v, row); return AS_NUMBER;
    case DUCK_UUID: put_uuid(out, v, row); return AS_STRING;
    case DUCK_ENUM:
        buf_put_str(out, v->type->words[(size_t)duck_int(v, row)]);
        return AS_STRING;
    case DUCK_VARCHAR: buf_put_str(out, duck_str(v, row)); return AS_STRING;
    case DUCK_BLOB: put_hex(out, duck_str(v, row)); return AS_STRING;
    case DUCK_SQLNULL: return AS_RAW; /* every row is null */
    default: put_int(out, duck_int(v, row), v->type->scale); return AS_NUMBER;
    }
}

/* Leading zeros do not count, the point and the sign neither. */
static bool few_digits(const char *p, size_t n)
{
    size_t digits = 0;
    for (size_t i = 0; i < n; i++)
        digits += p[i] >= '0' && p[i] <= '9' && (digits || p[i] != '0');
    return digits <= VALUE_NUMBER_DIGITS;
}

/* At most VALUE_NUMBER_DIGITS digits and a sign. */
static void short_int_json(struct jsonw *w, int64_t v)
{
    char text[VALUE_NUMBER_DIGITS + 1];
    size_t at = sizeof(text);
    int64_t left = v < 0 ? -v : v;
    do {
        text[--at] = (char)('0' + (int)(left % 10));
        left /= 10;
    } while (left);
    if (v < 0)
        text[--at] = '-';
    jsonw_raw(w, (struct str){text + at, sizeof(text) - at});
}

/* The common kinds, whose text need not be looked at before it is written. */
static bool common_json(struct jsonw *w, const struct duck_vector *v,
                        size_t row)
{
    const int64_t most = INT64_C(999999999999999); /* VALUE_NUMBER_DIGITS */
    int128 n;
    switch (v->type->kind) {
    case DUCK_VARCHAR: jsonw_str(w, duck_str(v, row)); return true;
    case DUCK_BOOLEAN: jsonw_bool(w, duck_int(v, row) != 0); return true;
    case DUCK_DOUBLE:
        jsonw_double(w, ((const double *)v->data)[row]);
        return true;
    case DUCK_TINYINT:
    case DUCK_SMALLINT:
    case DUCK_INTEGER:
    case DUCK_BIGINT:
    case DUCK_UTINYINT:
    case DUCK_USMALLINT:
    case DUCK_UINTEGER:
    case DUCK_UBIGINT:
        n = duck_int(v, row);
        if (n < -most || n > most)
            return false;
        short_int_json(w, (int64_t)n);
        return true;
    default: return false;
    }
}

static void scalar_json(struct jsonw *w, const struct duck_vector *v,
                        size_t row)
{
    struct buf text;
    if (common_json(w, v, row))
        return;
    buf_init(&text, CELL_MAX_BYTES);
    enum shape shape = put_scalar(&text, v, row);
    if (shape == AS_RAW || (shape == AS_NUMBER && few_digits(text.p, text.n)))
        jsonw_raw(w, buf_str(&text));
    else
        jsonw_str(w, buf_str(&text));
    w->out->overflow |= text.overflow; /* what is cut must not pass as whole */
    buf_release(&text);
}

static void items_json(struct jsonw *w, const struct duck_vector *item,
                       size_t from, size_t count)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < count && !w->out->overflow; i++)
        value_json(w, item, from + i);
    jsonw_end_array(w);
}

static void struct_json(struct jsonw *w, const struct duck_vector *v,
                        size_t row)
{
    bool named = v->type->names[0].n > 0;
    if (named)
        jsonw_begin_object(w);
    else
        jsonw_begin_array(w);
    for (size_t i = 0; i < v->type->child_count; i++) {
        if (named)
            jsonw_key_str(w, v->type->names[i]);
        value_json(w, &v->children[i], row);
    }
    if (named)
        jsonw_end_object(w);
    else
        jsonw_end_array(w);
}

static void map_json(struct jsonw *w, const struct duck_vector *v,
                     struct duck_list_entry e)
{
    jsonw_begin_array(w);
    for (uint64_t i = e.offset; i < e.offset + e.count && !w->out->overflow;
         i++) {
        jsonw_begin_object(w);
        jsonw_key(w, "key");
        value_json(w, &v->children[0], i);
        jsonw_key(w, "value");
        value_json(w, &v->children[1], i);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void value_json(struct jsonw *w, const struct duck_vector *v, size_t row)
{
    const struct duck_list_entry *lists = v->data;
    if (duck_is_null(v, row)) {
        jsonw_null(w);
        return;
    }
    switch (v->type->kind) {
    case DUCK_LIST:
        items_json(w, &v->children[0], lists[row].offset, lists[row].count);
        break;
    case DUCK_ARRAY:
        items_json(w, &v->children[0], row * v->type->array_size,
                   v->type->array_size);
        break;
    case DUCK_STRUCT: struct_json(w, v, row); break;
    case DUCK_MAP: map_json(w, v, lists[row]); break;
    case DUCK_UNION:
        value_json(w, &v->children[1 + (size_t)duck_int(&v->children[0], row)],
                   row);
        break;
    default: scalar_json(w, v, row);
    }
}

void value_text(struct buf *out, const struct duck_vector *v, size_t row)
{
    struct jsonw w;
    if (duck_is_null(v, row))
        return;
    switch (v->type->kind) {
    case DUCK_LIST:
    case DUCK_ARRAY:
    case DUCK_STRUCT:
    case DUCK_MAP:
        jsonw_init(&w, out);
        value_json(&w, v, row);
        break;
    case DUCK_UNION:
        value_text(
            out, &v->children[1 + (size_t)duck_int(&v->children[0], row)], row);
        break;
    default: (void)put_scalar(out, v, row);
    }
}
