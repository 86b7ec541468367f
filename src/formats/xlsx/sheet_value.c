/* The values of cells: from the text of <v> to a cell of the row. */
#include "formats/xlsx/sheet_internal.h"

static enum err put_shared(struct sheet_reading *r, struct str text,
                           struct error *e)
{
    struct error ignored;
    uint64_t index;

    if (str_parse_u64(text, UINT32_MAX, &index, &ignored) != OK)
        index = UINT64_MAX;
    return sheet_put_shared(&r->w, index, e);
}

static enum err put_boolean(struct sheet_reading *r, struct str text,
                            struct error *e)
{
    bool yes = str_is(text, "1") || str_is(text, "true");

    if (!yes && !str_is(text, "0") && !str_is(text, "false"))
        return sheet_bad_cell(&r->w,
                              "is said to be true or false and is neither", e);
    sheet_put_boolean(&r->w, yes);
    return OK;
}

enum err sheet_put_value(struct sheet_reading *r, struct str value,
                         struct error *e)
{
    struct str text = str_trim(value);

    if (r->type == SHEET_TYPE_TEXT) {
        value.n = rich_unescape(r->value.p, value.n);
        sheet_put_text(&r->w, value);
        return OK;
    }
    if (text.n == 0) {
        sheet_put_nothing(&r->w);
        return OK;
    }
    switch (r->type) {
    case SHEET_TYPE_NUMBER:
        return sheet_put_number(&r->w, text, sheet_class(&r->w), e);
    case SHEET_TYPE_SHARED: return put_shared(r, text, e);
    case SHEET_TYPE_BOOLEAN: return put_boolean(r, text, e);
    case SHEET_TYPE_DATE: sheet_put_iso(&r->w, text); return OK;
    case SHEET_TYPE_ERROR: sheet_put_error(&r->w, text); return OK;
    default: sheet_put_text(&r->w, value); return OK;
    }
}
