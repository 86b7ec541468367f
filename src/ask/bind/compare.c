/*
 * Comparisons to filters, or to conditions on groups.
 *
 * A comparison is about the number column named right before it ("price over
 * 100") or right after its number ("over 100 units"). After "customers with
 * more than" it is about each customer: a condition on groups. "Orders" after
 * the number counts rows.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/period.h"
#include "ask/vocabulary/term_lists.h"

#include <stdlib.h>

static const struct str no_text = {0};

/* What a comparison says. */
struct comparison {
    enum filter_op op;
    struct str numbers[2];
    size_t first; /* links [first, last] */
    size_t last;
    bool percent;
    bool bare; /* equal, without a word that says so */
};

/* Are the words from..to all of this kind, and at least one? */
static bool are_words(const struct binder *b, size_t from, size_t to,
                      const struct term_list *list)
{
    for (size_t at = from; at < to; at++) {
        if (!term_list_has(list, b->l->words.word[at].fold))
            return false;
    }
    return from < to;
}

/* "With 40 units", "where discount is 0": the number is what it must be. */
static bool is_equality(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *after = bind_at(b, i + 1);

    if (before && !before->used && bind_fits(before, TAKES_NUMBER) &&
        are_words(b, before->to, l->from, &words_bind_equals))
        return true;
    return after && !after->used && bind_fits(after, TAKES_NUMBER) &&
           after->from == l->to && l->from &&
           are_words(b, l->from - 1, l->from, &words_bind_has);
}

/* What a number may count: a column, or rows. */
static bool is_unit(const struct link *l)
{
    return l && !l->used &&
           (l->kind == LINK_COLUMN || bind_is(l, CONCEPT_ROWS));
}

/* Numbers of a comparison at link `i`; false when there is none. */
static bool read_comparison(struct binder *b, size_t i, struct comparison *c)
{
    struct link *l = bind_at(b, i);
    struct link *one = bind_at(b, i + 1);
    struct link *two = bind_at(b, i + 3);
    bool range = two && two->kind == LINK_NUMBER &&
                 (bind_is(bind_at(b, i + 2), CONCEPT_AND) ||
                  bind_is(bind_at(b, i + 2), CONCEPT_TO));

    if (l->used)
        return false;
    *c = (struct comparison){.first = i, .last = i};
    if (l->kind == LINK_NUMBER) {
        struct link *to = bind_at(b, i + 2);

        c->numbers[0] = l->number;
        c->percent = l->percent;
        if (bind_is(one, CONCEPT_TO) && !one->used && to && !to->used &&
            to->kind == LINK_NUMBER) {
            c->op = FILTER_BETWEEN; /* 单价在100到500之间 */
            c->numbers[1] = to->number;
            c->last = i + 2;
            return true;
        }
        if (is_unit(one) && bind_is(to, CONCEPT_CMP_AFTER) && !to->used) {
            to->used = true; /* 2 visits or less */
            c->op = (enum filter_op)(to->entry->param & ~QUESTION_TEMPORAL);
            return true;
        }
        if (!bind_is(one, CONCEPT_CMP_AFTER)) {
            c->op = FILTER_EQ;
            c->bare = true;
            return is_equality(b, i);
        }
        c->op = (enum filter_op)(one->entry->param & ~QUESTION_TEMPORAL);
        c->last = i + 1;
        return true;
    }
    if (!one || one->kind != LINK_NUMBER || one->used)
        return false;
    c->percent = one->percent;
    c->numbers[0] = one->number;
    c->last = i + 1;
    if (bind_is(l, CONCEPT_CMP)) {
        c->op = (enum filter_op)(l->entry->param & ~QUESTION_TEMPORAL);
        return true;
    }
    if (!bind_is(l, CONCEPT_BETWEEN) || !range)
        return false;
    c->op = FILTER_BETWEEN;
    c->numbers[1] = two->number;
    c->percent |= two->percent;
    c->last = i + 3;
    return true;
}

/* 10 % of a column of parts of one is 0.1. */
static enum err scale_percent(struct binder *b, const struct schema_column *col,
                              struct comparison *c, struct error *e)
{
    size_t i;
    struct str said = c->numbers[0];

    if (!c->percent || !col->max.n ||
        json_double(&(struct json){.type = JSON_NUMBER, .text = col->max}) > 1)
        return OK;
    for (i = 0; i < 2 && c->numbers[i].n; i++) {
        double part = strtod(c->numbers[i].p, NULL) / 100;

        if (str_printf(b->a, &c->numbers[i], e, "%.6f", part))
            return e->code;
        while (str_ends(c->numbers[i], STR("0")))
            c->numbers[i].n--;
        if (str_ends(c->numbers[i], STR(".")))
            c->numbers[i].n--;
    }
    bind_note(b, SAY_PERCENT, said, c->numbers[0], no_text);
    return OK;
}

/* "Months with": each of them is what the comparison is about, and the dates
 * tell which is which. NULL where none is named before link `end`. */
static const struct schema_column *months_of(const struct binder *b, size_t end)
{
    const struct schema_column *c = b->dates ? b->dates : bind_named_dates(b);
    size_t n;
    size_t i;

    for (i = 0; i < end; i++) {
        if (bind_is(bind_at(b, i), CONCEPT_GRAIN) && !bind_at(b, i)->used)
            return c ? c : bind_about(b, 0, COLUMN_DATE, &n);
    }
    return NULL;
}

/* Has each of the entities several rows? */
static bool has_rows(const struct binder *b, const struct schema_column *entity)
{
    return entity->kind == COLUMN_DATE || !bind_is_key(b, entity);
}

/*
 * The first column of words named outside of the comparison, but for `after`
 * links after it: each of what.
 */
static const struct schema_column *entity_of(const struct binder *b,
                                             const struct comparison *c,
                                             size_t after)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        const struct link *next = bind_at(b, i + 1);

        if ((i >= c->first && i <= c->last + after) || l->kind != LINK_COLUMN ||
            l->n_hits != 1 || !bind_fits(l, TAKES_TEXT))
            continue;
        if (next && next->kind == LINK_VALUE)
            continue;
        return l->hits[0].column;
    }
    return months_of(b, c->first);
}

static enum err put_having(struct binder *b, const struct comparison *c,
                           const struct schema_column *entity,
                           struct spec_measure m, struct error *e)
{
    struct query_spec *s = &b->out->spec;

    if (s->has_having || c->op == FILTER_BETWEEN || c->op == FILTER_NE) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, bind_at(b, c->first)),
                 no_text, no_text);
        return OK;
    }
    (void)e;
    b->entity = entity;
    s->has_having = true;
    s->having.measure = m;
    s->having.op = c->op;
    s->having.number = c->numbers[0];
    return OK;
}

static enum err put_numbers(struct binder *b, const struct comparison *c,
                            const struct schema_column *column, struct error *e)
{
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return OK;
    b->compares = true;
    f->column = column->name;
    f->op = c->op;
    f->literal = LITERAL_NUMBER;
    return bind_values(b, f, c->numbers, c->op == FILTER_BETWEEN ? 2 : 1, e);
}

/* What one of a column's name counts: 粉丝(万) are ten thousand, price (k) a
 * thousand; 1 where it says nothing. */
static double unit_of(const struct schema_column *column)
{
    static const struct {
        const char *word;
        double unit;
    } units[] = {{"万", 1e4},        {"k", 1e3},        {"千", 1e3},
                 {"thousands", 1e3}, {"miles", 1e3},    {"亿", 1e8},
                 {"millions", 1e6},  {"millones", 1e6}, {"mm", 1e6}};
    double unit = 1;
    size_t i;
    size_t k;

    for (i = 1; i < column->words.n; i++) {
        for (k = 0; k < sizeof(units) / sizeof(units[0]); k++) {
            if (str_is(column->words.word[i].fold, units[k].word))
                unit = units[k].unit;
        }
    }
    return unit;
}

/* "Over 20 thousand" of a column in thousands, none of which is near. */
static enum err scale_unit(struct binder *b, const struct schema_column *column,
                           struct comparison *c, struct error *e)
{
    double unit = unit_of(column);
    double top = column->max.n ? json_double(&(struct json){
                                     .type = JSON_NUMBER, .text = column->max})
                               : 0;
    size_t i;

    if (unit <= 1 || strtod(c->numbers[0].p, NULL) <= top)
        return OK;
    for (i = 0; i < 2 && c->numbers[i].n; i++) {
        struct str said = c->numbers[i];

        if (str_printf(b->a, &c->numbers[i], e, "%.15g",
                       strtod(said.p, NULL) / unit))
            return e->code;
        bind_note(b, SAY_PERCENT, said, c->numbers[i], no_text);
    }
    return OK;
}

/* A hundred times what the column holds: another unit is meant. */
static bool is_far(const struct schema_column *column,
                   const struct comparison *c)
{
    struct json max = {.type = JSON_NUMBER, .text = column->max};
    struct json said = {.type = JSON_NUMBER, .text = c->numbers[0]};
    double top = column->max.n ? json_double(&max) : 0;

    return top > 0 && json_double(&said) >= 100 * top;
}

/* A comparison of a number column: of its rows, or of its sum per entity. */
static enum err put_column(struct binder *b, struct comparison *c,
                           const struct schema_column *column,
                           const struct link *agg, struct error *e)
{
    const struct schema_column *entity = entity_of(b, c, 0);

    if (scale_percent(b, column, c, e) || scale_unit(b, column, c, e))
        return e->code;
    if (c->bare && entity && has_rows(b, entity)) {
        bind_ask(b, ASK_NOT_PLACED, c->numbers[0], no_text, no_text);
        return OK; /* customers with 40 units: in all, or at once? */
    }
    if (is_far(column, c)) {
        bind_ask(b, ASK_OUT_OF_RANGE, c->numbers[0], column->min, column->max);
        return OK;
    }
    if (agg && entity)
        return put_having(
            b, c, entity,
            (struct spec_measure){.agg = (enum agg)agg->entry->param,
                                  .column = column->name},
            e);
    if (entity && bind_is_added(column) && has_rows(b, entity) &&
        c->op != FILTER_EQ) {
        bind_note(b, SAY_SUM_OVER, column->name, entity->name, no_text);
        return put_having(
            b, c, entity,
            (struct spec_measure){.agg = AGG_SUM, .column = column->name}, e);
    }
    return put_numbers(b, c, column, e);
}

/* "more than 5 orders": rows of each entity, of a noun after it if `behind`. */
static enum err put_count(struct binder *b, struct comparison *c,
                          struct link *noun, size_t behind, struct error *e)
{
    const struct schema_column *entity = entity_of(b, c, behind);
    const struct schema_column *counted = NULL;
    struct spec_measure m = {.agg = AGG_COUNT};

    if (!entity || !has_rows(b, entity)) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, noun), no_text, no_text);
        return OK;
    }
    if (noun->kind == LINK_COLUMN) {
        if (bind_pick(b, noun, TAKES_TEXT, &counted, e))
            return e->code;
        if (counted && counted->digits)
            bind_ask(b, ASK_TEXT_NUMBERS, counted->name, no_text, no_text);
        if (!counted || counted->digits)
            return OK;
        if (!bind_is_key(b, counted))
            m = (struct spec_measure){.agg = AGG_DISTINCT,
                                      .column = counted->name};
    }
    noun->used = true;
    return put_having(b, c, entity, m, e);
}

/* A number column named before link `i` and not used, with its aggregate. */
static struct link *subject_before(struct binder *b, size_t i,
                                   struct link **agg)
{
    struct link *l;

    *agg = NULL;
    while (i && (bind_at(b, i - 1)->kind == LINK_VALUE ||
                 bind_at(b, i - 1)->kind == LINK_PERIOD))
        i--; /* the rate of Oslo in 2024 below 2 */
    l = i ? bind_at(b, i - 1) : NULL;
    if (i >= 2 && bind_is(l, CONCEPT_AGG)) {
        *agg = l; /* IMOR promedio mayor que 3 */
        l = bind_at(b, i - 2);
    }
    if (!l || l->used || l->kind != LINK_COLUMN ||
        !bind_fits(l, TAKES_NUMBER) || (!*agg && bind_has(b, l, bind_at(b, i))))
        return NULL;
    if (!*agg && i >= 2 && bind_is(bind_at(b, i - 2), CONCEPT_AGG))
        *agg = bind_at(b, i - 2);
    return l;
}

static void use(struct binder *b, const struct comparison *c)
{
    size_t i;

    for (i = c->first; i <= c->last; i++)
        bind_at(b, i)->used = true;
}

/* "Older than 40" names its column by itself; else the only one there is. */
static const struct schema_column *age_of(struct binder *b,
                                          const struct link *comparison)
{
    struct str first = b->l->words.word[comparison->from].fold;
    size_t i;

    if (!str_is(first, "older") && !str_is(first, "younger"))
        return bind_unnamed(b, comparison);
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind == COLUMN_NUMBER && link_column_groups(c) & GROUP_AGE)
            return c;
    }
    return NULL;
}

/* "Number of orders over 60", 订单数超过60: the noun that is counted, or NULL. */
static struct link *counted_before(struct binder *b, const struct comparison *c)
{
    struct link *noun = c->first ? bind_at(b, c->first - 1) : NULL;
    struct link *many = c->first > 1 ? bind_at(b, c->first - 2) : NULL;

    if (!noun || noun->used || !bind_is(bind_at(b, c->first), CONCEPT_CMP) ||
        (b->language != LANGUAGE_ZH && noun->to != bind_at(b, c->first)->from))
        return NULL;
    if (bind_is(noun, CONCEPT_ROWS) && b->language == LANGUAGE_ZH)
        return noun;
    if (!bind_is(many, CONCEPT_MANY) || many->used || many->entry->param < 2 ||
        noun->kind != LINK_COLUMN || !bind_fits(noun, TAKES_TEXT))
        return NULL;
    many->used = true;
    return noun;
}

/* The comparison as one that begins with what it counts, and its unit: 15人. */
static enum err put_counted(struct binder *b, struct comparison *c,
                            struct link *noun, struct error *e)
{
    struct link *unit = bind_at(b, c->last + 1);

    if (unit && unit->from == bind_at(b, c->last)->to &&
        unit->to == unit->from + 1 && b->language == LANGUAGE_ZH) {
        unit->used = true;
        c->last++;
    }
    c->first--;
    use(b, c);
    return put_count(b, c, noun, 0, e);
}

static enum err put_comparison(struct binder *b, struct comparison *c,
                               struct error *e)
{
    struct link *counted = counted_before(b, c);
    struct link *agg = NULL;
    struct link *subject = subject_before(b, c->first, &agg);
    struct link *after = bind_at(b, c->last + 1);
    const struct schema_column *column = NULL;

    if (!subject && counted)
        return put_counted(b, c, counted, e);
    use(b, c);
    if (!subject && after && !after->used &&
        (bind_is(after, CONCEPT_ROWS) ||
         (after->kind == LINK_COLUMN && !bind_fits(after, TAKES_NUMBER) &&
          bind_fits(after, TAKES_TEXT) && entity_of(b, c, 1))))
        return put_count(b, c, after, 1, e);
    if (!subject && after && !after->used && after->kind == LINK_COLUMN &&
        bind_fits(after, TAKES_NUMBER))
        subject = after;
    if (!subject) {
        column = age_of(b, bind_at(b, c->first));
        return column ? put_column(b, c, column, NULL, e)
                      : bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    }
    if (bind_pick(b, subject, TAKES_NUMBER, &column, e))
        return e->code;
    if (!column)
        return OK;
    subject->used = true;
    if (agg)
        agg->used = true;
    return put_column(b, c, column, agg, e);
}

/* What a comparison without a number compares: a column, or its average. */
static struct link *operand_of(struct binder *b, size_t i, struct link **agg)
{
    struct link *next = bind_at(b, i + 1);

    *agg = NULL;
    if (bind_is(next, CONCEPT_AGG) && next->entry->param == AGG_AVG) {
        *agg = next;
        next = bind_at(b, i + 2);
    }
    return next && !next->used && next->n_hits == 1 &&
                   (bind_fits(next, TAKES_NUMBER) ||
                    bind_fits(next, TAKES_DATE))
               ? next
               : NULL;
}

/* Is the column what was meant to be: a budget, a target? */
static bool is_plan(const struct schema_column *c)
{
    return bind_is_called(c, &words_bind_plan);
}

/* "Lines over budget": the one other figure that is added up as it is. */
static enum err against_plan(struct binder *b, struct link *l,
                             struct link *operand, struct error *e)
{
    const struct schema_column *plan = operand->hits[0].column;
    const struct schema_column *other = NULL;
    struct spec_filter *f;
    size_t i;

    if (plan->kind != COLUMN_NUMBER || !is_plan(plan))
        return OK;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c == plan || c->kind != COLUMN_NUMBER || !bind_is_added(c))
            continue;
        if (other)
            return OK;
        other = c;
    }
    f = other ? bind_new_filter(b) : NULL;
    if (!f)
        return OK;
    l->used = operand->used = b->compares = true;
    f->column = other->name;
    f->op = (enum filter_op)(l->entry->param & ~QUESTION_TEMPORAL);
    f->literal = LITERAL_COLUMN;
    return bind_values(b, f, &plan->name, 1, e);
}

/* "Stock below the reorder level", "salary above average". */
static enum err compare_columns(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *agg;
    struct link *subject = subject_before(b, i, &agg);
    struct link *operand = operand_of(b, i, &agg);
    const struct schema_column *c = NULL;
    struct spec_filter *f;

    if (!subject && !agg && !l->used && bind_is(l, CONCEPT_CMP) && operand)
        return against_plan(b, l, operand, e);
    if (!bind_is(l, CONCEPT_CMP) || l->used || (!operand && !agg) ||
        (!subject && !agg))
        return OK;
    subject = subject ? subject : operand; /* above the average price */
    operand = operand ? operand : subject;
    if (!subject || (subject == operand) != (agg != NULL) ||
        operand->hits[0].column->kind != COLUMN_NUMBER)
        return OK;
    if (bind_pick(b, subject, TAKES_NUMBER, &c, e))
        return e->code;
    f = c ? bind_new_filter(b) : NULL;
    if (!f)
        return OK;
    l->used = subject->used = operand->used = true;
    if (agg)
        agg->used = true;
    b->compares = true;
    f->column = c->name;
    f->op = (enum filter_op)(l->entry->param & ~QUESTION_TEMPORAL);
    f->literal = agg ? LITERAL_AVERAGE : LITERAL_COLUMN;
    return bind_values(b, f, &operand->hits[0].column->name, 1, e);
}

enum err bind_comparisons(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        if (compare_columns(b, i, e))
            return e->code;
    }
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct comparison c;

        if (read_comparison(b, i, &c) && put_comparison(b, &c, e))
            return e->code;
    }
    return OK;
}
