#include "ask/parse/said_columns.h"

static enum meant meant_by(const struct meaning *x)
{
    if ((x->kind != MEANING_COLUMN && x->kind != MEANING_SUPER) ||
        x->column == MEANING_NO_COLUMN)
        return MEANT_NOT;
    switch (x->level) {
    case LEVEL_WHOLE:
    case LEVEL_MOST: return MEANT_BY_NAME;
    case LEVEL_PART:
    case LEVEL_LITTLE:
    case LEVEL_SYNONYM: return MEANT_BY_PART;
    case LEVEL_CONCEPT:
    case LEVEL_VERB:
    case LEVEL_ASKED:
    case LEVEL_UNIT: return MEANT_BY_CONCEPT;
    default: return MEANT_FAINTLY;
    }
}

enum err said_columns_find(struct meanings *m, struct error *e)
{
    m->meant =
        arena_alloc_array(m->a, m->table->n_columns + 1, sizeof(*m->meant), e);
    if (!m->meant)
        return e->code;
    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];
        const uint8_t how = (uint8_t)meant_by(x);

        if (how && m->meant[x->column] < how)
            m->meant[x->column] = how;
    }
    return OK;
}
