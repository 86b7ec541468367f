#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/sentence/wording.h"

/* A line of a file in one language alone would be an empty text in another. */
static void every_language_has_every_text(void **state)
{
    (void)state;
    for (int l = LANGUAGE_EN; l <= LANGUAGE_ZH; l++)
        for (int w = 0; w < WORDINGS; w++)
            if (!wording_text((enum language)l, (enum wording)w).p)
                fail_msg("language %d lacks '%s'", l,
                         wording_key((enum wording)w));
}

static void what_is_filled_in_takes_its_place(void **state)
{
    struct buf b;
    const struct str fill[] = {STR("\"pls\"")};

    (void)state;
    buf_init(&b, 1000);
    wording_put(&b, LANGUAGE_EN, WORDING_UNREAD, fill, 1);
    assert_true(
        str_is(buf_str(&b), "not read, and so in no part of this: \"pls\""));
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_has_every_text),
        cmocka_unit_test(what_is_filled_in_takes_its_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
