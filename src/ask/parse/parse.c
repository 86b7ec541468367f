#include "ask/parse/parse.h"

#include "ask/joins/apply.h"
#include "ask/joins/prune.h"
#include "ask/link/blank_texts.h"
#include "ask/link/list_filters.h"
#include "ask/link/unit_asked.h"
#include "ask/parse/asked_parts.h"
#include "ask/parse/forms.h"
#include "ask/parse/name_parts.h"
#include "ask/spec/compile.h"

#include <stdlib.h>
#include <string.h>

/* Specs that are kept of each table for one that is wanted: some say the same
 * SQL, and some have none. */
#define KEPT_FOR_ONE 2

struct parsing {
    const struct parse_request *q;
    const struct parse_weights *w;
    const struct asked_shapes *asked;
    struct arena *a;
    struct parse_result *out;
};

static int by_score(const void *a, const void *b)
{
    const struct formed *x = *(const struct formed *const *)a;
    const struct formed *y = *(const struct formed *const *)b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void put_feature(const struct parsing *p, const struct feature *x,
                        uint32_t *hash, struct parse_candidate *c,
                        struct buf *names)
{
    hash[c->features.n++] = x->hash;
    reading_evidence_add(&c->evidence, x->kind,
                         parse_weights_of(p->w, x->hash));
    if (p->q->names)
        feature_write(names, x);
}

/* All features of a spec: of its words and of its form. */
static enum err put_features(const struct parsing *p, const struct formed *f,
                             struct parse_candidate *c, struct error *e)
{
    size_t n = f->n_features;
    uint32_t *hash;
    struct buf names;
    enum err rc = OK;

    for (const struct feature *x = f->state->features.first; x; x = x->next)
        n++;
    hash = arena_alloc_array(p->a, n, sizeof(*hash), e);
    if (!hash)
        return e->code;
    buf_init(&names, 1 << 20);
    c->features = (struct parse_features){.hash = hash};
    for (const struct feature *x = f->state->features.first; x; x = x->next)
        put_feature(p, x, hash, c, &names);
    for (size_t i = 0; i < f->n_features; i++)
        put_feature(p, &f->feature[i], hash, c, &names);
    if (p->q->names) {
        struct str text;

        rc = buf_dup(&names, p->a, &text, e);
        if (!rc)
            c->features.names = str_cstr(text, p->a, e);
        rc = rc ? rc : c->features.names ? OK : e->code;
    }
    buf_release(&names);
    return rc;
}

static bool is_known(const struct parse_result *out, struct str sql)
{
    for (size_t i = 0; i < out->n; i++)
        if (str_eq(out->candidate[i].sql, sql))
            return true;
    return false;
}

/* The rows that are asked: a table, or what its keys lead to as well. */
struct target {
    size_t root;
    const struct schema_table *table;
    const struct join_view *view; /* NULL: the table alone */
    const struct meanings *meanings;
};

/* Let the spec count the rows of another table; false: names or tables do not fit. */
static enum err join_counted(const struct parsing *p,
                             const struct counted_way *w,
                             const struct join_applied *applied,
                             struct parse_candidate *c, bool *done,
                             struct error *e)
{
    struct query_spec *inner = arena_alloc(p->a, sizeof(*inner), e);
    struct related_tables tables;
    const struct related_specs specs = {.way = w->way,
                                        .rows = &c->spec,
                                        .applied = applied,
                                        .counted = inner,
                                        .name = w->name};

    if (!inner)
        return e->code;
    *inner = (struct query_spec){.table = w->way->view.table.sql,
                                 .measures = {{.agg = AGG_COUNT}},
                                 .n_measures = 1};
    if (related_apply(&specs, p->a, &tables, e))
        return e->code;
    *done = tables.fits;
    memcpy(c->tables, tables.tables, sizeof(c->tables));
    memcpy(c->edges, tables.edges, sizeof(c->edges));
    c->n_tables = tables.n;
    c->n_edges = tables.n_edges;
    return OK;
}

/* Write the joins of a spec; false: it can have none. */
static enum err join(const struct parsing *p, const struct target *t,
                     const struct formed *f, struct parse_candidate *c,
                     bool *done, struct error *e)
{
    struct join_applied applied = {.outcome = JOIN_NONE};

    *done = true;
    if (t->view && join_apply(t->view, p->a, &c->spec, &applied, e))
        return e->code;
    *done = applied.outcome != JOIN_FAN_OUT && applied.outcome != JOIN_NO_FORM;
    if (*done && f->counted)
        return join_counted(p, f->counted, &applied, c, done, e);
    memcpy(c->tables, applied.tables, sizeof(c->tables));
    memcpy(c->edges, applied.edges, sizeof(c->edges));
    c->n_tables = applied.n;
    c->n_edges = applied.n_edges;
    return OK;
}

/* Which columns the rows of the SQL have; names[n_columns + 1]. */
static size_t name_columns(const struct target *t, const struct formed *f,
                           const struct query_spec *s, struct str *names)
{
    size_t n = 0;

    for (size_t i = 0; i < t->table->n_columns; i++)
        if (!t->view || t->view->node[i] == 0 ||
            spec_join_brings(s, t->table->columns[i].name))
            names[n++] = t->table->columns[i].name;
    if (f->counted)
        names[n++] = f->counted->name;
    return n;
}

bool parse_leaves_out(const struct parse_candidate *c, size_t word)
{
    return word < PARSE_MAX_WORDS &&
           (c->unread_words[word / 64] >> word % 64 & 1);
}

bool parse_does_not_use(const struct parse_candidate *c, size_t word)
{
    return word < PARSE_MAX_WORDS &&
           (c->unused_words[word / 64] >> word % 64 & 1);
}

static uint32_t unread_class(const struct state *s)
{
    const uint32_t unknown = s->skipped_unknown > 3 ? 3 : s->skipped_unknown;
    const uint32_t lacking = s->skipped_lacking > 2 ? 2 : s->skipped_lacking;
    const uint32_t content = s->skipped_content > 2 ? 2 : s->skipped_content;

    return unknown + 4 * lacking + 12 * content;
}

/* Was a number read that is in no part of the spec: a limit of what has none? */
static bool drops_number(const struct meanings *m, const struct formed *f)
{
    const struct state *s = f->state;
    const struct query_spec *q = &f->spec;

    if (state_has(s, CONCEPT_PERCENTILE) && q->n_measures == 1 &&
        q->measures[0].agg == AGG_FORMULA)
        return false;
    for (size_t i = 0; i < s->n_numbers; i++) {
        const enum number_use use = (enum number_use)s->number[i].use;

        if (f->is_scaled && use == USE_LIMIT &&
            str_starts(q->measures[0].formula,
                       m->meaning[s->number[i].meaning].link->number))
            continue; /* so much per 1,000 */
        if ((use == USE_LIMIT && !q->limit && !q->step.n) ||
            (use == USE_PLACE && !q->place && !q->limit && !q->step.n) ||
            (use == USE_HAVING && !q->has_having))
            return true;
    }
    return false;
}

static bool has_formula(const struct query_spec *q)
{
    for (size_t i = 0; i < q->n_measures; i++)
        if (q->measures[i].agg == AGG_FORMULA)
            return true;
    return false;
}

/* Is it asked which part of something it is, and answered how much? */
static bool drops_share(const struct state *s, const struct query_spec *q)
{
    return (state_has(s, CONCEPT_SHARE) || state_has(s, CONCEPT_RATE)) &&
           !q->share && !spec_has_part(q) && !has_formula(q);
}

/* Was something read that is in no part of the spec? */
static bool drops(const struct meanings *m, const struct formed *f)
{
    const struct state *s = f->state;
    const struct query_spec *q = &f->spec;
    bool by_period = q->window.column.n > 0 || has_formula(q);

    for (size_t i = 0; i < q->n_groups; i++)
        by_period = by_period || q->groups[i].grain != GRAIN_NONE;
    return s->skips_operation || drops_number(m, f) || drops_share(s, q) ||
           (s->ops.grain && !by_period) || s->cmp || s->between ||
           s->by_waits || (!f->counted && (s->negate || s->empty_waits));
}

/* May a group be of rows that have no value, or no partner in the other table? */
static bool may_be_blank(const struct meanings *m, const struct query_spec *s)
{
    const struct schema_table *t = m->table;

    for (size_t i = 0; i < s->n_filters; i++)
        if (str_eq(s->filters[i].column, s->groups[0].column))
            return false;
    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq(t->columns[i].name, s->groups[0].column))
            return meanings_has_blanks(m, (uint16_t)i) ||
                   (m->node && m->node[i]);
    return false;
}

/* Nobody who asks which group has most, or more than so much, means "none". */
static void leave_out_blanks(const struct meanings *m, struct query_spec *s)
{
    const bool chooses =
        s->has_having || (s->limit && s->order == ORDER_MEASURE);

    if (chooses && s->n_groups && s->n_measures && may_be_blank(m, s))
        (void)spec_add_not_null(s, s->groups[0].column);
}

/* The words of its vague periods. */
static void find_vague(const struct meanings *m, const struct state *s,
                       struct parse_span out[2])
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_periods && n < 2; i++) {
        const struct state_period *p = &s->period[i];
        const struct meaning *said = &m->meaning[p->meaning];
        const bool as_end =
            p->op != FILTER_EQ || p->range || state_has(s, CONCEPT_TO);

        if (!p->weekdays && said->link && said->link->kind == LINK_PERIOD &&
            link_period_is_vague(&said->link->period, as_end))
            out[n++] = (struct parse_span){said->from, said->to};
    }
}

/* The likeliest meaning of the words before `to` as the column; NULL: none. */
static const struct meaning *meaning_of(const struct meanings *m,
                                        const struct state_column *c)
{
    const struct meaning *best = NULL;

    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->kind == MEANING_COLUMN && x->to == c->at &&
            x->column == c->column && (!best || x->level < best->level))
            best = x;
    }
    return best;
}

/* Is the column what the rows are called by, so that counting them is its part? */
static bool names_rows(const struct meanings *m, const struct meaning *x)
{
    bool rows = m->naming[x->column] || m->nature[x->column] == NATURE_ID;

    for (size_t i = m->begin[x->from]; i < m->n && !rows; i++)
        rows =
            m->meaning[i].from == x->from && m->meaning[i].kind == MEANING_ROWS;
    return rows;
}

/* Words that were read as a column, by what it is near, or which the spec has no part of. */
static void find_guessed(const struct meanings *m, const struct formed *f,
                         struct parse_candidate *out)
{
    size_t n = 0;

    for (size_t i = 0; i < f->state->n_columns; i++) {
        const struct state_column *c = &f->state->column[i];
        const struct meaning *x = meaning_of(m, c);
        const struct str name = m->table->columns[c->column].name;
        const bool is_used = f->spec.kind == SPEC_ROWS ||
                             spec_uses(&f->spec, name) ||
                             (x && names_rows(m, x));

        if (!x)
            continue;
        for (size_t at = x->from; at < x->to && !is_used; at++)
            if (!m->filler[at])
                out->unused_words[at / 64] |= UINT64_C(1) << at % 64;
        if ((x->level == LEVEL_NEAR || x->level == LEVEL_ALIKE) && is_used &&
            n < COUNT_OF(out->guessed))
            out->guessed[n++] = (struct parse_guess){{x->from, x->to}, name};
    }
}

/* Its SQL; one that says the same or has none is left out. */
static enum err add_candidate(const struct parsing *p, const struct target *t,
                              struct str *names, const struct formed *f,
                              struct error *e)
{
    struct parse_candidate *c = &p->out->candidate[p->out->n];
    struct compile_columns columns = {names, 0};
    struct str sql[2];
    struct error why;
    bool done;

    *c = (struct parse_candidate){.table = t->root,
                                  .spec = f->spec,
                                  .score = f->score,
                                  .form = (uint32_t)f->form,
                                  .asked_for = f->asked_for,
                                  .drops_operation =
                                      drops(t->meanings, f) ||
                                      p->out->words.n > PARSE_MAX_WORDS,
                                  .lacks_column = f->state->skipped_lacking > 0,
                                  .unread_class = unread_class(f->state)};
    memcpy(c->unread_words, f->state->skipped, sizeof(c->unread_words));
    find_vague(t->meanings, f->state, c->vague);
    find_guessed(t->meanings, f, c);
    name_parts_complete(t->meanings, &c->spec);
    leave_out_blanks(t->meanings, &c->spec);
    list_filters_apply(t->table, &p->out->words, &c->spec);
    if (join(p, t, f, c, &done, e))
        return e->code;
    if (!done)
        return OK;
    if (unit_asked_apply(t->table, &p->out->words, p->a, &c->spec, e))
        return e->code;
    blank_texts_apply(t->table, &c->spec);
    columns.n = name_columns(t, f, &c->spec, names);
    if (spec_compile(&c->spec, &columns, p->a, sql, &why))
        return why.code == ERR_LIMIT ? (*e = why).code : OK;
    c->sql = sql[0];
    c->tie_sql = sql[1];
    if (is_known(p->out, c->sql))
        return OK;
    if (put_features(p, f, c, e))
        return e->code;
    p->out->n++;
    return OK;
}

/* What the wording says of its parts. */
static enum err put_parts(const struct parsing *p, struct formed *f,
                          struct error *e)
{
    struct feature x = {.kind = F_PARTS,
                        .arg = {0, FEATURE_NONE, FEATURE_NONE, FEATURE_NONE}};

    if (f->n_features == FORM_FEATURES)
        return OK;
    if (asked_parts_level(p->out->parts, &f->spec, &x.arg[0], e))
        return e->code;
    x.hash = feature_mix(F_PARTS, x.arg, 1);
    f->score += parse_weights_of(p->w, x.hash);
    f->feature[f->n_features++] = x;
    return OK;
}

static enum err take_best(const struct parsing *p, const struct target *t,
                          const struct formed_heap *h, struct error *e)
{
    const struct formed **order =
        arena_alloc_array(p->a, h->n + 1, sizeof(struct formed *), e);
    struct str *names =
        arena_alloc_array(p->a, t->table->n_columns + 1, sizeof(*names), e);

    if (!order || !names)
        return e->code;
    for (size_t i = 0; i < h->n; i++) {
        if (put_parts(p, &h->formed[i], e))
            return e->code;
        order[i] = &h->formed[i];
    }
    qsort(order, h->n, sizeof(struct formed *), by_score);
    for (size_t i = 0; i < h->n && p->out->n < p->q->max; i++)
        if (add_candidate(p, t, names, order[i], e))
            return e->code;
    return OK;
}

static enum err target_of(const struct parsing *p, size_t root,
                          struct target *t, struct error *e)
{
    const struct ask_schema *s = p->q->schema;
    struct join_view *view;

    *t = (struct target){.root = root, .table = &s->tables[root]};
    if (!s->joins || s->joins->n == 0)
        return OK;
    view = arena_alloc(p->a, sizeof(*view), e);
    if (!view || join_view_make(s->joins, root, p->a, view, e))
        return e->code;
    if (view->n_nodes < 2)
        return OK;
    t->view = view;
    t->table = &view->table;
    return OK;
}

static int by_state_score(const void *a, const void *b)
{
    const struct state *x = *(const struct state *const *)a;
    const struct state *y = *(const struct state *const *)b;

    return x->features.score > y->features.score
               ? -1
               : x->features.score < y->features.score;
}

/* The specs of the states, the best states first, until the others can add none. */
static enum err make_forms(const struct parsing *p, const struct target *target,
                           const struct state *states, size_t n,
                           struct formed_heap *heap, struct error *e)
{
    const struct state **order =
        arena_alloc_array(p->a, n + 1, sizeof(struct state *), e);
    struct table_defaults defaults;
    struct counted_rows *counted = arena_alloc(p->a, sizeof(*counted), e);
    const struct meanings *m = target->meanings;
    const struct forms_table t = {m, &defaults, counted, p->w, p->asked};

    if (!order || !counted ||
        counted_rows_find(p->q->schema->joins, target->root, m, p->a, counted,
                          e))
        return e->code;
    table_defaults_find(m, &defaults);
    for (size_t i = 0; i < n; i++)
        order[i] = &states[i];
    qsort(order, n, sizeof(struct state *), by_state_score);
    for (size_t i = 0; i < n && formed_may_keep(heap, order[i]); i++)
        if (forms_make(&t, order[i], p->a, heap, e))
            return e->code;
    return OK;
}

static enum err parse_target(const struct parsing *p, struct target *t,
                             enum language language, struct error *e)
{
    struct meanings *m = arena_alloc(p->a, sizeof(*m), e);
    struct formed_heap heap;
    const struct state *states;
    size_t n;

    if (!m)
        return e->code;
    if (formed_heap_init(&heap, KEPT_FOR_ONE * p->q->max, p->a, e) ||
        meanings_find(t->table, &p->out->words, language, p->a, m, e))
        return e->code;
    m->several = p->q->schema->n_tables > 1;
    m->node = t->view ? t->view->node : NULL;
    t->meanings = m;
    if (beam_run(m, p->w, p->a, &states, &n, e))
        return e->code;
    return make_forms(p, t, states, n, &heap, e) ? e->code
                                                 : take_best(p, t, &heap, e);
}

static int by_candidate_score(const void *a, const void *b)
{
    const struct parse_candidate *x = a;
    const struct parse_candidate *y = b;

    return x->score > y->score ? -1 : x->score < y->score;
}

/* What answering nothing looks like: how much of the question the best
 * candidate leaves out. */
static enum err put_nothing(const struct parsing *p, struct error *e)
{
    struct parse_result *out = p->out;
    struct feature_list list = {0};
    uint32_t *hash;
    uint32_t unread = 0;
    uint32_t arg[FEATURE_ARGS] = {0, FEATURE_NONE, FEATURE_NONE, FEATURE_NONE};
    size_t n = 0;

    if (out->n)
        unread = out->candidate[0].unread_class;
    if (feature_add(p->w, p->a, &list, F_NOTHING, arg, e))
        return e->code;
    arg[0] = 1;
    arg[1] = unread;
    if (feature_add(p->w, p->a, &list, F_NOTHING, arg, e))
        return e->code;
    hash = arena_alloc_array(p->a, 2, sizeof(*hash), e);
    if (!hash)
        return e->code;
    out->nothing_score = list.score;
    for (const struct feature *x = list.first; x; x = x->next)
        hash[n++] = x->hash;
    out->nothing = (struct parse_features){.hash = hash, .n = n};
    return OK;
}

/* The candidates of a target after those that are there. */
static enum err parse_into(const struct parsing *p, struct target *t,
                           enum language language, struct error *e)
{
    struct parse_result mine = *p->out;
    struct parsing one = *p;

    mine.candidate = &p->out->candidate[p->out->n];
    mine.n = 0;
    one.out = &mine;
    if (parse_target(&one, t, language, e))
        return e->code;
    p->out->n += mine.n;
    return OK;
}

/* Is a table among those that are read, by itself or with what it leads to? */
static bool is_read(const struct pruned *kept, size_t table)
{
    return kept->table[table] || kept->view[table];
}

enum err parse_question(const struct parse_request *q, struct arena *a,
                        struct parse_result *out, struct error *e)
{
    struct asked_shapes asked;
    struct parsing p = {
        .q = q, .w = q->weights, .asked = &asked, .a = a, .out = out};
    const struct ask_schema *s = q->schema;
    enum language language;
    struct pruned kept;
    size_t read = 0;

    *out = (struct parse_result){0};
    if (!p.w)
        p.w = parse_weights_shared();
    if (words_cut(q->question, WORDS_TEXT, a, &out->words, e) ||
        prune_tables(s, &out->words, a, &kept, e))
        return e->code;
    asked_shapes_find(&out->words, q->asked, &asked);
    if (asked_parts_make(&out->words, q->parts, a, &out->parts, e))
        return e->code;
    for (size_t i = 0; i < s->n_tables; i++)
        read += is_read(&kept, i);
    out->candidate =
        arena_alloc_array(a, read * q->max, sizeof(*out->candidate), e);
    if (!out->candidate)
        return e->code;
    language = question_words_language(&out->words);
    for (size_t i = 0; i < s->n_tables; i++) {
        struct target t;

        if (!is_read(&kept, i))
            continue;
        if (target_of(&p, i, &t, e) || parse_into(&p, &t, language, e))
            return e->code;
    }
    qsort(out->candidate, out->n, sizeof(*out->candidate), by_candidate_score);
    if (out->n > q->max)
        out->n = q->max;
    return put_nothing(&p, e);
}
