#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/asked_shape.h"
#include "base/arena.h"
#include "base/err.h"

#include <math.h>

static struct error err;

static struct words cut(struct arena *a, const char *question)
{
    struct words w;

    assert_int_equal(words_cut(str_from(question), WORDS_TEXT, a, &w, &err),
                     OK);
    return w;
}

static enum asked_shape likeliest(const char *question)
{
    struct asked_shapes found;
    struct arena a;
    struct words w;
    double all = 0;
    size_t best = 0;

    arena_init(&a, 1 << 20);
    w = cut(&a, question);
    asked_shapes_find(&w, NULL, &found);
    for (size_t i = 0; i < SHAPES; i++) {
        all += exp(found.log_p[i]);
        if (found.log_p[i] > found.log_p[best])
            best = i;
    }
    assert_true(fabs(all - 1) < 1e-9);
    arena_release(&a);
    return (enum asked_shape)best;
}

static void wording_tells_what_is_asked_for(void **state)
{
    static const struct {
        const char *question;
        enum asked_shape shape;
    } given[] = {
        {"how many orders were cancelled?", SHAPE_COUNT},
        {"average salary of nurses", SHAPE_AVERAGE},
        {"median salary", SHAPE_MEDIAN},
        {"what percentage of tickets are open", SHAPE_SHARE},
        {"list all the members without an email", SHAPE_LIST},
        {"¿Cuántos pedidos hay?", SHAPE_COUNT},
        {"promedio de la nota", SHAPE_AVERAGE},
        {"一共有多少个订单", SHAPE_COUNT},
        {"平均价格是多少", SHAPE_AVERAGE},
        {"should we hire more people?", SHAPE_NOTHING},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(given); i++)
        assert_int_equal(likeliest(given[i].question), given[i].shape);
}

static void terms_are_runs_of_words(void **state)
{
    struct arena a;
    struct words w;
    struct buf b;

    (void)state;
    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    w = cut(&a, "Sales in 2024: 15");
    asked_terms(&w, &b);
    assert_true(str_eq(buf_str(&b), STR("^\n^_sales\n^_sales_in\n"
                                        "sales\nsales_in\nsales_in_0000\n"
                                        "in\nin_0000\nin_0000_0\n"
                                        "0000\n0000_0\n0000_0_$\n"
                                        "0\n0_$\n$\n#2\n")));
    buf_release(&b);
    arena_release(&a);
}

static void other_weights_count(void **state)
{
    struct parse_weights *only =
        parse_weights_read(STR("asked_for:3:so_much 9\n"), &err);
    struct asked_shapes found;
    struct arena a;
    struct words w;

    (void)state;
    assert_non_null(only);
    arena_init(&a, 1 << 20);
    w = cut(&a, "why so much");
    asked_shapes_find(&w, only, &found);
    assert_int_equal(asked_shape_level(&found, 1U << SHAPE_MOST), 0);
    assert_int_equal(asked_shape_level(&found, 1U << SHAPE_COUNT), 12);
    assert_int_equal(
        asked_shape_level(&found, 1U << SHAPE_COUNT | 1U << SHAPE_MOST), 0);
    arena_release(&a);
    parse_weights_free(only);
}

static void most_specs_have_one_shape(void **state)
{
    static const struct {
        struct query_spec spec;
        enum asked_shape shape;
    } given[] = {
        {{.kind = SPEC_ROWS}, SHAPE_LIST},
        {{.kind = SPEC_COUNTED, .n_groups = 1}, SHAPE_COUNT},
        {{.n_groups = 1}, SHAPE_LIST},
        {{.n_measures = 1, .measures = {{.agg = AGG_SUM}}}, SHAPE_SUM},
        {{.n_measures = 2, .measures = {{.agg = AGG_SUM}, {.agg = AGG_AVG}}},
         SHAPE_SEVERAL},
        {{.n_measures = 1, .measures = {{.agg = AGG_MAX}}, .n_groups = 1},
         SHAPE_FIGURES},
        {{.n_measures = 1,
          .measures = {{.agg = AGG_COUNT}},
          .n_groups = 1,
          .limit = 1},
         SHAPE_TOP_BY_ROWS},
        {{.n_measures = 1,
          .measures = {{.agg = AGG_COUNT}},
          .n_groups = 1,
          .limit = 3},
         SHAPE_COUNTS},
        {{.n_measures = 1,
          .measures = {{.agg = AGG_SUM}},
          .n_groups = 1,
          .share = true},
         SHAPE_SHARES},
        {{.n_measures = 1,
          .measures = {{.agg = AGG_FORMULA,
                        .formula = {"sum(\"In\")-sum(\"Out\")", 18}}}},
         SHAPE_DIFFERENCE},
        {{.n_measures = 1,
          .measures = {{.agg = AGG_FORMULA,
                        .formula = {"sum(\"In-A\")+sum(\"B\")", 19}}}},
         SHAPE_COMPUTED},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(given); i++)
        assert_int_equal(asked_shapes_of(&given[i].spec), 1U << given[i].shape);
}

static void a_comparison_gives_both_figures_as_well(void **state)
{
    static const struct spec_filter either = {
        .column = {"town", 4}, .op = FILTER_IN, .n = 2};
    struct query_spec sides = {.n_measures = 1,
                               .measures = {{.agg = AGG_COUNT}},
                               .n_groups = 1,
                               .groups = {{.column = {"town", 4}}}};
    const struct query_spec gap = {.n_measures = 1,
                                   .measures = {{.agg = AGG_SUM}},
                                   .change = {.kind = SPEC_CHANGE_GAP}};
    const struct query_spec times = {.n_measures = 1,
                                     .measures = {{.agg = AGG_SUM}},
                                     .change = {.kind = SPEC_CHANGE_TIMES}};

    (void)state;
    assert_int_equal(asked_shapes_of(&gap),
                     1U << SHAPE_DIFFERENCE | 1U << SHAPE_SEVERAL);
    assert_int_equal(asked_shapes_of(&times),
                     1U << SHAPE_COMPUTED | 1U << SHAPE_SEVERAL);
    assert_int_equal(asked_shapes_of(&sides), 1U << SHAPE_COUNTS);
    sides.filters[sides.n_filters++] = either;
    assert_int_equal(asked_shapes_of(&sides),
                     1U << SHAPE_COUNTS | 1U << SHAPE_SEVERAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wording_tells_what_is_asked_for),
        cmocka_unit_test(terms_are_runs_of_words),
        cmocka_unit_test(other_weights_count),
        cmocka_unit_test(most_specs_have_one_shape),
        cmocka_unit_test(a_comparison_gives_both_figures_as_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
