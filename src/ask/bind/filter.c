/*
 * Values, gaps and numbers that are values to filters.
 *
 * Several values of one column are a list, of different columns conditions
 * that all hold. A part of a value counts only where nothing else can be
 * meant; what it was taken for is said.
 */
#include "ask/bind/period.h"
#include "ask/bind/take.h"

static const struct str no_text = {0};

/* Is the link a column that may say whose value the next one is? */
static bool qualifies(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);

    return l && l->n_hits == 1 &&
           !(l->kind == LINK_COLUMN && i &&
             bind_is(bind_at(b, i - 1), CONCEPT_BY));
}

/* The hit of a value link that is meant; NULL and a question when unclear. */
static const struct link_hit *hit_of(struct binder *b, size_t i,
                                     struct error *e)
{
    struct link *l = bind_at(b, i);
    const size_t near[4] = {i - 1, i + 1, i - 2, i + 2};
    struct str list;
    size_t h;
    size_t k;

    if (l->n_hits == 1)
        return &l->hits[0];
    for (k = 0; k < 4; k++) {
        for (h = 0; qualifies(b, near[k]) && h < l->n_hits; h++) {
            if (bind_at(b, near[k])->hits[0].column == l->hits[h].column)
                return &l->hits[h];
        }
    }
    for (h = 0; h < l->n_hits; h++)
        bind_candidate(b, l->hits[h].column, l->hits[h].values[0]);
    if (!bind_list(b, &list, e))
        bind_ask(b, ASK_WHICH_VALUE, bind_words(b, l), list, no_text);
    return NULL;
}

/* A column named next to its own value is no more than the value's name. */
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
        if (k == 2 && bind_is(bind_at(b, i - 1), CONCEPT_CMP) &&
            bind_at(b, i - 1)->entry->param == FILTER_EQ)
            bind_at(b, i - 1)->used = true; /* dept = IT */
        return;
    }
}

/* Is the value at link `i` excluded: "not Spain", "except Spain and France"? */
static bool is_negated(struct binder *b, size_t i, const bool *negated)
{
    size_t k = i;

    if (k && bind_at(b, k - 1)->kind == LINK_COLUMN &&
        bind_at(b, k - 1)->hits[0].column == bind_at(b, i)->hits[0].column)
        k--; /* not the city of Lima */
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
    f = bind_new_filter(b);
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

    if (h->slip || h->synonym)
        bind_note(b, SAY_MISSPELLED, bind_words(b, l), h->column->name, what);
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
    struct spec_filter *f = bind_new_filter(b);
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
    err = buf_dup(&text, b->a, &s, e);
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
           (bind_is(before, CONCEPT_LIST) && !before->entry->param);
}

static enum err put_value(struct binder *b, size_t i, bool negated,
                          struct error *e)
{
    struct link *l = bind_at(b, i);
    const struct link_hit *h = hit_of(b, i, e);
    struct spec_filter *f;
    bool open;
    size_t k;

    if (!h)
        return b->out->asks ? OK : e->code;
    if (l->doubt) {
        bind_candidate(b, h->column, h->values[0]);
        bind_ask(b, ASK_WORD_OR_VALUE, bind_words(b, l), h->values[0],
                 h->column->name);
        return OK;
    }
    if (!h->whole && is_head(b, i)) {
        for (k = 0; k < h->n_values; k++)
            bind_candidate(b, h->column, h->values[k]);
        bind_ask(b, ASK_UNKNOWN, bind_words(b, l), no_text, no_text);
        return OK;
    }
    l->used = true;
    l->hits[0] = *h;
    l->n_hits = 1;
    use_qualifier(b, i, h->column);
    open =
        h->many || (!h->whole && !h->column->complete && !h->column->recalled);
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
        f = bind_new_filter(b);
        if (!f)
            return OK;
        l->used = bind_at(b, i - 1)->used = true;
        f->column = c->name;
        f->op = l->hits[h].n_values == 1 ? FILTER_EQ : FILTER_IN;
        return bind_values(b, f, l->hits[h].values, l->hits[h].n_values, e);
    }
    return OK;
}

/* "A rating of 5", and not "the sales of 5 customers" or "sales of 2024". */
static bool is_had(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct link *next = bind_at(b, i + 1);
    struct str word;

    if (!i || l->year || l->from != bind_at(b, i - 1)->to + 1)
        return false;
    word = b->l->words.word[l->from - 1].fold;
    return (str_is(word, "of") || str_is(word, "de")) &&
           (!next || next->from > l->to ||
            (next->kind != LINK_COLUMN && next->kind != LINK_UNKNOWN &&
             !bind_is(next, CONCEPT_ROWS) && !bind_is(next, CONCEPT_GRAIN)));
}

/* A number that is a value: "rank 1", "game 8", "= 5". */
static enum err equals(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct schema_column *c = NULL;
    struct spec_filter *f;

    if (!before || before->used || before->kind != LINK_COLUMN ||
        (l->from != before->to && !is_had(b, i)))
        return OK;
    if (bind_pick(b, before, TAKES_NUMBER | TAKES_TEXT, &c, e))
        return e->code;
    if (!c)
        return OK;
    if (c->kind != COLUMN_NUMBER && c->kind != COLUMN_ID)
        return text_equals(b, i, c, e);
    f = bind_new_filter(b);
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

        if (l->kind != LINK_NUMBER || l->used || l->percent ||
            !is_limit(b, i) || str_parse_u64(l->number, 100000, &n, &ignored) ||
            n == 0)
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
    if (bind_changed_values(b))
        return e->code;
    bind_contest(b);
    bind_verbs(b);
    if (bind_truths(b, e) || bind_missing_values(b, e) || bind_stayed(b, e))
        return e->code;
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        if (bind_at(b, i)->kind == LINK_NUMBER && !bind_at(b, i)->used &&
            equals(b, i, e))
            return e->code;
    }
    return OK;
}
