#include "ask/parse/slots_part.h"

#include "ask/parse/cell_lists.h"
#include "ask/parse/meaning_date.h"
#include "ask/parse/meaning_flag.h"
#include "base/buf.h"

#include <string.h>

#define MAX_DATES 2

#define CONTAINS_BYTES 512 /* words that cells may hold */

const struct schema_column *slots_column(const struct slots *s, uint16_t i)
{
    return &s->m->table->columns[i];
}

bool slots_has_window(const struct state *s)
{
    return state_has(s, CONCEPT_LAST) && s->ops.grain;
}

/* Does a state need a column of dates that it does not name? */
static bool wants_date(const struct state *s)
{
    return s->n_periods || s->ops.grain || state_has(s, CONCEPT_TREND) ||
           slots_has_window(s) || state_has(s, CONCEPT_WEEKDAY);
}

/* The date column of a rank: those that the state names first. */
static uint16_t date_at(const struct meanings *m, const struct state *s,
                        size_t rank, uint32_t *how)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_columns; i++)
        if (m->nature[s->column[i].column] == NATURE_DATE && n++ == rank) {
            *how = 0;
            return s->column[i].column;
        }
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (meanings_dates_rows(m, i) && n++ == rank) {
            *how = 1 + (uint32_t)rank;
            return (uint16_t)i;
        }
    return SLOT_NONE;
}

size_t slots_dates(const struct meanings *m, const struct state *s)
{
    size_t n = 0;
    uint32_t how;

    if (!wants_date(s))
        return 1;
    while (n < MAX_DATES && date_at(m, s, n, &how) != SLOT_NONE)
        n++;
    return n ? n : 1;
}

struct spec_filter *slots_add_filter(struct slots *s, uint16_t column,
                                     enum filter_op op, enum literal literal)
{
    struct spec_filter *f;

    if (s->base.n_filters == SPEC_MAX_FILTERS) {
        s->impossible = true;
        return NULL;
    }
    f = &s->base.filters[s->base.n_filters++];
    *f = (struct spec_filter){.column = slots_column(s, column)->name,
                              .op = op,
                              .literal = literal,
                              .view = slots_column(s, column)->view};
    return f;
}

static enum literal literal_of(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER ? LITERAL_NUMBER
           : c->kind == COLUMN_BOOL ? LITERAL_BOOL
                                    : LITERAL_TEXT;
}

bool slots_in_list(struct str s, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(s, list[i]))
            return true;
    return false;
}

bool slots_negates(const struct meanings *m, const struct state *s)
{
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filter[i].negated && !s->filter[i].compares &&
            meanings_has_blanks(m, m->meaning[s->filter[i].meaning].column))
            return true;
    return false;
}

bool slots_joins(const struct meanings *m, const struct state *s)
{
    for (size_t i = 1; i < s->n_filters; i++) {
        const struct state_filter *a = &s->filter[i - 1];
        const struct state_filter *b = &s->filter[i];

        if (!a->compares && !b->compares &&
            m->meaning[a->meaning].column == m->meaning[b->meaning].column &&
            ((a->contains && b->contains) ||
             (a->negated && !b->negated && !a->contains && !b->contains)))
            return true;
    }
    return false;
}

/* Is another value of the state one of the same filter? */
static bool is_merged(const struct slots *s, size_t first, size_t i)
{
    const struct state_filter *a = &s->state->filter[first];
    const struct state_filter *b = &s->state->filter[i];

    return !a->compares && !b->compares &&
           s->m->meaning[a->meaning].column ==
               s->m->meaning[b->meaning].column &&
           (a->negated == b->negated || (s->together && a->negated)) &&
           a->contains == b->contains && (!a->contains || s->together);
}

/* The values of a filter of the state with those of others of the column. */
static enum err merge_values(struct slots *s, size_t first, bool *taken,
                             struct spec_filter *f, struct error *e)
{
    const struct state *st = s->state;
    const struct meaning *m = &s->m->meaning[st->filter[first].meaning];
    struct str *values;
    size_t n = 0;

    for (size_t i = first; i < st->n_filters; i++) {
        const struct meaning *o = &s->m->meaning[st->filter[i].meaning];

        if (is_merged(s, first, i))
            n += o->n_values;
    }
    values = arena_alloc_array(s->a, n, sizeof(*values), e);
    if (!values)
        return e->code;
    n = 0;
    for (size_t i = first; i < st->n_filters; i++) {
        const struct meaning *o = &s->m->meaning[st->filter[i].meaning];

        if (!is_merged(s, first, i))
            continue;
        taken[i] = true;
        if (i > first && s->sides.n < 2 && !st->filter[i].negated &&
            !str_eq(m->values[0], o->values[0]))
            s->sides = (struct sides){.column = m->column,
                                      .filter = s->base.n_filters - 1,
                                      .values = {m->values[0], o->values[0]},
                                      .names = {m->values[0], o->values[0]},
                                      .n = 2};
        else if (i > first && s->sides.n == 2)
            s->sides.n = 3;
        for (size_t k = 0; k < o->n_values; k++)
            if (!slots_in_list(o->values[k], values, n))
                values[n++] = o->values[k];
    }
    f->values = values;
    f->n = n;
    return OK;
}

void slots_put_or(struct slots *s)
{
    struct spec_filter *f = &s->base.filters[s->base.n_filters - 1];

    if (s->base.n_filters < 2)
        return;
    f[-1].side = f[-1].side ? f[-1].side : 1;
    f->side = 2;
}

/* The words of a meaning, folded as the filter compares them. */
static enum err write_words(const struct slots *s, const struct meaning *m,
                            struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, CONTAINS_BYTES);
    for (size_t i = m->from; i < m->to; i++) {
        const struct word *w = &s->m->words->word[i];

        if (i > m->from && w->offset > w[-1].offset + w[-1].raw.n)
            buf_put_char(&b, ' ');
        buf_put_str(&b, i + 1 == m->to && w->kind == WORD_LETTERS ? w->stem
                                                                  : w->fold);
    }
    rc = buf_dup(&b, s->a, out, e);
    buf_release(&b);
    return rc;
}

/* Cells that hold the words of a value, or of any that it is together with. */
static enum err put_contains(struct slots *s, size_t first, bool *taken,
                             struct error *e)
{
    const struct state *st = s->state;
    const struct meaning *m = &s->m->meaning[st->filter[first].meaning];
    struct spec_filter *f =
        slots_add_filter(s, m->column, FILTER_CONTAINS, LITERAL_TEXT);
    struct str *values =
        arena_alloc_array(s->a, STATE_FILTERS, sizeof(*values), e);

    if (!values)
        return e->code;
    if (!f || st->filter[first].negated) {
        s->impossible = true;
        return OK;
    }
    f->view = VIEW_CELL;
    f->values = values;
    for (size_t i = first; i < st->n_filters; i++) {
        if (i > first && !is_merged(s, first, i))
            continue;
        taken[i] = true;
        if (write_words(s, &s->m->meaning[st->filter[i].meaning],
                        &values[f->n++], e))
            return e->code;
    }
    if (st->filter[first].or_before)
        slots_put_or(s);
    return OK;
}

/* None of its values; with `strict` no blank either. */
static void negate(struct slots *s, struct spec_filter *f, uint16_t column)
{
    f->op = f->n > 1 ? FILTER_NOT_IN : FILTER_NE;
    if (s->strict && meanings_has_blanks(s->m, column) &&
        s->base.n_filters < SPEC_MAX_FILTERS)
        s->base.filters[s->base.n_filters++] =
            (struct spec_filter){.column = f->column,
                                 .op = FILTER_NOT_NULL,
                                 .literal = LITERAL_TEXT};
}

/* A column with another of its row. */
static enum err put_pair(struct slots *s, const struct state_filter *p,
                         struct error *e)
{
    enum filter_op op = (enum filter_op)p->op;
    struct str *value = arena_alloc(s->a, sizeof(*value), e);
    struct spec_filter *f;

    if (!value)
        return e->code;
    if (p->negated && !spec_opposite(op, &op))
        s->impossible = true;
    f = slots_add_filter(s, p->column, op, LITERAL_COLUMN);
    if (!f)
        return OK;
    *value = slots_column(s, p->than)->name;
    f->values = value;
    f->n = 1;
    if (p->or_before)
        slots_put_or(s);
    return OK;
}

static enum err put_values(struct slots *s, struct error *e)
{
    const struct state *st = s->state;
    bool taken[STATE_FILTERS] = {false};

    for (size_t i = 0; i < st->n_filters; i++) {
        const struct meaning *m = &s->m->meaning[st->filter[i].meaning];
        struct spec_filter *f;

        if (taken[i])
            continue;
        if (st->filter[i].compares) {
            if (put_pair(s, &st->filter[i], e))
                return e->code;
            continue;
        }
        if (st->filter[i].contains) {
            if (put_contains(s, i, taken, e))
                return e->code;
            continue;
        }
        f = slots_add_filter(s, m->column, FILTER_IN,
                             literal_of(slots_column(s, m->column)));
        if (!f)
            return OK;
        f->view = VIEW_CELL;
        s->said_to[s->base.n_filters - 1] = (uint8_t)m->to;
        if (merge_values(s, i, taken, f, e))
            return e->code;
        if (i && st->filter[i].or_before)
            slots_put_or(s);
        if (st->filter[i].negated)
            negate(s, f, m->column);
        else if (f->n == 1)
            f->op = FILTER_EQ;
    }
    return OK;
}

/* Is a flag said both set and not: is it what figures are by? */
static bool is_both(const struct slots *s, size_t at)
{
    const struct state *st = s->state;
    const struct state_column *c = &st->column[at];

    if (c->role != ROLE_TRUE && c->role != ROLE_FALSE)
        return false;
    for (size_t i = 0; i < st->n_columns; i++)
        if (st->column[i].column == c->column &&
            st->column[i].role != c->role &&
            (st->column[i].role == ROLE_TRUE ||
             st->column[i].role == ROLE_FALSE))
            return true;
    return false;
}

/* What cells of a text say for yes, or for no. */
static void put_text_flag(struct slots *s, const struct state_column *c)
{
    const struct flag_values *flag = &s->m->flag[c->column];
    const bool set = c->role == ROLE_TRUE;
    struct spec_filter *f =
        slots_add_filter(s, c->column, FILTER_EQ, LITERAL_TEXT);

    if (!f)
        return;
    f->view = VIEW_CELL;
    f->values = set ? flag->yes : flag->no;
    f->n = set ? flag->n_yes : flag->n_no;
    if (f->n > 1)
        f->op = FILTER_IN;
}

/* A flag that is set or not, a number that is zero. */
static enum err put_flag(struct slots *s, const struct state_column *c,
                         struct error *e)
{
    const struct schema_column *sc = slots_column(s, c->column);
    struct spec_filter *f;
    struct str *value = arena_alloc(s->a, sizeof(*value), e);

    if (!value)
        return e->code;
    if (sc->kind == COLUMN_TEXT) {
        put_text_flag(s, c);
        return OK;
    }
    *value = sc->kind == COLUMN_BOOL
                 ? (c->role == ROLE_TRUE ? STR("true") : STR("false"))
                 : (c->role == ROLE_TRUE ? STR("1") : STR("0"));
    f = slots_add_filter(s, c->column, FILTER_EQ, literal_of(sc));
    if (f) {
        f->values = value;
        f->n = 1;
    }
    return OK;
}

/* Flags and blanks. */
static enum err put_roles(struct slots *s, struct error *e)
{
    for (size_t i = 0; i < s->state->n_columns; i++) {
        const struct state_column *c = &s->state->column[i];
        const size_t before = s->base.n_filters;
        struct spec_filter *f;

        if (is_both(s, i))
            continue;
        if (c->role == ROLE_NULL || c->role == ROLE_NOT_NULL) {
            f = slots_add_filter(s, c->column,
                                 c->role == ROLE_NULL ? FILTER_NULL
                                                      : FILTER_NOT_NULL,
                                 LITERAL_TEXT);
            if (f)
                f->view = VIEW_CELL;
        }
        if ((c->role == ROLE_TRUE || c->role == ROLE_FALSE ||
             c->role == ROLE_ZERO) &&
            put_flag(s, c, e))
            return e->code;
        if (s->base.n_filters > before)
            s->said_to[before] = c->at;
    }
    return OK;
}

static void sort_columns(struct slots *s)
{
    for (size_t i = 0; i < s->state->n_columns; i++) {
        const struct state_column *c = &s->state->column[i];
        struct state_column *list =
            c->role == ROLE_GROUP ? s->group : s->measure;
        size_t *n = c->role == ROLE_GROUP ? &s->n_groups : &s->n_measures;
        bool twice = false;

        if (is_both(s, i)) {
            list = s->group;
            n = &s->n_groups;
        } else if (c->role > ROLE_MEASURE) {
            continue;
        }
        for (size_t k = 0; k < *n; k++)
            twice = twice || list[k].column == c->column;
        if (!twice)
            list[(*n)++] = *c;
    }
}

/* Rows of totals are counted twice otherwise. */
static void leave_totals(struct slots *s)
{
    const struct total_rows *t = &s->m->totals;
    struct spec_filter *f;

    if (!t->n || s->base.n_filters == SPEC_MAX_FILTERS)
        return;
    for (size_t i = 0; i < s->base.n_filters; i++)
        if (str_eq(s->base.filters[i].column, slots_column(s, t->column)->name))
            return;
    f = slots_add_filter(s, t->column,
                         t->is_null ? FILTER_NOT_NULL
                         : t->n > 1 ? FILTER_NOT_IN
                                    : FILTER_NE,
                         LITERAL_TEXT);
    f->view = VIEW_CELL;
    f->values = t->value;
    f->n = t->is_null ? 0 : t->n;
    f->totals = true;
}

static bool is_same_filter(const struct spec_filter *a,
                           const struct spec_filter *b)
{
    bool same = str_eq(a->column, b->column) && a->op == b->op &&
                a->literal == b->literal && a->view == b->view &&
                a->n == b->n && !a->side && !b->side;

    for (size_t i = 0; same && i < a->n; i++)
        same = str_eq(a->values[i], b->values[i]);
    return same;
}

/* What is said twice, "freezing nights, below zero", is one condition. */
static void once_each(struct slots *s)
{
    struct spec_filter *f = s->base.filters;

    for (size_t i = 1; i < s->base.n_filters && s->sides.n == 0; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_filter(&f[k], &f[i])) {
                memmove(&f[i], &f[i + 1],
                        (s->base.n_filters - i - 1) * sizeof(*f));
                memmove(&s->said_to[i], &s->said_to[i + 1],
                        s->base.n_filters - i - 1);
                s->base.n_filters--;
                s->repeated++;
                i--;
                break;
            }
}

bool slots_holds(const struct schema_column *c, const struct spec_filter *f)
{
    bool held = f->op == FILTER_CONTAINS;

    for (size_t i = 0; i < f->n && !held; i++)
        held = cell_lists_hold(c, f->values[i]);
    return held;
}

/* What other cells hold is the same in all forms. */
static void find_held(struct slots *s)
{
    const struct schema_table *t = s->m->table;

    for (size_t i = 0; i < s->base.n_filters; i++)
        for (size_t k = 0; k < t->n_columns; k++)
            if (s->m->lists[k] &&
                str_eq(t->columns[k].name, s->base.filters[i].column))
                s->held[i] = slots_holds(&t->columns[k], &s->base.filters[i]);
}

enum err slots_fill(struct slots *out, size_t date, struct error *e)
{
    const struct meanings *m = out->m;
    const struct state *s = out->state;

    out->date = SLOT_NONE;
    out->sides.column = SLOT_NONE;
    out->base.table = m->table->sql;
    if (wants_date(s))
        out->date = date_at(m, s, date, &out->date_rank);
    sort_columns(out);
    if (put_values(out, e) || put_roles(out, e) || slots_put_numbers(out, e) ||
        slots_put_periods(out, e) || slots_put_window(out, e))
        return e->code;
    once_each(out);
    find_held(out);
    out->n_said = out->base.n_filters;
    leave_totals(out);
    return OK;
}
