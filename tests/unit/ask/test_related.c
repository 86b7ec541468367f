#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "arena_fixture.h"
#include "ask/joins/library_fixture.h"

#include <cmocka.h>

#include "asked.h"

/* The rows that are asked for, with how many of `counted` belong to each. */
#define COUNTING(root, counted, rows, left, key)                        \
    "FROM (SELECT \"" root "\".*, coalesce(\"" counted                  \
    "\".\"count\", 0) AS \"" counted "\" FROM \"" root                  \
    "\" LEFT JOIN (SELECT \"" key "\" AS \"" key                        \
    "\", count(*) AS \"count\" FROM " rows " GROUP BY 1) AS \"" counted \
    "\" ON \"" root "\".\"" left "\" = \"" counted "\".\"" key "\")"
#define MEMBERS_LOANS(rows) \
    COUNTING("members", "loans", rows, "member_id", "member_id")
#define NAMES                                     \
    "SELECT \"member_name\" AS \"member_name\", " \
    "\"member_id\" AS \"member_id\" "
#define BY_NAME " GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST"

static void check(const char *question, const char *want)
{
    check_asked(library_schema(&arena), question, want, &arena);
}

/* Two members have one name. */
#define WITHOUT_LOANS \
    NAMES MEMBERS_LOANS("\"loans\"") " WHERE \"loans\" = 0" BY_NAME

static void rows_that_nothing_belongs_to_are_found(void **state)
{
    static const char *const wordings[] = {
        "members without loans",
        "members with no loans",
        "which members have no loans?",
        "members who don't have any loans",
        "members that have never had a loan",
        "which members haven't had loans yet",
        "members who never borrowed",
        "members who have not borrowed anything"};

    (void)state;
    for (size_t i = 0; i < sizeof(wordings) / sizeof(wordings[0]); i++)
        check(wordings[i], WITHOUT_LOANS);
    check(
        "how many members have no loans",
        "SELECT count(DISTINCT \"member_id\") AS \"distinct_member_id\" " MEMBERS_LOANS(
            "\"loans\"") " WHERE \"loans\" = 0");
    check("authors without books",
          "SELECT \"author_name\" AS \"author_name\" " COUNTING(
              "authors", "books", "\"books\"", "author_id",
              "author_id") " WHERE \"books\" = 0 GROUP BY 1 ORDER BY 1 ASC "
                           "NULLS LAST");
}

static void groups_and_shares_are_of_them_alone(void **state)
{
    (void)state;
    check("number of members without loans by town",
          "SELECT \"town\" AS \"town\", count(DISTINCT \"member_id\") AS "
          "\"distinct_member_id\" " MEMBERS_LOANS(
              "\"loans\"") " WHERE \"loans\" = 0 GROUP BY 1 ORDER BY 1 ASC "
                           "NULLS LAST");
    check("what percentage of members have no loans",
          "SELECT count(DISTINCT \"member_id\") FILTER (WHERE \"loans\" = 0) "
          "AS \"part\", count(DISTINCT \"member_id\") AS \"total\", "
          "round(100.0 * count(DISTINCT \"member_id\") FILTER (WHERE "
          "\"loans\" = 0) / nullif(count(DISTINCT \"member_id\"), 0), 2) AS "
          "\"percent\" " MEMBERS_LOANS("\"loans\""));
}

#define IN_2023                                           \
    "\"loans\" WHERE \"loaned_on\" >= DATE '2023-01-01' " \
    "AND \"loaned_on\" < DATE '2024-01-01'"

static void a_period_is_when_it_happened(void **state)
{
    (void)state;
    check("members with no loans in 2023",
          NAMES MEMBERS_LOANS(IN_2023) " WHERE \"loans\" = 0" BY_NAME);
    check("in 2023, which members had no loans?",
          NAMES MEMBERS_LOANS(IN_2023) " WHERE \"loans\" = 0" BY_NAME);
    check("members from Leeds who borrowed in 2023",
          NAMES MEMBERS_LOANS(
              IN_2023) " WHERE \"town\" = 'Leeds' AND \"loans\" > 0" BY_NAME);
    /* the date of the rows comes before it */
    check("members who joined in 2023 without loans",
          NAMES MEMBERS_LOANS(
              "\"loans\"") " WHERE \"joined_on\" >= DATE '2023-01-01' AND "
                           "\"joined_on\" < DATE '2024-01-01' AND \"loans\" = "
                           "0" BY_NAME);
}

static void a_condition_is_of_the_rows_that_know_it(void **state)
{
    (void)state;
    check(
        "members without loans in York",
        NAMES MEMBERS_LOANS(
            "\"loans\"") " WHERE \"town\" = 'York' AND \"loans\" = 0" BY_NAME);
    check("members who never borrowed Dunes",
          NAMES MEMBERS_LOANS(
              "(SELECT \"loans\".*, \"books\".\"title\" AS \"title\" FROM "
              "\"loans\" LEFT JOIN \"books\" ON \"loans\".\"book_id\" = "
              "\"books\".\"book_id\") WHERE \"title\" = "
              "'Dunes'") " WHERE \"loans\" = 0" BY_NAME);
}

static void few_can_be_none(void **state)
{
    (void)state;
    check("members with fewer than two loans",
          NAMES MEMBERS_LOANS("\"loans\"") " WHERE \"loans\" < 2" BY_NAME);
    check("members with at most 1 loan",
          NAMES MEMBERS_LOANS("\"loans\"") " WHERE \"loans\" <= 1" BY_NAME);
}

static void rows_farther_away_belong_too(void **state)
{
    (void)state;
    check("authors without loans",
          "SELECT \"author_name\" AS \"author_name\" " COUNTING(
              "authors", "loans",
              "(SELECT \"loans\".*, \"books\".\"author_id\" AS \"author_id\" "
              "FROM \"loans\" LEFT JOIN \"books\" ON \"loans\".\"book_id\" = "
              "\"books\".\"book_id\")",
              "author_id",
              "author_id") " WHERE \"loans\" = 0 GROUP BY 1 ORDER BY 1 ASC "
                           "NULLS LAST");
}

static void what_a_row_leads_to_may_be_missing_there(void **state)
{
    (void)state;
    check(
        "how many books without an author",
        "SELECT count(DISTINCT \"book_id\") AS \"distinct_book_id\" " COUNTING(
            "books", "authors", "\"authors\"", "author_id",
            "author_id") " WHERE \"authors\" = 0");
}

static void never_else_is_asked_back(void **state)
{
    (void)state;
    check("members who only borrowed in 2023", "?");
    check("members without loans of blue books", "?");
    check("members without loans older than Ana", "?");
}

static void spanish_and_chinese_say_it_too(void **state)
{
    struct ask_schema *s = shop_schema(&arena);
    static const char *const wordings[] = {"clientes sin pedidos",
                                           "¿Qué clientes no tienen pedidos?",
                                           "clientes que nunca han comprado",
                                           "clientes que no han comprado nada",
                                           "没有订单的客户",
                                           "哪些客户没有下过单",
                                           "从未下单的客户",
                                           "customers without orders"};

    (void)state;
    for (size_t i = 0; i < sizeof(wordings) / sizeof(wordings[0]); i++) {
        struct ask_result r = asked_result(s, wordings[i], &arena);

        if (!str_is(r.sql,
                    "SELECT \"name\" AS \"name\", \"id\" AS \"id\" " COUNTING(
                        "customers", "orders", "\"orders\"", "id",
                        "customer_id") " WHERE \"orders\" = 0" BY_NAME))
            fail_msg("%s\n  %.*s %.*s", wordings[i], STR_FMT(r.sql),
                     STR_FMT(r.message));
    }
}

static void joins_report_the_tables_and_edges_to_measure(void **state)
{
    struct ask_result r =
        asked_result(library_schema(&arena), "authors without loans", &arena);

    (void)state;
    assert_int_equal(r.table, 0);
    assert_int_equal(r.n_tables, 3);
    assert_int_equal(r.tables[0], 0);
    assert_int_equal(r.n_edges, 2);
    assert_int_equal(r.edges[0]->left, 2); /* loans to books */
    assert_int_equal(r.edges[1]->left, 1); /* books to authors */
}

static void a_list_of_a_table_is_of_all_its_rows(void **state)
{
    (void)state;
    check("list the members", "SELECT * FROM \"data\"");
    check("how many books",
          "SELECT count(DISTINCT \"book_id\") AS \"distinct_book_id\" FROM "
          "\"data\"");
}

#define PEOPLE                                                               \
    TABLE(80,                                                                \
          INTEGER("emp_id", 80, 80, 1, 80) "," TEXT(                         \
              "full_name", 80, 80,                                           \
              "\"Ada Moss\",\"Ben Holt\"") "," INTEGER("boss_id", 79, 9, 1,  \
                                                       80) "," AMOUNT("pay", \
                                                                      80))
#define WITH_BOSS                                                            \
    " FROM (SELECT \"data\".*, \"data by boss_id\".\"full_name\" AS "        \
    "\"full_name (boss_id)\" FROM \"data\" LEFT JOIN \"data\" AS \"data by " \
    "boss_id\" ON \"data\".\"boss_id\" = \"data by boss_id\".\"emp_id\") WHERE "

static void check_people(const char *question, const char *want)
{
    static struct ask_schema s;
    struct ask_result r;

    s = (struct ask_schema){0};
    add_table(&s, "people", PEOPLE, &arena);
    (void)find_joins(&s, &arena);
    r = asked_result(&s, question, &arena);
    if (want[0] == '?' ? r.outcome != ASK_CLARIFY : !str_is(r.sql, want))
        fail_msg("%s\n  is   %.*s%.*s\n  not  %s", question, STR_FMT(r.sql),
                 STR_FMT(r.message), want);
    if (r.outcome == ASK_ANSWERABLE)
        assert_int_equal(r.n_edges, 1); /* to be measured */
}

static void a_table_whose_rows_name_each_other_tells_who_reports_to_whom(
    void **state)
{
    const char *const below =
        "SELECT \"full_name\" AS \"full_name\"" WITH_BOSS
        "\"full_name (boss_id)\" = 'Ben Holt' GROUP BY 1 ORDER BY 1 ASC NULLS "
        "LAST";

    (void)state;
    check_people("who reports to Ben Holt?", below);
    check_people("Ben Holt's direct reports", below);
    check_people("¿quién reporta a Ben Holt?", below);
    check_people("how many direct reports does Ben Holt have",
                 "SELECT count(*) AS \"count\"" WITH_BOSS
                 "\"full_name (boss_id)\" = 'Ben Holt'");
    check_people(
        "who does Ada Moss report to",
        "SELECT \"full_name (boss_id)\" AS \"full_name (boss_id)\"" WITH_BOSS
        "\"full_name\" = 'Ada Moss' GROUP BY 1 ORDER BY 1 ASC NULLS "
        "LAST");
    /* to leave a word out would name Ben Holt himself */
    check_people("who reports to Ben Holt and earns most", "?");
    check_people("who reports to Carl", "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_that_nothing_belongs_to_are_found,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(groups_and_shares_are_of_them_alone,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_period_is_when_it_happened, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_condition_is_of_the_rows_that_know_it,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_can_be_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_farther_away_belong_too, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            what_a_row_leads_to_may_be_missing_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(never_else_is_asked_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(spanish_and_chinese_say_it_too, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            joins_report_the_tables_and_edges_to_measure, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_table_whose_rows_name_each_other_tells_who_reports_to_whom,
            set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_of_a_table_is_of_all_its_rows,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
