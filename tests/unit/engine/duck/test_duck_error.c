/* test_duck_error.c - messages that are hard to provoke. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/err.h"

/* As duck_internal.h has it, which includes what only src/engine/duck may. */
struct duck_source;
enum err duck_fail(const char *message, const struct duck_source *src,
                   struct error *e);

static void memory_that_ran_out_is_a_limit_however_it_is_said(void **state)
{
    static const char *const messages[] = {
        "Failed to allocate block of 17038848 bytes (bad allocation)\n\n"
        "Possible solutions:\n* Reducing the number of threads",
        "Out of Memory Error: could not allocate block of size 16.2 MiB",
        "std::bad_alloc",
        "{\"exception_type\":\"INTERNAL\",\"exception_message\":"
        "\"std::bad_alloc\"}"};

    (void)state;
    for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
        struct error e = {0};

        assert_int_equal(duck_fail(messages[i], NULL, &e), ERR_LIMIT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_ran_out_is_a_limit_however_it_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
