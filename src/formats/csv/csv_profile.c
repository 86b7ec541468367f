#include "formats/csv/csv_profile.h"

#include <string.h>

#define TYPED_ROWS 2u
#define EMPTY_ROWS 5u

enum err csv_profile_begin(struct csv_profile *p, size_t columns,
                           struct arena *a, struct error *e)
{
    p->columns = columns;
    p->rows = 0;
    p->column = arena_alloc_array(a, columns, sizeof(*p->column), e);
    if (!p->column)
        return e->code;
    memset(p->column, 0, columns * sizeof(*p->column));
    return OK;
}

static struct str trimmed(const struct csv_cell *cell)
{
    return cell_trim((struct str){cell->p, cell->n});
}

void csv_profile_add(struct csv_profile *p, const struct csv_cell *cells,
                     size_t n)
{
    p->rows++;
    for (size_t i = 0; i < n; i++) {
        struct csv_column_profile *c = &p->column[i];
        struct str s = trimmed(&cells[i]);
        struct cell_shape shape;

        if (s.n == 0)
            continue;
        cell_look(s, &shape);
        c->filled++;
        c->family[shape.family]++;
    }
}

bool csv_profile_is_typed(const struct csv_profile *p, size_t column)
{
    const struct csv_column_profile *c = &p->column[column];

    return c->filled >= TYPED_ROWS && c->family[CELL_TEXT] == 0;
}

bool csv_profile_is_empty(const struct csv_profile *p, size_t column)
{
    return p->rows >= EMPTY_ROWS && p->column[column].filled == 0;
}

bool csv_profile_spoils(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell)
{
    struct str s = trimmed(cell);
    struct cell_shape shape;

    if (s.n == 0 || !csv_profile_is_typed(p, column))
        return false;
    cell_look(s, &shape);
    return shape.family != CELL_NULL_WORD &&
           p->column[column].family[shape.family] == 0;
}
