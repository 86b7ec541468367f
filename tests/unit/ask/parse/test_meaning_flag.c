#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/meaning_flag.h"

/* What a column of this name is that has these values. */
static struct flag_values flags_of(const char *name, const char *const *values,
                                   size_t n, enum column_nature *nature)
{
    struct arena a;
    struct error e = {0};
    struct str list[16];
    struct schema_column column = {.kind = COLUMN_TEXT,
                                   .complete = true,
                                   .values = list,
                                   .n_values = n,
                                   .name = str_from(name)};
    struct schema_table table = {.columns = &column, .n_columns = 1};
    struct table_concepts concepts = {.lex = lex_shared()};
    enum column_nature natures[1] = {NATURE_CATEGORY};
    struct meanings m = {
        .table = &table, .concepts = &concepts, .nature = natures, .a = &a};
    struct flag_values out;

    arena_init(&a, 1 << 20);
    for (size_t i = 0; i < n; i++)
        list[i] = str_from(values[i]);
    assert_int_equal(words_cut(column.name, WORDS_NAME, &a, &column.words, &e),
                     OK);
    assert_int_equal(meanings_flags(&m, &e), OK);
    out = m.flag[0];
    *nature = natures[0];
    arena_release(&a);
    return out;
}

#define FLAGS(name, nature, ...)                         \
    flags_of((name), (const char *const[]){__VA_ARGS__}, \
             COUNT_OF(((const char *const[]){__VA_ARGS__})), (nature))

static void yes_and_no_in_each_language_are_a_flag(void **state)
{
    enum column_nature nature;
    struct flag_values f = FLAGS("Reembolsable", &nature, "S", "N");

    (void)state;
    assert_int_equal(f.n_no, 1);
    assert_true(str_is(f.no[0], "N") && str_is(f.yes[0], "S") && f.pure);
    assert_int_equal(nature, NATURE_FLAG);
    f = FLAGS("停车证", &nature, "有", "无");
    assert_true(f.n_no == 1 && str_is(f.no[0], "无") && f.pure);
}

static void a_third_value_is_neither(void **state)
{
    enum column_nature nature;
    const struct flag_values f = FLAGS("Shade", &nature, "part", "Y", "N");

    (void)state;
    assert_true(f.n_no == 1 && f.n_yes == 1 && !f.pure);
    assert_int_equal(nature, NATURE_CATEGORY);
    assert_int_equal(FLAGS("Grade", &nature, "Y", "N", "A", "B", "C", "D").n_no,
                     0);
}

static void a_word_for_none_is_a_no_beside_any_values(void **state)
{
    enum column_nature nature;
    const struct flag_values f =
        FLAGS("Hook-up", &nature, "16A", "none", "10A");

    (void)state;
    assert_true(f.n_no == 1 && f.n_yes == 0 && str_is(f.no[0], "none"));
    assert_int_equal(FLAGS("Gender", &nature, "F", "M").n_no, 0);
    assert_int_equal(FLAGS("Patented", &nature, "N").n_no, 1);
}

static void a_negation_of_the_other_value_is_a_no(void **state)
{
    enum column_nature nature;
    struct flag_values f = FLAGS("驱虫", &nature, "未驱虫", "已驱虫");

    (void)state;
    assert_true(f.n_no == 1 && str_is(f.no[0], "未驱虫"));
    f = FLAGS("Invoice", &nature, "Settled", "Not settled");
    assert_true(f.n_no == 1 && str_is(f.no[0], "Not settled"));
    assert_true(str_is(f.yes[0], "Settled"));
    assert_int_equal(FLAGS("Notes", &nature, "No rush", "Quiet").n_no, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yes_and_no_in_each_language_are_a_flag),
        cmocka_unit_test(a_third_value_is_neither),
        cmocka_unit_test(a_word_for_none_is_a_no_beside_any_values),
        cmocka_unit_test(a_negation_of_the_other_value_is_a_no),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
