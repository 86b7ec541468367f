/*
 * A sentence that a person would say of the rows: "2,062 orders in 2024.". How
 * each is said is data (data/answer_wording); here is which is said of what.
 * Each figure is a cell of the result, written with thousands and its unit, so
 * that it can be found again in the rows (figure_sources.c); what was measured
 * and under which conditions is beside them: a wrong reading is seen.
 */
#include "answer/sentence/sentence.h"

#include "answer/sentence/sentence_dates.h"
#include "answer/sentence/sentence_parts.h"
#include "ask/vocabulary/term_lists.h"

#define MAX_TEXT_BYTES ((size_t)64 << 10)
#define NUMBER_BYTES   32

static void put_nothing(struct sentence_parts *p)
{
    const struct str fill[] = {parts_conditions(p, SENTENCE_ALL, true),
                               parts_rows_called(p, 2)};

    parts_say(p, WORDING_NOTHING, fill, 2);
}

static void put_text(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;

    if (s->kind == SPEC_ROWS && p->total)
        sentence_whole_rows(p);
    else if (p->total == 0)
        put_nothing(p);
    else if (s->change.kind)
        sentence_change(p);
    else if (s->compare.kind)
        sentence_compared(p);
    else if (s->share && spec_has_part(s) && s->n_groups)
        sentence_parts(p);
    else if (s->share && spec_has_part(s))
        sentence_part(p);
    else if (s->kind == SPEC_COUNTED)
        sentence_counted(p,
                         &(struct spec_measure){.agg = AGG_DISTINCT,
                                                .column = s->groups[0].column});
    else if (!s->n_groups)
        sentence_single(p);
    else
        sentence_grouped(p);
}

/* What was asked, without what came out. */
static void put_reading(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[3] = {
        parts_measures(p, false), {0}, parts_conditions(p, SENTENCE_ALL, true)};
    const struct spec_measure counted = {.agg = AGG_DISTINCT,
                                         .column = s->groups[0].column};
    const size_t from = p->b.n;

    if (s->compare.kind)
        return;
    if (s->kind == SPEC_COUNTED) {
        sentence_measure(&p->b, &p->x, &counted);
        fill[0] = parts_take(p, from);
    } else if (s->kind == SPEC_ROWS) {
        fill[0] = parts_rows_called(p, 2);
    } else if (s->n_groups && !s->n_measures) {
        fill[0] = parts_groups(p, 0, s->n_groups, true);
    } else if (s->n_groups) {
        sentence_heading(p);
        return;
    }
    parts_say(p, WORDING_READING, fill, 3);
}

/* "no VAT no." ends the sentence by itself. */
static void drop_second_stop(struct buf *b)
{
    if (str_ends(buf_str(b), STR("..")) && !str_ends(buf_str(b), STR("...")))
        b->n--;
}

/* A sentence begins with a capital, unless that is a name of the data. */
static void capitalize(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct str first = p->rows->count && s->n_groups
                                 ? json_text(parts_cell_at(p->rows->first, 0))
                                 : (struct str){0};
    struct buf *b = &p->b;

    if (b->n && b->p[0] >= 'a' && b->p[0] <= 'z' &&
        !(first.n && str_starts(buf_str(b), first)))
        b->p[0] = (char)(b->p[0] - 32);
}

static enum chart chart_of(const struct sentence_parts *p)
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
static bool has_both_signs(const struct sentence_parts *p)
{
    const struct json *row = p->x.spec->share ? p->rows->first : NULL;
    bool negative = false;
    bool positive = false;

    for (; row; row = row->next) {
        const struct json *cell = parts_cell_at(row, p->x.spec->n_groups);

        if (!cell || cell->type != JSON_NUMBER)
            continue;
        negative |= json_double(cell) < 0;
        positive |= json_double(cell) > 0;
    }
    return negative && positive;
}

static enum err put_note(const struct sentence_parts *p, enum wording text,
                         const struct str fill[2], struct sentence *out)
{
    struct buf b;
    enum err rc;

    if (out->n_notes == SENTENCE_MAX_NOTES)
        return OK;
    buf_init(&b, MAX_TEXT_BYTES);
    wording_put(&b, p->x.language, text, fill, 2);
    rc = buf_dup(&b, p->a, &out->notes[out->n_notes++], p->e);
    buf_release(&b);
    return rc;
}

static struct str written(char *text, size_t n, uint64_t number)
{
    (void)snprintf(text, n, "%llu", (unsigned long long)number);
    return str_from(text);
}

/* A note with up to two numbers. */
static enum err add_note(const struct sentence_parts *p, enum wording text,
                         const uint64_t numbers[2], struct sentence *out)
{
    char digits[2][NUMBER_BYTES];
    const struct str fill[2] = {written(digits[0], NUMBER_BYTES, numbers[0]),
                                written(digits[1], NUMBER_BYTES, numbers[1])};

    return put_note(p, text, fill, out);
}

/* Is a cell one of those that say no? */
static enum err is_no(const struct sentence_parts *p, struct str value,
                      bool *out)
{
    struct words w;

    if (words_cut(value, WORDS_TEXT, p->a, &w, p->e))
        return p->e->code;
    *out = w.n == 1 && term_list_has(&words_bind_value_no, w.word[0].fold);
    return OK;
}

/* Does a condition say that it is not so, by what cells say? */
static enum err says_no(const struct sentence_parts *p,
                        const struct spec_filter *f, bool *out)
{
    *out = false;
    if ((f->op != FILTER_EQ && f->op != FILTER_IN) || !f->n ||
        (f->literal != LITERAL_TEXT && f->literal != LITERAL_BOOL))
        return OK;
    return is_no(p, f->values[0], out);
}

/* Rows that say neither yes nor no where those that say no are asked for. */
static enum err add_blanks(struct sentence_parts *p, struct sentence *out)
{
    const struct schema_table *t = p->x.table;

    for (size_t i = 0; t && i < p->x.spec->n_filters; i++) {
        const struct spec_filter *f = &p->x.spec->filters[i];
        const struct schema_column *c = phrasing_column(&p->x, f->column);
        char digits[NUMBER_BYTES];
        bool no;

        if (says_no(p, f, &no))
            return p->e->code;
        if (!no || !c || c->non_null >= t->rows)
            continue;
        if (put_note(p, WORDING_NOTE_BLANK,
                     (struct str[2]){
                         written(digits, NUMBER_BYTES, t->rows - c->non_null),
                         parts_name(p, f->column)},
                     out))
            return p->e->code;
    }
    return OK;
}

static enum err add_notes(struct sentence_parts *p, uint64_t within,
                          struct sentence *out)
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
    return rc ? rc : add_blanks(p, out);
}

/* What of a sentence says the question again: its numbers are no figures. */
static void put_restated(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;

    parts_restate(p, parts_conditions(p, SENTENCE_ALL, true));
    parts_restate(p, parts_conditions(p, SENTENCE_COMMON, true));
    parts_restate(p, parts_conditions(p, SENTENCE_PART, false));
    for (unsigned side = 1; side <= 2 && s->change.kind; side++)
        parts_restate(p, parts_side(p, side));
    for (size_t i = 0; i < s->n_measures; i++)
        parts_restate(p, parts_name(p, s->measures[i].column));
    for (size_t i = 0; i < s->n_groups; i++)
        parts_restate(p, parts_name(p, s->groups[i].column));
    parts_restate(p, parts_name(p, s->order_column));
    parts_restate(p, parts_name(p, s->compare.column));
}

static void label(struct sentence *out, struct str text)
{
    if (out->n_labels < SENTENCE_MAX_LABELS)
        out->labels[out->n_labels++] = text;
}

/* "total sales (€)" */
static struct str label_of(struct sentence_parts *p,
                           const struct spec_measure *m)
{
    const size_t from = p->b.n;
    size_t bare;

    sentence_measure(&p->b, &p->x, m);
    bare = p->b.n;
    parts_say(p, WORDING_FIGURES_OPEN, NULL, 0);
    sentence_unit(&p->b, &p->x, m);
    if (p->b.n == bare + wording_text(p->x.language, WORDING_FIGURES_OPEN).n)
        p->b.n = bare;
    else
        parts_say(p, WORDING_FIGURES_CLOSE, NULL, 0);
    return parts_take(p, from);
}

static void put_labels(struct sentence_parts *p, struct sentence *out)
{
    const struct query_spec *s = p->x.spec;

    if (s->kind != SPEC_AGGREGATE || s->compare.kind || s->change.kind)
        return;
    for (size_t i = 0; i < s->n_groups; i++)
        label(out, parts_groups(p, i, i + 1, false));
    for (size_t i = 0; i < s->n_measures; i++)
        label(out, label_of(p, &s->measures[i]));
}

enum err sentence_answer(const struct sentence_request *r, struct arena *a,
                         struct sentence *out, struct error *e)
{
    struct sentence_parts p = {.x = {.spec = r->spec,
                                     .table = r->table,
                                     .map = r->map,
                                     .language = r->language,
                                     .question = r->question},
                               .result = r->result,
                               .holders = r->holders,
                               .out = out,
                               .a = a,
                               .e = e};
    const struct json *total = json_find(r->result, "total_row_count");
    enum err err;

    *out = (struct sentence){0};
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
    put_restated(&p);
    put_text(&p);
    out->counts = p.counts;
    if (r->language != LANGUAGE_ZH)
        capitalize(&p);
    drop_second_stop(&p.b);
    out->chart = chart_of(&p);
    out->marks = p.x.marks;
    err = buf_dup(&p.b, a, &out->text, e);
    buf_reset(&p.b);
    put_labels(&p, out);
    put_reading(&p);
    if (!err)
        err = buf_dup(&p.b, a, &out->reading, e);
    buf_release(&p.b);
    if (err || p.failed)
        return e->code;
    return add_notes(&p, r->within, out);
}
