/*
 * table_union.c - which tables are a series of one shape.
 *
 * Equal columns are not enough: customers.csv and suppliers.csv may have the
 * same, and adding them up would be wrong and silent. So the names must belong
 * together, too (series.h).
 *
 * Columns are matched by name, then by their words (Unit Price, unit_price), then
 * by evidence (union_match.h). Two in three must match.
 */
#include "answer/series.h"
#include "answer/union_copy.h"
#include "answer/union_match.h"
#include "tables/format.h"
#include "tables/name.h"

#include <string.h>

#define MAX_COLUMNS   1024u
#define MATCHED_LEAST 2u

struct uniting {
    struct tables *t;
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

static enum err side_of(const struct schema_table *t, struct arena *a,
                        struct union_side *s, struct error *e)
{
    s->n = s->placed = t->n_columns;
    s->column = arena_alloc_array(a, t->n_columns + 1,
                                  sizeof(const struct schema_column *), e);
    if (!s->column)
        return e->code;
    for (size_t i = 0; i < t->n_columns; i++)
        s->column[i] = &t->columns[i];
    return OK;
}

/* Two in three columns are one; of files that only the period tells apart, one in
 * two, as a series goes on for years. */
static bool is_enough(const struct union_match *m, size_t most, bool is_sure)
{
    return m->differ * 2 <= m->n &&
           (m->n * 3 >= most * 2 ||
            (is_sure && m->n >= MATCHED_LEAST && m->n * 2 >= most));
}

/* Whoever made a database gave what belongs together one table; a series of it is
 * what was divided, so that all columns are the same. */
static bool is_of_database(const struct uniting *x, const struct series_part *p)
{
    return format_is_database(
        json_text(json_find(x->out->sources[p->table].map, "format")));
}

static bool is_whole(const struct union_match *m, const struct schema_table *t,
                     const struct schema_table *o)
{
    return m->n == t->n_columns && m->n == o->n_columns && m->differ == 0;
}

static enum err is_same_shape(const struct uniting *x,
                              const struct series_part *p,
                              const struct series_part *q, bool *same,
                              struct error *e)
{
    const struct schema_table *t = table_of(x, p);
    const struct schema_table *o = table_of(x, q);
    const size_t most =
        t->n_columns > o->n_columns ? t->n_columns : o->n_columns;
    struct union_side sides[2];
    struct union_match m;

    *same = false;
    if (o->n_columns == 0 || most > MAX_COLUMNS)
        return OK;
    if (side_of(t, x->a, &sides[0], e) || side_of(o, x->a, &sides[1], e) ||
        union_match_new(&sides[0], &sides[1], x->a, &m, e))
        return e->code;
    union_match_names(&sides[0], &sides[1], &m);
    if (is_of_database(x, p) && is_of_database(x, q) &&
        !series_is_of_periods(p, q)) {
        *same = is_whole(&m, t, o);
        return OK;
    }
    union_match_evidence(&sides[0], &sides[1], &m);
    *same = is_enough(&m, most, series_is_of_periods(p, q));
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

/* What is known of a column: of the last member with values there, or else of one
 * that has it. */
static const struct schema_column *known_of(const struct union_column *c,
                                            size_t n)
{
    const struct schema_column *any = NULL;

    for (size_t i = n; i-- > 0;) {
        any = any || !c->known[i] ? any : c->known[i];
        if (c->known[i] && !c->known[i]->empty)
            return c->known[i];
    }
    return any;
}

/* The columns that the union has before a member: first those of the member before
 * it, where they are there. */
struct united {
    struct union_side side;
    size_t *at; /* at[i]: which of the union's side.column[i] is */
};

static enum err side_before(const struct table_union *u,
                            const struct schema_table *last, size_t member,
                            struct arena *a, struct united *x, struct error *e)
{
    struct union_side *s = &x->side;

    s->n = u->n_columns;
    s->column =
        arena_alloc_array(a, s->n + 1, sizeof(const struct schema_column *), e);
    x->at = arena_alloc_array(a, s->n + 1, sizeof(*x->at), e);
    if (!s->column || !x->at)
        return e->code;
    s->placed = member ? last->n_columns : 0;
    for (size_t i = 0, rest = s->placed; i < u->n_columns; i++) {
        const struct union_column *c = &u->columns[i];
        const struct schema_column *had = member ? c->known[member - 1] : NULL;
        const size_t k = had ? (size_t)(had - last->columns) : rest++;

        s->column[k] = had && !had->empty ? had : known_of(c, member);
        x->at[k] = i;
    }
    return OK;
}

/* Those that an earlier member called so. */
static void match_called(const struct table_union *u, const struct united *x,
                         const struct union_side *o, struct union_match *m)
{
    const struct union_side *t = &x->side;

    for (size_t k = 0; k < o->n; k++) {
        for (size_t i = 0; i < t->n && !m->used[k]; i++) {
            const struct union_column *c = &u->columns[x->at[i]];

            for (size_t n = 0; n < c->n_called && m->to[i] == SIZE_MAX; n++)
                if (str_eq(c->called[n]->name, o->column[k]->name))
                    union_match_put(t, o, i, k, m);
        }
    }
}

static void put_called(struct union_column *c,
                       const struct schema_column *known)
{
    size_t i = 0;

    while (i < c->n_called && !str_eq(c->called[i]->name, known->name))
        i++;
    if (i == c->n_called && i < UNION_CALLED)
        c->called[c->n_called++] = known;
}

static enum err put_columns(const struct uniting *x, const struct series *g,
                            size_t member, size_t room, struct table_union *u,
                            struct error *e)
{
    const struct schema_table *o = table_of(x, g->member[member]);
    const struct json *j =
        columns_of(&x->out->sources[g->member[member]->table])->first;
    const size_t before = u->n_columns;
    struct united had;
    struct union_side side;
    struct union_match m;

    if (side_before(u, table_of(x, g->member[member ? member - 1 : 0]), member,
                    x->a, &had, e) ||
        side_of(o, x->a, &side, e) ||
        union_match_new(&had.side, &side, x->a, &m, e))
        return e->code;
    match_called(u, &had, &side, &m);
    union_match_names(&had.side, &side, &m);
    union_match_evidence(&had.side, &side, &m);
    for (size_t k = 0; k < o->n_columns && j; k++, j = j->next) {
        size_t i = 0;

        while (i < before && m.to[i] != k)
            i++;
        if (i < before)
            i = had.at[i];
        else if (add_column(u, o->columns[k].name, room, x->a, e))
            return e->code;
        else
            i = u->n_columns - 1;
        put_called(&u->columns[i], &o->columns[k]);
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

/* The wider of two types; empty if there is none. */
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

/* Tables of the series that are not members: of another shape, or a copy. */
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

/* The same content twice is a copy, unless the names say of different times. */
static enum err is_copy(const struct uniting *x, const struct series_part *p,
                        const struct series_part *q, bool *copy,
                        struct error *e)
{
    *copy = false;
    return p->period.kind == PERIOD_NONE
               ? union_is_copy(x->t, &x->out->sources[p->table],
                               &x->out->sources[q->table], x->a, copy, e)
               : OK;
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
        bool copy;

        if (is_copy(x, g->member[i], q, &copy, e))
            return e->code;
        if (copy) {
            q->copies = p;
            return OK;
        }
    }
    if (is_same_shape(x, g->member[g->n - 1], q, joins, e))
        return e->code;
    return *joins || g->n == 1 ? OK : is_same_shape(x, p, q, joins, e);
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

enum err table_unite(struct tables *t, struct ask_schema *schema,
                     struct arena *a, struct answer *out, struct error *e)
{
    struct uniting x = {.t = t, .schema = schema, .out = out, .a = a};
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
