/*
 * Comparisons, values and gaps to filters.
 *
 * A comparison is about the number column named right before it ("price over
 * 100") or right after its number ("over 100 units"). After "customers with
 * more than" it is about each customer: a condition on groups. "Orders" after
 * the number counts rows.
 */
#include "ask/bind_internal.h"

#include <stdlib.h>

static const struct str no_text = {0};

/* What a comparison says. */
struct comparison {
    enum filter_op op;
    struct str numbers[2];
    size_t first; /* links [first, last] */
    size_t last;
    bool percent;
};

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
        if (!bind_is(one, CONCEPT_CMP_AFTER))
            return false;
        c->op = (enum filter_op)(one->concept->param & ~LEXICON_TEMPORAL);
        c->last = i + 1;
        return true;
    }
    if (!one || one->kind != LINK_NUMBER || one->used)
        return false;
    c->percent = one->percent;
    c->numbers[0] = one->number;
    c->last = i + 1;
    if (bind_is(l, CONCEPT_CMP)) {
        c->op = (enum filter_op)(l->concept->param & ~LEXICON_TEMPORAL);
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

    if (!c->percent ||
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

/*
 * The first column of words named outside of the comparison, but for `after`
 * links behind it: each of what.
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
    return NULL;
}

static enum err put_having(struct binder *b, const struct comparison *c,
                           struct spec_measure m, struct error *e)
{
    struct query_spec *s = &b->out->spec;

    if (s->has_having || c->op == FILTER_BETWEEN || c->op == FILTER_NE) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, bind_at(b, c->first)),
                 no_text, no_text);
        return OK;
    }
    (void)e;
    s->has_having = true;
    s->having.measure = m;
    s->having.op = c->op;
    s->having.number = c->numbers[0];
    return OK;
}

static enum err put_numbers(struct binder *b, const struct comparison *c,
                            const struct schema_column *column, struct error *e)
{
    struct spec_filter *f = bind_filter(b);

    if (!f)
        return OK;
    f->column = column->name;
    f->op = c->op;
    f->literal = LITERAL_NUMBER;
    return bind_values(b, f, c->numbers, c->op == FILTER_BETWEEN ? 2 : 1, e);
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

    if (scale_percent(b, column, c, e))
        return e->code;
    if (is_far(column, c)) {
        bind_ask(b, ASK_OUT_OF_RANGE, c->numbers[0], column->min, column->max);
        return OK;
    }
    if (agg && entity)
        return put_having(
            b, c,
            (struct spec_measure){.agg = (enum agg)agg->concept->param,
                                  .column = column->name,
                                  .round = agg->concept->param == AGG_AVG},
            e);
    if (entity && bind_is_added(column) && !bind_is_key(b, entity) &&
        c->op != FILTER_BETWEEN && c->op != FILTER_EQ) {
        bind_note(b, SAY_SUM_OVER, column->name, entity->name, no_text);
        return put_having(
            b, c, (struct spec_measure){.agg = AGG_SUM, .column = column->name},
            e);
    }
    return put_numbers(b, c, column, e);
}

/* "more than 5 orders": rows of each entity. */
static enum err put_count(struct binder *b, struct comparison *c,
                          struct link *noun, struct error *e)
{
    const struct schema_column *entity = entity_of(b, c, 1);
    const struct schema_column *counted = NULL;
    struct spec_measure m = {.agg = AGG_COUNT};

    if (!entity || bind_is_key(b, entity)) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, noun), no_text, no_text);
        return OK;
    }
    if (noun->kind == LINK_COLUMN) {
        if (bind_pick(b, noun, TAKES_TEXT, &counted, e) || !counted)
            return b->out->asks ? OK : e->code;
        if (counted->digits) {
            bind_ask(b, ASK_TEXT_NUMBERS, counted->name, no_text, no_text);
            return OK;
        }
        if (!bind_is_key(b, counted))
            m = (struct spec_measure){.agg = AGG_DISTINCT,
                                      .column = counted->name};
    }
    noun->used = true;
    return put_having(b, c, m, e);
}

/* "The election with more than": has, rather than is, what follows. */
static bool is_entity(const struct binder *b, const struct link *l,
                      const struct link *comparison)
{
    static const char *const verbs[] = {"with", "has",   "have",   "had",
                                        "con",  "tiene", "tienen", "having"};
    size_t at;
    size_t i;

    for (at = l->to; at < comparison->from; at++) {
        for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
            if (str_is(b->l->words.word[at].fold, verbs[i]))
                return true;
        }
    }
    return false;
}

/* A number column named before link `i` and not used, with its aggregate. */
static struct link *subject_before(struct binder *b, size_t i,
                                   struct link **agg)
{
    struct link *l = i ? bind_at(b, i - 1) : NULL;

    *agg = NULL;
    if (i >= 2 && bind_is(l, CONCEPT_AGG)) {
        *agg = l; /* IMOR promedio mayor que 3 */
        l = bind_at(b, i - 2);
    }
    if (!l || l->used || l->kind != LINK_COLUMN ||
        !bind_fits(l, TAKES_NUMBER) ||
        (!*agg && is_entity(b, l, bind_at(b, i))))
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

static enum err put_comparison(struct binder *b, struct comparison *c,
                               struct error *e)
{
    struct link *agg = NULL;
    struct link *subject = subject_before(b, c->first, &agg);
    struct link *after = bind_at(b, c->last + 1);
    const struct schema_column *column = NULL;

    use(b, c);
    if (!subject && after && !after->used &&
        (bind_is(after, CONCEPT_ROWS) ||
         (after->kind == LINK_COLUMN && !bind_fits(after, TAKES_NUMBER) &&
          bind_fits(after, TAKES_TEXT) && entity_of(b, c, 1))))
        return put_count(b, c, after, e);
    if (!subject && after && !after->used && after->kind == LINK_COLUMN &&
        bind_fits(after, TAKES_NUMBER))
        subject = after;
    if (!subject)
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    if (bind_pick(b, subject, TAKES_NUMBER, &column, e) || !column)
        return b->out->asks ? OK : e->code;
    subject->used = true;
    if (agg)
        agg->used = true;
    return put_column(b, c, column, agg, e);
}

enum err bind_comparisons(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct comparison c;

        if (read_comparison(b, i, &c) && put_comparison(b, &c, e))
            return e->code;
    }
    return OK;
}

/* The hit of a value link that is meant; NULL and a question when unclear. */
static const struct link_hit *hit_of(struct binder *b, size_t i,
                                     struct error *e)
{
    struct link *l = bind_at(b, i);
    const struct link *near[4] = {
        i ? bind_at(b, i - 1) : NULL, bind_at(b, i + 1),
        i >= 2 ? bind_at(b, i - 2) : NULL, bind_at(b, i + 2)};
    struct str list;
    size_t h;
    size_t k;

    if (l->n_hits == 1)
        return &l->hits[0];
    for (k = 0; k < 4; k++) {
        for (h = 0; near[k] && near[k]->n_hits == 1 && h < l->n_hits; h++) {
            if (near[k]->hits[0].column == l->hits[h].column)
                return &l->hits[h];
        }
    }
    for (h = 0; h < l->n_hits; h++)
        bind_candidate(b, l->hits[h].column, l->hits[h].values[0]);
    if (!bind_list(b, &list, e))
        bind_ask(b, ASK_WHICH_VALUE, bind_words(b, l), list, no_text);
    return NULL;
}

/* A column named beside its own value is no more than the value's name. */
static void use_qualifier(struct binder *b, size_t i,
                          const struct schema_column *column)
{
    size_t at[3] = {i - 1, i + 1, i - 2};
    size_t k;

    for (k = 0; k < 3; k++) {
        struct link *l = at[k] < b->l->n ? bind_at(b, at[k]) : NULL;
        const struct link *before = at[k] && l ? bind_at(b, at[k] - 1) : NULL;

        if (!l || l->used || l->kind != LINK_COLUMN || l->n_hits != 1 ||
            l->hits[0].column != column)
            continue;
        if (k == 2 && !bind_is(bind_at(b, i - 1), CONCEPT_NOT) &&
            !bind_is(bind_at(b, i - 1), CONCEPT_CMP))
            continue;
        if (bind_is(before, CONCEPT_BY) || bind_is(before, CONCEPT_MANY) ||
            bind_is(before, CONCEPT_WHICH) || bind_is(before, CONCEPT_LIST) ||
            bind_is(before, CONCEPT_TOP))
            continue;
        l->used = true;
        return;
    }
}

/* Is the value at link `i` excluded: "not Spain", "except Spain and France"? */
static bool is_negated(struct binder *b, size_t i, const bool *negated)
{
    size_t k = i;

    if (k && bind_at(b, k - 1)->kind == LINK_COLUMN)
        k--;
    if (k && bind_is(bind_at(b, k - 1), CONCEPT_NOT)) {
        bind_at(b, k - 1)->used = true;
        return true;
    }
    return i >= 2 && bind_at(b, i - 2)->kind == LINK_VALUE && negated[i - 2] &&
           (bind_is(bind_at(b, i - 1), CONCEPT_AND) ||
            bind_is(bind_at(b, i - 1), CONCEPT_OR));
}

/* The filter of the column and polarity, or a new one. */
static struct spec_filter *filter_of(struct binder *b,
                                     const struct schema_column *c,
                                     enum filter_op op)
{
    struct query_spec *s = &b->out->spec;
    struct spec_filter *f;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (!str_eq(s->filters[i].column, c->name))
            continue;
        if (s->filters[i].op == op)
            return &s->filters[i];
        if (s->filters[i].op == FILTER_IN ||
            s->filters[i].op == FILTER_NOT_IN) {
            bind_ask(b, ASK_NOT_PLACED, c->name, no_text, no_text);
            return NULL; /* both this and not that: one is no filter */
        }
    }
    f = bind_filter(b);
    if (f) {
        f->column = c->name;
        f->op = op;
    }
    return f;
}

static enum err note_part(struct binder *b, const struct link *l,
                          const struct link_hit *h, struct error *e)
{
    struct str what = h->values[0];

    if (h->whole)
        return OK;
    if (h->n_values > 1 && str_printf(b->a, &what, e, "%zu × %.*s…",
                                      h->n_values, STR_FMT(bind_words(b, l))))
        return e->code;
    bind_note(b, SAY_VALUES, bind_words(b, l), h->column->name, what);
    return OK;
}

/* Rows whose value contains the words: not all values are known. */
static enum err put_contains(struct binder *b, const struct link *l,
                             const struct link_hit *h, struct error *e)
{
    struct spec_filter *f = bind_filter(b);
    struct buf text;
    struct str s;
    enum err err;
    size_t i;

    if (!f)
        return OK;
    buf_init(&text, 4096);
    for (i = l->from; i < l->to; i++) {
        bool gap = i > l->from && b->l->words.word[i].gap;

        buf_puts(&text, gap ? " " : "");
        buf_put_str(&text, b->l->words.word[i].fold);
    }
    err = buf_finish(&text, &s, e);
    if (!err)
        err = str_dup(s, b->a, &s, e);
    buf_release(&text);
    f->column = h->column->name;
    f->op = FILTER_CONTAINS;
    bind_note(b, SAY_CONTAINS, bind_words(b, l), h->column->name, no_text);
    return err ? err : bind_values(b, f, &s, 1, e);
}

/*
 * Is the part of a value where the question says what it asks for, or the
 * second of its kind? "How many cities" asks for no Mexico City.
 */
static bool is_head(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    size_t k;

    for (k = 0; k < i; k++) {
        const struct link *l = bind_at(b, k);
        bool joined = k + 2 == i && (bind_is(before, CONCEPT_AND) ||
                                     bind_is(before, CONCEPT_OR));

        if (l->kind == LINK_VALUE && !l->hits[0].whole &&
            (!joined || l->hits[0].column != bind_at(b, i)->hits[0].column))
            return true;
    }
    return bind_is(before, CONCEPT_MANY) || bind_is(before, CONCEPT_WHICH) ||
           bind_is(before, CONCEPT_BY) || bind_is(before, CONCEPT_MOST) ||
           bind_is(before, CONCEPT_TOP) ||
           (bind_is(before, CONCEPT_LIST) && !before->concept->param);
}

static enum err put_value(struct binder *b, size_t i, bool negated,
                          struct error *e)
{
    struct link *l = bind_at(b, i);
    const struct link_hit *h = hit_of(b, i, e);
    struct spec_filter *f;
    bool open;

    if (!h)
        return b->out->asks ? OK : e->code;
    if (!h->whole && is_head(b, i)) {
        bind_ask(b, ASK_UNKNOWN, bind_words(b, l), no_text, no_text);
        return OK;
    }
    l->used = true;
    l->hits[0] = *h;
    l->n_hits = 1;
    use_qualifier(b, i, h->column);
    open = h->many || (!h->whole && !h->column->complete);
    if (open && negated) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        return OK;
    }
    if (open)
        return put_contains(b, l, h, e);
    f = filter_of(b, h->column, negated ? FILTER_NOT_IN : FILTER_IN);
    if (!f)
        return OK;
    if (note_part(b, l, h, e))
        return e->code;
    return bind_values(b, f, h->values, h->n_values, e);
}

/* One value needs no list. */
static void simplify(struct query_spec *s)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        struct spec_filter *f = &s->filters[i];

        if (f->n != 1)
            continue;
        if (f->op == FILTER_IN)
            f->op = FILTER_EQ;
        if (f->op == FILTER_NOT_IN)
            f->op = FILTER_NE;
    }
}

/* "or" between two values of one column is what a list means anyway. */
static void use_ors(struct binder *b)
{
    size_t i;

    for (i = 1; i + 1 < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link *before = bind_at(b, i - 1);
        const struct link *after = bind_at(b, i + 1);

        if (bind_is(l, CONCEPT_OR) && before->kind == LINK_VALUE &&
            after->kind == LINK_VALUE &&
            before->hits[0].column == after->hits[0].column)
            l->used = true;
    }
}

/* "without a sales rep", "city is missing" */
static enum err put_gap(struct binder *b, struct link *l, struct link *said,
                        enum filter_op op, struct error *e)
{
    const struct schema_column *c;
    struct spec_filter *f;

    if (bind_pick(b, l, TAKES_ALL, &c, e) || !c)
        return b->out->asks ? OK : e->code;
    f = bind_filter(b);
    if (!f)
        return OK;
    l->used = said->used = true;
    f->column = c->name;
    f->op = op;
    return OK;
}

static enum err gaps(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct link *l = bind_at(b, i);
        struct link *after = bind_at(b, i + 1);
        struct link *before = i ? bind_at(b, i - 1) : NULL;
        struct link *not_before = i > 1 ? bind_at(b, i - 2) : NULL;
        enum filter_op op = FILTER_NULL;

        if (bind_is(l, CONCEPT_NOT) && l->concept->param && !l->used && after &&
            !after->used && after->kind == LINK_COLUMN) {
            if (put_gap(b, after, l, op, e))
                return e->code;
        } else if (bind_is(l, CONCEPT_EMPTY) && !l->used) {
            struct link *of =
                before && before->kind == LINK_COLUMN ? before : after;

            if (bind_is(not_before, CONCEPT_NOT) ||
                bind_is(before, CONCEPT_NOT) || !of || of->kind != LINK_COLUMN)
                continue;
            if (put_gap(b, of, l, op, e))
                return e->code;
        }
    }
    return OK;
}

/* "season 8" of a column of text that holds 8. */
static enum err text_equals(struct binder *b, size_t i,
                            const struct schema_column *c, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct spec_filter *f;
    size_t h;

    for (h = 0; h < l->n_hits; h++) {
        if (l->hits[h].column != c)
            continue;
        f = bind_filter(b);
        if (!f)
            return OK;
        l->used = bind_at(b, i - 1)->used = true;
        f->column = c->name;
        f->op = l->hits[h].n_values == 1 ? FILTER_EQ : FILTER_IN;
        return bind_values(b, f, l->hits[h].values, l->hits[h].n_values, e);
    }
    return OK;
}

/* A number that is a value: "rank 1", "game 8", "= 5". */
static enum err equals(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct schema_column *c = NULL;
    struct spec_filter *f;

    if (!before || before->used || before->kind != LINK_COLUMN ||
        l->from != before->to)
        return OK;
    if (bind_pick(b, before, TAKES_NUMBER | TAKES_TEXT, &c, e) || !c)
        return b->out->asks ? OK : e->code;
    if (c->kind != COLUMN_NUMBER)
        return text_equals(b, i, c, e);
    f = bind_filter(b);
    if (!f)
        return OK;
    l->used = before->used = true;
    f->column = c->name;
    f->op = FILTER_EQ;
    f->literal = LITERAL_NUMBER;
    return bind_values(b, f, &l->number, 1, e);
}

/* The number of "top 10", "the 5 customers with most", "highest 3". */
static bool is_limit(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *after = bind_at(b, i + 1);
    size_t k;

    if (bind_is(before, CONCEPT_TOP) || bind_is(before, CONCEPT_MOST) ||
        bind_is(before, CONCEPT_LIKE) || bind_is(after, CONCEPT_TOP) ||
        bind_is(after, CONCEPT_MOST) || bind_is(after, CONCEPT_LIKE))
        return true;
    if (!after || (after->kind != LINK_COLUMN && !bind_is(after, CONCEPT_ROWS)))
        return false;
    for (k = i + 2; k < b->l->n; k++) {
        const struct link *l = bind_at(b, k);

        if (bind_is(l, CONCEPT_TOP) || bind_is(l, CONCEPT_MOST) ||
            bind_is(l, CONCEPT_LIKE))
            return before == NULL || !bind_is(before, CONCEPT_CMP);
    }
    return false;
}

static void limits(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        struct error ignored;
        uint64_t n;

        if (l->kind != LINK_NUMBER || l->used || !is_limit(b, i) ||
            str_parse_u64(l->number, 100000, &n, &ignored) || n == 0)
            continue;
        b->out->spec.limit = n;
        l->used = true;
        return;
    }
}

enum err bind_filters(struct binder *b, struct error *e)
{
    bool *negated = arena_alloc_array(b->a, b->l->n, sizeof(*negated), e);
    size_t i;

    if (!negated)
        return e->code;
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        if (bind_at(b, i)->kind == LINK_VALUE) {
            negated[i] = is_negated(b, i, negated);
            if (put_value(b, i, negated[i], e))
                return e->code;
        }
    }
    simplify(&b->out->spec);
    use_ors(b);
    limits(b);
    if (b->out->asks)
        return OK;
    if (gaps(b, e))
        return e->code;
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        if (bind_at(b, i)->kind == LINK_NUMBER && !bind_at(b, i)->used &&
            equals(b, i, e))
            return e->code;
    }
    return OK;
}
