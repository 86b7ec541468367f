#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/form.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_begins_without_what_another_had),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
