/*
 * A question to a base of a table and a text, with the first, second, third ...
 * allocation of this program failing (base/torture.h says what must hold): by
 * rules, with a language model that plans, with one that writes, of a selected
 * text, and one that needs clarification.
 */
#include "knowledge/knowledge_base/bases_fixture.h"

#include "answer/answer.h"
#include "base/torture.h"

struct asking {
    const char *question;
    const char *selected; /* NULL: none */
    const char *chat;     /* NULL: no model */
};

static enum err ask(void *ctx, struct arena *a, struct error *e)
{
    const struct asking *q = ctx;
    const struct table_source base = {.path = {"b", 1}};
    struct answer_request r = {.question = str_from(q->question),
                               .sources = &base,
                               .n = 1,
                               .model = {.provider = str_from(q->chat)}};
    struct answer *out = arena_alloc(a, sizeof(*out), e);
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (!out)
        return e->code;
    if (q->selected) {
        r.is_selected = true;
        r.selected_text = str_from(q->selected);
    }
    rc = answer_question(tables, &r, a, out, e);
    if (rc)
        return rc;
    assert_true(out->text.n > 0);
    buf_init(&b, 16 << 20); /* all of it can be read */
    jsonw_init(&w, &b);
    jsonw_str(&w, out->text);
    for (size_t i = 0; i < out->n_warnings; i++)
        jsonw_str(&w, out->warnings[i]);
    for (size_t i = 0; i < out->n_passages; i++)
        jsonw_str(&w, out->passages[i].excerpt);
    for (size_t i = 0; i < out->n_figures; i++)
        jsonw_str(&w, out->figures[i].text);
    buf_release(&b);
    return OK;
}

static void survive(struct asking q)
{
    (void)torture(FAULT_ARENA, ask, &q);
    (void)torture(FAULT_MEMORY, ask, &q);
}

static void an_answer_of_tables(void **state)
{
    (void)state;
    survive((struct asking){.question = "how many orders are there by city?"});
}

static void an_answer_of_pages(void **state)
{
    (void)state;
    survive((struct asking){.question = "how do I install the setup?"});
}

static void an_answer_of_a_selected_text(void **state)
{
    (void)state;
    survive((struct asking){.question = "when is it open?",
                            .selected = "The house is open from 9 to 5. Dogs "
                                        "are welcome in the garden."});
}

static void a_question_that_is_asked_back(void **state)
{
    (void)state;
    survive((struct asking){.question = "what is the total of the walrus?"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(an_answer_of_tables),
        BASES_TEST(an_answer_of_pages),
        BASES_TEST(an_answer_of_a_selected_text),
        BASES_TEST(a_question_that_is_asked_back),
    };

    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
