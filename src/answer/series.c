/*
 * series.c - names of a series are alike but for numbers and months (sales_2024-01,
 * Jan), or have the first or last word in common (store north, store south). Names with
 * periods of different length (sales_2024 and sales_2024-01) are no series: one may be
 * part of the other.
 */
#include "answer/series.h"

#include "base/text/month.h"
#include "tables/name.h"

#define SHARED_LEAST 3u /* bytes of a word that names have in common */
#define NAME_BYTES   512u

enum err series_part_read(const struct answer_source *s, struct arena *a,
                          struct series_part *p, struct error *e)
{
    p->name = s->table.n ? s->table : name_of_table(s->file);
    p->period = file_period_find(p->name);
    return words_cut(p->name, WORDS_NAME, a, &p->words, e);
}

/* Is the word a part of the period, or a number that tells files apart? */
static bool varies(const struct series_part *p, const struct word *w)
{
    const char *from = p->period.said.p;
    unsigned month = 0;

    if (w->kind == WORD_NUMBER)
        return true;
    if (p->period.kind == PERIOD_NONE)
        return false;
    return (w->raw.p >= from && w->raw.p < from + p->period.said.n) ||
           (w->raw.n > 2 && month_parse(w->raw, &month) == w->raw.n);
}

/* The next word from i on that does not vary; w->n: none. */
static size_t next_fixed(const struct series_part *p, size_t i)
{
    while (i < p->words.n && varies(p, &p->words.word[i]))
        i++;
    return i;
}

static size_t last_fixed(const struct series_part *p)
{
    size_t last = p->words.n;

    for (size_t i = 0; i < p->words.n; i++)
        last = varies(p, &p->words.word[i]) ? last : i;
    return last;
}

static bool is_same_skeleton(const struct series_part *p,
                             const struct series_part *q)
{
    size_t i = next_fixed(p, 0);
    size_t k = next_fixed(q, 0);

    for (; i < p->words.n && k < q->words.n;
         i = next_fixed(p, i + 1), k = next_fixed(q, k + 1)) {
        if (!str_eq(p->words.word[i].fold, q->words.word[k].fold))
            return false;
    }
    return i == p->words.n && k == q->words.n;
}

static bool is_same_word(const struct series_part *p, size_t i,
                         const struct series_part *q, size_t k)
{
    return i < p->words.n && k < q->words.n &&
           p->words.word[i].fold.n >= SHARED_LEAST &&
           str_eq(p->words.word[i].fold, q->words.word[k].fold);
}

bool series_is(const struct series_part *p, const struct series_part *q)
{
    if (p->period.kind != q->period.kind)
        return false;
    return is_same_skeleton(p, q) ||
           is_same_word(p, next_fixed(p, 0), q, next_fixed(q, 0)) ||
           is_same_word(p, last_fixed(p), q, last_fixed(q));
}

bool series_is_of_periods(const struct series_part *p,
                          const struct series_part *q)
{
    return p->period.kind != PERIOD_NONE && p->period.kind == q->period.kind &&
           is_same_skeleton(p, q);
}

static bool all_have(const struct series *g, const struct word *w)
{
    for (size_t m = 0; m < g->n; m++) {
        const struct words *of = &g->member[m]->words;
        size_t k = 0;

        while (k < of->n && !str_eq(of->word[k].fold, w->fold))
            k++;
        if (k == of->n)
            return false;
    }
    return true;
}

enum err series_mark(const struct series *g, const struct series_part *p,
                     struct arena *a, struct str *mark, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, NAME_BYTES);
    for (size_t i = next_fixed(p, 0); i < p->words.n;
         i = next_fixed(p, i + 1)) {
        if (all_have(g, &p->words.word[i]))
            continue;
        buf_puts(&b, b.n ? " " : "");
        buf_put_str(&b, p->words.word[i].raw);
    }
    rc = buf_dup(&b, a, mark, e);
    buf_release(&b);
    return rc;
}

enum err series_name(const struct series *g, struct str otherwise,
                     struct arena *a, struct str *name, struct error *e)
{
    const struct series_part *first = g->member[0];
    struct buf b;
    enum err rc;

    buf_init(&b, NAME_BYTES);
    for (size_t i = next_fixed(first, 0); i < first->words.n;
         i = next_fixed(first, i + 1)) {
        const struct word *w = &first->words.word[i];

        if (!all_have(g, w))
            continue;
        buf_puts(&b, b.n && w->kind != WORD_CJK ? " " : "");
        buf_put_str(&b, w->raw);
    }
    if (b.n == 0)
        buf_put_str(&b, otherwise);
    rc = buf_dup(&b, a, name, e);
    buf_release(&b);
    return rc;
}
