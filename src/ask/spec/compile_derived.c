/*
 * Formulas. One of each row is a column more, so that every form of question
 * works over it as over a column of the file:
 *
 *     (SELECT *, round(("a" / nullif("b", 0)), 6) AS "IMOR" FROM "data")
 *
 * One of aggregates is where a measure is.
 */
#include "ask/spec/compile_sql.h"
#include "ask/spec/formula.h"

static void put_formula(struct buf *b, struct str formula, bool exact)
{
    struct formula f;
    struct error e;

    if (formula_parse(formula, &f, &e))
        bug_abort("a formula that was checked", __FILE__, __LINE__);
    if (exact)
        formula_write_exact(&f, b);
    else
        formula_write(&f, b);
}

void compile_formula(struct buf *b, struct str formula)
{
    put_formula(b, formula, false);
}

void compile_numbered_source(struct buf *b, const struct query_spec *s,
                             struct str row)
{
    if (s->n_derived == 0) {
        compile_table(b, s, row);
        return;
    }
    buf_puts(b, "(SELECT *");
    for (size_t i = 0; i < s->n_derived; i++) {
        buf_puts(b, ", ");
        put_formula(b, s->derived[i].formula, s->derived[i].exact);
        buf_puts(b, " AS ");
        compile_name(b, s->derived[i].name);
    }
    buf_puts(b, " FROM ");
    compile_table(b, s, row);
    buf_put_char(b, ')');
}

void compile_source(struct buf *b, const struct query_spec *s)
{
    compile_numbered_source(b, s, (struct str){0});
}

static enum err check(struct str formula, bool aggregates, struct error *e)
{
    struct formula f;
    enum err rc = formula_parse(formula, &f, e);

    if (!rc && f.aggregates != aggregates)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "a formula of the query spec is not of %s",
                       aggregates ? "aggregates" : "each row");
    return rc;
}

enum err compile_check_formulas(const struct query_spec *s, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < s->n_derived && !rc; i++)
        rc = check(s->derived[i].formula, false, e);
    for (size_t i = 0; i < s->n_measures && !rc; i++) {
        if (s->measures[i].agg == AGG_FORMULA)
            rc = check(s->measures[i].formula, true, e);
    }
    if (!rc && s->has_having && s->having.measure.agg == AGG_FORMULA)
        rc = check(s->having.measure.formula, true, e);
    return rc;
}
