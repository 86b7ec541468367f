#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/asked_parts.h"
#include "base/arena.h"
#include "base/err.h"

#include <stdio.h>

#define MIDDLE ASKED_PARTS_MIDDLE

static struct error err;

static struct words cut(struct arena *a, const char *question)
{
    struct words w;

    assert_int_equal(words_cut(str_from(question), WORDS_TEXT, a, &w, &err),
                     OK);
    return w;
}

static const struct query_spec largest_orders = {
    .kind = SPEC_AGGREGATE,
    .measures = {{.agg = AGG_SUM, .column = {"NetAmount 2024", 14}},
                 {.agg = AGG_COUNT}},
    .n_measures = 2,
    .groups = {{.column = {"Date", 4}, .grain = GRAIN_MONTH}},
    .n_groups = 1,
    .filters = {{.column = {"下单日期", 12}, .op = FILTER_EQ},
                {.column = {"No.", 3}, .op = FILTER_NE, .totals = true},
                {.column = {"Date", 4}, .op = FILTER_NOT_NULL}},
    .n_filters = 3,
    .order = ORDER_MEASURE,
    .descending = true,
    .limit = 5};

static void terms_are_stems_and_pairs(void **state)
{
    struct arena a;
    struct words w;
    struct buf b;

    (void)state;
    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    w = cut(&a, "Films of 2024");
    asked_parts_write_terms(&w, &b);
    assert_true(str_eq(buf_str(&b), STR("^\n^_film\nfilm\nfilm_of\nof\n"
                                        "of_0000\n0000\n0000_$\n$\n")));
    buf_release(&b);
    arena_release(&a);
}

static void parts_are_what_a_spec_has(void **state)
{
    struct arena a;
    struct buf b;

    (void)state;
    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    assert_int_equal(asked_parts_write(&largest_orders, &a, &b, &err), OK);
    assert_true(
        str_eq(buf_str(&b), STR("kind.0.2.1\nagg.sum\nm.net\nm.amount\nm.0\n"
                                "agg.rows\nby.month\ng.dat\nif.0.0\nw.下单\n"
                                "w.单日\nw.日期\nfilters.1\nlimit.n.desc\n"
                                "order.1.desc\n")));
    buf_release(&b);
    arena_release(&a);
}

static void a_formula_is_what_it_does_and_its_names(void **state)
{
    static const struct query_spec s = {
        .measures = {{.agg = AGG_FORMULA,
                      .formula = {"sum(\"Net-A\") / sum(b)", 20}}},
        .n_measures = 1};
    struct arena a;
    struct buf b;

    (void)state;
    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    assert_int_equal(asked_parts_write(&s, &a, &b, &err), OK);
    assert_true(str_eq(buf_str(&b),
                       STR("kind.0.1.0\nagg.formula\nop./\nm.sum\nm.net\nm.a\n"
                           "m.sum\nm.b\nfilters.0\n")));
    buf_release(&b);
    arena_release(&a);
}

static uint32_t level_of(struct asked_parts *p, const struct query_spec *s)
{
    uint32_t level;

    assert_int_equal(asked_parts_level(p, s, &level, &err), OK);
    return level;
}

static void weights_of_pairs_are_summed(void **state)
{
    struct parse_weights *weights = parse_weights_read(
        STR("asked_parts:agg.sum:much 0.5\nasked_parts:m.amount:how_much 0.75\n"
            "asked_parts:agg.rows:much -0.25\nasked_parts:nothing:^ 0.5\n"
            "asked_parts:if.0.0:other 9\nasked_parts:kind.0.2.1:much -30\n"),
        &err);
    struct query_spec one = largest_orders;
    struct asked_parts *p;
    struct arena a;
    struct words w;

    (void)state;
    assert_non_null(weights);
    arena_init(&a, 1 << 20);
    w = cut(&a, "how much");
    assert_int_equal(asked_parts_make(&w, weights, &a, &p, &err), OK);
    one.n_measures = 1; /* .5 + .75 less .5 of nothing */
    assert_int_equal(level_of(p, &one), MIDDLE + 3);
    assert_int_equal(level_of(p, &one), MIDDLE + 3); /* as it was kept */
    assert_int_equal(level_of(p, &largest_orders), 0);
    one.n_groups = 0;
    one.measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    assert_int_equal(level_of(p, &one), MIDDLE - 3);
    arena_release(&a);
    parse_weights_free(weights);
}

/* More columns than are kept are told all the same. */
static void many_columns_have_their_levels(void **state)
{
    struct parse_weights *weights =
        parse_weights_read(STR("asked_parts:g.last:town 1\n"), &err);
    struct query_spec s = {.n_groups = 1};
    char name[16];
    struct asked_parts *p;
    struct arena a;
    struct words w;

    (void)state;
    assert_non_null(weights);
    arena_init(&a, 8 << 20);
    w = cut(&a, "town");
    assert_int_equal(asked_parts_make(&w, weights, &a, &p, &err), OK);
    for (int i = 0; i < 3000; i++) {
        (void)snprintf(name, sizeof(name), "c%d", i);
        s.groups[0].column = str_from(name);
        assert_int_equal(level_of(p, &s), MIDDLE);
    }
    s.groups[0].column = STR("Last");
    assert_int_equal(level_of(p, &s), MIDDLE + 4);
    arena_release(&a);
    parse_weights_free(weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_stems_and_pairs),
        cmocka_unit_test(parts_are_what_a_spec_has),
        cmocka_unit_test(a_formula_is_what_it_does_and_its_names),
        cmocka_unit_test(weights_of_pairs_are_summed),
        cmocka_unit_test(many_columns_have_their_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
