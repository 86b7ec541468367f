#include "ask/candidates/feature_view.h"

#include <string.h>

#define MANY 9 /* stands for all larger numbers */

/* A word before or after a condition: "after 2005", "20 points or less". */
static void put_near(struct feature_view *v, const struct condition *c,
                     int64_t at, const char *where)
{
    if (at >= 0 && at < v->x->q->n)
        PUT(v->out, "near:", v->x->word[at], ",", where, ",",
            condition_name(c->kind));
}

static void put_number(struct feature_view *v, const struct condition *c)
{
    uint32_t first = QUESTION_NONE, last = 0;

    for (uint32_t i = 0; i < v->x->q->n; i++) {
        if (!word_set_has(c->used, i))
            continue;
        first = first == QUESTION_NONE ? i : first;
        last = i;
    }
    put_near(v, c, (int64_t)first - 1, "-1");
    put_near(v, c, (int64_t)first - 2, "-2");
    put_near(v, c, (int64_t)last + 1, "+1");
    put_near(v, c, (int64_t)last + 2, "+2");
    if (c->number)
        PUT(v->out, "num:", c->number->is_word ? "word" : "digits",
            c->number->is_ordinal ? "_nth" : "",
            c->number->is_year ? "_year" : "", ",", condition_name(c->kind),
            ",", feature_kind(v, c->column));
    PUT(v->out, "ncol:", condition_name(c->kind), ",",
        feature_share(v->x->l->column[c->column].score));
    PUT(v->out, "ntype:", condition_name(c->kind), ",",
        feature_kind(v, c->column));
}

static void put_link(struct feature_view *v, const struct condition *c)
{
    const char *kind = condition_name(c->kind);
    uint32_t words = c->link->to - c->link->from;
    const struct lexeme *w =
        lexeme_at(v->x->g->words, v->x->q->word[c->link->from]);

    PUT(v->out, "len:", kind, ",", feature_digit(words > 4 ? 4 : words));
    PUT(v->out, "ltype:", kind, ",", feature_kind(v, c->column));
    PUT(v->out, "lrows:", kind, ",",
        feature_digit(c->rows.n == 1  ? 1
                      : c->rows.n < 4 ? 3
                                      : MANY));
    PUT(v->out, "lcol:", kind, ",",
        feature_share(v->x->l->column[c->column].score));
    PUT(v->out, "lfirst:", kind, ",", c->column == 0 ? "1" : "0");
    PUT(v->out, "lmany:", kind, ",", c->link->n_values == 1 ? "1" : "2");
    if (words == 1 && w->flags & LEXEME_STOP)
        PUT(v->out, "lstop:", kind);
    if (words == 1 && w->is_number)
        PUT(v->out, "ldigits:", kind, ",",
            feature_digit(w->text.n == 4  ? 4
                          : w->text.n < 3 ? 2
                                          : 3));
}

static bool is_comparison(const struct condition *c)
{
    return c->kind != CONDITION_EQUAL && c->kind != CONDITION_YEAR &&
           c->kind != CONDITION_DAY && c->kind < CONDITION_EMPTY && !c->link;
}

/* Is the column's name said beside the words of the condition? "rank 1" */
static void put_beside(struct feature_view *v, const struct condition *c)
{
    struct word_set named = v->x->l->column[c->column].words;
    bool beside = false, any = false;

    for (uint32_t i = 0; i < v->x->q->n; i++) {
        bool near = (i > 0 && word_set_has(c->used, i - 1)) ||
                    word_set_has(c->used, i + 1) ||
                    (i > 1 && word_set_has(c->used, i - 2)) ||
                    word_set_has(c->used, i + 2);

        if (!word_set_has(named, i) || word_set_has(c->used, i))
            continue;
        any = true;
        beside |= near;
    }
    PUT(v->out, "cnear:", condition_name(c->kind), ",",
        beside ? "beside"
        : any  ? "apart"
               : "not");
}

void feature_put_conditions(struct feature_view *v)
{
    static const char *const words[] = {"than",  "least",   "more",
                                        "after", "over",    "under",
                                        "since", "between", "before"};
    bool compares = false;

    for (size_t i = 0; i < v->rows->n; i++) {
        const struct condition *c = v->rows->condition[i];

        compares |= is_comparison(c);
        put_beside(v, c);
        if (c->link)
            put_link(v, c);
        else
            put_number(v, c);
    }
    PUT(v->out, "n:", feature_digit(v->rows->n));
    PUT(v->out, "n:", feature_digit(v->rows->n), ",used:",
        feature_digit(word_set_count(v->rows->used) > 6
                          ? 6
                          : word_set_count(v->rows->used)));
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && !compares; i++) {
        for (uint32_t k = 0; k < v->x->q->n; k++) {
            if (word_set_has(v->x->first, k) &&
                strcmp(v->x->word[k], words[i]) == 0)
                PUT(v->out, "uncompared:", words[i], ",s:", v->step, ",",
                    v->rows->n ? "1" : "0");
        }
    }
}
