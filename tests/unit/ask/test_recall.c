/* Columns with a dictionary: what a question looks up in it, and that it reads
 * these columns as it does those whose values are few. */
#include "base/fs_fixture.h"

#include "ask/link/recall.h"
#include "orders_fixture.h"
#include "store/value_index/dictionary.h"
#include "store/value_index/dictionary_build.h"

#include <stdio.h>

#define CUSTOMERS 3000

/* No value is in the profile, as of a column of many that come once. */
#define SALES                                                                  \
    "{\"row_count\":3000,\"columns\":["                                        \
    "{\"name\":\"customer\",\"inferred_type\":\"string\",\"non_null_count\":"  \
    "3000,\"distinct_estimate\":3000,\"sample_values\":[\"John Smith "         \
    "0001\"],\"dictionary\":{\"complete\":false,\"values\":[]}},"              \
    "{\"name\":\"city\",\"inferred_type\":\"string\",\"non_null_count\":2999," \
    "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,\"values\":["   \
    "\"Madrid\",\"Oslo\"]}},"                                                  \
    "{\"name\":\"amount\",\"inferred_type\":\"decimal\",\"non_null_count\":"   \
    "3000,\"distinct_estimate\":2900,\"min\":1.00,\"max\":900.00}]}"

static struct dictionary dictionary;

static void add(struct dictionary_builder *b, const char *text)
{
    bool taken;

    assert_int_equal(dictionary_build_add(b, str_from(text), &taken, &err), OK);
}

static void make_dictionary(void)
{
    static const char *const first[] = {"John", "Mary", "Peter", "Inés"};
    static const char *const last[] = {"Smith", "Baker", "Núñez", "Christensen",
                                       "Wood"};
    struct dictionary_builder b;
    char text[64];

    assert_int_equal(dictionary_build_open(&b, in("d"), &arena, &err), OK);
    assert_int_equal(dictionary_build_begin(&b, &err), OK);
    for (unsigned i = 0; i < CUSTOMERS; i++) {
        (void)snprintf(text, sizeof(text), "%s %s %04u", first[i % 4],
                       last[i % 5], i);
        add(&b, text);
    }
    add(&b, "Jon Smyth 0020");
    add(&b, "Total");
    add(&b, "Northwind Traders");
    add(&b, "Blue Sun");
    add(&b, "The Wood of Oslo Society for Something Long");
    assert_int_equal(dictionary_build_put(&b, 0, true, &err), OK);
    assert_int_equal(dictionary_build_finish(&b, &err), OK);
    dictionary_build_release(&b);
    assert_int_equal(dictionary_open(&dictionary, in("d"), &arena, &err), OK);
}

/* The schema with what the question may mean of its customers. */
static struct ask_schema *recalled(const char *question)
{
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &err);
    struct json *j = NULL;
    struct words w;

    assert_non_null(s);
    assert_int_equal(
        json_parse(str_from(SALES), &json_default_limits, &arena, &j, &err),
        OK);
    s->looks_up = true;
    assert_int_equal(
        schema_add(s, STR("sales.csv"), STR("data"), j, &arena, &err), OK);
    s->tables[0].columns[0].dictionary = dictionary_find(&dictionary, 0);
    assert_int_equal(
        words_cut(str_from(question), WORDS_TEXT, &arena, &w, &err), OK);
    assert_int_equal(schema_recall(s, &w, &arena, &err), OK);
    return s;
}

/* The condition of the SQL, or "? " and the clarifying question; then the notes. */
static void check(const char *question, const char *want)
{
    struct ask_result r;
    struct buf b;
    struct str got;

    assert_int_equal(
        ask_question(recalled(question), str_from(question), &arena, &r, &err),
        OK);
    buf_init(&b, 10000);
    if (r.outcome == ASK_CLARIFY) {
        buf_puts(&b, "? ");
        buf_put_str(&b, r.message);
    } else {
        size_t at = str_find(r.sql, STR("WHERE "));

        buf_put_str(&b, str_slice(r.sql, at + 6, r.sql.n));
    }
    for (size_t i = 0; i < r.n_notes; i++)
        buf_printf(&b, " -- %.*s", STR_FMT(r.notes[i]));
    assert_int_equal(buf_dup(&b, &arena, &got, &err), OK);
    buf_release(&b);
    if (!str_starts(got, str_from(want)))
        fail_msg("%s\n  is   %.*s\n  not  %s", question, STR_FMT(got), want);
}

static int set_up_recall(void **state)
{
    if (set_up(state))
        return -1;
    arena_release(&arena);
    arena_init(&arena, (size_t)256 << 20);
    make_dictionary();
    return 0;
}

static int tear_down_recall(void **state)
{
    dictionary_close(&dictionary);
    return tear_down(state);
}

static void a_whole_value_is_found_in_any_case_and_accent(void **state)
{
    (void)state;
    check("total amount of John Smith 0020",
          "\"customer\" = 'John Smith 0020'");
    check("total amount of JOHN smith 0020",
          "\"customer\" = 'John Smith 0020'");
    check("importe total de ines nunez 0007",
          "\"customer\" = 'Inés Núñez 0007'");
    check("total amount of Blue Sun in Oslo",
          "\"customer\" = 'Blue Sun' AND \"city\" = 'Oslo'");
}

static void slips_beside_a_word_that_is_right_are_read_and_reported(
    void **state)
{
    (void)state;
    check("total amount of Jonh Smiht 0020",
          "\"customer\" = 'John Smith 0020' -- \"Jonh Smiht 0020\" is read as "
          "John Smith 0020, a value of the column customer");
    check("total amount of Nortwind Traders",
          "\"customer\" = 'Northwind Traders' -- \"Nortwind Traders\" is read");
    check("total amount of Ines Chrsitenson 0003",
          "\"customer\" = 'Inés Christensen 0003' --");
}

static void a_slip_alone_and_another_number_are_asked_back(void **state)
{
    (void)state;
    check("total amount of Nortwind", "? What is \"Nortwind\"? The nearest in "
                                      "the table: Northwind Traders");
    check("total amount of Jonh Smiht 9999", "? What is \"Jonh\"?");
    check("total amount of Quixote 0020", "? What is \"Quixote\"?");
    /* Jan may be John or Jon, and Smath Smith or Smyth: two values */
    check("total amount of Jxhn Smeth 0020 and more", "? ");
}

static void what_is_begun_or_has_a_word_too_many_is_offered(void **state)
{
    (void)state;
    check("total amount of Northw",
          "? What is \"Northw\"? The nearest in the table: Northwind Traders");
    check("total amount of Northwind Quixotic Traders",
          "? What is \"Quixotic\"? The nearest in the table: Northwind Traders "
          "(customer).");
    check("total amount of Blue Quixotic",
          "? What is \"Quixotic\"? The nearest in the table: Blue Sun "
          "(customer).");
}

static void a_part_of_few_values_is_them_and_of_many_is_reported(void **state)
{
    (void)state;
    check("total amount of Northwind", "\"customer\" = 'Northwind Traders' -- "
                                       "\"Northwind\" is part of");
    check("total amount of Smith",
          "(contains(lower(strip_accents(\"customer\")), 'smith')) AND");
    check("total amount of Blue in Oslo",
          "\"customer\" = 'Blue Sun' AND \"city\" = 'Oslo'");
}

static void rows_of_totals_are_left_out(void **state)
{
    (void)state;
    check("total amount", "\"customer\" IS DISTINCT FROM 'Total' -- Rows whose "
                          "customer is \"Total\" hold totals");
}

static void a_value_is_looked_up_by_itself(void **state)
{
    const struct ask_schema *s = recalled("total amount");
    const struct schema_column *c = &s->tables[0].columns[0];
    struct str found;

    (void)state;
    assert_true(schema_knows_all(c));
    assert_int_equal(
        schema_find_value(c, STR("Peter Núñez 0002"), &arena, &found, &err),
        OK);
    assert_true(str_is(found, "Peter Núñez 0002"));
    assert_int_equal(
        schema_find_value(c, STR("blue SUN"), &arena, &found, &err), OK);
    assert_true(str_is(found, "Blue Sun"));
    assert_int_equal(schema_find_value(c, STR("Blue"), &arena, &found, &err),
                     OK);
    assert_int_equal(found.n, 0);
    assert_int_equal(schema_find_value(&s->tables[0].columns[1], STR("oslo"),
                                       &arena, &found, &err),
                     OK);
    assert_true(str_is(found, "Oslo"));
}

#define RECALL_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_recall, tear_down_recall)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECALL_TEST(a_whole_value_is_found_in_any_case_and_accent),
        RECALL_TEST(slips_beside_a_word_that_is_right_are_read_and_reported),
        RECALL_TEST(a_slip_alone_and_another_number_are_asked_back),
        RECALL_TEST(what_is_begun_or_has_a_word_too_many_is_offered),
        RECALL_TEST(a_part_of_few_values_is_them_and_of_many_is_reported),
        RECALL_TEST(rows_of_totals_are_left_out),
        RECALL_TEST(a_value_is_looked_up_by_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
