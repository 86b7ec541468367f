#include "ask/parse/name_parts.h"

#include <string.h>

#define NO_COLUMN SIZE_MAX

/* Is a column of a concept, surely or not? */
static bool is_of(const struct lex_column *c, uint16_t concept_id)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->found[i].concept_id == concept_id)
            return true;
    return false;
}

/* The concept that has to be before a column's own; LEX_NO_CONCEPT: none. */
static uint16_t part_before(const struct meanings *m, size_t column)
{
    const struct lex_column *c = &m->concepts->column[column];
    uint16_t before;

    return c->n && lex_related(m->concepts->lex, c->found[0].concept_id,
                               LEX_COMPLETES, &before, 1)
               ? before
               : LEX_NO_CONCEPT;
}

static bool is_beside(const struct meanings *m, size_t a, size_t b)
{
    return a != b && (!m->node || m->node[a] == m->node[b]);
}

/* The column before which a last name is; NO_COLUMN: none, or several. */
static size_t first_of(const struct meanings *m, size_t last)
{
    const uint16_t before = part_before(m, last);
    size_t found = NO_COLUMN;

    for (size_t i = 0; before != LEX_NO_CONCEPT && i < m->table->n_columns;
         i++) {
        if (!is_beside(m, i, last))
            continue;
        if (part_before(m, i) == before)
            return NO_COLUMN; /* whose last name it is nobody knows */
        if (m->table->columns[i].kind != COLUMN_TEXT ||
            !is_of(&m->concepts->column[i], before))
            continue;
        if (found != NO_COLUMN)
            return NO_COLUMN;
        found = i;
    }
    return found;
}

static void insert(struct query_spec *s, size_t at, struct str column)
{
    if (s->n_groups == SPEC_MAX_GROUPS)
        return;
    memmove(&s->groups[at + 1], &s->groups[at],
            (s->n_groups - at) * sizeof(*s->groups));
    s->groups[at] = (struct spec_group){.column = column};
    s->n_groups++;
    s->each += at < s->each;
}

/* Where a group is by one of the two, by both. */
static void complete_pair(struct query_spec *s, struct str first,
                          struct str last)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        const struct str group = s->groups[i].column;

        if (str_eq(group, first) && !spec_groups_by(s, last)) {
            insert(s, i + 1, last);
            return;
        }
        if (str_eq(group, last) && !spec_groups_by(s, first)) {
            insert(s, i, first);
            return;
        }
    }
}

void name_parts_complete(const struct meanings *m, struct query_spec *s)
{
    for (size_t i = 0; i < m->table->n_columns && s->n_groups; i++) {
        const size_t first = first_of(m, i);

        if (first != NO_COLUMN)
            complete_pair(s, m->table->columns[first].name,
                          m->table->columns[i].name);
    }
}
