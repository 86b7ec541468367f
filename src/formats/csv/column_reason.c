/* column_reason.c - why a column is text, where not its cells alone decide. */
#include "formats/csv/column.h"

static void keep(struct column_type *t, uint64_t row, const char *why)
{
    t->kept_row = row;
    t->kept_as_text = why;
}

void column_explain_kinds(const struct column_kinds *k, struct column_type *t)
{
    size_t rarest = k->n;
    size_t kinds = 0;

    for (size_t i = 0; i < k->n; i++) {
        if (!k->words[i] || k->count[i] == 0)
            continue;
        kinds++;
        if (rarest == k->n || k->count[i] < k->count[rarest])
            rarest = i;
    }
    if (kinds > 1)
        keep(t, k->first_row[rarest], k->words[rarest]);
}

/* The family of half of the values or more; CELL_TEXT: there is none. Where
 * some are codes, the others are no numbers. */
static enum cell_family most(const struct column_evidence *ev)
{
    unsigned f = ev->fits[CELL_CODE] ? CELL_DATE : CELL_NUMBER;

    for (; f < CELL_NULL_WORD; f++) {
        if (ev->fits[f] && ev->fits[f] >= ev->values - ev->values / 2)
            return (enum cell_family)f;
    }
    return CELL_TEXT;
}

void column_explain_written(const struct column_evidence *ev, bool iso_is_read,
                            struct column_type *t)
{
    static const char *const written[CELL_FAMILIES] = {
        [CELL_NUMBER] = "is a number written as text",
        [CELL_DATE] = "is a date written as text",
        [CELL_TIME] = "is a time written as text",
        [CELL_TIMESTAMP] = "is a date and time written as text",
        [CELL_TIMESTAMPTZ] = "is a date and time written as text",
    };
    const struct column_type seen = *t;
    enum cell_family f = most(ev);

    *t = (struct column_type){.kind = COLUMN_TEXT};
    if (f == CELL_TEXT)
        return;
    if (!iso_is_read || f == CELL_NUMBER)
        keep(t, ev->first_row[f], written[f]);
    else if (seen.kept_as_text)
        keep(t, seen.kept_row, seen.kept_as_text);
    else
        keep(t, ev->first_row[f], "is a date not written as ISO 8601");
}

/* A text is a date or a time only as ISO 8601 writes it. */
static bool is_iso(const struct column_type *t)
{
    bool dated = t->kind == COLUMN_DATE || t->kind == COLUMN_TIMESTAMP ||
                 t->kind == COLUMN_TIMESTAMPTZ;

    return t->kind == COLUMN_TIME || (dated && t->order == DATE_YMD &&
                                      t->separator == '-' && !t->short_year);
}

void column_decide_text(const struct column_evidence *ev, struct column_type *t)
{
    columns_decide(ev, 1, '\0', t);
    if (!is_iso(t))
        column_explain_written(ev, true, t);
}
