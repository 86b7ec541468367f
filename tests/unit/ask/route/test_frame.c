#include "ask/route/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *question, const char *want)
{
    struct error err = {0};
    struct arena a;
    struct str got;

    arena_init(&a, 1 << 20);
    assert_int_equal(frame_strip(str_from(question), &a, &got, &err), OK);
    if (!str_is(got, want))
        fail_msg("%s\n  is   %.*s\n  not  %s", question, STR_FMT(got), want);
    arena_release(&a);
}

static void what_is_asked_for_stays(void **state)
{
    (void)state;
    check("What does the travel policy say about hotels?",
          "What does the travel   about hotels?");
    check("according to the handbook, who approves it?",
          " to the  who approves it?");
    check("¿Qué dice la política sobre hoteles?", "¿Qué  la  sobre hoteles?");
    check("关于加班的规定是什么", " 加班的 是什么");
}

static void a_question_without_frame_is_itself(void **state)
{
    (void)state;
    check("how do I rotate the key?", "how do I rotate the key?");
    check("", "");
}

static void nothing_but_frame_stays_whole(void **state)
{
    (void)state;
    check("policy", "policy");
    check("规定", "规定");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_stays),
        cmocka_unit_test(a_question_without_frame_is_itself),
        cmocka_unit_test(nothing_but_frame_stays_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
