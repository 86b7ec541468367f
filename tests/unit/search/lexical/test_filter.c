/* Filters by their exact bytes. */
#include "lexical_fixture.h"

#include "search/lexical/filter.h"

/* Passages with the filter name=value, exactly. */
static unsigned count_of(const char *name, struct str value)
{
    struct posting_list list = {0};
    bool found;

    assert_int_equal(
        filter_find(segments[0], str_from(name), value, &found, &list, &err),
        OK);
    return found ? list.df : 0;
}

static void add_filtered(uint64_t id, struct str value, bool exact)
{
    const struct lexical_filter f[] = {{STR("tag"), value, exact}};
    const struct lexical_doc d = {
        .id = id, .body = STR("word"), .filter = f, .n_filters = 1};

    assert_int_equal(segment_builder_add(builder, &d, &err), OK);
}

static void an_exact_filter_keeps_case_and_accents(void **state)
{
    (void)state;
    add_filtered(1, STR("Über"), true);
    add_filtered(2, STR("uber"), true);
    add_filtered(3, STR("ÜBER"), false);
    seal();
    assert_int_equal(count_of("tag", STR("Über")), 1);
    assert_int_equal(count_of("tag", STR("uber")), 2);
    assert_int_equal(count_of("tag", STR("ÜBER")), 0);
    assert_int_equal(count_of("tag", STR("ube")), 0);
    assert_int_equal(count_of("ta", STR("g")), 0);
    assert_string_equal(found_where("word", "tag=UBER"), "2 3");
}

static void a_value_may_hold_any_byte(void **state)
{
    static const char with_nul[] = {'a', 0, 'b'};

    (void)state;
    add_filtered(1, (struct str){with_nul, 3}, true);
    add_filtered(2, (struct str){with_nul, 1}, true);
    add_filtered(3, (struct str){0}, true);
    seal();
    assert_int_equal(count_of("tag", (struct str){with_nul, 3}), 1);
    assert_int_equal(count_of("tag", (struct str){with_nul, 1}), 1);
    assert_int_equal(count_of("tag", (struct str){0}), 1);
}

static void what_no_segment_can_hold_is_not_found(void **state)
{
    static const char zeros[2 * MAX_KEY_BYTES];
    char bytes[MAX_KEY_BYTES];
    struct str longest = {zeros, MAX_KEY_BYTES - 5};
    const struct lexical_filter f[] = {
        {STR("tag"), {zeros, LEXICAL_MAX_FILTER_BYTES - 2}, true}};
    const struct lexical_doc d = {.id = 1, .filter = f, .n_filters = 1};

    (void)state;
    assert_int_equal(filter_key(STR("tag"), longest, bytes).n, MAX_KEY_BYTES);
    longest.n++;
    assert_int_equal(filter_key(STR("tag"), longest, bytes).n, 0);
    assert_int_equal(filter_key(longest, STR("tag"), bytes).n, 0);
    assert_int_equal(segment_builder_add(builder, &d, &err), ERR_LIMIT);
    add_filtered(1, (struct str){zeros, LEXICAL_MAX_FILTER_BYTES - 3}, true);
    seal();
    assert_int_equal(count_of("tag", longest), 0);
    assert_int_equal(
        count_of("tag", (struct str){zeros, LEXICAL_MAX_FILTER_BYTES - 3}), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(an_exact_filter_keeps_case_and_accents),
        LEXICAL_TEST(a_value_may_hold_any_byte),
        LEXICAL_TEST(what_no_segment_can_hold_is_not_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
