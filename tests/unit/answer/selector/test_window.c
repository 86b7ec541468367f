/* Spans with what stands beside them, over passages that are made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/selector/window.h"

#define ARENA_BYTES ((size_t)1 << 24)

static struct arena a;
static struct error e;
static struct cut_passage cut;
static struct spans spans;

static void cut_text(const char *text)
{
    const struct found_passage p = {.text = str_from(text),
                                    .markup = MARKUP_MARKDOWN};
    const struct corpus_words corpus = {.n = 0};
    struct analyzer *z = analyzer_new(&e);
    struct asked_matcher m;
    struct asked q;

    arena_init(&a, ARENA_BYTES);
    assert_non_null(z);
    assert_int_equal(asked_read(STR("where"), &corpus, z, &a, &q, &e), OK);
    assert_int_equal(asked_matcher_init(&q, z, &a, &m, &e), OK);
    assert_int_equal(passage_cut(&p, &m, &a, &cut, &e), OK);
    assert_int_equal(spans_of(&cut, 1, &a, &spans, &e), OK);
    analyzer_free(z);
}

static void check(const double *score, size_t max_chars, struct span s,
                  size_t from, size_t to)
{
    const struct window w = {score, 0.4, max_chars};
    const struct span got = window_around(&cut, &w, s);

    assert_int_equal(got.from, from);
    assert_int_equal(got.to, to);
}

static void neighbours_that_score_enough_are_taken(void **state)
{
    const double near[] = {0.5, 0.1, 0.9, 0.4, 0.6};
    const double far[] = {0.9, 0.3, 0.9, 0.3, 0.9};
    const struct span middle = {0, 2, 3, SPAN_RUN};

    (void)state;
    cut_text("One is. Two is. Three is. Four is. Five is.\n");
    check(near, 800, middle, 2, 5);
    check(far, 800, middle, 2, 3);
    arena_release(&a);
}

static void the_better_neighbour_comes_first_while_there_is_room(void **state)
{
    const double score[] = {0.5, 0.8, 0.9, 0.6, 0.5};
    const double alike[] = {0.5, 0.5, 0.9, 0.5, 0.5};
    const struct span middle = {0, 2, 3, SPAN_RUN};

    (void)state;
    cut_text("One is. Two is. Six is. Ten is. Few is.\n");
    check(score, 8, middle, 2, 3);
    check(score, 16, middle, 1, 3);
    check(score, 24, middle, 1, 4);
    check(alike, 16, middle, 2, 4);
    arena_release(&a);
}

static void a_span_at_an_end_of_its_passage_stays_in_it(void **state)
{
    const double score[] = {0.9, 0.9, 0.9};

    (void)state;
    cut_text("One is. Two is. Six is.\n");
    check(score, 800, (struct span){0, 0, 1, SPAN_RUN}, 0, 3);
    check(score, 800, (struct span){0, 2, 3, SPAN_RUN}, 0, 3);
    arena_release(&a);
}

static void sentences_have_the_scores_of_spans_of_one(void **state)
{
    double *of_span;
    double *got;

    (void)state;
    cut_text("One is. Two is. Six is.\n");
    of_span = arena_alloc_array(&a, spans.n, sizeof(*of_span), &e);
    assert_non_null(of_span);
    for (size_t i = 0; i < spans.n; i++)
        of_span[i] = spans.at[i].to == spans.at[i].from + 1
                         ? 0.1 * (double)(spans.at[i].from + 1)
                         : 0.9;
    got = window_scores(&spans, of_span, 0, cut.s.n, &a, &e);
    assert_non_null(got);
    for (size_t i = 0; i < cut.s.n; i++)
        assert_float_equal(got[i], 0.1 * (double)(i + 1), 1e-12);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_that_score_enough_are_taken),
        cmocka_unit_test(the_better_neighbour_comes_first_while_there_is_room),
        cmocka_unit_test(a_span_at_an_end_of_its_passage_stays_in_it),
        cmocka_unit_test(sentences_have_the_scores_of_spans_of_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
