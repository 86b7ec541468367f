#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/cell_lists.h"

static bool lists_in(struct str *values, size_t n)
{
    const struct schema_column c = {
        .kind = COLUMN_TEXT, .values = values, .n_values = n};

    return cell_lists_in(&c);
}

static void parts_that_come_again_are_lists(void **state)
{
    struct str tags[] = {STR("vegan, new"), STR("vegan"), STR("new; vegan"),
                         STR("sale, new")};
    struct str genres[] = {STR("Drama/Horror"), STR("Comedy"),
                           STR("Comedy/Drama"), STR("Horror/Comedy")};
    struct str labels[] = {STR("红、蓝"), STR("蓝、绿"), STR("红、绿")};

    (void)state;
    assert_true(lists_in(tags, COUNT_OF(tags)));
    assert_true(lists_in(genres, COUNT_OF(genres)));
    assert_true(lists_in(labels, COUNT_OF(labels)));
}

static void cells_of_other_cells_are_lists(void **state)
{
    struct str tags[] = {STR("bug"), STR("bug outage"), STR("outage"),
                         STR("refund"), STR("bug refund")};
    struct str groups[] = {STR("VIP"), STR("VIP, newsletter"),
                           STR("newsletter"), STR("trade")};
    struct str towns[] = {STR("New York"), STR("York"), STR("New Haven")};
    const struct schema_column c = {
        .kind = COLUMN_TEXT, .values = tags, .n_values = COUNT_OF(tags)};

    (void)state;
    assert_true(lists_in(tags, COUNT_OF(tags)));
    assert_true(lists_in(groups, COUNT_OF(groups)));
    assert_false(lists_in(towns, COUNT_OF(towns)));
    assert_true(cell_lists_hold(&c, STR("outage")));
    assert_false(cell_lists_hold(&c, STR("bug refund")));
}

static void sentences_and_single_values_are_none(void **state)
{
    struct str notes[] = {STR("called, no answer"), STR("will come on Monday"),
                          STR("left, and returned it"),
                          STR("paid in full, twice")};
    struct str tracks[] = {STR("AC/DC"), STR("N/A"), STR("24/7 News"),
                           STR("He/She")};
    struct str states[] = {STR("open"), STR("closed"), STR("open again")};

    (void)state;
    assert_false(lists_in(notes, COUNT_OF(notes)));
    assert_false(lists_in(tracks, COUNT_OF(tracks)));
    assert_false(lists_in(states, COUNT_OF(states)));
    assert_false(lists_in(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_come_again_are_lists),
        cmocka_unit_test(cells_of_other_cells_are_lists),
        cmocka_unit_test(sentences_and_single_values_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
