#include "answer/suggest_text.h"

#include "answer/sentence/sentence_spec.h"
#include "answer/sentence/word_list.h"

#define QUESTION_BYTES 400
#define RANKED         5 /* of "Top 5" */

/* What a question fills in: {1} the amount, {2} a group, {3} a period, {4} the rows. */
enum part { PART_MEASURE, PART_GROUP, PART_PERIOD, PART_ROWS, PARTS };

static enum wording text_of(enum suggest_shape shape)
{
    static const enum wording texts[SUGGEST_SHAPES] = {
        [SUGGEST_BY_GROUP] = WORDING_SUGGEST_BY,
        [SUGGEST_OF_PAGE] = WORDING_SUGGEST_PAGE,
        [SUGGEST_OF_PERIOD] = WORDING_SUGGEST_PERIOD,
        [SUGGEST_LEADER] = WORDING_SUGGEST_LEADER,
        [SUGGEST_RANK] = WORDING_SUGGEST_RANK,
        [SUGGEST_COUNTED_BY] = WORDING_SUGGEST_COUNTED_BY,
        [SUGGEST_BY_MONTH] = WORDING_SUGGEST_BY,
        [SUGGEST_TOTAL] = WORDING_SUGGEST_TOTAL,
        [SUGGEST_COUNTED] = WORDING_SUGGEST_COUNTED};

    return texts[shape];
}

/* The group that a shape is about: the leader is of another than the sums, where
 * there are two. */
static const struct schema_column *group_of(const struct table_roles *r,
                                            enum suggest_shape shape)
{
    return shape == SUGGEST_LEADER && r->group[1] ? r->group[1] : r->group[0];
}

static bool needs_measure(enum suggest_shape shape)
{
    return shape != SUGGEST_COUNTED && shape != SUGGEST_COUNTED_BY;
}

static bool needs_group(enum suggest_shape shape)
{
    return shape == SUGGEST_BY_GROUP || shape == SUGGEST_LEADER ||
           shape == SUGGEST_COUNTED_BY;
}

static bool has_parts(const struct table_roles *r, enum suggest_shape shape)
{
    if (shape == SUGGEST_OF_PAGE || (needs_measure(shape) && !r->measure) ||
        (needs_group(shape) && !r->group[0]) ||
        (shape == SUGGEST_OF_PERIOD && !r->period[1].n) ||
        (shape == SUGGEST_BY_MONTH && !r->date))
        return false;
    if (shape == SUGGEST_LEADER && group_of(r, shape)->distinct < 3)
        return false;
    return shape != SUGGEST_RANK ||
           (r->name && r->is_amount && r->table->rows > RANKED);
}

static void put_measure(struct buf *b, const struct phrasing *x,
                        const struct table_roles *r,
                        const struct suggest_form *form)
{
    const struct spec_measure m = {.agg = r->agg, .column = r->measure->name};

    if (form->shape == SUGGEST_RANK && form->as_written)
        buf_put_str(b, m.column);
    else if (form->shape == SUGGEST_RANK)
        sentence_name(b, m.column);
    else if (form->as_written)
        wording_put(b, x->language,
                    m.agg == AGG_SUM ? WORDING_SUM : WORDING_AVERAGE, &m.column,
                    1);
    else
        sentence_measure(b, x, &m);
}

/* Is a column only called "name"? Then what has the names is asked for. */
static bool is_plain_name(struct str column)
{
    return word_list_has_any(WORDING_NAME_WORDS, column);
}

static void put_group(struct buf *b, const struct phrasing *x,
                      const struct table_roles *r,
                      const struct suggest_form *form)
{
    const struct schema_column *group =
        form->shape == SUGGEST_RANK ? r->name : group_of(r, form->shape);

    if (form->shape == SUGGEST_BY_MONTH)
        buf_put_str(b, wording_text(x->language, WORDING_MONTH));
    else if (form->as_written)
        buf_put_str(b, group->name);
    else if (form->shape == SUGGEST_RANK && is_plain_name(group->name))
        sentence_rows_called(b, x, 2);
    else if (form->shape == SUGGEST_RANK)
        sentence_names(b, group->name, x->language);
    else
        sentence_name(b, group->name);
}

/* "in May 2024", whatever the column is called. */
static void put_period(struct buf *b, const struct phrasing *x,
                       const struct table_roles *r)
{
    struct query_spec s = {.n_filters = 1};
    const struct phrasing plain = {.spec = &s, .language = x->language};

    s.filters[0] = (struct spec_filter){.column = r->date->name,
                                        .op = FILTER_PERIOD,
                                        .values = r->period,
                                        .n = 2};
    sentence_conditions(b, &plain, SENTENCE_ALL, false);
}

static enum err fill_in(enum language language, enum wording text,
                        const struct buf parts[PARTS], struct arena *a,
                        struct str *question, struct error *e)
{
    struct str fill[PARTS];
    struct buf b;
    enum err rc = OK;

    for (size_t i = 0; i < PARTS; i++)
        fill[i] = buf_str(&parts[i]);
    buf_init(&b, QUESTION_BYTES);
    wording_put(&b, language, text, fill, PARTS);
    if (!b.overflow)
        rc = buf_dup(&b, a, question, e);
    buf_release(&b);
    return rc;
}

/* "What are the total sales", but "what is the total revenue". */
static enum wording number_of(enum wording one, const struct table_roles *r,
                              const struct suggest_form *form)
{
    struct buf name;
    bool several;

    buf_init(&name, QUESTION_BYTES);
    sentence_name(&name, r->measure->name);
    several = r->agg == AGG_SUM &&
              sentence_is_several(buf_str(&name), form->language);
    buf_release(&name);
    if (!several)
        return one;
    switch (one) {
    case WORDING_SUGGEST_BY: return WORDING_SUGGEST_BY_MANY;
    case WORDING_SUGGEST_PERIOD: return WORDING_SUGGEST_PERIOD_MANY;
    default: return WORDING_SUGGEST_TOTAL_MANY;
    }
}

enum err suggest_text(const struct table_roles *r,
                      const struct suggest_form *form, struct arena *a,
                      struct str *question, struct error *e)
{
    struct phrasing x = {.table = r->table, .language = form->language};
    const enum suggest_shape shape = form->shape;
    struct buf parts[PARTS];
    enum err rc;

    *question = (struct str){0};
    if (!has_parts(r, shape))
        return OK;
    if (!form->as_written && phrasing_init(&x, a, e))
        return e->code;
    for (size_t i = 0; i < PARTS; i++)
        buf_init(&parts[i], QUESTION_BYTES);
    if (needs_measure(shape))
        put_measure(&parts[PART_MEASURE], &x, r, form);
    if (needs_group(shape) || shape == SUGGEST_RANK ||
        shape == SUGGEST_BY_MONTH)
        put_group(&parts[PART_GROUP], &x, r, form);
    if (shape == SUGGEST_OF_PERIOD)
        put_period(&parts[PART_PERIOD], &x, r);
    sentence_rows_called(&parts[PART_ROWS], &x, 2);
    rc = fill_in(form->language,
                 shape == SUGGEST_BY_GROUP || shape == SUGGEST_BY_MONTH ||
                         shape == SUGGEST_OF_PERIOD || shape == SUGGEST_TOTAL
                     ? number_of(text_of(shape), r, form)
                     : text_of(shape),
                 parts, a, question, e);
    for (size_t i = 0; i < PARTS; i++)
        buf_release(&parts[i]);
    return rc;
}

enum err suggest_text_page(struct str heading, enum language language,
                           struct arena *a, struct str *question,
                           struct error *e)
{
    return wording_make(language, WORDING_SUGGEST_PAGE, heading, a, question,
                        e);
}

/* ---- checked ---- */

static bool filters_by(const struct query_spec *s, const struct str column)
{
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].op == FILTER_PERIOD &&
            str_eq(s->filters[i].column, column))
            return true;
    return false;
}

static bool groups_by(const struct query_spec *s,
                      const struct schema_column *group, enum grain grain)
{
    return s->n_groups == 1 && s->groups[0].grain == grain &&
           str_eq(s->groups[0].column, group->name);
}

/* Of rows, or of what has a code each: employees. */
static bool counts_rows(const struct query_spec *s)
{
    return s->n_measures == 1 &&
           ((s->measures[0].agg == AGG_COUNT && !s->measures[0].column.n) ||
            s->measures[0].agg == AGG_DISTINCT);
}

bool suggest_matches_spec(const struct table_roles *r, enum suggest_shape shape,
                          const struct query_spec *s)
{
    if (shape == SUGGEST_RANK) /* whole rows, or the names beside the amount */
        return s->limit == 5 && (str_eq(s->order_column, r->measure->name) ||
                                 (s->n_measures && str_eq(s->measures[0].column,
                                                          r->measure->name)));
    if (needs_measure(shape) &&
        (s->n_measures != 1 || s->measures[0].agg != r->agg ||
         !str_eq(s->measures[0].column, r->measure->name)))
        return false;
    if (!needs_measure(shape) && !counts_rows(s))
        return false;
    if (shape == SUGGEST_OF_PERIOD)
        return s->n_groups == 0 && filters_by(s, r->date->name);
    if (shape == SUGGEST_BY_MONTH)
        return groups_by(s, r->date, GRAIN_MONTH);
    return needs_group(shape) ? groups_by(s, group_of(r, shape), GRAIN_NONE) &&
                                    (s->limit == 1) == (shape == SUGGEST_LEADER)
                              : s->n_groups == 0;
}
