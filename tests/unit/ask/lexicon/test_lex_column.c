#include "base/fs_fixture.h"

#include "ask/lexicon/lex_column.h"
#include "ask/lexicon/lex_pack.h"

static struct lex *lex;

static int set_up_lexicon(void **state)
{
    static const char *const folders[] = {"concepts", "en", "es", "zh", "any"};

    if (set_up(state) != 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (fs_mkdirs(in(folders[i]), "", &err))
            return -1;
    write_file("concepts/a.txt", "revenue money sum\n"
                                 "customer person -\n"
                                 "city place -\n"
                                 "paid state -\n"
                                 "hire-date date -\n"
                                 "request-date date -\n"
                                 "january state -\n");
    write_file("en/a.txt",
               "[revenue]\nnoun: revenue, sales\nheader: net_sales\n"
               "[customer]\nnoun: customer\n"
               "[city]\nnoun: city\n"
               "[paid]\nword: paid\n"
               "[hire-date]\nnoun: hire date\nverb: hire\n"
               "[request-date]\nverb: request\n"
               "[january]\nword: January\ncode: Jan, J\n");
    write_file("es/a.txt", "[customer]\nnoun: cliente\n[city]\nnoun: ciudad\n");
    write_file("zh/a.txt", "[city]\nnoun: 城市\n[customer]\nnoun: 客户\n"
                           "[revenue]\nnoun: 销售额\n");
    if (lex_pack(folder, in("packed"), &arena, &err))
        return -1;
    return lex_open(in("packed"), "packed", &lex, &err) == OK ? 0 : -1;
}

static int tear_down_lexicon(void **state)
{
    lex_close(lex);
    lex = NULL;
    return tear_down(state);
}

static struct lex_column column_of(const char *name, enum lex_column_type type)
{
    struct words w;
    struct lex_text t;
    struct lex_column column;

    assert_int_equal(words_cut(str_from(name), WORDS_NAME, &arena, &w, &err),
                     OK);
    assert_int_equal(lex_text_make(&w, &arena, &t, &err), OK);
    lex_column_of(lex, &t, type, &column);
    return column;
}

/* The strongest concept; NULL for none. */
static const char *best(const struct lex_column *c)
{
    return c->n ? lex_concept(lex, c->found[0].concept_id).name : NULL;
}

static void a_whole_name_is_surest(void **state)
{
    const struct lex_column whole = column_of("NetSales", LEX_COLUMN_NUMBER);
    const struct lex_column head = column_of("Order sales", LEX_COLUMN_NUMBER);
    const struct lex_column dollars = column_of("Sales US$", LEX_COLUMN_NUMBER);
    const struct lex_column coded = column_of("Sales EUR", LEX_COLUMN_NUMBER);

    (void)state;
    assert_string_equal(best(&whole), "revenue");
    assert_string_equal(best(&head), "revenue");
    assert_true(whole.found[0].strength > head.found[0].strength);
    assert_true(dollars.found[0].strength > head.found[0].strength);
    assert_true(coded.found[0].strength > head.found[0].strength);
}

static void the_head_is_where_the_language_has_it(void **state)
{
    const struct lex_column english =
        column_of("customer_city", LEX_COLUMN_TEXT);
    const struct lex_column spanish =
        column_of("Ciudad del cliente", LEX_COLUMN_TEXT);
    const struct lex_column chinese = column_of("客户城市", LEX_COLUMN_TEXT);

    (void)state;
    assert_string_equal(best(&english), "city");
    assert_string_equal(best(&spanish), "city");
    assert_string_equal(best(&chinese), "city");
    assert_int_equal(english.n, 2);
}

static void a_type_that_cannot_hold_a_concept_rules_it_out(void **state)
{
    const struct lex_column text = column_of("sales", LEX_COLUMN_TEXT);
    const struct lex_column flag = column_of("paid", LEX_COLUMN_BOOL);
    const struct lex_column date = column_of("paid", LEX_COLUMN_DATE);

    (void)state;
    assert_int_equal(text.n, 0);
    assert_string_equal(best(&flag), "paid");
    assert_int_equal(date.n, 0);
}

static double strength(const struct lex_column *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_is(str_from(lex_concept(lex, c->found[i].concept_id).name),
                   name))
            return c->found[i].strength;
    return 0;
}

static void units_and_numbers_are_no_part_of_a_name(void **state)
{
    static const char *const names[] = {"Sales (EUR)", "Net sales [k€/month]",
                                        "sales2023",   "Sales (2023, net)",
                                        "% sales",     "销售额（万元）"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct lex_column c = column_of(names[i], LEX_COLUMN_NUMBER);

        if (strength(&c, "revenue") < 0.95)
            fail_msg("'%s' is not revenue", names[i]);
    }
}

static void dates_are_named_by_what_was_done_then(void **state)
{
    const struct lex_column requested =
        column_of("Requested on", LEX_COLUMN_DATE);
    const struct lex_column hired = column_of("Hired", LEX_COLUMN_DATE);
    const struct lex_column text = column_of("Hired", LEX_COLUMN_TEXT);

    (void)state;
    assert_true(strength(&requested, "request-date") > 0.5);
    assert_true(strength(&hired, "hire-date") > 0.9);
    assert_int_equal(text.n, 0);
}

static void a_code_names_a_column_alone(void **state)
{
    const struct lex_column jan = column_of("Jan", LEX_COLUMN_NUMBER);
    const struct lex_column rate = column_of("Jan rate", LEX_COLUMN_NUMBER);
    const struct lex_column letter = column_of("J", LEX_COLUMN_NUMBER);

    (void)state;
    assert_string_equal(best(&jan), "january");
    assert_int_equal(rate.n, 0);
    assert_int_equal(letter.n, 0);
}

#define LEX_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_lexicon, tear_down_lexicon)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEX_TEST(a_whole_name_is_surest),
        LEX_TEST(the_head_is_where_the_language_has_it),
        LEX_TEST(a_type_that_cannot_hold_a_concept_rules_it_out),
        LEX_TEST(units_and_numbers_are_no_part_of_a_name),
        LEX_TEST(dates_are_named_by_what_was_done_then),
        LEX_TEST(a_code_names_a_column_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
