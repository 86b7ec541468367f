#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/form_evidence.h"
#include "ask/parse/meaning_flag.h"
#include "ask/parse/numbered_columns.h"
#include "ask/parse/said_columns.h"
#include "ask/parse/search_step.h"

static void a_form_begins_without_what_another_had(void **state)
{
    static const struct counted_way counted;
    static const struct state of_words;
    static const struct slots slots = {.state = &of_words};
    static struct forming x = {.slots = &slots,
                               .now = {.counted = &counted,
                                       .is_scaled = true,
                                       .is_too_fine = true,
                                       .n_features = 3,
                                       .spec = {.limit = 5}}};

    (void)state;
    form_begin(&x);
    assert_null(x.now.counted);
    assert_false(x.now.is_scaled);
    assert_false(x.now.is_too_fine);
    assert_int_equal(x.now.n_features, 0);
    assert_int_equal(x.now.spec.limit, 0);
}

/* "In ascending order" turns an order round, and no superlative: "the top 5 in ascending
 * order" are the largest. */
static void an_order_begins_at_the_end_that_was_said(void **state)
{
    struct state of_words = {0};

    (void)state;
    assert_false(form_sorts_up(&of_words));
    of_words.ops.low = LOW_SORT;
    assert_true(form_sorts_up(&of_words));
    assert_false(form_is_low(&of_words));
    of_words.ops.low = LOW_TOP;
    assert_true(form_sorts_up(&of_words));
    assert_true(form_is_low(&of_words));
}

/* The feature that a change from one of two periods to the other has; turned: the one
 * said last comes first. */
static struct feature turned_feature(struct str first, struct str second,
                                     bool turned)
{
    static const struct state of_words;
    static struct forming x;
    struct error e = {0};
    struct parse_weights *w = parse_weights_read(STR("role:1 1\n"), &e);
    const struct slots slots = {
        .state = &of_words,
        .sides = {.values = {first, STR(""), second}, .n = 2}};

    assert_non_null(w);
    x = (struct forming){.slots = &slots, .w = w};
    x.now.spec.n_filters = 1;
    x.now.spec.filters[0].op = FILTER_PERIOD;
    form_turned_feature(&x, FORM_GROWTH, turned);
    assert_int_equal(x.now.n_features, 1);
    parse_weights_free(w);
    return x.now.feature[0];
}

/* However they were said: from April to May is May against April turned. */
static void a_change_tells_which_period_is_first(void **state)
{
    const struct str april = STR("2024-04-01");
    const struct str may = STR("2024-05-01");
    const uint32_t forwards = turned_feature(april, may, false).hash;

    (void)state;
    assert_int_equal(turned_feature(may, april, true).hash, forwards);
    assert_int_not_equal(turned_feature(april, may, true).hash, forwards);
    assert_int_not_equal(turned_feature(may, april, false).hash, forwards);
}

/* What a number before a word is as many as, in a table of 900 rows with a text of six
 * values; the word means a column with `distinct` values. */
static uint32_t counted(struct str number, uint64_t distinct)
{
    const struct schema_column columns[] = {
        {.kind = COLUMN_TEXT, .distinct = 6},
        {.kind = COLUMN_NUMBER, .distinct = distinct}};
    const struct schema_table table = {.columns =
                                           (struct schema_column *)columns,
                                       .n_columns = 2,
                                       .rows = 900};
    const struct link link = {.kind = LINK_NUMBER, .number = number};
    struct meaning meaning[] = {
        {.kind = MEANING_NUMBER, .from = 0, .to = 1, .link = &link},
        {.kind = MEANING_COLUMN, .from = 1, .to = 2, .column = 1}};
    const struct meanings m = {.table = &table,
                               .meaning = meaning,
                               .n = 2,
                               .begin = {0, 1, 2},
                               .n_words = 2};

    return step_counted(&m, 0);
}

static void numbers_may_count_what_is_there(void **state)
{
    (void)state;
    assert_int_equal(counted(STR("5"), 5), 1); /* the five meters */
    assert_int_equal(counted(STR("6"), 5),
                     2); /* the six novels, by their files */
    assert_int_equal(counted(STR("900"), 5), 3);
    assert_int_equal(counted(STR("7"), 5), 0);
    assert_int_equal(counted(STR("1"), 1),
                     0); /* every table has one of something */
    assert_int_equal(counted(STR("6.5"), 5), 0);
}

/* 白 of 白金卡 was left out, and nothing is known of it. */
static void a_word_before_a_value_may_be_unknown(void **state)
{
    const struct str text = STR("白金卡");
    struct word said[] = {
        {.kind = WORD_CJK, .raw = str_slice(text, 0, 3), .offset = 0},
        {.kind = WORD_CJK, .raw = str_slice(text, 3, 6), .offset = 3}};
    const struct words words = {.text = text, .word = said, .n = 2};
    struct meanings m = {.words = &words, .n_words = 2};
    const struct beam b = {.m = &m};
    struct state from = {.skipped = {1}};

    (void)state;
    assert_int_equal(step_follows_unknown(&b, &from, 1), 2);
    assert_int_equal(step_follows_unknown(&b, &from, 0), 0);
    said[1].offset = 4;
    assert_int_equal(step_follows_unknown(&b, &from, 1), 1);
    m.other[0] = 1;
    assert_int_equal(step_follows_unknown(&b, &from, 1), 0);
    m.other[0] = 0;
    from.skipped[0] = 0;
    assert_int_equal(step_follows_unknown(&b, &from, 1), 0);
}

/* A column called by a word and a number. */
static struct schema_column numbered(struct word *name, struct str number)
{
    name[0] = (struct word){.kind = WORD_LETTERS, .fold = STR("wk")};
    name[1] = (struct word){.kind = WORD_NUMBER, .fold = number};
    return (struct schema_column){.kind = COLUMN_NUMBER,
                                  .words = {.word = name, .n = 2}};
}

/* "week 3" and "third week" are wk3, and wk1 to wk3 are one figure by week. */
static void columns_are_told_apart_by_their_number(void **state)
{
    struct word name[3][2];
    struct schema_column columns[] = {numbered(name[0], STR("1")),
                                      numbered(name[1], STR("2")),
                                      numbered(name[2], STR("3"))};
    const struct schema_table table = {.columns = columns, .n_columns = 3};
    struct word said[] = {{.kind = WORD_LETTERS, .fold = STR("week")},
                          {.kind = WORD_NUMBER, .fold = STR("3")},
                          {.kind = WORD_LETTERS, .fold = STR("third")},
                          {.kind = WORD_LETTERS, .fold = STR("week")}};
    const struct words words = {.word = said, .n = 4};
    const struct link third = {.kind = LINK_ORDINAL, .number = STR("3")};
    struct meaning found[8];
    uint16_t series[NUMBERED_MAX];
    struct meanings m = {.table = &table,
                         .words = &words,
                         .meaning = found,
                         .cap = 8,
                         .n_words = 4};

    (void)state;
    meanings_by_number(&m, 0);
    assert_int_equal(m.n, 1);
    assert_int_equal(found[0].column, 2);
    assert_int_equal(found[0].to, 2);
    m.begin[2] = m.n;
    found[m.n++] = (struct meaning){
        .kind = MEANING_ORDINAL, .from = 2, .to = 3, .link = &third};
    meanings_by_ordinal(&m, 2);
    assert_int_equal(m.n, 3);
    assert_int_equal(found[2].column, 2);
    assert_int_equal(found[2].to, 4);
    assert_int_equal(numbered_columns_series(&m, series), 3);
    assert_int_equal(series[2], 2);
}

/* The feature of a ratio whose two sides are said at these words. */
static struct feature ratio_feature(uint8_t top, uint8_t bottom)
{
    struct state said = {
        .column = {{.column = 0, .at = top}, {.column = 1, .at = bottom}},
        .n_columns = 2};
    static struct forming x;
    struct error e = {0};
    struct parse_weights *w = parse_weights_read(STR("role:1 1\n"), &e);
    const struct slots slots = {.state = &said};

    assert_non_null(w);
    x = (struct forming){.slots = &slots, .w = w};
    form_said_ratio_feature(&x, "sum(A)/sum(B)", 0, 1);
    assert_int_equal(x.now.n_features, 1);
    parse_weights_free(w);
    return x.now.feature[0];
}

/* "cost over seats" and "seats for the cost" are told apart. */
static void a_ratio_tells_which_side_is_said_first(void **state)
{
    (void)state;
    assert_int_not_equal(ratio_feature(1, 3).hash, ratio_feature(3, 1).hash);
    assert_int_equal(ratio_feature(1, 3).hash, ratio_feature(2, 5).hash);
}

/* How surely a word means the column that is added up, and another one, where it means
 * the first of two by its concept and by all of its name the second. */
static struct feature meant_feature(size_t column)
{
    struct schema_column columns[] = {
        {.name = STR("Amount"), .kind = COLUMN_NUMBER},
        {.name = STR("Fee"), .kind = COLUMN_NUMBER}};
    const struct schema_table table = {
        .columns = columns, .n_columns = 2, .rows = 9};
    enum column_nature nature[] = {NATURE_MONEY, NATURE_MONEY};
    struct meaning found[] = {
        {.kind = MEANING_COLUMN, .level = LEVEL_CONCEPT, .to = 1},
        {.kind = MEANING_COLUMN, .level = LEVEL_WHOLE, .to = 1, .column = 1},
        {.kind = MEANING_COLUMN, .level = LEVEL_NEAR, .to = 1, .column = 1}};
    struct arena a;
    struct meanings m = {
        .table = &table, .nature = nature, .meaning = found, .n = 3, .a = &a};
    static const struct state of_words;
    static const struct table_defaults defaults;
    static struct forming x;
    struct error e = {0};
    struct parse_weights *w = parse_weights_read(STR("role:1 1\n"), &e);
    const struct slots slots = {
        .state = &of_words, .m = &m, .defaults = &defaults};

    assert_non_null(w);
    arena_init(&a, 4096);
    assert_int_equal(said_columns_find(&m, &e), OK);
    x = (struct forming){.slots = &slots, .w = w};
    x.now.spec.n_measures = 1;
    x.now.spec.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = columns[column].name};
    form_said_features(&x);
    parse_weights_free(w);
    arena_release(&a);
    return x.now.feature[0];
}

static void a_figure_tells_whether_a_word_means_another_column(void **state)
{
    (void)state;
    assert_int_equal(meant_feature(0).arg[0], FITS_MEANT);
    assert_int_equal(meant_feature(0).arg[2], MEANT_BY_CONCEPT);
    assert_int_equal(meant_feature(0).arg[3], MEANT_BY_NAME);
    assert_int_equal(meant_feature(1).arg[2], MEANT_BY_NAME);
    assert_int_equal(meant_feature(1).arg[3], MEANT_BY_CONCEPT);
}

/* A table of which kinds repeat, and a question about it that was read. */
static struct feature shown_feature(const struct query_spec *spec,
                                    const struct slots *slots,
                                    enum evidence what)
{
    static const struct state of_words;
    static const struct table_defaults defaults;
    static struct forming x;
    struct error e = {0};
    struct parse_weights *w = parse_weights_read(STR("role:1 1\n"), &e);
    struct schema_column columns[] = {{.name = STR("Kind"),
                                       .kind = COLUMN_TEXT,
                                       .non_null = 90,
                                       .distinct = 6},
                                      {.name = STR("Judge"),
                                       .kind = COLUMN_TEXT,
                                       .non_null = 90,
                                       .distinct = 90}};
    const struct schema_table table = {
        .columns = columns, .n_columns = 2, .rows = 90};
    enum column_nature nature[] = {NATURE_CATEGORY, NATURE_PERSON};
    struct flag_values none[2] = {{.n_no = 0}};
    const struct meanings m = {.table = &table, .nature = nature, .flag = none};
    struct slots filled = *slots;
    struct feature found = {.kind = F_TEMPLATES};

    assert_non_null(w);
    filled.m = &m;
    if (!filled.state)
        filled.state = &of_words;
    if (!filled.defaults)
        filled.defaults = &defaults;
    x = (struct forming){.slots = &filled, .w = w};
    x.now.spec = *spec;
    for (size_t i = 0; i < spec->n_groups;
         i++) /* names are those of the table */
        for (size_t k = 0; k < 2; k++)
            if (str_eq(spec->groups[i].column, columns[k].name))
                x.now.spec.groups[i].column = columns[k].name;
    form_shown_features(&x);
    for (size_t i = 0; i < x.now.n_features; i++)
        if (x.now.feature[i].arg[0] == (uint32_t)what)
            found = x.now.feature[i];
    parse_weights_free(w);
    return found;
}

/* "Judge: Lowe" of the trials before Lowe, and of those before Lowe or Fox. */
static void a_column_that_a_condition_fixes_is_told(void **state)
{
    const struct str lowe[] = {STR("Lowe"), STR("Fox")};
    static const struct slots slots = {.n_said = 1,
                                       .sides = {.column = SLOT_NONE}};
    struct query_spec spec = {.groups = {{.column = STR("Judge")}},
                              .n_groups = 1,
                              .filters = {{.column = STR("Judge"),
                                           .op = FILTER_EQ,
                                           .values = lowe,
                                           .n = 1}},
                              .n_filters = 1};

    (void)state;
    assert_int_equal(shown_feature(&spec, &slots, FITS_FIXED).kind, F_FITS);
    spec.groups[0].column = STR("Kind");
    assert_int_equal(shown_feature(&spec, &slots, FITS_FIXED).kind,
                     F_TEMPLATES);
    spec.groups[0].column = STR("Judge");
    spec.filters[0].op = FILTER_IN;
    spec.filters[0].n = 2;
    assert_int_equal(shown_feature(&spec, &slots, FITS_FIXED).kind,
                     F_TEMPLATES);
}

/* Six kinds of events are not the 90 events; their judges may be. */
static void a_list_tells_whether_its_values_repeat(void **state)
{
    static const struct slots slots = {.sides = {.column = SLOT_NONE}};
    struct query_spec spec = {.groups = {{.column = STR("Kind")}},
                              .n_groups = 1};
    struct feature kinds;
    struct feature judges;

    (void)state;
    kinds = shown_feature(&spec, &slots, FITS_REPEATS);
    spec.groups[0].column = STR("Judge");
    judges = shown_feature(&spec, &slots, FITS_REPEATS);
    assert_int_equal(kinds.kind, F_FITS);
    assert_int_not_equal(kinds.arg[2], judges.arg[2]);
}

/* "Not ticked" has a part that says so, or none. */
static void a_negation_tells_whether_the_spec_has_it(void **state)
{
    const struct str yes[] = {STR("yes")};
    static const struct table_defaults defaults = {.negations = 1};
    static const struct slots slots = {
        .defaults = &defaults, .n_said = 1, .sides = {.column = SLOT_NONE}};
    struct query_spec spec = {.filters = {{.column = STR("Kind"),
                                           .op = FILTER_EQ,
                                           .values = yes,
                                           .n = 1}},
                              .n_filters = 1};

    (void)state;
    assert_int_equal(shown_feature(&spec, &slots, FITS_NEGATED).arg[2], 0);
    spec.filters[0].op = FILTER_NE;
    assert_int_equal(shown_feature(&spec, &slots, FITS_NEGATED).arg[2], 1);
}

/* One figure of Tier 1 and Tier 2, or one of each. */
static void values_side_by_side_tell_what_is_made_of_them(void **state)
{
    static const struct slots slots = {.sides = {.column = 0, .n = 2}};
    struct query_spec spec = {.measures = {{.agg = AGG_COUNT}},
                              .n_measures = 1};
    struct feature together;
    struct feature each;

    (void)state;
    together = shown_feature(&spec, &slots, FITS_SIDES);
    spec.groups[0].column = STR("Kind");
    spec.n_groups = 1;
    each = shown_feature(&spec, &slots, FITS_SIDES);
    assert_int_equal(each.kind, F_FITS);
    assert_int_not_equal(together.arg[1], each.arg[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_begins_without_what_another_had),
        cmocka_unit_test(an_order_begins_at_the_end_that_was_said),
        cmocka_unit_test(a_change_tells_which_period_is_first),
        cmocka_unit_test(numbers_may_count_what_is_there),
        cmocka_unit_test(a_word_before_a_value_may_be_unknown),
        cmocka_unit_test(columns_are_told_apart_by_their_number),
        cmocka_unit_test(a_ratio_tells_which_side_is_said_first),
        cmocka_unit_test(a_figure_tells_whether_a_word_means_another_column),
        cmocka_unit_test(a_column_that_a_condition_fixes_is_told),
        cmocka_unit_test(a_list_tells_whether_its_values_repeat),
        cmocka_unit_test(a_negation_tells_whether_the_spec_has_it),
        cmocka_unit_test(values_side_by_side_tell_what_is_made_of_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
