/* Conditions on columns that their source says are lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/link/list_filters.h"

#include "ask/spec/compile.h"

#include <cmocka.h>

static struct schema_column columns[] = {
    {.name = {"title", 5}}, {.name = {"features", 8}, .lists = true}};
static const struct schema_table films = {.columns = columns, .n_columns = 2};
static struct str values[] = {{"Trailers", 8}, {"Cut's", 5}};

static struct query_spec where(struct str column, enum filter_op op, size_t n)
{
    struct query_spec s = {.kind = SPEC_ROWS, .table = STR("data")};

    s.filters[0] = (struct spec_filter){
        .column = column, .op = op, .values = values, .n = n};
    s.n_filters = 1;
    return s;
}

static void assert_sql(const struct query_spec *s, const char *sql)
{
    static const struct str names[] = {{"title", 5}, {"features", 8}};
    const struct compile_columns all = {names, 2};
    struct arena a;
    struct str got[2];
    struct error e = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(spec_compile(s, &all, &a, got, &e), OK);
    assert_string_equal(got[0].p, sql);
    arena_release(&a);
}

static void apply(const char *question, struct query_spec *s)
{
    struct arena a;
    struct words w;
    struct error e = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(words_cut(str_from(question), WORDS_TEXT, &a, &w, &e), OK);
    list_filters_apply(&films, &w, s);
    arena_release(&a);
}

static void to_be_a_value_is_to_have_it(void **state)
{
    struct query_spec s = where(STR("features"), FILTER_IN, 2);

    (void)state;
    apply("films", &s);
    assert_sql(&s,
               "SELECT * FROM \"data\" WHERE (contains('; ' || \"features\" ||"
               " '; ', '; ' || 'Trailers' || '; ') OR contains('; ' ||"
               " \"features\" || '; ', '; ' || 'Cut''s' || '; '))");
}

/* A list of none has not the one, either. */
static void not_to_be_a_value_is_not_to_have_it(void **state)
{
    struct query_spec s = where(STR("features"), FILTER_NE, 1);

    (void)state;
    s.filters[s.n_filters++] =
        (struct spec_filter){.column = STR("features"), .op = FILTER_NOT_NULL};
    apply("films", &s);
    assert_sql(&s, "SELECT * FROM \"data\" WHERE (NOT (contains('; ' ||"
                   " \"features\" || '; ', '; ' || 'Trailers' || '; ')) OR"
                   " \"features\" IS NULL)");
}

static void other_columns_and_conditions_stay(void **state)
{
    struct query_spec s = where(STR("title"), FILTER_EQ, 1);

    (void)state;
    s.filters[s.n_filters++] =
        (struct spec_filter){.column = STR("features"), .op = FILTER_NOT_NULL};
    apply("films", &s);
    assert_sql(&s, "SELECT * FROM \"data\" WHERE \"title\" = 'Trailers' AND"
                   " \"features\" IS NOT NULL");
}

static void one_value_and_another_are_both_in_the_list(void **state)
{
    struct query_spec s = where(STR("features"), FILTER_IN, 2);

    (void)state;
    apply("films with trailers and cut's", &s);
    assert_sql(&s, "SELECT * FROM \"data\" WHERE (contains('; ' ||"
                   " \"features\" || '; ', '; ' || 'Trailers' || '; ')) AND"
                   " (contains('; ' || \"features\" || '; ', '; ' || 'Cut''s'"
                   " || '; '))");
    s = where(STR("features"), FILTER_IN, 2);
    apply("films with trailers or cut's, and their titles", &s);
    assert_int_equal(s.n_filters, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_be_a_value_is_to_have_it),
        cmocka_unit_test(not_to_be_a_value_is_not_to_have_it),
        cmocka_unit_test(one_value_and_another_are_both_in_the_list),
        cmocka_unit_test(other_columns_and_conditions_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
