/*
 * meaning_computed.c - what a table has no column of and two or more of its columns make
 * (data/lexicon/README.md, `made=`): profit of revenue and cost, the open rate of opens
 * and e-mails sent.
 */
#include "ask/parse/meaning_computed.h"

#include "ask/lexicon/lex_computed.h"
#include "ask/parse/table_defaults.h"

#include <stdio.h>

#define WHOLE          0.95 /* the concept is all of the name, and not its head */
#define EXACT          0.2 /* it is of the concept, and not of a narrower one */
#define MINUTE_SECONDS 60
#define LESS           0.9  /* of money that is no figure of its rows */
#define OWN            0.01 /* of the table whose rows are asked */

/* Is it averaged where the concept adds up: a price, and no revenue? */
static bool is_mean_of_sum(const struct meanings *m, size_t column,
                           uint16_t concept_id)
{
    return m->aggregate[column] == LEX_MEAN &&
           lex_concept(m->concepts->lex, concept_id).aggregate == LEX_SUM;
}

static double fitness(const struct meanings *m, size_t column,
                      uint16_t concept_id)
{
    const double exact = concepts_strength(m->concepts, column, concept_id);
    const double within =
        concepts_strength_within(m->concepts, column, concept_id);
    const double own = meanings_is_own(m, column) ? OWN : 0;

    const double part = table_defaults_is_minor(m, column) ||
                                is_mean_of_sum(m, column, concept_id)
                            ? LESS
                            : 1;

    if (m->table->columns[column].empty || within < CONCEPT_STRONG)
        return 0;
    return own + (exact >= WHOLE ? exact + EXACT : part * within);
}

/* Is it a time of day alone, and not how long something took, as 01:30:00? */
static bool is_clock(const struct meanings *m, size_t column)
{
    const struct schema_column *c = &m->table->columns[column];
    const struct lex_column *of = &m->concepts->column[column];

    return c->clock && c->kind != COLUMN_DATE && !c->empty &&
           !(of->n &&
             lex_concept(m->concepts->lex, of->found[0].concept_id).kind ==
                 LEX_DURATION);
}

/* The only two times of day of a table are where its rows begin and end. */
static uint16_t only_clock(const struct meanings *m, size_t place)
{
    uint16_t found = MEANING_NO_COLUMN;
    size_t n = 0;

    for (size_t i = 0; i < m->table->n_columns; i++)
        if (is_clock(m, i) && meanings_is_own(m, i) && n++ == place)
            found = (uint16_t)i;
    return n == 2 ? found : MEANING_NO_COLUMN;
}

/* The column that is most surely of a concept and is no other part; the first of such. */
static uint16_t column_of(const struct meanings *m, uint16_t concept_id,
                          const struct computed_measure *computed)
{
    uint16_t best = MEANING_NO_COLUMN;
    double most = 0;

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const double fit = fitness(m, i, concept_id);
        bool taken = false;

        for (size_t k = 0; k < computed->n; k++)
            taken = taken || computed->column[k] == i;
        if (taken || fit <= most)
            continue;
        best = (uint16_t)i;
        most = fit;
    }
    return best;
}

/* A time of day of the concept; where the table has two, the one in its place. */
static uint16_t clock_of(const struct meanings *m, uint16_t concept_id,
                         size_t place, const struct computed_measure *computed)
{
    const uint16_t only = only_clock(m, place);
    uint16_t best = MEANING_NO_COLUMN;
    double most = 0;

    for (size_t i = 0; i < m->table->n_columns && only == MEANING_NO_COLUMN;
         i++) {
        const double fit = is_clock(m, i) ? fitness(m, i, concept_id) : 0;

        if (fit <= most || (computed->n && computed->column[0] == i))
            continue;
        best = (uint16_t)i;
        most = fit;
    }
    return only != MEANING_NO_COLUMN ? only : best;
}

/* Its place among the parts that are there; the same concept is the same column. */
static size_t part_of(const struct meanings *m, const struct lex_computed *from,
                      size_t at, struct computed_measure *computed)
{
    for (size_t k = 0; k < at; k++)
        if (from->of[k] == from->of[at])
            return computed->part[k];
    computed->column[computed->n] = column_of(m, from->of[at], computed);
    return computed->n;
}

static bool is_number(const struct meanings *m, uint16_t column)
{
    return nature_is_measure(m->nature[column]) &&
           m->table->columns[column].kind == COLUMN_NUMBER;
}

/* Are things of a concept counted, and not added up: orders by their numbers? */
static bool is_counted(const struct meanings *m, uint16_t concept_id)
{
    const enum lex_kind kind = lex_concept(m->concepts->lex, concept_id).kind;

    return kind < LEX_MONEY || kind == LEX_CODE_KIND;
}

/* Are they asked for in minutes? */
static bool asks_minutes(const struct words *w)
{
    bool found = false;

    for (size_t i = 0; i < w->n && !found; i++) {
        struct unit unit;

        found = unit_find(w, i, &unit) && unit.of_time &&
                unit.factor == MINUTE_SECONDS &&
                !(i && w->word[i - 1].kind == WORD_NUMBER);
    }
    return found;
}

/* "sum(A-B)/sum(A)"; what has codes or names is counted: "sum(A)/distinct(B)". */
static void write_pattern(const struct meanings *m,
                          const struct lex_computed *from,
                          struct computed_measure *computed)
{
    static const char signs[] = {[LEX_LESS] = '-', [LEX_TIMES] = '*'};
    char *at = computed->above;

    if (from->op[from->n - 1] == LEX_UNTIL) {
        computed->of_clocks = true;
        (void)snprintf(computed->above, sizeof(computed->above),
                       "clock_%s(A,B)",
                       asks_minutes(m->words) ? "minutes" : "hours");
        return;
    }
    for (size_t i = 0; i < from->n; i++) {
        if (from->op[i] >= LEX_OVER) {
            *at = '\0';
            at = computed->below;
            computed->counts = is_counted(m, from->of[i]);
            computed->is_percent = from->op[i] == LEX_PERCENT;
        } else if (i) {
            *at++ = signs[from->op[i]];
        }
        *at++ = (char)('A' + (int)computed->part[i]);
    }
    *at = '\0';
}

/* The columns of a formula; false: the table lacks some, or they are no numbers. */
static bool find_parts(const struct meanings *m,
                       const struct lex_computed *from,
                       struct computed_measure *computed)
{
    for (size_t i = 0; i < from->n; i++) {
        const size_t part = part_of(m, from, i, computed);
        const bool until = from->op[from->n - 1] == LEX_UNTIL;
        const uint16_t column = until ? clock_of(m, from->of[i], i, computed)
                                      : computed->column[part];
        const bool counted = from->op[i] >= LEX_OVER && i + 1 == from->n &&
                             is_counted(m, from->of[i]);

        if (column == MEANING_NO_COLUMN ||
            (!until && !counted && !is_number(m, column)))
            return false;
        computed->column[part] = column;
        computed->part[i] = (uint8_t)part;
        computed->n += part == computed->n;
    }
    return true;
}

/* Is a concept a column of the table? Durations are numbers: a start time is none. */
static bool is_column(const struct meanings *m, uint16_t concept_id)
{
    const bool lasts =
        lex_concept(m->concepts->lex, concept_id).kind == LEX_DURATION;

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];

        if (!c->empty && (!lasts || c->kind == COLUMN_NUMBER) &&
            concepts_strength(m->concepts, i, concept_id) >= CONCEPT_STRONG)
            return true;
    }
    return false;
}

void meanings_by_making(struct meanings *m, const struct meaning *like,
                        uint16_t concept_id)
{
    const struct lex_concept c = lex_concept(m->concepts->lex, concept_id);
    struct lex_computed list[LEX_COMPUTED_MAX];
    const size_t n = is_column(m, concept_id)
                         ? 0
                         : lex_computed(m->concepts->lex, concept_id, list,
                                        LEX_COMPUTED_MAX);
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        struct computed_measure computed = {.aggregate = (uint8_t)c.aggregate};
        struct meaning x = *like;
        struct computed_measure *kept;
        struct error ignored;

        if (!find_parts(m, &list[i], &computed))
            continue;
        write_pattern(m, &list[i], &computed);
        kept = arena_alloc(m->a, sizeof(*kept), &ignored);
        if (!kept) /* what follows finds it full as well */
            return;
        *kept = computed;
        x.kind = MEANING_COMPUTED;
        x.column = computed.column[0];
        x.computed = kept;
        x.fine = (uint8_t)(found < 3 ? found : 3);
        found++;
        meanings_add(m, &x);
    }
}
