#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char runners_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Runner", 400, "\"Ann Ode\",\"Bob Rye\"") ","
    TEXT_COLUMN("Category", 2, "\"M\",\"F\"") ","
    TEXT_COLUMN("Nation", 5, "\"DE\",\"FR\",\"GB\",\"US\",\"BR\"") ","
    TEXT_COLUMN("Home", 5, "\"TX\",\"CA\",\"NY\",\"OR\",\"IN\"") ","
    TEXT_COLUMN("Club", 4, "\"DE\",\"Harriers\",\"Road Kings\",\"Owls\"") "]}";

static const char socios_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Socio", 400, "\"Ana\",\"Luis\"") ","
    TEXT_COLUMN("Sexo", 2, "\"H\",\"M\"") ","
    TEXT_COLUMN("País", 3, "\"Alemania\",\"Reino Unido\",\"México\"") "]}";

static const char grades_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Pupil", 400, "\"Ann\",\"Bob\"") ","
    TEXT_COLUMN("Size", 4, "\"S\",\"M\",\"L\",\"XL\"") "]}";
/* clang-format on */

static void codes_are_found_by_what_they_are_called(void **state)
{
    static const struct wording list[] = {
        {"how many women", "count(*) WHERE Category = 'F'"},
        {"how many rows in Texas", "count(*) WHERE Home = 'TX'"},
        {"number of rows from the UK", "count(*) WHERE Nation = 'GB'"},
        {"number of rows from Brazil", "count(*) WHERE Nation = 'BR'"},
        {"how many men and how many women",
         "Category, count(*) WHERE Category IN ('M', 'F') GROUP BY 1 "
         "ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(runners_table, "data.csv", list);
}

static void names_of_other_languages_are_the_value(void **state)
{
    static const struct wording list[] = {
        {"how many rows from Germany", "count(*) WHERE País = 'Alemania'"},
        {"how many rows from the UK", "count(*) WHERE País = 'Reino Unido'"},
        /* where men are H, M is a woman */
        {"cuántas mujeres", "count(*) WHERE Sexo = 'M'"},
        {"cuántos hombres", "count(*) WHERE Sexo = 'H'"},
    };

    (void)state;
    CHECK_WORDINGS(socios_table, "datos.csv", list);
}

static void a_letter_among_others_is_no_code(void **state)
{
    static const struct wording sizes[] = {
        {"how many men", "?"},
    };
    static const struct wording small[] = {
        {"how many of us are there in or", "?"},
    };

    (void)state;
    CHECK_WORDINGS(grades_table, "data.csv", sizes);
    CHECK_WORDINGS(runners_table, "data.csv", small);
}

static void what_a_code_was_read_as_is_said(void **state)
{
    struct arena a;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 25);
    assert_int_equal(ask_question(schema_of(runners_table, "data.csv", &a),
                                  STR("how many women"), &a, &r, &e),
                     OK);
    assert_int_equal(r.n_notes, 1);
    assert_true(str_is(
        r.notes[0], "\"women\" is read as F, a value of the column Category"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_found_by_what_they_are_called),
        cmocka_unit_test(names_of_other_languages_are_the_value),
        cmocka_unit_test(a_letter_among_others_is_no_code),
        cmocka_unit_test(what_a_code_was_read_as_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
