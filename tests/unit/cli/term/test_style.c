#include "cli/term/style.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void without_colour_text_is_only_text(void **state)
{
    const struct term_style plain = {0};
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    term_puts(&b, &plain, TERM_BOLD, "x");
    assert_string_equal(b.p, "x");
    buf_release(&b);
}

static void ink_is_switched_off_after_the_text(void **state)
{
    const struct term_style color = {.color = true};
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    term_puts(&b, &color, TERM_BOLD, "x");
    assert_string_equal(b.p, "\x1b[1mx\x1b[0m");
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_colour_text_is_only_text),
        cmocka_unit_test(ink_is_switched_off_after_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
