/*
 * The place of a group: all groups have theirs before those that the part names are left.
 *
 *     SELECT "country", sum(x), rank() OVER (ORDER BY sum(x) DESC) AS "rank",
 *            count(*) OVER () AS "groups"
 *     FROM ... WHERE what holds for all rows GROUP BY 1
 *     HAVING "country" IS NOT NULL QUALIFY "country" = 'Spain'
 */
#include "ask/spec/compile_sql.h"

/* How many groups come before it, and one; and how many there are. */
void compile_place_columns(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, ", rank() OVER (ORDER BY ");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, s->descending ? " DESC NULLS LAST" : " ASC NULLS LAST");
    buf_puts(b, ") AS \"rank\", count(*) OVER () AS \"groups\"");
}

void compile_placed(struct buf *b, const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        buf_puts(b, i ? " AND " : " HAVING ");
        compile_group(b, &s->groups[i]);
        buf_puts(b, " IS NOT NULL");
    }
}

/* Is a column a group by its cells? */
static bool is_group_of_cells(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        const struct spec_group *g = &s->groups[i];

        if (str_eq(g->column, column))
            return g->grain == GRAIN_NONE && g->view == VIEW_CELL;
    }
    return false;
}

enum err compile_check_placed(const struct query_spec *s, struct error *e)
{
    bool fits = s->kind == SPEC_AGGREGATE && s->n_measures &&
                s->order == ORDER_MEASURE && !s->limit && !s->each &&
                !s->share && !s->running && !s->has_having && !s->change.kind &&
                !compile_is_picked(s) && spec_has_part(s);

    if (!s->placed)
        return OK;
    for (size_t i = 0; i < s->n_filters && fits; i++)
        fits = !s->filters[i].part ||
               (is_group_of_cells(s, s->filters[i].column) &&
                s->filters[i].view == VIEW_CELL);
    return fits ? OK
                : error_set(e, ERR_VALIDATION_FAILED,
                            "a place must be of groups that the part names");
}
