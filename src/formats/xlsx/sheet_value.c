/* The values of cells: from the text of <v> to a cell of the row. */
#include "base/text/date.h"
#include "formats/xlsx/date_serial.h"
#include "formats/xlsx/numeral.h"
#include "formats/xlsx/sheet_internal.h"

#include <string.h>

/* Memory ends before these lists do: what they cannot keep is only counted. */
static void note(struct sheet_reading *r, enum sheet_note what)
{
    struct sheet_places *places = &r->s->notes[what];

    if (places->total++ < SHEET_MAX_NOTES)
        buf_put(&places->list, &r->at, sizeof(r->at));
}

enum err sheet_bad_cell(const struct sheet_reading *r, const char *what,
                        struct error *e)
{
    char name[REF_NAME_BYTES];

    ref_name(r->at, name);
    return error_set(e, ERR_FILE_READ_FAILED, "cell %s %s", name, what);
}

static void put_cell(struct sheet_reading *r, enum tape_kind kind,
                     unsigned flags, struct str text)
{
    struct tape_cell cell = {.column = (uint16_t)r->at.column,
                             .kind = (uint8_t)kind,
                             .flags = (uint8_t)flags,
                             .style = r->style,
                             .n = (uint32_t)text.n,
                             .at = (uint32_t)r->text.n};

    buf_put_str(&r->text, text);
    buf_put(&r->cells, &cell, sizeof(cell));
}

void sheet_put_nothing(struct sheet_reading *r)
{
    if (!r->formula)
        return;
    note(r, SHEET_NOTE_UNCACHED);
    put_cell(r, TAPE_EMPTY, SHEET_UNCACHED, STR(""));
}

void sheet_put_text(struct sheet_reading *r, struct str text)
{
    if (text.n)
        put_cell(r, TAPE_TEXT, 0, text);
    else
        note(r, SHEET_NOTE_EMPTY_TEXT);
}

static enum err put_shared(struct sheet_reading *r, struct str text,
                           struct error *e)
{
    uint64_t index;
    struct error ignored;
    struct tape_cell cell = {.column = (uint16_t)r->at.column,
                             .kind = TAPE_TEXT,
                             .flags = TAPE_SHARED,
                             .style = r->style};

    if (str_parse_u64(text, UINT32_MAX, &index, &ignored) != OK ||
        index >= r->c->strings->n)
        return sheet_bad_cell(
            r, "refers to a text that the workbook does not have", e);
    if (strings_get(r->c->strings, (size_t)index).n == 0) {
        note(r, SHEET_NOTE_EMPTY_TEXT);
        return OK;
    }
    cell.n = (uint32_t)index;
    buf_put(&r->cells, &cell, sizeof(cell));
    return OK;
}

static enum format_class format_of(const struct sheet_reading *r)
{
    return r->style < r->c->styles->n ? r->c->styles->list[r->style].format
                                      : FORMAT_NUMBER;
}

static void put_plain_number(struct sheet_reading *r,
                             const struct numeral *number,
                             enum format_class format)
{
    unsigned flags = (format == FORMAT_PERCENT ? SHEET_PERCENT : 0) |
                     (format == FORMAT_CURRENCY ? SHEET_CURRENCY : 0) |
                     (number->binary ? SHEET_BINARY : 0);

    put_cell(r, TAPE_NUMBER, flags, (struct str){number->text, number->n});
}

static void put_serial(struct sheet_reading *r, const struct numeral *number,
                       enum format_class format)
{
    static const enum tape_kind kinds[] = {
        [SERIAL_DATE] = TAPE_DATE,    [SERIAL_DATETIME] = TAPE_DATETIME,
        [SERIAL_TIME] = TAPE_TIME,    [SERIAL_DURATION] = TAPE_DURATION,
        [SERIAL_PHANTOM] = TAPE_TEXT,
    };
    struct serial s;

    serial_read(numeral_value((struct str){number->text, number->n}), format,
                r->c->date1904, &s);
    if (s.kind == SERIAL_NUMBER) {
        note(r, SHEET_NOTE_NO_DATE);
        put_plain_number(r, number, FORMAT_NUMBER);
        return;
    }
    if (s.kind == SERIAL_PHANTOM)
        note(r, SHEET_NOTE_PHANTOM_DAY);
    else if (s.day_zero)
        note(r, SHEET_NOTE_DAY_ZERO);
    put_cell(r, kinds[s.kind], 0, (struct str){s.text, s.n});
}

static enum err put_number(struct sheet_reading *r, struct str text,
                           struct error *e)
{
    enum format_class format = format_of(r);
    struct numeral number;

    if (!numeral_read(text, &number))
        return sheet_bad_cell(r, "has the type of a number but is not one", e);
    if (format >= FORMAT_DATE)
        put_serial(r, &number, format);
    else
        put_plain_number(r, &number, format);
    return OK;
}

/* "2024-03-01T00:00:00" under a format of dates is a date. */
static void put_iso(struct sheet_reading *r, struct str text)
{
    struct date_shape shape;
    char copy[40];

    if (text.n >= sizeof(copy) || !date_scan(text, &shape) ||
        (shape.orders && !(shape.orders & DATE_YMD))) {
        sheet_put_text(r, text);
        return;
    }
    memcpy(copy, text.p, text.n);
    if (!shape.orders) {
        put_cell(r, TAPE_TIME, 0, text);
    } else if (!shape.time) {
        put_cell(r, TAPE_DATE, 0, text);
    } else if (format_of(r) == FORMAT_DATE && text.n == 19 &&
               memcmp(copy + 11, "00:00:00", 8) == 0) {
        put_cell(r, TAPE_DATE, 0, str_slice(text, 0, 10));
    } else {
        copy[10] = copy[10] == 'T' ? ' ' : copy[10];
        put_cell(r, TAPE_DATETIME, 0, (struct str){copy, text.n});
    }
}

static enum err put_boolean(struct sheet_reading *r, struct str text,
                            struct error *e)
{
    bool yes = str_is(text, "1") || str_is(text, "true");

    if (!yes && !str_is(text, "0") && !str_is(text, "false"))
        return sheet_bad_cell(r, "is said to be true or false and is neither",
                              e);
    put_cell(r, TAPE_BOOLEAN, 0, yes ? STR("true") : STR("false"));
    return OK;
}

enum err sheet_put_value(struct sheet_reading *r, struct str value,
                         struct error *e)
{
    struct str text = str_trim(value);

    if (r->type == SHEET_TYPE_TEXT) {
        value.n = rich_unescape(r->value.p, value.n);
        sheet_put_text(r, value);
        return OK;
    }
    if (text.n == 0) {
        sheet_put_nothing(r);
        return OK;
    }
    switch (r->type) {
    case SHEET_TYPE_NUMBER: return put_number(r, text, e);
    case SHEET_TYPE_SHARED: return put_shared(r, text, e);
    case SHEET_TYPE_BOOLEAN: return put_boolean(r, text, e);
    case SHEET_TYPE_DATE: put_iso(r, text); return OK;
    case SHEET_TYPE_ERROR:
        note(r, SHEET_NOTE_ERROR);
        put_cell(r, TAPE_ERROR, 0, text);
        return OK;
    default: sheet_put_text(r, value); return OK;
    }
}
