/*
 * How a measure changed, from one kind of rows to another or from each period
 * to the next: both figures, the change and the change in percent of the
 * first, so that whoever reads it sees of what it is a percentage.
 *
 *     WITH "both" AS (SELECT sum(x) FILTER (WHERE side 1) AS "before",
 *                            sum(x) FILTER (WHERE side 2) AS "after"
 *                     FROM ... WHERE what holds for all rows)
 *     SELECT ..., "after" - "before" AS "change", ... FROM "both"
 */
#include "ask/spec/compile_sql.h"

enum err compile_check_change(const struct query_spec *s, struct error *e)
{
    bool grain = s->n_groups == 1 && s->groups[0].grain != GRAIN_NONE;
    bool sides[3] = {false, false, false};
    size_t i;

    for (i = 0; i < s->n_filters; i++)
        sides[s->filters[i].side] = true;
    if (s->running &&
        (!grain || s->n_measures != 1 || s->kind != SPEC_AGGREGATE))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a running total is of one measure by period");
    if (!s->change.kind)
        return OK;
    if (s->n_measures != 1 || s->has_having || s->limit ||
        s->kind != SPEC_AGGREGATE)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a change must be of one measure");
    if (s->change.kind == SPEC_CHANGE_SERIES ? !grain : !sides[1] || !sides[2])
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "a change must be from one side to another, or by period");
    return OK;
}

/* The measure of one side; what is rounded is rounded after its filter. */
static void put_side(struct buf *b, const struct query_spec *s, unsigned side)
{
    struct spec_measure m = s->measures[0];
    bool round = m.round;

    m.round = false;
    buf_puts(b, round ? "round(" : "");
    compile_measure(b, &m);
    (void)compile_side(b, s, side, " FILTER (WHERE ");
    buf_puts(b, round ? "), 6)" : ")");
    buf_puts(b, side == 1 ? " AS \"before\", " : " AS \"after\"");
}

static void put_both_sides(struct buf *b, const struct query_spec *s)
{
    size_t i;

    buf_puts(b, "WITH \"both\" AS (SELECT ");
    for (i = 0; i < s->n_groups; i++) {
        compile_group(b, &s->groups[i]);
        buf_printf(b, " AS \"g%zu\", ", i + 1);
    }
    put_side(b, s, 1);
    put_side(b, s, 2);
    buf_puts(b, " FROM ");
    compile_source(b, s);
    (void)compile_side(b, s, 0, " WHERE ");
    for (i = 0; i < s->n_groups; i++)
        buf_printf(b, i ? ", %zu" : " GROUP BY %zu", i + 1);
    buf_puts(b, ") ");
}

static void put_series(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, "WITH \"periods\" AS (SELECT ");
    compile_group(b, &s->groups[0]);
    buf_puts(b, " AS \"g1\", ");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, " AS \"after\" FROM ");
    compile_source(b, s);
    (void)compile_side(b, s, 0, " WHERE ");
    buf_puts(b, " GROUP BY 1), \"both\" AS (SELECT \"g1\", lag(\"after\") OVER "
                "(ORDER BY \"g1\") AS \"before\", \"after\" FROM "
                "\"periods\") ");
}

/* The difference of what was rounded is rounded, too: 0.1 has no end in bits. */
static void put_change(struct buf *b, const struct query_spec *s,
                       const char *change)
{
    const bool round = s->measures[0].round;

    buf_puts(b, round ? "round(" : "");
    buf_puts(b, change);
    buf_puts(b, round ? ", 6)" : "");
}

/* The change and what it is in percent; of one side over the other the ratio. */
static void put_outcome(struct buf *b, const struct query_spec *s,
                        const char *change)
{
    if (s->change.kind == SPEC_CHANGE_TIMES) {
        buf_puts(b, "round(1.0 * \"after\" / nullif(\"before\", 0), 6) AS "
                    "\"times\" FROM \"both\"");
        return;
    }
    put_change(b, s, change);
    buf_puts(b, " AS \"change\", round(100.0 * (");
    buf_puts(b, change);
    buf_puts(b, ") / nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM "
                "\"both\"");
}

void compile_change(struct buf *b, const struct query_spec *s)
{
    static const char *const changes[] = {
        [SPEC_CHANGE_SIDES] = "\"after\" - \"before\"",
        [SPEC_CHANGE_DOWN] = "\"before\" - \"after\"",
        [SPEC_CHANGE_GAP] = "abs(\"after\" - \"before\")",
        [SPEC_CHANGE_SERIES] = "\"after\" - \"before\"",
        [SPEC_CHANGE_TIMES] = ""};
    const char *change = changes[s->change.kind];
    size_t i;

    if (s->change.kind == SPEC_CHANGE_SERIES)
        put_series(b, s);
    else
        put_both_sides(b, s);
    buf_puts(b, "SELECT ");
    for (i = 0; i < s->n_groups; i++) {
        buf_printf(b, "\"g%zu\" AS ", i + 1);
        compile_group_name(b, &s->groups[i]);
        buf_puts(b, ", ");
    }
    buf_puts(b, "\"before\", \"after\", ");
    put_outcome(b, s, change);
    for (i = 0; i < s->n_groups; i++)
        buf_printf(b,
                   i ? ", %zu ASC NULLS LAST" : " ORDER BY %zu ASC NULLS LAST",
                   i + 1);
}
