/*
 * Figures are the cells of the result as they stand, without thousands marks
 * and without rounding, so that each can be found again in the rows. What was
 * measured and under which conditions stands beside them: a wrong reading is
 * seen.
 */
#include "answer/phrase.h"

#include "answer/phrase_change.h"
#include "answer/phrase_spec.h"

#define MAX_TEXT_BYTES ((size_t)64 << 10)

/* A longer cell is cut in the sentence; the rows have all of it. */
#define MAX_CELL_BYTES 120

/* One result while it is put into words. */
struct phraser {
    const struct query_spec *s;
    enum language language;
    const struct json *rows;
    uint64_t total;
    struct buf b;
};

static const char *in(const struct phraser *p, const char *en, const char *es,
                      const char *zh)
{
    return phrase_in(p->language, en, es, zh);
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
        buf_puts(&p->b, in(p, "(empty)", "(sin valor)", "（空）"));
        return;
    }
    if (cell->type == JSON_TRUE || cell->type == JSON_FALSE)
        s = str_from(cell->type == JSON_TRUE ? "true" : "false");
    buf_put_str(&p->b, phrase_cell_shown(s));
    if (s.n > MAX_CELL_BYTES)
        buf_puts(&p->b, "…");
}

static void put_u64(struct phraser *p, uint64_t n)
{
    buf_printf(&p->b, "%llu", (unsigned long long)n);
}

static const struct json *cell_at(const struct json *row, size_t i)
{
    const struct json *cell = row ? row->first : NULL;

    while (cell && i-- > 0)
        cell = cell->next;
    return cell;
}

static void put_filters(struct phraser *p)
{
    if (!p->s->n_filters && !p->s->has_having && !p->s->step.kind &&
        !p->s->n_joins)
        return;
    buf_puts(&p->b, in(p, " (", " (", "（"));
    phrase_filters(&p->b, p->s, p->language);
    buf_puts(&p->b, in(p, ")", ")", "）"));
}

static void put_colon(struct phraser *p)
{
    buf_puts(&p->b, in(p, ": ", ": ", "："));
}

static void put_stop(struct phraser *p)
{
    buf_puts(&p->b, in(p, ".", ".", "。"));
}

/* The groups' cells of a row: "Spain, Phones". */
static void put_keys(struct phraser *p, const struct json *row)
{
    size_t i;

    for (i = 0; i < p->s->n_groups; i++) {
        buf_puts(&p->b, i ? ", " : "");
        put_cell(p, cell_at(row, i));
    }
}

/* The measures' cells, with the percentage of a share. */
static void put_figures(struct phraser *p, const struct json *row)
{
    size_t at = p->s->n_groups;
    size_t i;

    for (i = 0; i < p->s->n_measures; i++) {
        buf_puts(&p->b, i ? ", " : "");
        put_cell(p, cell_at(row, at + i));
    }
    if (!p->s->share && !p->s->running)
        return;
    buf_puts(&p->b, p->s->share ? ", " : " → ");
    put_cell(p, cell_at(row, at + i));
    buf_puts(&p->b, p->s->share ? " %" : "");
}

/* The first rows, "A (1), B (2)", and how many more there are. */
static void put_rows(struct phraser *p)
{
    const struct json *row = p->rows->first;
    size_t n;

    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        buf_puts(&p->b, n ? in(p, "; ", "; ", "；") : "");
        put_keys(p, row);
        if (!p->s->n_measures)
            continue;
        buf_puts(&p->b, " (");
        put_figures(p, row);
        buf_put_char(&p->b, ')');
    }
    if (p->total > n) {
        buf_puts(&p->b, in(p, "; and ", "; y ", "；另有 "));
        put_u64(p, p->total - n);
        buf_puts(&p->b, in(p, " more", " más", " 项"));
    }
}

static void put_measures(struct phraser *p)
{
    size_t i;

    for (i = 0; i < p->s->n_measures; i++) {
        buf_puts(&p->b, i ? ", " : "");
        phrase_measure(&p->b, &p->s->measures[i], p->language);
    }
}

static void put_some_groups(struct phraser *p, size_t from, size_t to)
{
    size_t i;

    for (i = from; i < to; i++) {
        buf_puts(&p->b, i > from ? ", " : "");
        phrase_group(&p->b, &p->s->groups[i], p->language);
    }
}

static void put_groups(struct phraser *p)
{
    put_some_groups(p, 0, p->s->n_groups);
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

/* Of what was spent the lowest is the most: "Top 3 concept by sum of amount,
 * the most negative first". */
static void put_spent(struct phraser *p)
{
    bool most = !p->s->descending;

    if (p->s->limit > 1) {
        buf_puts(&p->b, most ? in(p, "Top ", "Primeros ", "前 ")
                             : in(p, "Bottom ", "Últimos ", "后 "));
        put_u64(p, p->rows->count);
        buf_puts(&p->b, in(p, " ", " ", " 个 "));
        put_groups(p);
        buf_puts(&p->b, in(p, " by ", " por ", "，按"));
        put_measures(p);
        buf_puts(&p->b,
                 most ? in(p, ", the most negative first",
                           ", de más a menos negativa", "，最负的在前")
                      : in(p, ", the least negative first",
                           ", de menos a más negativa", "，负得最少的在前"));
        return;
    }
    if (p->language == LANGUAGE_EN)
        buf_puts(&p->b, most ? "Most negative " : "Least negative ");
    put_measures(p);
    buf_puts(&p->b, most
                        ? in(p, " by ", " más negativa por ", "最负的 ")
                        : in(p, " by ", " menos negativa por ", "负得最少的 "));
    put_groups(p);
}

/* "Top product of each city by sum of sales"; how many is seen. */
static void put_of_each(struct phraser *p)
{
    const struct query_spec *s = p->s;

    if (p->language == LANGUAGE_ZH) {
        buf_puts(&p->b, "每个 ");
        put_some_groups(p, 0, s->each);
        buf_puts(&p->b, s->descending ? " 最高的 " : " 最低的 ");
        if (s->limit > 1)
            buf_printf(&p->b, "%llu 个 ", (unsigned long long)s->limit);
        put_some_groups(p, s->each, s->n_groups);
    } else {
        buf_puts(&p->b, s->descending ? in(p, "Top ", "Primeros ", "")
                                      : in(p, "Bottom ", "Últimos ", ""));
        if (s->limit > 1)
            buf_printf(&p->b, "%llu ", (unsigned long long)s->limit);
        put_some_groups(p, s->each, s->n_groups);
        buf_puts(&p->b, in(p, " of each ", " de cada ", ""));
        put_some_groups(p, 0, s->each);
    }
    buf_puts(&p->b, in(p, " by ", " por ", "，按"));
    put_measures(p);
}

/* "Top 5 city by sum of sales", "Highest sum of sales by city". */
static void put_ranked(struct phraser *p)
{
    bool one = p->s->limit == 1;
    bool most = p->s->descending;

    if (p->s->each) {
        put_of_each(p);
        return;
    }
    if (is_spent(p->s)) {
        put_spent(p);
        return;
    }
    if (p->language == LANGUAGE_ZH) {
        put_measures(p);
        buf_puts(&p->b, one ? (most ? "最高的 " : "最低的 ")
                            : (most ? "最高的前 " : "最低的前 "));
        if (!one) {
            put_u64(p, p->rows->count);
            buf_puts(&p->b, " 个 ");
        }
        put_groups(p);
        return;
    }
    if (one) {
        buf_puts(&p->b, most ? in(p, "Highest ", "Mayor ", "")
                             : in(p, "Lowest ", "Menor ", ""));
        if (p->s->measures[0].agg == (most ? AGG_MAX : AGG_MIN))
            buf_put_str(&p->b, p->s->measures[0].column);
        else
            put_measures(p);
        buf_puts(&p->b, in(p, " by ", " por ", ""));
        put_groups(p);
        return;
    }
    buf_puts(&p->b, most ? in(p, "Top ", "Primeros ", "")
                         : in(p, "Bottom ", "Últimos ", ""));
    put_u64(p, p->rows->count);
    buf_puts(&p->b, " ");
    put_groups(p);
    buf_puts(&p->b, in(p, " by ", " por ", ""));
    put_measures(p);
}

static void put_row_noun(struct phraser *p)
{
    buf_puts(&p->b, in(p, p->total == 1 ? " row" : " rows",
                       p->total == 1 ? " fila" : " filas", " 行"));
}

/* The second largest is place 2. */
static void put_place(struct phraser *p)
{
    if (!p->s->place)
        return;
    buf_puts(&p->b, in(p, ", place ", ", puesto ", "，第 "));
    put_u64(p, p->s->place);
    buf_puts(&p->b, in(p, "", "", " 名"));
}

/* "Sum of sales by country, 9 in all" */
static void put_heading(struct phraser *p)
{
    bool ranked = p->s->order == ORDER_MEASURE && p->s->limit;

    if (ranked) {
        put_ranked(p);
    } else if (p->s->n_measures && p->language == LANGUAGE_ZH) {
        put_groups(p);
        buf_puts(&p->b, " 的 ");
        put_measures(p);
    } else if (p->s->n_measures) {
        put_measures(p);
        buf_puts(&p->b, in(p, " by ", " por ", " "));
        put_groups(p);
    } else {
        put_groups(p);
    }
    put_place(p);
    if (p->s->running)
        buf_puts(&p->b,
                 in(p, " and running total", " y total acumulado", "及累计"));
    if (p->s->share)
        buf_puts(&p->b, in(p, " and percentage of the total",
                           " y porcentaje del total", "及占比"));
    put_filters(p);
    if (!p->s->limit) {
        buf_puts(&p->b, in(p, ", ", ", ", "，共 "));
        put_u64(p, p->total);
        if (p->s->kind == SPEC_CELLS)
            put_row_noun(p);
        else
            buf_puts(&p->b, in(p, " in all", " en total", " 项"));
    }
}

/* "8.12 % of sum of sales (country = Spain): 1729917.36 of 21317023.40." */
static void put_part(struct phraser *p)
{
    const struct json *row = p->rows->first;

    put_cell(p, cell_at(row, 2));
    buf_puts(&p->b, in(p, " % of the ", " % de ", " %，占"));
    phrase_measure(&p->b, &p->s->measures[0], p->language);
    put_filters(p);
    put_colon(p);
    put_cell(p, cell_at(row, 0));
    buf_puts(&p->b, in(p, " of ", " de ", " / "));
    put_cell(p, cell_at(row, 1));
    put_stop(p);
}

/* "Percent of number of rows by carrier (cancelled = 1), 4 in all: A 5.2 % (17
 * of 327)." */
static void put_parts(struct phraser *p)
{
    const struct json *row = p->rows->first;
    size_t at = p->s->n_groups;
    size_t n;

    if (p->s->limit)
        buf_puts(&p->b, p->s->descending
                            ? in(p, "highest ", "mayor ", "最高：")
                            : in(p, "lowest ", "menor ", "最低："));
    buf_puts(&p->b, in(p, "percent of the ", "porcentaje de ", "占"));
    phrase_measure(&p->b, &p->s->measures[0], p->language);
    buf_puts(&p->b, in(p, " by ", " por ", "的百分比，按 "));
    put_groups(p);
    put_filters(p);
    put_colon(p);
    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        buf_puts(&p->b, n ? in(p, "; ", "; ", "；") : "");
        put_keys(p, row);
        buf_puts(&p->b, " ");
        put_cell(p, cell_at(row, at + 2));
        buf_puts(&p->b, " % (");
        put_cell(p, cell_at(row, at));
        buf_puts(&p->b, in(p, " of ", " de ", " / "));
        put_cell(p, cell_at(row, at + 1));
        buf_puts(&p->b, ")");
    }
    buf_puts(&p->b, row ? "; …" : "");
    put_stop(p);
}

/* Measures without groups: one row. */
static void put_single(struct phraser *p)
{
    size_t i;

    for (i = 0; i < p->s->n_measures; i++) {
        buf_puts(&p->b, i ? "; " : "");
        phrase_measure(&p->b, &p->s->measures[i], p->language);
        if (i == 0)
            put_filters(p);
        put_colon(p);
        put_cell(p, cell_at(p->rows->first, i));
    }
    put_stop(p);
}

static void put_whole_rows(struct phraser *p)
{
    put_u64(p, p->total);
    put_row_noun(p);
    if (p->s->order == ORDER_COLUMN) {
        buf_puts(&p->b,
                 p->s->descending
                     ? in(p, ", the highest of ", ", de mayor ", "，按最高的 ")
                     : in(p, ", the lowest of ", ", de menor ", "，按最低的 "));
        buf_put_str(&p->b, p->s->order_column);
        put_place(p);
    }
    put_filters(p);
    put_stop(p);
}

static void put_text(struct phraser *p)
{
    if (p->s->kind == SPEC_ROWS && p->total) {
        put_whole_rows(p);
    } else if (p->total == 0) {
        buf_puts(&p->b, in(p, "Nothing in the data fits",
                           "Nada en los datos cumple", "数据中没有符合的内容"));
        put_filters(p);
        put_stop(p);
    } else if (p->s->change.kind) {
        phrase_change(&p->b, p->s, p->rows, PHRASE_MAX_NAMED, p->language);
    } else if (p->s->compare.kind) {
        phrase_compared(&p->b, p->s, p->rows->first, p->language);
    } else if (p->s->share && spec_has_part(p->s)) {
        if (p->s->n_groups)
            put_parts(p);
        else
            put_part(p);
    } else if (p->s->kind == SPEC_COUNTED) {
        const struct spec_measure m = {.agg = AGG_DISTINCT,
                                       .column = p->s->groups[0].column};

        phrase_measure(&p->b, &m, p->language);
        put_filters(p);
        put_colon(p);
        put_cell(p, cell_at(p->rows->first, 0));
        put_stop(p);
    } else if (!p->s->n_groups) {
        put_single(p);
    } else {
        put_heading(p);
        put_colon(p);
        put_rows(p);
        put_stop(p);
    }
}

/* What was asked, without what came out. */
static void put_reading(struct phraser *p)
{
    const struct query_spec *s = p->s;

    if (s->kind == SPEC_ROWS || s->compare.kind)
        return;
    if (s->kind == SPEC_COUNTED) {
        const struct spec_measure m = {.agg = AGG_DISTINCT,
                                       .column = s->groups[0].column};

        phrase_measure(&p->b, &m, p->language);
        put_filters(p);
    } else if (s->n_groups) {
        put_heading(p);
    } else {
        put_measures(p);
        put_filters(p);
    }
}

/* "sum of" at the beginning of a sentence: "Sum of". */
static void capitalize(struct buf *b)
{
    if (b->n && b->p[0] >= 'a' && b->p[0] <= 'z')
        b->p[0] = (char)(b->p[0] - 32);
}

static enum chart chart_of(const struct phraser *p)
{
    if (!p->s->n_groups || !p->s->n_measures || p->rows->count < 2 ||
        spec_has_part(p->s))
        return CHART_NONE;
    if (p->s->groups[0].grain != GRAIN_NONE ||
        p->s->groups[p->s->n_groups - 1].grain != GRAIN_NONE)
        return p->s->order == ORDER_MEASURE ? CHART_RANKING : CHART_SERIES;
    return CHART_RANKING;
}

/* Do shares have groups below and above zero? */
static bool has_both_signs(const struct phraser *p)
{
    const struct json *row = p->s->share ? p->rows->first : NULL;
    bool negative = false;
    bool positive = false;

    for (; row; row = row->next) {
        const struct json *cell = cell_at(row, p->s->n_groups);

        if (!cell || cell->type != JSON_NUMBER)
            continue;
        negative |= json_double(cell) < 0;
        positive |= json_double(cell) > 0;
    }
    return negative && positive;
}

/* A text of three pieces around two numbers. */
static enum err add_note(const char *const pieces[3], const uint64_t numbers[2],
                         struct arena *a, struct phrase *out, struct error *e)
{
    return str_printf(a, &out->notes[out->n_notes++], e, "%s%llu%s%llu%s",
                      pieces[0], (unsigned long long)numbers[0], pieces[1],
                      (unsigned long long)numbers[1], pieces[2]);
}

static enum err add_notes(const struct phraser *p, uint64_t within,
                          struct arena *a, struct phrase *out, struct error *e)
{
    const char *const tie[3] = {
        in(p, "A tie was cut: ", "Se cortó un empate: ", "并列被截断：有 "),
        in(p, " are as good as the last of the ", " igualan al último de los ",
           " 项不低于第 "),
        in(p, "", "", " 项")};
    const char *const cut[3] = {in(p, "", "Se muestran ", "显示 "),
                                in(p, " of ", " de ", " 行，共 "),
                                in(p, " rows are shown", " filas", " 行")};
    const uint64_t places[2] = {within, p->s->limit};
    const uint64_t rows[2] = {p->rows->count, p->total};

    if (p->s->limit && within > p->s->limit && add_note(tie, places, a, out, e))
        return e->code;
    if (has_both_signs(p))
        out->notes[out->n_notes++] = str_from(
            in(p,
               "Some groups are negative: the percentages are of what is left, "
               "and do not compare parts",
               "Algunos grupos son negativos: los porcentajes son del saldo y "
               "no comparan partes",
               "部分组为负数：百分比以净额计，不能比较各部分"));
    if (p->total > p->rows->count && add_note(cut, rows, a, out, e))
        return e->code;
    return OK;
}

enum err phrase_answer(const struct phrase_request *r, struct arena *a,
                       struct phrase *out, struct error *e)
{
    struct phraser p = {.s = r->spec, .language = r->language};
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
    buf_init(&p.b, MAX_TEXT_BYTES);
    put_text(&p);
    if ((r->spec->n_measures || r->spec->kind == SPEC_COUNTED) &&
        r->language != LANGUAGE_ZH)
        capitalize(&p.b);
    out->chart = chart_of(&p);
    err = buf_dup(&p.b, a, &out->text, e);
    buf_reset(&p.b);
    put_reading(&p);
    if (!err)
        err = buf_dup(&p.b, a, &out->reading, e);
    buf_release(&p.b);
    return err ? err : add_notes(&p, r->within, a, out, e);
}
