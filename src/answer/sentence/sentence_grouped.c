#include "answer/sentence/sentence_parts.h"

/* Are only negative numbers measured: what was spent? */
static bool is_spent(const struct query_spec *s)
{
    size_t i;

    for (i = 0; s->n_measures && i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_LT && f->n == 1 && str_is(f->values[0], "0") &&
            str_eq(f->column, s->measures[0].column))
            return true;
    }
    return false;
}

static bool is_ranked(const struct query_spec *s)
{
    return s->order == ORDER_MEASURE && s->limit && s->n_measures;
}

/* Is the measure the end that is asked for: the lowest price, of what costs least? */
static bool is_own_end(const struct query_spec *s, const struct spec_measure *m)
{
    return m->agg == (s->descending ? AGG_MAX : AGG_MIN);
}

/* Of what it is the end: "price". */
static struct str end_of(struct sentence_parts *p, const struct spec_measure *m)
{
    const size_t from = p->b.n;
    struct str name = parts_name(p, m->column);

    parts_say(p,
              sentence_is_date(&p->x, m->column)
                  ? WORDING_PLAIN
                  : sentence_value_of(name, p->x.language),
              &name, 1);
    return parts_take(p, from);
}

/* What the first one has most of: "price", "total sales". */
static struct str first_by(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;

    return s->n_measures == 1 && is_own_end(s, &s->measures[0])
               ? end_of(p, &s->measures[0])
               : parts_measures(p, true);
}

/* "Top product of each city by total sales"; how many is seen. */
static void put_of_each(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = s->limit > 1;
    const struct str fill[] = {many ? parts_number(p, s->limit) : STR(""),
                               parts_groups(p, s->each, s->n_groups, many),
                               parts_groups(p, 0, s->each, false),
                               many ? parts_measures(p, false) : first_by(p),
                               parts_conditions(p, SENTENCE_ALL, true)};

    if (s->descending)
        parts_say_count(p, many ? WORDING_TOP_OF_EACH : WORDING_FIRST_OF_EACH,
                        fill, 5);
    else
        parts_say_count(p, many ? WORDING_BOTTOM_OF_EACH : WORDING_LAST_OF_EACH,
                        fill, 5);
}

/* "Total sales and percentage within each category by product" */
static void put_share_of_each(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct str fill[] = {parts_measures(p, false),
                               parts_groups(p, s->each, s->n_groups, false),
                               parts_groups(p, 0, s->each, false),
                               parts_conditions(p, SENTENCE_COMMON, true)};

    parts_say(p, WORDING_SHARE_OF_EACH, fill, 4);
}

/* Are some asked for by the end of a date: the five latest orders? */
static bool is_by_date(const struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;

    return is_ranked(s) && s->limit > 1 && s->n_measures == 1 &&
           is_own_end(s, &s->measures[0]) &&
           sentence_is_date(&p->x, s->measures[0].column);
}

/* Which places are named. Of what was spent the lowest is the most. */
static enum wording ranking(const struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const bool spent = is_spent(s);

    if (is_by_date(p))
        return s->descending ? WORDING_LATEST_OF : WORDING_EARLIEST_OF;
    if (s->limit > 1 && spent)
        return s->descending ? WORDING_BOTTOM_SPENT : WORDING_TOP_SPENT;
    if (s->limit > 1)
        return s->descending ? WORDING_TOP : WORDING_BOTTOM;
    if (spent)
        return s->descending ? WORDING_LEAST_SPENT : WORDING_MOST_SPENT;
    if (s->place)
        return WORDING_PLACE_OF;
    return s->descending ? WORDING_HIGHEST_BY : WORDING_LOWEST_BY;
}

/* "Top 3 customers by total sales", "total sales by country" */
void sentence_heading(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = s->limit > 1;
    const struct str fill[] = {
        parts_number(p, s->place ? s->place : p->rows->count),
        parts_groups(p, 0, s->n_groups, many),
        (is_ranked(s) && !many && !s->each) || is_by_date(p)
            ? first_by(p)
            : parts_measures(p, false),
        parts_conditions(p, SENTENCE_COMMON, true),
        s->placed ? parts_conditions(p, SENTENCE_PART, false) : STR("")};

    if (is_ranked(s) && s->each)
        put_of_each(p);
    else if (s->share && s->each)
        put_share_of_each(p);
    else if (is_ranked(s))
        parts_say_count(p, ranking(p), fill, 4);
    else
        parts_say(p,
                  s->running  ? WORDING_RUNNING_BY
                  : s->share  ? WORDING_SHARE_BY
                  : s->placed ? WORDING_PLACE_OF_GROUP
                              : WORDING_BY,
                  fill, 5);
}

/* ---- one row ---- */

/* "A", "A and B", "A, B and C": who shares the first place. */
static struct str leaders(struct sentence_parts *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;
    size_t n = p->rows->count;

    for (size_t i = 0; row && i < SENTENCE_MAX_NAMED; i++, row = row->next) {
        if (i)
            parts_say(p, i + 1 == n ? WORDING_AND : WORDING_COMMA, NULL, 0);
        parts_put_keys(p, row);
    }
    buf_puts(&p->b, row ? ", …" : "");
    return parts_take(p, from);
}

/* How it is said who leads: by many or few, late or early, high or low. */
static enum wording leading(const struct sentence_parts *p,
                            const struct spec_measure *m)
{
    static const enum wording texts[][2][2] = {
        {{WORDING_HAS_FEWEST, WORDING_HAVE_FEWEST},
         {WORDING_HAS_MOST, WORDING_HAVE_MOST}},
        {{WORDING_HAS_EARLIEST, WORDING_HAVE_EARLIEST},
         {WORDING_HAS_LATEST, WORDING_HAVE_LATEST}},
        {{WORDING_HAS_LOWEST, WORDING_HAVE_LOWEST},
         {WORDING_HAS_HIGHEST, WORDING_HAVE_HIGHEST}}};
    const size_t kind = m->agg == AGG_COUNT && m->column.n == 0 ? 0
                        : sentence_is_date(&p->x, m->column)    ? 1
                                                                : 2;

    return texts[kind][p->x.spec->descending][p->rows->count > 1];
}

/* What the leader has most of: "orders", "price", "total sales". */
static struct str led_by(struct sentence_parts *p, const struct spec_measure *m)
{
    const size_t from = p->b.n;

    if (is_own_end(p->x.spec, m))
        return end_of(p, m);
    if (m->agg == AGG_COUNT && m->column.n == 0)
        sentence_rows_called(&p->b, &p->x, 2);
    else
        sentence_measure_value(&p->b, &p->x, m);
    return parts_take(p, from);
}

/* "Lunes", where a sentence begins with it; values are as they are written. */
static void begin_large(struct buf *b, size_t at)
{
    if (at < b->n && b->p[at] >= 'a' && b->p[at] <= 'z')
        b->p[at] = (char)(b->p[at] - 'a' + 'A');
}

/* "Scotland has the most orders: 4." */
static void put_leader(struct sentence_parts *p)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    struct str fill[4] = {leaders(p), led_by(p, m),
                          parts_conditions(p, SENTENCE_ALL, true)};
    const size_t from = p->b.n;

    parts_put_figures(p, p->rows->first);
    fill[3] = parts_take(p, from);
    parts_say(p, leading(p, m), fill, 4);
    if (p->x.spec->n_groups && p->x.spec->groups[0].grain != GRAIN_NONE)
        begin_large(&p->b, from);
}

/* "3 towns in 2024: Oslo; Rome; Lima.", "Town with units over 5: Rome." */
static void put_list(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = p->total > 1 && s->n_groups == 1;
    struct str fill[4] = {parts_number(p, p->total),
                          parts_groups(p, 0, s->n_groups, many),
                          parts_conditions(p, SENTENCE_ALL, true)};

    fill[3] = parts_rows(p);
    parts_say_count(p,
                    many           ? WORDING_LIST
                    : p->total > 1 ? WORDING_LIST_OF_ROWS
                                   : WORDING_LIST_OF_ONE,
                    fill, 4);
}

/* The number of a column of the row, as people write it. */
static struct str number_at(struct sentence_parts *p, const struct json *row,
                            size_t column)
{
    const size_t from = p->b.n;

    parts_put_number(p, parts_cell_at(row, column));
    return parts_take(p, from);
}

/* "Spain is number 2 of 5 by total sales: 1,204." */
static void put_places(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct json *row = p->rows->first;
    const size_t at = s->n_groups + s->n_measures;
    struct str fill[6] = {[3] = parts_measures(p, false),
                          [4] = parts_conditions(p, SENTENCE_COMMON, true)};

    for (size_t n = 0; row && n < SENTENCE_MAX_NAMED; n++, row = row->next) {
        const size_t from = p->b.n;

        parts_put_keys(p, row);
        fill[0] = parts_take(p, from);
        fill[1] = number_at(p, row, at);
        fill[2] = number_at(p, row, at + 1);
        parts_put_figures(p, row);
        fill[5] = parts_take(p, from);
        if (n)
            parts_say(p, WORDING_SPACE, NULL, 0);
        parts_say(p, s->descending ? WORDING_PLACED : WORDING_PLACED_LOWEST,
                  fill, 6);
    }
}

void sentence_grouped(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[2];
    size_t from = p->b.n;

    if (!s->n_measures) {
        put_list(p);
        return;
    }
    if (s->placed) {
        put_places(p);
        return;
    }
    if (is_ranked(s) && s->limit == 1 && !s->each && !s->place &&
        !is_spent(s)) {
        put_leader(p);
        return;
    }
    sentence_heading(p);
    fill[0] = parts_take(p, from);
    fill[1] = parts_rows(p);
    parts_say(p, WORDING_HEADED, fill, 2);
}
