#include "ask/candidates/feature_view.h"

#include <math.h>
#include <string.h>

#define MANY 9 /* stands for all larger numbers */

/* What an answer looks like: computed, a number, a date, words. */
static const char *looks_of(const struct feature_view *v)
{
    const struct denotation *d = &v->c->answer;
    const struct grid_value *value;

    if (d->is_number)
        return "computed";
    if (!d->values)
        return "words";
    value = &v->x->g->column[d->column].value[d->values[0]];
    if (!isnan(value->number) && value->n_words == 1)
        return "number";
    return value->day ? "date" : "words";
}

static const char *size_of_number(double n)
{
    return n == 0 ? "0" : n == 1 ? "1" : n < 10 ? "9" : n < 100 ? "99" : "999";
}

/* Is the answer said in the question? */
static bool is_said(const struct feature_view *v)
{
    const struct denotation *d = &v->c->answer;
    const struct grid_value *value;

    if (!d->values)
        return !d->is_number;
    value = &v->x->g->column[d->column].value[d->values[0]];
    for (uint32_t i = 0; i + value->n_words <= v->x->q->n; i++) {
        uint32_t n = 0;

        while (n < value->n_words && v->x->q->word[i + n] == value->word[n])
            n++;
        if (n == value->n_words && n > 0)
            return true;
    }
    return false;
}

/* How the first value is written: how many words, with digits or a comma. */
static void put_shape(struct feature_view *v)
{
    const struct denotation *d = &v->c->answer;
    const struct grid_value *value;
    bool digits = false, comma = false;
    const char *words, *form;

    if (d->is_number || !d->values)
        return;
    value = &v->x->g->column[d->column].value[d->values[0]];
    for (size_t i = 0; i < value->text.n; i++) {
        digits |= value->text.p[i] >= '0' && value->text.p[i] <= '9';
        comma |= value->text.p[i] == ',';
    }
    if (candidate_short(value->text).n < value->text.n) {
        const char *whole = d->is_short ? "0" : "1";

        PUT(v->out, "whole:", whole);
        PUT(v->out, "whole:", whole, ",k:", v->kind);
        PUT(v->out, "whole:", whole, ",h:", v->x->head);
        PUT(v->out, "whole:", whole, value->text.p[0] == '@' ? ",@" : ",");
    }
    words = feature_digit(value->n_words < 4 ? value->n_words : 4);
    form = digits ? "d" : comma ? "," : "w";
    PUT(v->out, "sh:", words, form, ",k:", v->kind);
    PUT(v->out, "sh:", words, form, ",h:", v->x->head);
}

void feature_put_answer(struct feature_view *v)
{
    static const char *const asking[] = {
        "who",  "when",  "where", "long",  "many",   "much",    "year",
        "date", "years", "only",  "team",  "name",   "times",   "person",
        "day",  "month", "old",   "total", "player", "country", "difference"};
    const struct denotation *d = &v->c->answer;
    const char *looks = looks_of(v);
    const char *size = feature_digit(d->n <= 2 ? d->n : d->n < 6 ? 5 : MANY);

    PUT(v->out, "a:", looks, ",k:", v->kind);
    PUT(v->out, "an:", size, ",k:", v->kind);
    PUT(v->out, "an:", size, ",r:", v->result);
    PUT(v->out, "a:", looks, ",h:", v->x->head);
    PUT(v->out, "an:", size, ",a:", looks);
    PUT(v->out, "an:", size, ",f:", v->form);
    for (uint32_t i = 0; i < v->x->q->n; i++) {
        for (size_t k = 0; k < sizeof(asking) / sizeof(asking[0]); k++) {
            if (!word_set_has(v->x->first, i) ||
                strcmp(v->x->word[i], asking[k]) != 0)
                continue;
            PUT(v->out, "a:", looks, ",w:", v->x->word[i]);
            PUT(v->out, "an:", size, ",w:", v->x->word[i]);
        }
    }
    PUT(v->out, "an:", size, ",pl:", v->x->q->is_plural ? "1" : "0",
        ",k:", v->kind);
    put_shape(v);
    if (d->is_number)
        PUT(v->out, "av:", size_of_number(d->number), ",r:", v->result);
    if (v->c->result == RESULT_COUNT)
        PUT(v->out, "count_all:", d->number == v->x->g->n_rows ? "1" : "0");
    if (d->n == 1 && !d->is_number) {
        const char *said = is_said(v) ? "1" : "0";

        PUT(v->out, "said:", said, ",or:", v->x->has_or ? "1" : "0");
        PUT(v->out, "said:", said, ",r:", v->result);
    }
}
