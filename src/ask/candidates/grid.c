#include "ask/candidates/grid.h"

#include "ask/candidates/grid_value.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

#define MOST 0.7 /* of the cells decide what a column is */

/* A grid that is being read. */
struct reader {
    struct grid *g;
    struct arena *a;
    uint32_t **slot; /* slot[column][n_slots]: a value, or GRID_NULL */
    uint32_t n_slots;
};

static enum err invalid(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the rows of a table are not as they should be");
}

static struct str text_of(const struct json *cell)
{
    if (cell->type == JSON_TRUE)
        return STR("true");
    return cell->type == JSON_FALSE ? STR("false") : cell->text;
}

static enum err new_value(struct reader *r, struct grid_column *c,
                          struct str text, struct error *e)
{
    struct grid_value *v = &c->value[c->n_values++];
    struct words words;

    v->text = text;
    if (lexemes_cut(r->g->words, text, WORDS_TEXT, &v->word, &words, e))
        return e->code;
    v->n_words = (uint32_t)words.n;
    v->number = grid_read_number(r->g->words, &words, v->word);
    v->day = grid_read_day(r->g->words, &words, v->word);
    return OK;
}

static enum err put_cell(struct reader *r, uint32_t column, uint32_t row,
                         const struct json *cell, struct error *e)
{
    struct grid_column *c = &r->g->column[column];
    uint32_t *slot = r->slot[column];
    struct str text = text_of(cell);
    uint64_t at = hash_bytes(str_bytes(text), text.n);

    c->cell[row] = GRID_NULL;
    if (cell->type == JSON_NULL || text.n == 0)
        return OK;
    while (slot[at & (r->n_slots - 1)] != GRID_NULL &&
           !str_eq(c->value[slot[at & (r->n_slots - 1)]].text, text))
        at++;
    if (slot[at & (r->n_slots - 1)] == GRID_NULL) {
        slot[at & (r->n_slots - 1)] = c->n_values;
        if (new_value(r, c, text, e))
            return e->code;
    }
    c->cell[row] = slot[at & (r->n_slots - 1)];
    c->value[c->cell[row]].rows++;
    return OK;
}

static enum err begin_column(struct reader *r, const struct json *name,
                             uint32_t i, struct error *e)
{
    struct grid_column *c = &r->g->column[i];
    struct words words;

    c->name = json_text(name);
    c->cell = arena_alloc_array(r->a, r->g->n_rows, sizeof(*c->cell), e);
    if (!c->cell)
        return e->code;
    c->value = arena_alloc_array(r->a, r->g->n_rows, sizeof(*c->value), e);
    if (!c->value)
        return e->code;
    r->slot[i] = arena_alloc_array(r->a, r->n_slots, sizeof(**r->slot), e);
    if (!r->slot[i])
        return e->code;
    memset(r->slot[i], 0xFF, r->n_slots * sizeof(**r->slot));
    if (lexemes_cut(r->g->words, c->name, WORDS_NAME, &c->word, &words, e))
        return e->code;
    c->n_words = (uint32_t)words.n;
    return OK;
}

/* A value that is one number, or one time, and nothing else. */
static bool is_only_number(const struct grid_value *v)
{
    return !isnan(v->number) && v->n_words == 1;
}

static void decide_kind(struct grid_column *c)
{
    double filled = 0, only = 0, numbers = 0, days = 0, years = 0;

    for (uint32_t i = 0; i < c->n_values; i++) {
        const struct grid_value *v = &c->value[i];

        filled += v->rows;
        only += is_only_number(v) ? v->rows : 0;
        numbers += isnan(v->number) ? 0 : v->rows;
        days += v->day ? v->rows : 0;
        years += grid_year(v->day) ? v->rows : 0;
    }
    filled = filled > 0 ? filled : 1;
    c->numbers = numbers / filled;
    c->years = years / filled;
    c->kind = days / filled > MOST      ? GRID_DATE
              : only / filled > MOST    ? GRID_NUMBER
              : numbers / filled > MOST ? GRID_MIXED
                                        : GRID_TEXT;
}

/* Cells without a key are skipped. */
static void decide_order(struct grid *g, uint32_t column)
{
    bool rises = false, falls = false;
    double before = NAN;

    for (uint32_t row = 0; row < g->n_rows; row++) {
        double k = grid_key(g, column, row);

        if (isnan(k))
            continue;
        rises |= k > before;
        falls |= k < before;
        before = k;
    }
    g->column[column].order = rises == falls ? 0 : rises ? 1 : -1;
}

static enum err read_rows(struct reader *r, const struct json *rows,
                          struct error *e)
{
    uint32_t row = 0;

    for (const struct json *j = rows->first; j; j = j->next, row++) {
        uint32_t column = 0;

        if (j->type != JSON_ARRAY || j->count != r->g->n_columns)
            return invalid(e);
        for (const struct json *cell = j->first; cell; cell = cell->next) {
            if (put_cell(r, column++, row, cell, e))
                return e->code;
        }
    }
    for (uint32_t i = 0; i < r->g->n_columns; i++) {
        decide_kind(&r->g->column[i]);
        decide_order(r->g, i);
    }
    return OK;
}

static enum err begin(struct reader *r, const struct json *columns,
                      const struct json *types, struct error *e)
{
    uint32_t i = 0;

    while (r->n_slots < 2 * r->g->n_rows)
        r->n_slots *= 2;
    r->g->column =
        arena_alloc_array(r->a, r->g->n_columns, sizeof(*r->g->column), e);
    if (!r->g->column)
        return e->code;
    r->slot = arena_alloc_array(r->a, r->g->n_columns, sizeof(*r->slot), e);
    if (!r->slot)
        return e->code;
    for (const struct json *j = columns->first; j; j = j->next) {
        if (begin_column(r, j, i++, e))
            return e->code;
    }
    i = 0;
    for (const struct json *j = types ? types->first : NULL;
         j && i < r->g->n_columns; j = j->next)
        r->g->column[i++].type = json_text(j);
    return OK;
}

enum err grid_read(const struct json *answer, struct arena *a, struct grid *out,
                   struct error *e)
{
    const struct json *columns = json_find(answer, "columns");
    const struct json *rows = json_find(answer, "rows");
    struct reader r = {.g = out, .a = a, .n_slots = 2};
    enum err rc;

    *out = (struct grid){0};
    if (!columns || !rows || columns->type != JSON_ARRAY ||
        rows->type != JSON_ARRAY)
        return invalid(e);
    if (rows->count > ROWS_MAX || columns->count > GRID_MAX_COLUMNS ||
        rows->count * columns->count > GRID_MAX_CELLS)
        return error_set(e, ERR_LIMIT, "the table is too large for a grid");
    out->n_columns = (uint32_t)columns->count;
    out->n_rows = (uint32_t)rows->count;
    out->words = lexemes_new(a, e);
    if (!out->words)
        return e->code;
    rc = begin(&r, columns, json_find(answer, "column_types"), e);
    if (!rc)
        rc = read_rows(&r, rows, e);
    if (rc)
        grid_release(out);
    return rc;
}

void grid_release(struct grid *g)
{
    lexemes_free(g->words);
    g->words = NULL;
}

const struct grid_value *grid_at(const struct grid *g, uint32_t column,
                                 uint32_t row)
{
    const struct grid_column *c = &g->column[column];

    return c->cell[row] == GRID_NULL ? NULL : &c->value[c->cell[row]];
}

double grid_key(const struct grid *g, uint32_t column, uint32_t row)
{
    const struct grid_value *v = grid_at(g, column, row);

    if (!v)
        return NAN;
    if (g->column[column].kind == GRID_DATE)
        return v->day ? (double)v->day : (double)NAN;
    return v->number;
}

bool grid_has_order(const struct grid_column *c)
{
    return c->kind != GRID_TEXT;
}

int32_t grid_year(int32_t day)
{
    return day / 10000;
}
