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

/* "Larger goals, PSV or Ajax: PSV (4)." */
void phrase_compared(struct buf *b, const struct query_spec *s,
                     const struct json *row, enum language language)
{
    static const char *const asked[][3] = {
        [SPEC_COMPARE_LARGER] = {"Larger ", "Mayor ", "较大的 "},
        [SPEC_COMPARE_SMALLER] = {"Smaller ", "Menor ", "较小的 "},
        [SPEC_COMPARE_MORE_ROWS] = {"More rows", "Más filas", "行数较多"},
        [SPEC_COMPARE_FEWER_ROWS] = {"Fewer rows", "Menos filas", "行数较少"},
        [SPEC_COMPARE_EARLIER] = {"First in the file", "Primero en el archivo",
                                  "文件中较前"},
        [SPEC_COMPARE_LATER] = {"Last in the file", "Último en el archivo",
                                "文件中较后"},
        [SPEC_COMPARE_DIFFERENCE] = {"Difference of ", "Diferencia de ",
                                     "差值："},
        [SPEC_COMPARE_ROW_DIFFERENCE] = {"Difference of the numbers of rows",
                                         "Diferencia de números de filas",
                                         "行数之差"},
        [SPEC_COMPARE_ROWS_BETWEEN] = {"Rows between", "Filas entre",
                                       "之间的行数"}};
    const struct spec_compare *c = &s->compare;
    const struct json *name = row ? row->first : NULL;
    const struct json *figure = name ? name->next : NULL;

    buf_puts(b, asked[c->kind][language]);
    buf_put_str(b, c->column);
    buf_puts(b, phrase_in(language, ", ", ", ", "，"));
    buf_put_str(b, c->names[0]);
    buf_puts(b, c->kind >= SPEC_COMPARE_DIFFERENCE
                    ? phrase_in(language, " and ", " y ", " 和 ")
                    : phrase_in(language, " or ", " o ", " 或 "));
    buf_put_str(b, c->names[1]);
    buf_puts(b, phrase_in(language, ": ", ": ", "："));
    put_cell(b, name, language);
    if (figure) {
        buf_puts(b, " (");
        put_cell(b, figure, language);
        buf_puts(b, ")");
    }
    buf_puts(b, phrase_in(language, ".", ".", "。"));
}
