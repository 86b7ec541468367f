#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/forms.h"
#include "ask/parse/result.h"

/* Groups are as many as the table has: more of them tell no more. */
static void rows_tell_where_the_question_bounds_them(void **state)
{
    const struct {
        enum form form;
        struct query_spec spec;
        size_t rows;
        size_t tell;
    } given[] = {
        {FORM_AGGREGATE, {.n_groups = 1}, 400, RESULT_ROWS},
        {FORM_AGGREGATE, {.n_groups = 1}, 12, 12},
        {FORM_LIST, {.n_groups = 0}, 400, RESULT_ROWS},
        {FORM_LIST, {.n_groups = 0, .n_filters = 1}, 400, 400},
        {FORM_ROWS, {.n_groups = 0, .n_filters = 1}, 400, 400},
        {FORM_GROUP_EXTREME, {.n_groups = 1, .limit = 25}, 25, RESULT_ROWS},
        {FORM_GROUP_EXTREME, {.n_groups = 1, .limit = 1}, 40, 40},
        {FORM_HAVING, {.n_groups = 1, .has_having = true}, 400, 400},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(given); i++) {
        const struct parse_candidate c = {.form = given[i].form,
                                          .spec = given[i].spec};

        assert_int_equal(result_rows(&c, given[i].rows), given[i].tell);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_tell_where_the_question_bounds_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
