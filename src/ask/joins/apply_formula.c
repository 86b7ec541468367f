#include "ask/joins/apply_formula.h"

#include "ask/spec/formula.h"

static void read_formula(struct str text, struct formula *f)
{
    struct error e;

    if (formula_parse(text, f, &e))
        f->n = 0; /* compiling it says what is wrong */
}

void join_formula_columns(struct str formula, formula_column_visit *visit,
                          void *context)
{
    struct formula f;

    read_formula(formula, &f);
    for (size_t i = 0; i < f.n; i++)
        if (f.node[i].op == FORMULA_COLUMN)
            visit(context, f.node[i].text);
}

/* What is under a node: columns of rows of their own, and repeated ones. */
struct under {
    bool own;
    size_t repeated; /* the first; table.n_columns: none */
};

struct walk {
    const struct join_view *v;
    const struct formula *f;
    bool (*is_repeated)(const struct join_view *v, size_t node);
};

/* The depth is that of the formula. */
static void look(const struct walk *w, size_t i, struct under *out)
{
    const struct formula_node *n = &w->f->node[i];
    size_t column;

    switch (n->op) {
    case FORMULA_NUMBER: return;
    case FORMULA_COLUMN:
        column = join_view_find(w->v, n->text);
        if (column == w->v->table.n_columns ||
            !w->is_repeated(w->v, w->v->node[column]))
            out->own = true;
        else if (out->repeated == w->v->table.n_columns)
            out->repeated = column;
        return;
    case FORMULA_NEGATE:
    case FORMULA_AGGREGATE:
    case FORMULA_PERIOD: look(w, n->left, out); return;
    case FORMULA_ADD:
    case FORMULA_SUBTRACT:
    case FORMULA_MULTIPLY:
    case FORMULA_DIVIDE:
    case FORMULA_SPAN:
    case FORMULA_PAIR:
        look(w, n->left, out);
        look(w, n->right, out);
        return;
    }
}

static bool cares_for_rows(struct str aggregate)
{
    return !str_eq_nocase(aggregate, STR("min")) &&
           !str_eq_nocase(aggregate, STR("max")) &&
           !str_eq_nocase(aggregate, STR("distinct"));
}

size_t join_formula_multiplied(const struct join_view *v, struct str formula,
                               bool (*is_repeated)(const struct join_view *v,
                                                   size_t node))
{
    struct formula f;
    const struct walk w = {v, &f, is_repeated};

    read_formula(formula, &f);
    for (size_t i = 0; i < f.n; i++) {
        struct under u = {.repeated = v->table.n_columns};

        if (f.node[i].op != FORMULA_PAIR &&
            (f.node[i].op != FORMULA_AGGREGATE ||
             !cares_for_rows(f.node[i].text)))
            continue;
        look(&w, i, &u);
        if (!u.own && u.repeated < v->table.n_columns)
            return u.repeated;
    }
    return v->table.n_columns;
}
