#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "formats/xlsx/rich.h"

#include <stdlib.h>
#include <string.h>

/* A text with its escapes read. */
static const char *unescaped(const char *text)
{
    static char copy[200];

    (void)memset(copy, 0, sizeof(copy));
    memcpy(copy, text, strlen(text));
    copy[rich_unescape(copy, strlen(text))] = '\0';
    return copy;
}

static void escapes_stand_for_characters(void **state)
{
    (void)state;
    assert_string_equal(unescaped("a_x000D_b"), "a\rb");
    assert_string_equal(unescaped("_x005F_x000D_"), "_x000D_");
    assert_string_equal(unescaped("_x00e9__x00E9_"), "éé");
    assert_string_equal(unescaped("_xD83D__xDE00_"), "😀");
}

static void what_is_no_escape_stays(void **state)
{
    static const char *const same[] = {"",        "_",         "_x000D",
                                       "_x00G0_", "_x0000_",   "_xD83D_",
                                       "_xDE00_", "_xD83D_ab", "a_b_c"};

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        assert_string_equal(unescaped(same[i]), same[i]);
}

static void start(struct rich *r, const char *name, bool preserve)
{
    const char *none[] = {NULL};
    const char *some[] = {"http://www.w3.org/XML/1998/namespace|space",
                          "preserve", NULL};
    struct xml_element el = {.name = name, .attrs = preserve ? some : none};

    rich_start(r, &el);
}

static void runs_are_joined_and_phonetic_ones_left_out(void **state)
{
    struct rich r;
    struct str text;
    struct error e;

    (void)state;
    rich_init(&r);
    rich_begin(&r);
    start(&r, "r", false);
    start(&r, "rPr", false);
    start(&r, "t", false);
    rich_text(&r, STR("no"));
    rich_end(&r);
    rich_end(&r);
    start(&r, "t", true);
    rich_text(&r, STR(" a"));
    rich_text(&r, STR(" "));
    rich_end(&r);
    rich_text(&r, STR("between"));
    rich_end(&r);
    start(&r, "rPh", false);
    start(&r, "t", false);
    rich_text(&r, STR("no"));
    rich_end(&r);
    rich_end(&r);
    start(&r, "t", false);
    rich_text(&r, STR("\n b c "));
    rich_end(&r);
    assert_int_equal(rich_finish(&r, &text, &e), OK);
    assert_true(str_is(text, " a b c"));
    rich_release(&r);
}

/* "1350" and a raised "2". */
static void a_raised_figure_is_no_part_of_the_one_before(void **state)
{
    const char *raised[] = {"val", "superscript", NULL};
    struct rich r;
    struct str text;
    struct error e;

    (void)state;
    rich_init(&r);
    rich_begin(&r);
    for (int i = 0; i < 3; i++) {
        start(&r, "r", false);
        start(&r, "rPr", false);
        if (i == 1) {
            rich_start(&r, &(struct xml_element){.name = "vertAlign",
                                                 .attrs = raised});
            rich_end(&r);
        }
        rich_end(&r);
        start(&r, "t", false);
        rich_text(&r, i == 0 ? STR("1350") : STR("2"));
        rich_end(&r);
        rich_end(&r);
    }
    assert_int_equal(rich_finish(&r, &text, &e), OK);
    assert_true(str_is(text, "1350^22"));
    rich_release(&r);
}

static void a_text_without_end_is_a_limit(void **state)
{
    static char piece[1 << 20];
    struct rich r;
    struct str text;
    struct error e;

    (void)state;
    memset(piece, 'x', sizeof(piece));
    rich_init(&r);
    rich_begin(&r);
    start(&r, "t", false);
    for (size_t n = 0; n <= RICH_MAX_BYTES; n += sizeof(piece))
        rich_text(&r, (struct str){piece, sizeof(piece)});
    rich_end(&r);
    assert_int_equal(rich_finish(&r, &text, &e), ERR_LIMIT);
    rich_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_stand_for_characters),
        cmocka_unit_test(what_is_no_escape_stays),
        cmocka_unit_test(a_raised_figure_is_no_part_of_the_one_before),
        cmocka_unit_test(runs_are_joined_and_phonetic_ones_left_out),
        cmocka_unit_test(a_text_without_end_is_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
