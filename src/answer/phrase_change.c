#include "answer/phrase_change.h"

#include "answer/phrase_spec.h"

static void put_cell(struct buf *b, const struct json *cell,
                     enum language language)
{
    if (!cell || cell->type == JSON_NULL)
        buf_puts(b, phrase_in(language, "(empty)", "(sin valor)", "（空）"));
    else
        buf_put_str(b, cell->text);
}

/* ", from 2022 to 2023"; of values ", between Oslo and Lima". */
static void put_sides(struct buf *b, const struct query_spec *s,
                      enum language language)
{
    bool gap = s->change.kind == SPEC_CHANGE_GAP;

    if (s->change.kind == SPEC_CHANGE_SERIES) {
        buf_puts(b, phrase_in(language, ", each ", ", cada ", "，每"));
        phrase_group(b, &s->groups[0], language);
        buf_puts(b, phrase_in(language, " against the one before",
                              " frente al anterior", "与前一期相比"));
        return;
    }
    buf_puts(b, gap ? phrase_in(language, ", between ", ", entre ", "，")
                    : phrase_in(language, ", from ", ", de ", "，从 "));
    buf_put_str(b, s->change.names[0]);
    buf_puts(b, gap ? phrase_in(language, " and ", " y ", " 与 ")
                    : phrase_in(language, " to ", " a ", " 到 "));
    buf_put_str(b, s->change.names[1]);
}

/* "8 → 9, change 1 (12.5 %)" of the cells from the first figure on. */
static void put_figures(struct buf *b, const struct query_spec *s,
                        const struct json *before, enum language language)
{
    const struct json *after = before ? before->next : NULL;
    const struct json *change = after ? after->next : NULL;
    const struct json *percent = change ? change->next : NULL;

    put_cell(b, before, language);
    buf_puts(b, " → ");
    put_cell(b, after, language);
    if (!change || change->type == JSON_NULL)
        return;
    buf_puts(b, s->change.kind == SPEC_CHANGE_GAP
                    ? phrase_in(language, ", difference ", ", diferencia ",
                                "，相差 ")
                    : phrase_in(language, ", change ", ", cambio ", "，变化 "));
    put_cell(b, change, language);
    if (!percent || percent->type == JSON_NULL)
        return;
    buf_puts(b, " (");
    put_cell(b, percent, language);
    buf_puts(b, " %)");
}

void phrase_change(struct buf *b, const struct query_spec *s,
                   const struct json *rows, size_t max, enum language language)
{
    const struct json *row = rows->first;
    size_t n;
    size_t i;

    phrase_measure(b, &s->measures[0], language);
    put_sides(b, s, language);
    if (s->n_filters) {
        buf_puts(b, phrase_in(language, " (", " (", "（"));
        phrase_filters(b, s, language);
        buf_puts(b, phrase_in(language, ")", ")", "）"));
    }
    buf_puts(b, phrase_in(language, ": ", ": ", "："));
    for (n = 0; row && n < max; n++, row = row->next) {
        const struct json *cell = row->first;

        buf_puts(b, n ? phrase_in(language, "; ", "; ", "；") : "");
        for (i = 0; i < s->n_groups && cell; i++, cell = cell->next) {
            put_cell(b, cell, language);
            buf_puts(b, i + 1 < s->n_groups ? ", " : " ");
        }
        put_figures(b, s, cell, language);
    }
    buf_puts(b, row ? "; …" : "");
    buf_puts(b, phrase_in(language, ".", ".", "。"));
}
