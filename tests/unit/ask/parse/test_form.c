#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/form.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_begins_without_what_another_had),
        cmocka_unit_test(a_change_tells_which_period_is_first),
        cmocka_unit_test(numbers_may_count_what_is_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
