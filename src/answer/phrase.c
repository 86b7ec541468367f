/*
 * A sentence that a person would say of the rows: "2,062 orders in 2024.". How each is
 * said is data (data/phrases); here is which is said of what. Each figure is a cell
 * of the result, written with thousands and its unit, so that it can be found again
 * in the rows (figures.c); what was measured and under which conditions stands beside
 * them: a wrong reading is seen.
 *
 * length: each kind of sentence fills in texts that one phraser puts together
 */
#include "answer/phrase.h"

#include "answer/phrase_change.h"
#include "answer/phrase_spec.h"
#include "answer/wording.h"

#define MAX_TEXT_BYTES ((size_t)64 << 10)

/* A longer cell is cut in the sentence; the rows have all of it. */
#define MAX_CELL_BYTES 120

/* One result while it is put into words. */
struct phraser {
    struct phrasing x;
    const struct json *rows;
    uint64_t total;
    struct arena *a;
    struct error *e;
    bool failed; /* `e` says why */
    struct buf b;
};

static void say(struct phraser *p, enum wording w, const struct str *fill,
                size_t n)
{
    wording_put(&p->b, p->x.language, w, fill, n);
}

/* What was put since `from` taken off again, as a text. */
static struct str take(struct phraser *p, size_t from)
{
    const struct str text = str_slice(buf_str(&p->b), from, p->b.n);
    struct str kept = {0};

    p->failed |= str_dup(text, p->a, &kept, p->e) != OK;
    p->b.n = from;
    return kept;
}

struct str phrase_cell_shown(struct str cell)
{
    size_t n = MAX_CELL_BYTES;

    if (cell.n <= MAX_CELL_BYTES)
        return cell;
    while (n && ((unsigned char)cell.p[n] & 0xC0) == 0x80)
        n--;
    return str_slice(cell, 0, n);
}

static void put_cell(struct phraser *p, const struct json *cell)
{
    struct str s = cell ? cell->text : (struct str){0};

    if (!cell || cell->type == JSON_NULL) {
        say(p, WORDING_NO_VALUE, NULL, 0);
        return;
    }
    if (cell->type == JSON_TRUE || cell->type == JSON_FALSE)
        s = str_from(cell->type == JSON_TRUE ? "true" : "false");
    buf_put_str(&p->b, phrase_cell_shown(s));
    if (s.n > MAX_CELL_BYTES)
        buf_puts(&p->b, "…");
}

static const struct json *cell_at(const struct json *row, size_t i)
{
    const struct json *cell = row ? row->first : NULL;

    while (cell && i-- > 0)
        cell = cell->next;
    return cell;
}

/* The cell of a measure: a number as people write it. */
static void put_figure(struct phraser *p, const struct spec_measure *m,
                       const struct json *cell)
{
    if (cell && cell->type == JSON_NUMBER)
        phrase_figure(&p->b, &p->x, m, cell->text);
    else
        put_cell(p, cell);
}

static struct str figure(struct phraser *p, size_t measure, size_t column)
{
    const size_t from = p->b.n;

    put_figure(p, &p->x.spec->measures[measure],
               cell_at(p->rows->first, column));
    return take(p, from);
}

static struct str number(struct phraser *p, uint64_t n)
{
    const size_t from = p->b.n;
    char text[32];

    (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
    phrase_number(&p->b, str_from(text), p->x.language);
    return take(p, from);
}

static struct str rows_called(struct phraser *p, uint64_t n)
{
    const size_t from = p->b.n;

    phrase_rows_called(&p->b, &p->x, n);
    return take(p, from);
}

static struct str conditions(struct phraser *p, enum phrase_filters which,
                             bool beside)
{
    const size_t from = p->b.n;

    phrase_conditions(&p->b, &p->x, which, beside);
    return take(p, from);
}

static struct str measures(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const size_t from = p->b.n;

    for (size_t i = 0; i < s->n_measures; i++) {
        if (i)
            say(p, i + 1 == s->n_measures ? WORDING_AND : WORDING_COMMA, NULL,
                0);
        phrase_measure(&p->b, &p->x, &s->measures[i]);
    }
    return take(p, from);
}

static struct str groups(struct phraser *p, size_t at, size_t to, bool many)
{
    const size_t from = p->b.n;

    for (size_t i = at; i < to; i++) {
        if (i > at)
            say(p, i + 1 == to ? WORDING_AND : WORDING_COMMA, NULL, 0);
        phrase_group(&p->b, &p->x, &p->x.spec->groups[i], many);
    }
    return take(p, from);
}

/* The groups' cells of a row: "Spain, Phones". */
static void put_keys(struct phraser *p, const struct json *row)
{
    for (size_t i = 0; i < p->x.spec->n_groups; i++) {
        buf_puts(&p->b, i ? ", " : "");
        put_cell(p, cell_at(row, i));
    }
}

/* The measures' cells, with the percentage of a share. */
static void put_figures(struct phraser *p, const struct json *row)
{
    const struct query_spec *s = p->x.spec;
    size_t at = s->n_groups;
    size_t i;

    for (i = 0; i < s->n_measures; i++) {
        buf_puts(&p->b, i ? "; " : "");
        put_figure(p, &s->measures[i], cell_at(row, at + i));
    }
    if (s->running) {
        buf_puts(&p->b, " → ");
        put_figure(p, &s->measures[0], cell_at(row, at + i));
    } else if (s->share) {
        buf_puts(&p->b, "; ");
        put_cell(p, cell_at(row, at + i));
        buf_puts(&p->b, " %");
    }
}

/* The first rows, "A (1), B (2)", and how many more there are. */
static struct str rows(struct phraser *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;
    struct str more;
    size_t n;

    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        if (n)
            say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        put_keys(p, row);
        if (!p->x.spec->n_measures)
            continue;
        say(p, WORDING_FIGURES_OPEN, NULL, 0);
        put_figures(p, row);
        say(p, WORDING_FIGURES_CLOSE, NULL, 0);
    }
    if (p->total > n) {
        more = number(p, p->total - n);
        say(p, WORDING_MORE, &more, 1);
    }
    return take(p, from);
}

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

/* "Top product of each city by total sales"; how many is seen. */
static void put_of_each(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = s->limit > 1;
    const struct str fill[] = {many ? number(p, s->limit) : STR(""),
                               groups(p, s->each, s->n_groups, many),
                               groups(p, 0, s->each, false), measures(p),
                               conditions(p, PHRASE_ALL, true)};

    if (s->descending)
        say(p, many ? WORDING_TOP_OF_EACH : WORDING_FIRST_OF_EACH, fill, 5);
    else
        say(p, many ? WORDING_BOTTOM_OF_EACH : WORDING_LAST_OF_EACH, fill, 5);
}

/* Which places are named. Of what was spent the lowest is the most. */
static enum wording ranking(const struct query_spec *s)
{
    const bool spent = is_spent(s);

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
static void put_heading(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = s->limit > 1;
    const struct str fill[] = {number(p, s->place ? s->place : p->rows->count),
                               groups(p, 0, s->n_groups, many), measures(p),
                               conditions(p, PHRASE_COMMON, true)};

    if (is_ranked(s) && s->each)
        put_of_each(p);
    else if (is_ranked(s))
        say(p, ranking(s), fill, 4);
    else
        say(p,
            s->running ? WORDING_RUNNING_BY
            : s->share ? WORDING_SHARE_BY
                       : WORDING_BY,
            fill, 4);
}

/* ---- one row ---- */

/* "A", "A and B", "A, B and C": who shares the first place. */
static struct str leaders(struct phraser *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;
    size_t n = p->rows->count;

    for (size_t i = 0; row && i < PHRASE_MAX_NAMED; i++, row = row->next) {
        if (i)
            say(p, i + 1 == n ? WORDING_AND : WORDING_COMMA, NULL, 0);
        put_keys(p, row);
    }
    buf_puts(&p->b, row ? ", …" : "");
    return take(p, from);
}

/* How it is said who leads: by many or few, late or early, high or low. */
static enum wording leading(const struct phraser *p,
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
                        : phrase_is_date(&p->x, m->column)      ? 1
                                                                : 2;

    return texts[kind][p->x.spec->descending][p->rows->count > 1];
}

/* What the leader has most of: "orders", "price", "total sales". */
static struct str led_by(struct phraser *p, const struct spec_measure *m)
{
    const bool best = m->agg == (p->x.spec->descending ? AGG_MAX : AGG_MIN);
    const size_t from = p->b.n;
    struct str name;

    if (m->agg == AGG_COUNT && m->column.n == 0) {
        phrase_rows_called(&p->b, &p->x, 2);
    } else if (best) {
        phrase_name(&p->b, m->column);
        name = take(p, from);
        say(p,
            phrase_is_date(&p->x, m->column) ? WORDING_PLAIN : WORDING_VALUE_OF,
            &name, 1);
    } else {
        phrase_measure(&p->b, &p->x, m);
    }
    return take(p, from);
}

/* "Scotland has the most orders: 4." */
static void put_leader(struct phraser *p)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    struct str fill[4] = {leaders(p), led_by(p, m),
                          conditions(p, PHRASE_ALL, true)};
    const size_t from = p->b.n;

    put_figures(p, p->rows->first);
    fill[3] = take(p, from);
    say(p, leading(p, m), fill, 4);
}

/* "Spain: 8.12 % of total sales (1,729,917.36 of 21,317,023.40)." */
static void put_part(struct phraser *p)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    size_t from = p->b.n;
    struct str fill[6];

    if (m->agg == AGG_COUNT && m->column.n == 0) {
        fill[0] = rows_called(p, 2);
        say(p, WORDING_WHOLE_ROWS, fill, 1);
    } else {
        phrase_measure(&p->b, &p->x, m);
    }
    fill[0] = take(p, from);
    put_cell(p, cell_at(p->rows->first, 2));
    fill[1] = take(p, from);
    fill[2] = conditions(p, PHRASE_COMMON, true);
    fill[3] = conditions(p, PHRASE_PART, false);
    fill[4] = figure(p, 0, 0);
    fill[5] = figure(p, 0, 1);
    say(p, WORDING_PART, fill, 6);
}

/* "Cancelled: percentage of orders by carrier: A 5.2 % (17 of 327)." */
static void put_parts(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const struct json *row = p->rows->first;
    const size_t at = s->n_groups;
    const struct str fill[] = {measures(p), groups(p, 0, s->n_groups, false),
                               conditions(p, PHRASE_COMMON, true),
                               conditions(p, PHRASE_PART, false)};
    size_t n;

    say(p,
        !s->limit       ? WORDING_PARTS
        : s->descending ? WORDING_PARTS_HIGHEST
                        : WORDING_PARTS_LOWEST,
        fill, 4);
    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        if (n)
            say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        put_keys(p, row);
        buf_puts(&p->b, " ");
        put_cell(p, cell_at(row, at + 2));
        buf_puts(&p->b, " % (");
        put_figure(p, &s->measures[0], cell_at(row, at));
        say(p, WORDING_OF_WHOLE, NULL, 0);
        put_figure(p, &s->measures[0], cell_at(row, at + 1));
        buf_puts(&p->b, ")");
    }
    buf_puts(&p->b, row ? "; …" : "");
    say(p, WORDING_STOP, NULL, 0);
}

/* How many of them: "2,062 orders in 2024." */
static void put_count(struct phraser *p, const struct spec_measure *m)
{
    const struct json *cell = cell_at(p->rows->first, 0);
    const size_t from = p->b.n;
    const bool one = cell && str_is(cell->text, "1");
    enum wording text = WORDING_COUNTED;
    struct str fill[3];

    if (m->column.n == 0)
        phrase_rows_called(&p->b, &p->x, one ? 1 : 2);
    else if (!phrase_things(&p->b, m->column, p->x.language)) {
        text = one ? WORDING_COUNTED_ONE : WORDING_COUNTED_DIFFERENT;
        if (one)
            phrase_name(&p->b, m->column);
        else
            phrase_names(&p->b, m->column, p->x.language);
    }
    fill[0] = take(p, from);
    put_figure(p, m, cell);
    fill[1] = take(p, from);
    fill[2] = conditions(p, PHRASE_ALL, true);
    say(p, text, fill, 3);
}

/* Measures without groups: one row. */
static void put_single(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[3] = {{0}, {0}, conditions(p, PHRASE_ALL, true)};
    size_t from;

    if (s->n_measures == 1 &&
        (s->measures[0].agg == AGG_DISTINCT ||
         (s->measures[0].agg == AGG_COUNT && s->measures[0].column.n == 0))) {
        put_count(p, &s->measures[0]);
        return;
    }
    for (size_t i = 0; i < s->n_measures; i++) {
        from = p->b.n;
        phrase_measure(&p->b, &p->x, &s->measures[i]);
        fill[0] = take(p, from);
        fill[1] = figure(p, i, i);
        if (i)
            fill[2] = STR("");
        if (i)
            say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        say(p, WORDING_SINGLE, fill, 3);
    }
    say(p, WORDING_STOP, NULL, 0);
}

/* ---- rows and lists ---- */

static void put_whole_rows(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[4] = {number(p, p->total), rows_called(p, p->total),
                          conditions(p, PHRASE_ALL, true)};
    const size_t from = p->b.n;

    if (s->order != ORDER_COLUMN) {
        say(p, WORDING_ROWS_WHOLE, fill, 3);
        return;
    }
    phrase_name(&p->b, s->order_column);
    fill[3] = take(p, from);
    say(p, s->descending ? WORDING_ROWS_HIGHEST : WORDING_ROWS_LOWEST, fill, 4);
}

/* "3 towns in 2024: Oslo; Rome; Lima.", "Town with units over 5: Rome." */
static void put_list(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const bool many = p->total > 1 && s->n_groups == 1;
    struct str fill[4] = {number(p, p->total), groups(p, 0, s->n_groups, many),
                          conditions(p, PHRASE_ALL, true)};

    fill[3] = rows(p);
    say(p,
        many           ? WORDING_LIST
        : p->total > 1 ? WORDING_LIST_OF_ROWS
                       : WORDING_LIST_OF_ONE,
        fill, 4);
}

static void put_grouped(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[2];
    size_t from = p->b.n;

    if (!s->n_measures) {
        put_list(p);
        return;
    }
    if (is_ranked(s) && s->limit == 1 && !s->each && !s->place &&
        !is_spent(s)) {
        put_leader(p);
        return;
    }
    put_heading(p);
    fill[0] = take(p, from);
    fill[1] = rows(p);
    say(p, WORDING_HEADED, fill, 2);
}

static void put_nothing(struct phraser *p)
{
    const struct str fill[] = {conditions(p, PHRASE_ALL, true),
                               rows_called(p, 2)};

    say(p, WORDING_NOTHING, fill, 2);
}

static void put_text(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;

    if (s->kind == SPEC_ROWS && p->total)
        put_whole_rows(p);
    else if (p->total == 0)
        put_nothing(p);
    else if (s->change.kind)
        phrase_change(&p->b, &p->x, p->rows, PHRASE_MAX_NAMED);
    else if (s->compare.kind)
        phrase_compared(&p->b, &p->x, p->rows->first);
    else if (s->share && spec_has_part(s) && s->n_groups)
        put_parts(p);
    else if (s->share && spec_has_part(s))
        put_part(p);
    else if (s->kind == SPEC_COUNTED)
        put_count(p, &(struct spec_measure){.agg = AGG_DISTINCT,
                                            .column = s->groups[0].column});
    else if (!s->n_groups)
        put_single(p);
    else
        put_grouped(p);
}

/* What was asked, without what came out. */
static void put_reading(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[3] = {measures(p), {0}, conditions(p, PHRASE_ALL, true)};
    const struct spec_measure counted = {.agg = AGG_DISTINCT,
                                         .column = s->groups[0].column};
    const size_t from = p->b.n;

    if (s->compare.kind)
        return;
    if (s->kind == SPEC_COUNTED) {
        phrase_measure(&p->b, &p->x, &counted);
        fill[0] = take(p, from);
    } else if (s->kind == SPEC_ROWS) {
        fill[0] = rows_called(p, 2);
    } else if (s->n_groups && !s->n_measures) {
        fill[0] = groups(p, 0, s->n_groups, true);
    } else if (s->n_groups) {
        put_heading(p);
        return;
    }
    say(p, WORDING_READING, fill, 3);
}

/* "no VAT no." ends the sentence by itself. */
static void drop_second_stop(struct buf *b)
{
    if (str_ends(buf_str(b), STR("..")) && !str_ends(buf_str(b), STR("...")))
        b->n--;
}

/* A sentence begins with a capital, unless that is a name of the data. */
static void capitalize(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const struct str first = p->rows->count && s->n_groups
                                 ? json_text(cell_at(p->rows->first, 0))
                                 : (struct str){0};
    struct buf *b = &p->b;

    if (b->n && b->p[0] >= 'a' && b->p[0] <= 'z' &&
        !(first.n && str_starts(buf_str(b), first)))
        b->p[0] = (char)(b->p[0] - 32);
}

static enum chart chart_of(const struct phraser *p)
{
    if (!p->x.spec->n_groups || !p->x.spec->n_measures || p->rows->count < 2 ||
        spec_has_part(p->x.spec))
        return CHART_NONE;
    if (p->x.spec->groups[0].grain != GRAIN_NONE ||
        p->x.spec->groups[p->x.spec->n_groups - 1].grain != GRAIN_NONE)
        return p->x.spec->order == ORDER_MEASURE ? CHART_RANKING : CHART_SERIES;
    return CHART_RANKING;
}

/* Do shares have groups below and above zero? */
static bool has_both_signs(const struct phraser *p)
{
    const struct json *row = p->x.spec->share ? p->rows->first : NULL;
    bool negative = false;
    bool positive = false;

    for (; row; row = row->next) {
        const struct json *cell = cell_at(row, p->x.spec->n_groups);

        if (!cell || cell->type != JSON_NUMBER)
            continue;
        negative |= json_double(cell) < 0;
        positive |= json_double(cell) > 0;
    }
    return negative && positive;
}

/* A note with up to two numbers. */
static enum err add_note(const struct phraser *p, enum wording text,
                         const uint64_t numbers[2], struct phrase *out)
{
    char written[2][32];
    struct str fill[2];
    struct buf b;
    enum err rc;

    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(written[i], sizeof(written[i]), "%llu",
                       (unsigned long long)numbers[i]);
        fill[i] = str_from(written[i]);
    }
    buf_init(&b, MAX_TEXT_BYTES);
    wording_put(&b, p->x.language, text, fill, 2);
    rc = buf_dup(&b, p->a, &out->notes[out->n_notes++], p->e);
    buf_release(&b);
    return rc;
}

static enum err add_notes(const struct phraser *p, uint64_t within,
                          struct phrase *out)
{
    const uint64_t places[2] = {within, p->x.spec->limit};
    const uint64_t shown[2] = {p->rows->count, p->total};
    enum err rc = OK;

    if (p->x.spec->limit && within > p->x.spec->limit)
        rc = add_note(p, WORDING_NOTE_TIE, places, out);
    if (!rc && has_both_signs(p))
        rc = add_note(p, WORDING_NOTE_SIGNS, places, out);
    if (!rc && p->total > p->rows->count)
        rc = add_note(p, WORDING_NOTE_CUT, shown, out);
    return rc;
}

static void restate(struct phrase *out, struct str text)
{
    if (text.n && out->n_restated < PHRASE_MAX_RESTATED)
        out->restated[out->n_restated++] = text;
}

static void restate_name(struct phraser *p, struct phrase *out,
                         struct str column)
{
    const size_t from = p->b.n;

    phrase_name(&p->b, column);
    restate(out, take(p, from));
}

/* What of a sentence says the question again: its numbers are no figures. */
static void put_restated(struct phraser *p, struct phrase *out)
{
    const struct query_spec *s = p->x.spec;

    restate(out, conditions(p, PHRASE_ALL, true));
    restate(out, conditions(p, PHRASE_COMMON, true));
    restate(out, conditions(p, PHRASE_PART, false));
    for (unsigned side = 1; side <= 2 && s->change.kind; side++) {
        const size_t from = p->b.n;

        phrase_side(&p->b, &p->x, side, s->change.kind != SPEC_CHANGE_GAP);
        restate(out, take(p, from));
    }
    for (size_t i = 0; i < s->n_measures; i++)
        restate_name(p, out, s->measures[i].column);
    for (size_t i = 0; i < s->n_groups; i++)
        restate_name(p, out, s->groups[i].column);
    restate_name(p, out, s->order_column);
    restate_name(p, out, s->compare.column);
}

enum err phrase_answer(const struct phrase_request *r, struct arena *a,
                       struct phrase *out, struct error *e)
{
    struct phraser p = {
        .x = {.spec = r->spec, .table = r->table, .language = r->language},
        .a = a,
        .e = e};
    const struct json *total = json_find(r->result, "total_row_count");
    enum err err;

    *out = (struct phrase){0};
    p.rows = json_find(r->result, "rows");
    if (!p.rows || p.rows->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED, "a result has no rows");
    p.total = p.rows->count;
    if (total &&
        json_read_u64(total, "total_row_count", UINT64_MAX, &p.total, e))
        return e->code;
    if (phrasing_init(&p.x, a, e))
        return e->code;
    buf_init(&p.b, MAX_TEXT_BYTES);
    put_text(&p);
    if (r->language != LANGUAGE_ZH)
        capitalize(&p);
    drop_second_stop(&p.b);
    out->chart = chart_of(&p);
    err = buf_dup(&p.b, a, &out->text, e);
    buf_reset(&p.b);
    put_restated(&p, out);
    put_reading(&p);
    if (!err)
        err = buf_dup(&p.b, a, &out->reading, e);
    buf_release(&p.b);
    if (err || p.failed)
        return e->code;
    return add_notes(&p, r->within, out);
}
