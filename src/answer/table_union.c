/*
 * table_union.c - which tables are a series of one shape.
 *
 * Equal columns are not enough: customers.csv and suppliers.csv may have the
 * same, and adding them up would be wrong and silent. So the names must belong
 * together, too (series.h).
 *
 * Columns are matched by name, then by their words (Unit Price, unit_price), then
 * those left over that share a word and a kind. Two in three must match.
 */
#include "answer/series.h"
#include "tables/name.h"

#include <string.h>

#define MAX_COLUMNS  1024u
#define SHARED_LEAST 3u /* bytes of a word that names have in common */

struct uniting {
    struct ask_schema *schema;
    struct answer *out;
    struct arena *a;
    struct series_part *parts; /* parts[n] */
    size_t n;
};

/* ---- columns ---- */

static const struct schema_table *table_of(const struct uniting *x,
                                           const struct series_part *p)
{
    return &x->schema->tables[p->table];
}

/* Numbers, texts and dates; what is empty is any of them. */
static int class_of(const struct schema_column *c)
{
    if (c->empty)
        return -1;
    return c->kind == COLUMN_ID                ? COLUMN_NUMBER
           : c->kind == COLUMN_DATE && c->view ? COLUMN_TEXT
                                               : (int)c->kind;
}

static bool is_same_class(const struct schema_column *a,
                          const struct schema_column *b)
{
    return class_of(a) == class_of(b) || a->empty || b->empty;
}

static bool is_same_name(const struct schema_column *a,
                         const struct schema_column *b)
{
    if (str_eq(a->name, b->name))
        return true;
    if (a->words.n == 0 || a->words.n != b->words.n)
        return false;
    for (size_t i = 0; i < a->words.n; i++) {
        if (!str_eq(a->words.word[i].fold, b->words.word[i].fold))
            return false;
    }
    return true;
}

/* total_amount and amount: a word of letters in common. */
static bool shares_word(const struct schema_column *a,
                        const struct schema_column *b)
{
    for (size_t i = 0; i < a->words.n; i++) {
        for (size_t k = 0; k < b->words.n; k++) {
            if (a->words.word[i].kind != WORD_NUMBER &&
                a->words.word[i].fold.n >= SHARED_LEAST &&
                str_eq(a->words.word[i].stem, b->words.word[k].stem))
                return true;
        }
    }
    return false;
}

/* to[i] of the first table's columns: that of the other, or none. */
struct matching {
    size_t *to;
    bool *used;
    size_t n; /* matched */
    size_t differ;
};

static void match_by(const struct schema_table *t, const struct schema_table *o,
                     bool (*same)(const struct schema_column *,
                                  const struct schema_column *),
                     bool one_class, struct matching *m)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        for (size_t k = 0; k < o->n_columns && m->to[i] == SIZE_MAX; k++) {
            if (m->used[k] || !same(&t->columns[i], &o->columns[k]) ||
                (one_class && !is_same_class(&t->columns[i], &o->columns[k])))
                continue;
            m->to[i] = k;
            m->used[k] = true;
            m->n++;
            m->differ += !is_same_class(&t->columns[i], &o->columns[k]);
        }
    }
}

static bool is_exact(const struct schema_column *a,
                     const struct schema_column *b)
{
    return str_eq(a->name, b->name);
}

static enum err match(const struct schema_table *t,
                      const struct schema_table *o, struct arena *a,
                      struct matching *m, struct error *e)
{
    *m = (struct matching){
        .to = arena_alloc_array(a, t->n_columns + 1, sizeof(*m->to), e),
        .used = arena_alloc_array(a, o->n_columns + 1, sizeof(*m->used), e)};
    if (!m->to || !m->used)
        return e->code;
    for (size_t i = 0; i < t->n_columns; i++)
        m->to[i] = SIZE_MAX;
    match_by(t, o, is_exact, false, m);
    match_by(t, o, is_same_name, false, m);
    match_by(t, o, shares_word, true, m);
    return OK;
}

static enum err is_same_shape(const struct uniting *x,
                              const struct series_part *p,
                              const struct series_part *q, bool *same,
                              struct error *e)
{
    const struct schema_table *t = table_of(x, p);
    const struct schema_table *o = table_of(x, q);
    size_t most = t->n_columns > o->n_columns ? t->n_columns : o->n_columns;
    struct matching m;

    *same = false;
    if (o->n_columns == 0 || most > MAX_COLUMNS)
        return OK;
    if (match(t, o, x->a, &m, e))
        return e->code;
    *same = m.n * 3 >= most * 2 && m.differ * 2 <= m.n;
    return OK;
}

/* ---- one union ---- */

static const struct json *columns_of(const struct answer_source *s)
{
    const struct json *profile = json_find(s->full, "profile");

    return json_find(profile ? profile : s->full, "columns");
}

static enum err add_column(struct table_union *u, struct str name, size_t room,
                           struct arena *a, struct error *e)
{
    struct union_column *c = &u->columns[u->n_columns++];

    BUG_ON(u->n_columns > room);
    c->name = name;
    c->of = arena_alloc_array(a, u->n, sizeof(const struct json *), e);
    c->known =
        arena_alloc_array(a, u->n, sizeof(const struct schema_column *), e);
    return c->of && c->known ? OK : e->code;
}

static void put_member(struct union_column *c, size_t member,
                       const struct json *json,
                       const struct schema_column *known)
{
    c->of[member] = json;
    c->known[member] = known;
    c->n_have++;
    c->n_filled += !known->empty;
}

/* What is known of a column: of the first member with values there, or else of
 * one that has it. */
static const struct schema_column *known_of(const struct union_column *c,
                                            size_t n)
{
    const struct schema_column *any = NULL;

    for (size_t i = 0; i < n; i++) {
        any = any || !c->known[i] ? any : c->known[i];
        if (c->known[i] && !c->known[i]->empty)
            return c->known[i];
    }
    return any;
}

/* The columns of what the union has so far, as match() takes them. */
static enum err as_table(const struct table_union *u, struct arena *a,
                         struct schema_table *t, struct error *e)
{
    struct schema_column *columns =
        arena_alloc_array(a, u->n_columns + 1, sizeof(*columns), e);

    if (!columns)
        return e->code;
    for (size_t i = 0; i < u->n_columns; i++) {
        columns[i] = *known_of(&u->columns[i], u->n);
        columns[i].name = u->columns[i].name;
    }
    *t = (struct schema_table){.columns = columns, .n_columns = u->n_columns};
    return OK;
}

static enum err put_columns(const struct uniting *x, const struct series *g,
                            size_t member, size_t room, struct table_union *u,
                            struct error *e)
{
    const struct schema_table *o = table_of(x, g->member[member]);
    const struct json *j =
        columns_of(&x->out->sources[g->member[member]->table])->first;
    struct schema_table t = {.n_columns = 0};
    struct matching m;

    if (as_table(u, x->a, &t, e) || match(&t, o, x->a, &m, e))
        return e->code;
    for (size_t k = 0; k < o->n_columns && j; k++, j = j->next) {
        size_t i = 0;

        while (i < t.n_columns && m.to[i] != k)
            i++;
        if (i == t.n_columns) {
            i = u->n_columns;
            if (add_column(u, o->columns[k].name, room, x->a, e))
                return e->code;
        }
        put_member(&u->columns[i], member, j, &o->columns[k]);
    }
    return OK;
}

static bool is_numeric(struct str type)
{
    return str_is(type, "integer") || str_is(type, "decimal") ||
           str_is(type, "float");
}

static bool is_day(struct str type)
{
    return str_is(type, "date") || str_is(type, "timestamp");
}

/* The wider of two types; empty: there is none. */
static struct str wider(struct str a, struct str b)
{
    if (str_eq(a, b))
        return a;
    if (is_numeric(a) && is_numeric(b))
        return str_is(a, "float") || str_is(b, "float") ? STR("float")
                                                        : STR("decimal");
    return is_day(a) && is_day(b) ? STR("timestamp") : (struct str){0};
}

static void settle_type(const struct table_union *u, struct union_column *c)
{
    for (size_t i = 0; i < u->n && !c->differs; i++) {
        struct str type;

        if (!c->of[i] || (c->known[i]->empty && c->n_filled))
            continue;
        type = json_text(json_find(c->of[i], "inferred_type"));
        c->type = c->type.n ? wider(c->type, type) : type;
        c->differs = c->type.n == 0;
    }
    if (c->differs)
        c->type = STR("string");
}

static bool has_column(const struct table_union *u, struct str name)
{
    for (size_t i = 0; i < u->n_columns; i++) {
        if (str_eq_nocase(u->columns[i].name, name))
            return true;
    }
    return false;
}

static enum err free_name(const struct table_union *u, struct str wanted,
                          struct arena *a, struct str *out, struct error *e)
{
    enum err rc = OK;

    *out = wanted;
    for (unsigned i = 2; !rc && has_column(u, *out); i++)
        rc = str_printf(a, out, e, "%.*s_%u", STR_FMT(wanted), i);
    return rc;
}

/* Does a column of theirs say when, at least as finely as the names do? */
static bool has_time(const struct table_union *u, enum file_period_kind kind)
{
    for (size_t i = 0; i < u->n_columns; i++) {
        for (size_t k = 0; k < u->n; k++) {
            const struct schema_column *c = u->columns[i].known[k];

            if (c && c->kind == COLUMN_DATE && !c->clock)
                return true;
            if (c && kind == PERIOD_YEAR && c->groups & GROUP_YEAR)
                return true;
        }
    }
    return false;
}

static enum err find_periods(const struct uniting *x, const struct series *g,
                             struct table_union *u, struct error *e)
{
    const enum file_period_kind kind = g->member[0]->period.kind;
    struct str *texts = arena_alloc_array(x->a, u->n, sizeof(*texts), e);
    bool varies_any = false;

    if (!texts)
        return e->code;
    if (kind == PERIOD_NONE || has_time(u, kind))
        return OK;
    for (size_t i = 0; i < u->n; i++) {
        if (file_period_text(&g->member[i]->period, x->a, &texts[i], e))
            return e->code;
        varies_any |= !str_eq(texts[i], texts[0]);
    }
    if (!varies_any)
        return OK;
    u->periods = texts;
    u->period_is_date = kind == PERIOD_DAY;
    u->period_is_year = kind == PERIOD_YEAR;
    return free_name(u,
                     kind == PERIOD_YEAR   ? STR("year")
                     : kind == PERIOD_NAME ? STR("month")
                                           : STR("period"),
                     x->a, &u->period_column, e);
}

static enum err list_members(const struct uniting *x, const struct series *g,
                             struct table_union *u, struct error *e)
{
    struct answer_source *members =
        arena_alloc_array(x->a, g->n, sizeof(*members), e);
    struct str *names = arena_alloc_array(x->a, g->n, sizeof(*names), e);
    struct str *marks = arena_alloc_array(x->a, g->n, sizeof(*marks), e);
    size_t room = 0;

    if (!members || !names || !marks)
        return e->code;
    u->n = g->n;
    u->members = members;
    u->names = names;
    u->marks = marks;
    for (size_t i = 0; i < g->n; i++) {
        if (series_mark(g, g->member[i], x->a, &marks[i], e))
            return e->code;
        members[i] = x->out->sources[g->member[i]->table];
        names[i] = g->member[i]->shown;
        room += table_of(x, g->member[i])->n_columns;
    }
    u->columns = arena_alloc_array(x->a, room, sizeof(*u->columns), e);
    if (!u->columns)
        return e->code;
    for (size_t i = 0; i < g->n; i++) {
        if (put_columns(x, g, i, room, u, e))
            return e->code;
    }
    for (size_t i = 0; i < u->n_columns; i++)
        settle_type(u, &u->columns[i]);
    return OK;
}

/* Tables of the series that are no members: of another shape, or a copy. */
static enum err list_outside(const struct uniting *x, const struct series *g,
                             struct table_union *u, struct error *e)
{
    struct str *odd = arena_alloc_array(x->a, x->n, sizeof(*odd), e);

    if (!odd)
        return e->code;
    u->outside = odd;
    for (size_t i = 0; i < x->n; i++) {
        const struct series_part *p = &x->parts[i];
        size_t k = 0;

        while (k < g->n && g->member[k] != p)
            k++;
        if (k == g->n && !p->taken && series_is(g->member[0], p))
            odd[u->n_outside++] = p->shown;
    }
    return OK;
}

static enum err make_union(const struct uniting *x, const struct series *g,
                           const struct table_union **out, struct error *e)
{
    struct table_union *u = arena_alloc(x->a, sizeof(*u), e);

    if (!u || list_members(x, g, u, e) ||
        series_name(g, name_of_table(x->out->sources[g->member[0]->table].file),
                    x->a, &u->name, e) ||
        free_name(u, STR("file"), x->a, &u->file_column, e) ||
        find_periods(x, g, u, e))
        return e->code;
    *out = u;
    return list_outside(x, g, u, e);
}

/* ---- all of them ---- */

static enum err read_parts(struct uniting *x, struct error *e)
{
    x->parts =
        arena_alloc_array(x->a, x->out->n_sources + 1, sizeof(*x->parts), e);
    if (!x->parts)
        return e->code;
    for (size_t i = 0; i < x->out->n_sources; i++) {
        const struct answer_source *s = &x->out->sources[i];
        struct series_part *p = &x->parts[x->n++];

        *p = (struct series_part){.table = i,
                                  .shown = x->schema->tables[i].name};
        if (series_part_read(s, x->a, p, e))
            return e->code;
    }
    return OK;
}

/* The same bytes twice are a copy, unless the names say of different times. */
static bool is_copy(const struct uniting *x, const struct series_part *p,
                    const struct series_part *q)
{
    const struct answer_source *a = &x->out->sources[p->table];
    const struct answer_source *b = &x->out->sources[q->table];

    return p->period.kind == PERIOD_NONE && a->sha256.n && !a->table.n &&
           !b->table.n && str_eq(a->sha256, b->sha256);
}

static enum err may_join(const struct uniting *x, const struct series *g,
                         struct series_part *q, bool *joins, struct error *e)
{
    const struct series_part *p = g->member[0];

    *joins = false;
    q->copies = NULL;
    if (q->taken ||
        !str_eq(answer_source_base(&x->out->sources[p->table]),
                answer_source_base(&x->out->sources[q->table])) ||
        !series_is(p, q))
        return OK;
    for (size_t i = 0; i < g->n; i++) {
        if (is_copy(x, g->member[i], q)) {
            q->copies = p;
            return OK;
        }
    }
    return is_same_shape(x, p, q, joins, e);
}

static enum err find_group(struct uniting *x, size_t from, struct series *g,
                           struct error *e)
{
    size_t columns = x->schema->tables[x->parts[from].table].n_columns;

    g->n = 0;
    g->member[g->n++] = &x->parts[from];
    if (columns == 0 || columns > MAX_COLUMNS)
        return OK;
    for (size_t i = from + 1; i < x->n; i++) {
        bool joins;

        if ((g->n + 1) * columns > UNION_MAX_CELLS)
            break;
        if (may_join(x, g, &x->parts[i], &joins, e))
            return e->code;
        if (joins)
            g->member[g->n++] = &x->parts[i];
    }
    return OK;
}

/* The union's table, last of the new schema. */
static enum err put_union(struct uniting *x, const struct series *g,
                          struct ask_schema *to, struct answer_source *sources,
                          struct error *e)
{
    const struct table_union *u = NULL;

    if (make_union(x, g, &u, e) ||
        union_schema(u, to, x->a, &sources[to->n_tables], e))
        return e->code;
    for (size_t i = 0; i < g->n; i++)
        g->member[i]->taken = true;
    for (size_t i = 0; i < x->n; i++) /* what is counted already */
        x->parts[i].taken |= x->parts[i].copies == g->member[0];
    return OK;
}

static enum err put_all(struct uniting *x, struct ask_schema *to,
                        struct answer_source *sources, struct error *e)
{
    struct series g = {
        arena_alloc_array(x->a, x->n, sizeof(struct series_part *), e), 0};

    if (!g.member)
        return e->code;
    for (size_t i = 0; i < x->n; i++) {
        if (x->parts[i].taken)
            continue;
        if (find_group(x, i, &g, e))
            return e->code;
        if (g.n > 1) {
            if (put_union(x, &g, to, sources, e))
                return e->code;
            continue;
        }
        sources[to->n_tables] = x->out->sources[i];
        to->tables[to->n_tables++] = x->schema->tables[i];
    }
    return OK;
}

enum err table_unite(struct ask_schema *schema, struct arena *a,
                     struct answer *out, struct error *e)
{
    struct uniting x = {.schema = schema, .out = out, .a = a};
    struct answer_source *sources;
    struct ask_schema *to;

    if (out->n_sources < 2)
        return OK;
    sources = arena_alloc_array(a, out->n_sources, sizeof(*sources), e);
    to = arena_alloc(a, sizeof(*to), e);
    if (!sources || !to || read_parts(&x, e))
        return e->code;
    to->looks_up = schema->looks_up;
    if (put_all(&x, to, sources, e))
        return e->code;
    for (size_t i = 0; i < to->n_tables; i++)
        to->tables[i].among = to->n_tables > 1;
    *schema = *to;
    memcpy(out->sources, sources, to->n_tables * sizeof(*sources));
    out->n_sources = to->n_tables;
    return OK;
}
