/*
 * The features of one candidate, in groups: its form, the words around its
 * conditions, its columns, what of the question it uses, and its answer.
 */
#include "ask/candidates/feature_view.h"

#include <string.h>

const char *feature_kind(const struct feature_view *v, uint32_t column)
{
    static const char *const kinds[] = {"text", "number", "mixed", "date"};

    return kinds[v->x->g->column[column].kind];
}

const char *feature_end(const struct feature_view *v)
{
    static const char *const ends[] = {"none", "up", "down", "both"};
    unsigned t = v->x->q->triggers;

    return ends[((t & TRIGGER_UP) ? 1 : 0) + ((t & TRIGGER_DOWN) ? 2 : 0)];
}

static void append(char *to, const char *text)
{
    strncat(to, text, FEATURE_FORM_BYTES - 1 - strlen(to));
}

static void describe(struct feature_view *v)
{
    v->result = result_name(v->c->result);
    v->step = v->rows->compared ? "compared" : step_name(v->rows->step);
    v->kind = v->x->q->kind.p;
    append(v->form, v->result);
    append(v->form, "/");
    append(v->form, v->step);
    if (v->rows->joined == JOINED_NOT)
        append(v->conditions, "not_");
    for (size_t i = 0; i < v->rows->n; i++) {
        if (i > 0)
            append(v->conditions, v->rows->joined == JOINED_OR ? "|" : "&");
        append(v->conditions, condition_name(v->rows->condition[i]->kind));
    }
    if (v->rows->n == 0)
        append(v->conditions, "none");
}

static void put_words(struct feature_view *v)
{
    const struct feature_question *x = v->x;
    bool plain = v->rows->step == STEP_NONE;

    for (uint32_t i = 0; i < x->q->n; i++) {
        if (!word_set_has(x->common, i))
            continue;
        if (word_set_has(x->first, i)) {
            PUT(v->out, "w:", x->word[i], ",r:", v->result);
            PUT(v->out, "w:", x->word[i], ",f:", v->form);
            if (!plain)
                PUT(v->out, "w:", x->word[i], ",s:", v->step);
        }
        if (i + 1 == x->q->n || !word_set_has(x->common, i + 1))
            continue;
        PUT(v->out, "p:", x->word[i], "_", x->word[i + 1], ",r:", v->result);
        PUT(v->out, "p:", x->word[i], "_", x->word[i + 1],
            ",s:", plain ? "all" : v->step);
        if (i + 2 < x->q->n && word_set_has(x->common, i + 2))
            PUT(v->out, "t:", x->word[i], "_", x->word[i + 1], "_",
                x->word[i + 2], ",r:", v->result);
    }
}

/* What the noun that is asked for is in the table: "team" a column, "ajax" a
 * value. */
static const char *head_of(const struct feature_view *v)
{
    uint32_t head = v->x->q->head;

    if (head == QUESTION_NONE)
        return "-";
    for (uint32_t i = 0; i < v->x->g->n_columns; i++) {
        if (word_set_has(v->x->l->column[i].words, head))
            return "column";
    }
    return word_set_has(v->x->l->linked, head) ? "value" : "none";
}

static void put_form(struct feature_view *v)
{
    PUT(v->out, "r:", v->result);
    PUT(v->out, "s:", v->step);
    PUT(v->out, "f:", v->form);
    PUT(v->out, "c:", v->conditions);
    PUT(v->out, "f:", v->form, ",c:", v->conditions);
    PUT(v->out, "k:", v->kind, ",f:", v->form);
    PUT(v->out, "k:", v->kind, ",r:", v->result);
    PUT(v->out, "h:", v->x->head, ",r:", v->result);
    PUT(v->out, "end:", feature_end(v), ",f:", v->form);
    PUT(v->out, "hl:", head_of(v), ",r:", v->result);
    PUT(v->out, "hl:", head_of(v), ",f:", v->form);
    put_words(v);
}

static void use_column(struct word_set *used, const struct feature_view *v,
                       uint32_t column)
{
    if (column != CANDIDATE_NO_COLUMN)
        *used = word_set_or(*used, v->x->l->column[column].words);
}

/* Is a word, whatever else it is for, all of a value: "win" of Won? */
static bool is_value(const struct feature_view *v, uint32_t at)
{
    for (size_t i = 0; i < v->x->l->n_values; i++) {
        const struct value_link *l = &v->x->l->value[i];

        if (l->whole && l->from == at && l->to == at + 1)
            return true;
    }
    return false;
}

/* Does a word of the question tell what no feature counts: a judgement, or a
 * unit of time that is neither asked for nor used? */
static bool says_more(const struct feature_view *v, const struct lexeme *w,
                      uint32_t at, bool used)
{
    if (word_set_has(v->x->l->linked, at))
        return false;
    return w->flags & LEXEME_JUDGING ||
           (w->flags & LEXEME_PERIOD && w->flags & LEXEME_FUNCTION && !used &&
            at != v->x->q->head);
}

/* What the question says and the candidate does not take up. */
static void put_missed(struct feature_view *v)
{
    struct word_set used = v->rows->used;
    const struct question *q = v->x->q;
    uint32_t all = 0, numbers = 0;

    use_column(&used, v, v->c->column);
    use_column(&used, v, v->c->other);
    use_column(&used, v, v->rows->key);
    for (size_t i = 0; i < v->rows->n; i++)
        use_column(&used, v, v->rows->condition[i]->column);
    for (uint32_t i = 0; i < q->n; i++) {
        const struct lexeme *w = lexeme_at(v->x->g->words, q->word[i]);
        bool linked = word_set_has(v->x->l->linked, i);

        v->out->left_over += says_more(v, w, i, word_set_has(used, i));
        v->out->left_hard += !linked && w->flags & LEXEME_JUDGING ? 1 : 0;
        if (w->flags & LEXEME_STOP && !word_set_has(used, i))
            v->out->left_over += is_value(v, i);
        if (w->flags & LEXEME_STOP || (w->flags & LEXEME_FUNCTION && !linked))
            continue;
        all++;
        if (word_set_has(used, i))
            continue;
        v->out->missed++;
        v->out->left_over += !(w->flags & LEXEME_LIGHT);
        v->out->missed_links += linked;
        numbers += w->is_number;
    }
    v->out->left_hard += numbers;
    if (q->head != QUESTION_NONE)
        PUT(v->out, "mh:", word_set_has(used, q->head) ? "0" : "1",
            ",r:", v->result, ",k:", v->kind);
    PUT(v->out,
        "missed:", feature_digit(v->out->missed > 6 ? 6 : v->out->missed));
    PUT(v->out, "missed_links:",
        feature_digit(v->out->missed_links > 5 ? 5 : v->out->missed_links));
    PUT(v->out, "missed_links:",
        feature_digit(v->out->missed_links > 5 ? 5 : v->out->missed_links),
        ",r:", v->result);
    PUT(v->out, "missed_numbers:", feature_digit(numbers > 3 ? 3 : numbers));
    PUT(v->out, "missed_share:",
        feature_digit((4 * v->out->missed + all / 2) / (all ? all : 1)));
}

void features_of(const struct feature_question *x, const struct candidate *c,
                 struct features *out)
{
    struct feature_view v = {.x = x, .c = c, .rows = c->rows, .out = out};

    features_reset(out);
    describe(&v);
    put_form(&v);
    feature_put_conditions(&v);
    feature_put_columns(&v);
    put_missed(&v);
    feature_put_answer(&v);
}
