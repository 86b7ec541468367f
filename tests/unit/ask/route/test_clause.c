#include "ask/route/clause.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static bool asks(const char *text)
{
    struct error e;
    struct words w;

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &e), OK);
    return clause_asks(&w, 0, w.n);
}

static void a_question_or_a_request_asks(void **state)
{
    (void)state;
    assert_true(asks("Who signs contracts"));
    assert_true(asks("then please tell me the rules"));
    assert_true(asks("¿Se permiten mascotas?"));
    assert_true(asks("a quién aviso"));
    assert_true(asks("办公室可以带宠物吗"));
    assert_true(asks("客户什么时候收到发票"));
}

static void what_only_goes_on_does_not(void **state)
{
    (void)state;
    assert_false(asks("in Spain"));
    assert_false(asks("Nortwind"));
    assert_false(asks("the customers in Spain who return"));
    assert_false(asks("y en el norte"));
    assert_false(asks("上海"));
    assert_false(asks(""));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_question_or_a_request_asks),
        TEST(what_only_goes_on_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
