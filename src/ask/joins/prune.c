#include "ask/joins/prune.h"

#include "ask/joins/join_edges.h"
#include "ask/joins/joined_view.h"
#include "ask/link/word_filter.h"

#define MAX_BITS 64

static unsigned count_bits(uint64_t x)
{
    unsigned n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

/* Keep the first `budget` with the most bits. */
static void keep_most(const uint64_t *known, size_t n, size_t budget,
                      bool *keep)
{
    for (unsigned bits = MAX_BITS + 1; bits-- > 0;) {
        for (size_t i = 0; i < n && budget > 0; i++) {
            if (count_bits(known[i]) != bits)
                continue;
            keep[i] = true;
            budget--;
        }
    }
}

/* What a table knows with all that it leads to. */
static void reach(const struct join_graph *g, uint64_t *known)
{
    for (unsigned hop = 0; hop < JOIN_MAX_HOPS; hop++) {
        for (size_t i = 0; i < g->n; i++) {
            if (g->edges[i].state != JOIN_FAILS)
                known[g->edges[i].left] |= known[g->edges[i].right];
        }
    }
}

/* Only tables that lead somewhere have a view of their own. */
static void forget_ends(const struct ask_schema *s, uint64_t *known, bool *ends)
{
    for (size_t i = 0; i < s->n_tables; i++)
        ends[i] = true;
    for (size_t i = 0; i < s->joins->n; i++)
        ends[s->joins->edges[i].left] = false;
    for (size_t i = 0; i < s->n_tables; i++)
        known[i] = ends[i] ? 0 : known[i];
}

/* Which words of the question each table knows. */
static enum err find_known(const struct ask_schema *s, const struct words *w,
                           struct arena *a, uint64_t *known, struct error *e)
{
    const struct schema_noun *nouns = schema_nouns(w, a, e);

    if (!nouns)
        return e->code;
    for (size_t i = 0; i < s->n_tables; i++)
        known[i] = word_filter_table(&s->tables[i], w, nouns);
    return OK;
}

enum err prune_tables(const struct ask_schema *s, const struct words *w,
                      struct arena *a, struct pruned *out, struct error *e)
{
    uint64_t *known = arena_alloc_array(a, s->n_tables, sizeof(*known), e);

    out->table = arena_alloc_array(a, s->n_tables, sizeof(bool), e);
    out->view = arena_alloc_array(a, s->n_tables, sizeof(bool), e);
    if (!known || !out->table || !out->view ||
        (s->n_tables > PRUNE_VIEWS && find_known(s, w, a, known, e)))
        return e->code;
    keep_most(known, s->n_tables, PRUNE_TABLES, out->table);
    if (!s->joins)
        return OK;
    reach(s->joins, known);
    forget_ends(s, known, out->view); /* as scratch */
    for (size_t i = 0; i < s->n_tables; i++)
        out->view[i] = false;
    keep_most(known, s->n_tables, PRUNE_VIEWS, out->view);
    return OK;
}
