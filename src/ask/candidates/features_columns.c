#include "ask/candidates/feature_view.h"

#include <string.h>

#define NAME_WORDS  4 /* of a column's name */
#define NEAR_ASKING 4 /* words after "which" */

/* Where the name of a column is said, from the word that asks. */
static const char *place_of(const struct feature_view *v,
                            const struct column_link *l)
{
    if (l->at == QUESTION_NONE)
        return "none";
    if (v->x->q->asking == QUESTION_NONE || l->at < v->x->q->asking)
        return "before";
    return l->at - v->x->q->asking < NEAR_ASKING ? "near" : "far";
}

/* Where it is said, from the word that calls for an extreme. */
static const char *place_from_extreme(const struct feature_view *v,
                                      const struct column_link *l)
{
    uint32_t from = v->x->q->extreme;

    if (from == QUESTION_NONE)
        return "-";
    for (uint32_t i = 1; i < 5; i++) {
        if (word_set_has(l->words, from + i))
            return i < 3 ? "next" : "near";
    }
    return l->at == QUESTION_NONE ? "none" : l->at < from ? "before" : "far";
}

static bool is_best_named(const struct feature_view *v, uint32_t column)
{
    for (uint32_t i = 0; i < v->x->g->n_columns; i++) {
        if (v->x->l->column[i].score > v->x->l->column[column].score)
            return false;
    }
    return true;
}

/* The words of a column's name compared with those of the question. */
static void put_name_words(struct feature_view *v, const char *role,
                           uint32_t column)
{
    static const char *const asking[] = {"who",  "when", "where", "first",
                                         "last", "most", "least", "more",
                                         "less", "long"};
    const struct feature_question *x = v->x;
    const struct grid_column *col = &x->g->column[column];

    for (uint32_t i = 0; i < col->n_words && i < NAME_WORDS; i++) {
        const struct lexemes *l = x->g->words;
        const char *w = lexeme_at(l, lexeme_at(l, col->word[i])->stem)->text.p;

        PUT(v->out, role, "name:", w, ",k:", v->kind);
        PUT(v->out, role, "name:", w, ",h:", x->head);
        for (uint32_t k = 0; k < x->q->n; k++) {
            bool tells = false;

            if (!word_set_has(x->first, k))
                continue;
            for (size_t m = 0; m < sizeof(asking) / sizeof(asking[0]); m++)
                tells |= strcmp(x->word[k], asking[m]) == 0;
            if (tells || !(lexeme_at(l, x->q->word[k])->flags & LEXEME_STOP))
                PUT(v->out, role, "name:", w, ",w:", x->word[k]);
        }
    }
}

/* `role` says whose column it is: "p" of the result, "q" the second one, "s"
 * that of the step. */
static void put_column(struct feature_view *v, const char *role,
                       uint32_t column)
{
    const struct grid_column *col = &v->x->g->column[column];
    const struct column_link *l = &v->x->l->column[column];
    const char *named = feature_share(l->score);
    const char *type = feature_kind(v, column);
    const char *position = column == 0                        ? "first"
                           : column == 1                      ? "second"
                           : column + 1 == v->x->g->n_columns ? "last"
                                                              : "inner";
    bool is_head =
        v->x->q->head != QUESTION_NONE && word_set_has(l->words, v->x->q->head);

    PUT(v->out, role, "n:", named);
    PUT(v->out, role, "n:", named,
        ",words:", feature_digit(col->n_words > 3 ? 3 : col->n_words));
    PUT(v->out, role, "t:", type);
    PUT(v->out, role, "i:", position);
    PUT(v->out, role, "t:", type, ",n:", named);
    PUT(v->out, role, ",r:", v->result, ",n:", named);
    PUT(v->out, role, ",f:", v->form, ",n:", named, ",t:", type);
    PUT(v->out, role, "unique:", col->n_values == v->x->g->n_rows ? "1" : "0");
    PUT(v->out, role, "best:",
        !is_best_named(v, column) ? "0"
        : l->score > 0            ? "1"
                                  : "2");
    PUT(v->out, role, "head:", is_head ? "1" : "0");
    PUT(v->out, role, "head:", is_head ? "1" : "0", ",k:", v->kind,
        ",r:", v->result);
    PUT(v->out, role, "k:", v->kind, ",t:", type);
    PUT(v->out, role, "k:", v->kind, ",t:", type, ",r:", v->result);
    PUT(v->out, role, "h:", v->x->head, ",t:", type);
    PUT(v->out, role, "at:", place_of(v, l));
    PUT(v->out, role, "ex:", place_from_extreme(v, l), ",s:", v->step);
    PUT(v->out, role, "ex:", place_from_extreme(v, l), ",f:", v->form);
    put_name_words(v, role, column);
}

/* Columns in which a small number is the better one. */
static bool is_rank(const struct feature_view *v, uint32_t column)
{
    static const char *const names[] = {
        "rank", "ranking", "position", "pos", "place", "no", "seed", "finish"};
    const struct grid_column *c = &v->x->g->column[column];

    for (uint32_t i = 0; i < c->n_words; i++) {
        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
            if (str_is(lexeme_at(v->x->g->words, c->word[i])->text, names[k]))
                return true;
        }
    }
    return false;
}

static const char *order_of(const struct grid_column *c)
{
    return c->order > 0 ? "up" : c->order < 0 ? "down" : "none";
}

/* How a column's order in the file fits the end that is asked for. */
static void put_order(struct feature_view *v)
{
    const char *order = "no";
    bool placed = v->rows->step == STEP_FIRST || v->rows->step == STEP_LAST ||
                  v->rows->step == STEP_NTH ||
                  (v->rows->step >= STEP_NEXT && v->rows->step <= STEP_BETWEEN);

    if (v->rows->key != CANDIDATE_NO_COLUMN) {
        PUT(v->out, "so:", order_of(&v->x->g->column[v->rows->key]),
            ",s:", v->step, ",end:", feature_end(v));
        return;
    }
    if (!placed)
        return;
    for (uint32_t i = v->x->g->n_columns; i-- > 0;) {
        if (v->x->g->column[i].kind == GRID_DATE)
            order = order_of(&v->x->g->column[i]);
    }
    PUT(v->out, "fo:", order, ",s:", v->step);
    PUT(v->out, "fo:", order, ",s:", v->step, ",end:", feature_end(v));
    for (uint32_t i = 0; i < v->x->q->n; i++) {
        if (word_set_has(v->x->first, i))
            PUT(v->out, "fo:", order, ",s:", v->step, ",w:", v->x->word[i]);
    }
}

static void put_step_words(struct feature_view *v)
{
    const char *type = feature_kind(v, v->rows->key);
    const char *rank = is_rank(v, v->rows->key) ? "rank" : "plain";

    PUT(v->out, "end:", feature_end(v), ",", v->step, ",", type, ",", rank);
    PUT(v->out, "end:", feature_end(v), ",", v->step, ",", rank);
    for (uint32_t i = 0; i < v->x->q->n; i++) {
        if (word_set_has(v->x->first, i))
            PUT(v->out, "sw:", v->x->word[i], ",", v->step, ",", type);
    }
}

void feature_put_columns(struct feature_view *v)
{
    bool filtered = false;

    put_order(v);
    if (v->c->column != CANDIDATE_NO_COLUMN)
        put_column(v, "p", v->c->column);
    if (v->c->other != CANDIDATE_NO_COLUMN) {
        put_column(v, "q", v->c->other);
        PUT(v->out, "end:", feature_end(v), ",", v->result,
            is_rank(v, v->c->other) ? ",rank" : ",plain");
    }
    if (v->rows->key != CANDIDATE_NO_COLUMN) {
        put_column(v, "s", v->rows->key);
        put_step_words(v);
    }
    if (v->c->column == CANDIDATE_NO_COLUMN)
        return;
    for (size_t i = 0; i < v->rows->n; i++)
        filtered |= v->rows->condition[i]->column == v->c->column;
    PUT(v->out, "told_condition:", filtered ? "1" : "0", ",f:", v->form);
    if (v->rows->key != CANDIDATE_NO_COLUMN)
        PUT(v->out, "told_key:", v->rows->key == v->c->column ? "1" : "0",
            ",r:", v->result);
}
