#include "ask/parse/result.h"

#include "ask/parse/asked_parts.h"
#include "ask/parse/feature.h"
#include "ask/parse/forms.h"

#include <stdio.h>

enum value_class { VALUE_NONE, VALUE_ZERO, VALUE_ONE, VALUE_CELL, VALUE_ROWS };

bool result_has_value(const struct json *rows)
{
    for (const struct json *row = rows ? rows->first : NULL; row;
         row = row->next)
        for (const struct json *cell = row->first; cell; cell = cell->next)
            if (cell->type != JSON_NULL)
                return true;
    return false;
}

size_t result_rows(const struct parse_candidate *c, size_t n)
{
    const struct query_spec *spec = &c->spec;
    const bool is_open =
        spec->limit == n ||
        (!spec->limit && !spec->has_having &&
         (spec->n_groups || (c->form == FORM_LIST && !spec->n_filters)));

    return is_open && n > RESULT_ROWS ? RESULT_ROWS : n;
}

static uint32_t rows_class(size_t n)
{
    return n <= 2 ? (uint32_t)n : n <= 5 ? 3 : n <= 20 ? 4 : n <= 100 ? 5 : 6;
}

static enum value_class value_class(const struct json *rows)
{
    const struct json *cell;

    if (!result_has_value(rows))
        return VALUE_NONE;
    if (rows->count != 1 || rows->first->count != 1)
        return VALUE_ROWS;
    cell = rows->first->first;
    if (cell->type != JSON_NUMBER)
        return VALUE_CELL;
    return str_is(cell->text, "0")   ? VALUE_ZERO
           : str_is(cell->text, "1") ? VALUE_ONE
                                     : VALUE_CELL;
}

struct result_feature result_feature_of(const struct parse_weights *w,
                                        const struct parse_candidate *c,
                                        const struct json *rows)
{
    const uint32_t arg[FEATURE_ARGS] = {
        c->form, rows_class(result_rows(c, rows ? rows->count : 0)),
        (uint32_t)value_class(rows), c->asked_for};
    struct result_feature out = {.hash =
                                     feature_mix(F_RESULT, arg, FEATURE_ARGS)};

    (void)snprintf(out.name, sizeof(out.name), "result:%u:%u:%u:%u", arg[0],
                   arg[1], arg[2], arg[3]);
    if (w)
        out.weight = parse_weights_of(w, out.hash);
    return out;
}

enum err result_parts_of(const struct parse_weights *w,
                         const struct parse_result *r,
                         const struct query_spec *s, struct result_feature *out,
                         struct error *e)
{
    uint32_t level;

    *out = (struct result_feature){0};
    if (asked_parts_level(r->parts, s, &level, e))
        return e->code;
    (void)snprintf(out->name, sizeof(out->name), "asked_parts:%u", level);
    out->hash = parse_feature_hash(str_from(out->name));
    if (w)
        out->weight = parse_weights_of(w, out->hash);
    return OK;
}
