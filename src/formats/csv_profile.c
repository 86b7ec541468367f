#include "formats/csv_profile.h"

#include <math.h>
#include <string.h>

#define FORM_RUNS     8u
#define MIN_DEVIATION 0.3
#define MAX_DEVIATION 3.0
#define TYPED_ROWS    2u

enum err csv_profile_begin(struct csv_profile *p, size_t columns,
                           struct arena *a, struct error *e)
{
    p->columns = columns;
    p->column = arena_alloc_array(a, columns, sizeof(*p->column), e);
    if (!p->column)
        return e->code;
    memset(p->column, 0, columns * sizeof(*p->column));
    return OK;
}

static char class_of(char c)
{
    if (c >= '0' && c <= '9')
        return '9';
    if (c >= 'A' && c <= 'Z')
        return 'A';
    if ((c >= 'a' && c <= 'z') || c < 0)
        return 'a';
    return c;
}

/* The first runs of digits, capitals, small letters and signs: "A-9". */
static uint32_t form_of(struct str s)
{
    uint32_t hash = 2166136261u;
    unsigned runs = 0;
    char last = '\0';

    for (size_t i = 0; i < s.n && runs < FORM_RUNS; i++) {
        char class = class_of(s.p[i]);

        if (class == last)
            continue;
        hash = (hash ^ (unsigned char)class) * 16777619u;
        last = class;
        runs++;
    }
    return hash | 1; /* 0 is no form */
}

static struct str trimmed(const struct csv_cell *cell)
{
    return cell_trim((struct str){cell->p, cell->n});
}

static void add_form(struct csv_column_profile *c, uint32_t form)
{
    for (size_t i = 0; i < CSV_PROFILE_FORMS; i++) {
        if (c->form[i] && c->form[i] != form)
            continue;
        c->form[i] = form;
        c->form_rows[i]++;
        return;
    }
}

void csv_profile_add(struct csv_profile *p, const struct csv_cell *cells)
{
    for (size_t i = 0; i < p->columns; i++) {
        struct csv_column_profile *c = &p->column[i];
        struct str s = trimmed(&cells[i]);
        struct cell_shape shape;
        double length;

        c->rows++;
        if (s.n == 0)
            continue;
        cell_look(s, &shape);
        length = log((double)s.n + 1);
        c->filled++;
        c->family[shape.family]++;
        c->log_length += length;
        c->log_length_square += length * length;
        add_form(c, form_of(s));
    }
}

static double surprise(double times, double of)
{
    return -log((times + 0.4) / (of + 0.8));
}

static double length_cost(const struct csv_column_profile *c, size_t n)
{
    double mean = c->log_length / (double)c->filled;
    double square = c->log_length_square / (double)c->filled - mean * mean;
    double deviation = square > 0 ? sqrt(square) : 0;
    double off;

    deviation = deviation > MIN_DEVIATION ? deviation : MIN_DEVIATION;
    off = fabs(log((double)n + 1) - mean) / deviation;
    off = off < MAX_DEVIATION ? off : MAX_DEVIATION;
    return off * off / 2;
}

static double form_cost(const struct csv_column_profile *c, uint32_t form)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < CSV_PROFILE_FORMS; i++)
        seen += c->form[i] == form ? c->form_rows[i] : 0;
    return surprise(seen, c->filled) / 2;
}

double csv_profile_cost(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell)
{
    const struct csv_column_profile *c = &p->column[column];
    struct str s = trimmed(cell);
    struct cell_shape shape;
    double cost;

    if (s.n == 0)
        return surprise(c->rows - c->filled, c->rows);
    cost = surprise(c->filled, c->rows);
    if (c->filled == 0)
        return cost;
    cell_look(s, &shape);
    cost += surprise(c->family[shape.family], c->filled);
    if (shape.family == CELL_TEXT)
        cost += length_cost(c, s.n) + form_cost(c, form_of(s));
    return cost;
}

bool csv_profile_spoils(const struct csv_profile *p, size_t column,
                        const struct csv_cell *cell)
{
    const struct csv_column_profile *c = &p->column[column];
    struct str s = trimmed(cell);
    struct cell_shape shape;

    if (s.n == 0 || c->filled < TYPED_ROWS || c->family[CELL_TEXT])
        return false;
    cell_look(s, &shape);
    return shape.family != CELL_NULL_WORD && c->family[shape.family] == 0;
}
