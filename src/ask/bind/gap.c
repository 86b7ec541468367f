/*
 * What rows have and lack: yes or no of a column, cells that are empty, dates
 * that have not come.
 *
 * "With an allergy" and "no award" are about cells that may be empty, "no
 * visits" about a 0, "not discontinued" about a no, "not shipped" about a date
 * that is missing. Where a column has both gaps and zeros it is left to the
 * rest of the binding, which asks.
 */
#include "ask/bind/binder.h"

#include "ask/vocabulary/term_lists.h"

#define MOST_VALUES 12 /* of a column that has one for none of the others */
#define SAID_BYTES  32 /* of the longest such value */
#define MOST_OTHERS 2  /* beside yes and no: "partly", "?" */

/* May a number of the column be 0? */
static bool holds_zero(const struct schema_column *c)
{
    struct json min = {.type = JSON_NUMBER, .text = c->min};
    struct json max = {.type = JSON_NUMBER, .text = c->max};

    return !c->min.n || !c->max.n ||
           (json_double(&min) <= 0 && json_double(&max) >= 0);
}

/* Is none of it a 0, and a 0 none of it? */
static bool counts_from_zero(const struct binder *b,
                             const struct schema_column *c)
{
    struct json min = {.type = JSON_NUMBER, .text = c->min};

    return c->kind == COLUMN_NUMBER && c->min.n && json_double(&min) == 0 &&
           c->non_null >= b->t->rows;
}

/* Does the column have empty cells that mean nothing but "none"? */
static bool has_gaps(const struct binder *b, const struct schema_column *c)
{
    return c->non_null < b->t->rows && !c->empty &&
           !(c->kind == COLUMN_NUMBER && holds_zero(c));
}

/* The stems of a value, "\n yes " without what is around them. */
static struct str key_of(const struct schema_column *c, size_t i)
{
    size_t from = c->key_at[i] + 1;
    size_t to = from;

    while (to < c->keys.n && c->keys.p[to] != '\n')
        to++;
    return str_trim(str_slice(c->keys, from, to));
}

/* Is a value one of a list? Stems of Chinese stand apart. */
static bool is_said(const struct term_list *list, struct str key)
{
    char text[SAID_BYTES];
    size_t n = 0;

    if (key.n > sizeof(text))
        return false;
    for (size_t i = 0; i < key.n; i++)
        if (key.p[i] != ' ' || (unsigned char)key.p[0] < 0x80)
            text[n++] = key.p[i];
    return term_list_has(list, (struct str){text, n});
}

/* The values that say yes, or those that say no. */
static enum err truth_values(struct binder *b, const struct schema_column *c,
                             bool yes, struct spec_filter *f, struct error *e)
{
    const struct term_list *words =
        yes ? &words_bind_value_yes : &words_bind_value_no;
    size_t i;

    for (i = 0; i < c->n_values; i++) {
        if (is_said(words, key_of(c, i)) &&
            bind_values(b, f, &c->values[i], 1, e))
            return e->code;
    }
    return OK;
}

/* Are all values of a column of text yes or no, in any spelling? */
static enum err is_yes_or_no(struct binder *b, const struct schema_column *c,
                             bool *out, struct error *e)
{
    struct spec_filter yes = {.op = FILTER_IN};
    struct spec_filter no = {.op = FILTER_IN};

    *out = false;
    if (c->kind != COLUMN_TEXT || !c->complete || c->n_values < 2 ||
        c->n_values > 8)
        return OK;
    if (truth_values(b, c, true, &yes, e) || truth_values(b, c, false, &no, e))
        return e->code;
    *out = yes.n && no.n && yes.n + no.n == c->n_values;
    return OK;
}

/*
 * Is the column at link `i` asked for or grouped by: "by department and
 * remote", "how many remote"? "How many remote employees" asks for another.
 */
static bool is_asked_for(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct link *after = bind_at(b, i + 1);
    const struct link *joined = i >= 2 ? bind_at(b, i - 2) : NULL;

    if (bind_is(before, CONCEPT_MANY)) /* "how many smokers": those who are */
        return b->language != LANGUAGE_EN &&
               (!after ||
                (after->kind != LINK_COLUMN && !bind_is(after, CONCEPT_ROWS)));
    if (bind_is(before, CONCEPT_AND))
        return joined && joined->kind == LINK_COLUMN &&
               !bind_fits(joined, 1u << COLUMN_BOOL);
    return bind_is(before, CONCEPT_BY) || bind_is(before, CONCEPT_WHICH) ||
           bind_is(before, CONCEPT_AGG);
}

static enum err put_truth(struct binder *b, const struct schema_column *c,
                          bool yes, struct error *e)
{
    struct str value = yes ? STR("true") : STR("false");
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return OK;
    f->column = c->name;
    if (c->kind == COLUMN_BOOL) {
        f->op = FILTER_EQ;
        f->literal = LITERAL_BOOL;
        return bind_values(b, f, &value, 1, e);
    }
    if (c->kind == COLUMN_NUMBER) {
        value = yes ? STR("1") : STR("0");
        f->op = FILTER_EQ;
        f->literal = LITERAL_NUMBER;
        return bind_values(b, f, &value, 1, e);
    }
    f->op = FILTER_IN;
    if (truth_values(b, c, yes, f, e))
        return e->code;
    f->op = f->n == 1 ? FILTER_EQ : FILTER_IN;
    return OK;
}

enum err bind_truth_of(struct binder *b, const struct schema_column *c,
                       struct spec_filter *f, struct error *e)
{
    struct str yes = STR("true");
    struct str one = STR("1");
    bool words;

    *f = (struct spec_filter){.column = c->name, .op = FILTER_EQ};
    if (c->kind == COLUMN_BOOL) {
        f->literal = LITERAL_BOOL;
        return bind_values(b, f, &yes, 1, e);
    }
    if (c->kind == COLUMN_NUMBER && c->whole && str_is(c->min, "0") &&
        str_is(c->max, "1")) {
        f->literal = LITERAL_NUMBER;
        return bind_values(b, f, &one, 1, e);
    }
    if (is_yes_or_no(b, c, &words, e))
        return e->code;
    f->op = FILTER_IN;
    if (words && truth_values(b, c, true, f, e))
        return e->code;
    f->op = f->n == 1 ? FILTER_EQ : FILTER_IN;
    return OK;
}

/* Does what follows a column say what its cells are? */
static bool is_specified(const struct binder *b, size_t i)
{
    const struct link *next = bind_at(b, i + 1);

    if (!next)
        return false;
    if (next->kind == LINK_VALUE)
        return next->hits[0].column == bind_at(b, i)->hits[0].column;
    return next->kind == LINK_NUMBER || bind_is(next, CONCEPT_CMP) ||
           bind_is(next, CONCEPT_CMP_AFTER) || bind_is(next, CONCEPT_BETWEEN) ||
           bind_is(next, CONCEPT_MOST) || bind_is(next, CONCEPT_LIKE) ||
           bind_is(next, CONCEPT_TOP) || bind_is(next, CONCEPT_AGG) ||
           bind_is(next, CONCEPT_EMPTY) || bind_is(next, CONCEPT_NOT);
}

enum err bind_truths(struct binder *b, struct error *e)
{
    size_t i;

    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct link *l = bind_at(b, i);
        struct link *before = i ? bind_at(b, i - 1) : NULL;
        bool negated = bind_is(before, CONCEPT_NOT);
        bool words = false;

        if (l->used || l->kind != LINK_COLUMN || l->n_hits != 1 ||
            is_asked_for(b, i))
            continue;
        if (is_yes_or_no(b, l->hits[0].column, &words, e))
            return e->code;
        if (!link_is_flag(l->hits[0].column) && !words)
            continue;
        if (l->hits[0].column->kind == COLUMN_NUMBER && is_specified(b, i))
            continue;
        l->used = true;
        if (negated)
            before->used = true;
        if (put_truth(b, l->hits[0].column, !negated, e))
            return e->code;
    }
    return OK;
}

/* "have an allergy", "with a translator": a verb and at most an article. */
static bool is_had(const struct binder *b, const struct link *l)
{
    const struct word *word = b->l->words.word;
    size_t at = l->from;

    while (at && term_list_has(&words_bind_article, word[at - 1].fold))
        at--;
    return at && term_list_has(&words_bind_had, word[at - 1].fold);
}

/* Is a row what the question is about, not one of several of a customer? */
static bool is_about_rows(const struct binder *b, const struct link *but)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l != but && !l->used && bind_fits(l, TAKES_TEXT) &&
            !bind_is_key(b, l->hits[0].column))
            return false;
    }
    return true;
}

bool bind_may_lack(const struct binder *b, const struct link *l)
{
    const struct schema_column *c;

    if (!l || l->kind != LINK_COLUMN || l->n_hits != 1)
        return false;
    c = l->hits[0].column;
    return has_gaps(b, c) || (counts_from_zero(b, c) && is_about_rows(b, l));
}

static enum err put_null(struct binder *b, const struct schema_column *c,
                         enum filter_op op)
{
    struct spec_filter *f = bind_new_filter(b);

    if (f) {
        f->column = c->name;
        f->op = op;
    }
    return OK;
}

static enum err put_zero(struct binder *b, const struct schema_column *c,
                         enum filter_op op, struct error *e)
{
    struct str zero = STR("0");
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return OK;
    f->column = c->name;
    f->op = op;
    f->literal = LITERAL_NUMBER;
    return bind_values(b, f, &zero, 1, e);
}

/* Has a text that sorts rows a value for those that have none of it: "none" beside 16A
 * and 10A, N beside Y and "part"? One letter alone may be the code of anything. */
static enum err find_no(struct binder *b, const struct schema_column *c,
                        bool *out, struct error *e)
{
    struct spec_filter yes = {.op = FILTER_IN};
    struct spec_filter no = {.op = FILTER_IN};

    *out = false;
    if (c->kind != COLUMN_TEXT || !c->complete || c->n_values > MOST_VALUES)
        return OK;
    if (truth_values(b, c, false, &no, e) || truth_values(b, c, true, &yes, e))
        return e->code;
    *out = no.n && (yes.n ? c->n_values <= yes.n + no.n + MOST_OTHERS
                          : no.n == c->n_values || no.values[0].n > 2);
    return OK;
}

/* "without a sales rep", "city is missing" */
static enum err put_gap(struct binder *b, struct link *l, struct link *said,
                        struct error *e)
{
    const struct schema_column *c;
    bool has_no = false;

    if (bind_pick(b, l, TAKES_ALL, &c, e))
        return e->code;
    if (!c)
        return OK;
    /* "without discount" may as well mean one of 0 */
    if (c->kind == COLUMN_NUMBER &&
        (c->non_null >= b->t->rows || holds_zero(c)))
        return OK;
    l->used = said->used = true;
    if (bind_is_code(c) && bind_is_key(b, c) && !has_gaps(b, c)) {
        /* "agents without a ticket": no row lacks its identifying column */
        bind_ask(b, ASK_NOT_SUPPORTED, bind_words(b, said), (struct str){0},
                 (struct str){0});
        return OK;
    }
    if ((bind_is(said, CONCEPT_NOT) || !has_gaps(b, c)) &&
        find_no(b, c, &has_no, e))
        return e->code;
    return has_no ? put_truth(b, c, false, e) : put_null(b, c, FILTER_NULL);
}

/* "No award", "do not have a translator": NOT at link i - 1, a column at i. */
static enum err lacks(struct binder *b, size_t i, struct error *e)
{
    struct link *said = bind_at(b, i - 1);
    struct link *l = bind_at(b, i);
    struct str first = b->l->words.word[said->from].fold;

    if (!said->entry->param && !is_had(b, l))
        return OK;
    if (is_specified(b, i))
        return OK;
    if (l->n_hits == 1 && counts_from_zero(b, l->hits[0].column) &&
        !str_is(first, "sin") && is_about_rows(b, l)) {
        l->used = said->used = true;
        return put_zero(b, l->hits[0].column, FILTER_EQ, e);
    }
    return put_gap(b, l, said, e);
}

/* 完工 of 完工日期: what was done, and not its day. */
static bool is_head(const struct binder *b, const struct link *l)
{
    struct str said = bind_words(b, l);

    return said.n < l->hits[0].column->name.n &&
           str_starts(l->hits[0].column->name, said);
}

/* 还没面试: of an interview's date and its score the date, which is missing. */
static void prefer_dates(struct binder *b)
{
    size_t i;
    size_t h;

    for (i = 1; i < b->l->n && b->language == LANGUAGE_ZH; i++) {
        struct link *l = bind_at(b, i);
        size_t dates = 0;
        struct link_hit only = {0};

        for (h = 0; l->kind == LINK_COLUMN && h < l->n_hits; h++) {
            if (l->hits[h].column->kind != COLUMN_DATE)
                continue;
            only = l->hits[h];
            dates++;
        }
        if (l->used || l->n_hits < 2 || dates != 1 ||
            !bind_is(bind_at(b, i - 1), CONCEPT_NOT))
            continue;
        l->hits[0] = only;
        l->n_hits = 1;
    }
}

/* Shipped, hired, booked: a date column named by its verb. */
static bool is_event(const struct binder *b, const struct link *l)
{
    struct str word = b->l->words.word[l->to - 1].fold;

    if (l->kind != LINK_COLUMN || l->n_hits != 1 ||
        l->hits[0].column->kind != COLUMN_DATE)
        return false;
    if (b->language == LANGUAGE_ZH)
        return is_head(b, l);
    if (l->to != l->from + 1)
        return false;
    return term_list_has(&words_bind_participle, word) ||
           term_list_without_ending(&words_bind_participle_ending, word, 2).n;
}

/* Does something else of the question say what it asks for? */
static bool asks_more(const struct binder *b, const struct link *but)
{
    bool more = false;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (bind_is(l, CONCEPT_WHEN) || bind_is(l, CONCEPT_LIKE) ||
            (bind_is(l, CONCEPT_WHO) && !bind_is_relative(b, i)))
            return false;
        more |= l != but && !l->used &&
                (bind_is(l, CONCEPT_MANY) || bind_is(l, CONCEPT_MORE) ||
                 bind_is(l, CONCEPT_MOST) || l->kind == LINK_COLUMN);
    }
    return more;
}

/* 哪个师傅报修的最多: what was done most often. */
static bool is_most_behind(const struct binder *b, size_t i)
{
    const struct link *next = bind_at(b, i + 1);

    return bind_is(next, CONCEPT_MOST) ||
           (next && next->kind == LINK_COLUMN &&
            bind_is(bind_at(b, i + 2), CONCEPT_MOST));
}

/* "Not shipped": the date is missing. "Booked" of dates that none lacks says
 * nothing, "shipped" of others that it is there. */
static enum err event(struct binder *b, size_t i)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct schema_column *c = l->hits[0].column;
    bool negated = bind_is(before, CONCEPT_NOT) && !before->used;
    bool zh = b->language == LANGUAGE_ZH;

    if (bind_is(before, CONCEPT_BY) ||
        bind_is(before, zh ? CONCEPT_MANY : CONCEPT_WHICH) ||
        bind_is(before, CONCEPT_LIST) || bind_is(before, CONCEPT_AGG) ||
        (is_specified(b, i) &&
         !(zh && bind_is(bind_at(b, i + 1), CONCEPT_MOST))) ||
        !asks_more(b, l) || (negated && !has_gaps(b, c)))
        return OK;
    l->used = true;
    if (negated)
        before->used = true;
    b->roles.rows |= zh && is_most_behind(b, i);
    if (negated || (has_gaps(b, c) && b->dates != c))
        return put_null(b, c, negated ? FILTER_NULL : FILTER_NOT_NULL);
    return OK;
}

/* A number that none lacks and that may be 0: of whole rows. */
static bool may_be_zero(const struct binder *b, const struct link *l)
{
    return b->language == LANGUAGE_EN && is_about_rows(b, l) &&
           counts_from_zero(b, l->hits[0].column);
}

/* "With a translator", "have an allergy": the cell is not empty, or no 0. */
static bool is_present(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    size_t k;

    if (l->n_hits != 1 || !is_had(b, l) || is_specified(b, i) ||
        bind_is(before, CONCEPT_NOT) ||
        (!has_gaps(b, l->hits[0].column) && !may_be_zero(b, l)))
        return false;
    for (k = 0; k < i; k++) { /* "list customers with city" shows it */
        if (bind_is(bind_at(b, k), CONCEPT_LIST) && bind_at(b, k)->entry->param)
            return false;
    }
    return i > 0; /* of whom? */
}

/* Does "is" or "are" stand between the two? */
static bool ends_with_is(const struct binder *b, const struct link *of,
                         const struct link *l)
{
    return l->from > of->to &&
           term_list_has(&words_bind_is, b->l->words.word[l->from - 1].fold);
}

/* "city is missing", "an empty note" */
static enum err missing(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    struct link *not_before = i > 1 ? bind_at(b, i - 2) : NULL;
    struct link *of = bind_at(b, i + 1);

    /* "an unknown weight", but "city is missing" */
    if (before && before->kind == LINK_COLUMN &&
        !(of && of->kind == LINK_COLUMN && of->from == l->to &&
          !ends_with_is(b, before, l)))
        of = before;

    if (bind_is(not_before, CONCEPT_NOT) || bind_is(before, CONCEPT_NOT) ||
        !of || of->kind != LINK_COLUMN)
        return OK;
    return put_gap(b, of, l, e);
}

enum err bind_missing_values(struct binder *b, struct error *e)
{
    size_t i;

    prefer_dates(b);
    for (i = 0; i < b->l->n && !b->out->asks; i++) {
        struct link *l = bind_at(b, i);
        struct link *before = i ? bind_at(b, i - 1) : NULL;
        enum err err = OK;

        if (l->used)
            continue;
        if (bind_is(l, CONCEPT_EMPTY)) {
            err = missing(b, i, e);
        } else if (l->kind != LINK_COLUMN) {
            continue;
        } else if (is_event(b, l)) {
            err = event(b, i);
        } else if (bind_is(before, CONCEPT_NOT) && !before->used) {
            err = lacks(b, i, e);
        } else if (is_present(b, i)) {
            l->used = true;
            err = counts_from_zero(b, l->hits[0].column)
                      ? put_zero(b, l->hits[0].column, FILTER_GT, e)
                      : put_null(b, l->hits[0].column, FILTER_NOT_NULL);
        }
        if (err)
            return err;
    }
    return OK;
}
