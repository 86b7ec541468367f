#include "answer/sentence/sentence_spec.h"

#include "answer/sentence/sentence_formula.h"
#include "answer/sentence/word_list.h"
#include "ask/spec/weekdays.h"

#include <string.h>

/* Does a column's name say itself that it is a total, an average? Then "total" is
 * not said again. */
static bool says_already(const struct phrasing *x, struct str name,
                         enum agg agg)
{
    const enum wording list =
        agg == AGG_SUM ? WORDING_SAYS_SUM : WORDING_SAYS_AVERAGE;
    struct str rest = wording_text(x->language, list);

    if (agg != AGG_SUM && agg != AGG_AVG)
        return false;
    while (str_trim(rest).n) {
        const struct str all = str_trim(rest);
        const size_t at = str_find_char(all, ' ');
        const struct str word = str_slice(all, 0, at);

        if (str_find(name, word) < name.n)
            return true;
        rest = str_slice(all, at, all.n);
    }
    return false;
}

enum wording sentence_value_of(struct str name, enum language language)
{
    const struct str text = wording_text(language, WORDING_VALUE_OF);
    const size_t n = str_find_char(text, ' ');

    return n < text.n && n < name.n && name.p[n] == ' ' &&
                   str_eq(str_slice(name, 0, n), str_slice(text, 0, n))
               ? WORDING_PLAIN
               : WORDING_VALUE_OF;
}

static void put_measure(struct buf *b, const struct phrasing *x,
                        const struct spec_measure *m, enum wording plain)
{
    static const enum wording texts[] = {
        [AGG_NONE] = WORDING_PLAIN,        [AGG_COUNT] = WORDING_COUNT_OF,
        [AGG_DISTINCT] = WORDING_DISTINCT, [AGG_SUM] = WORDING_SUM,
        [AGG_AVG] = WORDING_AVERAGE,       [AGG_MEDIAN] = WORDING_MEDIAN,
        [AGG_MIN] = WORDING_MIN,           [AGG_MAX] = WORDING_MAX,
        [AGG_RANGE] = WORDING_RANGE,       [AGG_RUN] = WORDING_RUN,
        [AGG_FORMULA] = WORDING_PLAIN,     [AGG_STDDEV] = WORDING_STDDEV};
    enum wording text = texts[m->agg];
    struct buf name;
    struct str fill;

    if (sentence_formula(b, x, m))
        return;
    buf_init(&name, (size_t)64 << 10);
    if (m->column.n == 0 || m->agg == AGG_RUN) {
        sentence_rows_called(&name, x, 2);
    } else if (m->agg == AGG_DISTINCT &&
               sentence_things(&name, m->column, x->language, true)) {
        text = WORDING_COUNT;
    } else if (m->agg == AGG_DISTINCT) {
        sentence_names(&name, m->column, x->language);
        if (sentence_names_things(x, m->column))
            text = WORDING_NUMBER_OF;
    } else {
        sentence_name(&name, m->column);
    }
    if (m->column.n == 0 && m->agg != AGG_RUN)
        text = WORDING_COUNT;
    fill = buf_str(&name);
    if (says_already(x, fill, m->agg))
        text = plain == WORDING_VALUE_OF ? sentence_value_of(fill, x->language)
                                         : plain;
    if (m->agg == AGG_MIN && sentence_is_date(x, m->column))
        text = WORDING_EARLIEST;
    if (m->agg == AGG_MAX && sentence_is_date(x, m->column))
        text = WORDING_LATEST;
    wording_put(b, x->language, text, &fill, 1);
    buf_release(&name);
}

void sentence_measure(struct buf *b, const struct phrasing *x,
                      const struct spec_measure *m)
{
    put_measure(b, x, m, WORDING_PLAIN);
}

void sentence_measure_value(struct buf *b, const struct phrasing *x,
                            const struct spec_measure *m)
{
    put_measure(b, x, m, WORDING_VALUE_OF);
}

void sentence_group(struct buf *b, const struct phrasing *x,
                    const struct spec_group *g, bool many)
{
    static const enum wording grains[] = {
        [GRAIN_NONE] = WORDING_PLAIN,      [GRAIN_DAY] = WORDING_DAY,
        [GRAIN_WEEK] = WORDING_WEEK,       [GRAIN_MONTH] = WORDING_MONTH,
        [GRAIN_QUARTER] = WORDING_QUARTER, [GRAIN_YEAR] = WORDING_YEAR,
        [GRAIN_WEEKDAY] = WORDING_WEEKDAY, [GRAIN_HOUR] = WORDING_HOUR};
    const struct str grain = wording_text(x->language, grains[g->grain]);

    if (g->grain == GRAIN_NONE && !many)
        sentence_name(b, g->column);
    else if (g->grain == GRAIN_NONE && x->rows.n &&
             word_list_has_any(WORDING_NAME_WORDS, g->column))
        sentence_rows_called(b, x, 2); /* names are of what the rows are */
    else if (g->grain == GRAIN_NONE &&
             sentence_things(b, g->column, x->language, true))
        return;
    else if (g->grain == GRAIN_NONE)
        sentence_names(b, g->column, x->language);
    else if (many)
        sentence_names(b, grain, x->language);
    else
        buf_put_str(b, grain);
}
