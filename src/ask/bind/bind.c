/*
 * The steps take what they understand and mark it used: windows and periods,
 * comparisons, values and gaps, then the roles of what is left. At the end
 * nothing may be left; a link without a place stops the binding, because an
 * answer that ignores a word of the question is a wrong answer.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/compose.h"
#include "ask/bind/event.h"
#include "ask/bind/main_measure.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

#include <stdlib.h>
#include <string.h>

/* A name longer than this is cut where it is only mentioned. */
#define MAX_SHOWN_BYTES 80

static const struct str no_text = {0};

struct link *bind_at(const struct binder *b, size_t i)
{
    return i < b->l->n ? &b->l->link[i] : NULL;
}

struct link *bind_next(const struct binder *b, size_t i)
{
    for (i++; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);

        if (!l->used && !bind_is(l, CONCEPT_AND))
            return l;
    }
    return NULL;
}

struct str bind_words(const struct binder *b, const struct link *l)
{
    const struct word *first = &b->l->words.word[l->from];
    const struct word *last = &b->l->words.word[l->to - 1];
    size_t n = last->offset + last->raw.n - first->offset;

    return (struct str){first->raw.p, n};
}

bool bind_link_is(const struct binder *b, const struct link *l,
                  const struct term_list *list)
{
    const struct str said = bind_words(b, l);

    for (size_t i = 0; i < list->n; i++)
        if (str_eq_nocase(said, str_from(list->word[i])))
            return true;
    return false;
}

bool bind_has(const struct binder *b, const struct link *l,
              const struct link *next)
{
    size_t at;

    for (at = l->to; at < next->from; at++) {
        if (term_list_has(&words_bind_has, b->l->words.word[at].fold))
            return true;
    }
    return false;
}

void bind_note(struct binder *b, enum bind_message what, struct str a1,
               struct str a2, struct str a3)
{
    struct bound *o = b->out;
    size_t i;

    for (i = 0; i < o->n_notes; i++) {
        if (o->notes[i].what == what && str_eq(o->notes[i].args[0], a1))
            return;
    }
    if (o->n_notes < BIND_MAX_NOTES)
        o->notes[o->n_notes++] = (struct bind_note){what, {a1, a2, a3}};
}

void bind_ask(struct binder *b, enum bind_message what, struct str a1,
              struct str a2, struct str a3)
{
    if (b->out->asks)
        return;
    b->out->asks = true;
    b->out->question = (struct bind_note){what, {a1, a2, a3}};
}

void bind_candidate(struct binder *b, const struct schema_column *c,
                    struct str value)
{
    if (!b->out->asks && b->out->n_candidates < BIND_MAX_CANDIDATES)
        b->out->candidates[b->out->n_candidates++] =
            (struct bind_candidate){c, value};
}

struct str bind_shown(struct str s)
{
    size_t n = s.n < MAX_SHOWN_BYTES ? s.n : MAX_SHOWN_BYTES;

    while (n < s.n && n && ((unsigned char)s.p[n] & 0xC0) == 0x80)
        n--;
    return str_slice(s, 0, n);
}

enum err bind_list(struct binder *b, struct str *out, struct error *e)
{
    struct buf list;
    enum err err;
    size_t i;

    buf_init(&list, 8192);
    for (i = 0; i < b->out->n_candidates; i++) {
        buf_puts(&list, i ? ", " : "");
        buf_put_str(&list, bind_shown(b->out->candidates[i].column->name));
    }
    err = buf_dup(&list, b->a, out, e);
    buf_release(&list);
    return err;
}

const struct schema_column *bind_about(const struct binder *b,
                                       noun_groups groups,
                                       enum column_kind kind, size_t *n)
{
    const struct schema_column *first = NULL;

    *n = 0;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind != kind || (groups && !(link_column_groups(c) & groups)) ||
            (!groups && bind_is_birth(c)))
            continue;
        if ((*n)++ == 0)
            first = c;
    }
    return first;
}

const struct schema_column *bind_column(const struct binder *b, struct str name)
{
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        if (str_eq(b->t->columns[i].name, name))
            return &b->t->columns[i];
    }
    for (i = 0; i < b->out->n_derived; i++) {
        if (str_eq(b->out->derived[i].column.name, name))
            return &b->out->derived[i].column;
    }
    return NULL;
}

bool bind_is_joined(const struct binder *b)
{
    for (size_t i = 0; i < b->t->n_columns; i++) {
        if (b->t->columns[i].owner)
            return true;
    }
    return false;
}

/* A number that says how much, and no year, flag or code. */
static bool is_figure(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER && !link_is_flag(c) && !c->empty &&
           !(link_column_groups(c) & GROUP_YEAR);
}

const struct schema_column *bind_only_number(const struct binder *b)
{
    const struct schema_column *only = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        if (!is_figure(&b->t->columns[i]))
            continue;
        if (only)
            return NULL;
        only = &b->t->columns[i];
    }
    return only && bind_is_added(only) && b->language == LANGUAGE_EN ? only
                                                                     : NULL;
}

const struct schema_column *bind_unnamed(struct binder *b,
                                         const struct link *said)
{
    const struct schema_column *c = bind_only_number(b);

    if (c && b->t->among && bind_is_minor(c))
        return NULL; /* orders over 100, beside their lines: not shipping */
    if (c)
        bind_note(b, SAY_READ_AS_COLUMN, bind_words(b, said), c->name, no_text);
    return c;
}

const struct schema_column *bind_only_added(const struct binder *b, bool one)
{
    const struct schema_column *first = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!is_figure(c) || !bind_is_added(c))
            continue;
        if (first && one)
            return NULL;
        first = first ? first : c;
    }
    return first;
}

bool bind_is_added(const struct schema_column *c)
{
    noun_groups groups = link_column_groups(c);

    if (c->aggregated) /* its formula says how */
        return true;
    for (size_t i = 0; c->words.n > 1 && i < c->words.n; i++) {
        if (str_is(c->words.word[i].fold, "total") && groups & GROUP_PRICE)
            return true; /* the total price of a line is no price */
    }
    if ((c->words.n == 1 && (str_is(c->words.word[0].fold, "days") ||
                             str_is(c->words.word[0].fold, "hours") ||
                             str_is(c->words.word[0].fold, "minutes"))) ||
        term_list_has(&words_bind_chinese_hours, c->name))
        return true; /* of each row, and not of what lasts so long */
    if (groups & GROUP_RATE)
        return false;
    if (bind_says_count(c))
        return true;
    return (groups & GROUPS_ADDED) || bind_is_money(c);
}

/* The unit of a name says little of it, and so is in no groups of it. */
bool bind_is_money(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER && (c->groups & GROUP_MONEY) &&
           !(c->groups & (GROUP_RATE | GROUP_PAY));
}

bool bind_is_key(const struct binder *b, const struct schema_column *c)
{
    return c->distinct * 100 >= b->t->rows * 97;
}

enum err bind_ask_measure(struct binder *b, enum bind_message what,
                          struct error *e)
{
    struct str list;
    size_t i;

    for (i = 0; i < b->t->n_columns && b->out->n_candidates < 6; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind == COLUMN_NUMBER)
            bind_candidate(b, c, no_text);
    }
    if (b->out->n_candidates == 0)
        what = ASK_WHAT;
    if (bind_list(b, &list, e))
        return e->code;
    bind_ask(b, what, list, no_text, no_text);
    return OK;
}

bool bind_fits(const struct link *l, unsigned takes)
{
    size_t i;

    for (i = 0; l->kind == LINK_COLUMN && i < l->n_hits; i++) {
        if (takes >> l->hits[i].column->kind & 1)
            return true;
    }
    return false;
}

/* Is the column named surely somewhere else in the question? */
static bool named_elsewhere(const struct binder *b, const struct link *but,
                            const struct schema_column *c)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l != but && l->n_hits == 1 && l->hits[0].column == c)
            return true;
    }
    return false;
}

enum err bind_pick(struct binder *b, const struct link *l, unsigned takes,
                   const struct schema_column **out, struct error *e)
{
    const struct link_hit *best = NULL;
    size_t n = 0;
    struct str list;
    size_t i;

    *out = NULL;
    for (i = 0; i < l->n_hits; i++) {
        const struct link_hit *h = &l->hits[i];

        if (!(takes >> h->column->kind & 1))
            continue;
        if (n && named_elsewhere(b, l, h->column)) {
            best = h;
            n = 1;
            break;
        }
        if (n++ == 0)
            best = h;
    }
    if (n > 1) {
        for (i = 0; i < l->n_hits; i++) {
            if (takes >> l->hits[i].column->kind & 1)
                bind_candidate(b, l->hits[i].column, no_text);
        }
        if (bind_list(b, &list, e))
            return e->code;
        bind_ask(b, ASK_WHICH_COLUMN, bind_words(b, l), list, no_text);
        return OK;
    }
    if (best && (best->synonym || best->score < 0.7))
        bind_note(b, SAY_READ_AS_COLUMN, bind_words(b, l), best->column->name,
                  no_text);
    *out = best ? best->column : NULL;
    return OK;
}

struct spec_filter *bind_new_filter(struct binder *b)
{
    struct query_spec *s = &b->out->spec;

    if (s->n_filters == SPEC_MAX_FILTERS) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return NULL;
    }
    s->filters[s->n_filters] = (struct spec_filter){0};
    return &s->filters[s->n_filters++];
}

static bool holds(const struct str *values, size_t n, struct str v)
{
    while (n-- > 0) {
        if (str_eq(values[n], v))
            return true;
    }
    return false;
}

enum err bind_values(struct binder *b, struct spec_filter *f,
                     const struct str *values, size_t n, struct error *e)
{
    struct str *all = arena_alloc_array(b->a, f->n + n, sizeof(*all), e);
    bool set = f->op == FILTER_IN || f->op == FILTER_NOT_IN;
    size_t i;

    if (!all)
        return e->code;
    if (f->n)
        memcpy(all, f->values, f->n * sizeof(*all));
    for (i = 0; i < n; i++) {
        if (!set || !holds(all, f->n, values[i]))
            all[f->n++] = values[i];
    }
    f->values = all;
    return OK;
}

static bool is_yesno(const struct binder *b)
{
    const struct words *w = &b->l->words;

    return w->n && (term_list_has(&words_bind_yes_or_no, w->word[0].fold) ||
                    str_is(w->word[w->n - 1].fold, "吗"));
}

/* English "no" means zero or none: where a column has gaps or zeros. */
static bool is_bare_no(const struct binder *b, const struct link *l,
                       const struct link *next)
{
    if (!bind_is(l, CONCEPT_NOT) || b->language != LANGUAGE_EN ||
        !str_is(b->l->words.word[l->from].fold, "no"))
        return false;
    return !bind_may_lack(b, next);
}

/* Less of a name than this is a part of it. */
#define WHOLE_NAME 0.7

/*
 * One word that is half of two names is neither: 退货人数 is no 人数 of 报名人数,
 * though there are a 退货日期 and a 报名人数; 周日 is no week and no day. Words
 * with spaces between them may be two.
 */
static void refuse_mixture(struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct link *next = bind_at(b, i + 1);

    bool days = bind_is(l, CONCEPT_GRAIN) && bind_is(next, CONCEPT_GRAIN);
    bool named =
        l->kind == LINK_COLUMN || (bind_is(l, CONCEPT_ROWS) && l->n_hits > 0);

    if (l->to != next->from || b->l->words.word[l->to].kind != WORD_CJK ||
        b->l->words.word[l->to].gap)
        return;
    if (days ||
        (named && next->kind == LINK_COLUMN && l->score < WHOLE_NAME &&
         next->score < WHOLE_NAME && l->hits[0].column != next->hits[0].column))
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, next), no_text, no_text);
}

/* Questions that cannot be answered, whatever else is in them. */
static void refuse(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_UNKNOWN)
            bind_ask(b, ASK_UNKNOWN, bind_unknown(b, i), no_text, no_text);
        else if (bind_is(l, CONCEPT_BEYOND) ||
                 is_bare_no(b, l, bind_at(b, i + 1)))
            bind_ask(b, ASK_NOT_SUPPORTED, bind_words(b, l), no_text, no_text);
    }
    for (i = 0; i + 1 < b->l->n; i++)
        refuse_mixture(b, i);
    if (is_yesno(b))
        bind_ask(b, ASK_YESNO, no_text, no_text, no_text);
}

/* "total sales" beside a column "total": the word before is the aggregate. */
static void prefer_aggregates(struct binder *b)
{
    size_t i;

    for (i = 0; i + 1 < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link *next = bind_at(b, i + 1);

        if (l->kind == LINK_COLUMN && l->entry &&
            l->entry->kind == CONCEPT_AGG && next->kind == LINK_COLUMN &&
            bind_fits(next, TAKES_NUMBER) &&
            next->hits[0].column != l->hits[0].column)
            l->kind = LINK_CONCEPT;
    }
}

/* "Sales where country is DE" asks for no place, "through the web" is no end
 * of a period. */
static void use_where(struct binder *b)
{
    size_t i;

    for (i = 1; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link *next = bind_at(b, i + 1);

        if (bind_is(l, CONCEPT_WHERE) || bind_is(l, CONCEPT_FILE))
            l->used = true;
        if (bind_is(l, CONCEPT_TO) && l->entry->param && next &&
            (next->kind == LINK_VALUE || next->kind == LINK_COLUMN) &&
            str_is(b->l->words.word[l->from].fold, "through"))
            l->used = true;
    }
}

/* 订单数 is the number of orders: the counting word goes before its noun. */
static void counts_first(struct binder *b)
{
    size_t i;

    for (i = 1; i < b->l->n; i++) {
        struct link *noun = bind_at(b, i - 1);
        struct link *l = bind_at(b, i);
        struct link kept = *l;

        if (!l->entry || l->entry->kind != CONCEPT_MANY ||
            l->entry->param != 3 || l->from != noun->to ||
            noun->kind != LINK_COLUMN ||
            !bind_fits(noun, TAKES_TEXT | TAKES_DATE))
            continue;
        kept.kind = LINK_CONCEPT;
        *l = *noun;
        *noun = kept;
    }
}

/* 不同渠道的订单数 is a number of each: different channels are no count. */
static void each_different(struct binder *b)
{
    static const struct question_word each = {"", CONCEPT_BY, 0};
    size_t i;

    for (i = 0; i + 2 < b->l->n && b->language == LANGUAGE_ZH; i++) {
        struct link *l = bind_at(b, i);
        const struct link *of = bind_at(b, i + 1);
        const struct link *next = bind_at(b, i + 2);
        bool more = next->kind == LINK_COLUMN || bind_is(next, CONCEPT_AGG) ||
                    (bind_is(next, CONCEPT_MANY) && i + 3 < b->l->n);

        if (bind_is(l, CONCEPT_AGG) && l->entry->param == AGG_DISTINCT &&
            bind_fits(of, TAKES_TEXT) && more &&
            (i == 0 || !bind_is(bind_at(b, i - 1), CONCEPT_MANY)))
            l->entry = &each;
    }
}

/* Is the column counted in the unit: wait_mins, 时长(分钟)? */
static bool is_in_unit(const struct schema_column *c, int unit)
{
    size_t i;

    for (i = 0; c && i < c->words.n; i++) {
        struct str fold = c->words.word[i].fold;

        if (unit == SPAN_HOURS ? term_list_has(&words_bind_hour, fold)
                               : term_list_has(&words_bind_minute, fold))
            return true;
    }
    return c && unit == SPAN_MINUTES &&
           str_find(c->name, STR("分钟")) < c->name.n;
}

/* "Between 20 and 30 minutes" of a column of minutes. */
static void use_units(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    size_t i;
    size_t k;

    for (i = 1; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);

        if (!bind_is(l, CONCEPT_SPAN) ||
            bind_at(b, i - 1)->kind != LINK_NUMBER || !bind_at(b, i - 1)->used)
            continue;
        for (k = 0; k < s->n_filters; k++)
            l->used |= s->filters[k].literal == LITERAL_NUMBER &&
                       is_in_unit(bind_column(b, s->filters[k].column),
                                  l->entry->param);
    }
}

static void nothing_left(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (!l->used && !bind_is(l, CONCEPT_AND))
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
    }
}

enum err bind_question(const struct schema_table *t, struct links *l,
                       enum language language, struct arena *a,
                       struct bound *out, struct error *e)
{
    static enum err (*const steps[])(struct binder *, struct error *) = {
        bind_times, bind_comparisons, bind_filters,
        bind_roles, bind_compose,     bind_finish};
    struct binder b = {.t = t, .l = l, .language = language, .a = a};
    size_t i;

    *out = (struct bound){.spec = {.table = t->sql}};
    b.out = out;
    if (bind_event_order(&b, e) || bind_spans(&b, e) || bind_ratios(&b, e) ||
        bind_rates(&b, e))
        return e->code;
    bind_entities(&b);
    refuse(&b);
    use_where(&b);
    counts_first(&b);
    each_different(&b);
    prefer_aggregates(&b);
    for (i = 0; i < sizeof(steps) / sizeof(steps[0]) && !out->asks; i++) {
        if (steps[i](&b, e))
            return e->code;
    }
    if (!out->asks)
        bind_series(&b);
    if (!out->asks)
        bind_check_modifiers(&b);
    use_units(&b);
    if (!out->asks)
        nothing_left(&b);
    return OK;
}
