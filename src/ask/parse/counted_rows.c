#include "ask/parse/counted_rows.h"

/* Does the question say that something is not there? */
static bool says_none(const struct meanings *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->meaning[i].kind == MEANING_OPERATION &&
            (m->meaning[i].entry->kind == CONCEPT_NOT ||
             m->meaning[i].entry->kind == CONCEPT_EMPTY ||
             m->meaning[i].entry->kind == CONCEPT_NEVER))
            return true;
    return false;
}

/* Is one of the words in the question? */
static bool is_said(const struct meanings *m, const struct words *of)
{
    for (size_t i = 0; i < of->n; i++)
        for (size_t k = 0; k < m->n_words; k++)
            if (of->word[i].kind == m->words->word[k].kind &&
                str_eq(of->word[i].stem, m->words->word[k].stem))
                return true;
    return false;
}

static enum counted_said how_said(const struct join_graph *g, size_t table,
                                  const struct meanings *m)
{
    return is_said(m, &g->nouns[table])                  ? COUNTED_NOUN
           : is_said(m, &g->schema->tables[table].words) ? COUNTED_NAMED
                                                         : COUNTED_UNSAID;
}

/* What the count is called: as the table is, unless a column has that name. */
static enum err name_count(const struct related_way *w,
                           const struct schema_table *t, struct arena *a,
                           struct str *out, struct error *e)
{
    *out = w->view.nodes[0].name;
    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq_nocase(t->columns[i].name, *out))
            return str_printf(a, out, e, "%.*s rows",
                              STR_FMT(w->view.nodes[0].name));
    return OK;
}

static bool is_likelier(const struct counted_way *x,
                        const struct counted_way *than)
{
    return x->said != than->said
               ? x->said > than->said
               : related_hops(x->way) < related_hops(than->way);
}

/* Among the likeliest, in their order. */
static void put_way(struct counted_rows *out, const struct counted_way *x)
{
    size_t at = out->n;

    while (at > 0 && is_likelier(x, &out->way[at - 1]))
        at--;
    if (at == COUNTED_MAX)
        return;
    out->n += out->n < COUNTED_MAX;
    for (size_t i = out->n - 1; i > at; i--)
        out->way[i] = out->way[i - 1];
    out->way[at] = *x;
}

enum err counted_rows_find(const struct join_graph *g, size_t root,
                           const struct meanings *m, struct arena *a,
                           struct counted_rows *out, struct error *e)
{
    *out = (struct counted_rows){0};
    if (!g || g->n == 0 || !says_none(m))
        return OK;
    for (size_t i = 0; i < g->schema->n_tables; i++) {
        struct related_ways *ways;

        if (i == root)
            continue;
        ways = arena_alloc(a, sizeof(*ways), e);
        if (!ways)
            return e->code;
        ways->n = 0;
        if (related_ways_find(g, root, i, a, ways, e))
            return e->code;
        for (size_t k = 0; k < ways->n; k++) {
            struct counted_way x = {.way = &ways->way[k],
                                    .said = how_said(g, i, m)};

            if (name_count(x.way, m->table, a, &x.name, e))
                return e->code;
            put_way(out, &x);
        }
    }
    return OK;
}
