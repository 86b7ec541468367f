#include "ask/candidates/feature_put.h"

#include <string.h>

#define FNV_BASIS 2166136261u
#define FNV_PRIME 16777619u
#define HALF      0.5

static uint32_t hash_more(uint32_t h, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * FNV_PRIME;
    return h;
}

uint32_t feature_hash(struct str name)
{
    return hash_more(FNV_BASIS, name.p, name.n);
}

void features_reset(struct features *f)
{
    f->n = 0;
    f->missed = f->missed_links = f->left_over = f->left_hard = 0;
}

void feature_put(struct features *f, const char *const *parts)
{
    uint32_t h = FNV_BASIS;

    if (f->n == FEATURES_MAX)
        return;
    for (; *parts; parts++) {
        h = hash_more(h, *parts, strlen(*parts));
        if (f->names)
            buf_puts(f->names, *parts);
    }
    if (f->names)
        buf_put_char(f->names, '\n');
    f->hash[f->n++] = h;
}

const char *feature_digit(uint64_t n)
{
    static const char *const digits[] = {
        "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9", "10",
        "11", "12", "13", "14", "15", "16", "17", "18", "19", "20"};
    size_t last = sizeof(digits) / sizeof(digits[0]) - 1;

    return digits[n < last ? n : last];
}

const char *feature_share(double share)
{
    if (share >= 1)
        return "full";
    return share > HALF ? "most" : share > 0 ? "part" : "no";
}

/* A number or a year as any other, and other words as themselves. */
static const char *plain_word(const struct lexeme *x)
{
    if (!x->is_number)
        return x->text.p;
    return lexeme_is_year(x) ? "<year>" : "<number>";
}

static bool is_repeated(const struct feature_question *x, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++) {
        if (strcmp(x->word[i], x->word[at]) == 0)
            return true;
    }
    return false;
}

enum err features_begin(const struct grid *g, const struct question *q,
                        const struct grid_links *l, struct arena *a,
                        struct feature_question *out, struct error *e)
{
    *out = (struct feature_question){.g = g, .q = q, .l = l, .head = "-"};
    out->word = arena_alloc_array(a, q->n, sizeof(*out->word), e);
    if (!out->word)
        return e->code;
    for (uint32_t i = 0; i < q->n; i++) {
        const struct lexeme *x = lexeme_at(g->words, q->word[i]);

        out->word[i] = plain_word(x);
        out->has_or |= str_is(x->text, "or");
        if (!x->is_number && !(x->flags & (LEXEME_FUNCTION | LEXEME_STOP)))
            continue;
        word_set_add(&out->common, i);
        if (!is_repeated(out, i))
            word_set_add(&out->first, i);
    }
    if (q->head != QUESTION_NONE)
        out->head =
            lexeme_at(g->words, lexeme_at(g->words, q->word[q->head])->stem)
                ->text.p;
    return OK;
}

void features_of_nothing(const struct feature_question *x, size_t n,
                         uint32_t missed, uint32_t missed_links,
                         struct features *out)
{
    double best = 0;
    uint64_t sure = 0, named = 0, log_n = 0;

    features_reset(out);
    for (uint32_t i = 0; i < x->g->n_columns; i++) {
        double score = x->l->column[i].score;

        best = score > best ? score : best;
        named += score >= 1;
    }
    for (size_t i = 0; i < x->l->n_values; i++)
        sure +=
            x->l->value[i].whole && x->l->value[i].to - x->l->value[i].from > 1;
    while (n >> log_n && log_n < 10)
        log_n++;
    PUT(out, "nothing");
    PUT(out, "nothing,missed:", feature_digit(missed > 6 ? 6 : missed));
    PUT(out, "nothing,missed_links:",
        feature_digit(missed_links > 5 ? 5 : missed_links));
    PUT(out, "nothing,kind:", x->q->kind.p);
    PUT(out, "nothing,n:", feature_digit(log_n));
    PUT(out, "nothing,words:", feature_digit(x->q->n));
    PUT(out, "nothing,values:", feature_digit(x->l->n_values));
    PUT(out, "nothing,sure:", feature_digit(sure > 4 ? 4 : sure));
    PUT(out, "nothing,named:", feature_digit(named > 6 ? 6 : named));
    PUT(out, "nothing,best:", feature_digit((uint64_t)(best * 4 + HALF)));
    for (uint32_t i = 0; i < x->q->n; i++) {
        if (!word_set_has(x->common, i))
            continue;
        if (word_set_has(x->first, i))
            PUT(out, "nothing,word:", x->word[i]);
        if (i + 1 < x->q->n && word_set_has(x->common, i + 1))
            PUT(out, "nothing,pair:", x->word[i], "_", x->word[i + 1]);
    }
}
