#include "answer/rules_reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ARGS       4
#define FEW_ROWS   64   /* that are compared in any order */
#define MAX_WIDTH  16   /* columns that are compared */
#define SAME_SHARE 1e-6 /* of a number: it is the same */

/* What the first argument of the feature says. */
enum rules_part { PART_NOTHING, PART_SAME, PART_OTHER, PART_ALONE };

enum rules_state {
    STATE_ANSWERS,
    STATE_NO_ROWS,
    STATE_UNKNOWN, /* a word */
    STATE_EMPTY,   /* what is meant was never filled in */
    STATE_NO_TYPE, /* no column has the type that it takes */
    STATE_OTHER
};

static enum rules_state state_of(const struct rules_reading *rules)
{
    const struct ask_result *asked = rules->asked;

    if (asked->outcome == ASK_ANSWERABLE)
        return result_has_value(rules->rows) ? STATE_ANSWERS : STATE_NO_ROWS;
    return asked->is_empty     ? STATE_EMPTY
           : asked->lacks_type ? STATE_NO_TYPE
           : asked->is_unknown ? STATE_UNKNOWN
                               : STATE_OTHER;
}

bool rules_reading_answers(const struct rules_reading *rules)
{
    return state_of(rules) == STATE_ANSWERS;
}

uint32_t rules_reading_kind(const struct rules_reading *rules, bool is_rules,
                            bool is_alone)
{
    const uint32_t noted = rules->asked->n_notes > 0;

    return is_alone   ? 20 + noted
           : is_rules ? 10 + noted
                      : (uint32_t)state_of(rules);
}

static struct result_feature feature_of(const struct parse_weights *w,
                                        const uint32_t arg[ARGS])
{
    struct result_feature out = {0};

    (void)snprintf(out.name, sizeof(out.name), "rules:%u:%u:%u:%u", arg[0],
                   arg[1], arg[2], arg[3]);
    out.hash = parse_feature_hash(str_from(out.name));
    if (w)
        out.weight = parse_weights_of(w, out.hash);
    return out;
}

static bool is_same_cell(const struct json *a, const struct json *b)
{
    double x, y;

    if (a->type != b->type)
        return false;
    if (a->type != JSON_NUMBER)
        return str_eq(a->text, b->text);
    x = strtod(a->text.p, NULL);
    y = strtod(b->text.p, NULL);
    return fabs(x - y) <= SAME_SHARE * fmax(fabs(x), fabs(y));
}

/* Cell `at` of a row; NULL: it is shorter. */
static const struct json *cell_at(const struct json *row, size_t at)
{
    const struct json *cell = row->first;

    while (cell && at-- > 0)
        cell = cell->next;
    return cell;
}

/* Is the column the same, row by row? */
static bool is_same_in_order(const struct json *a, size_t i,
                             const struct json *b, size_t k)
{
    const struct json *y = b->first;

    for (const struct json *x = a->first; x; x = x->next, y = y->next) {
        const struct json *p = cell_at(x, i);
        const struct json *q = cell_at(y, k);

        if (!p || !q || !is_same_cell(p, q))
            return false;
    }
    return true;
}

/* Is it the same with its rows in another order? Of few rows. */
static bool is_same_set(const struct json *a, size_t i, const struct json *b,
                        size_t k)
{
    uint64_t used = 0;

    for (const struct json *x = a->first; x; x = x->next) {
        const struct json *p = cell_at(x, i);
        const struct json *y = b->first;
        size_t at = 0;

        for (; y; y = y->next, at++) {
            const struct json *q = cell_at(y, k);

            if (!(used >> at & 1) && p && q && is_same_cell(p, q))
                break;
        }
        if (!y)
            return false;
        used |= (uint64_t)1 << at;
    }
    return true;
}

bool rules_reading_same(const struct json *a, const struct json *b)
{
    if (!a || !b || a->count != b->count || a->count == 0)
        return false;
    if (a->first->count > b->first->count)
        return rules_reading_same(b, a);
    if (b->first->count > MAX_WIDTH)
        return false;
    for (size_t i = 0; i < a->first->count; i++) {
        size_t k = 0;

        while (k < b->first->count && !is_same_in_order(a, i, b, k) &&
               (a->count > FEW_ROWS || !is_same_set(a, i, b, k)))
            k++;
        if (k == b->first->count)
            return false;
    }
    return true;
}

bool rules_reading_gives(const struct rules_reading *rules,
                         const struct json *rows)
{
    return rules_reading_answers(rules) &&
           rules_reading_same(rules->rows, rows);
}

struct result_feature rules_reading_nothing(const struct parse_weights *w,
                                            const struct rules_reading *rules)
{
    const uint32_t arg[ARGS] = {PART_NOTHING, state_of(rules),
                                rules->asked->n_notes > 0,
                                rules->asked->n_candidates > 0};

    return feature_of(w, arg);
}

struct result_feature rules_reading_of(const struct parse_weights *w,
                                       const struct parse_candidate *c,
                                       const struct rules_reading *rules,
                                       bool is_rules)
{
    const uint32_t arg[ARGS] = {is_rules ? PART_SAME : PART_OTHER,
                                state_of(rules), c->form,
                                rules->asked->n_notes > 0};

    return feature_of(w, arg);
}

struct result_feature rules_reading_alone(const struct parse_weights *w,
                                          const struct rules_reading *rules)
{
    const struct query_spec *s = &rules->asked->spec;
    const uint32_t arg[ARGS] = {PART_ALONE, rules->asked->n_notes > 0,
                                s->step.kind        ? 3
                                : s->n_measures > 1 ? 2
                                                    : (uint32_t)s->n_measures,
                                s->n_filters > 2 ? 2 : (uint32_t)s->n_filters};

    return feature_of(w, arg);
}
