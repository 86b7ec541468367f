#include "ask/semantic/flags.h"

#include <stdio.h>

/* A comparison of computed figures; each was rounded. */
#define SAME 1e-6

struct flagging {
    const struct semantic_terms *terms;
    const struct query_spec *s;
    const struct json *rows;
    enum language language;
    struct arena *a;
    struct semantic_flags *out;
};

/* A sentence in the asker's language: %1 is the column, %2 the figure. */
struct sentence {
    const char *in[3]; /* by enum language */
};

static const struct sentence out_of_range = {
    {[LANGUAGE_EN] = "%1 is %2, which is outside of its typical range, %3",
     [LANGUAGE_ES] = "%1 es %2, fuera de su rango habitual, %3",
     [LANGUAGE_ZH] = "%1为%2，超出其通常范围%3"}};
static const struct sentence over_whole = {
    {[LANGUAGE_EN] = "%1 is %2: its numerator is larger than its denominator",
     [LANGUAGE_ES] = "%1 es %2: su numerador es mayor que su denominador",
     [LANGUAGE_ZH] = "%1为%2：分子大于分母"}};
static const struct sentence over_total = {
    {[LANGUAGE_EN] = "%1 is %2, which is more than %3, of which it is a part",
     [LANGUAGE_ES] = "%1 es %2, más que %3, de la que es parte",
     [LANGUAGE_ZH] = "%1为%2，大于其所属的%3"}};
static const struct sentence partly = {
    {[LANGUAGE_EN] = "%1 was filled in only in part",
     [LANGUAGE_ES] = "%1 solo está cargado en parte",
     [LANGUAGE_ZH] = "%1只填写了一部分"}};
static const struct sentence more = {{[LANGUAGE_EN] = " (and %2 more rows)",
                                      [LANGUAGE_ES] = " (y %2 filas más)",
                                      [LANGUAGE_ZH] = "（另有%2行）"}};

static void put(struct buf *b, const struct sentence *s, enum language language,
                const struct str args[3])
{
    for (const char *p = s->in[language]; *p; p++) {
        if (*p == '%' && p[1] >= '1' && p[1] <= '3')
            buf_put_str(b, args[*++p - '1']);
        else
            buf_put_char(b, *p);
    }
}

/* Say it of the first row, and of how many others. */
static enum err report(struct flagging *f, const struct sentence *s,
                       const struct str args[3], size_t others, struct error *e)
{
    struct semantic_flags *out = f->out;
    char count[32];
    struct buf b;
    enum err rc;

    if (out->n == SEMANTIC_MAX_FLAGS)
        return OK;
    buf_init(&b, 8192);
    put(&b, s, f->language, args);
    (void)snprintf(count, sizeof(count), "%zu", others);
    if (others > 0)
        put(&b, &more, f->language,
            (const struct str[3]){args[0], str_from(count)});
    rc = buf_dup(&b, f->a, &out->text[out->n], e);
    out->n += !rc;
    buf_release(&b);
    return rc;
}

static const struct json *cell(const struct json *row, size_t column)
{
    const struct json *v = row->first;

    while (v && column-- > 0)
        v = v->next;
    return v && v->type == JSON_NUMBER ? v : NULL;
}

/* Which column of the rows is measured, as itself and not as a count? */
static bool is_figure(const struct spec_measure *m)
{
    return m->column.n && m->view == VIEW_CELL && m->agg != AGG_COUNT &&
           m->agg != AGG_DISTINCT && m->agg != AGG_RANGE && m->agg != AGG_RUN &&
           m->agg != AGG_STDDEV;
}

static bool is_inside(const struct semantic_range *r, double x)
{
    return !(r->has_min && x < r->min - SAME) &&
           !(r->has_max && x > r->max + SAME);
}

/* "0 to 10", "from 0", "to 10". */
static enum err say_range(const struct semantic_range *r, struct arena *a,
                          struct str *out, struct error *e)
{
    if (r->has_min && r->has_max)
        return str_printf(a, out, e, "%.15g – %.15g", r->min, r->max);
    return r->has_min ? str_printf(a, out, e, "≥ %.15g", r->min)
                      : str_printf(a, out, e, "≤ %.15g", r->max);
}

static enum err flag_range(struct flagging *f, const struct semantic_term *term,
                           size_t column, struct error *e)
{
    struct str args[3] = {term->metric.n ? term->metric : term->column};
    bool whole = !term->range.has_max && term->whole > 0;
    struct semantic_range range = term->range;
    size_t n = 0;

    if (whole) {
        range.has_max = true;
        range.max = term->whole;
    }
    for (const struct json *row = f->rows->first; row; row = row->next) {
        const struct json *v = cell(row, column);

        if (!v || is_inside(&range, json_double(v)))
            continue;
        if (n++ == 0)
            args[1] = v->text;
        if (n == 1)
            whole = whole && json_double(v) > range.max;
    }
    if (n == 0 || (!whole && say_range(&term->range, f->a, &args[2], e)))
        return n ? e->code : OK;
    return report(f, whole ? &over_whole : &out_of_range, args, n - 1, e);
}

/* The result column of the total that a measure is a part of; measures that
 * are made the same way can be compared. */
static bool find_total(const struct flagging *f, const struct spec_measure *m,
                       struct str total, size_t *out)
{
    for (size_t i = 0; i < f->s->n_measures; i++) {
        const struct spec_measure *o = &f->s->measures[i];

        if (str_eq_nocase(o->column, total) && o->agg == m->agg &&
            o->view == m->view) {
            *out = f->s->n_groups + i;
            return true;
        }
    }
    return false;
}

static enum err flag_part(struct flagging *f, const struct semantic_term *term,
                          const struct spec_measure *m, size_t column,
                          struct error *e)
{
    struct str args[3] = {term->column, {0}, term->part_of};
    size_t total;
    size_t n = 0;

    if (!term->part_of.n || !find_total(f, m, term->part_of, &total))
        return OK;
    for (const struct json *row = f->rows->first; row; row = row->next) {
        const struct json *part = cell(row, column);
        const struct json *whole = cell(row, total);

        if (part && whole && json_double(part) > json_double(whole) + SAME &&
            n++ == 0)
            args[1] = part->text;
    }
    return n ? report(f, &over_total, args, n - 1, e) : OK;
}

/* The last column of a share is its percentage. */
static enum err flag_share(struct flagging *f, const struct json *columns,
                           struct error *e)
{
    struct str args[3] = {STR("percent"), {0}, STR("100 %")};
    size_t n = 0;

    if (!f->s->share || !columns || columns->count == 0)
        return OK;
    for (const struct json *row = f->rows->first; row; row = row->next) {
        const struct json *v = cell(row, columns->count - 1);

        if (v && json_double(v) > 100 + SAME && n++ == 0)
            args[1] = v->text;
    }
    return n ? report(f, &over_total, args, n - 1, e) : OK;
}

static enum err flag_column(struct flagging *f, const struct spec_measure *m,
                            size_t column, struct error *e)
{
    const struct semantic_term *term = semantic_find_term(f->terms, m->column);
    enum err rc = OK;

    if (!term || !is_figure(m))
        return OK;
    if (term->partial)
        rc = report(f, &partly, (const struct str[3]){term->metric}, 0, e);
    if (!rc)
        rc = flag_range(f, term, column, e);
    return rc ? rc : flag_part(f, term, m, column, e);
}

/* Rows as they are, whose columns have their own names. */
static enum err flag_cells(struct flagging *f, const struct json *columns,
                           struct error *e)
{
    size_t i = 0;
    enum err rc = OK;

    for (const struct json *c = columns ? columns->first : NULL; c && !rc;
         c = c->next, i++) {
        const struct spec_measure m = {.column = json_text(c)};

        rc = flag_column(f, &m, i, e);
    }
    return rc;
}

enum err semantic_flag(const struct semantic_shown *shown, struct arena *a,
                       struct semantic_flags *out, struct error *e)
{
    const struct query_spec *s = shown->spec;
    const struct json *columns = json_find(shown->result, "columns");
    struct flagging f = {.terms = shown->terms,
                         .s = s,
                         .rows = json_find(shown->result, "rows"),
                         .language = shown->language,
                         .a = a,
                         .out = out};
    enum err rc = OK;

    *out = (struct semantic_flags){0};
    if (!f.rows || s->compare.kind)
        return OK;
    if (s->kind == SPEC_ROWS || s->kind == SPEC_CELLS)
        return flag_cells(&f, columns, e);
    if (s->kind == SPEC_AGGREGATE && !(s->share && spec_has_part(s))) {
        for (size_t i = 0; i < s->n_measures && !rc; i++)
            rc = flag_column(&f, &s->measures[i], s->n_groups + i, e);
    }
    return rc ? rc : flag_share(&f, columns, e);
}
