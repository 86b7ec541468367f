/*
 * The bases that are named with a selected text: each may forbid that a model is
 * sent it, so none may be left out.
 */
#include "knowledge/knowledge_base/bases_fixture.h"

#include "answer/answer.h"

#define ONE_MORE 9

static enum err ask(const struct table_source *sources, size_t n)
{
    const struct answer_request r = {
        .question = STR("when is it open?"),
        .sources = sources,
        .n = n,
        .is_selected = true,
        .selected_text = STR("The house is open from 9 to 5. Dogs are welcome "
                             "in the garden.")};
    struct answer *out = arena_alloc(&arena, sizeof(*out), &err);

    assert_non_null(out);
    return answer_question(tables, &r, &arena, out, &err);
}

static void more_bases_than_are_asked_are_refused(void **state)
{
    struct table_source sources[ONE_MORE] = {0};
    char name[ONE_MORE][3] = {"b0", "b1", "b2", "b3", "b4",
                              "b5", "b6", "b7", "b8"};

    (void)state;
    for (int i = 0; i < ONE_MORE; i++)
        sources[i].path = str_from(name[i]);
    assert_int_equal(ask(sources, ONE_MORE), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "at most 8 bases"));
}

static void documents_of_one_base_are_one_base(void **state)
{
    struct table_source sources[ONE_MORE] = {0};

    (void)state;
    for (int i = 0; i < ONE_MORE; i++)
        sources[i].path = STR("b/setup.md");
    assert_int_equal(ask(sources, ONE_MORE), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(more_bases_than_are_asked_are_refused),
        BASES_TEST(documents_of_one_base_are_one_base),
    };

    return cmocka_run_group_tests_name("selected", tests, NULL, NULL);
}
