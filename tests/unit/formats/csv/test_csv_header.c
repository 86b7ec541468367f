#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv_layout.h"

#include <string.h>

static struct csv_layout find(const char *text)
{
    static const struct csv_layout_options o;
    static struct arena a;
    struct csv_layout l;
    struct error e;

    arena_release(&a);
    arena_init(&a, (size_t)8 << 20);
    assert_int_equal(csv_layout_find(str_from(text), &o, &a, &l, &e), OK);
    return l;
}

/* "closed" is a value of its shop, and so is what has digits alone. */
static void a_row_with_a_word_for_its_value_is_no_header(void **state)
{
    (void)state;
    assert_int_equal(find("shop,sum\nx,closed\ny,3.5\nz,7\n").header_rows, 1);
    assert_int_equal(find("site,mg\nx,<0.5\ny,3.5\nz,7\n").header_rows, 1);
    assert_int_equal(find("a,t\nx,26:30\ny,10:05\nz,1:00\n").header_rows, 1);
    assert_int_equal(find("t,v\n26:30,<5\n10:05,7\n1:00,8\n").header_rows, 1);
    /* units are words over all that is no word, or several of them */
    assert_int_equal(find("site,mg\n,kg\ny,3.5\nz,7\n").header_rows, 2);
    assert_int_equal(find("site,m,t\nname,kg,s\ny,3,4\nz,7,5\n").header_rows,
                     2);
    assert_int_equal(
        find("land,people,,\n,0-14,15-64,65+\nx,1,2,3\ny,3,4,5\n").header_rows,
        2);
}

static void check_names(const char *text, const char *const *expected)
{
    struct csv_layout l = find(text);
    struct str whole[8];
    struct str names[8];
    struct arena a;
    struct error e;

    assert_in_range(l.columns, 1, 8);
    arena_init(&a, 4096);
    assert_int_equal(csv_layout_names(str_from(text), &l, &a, whole, names, &e),
                     OK);
    for (size_t i = 0; i < l.columns; i++)
        if (!str_is(names[i], expected[i]))
            fail_msg("'%s': '%.*s' is not '%s'", text, STR_FMT(names[i]),
                     expected[i]);
    arena_release(&a);
}

/* A name stands over the gaps beside it, too. */
static void a_group_names_all_of_its_columns(void **state)
{
    (void)state;
    check_names("shop,2023,,2024,\n,Q1,Q2,Q1,Q2\nx,1,2,3,4\ny,5,6,7,8\n",
                (const char *const[]){"shop", "2023 Q1", "2023 Q2", "2024 Q1",
                                      "2024 Q2"});
    check_names("control,,fire,\nX,Y,X,Y\n(m),,(s),\n1,2,3,4\n5,6,7,8\n",
                (const char *const[]){"control X (m)", "control Y",
                                      "fire X (s)", "fire Y"});
    /* "shop" has nothing below it and names its own column alone */
    check_names("shop,,2023,\n,city,Q1,Q2\nx,a,1,2\ny,b,5,6\n",
                (const char *const[]){"shop", "city", "2023 Q1", "2023 Q2"});
}

/* As banks export them: account, owner and dates, then the table. */
static void a_form_above_the_names_is_no_part_of_the_table(void **state)
{
    struct csv_layout l = find("Account:,12345\nOwner:,Ann\nFrom:,2024-01-01\n"
                               "\nDate,Text,Sum\n2024-01-02,x,1.5\n"
                               "2024-01-03,y,2.5\n2024-01-04,z,3.5\n");

    (void)state;
    assert_int_equal(l.start, 44);
    assert_int_equal(l.header_rows, 1);
    l = find("Owner,Ann,,\nTotal,14,,\n,,,\nNumber,Day,Text,Units\n"
             "1,2024-01-02,x,1.5\n2,2024-01-03,y,2.5\n");
    assert_int_equal(l.start, 27);
    l = find("Owner,Ann\n\nday,text,sum\n2024-01-02,x,1\n2024-01-03,y,2\n");
    assert_int_equal(l.start, 11);
    /* one line of two cells and no empty one: the names of the first two */
    assert_int_equal(
        find("name,city,,\nAda,x,yes,q\nBob,y,3,w\nEve,z,4,v\n").start, 0);
}

/* Words over values, below an empty line. */
static void where_another_table_begins_is_said(void **state)
{
    (void)state;
    assert_int_equal(
        find("name,age\nA,1\nB,2\n\ncity,pop\nX,100\nY,200\n").other_line, 5);
    assert_int_equal(
        find("name,age\nA,1\n,\ncity,pop\nX,100\nY,200\n").other_line, 4);
    assert_int_equal(find("sep=;\na;b\nA;1\n\nc;d\nX;100\nZ;2\n").other_line,
                     5);
    assert_int_equal(find("a,b\r\nA,1\r\n\r\nc,d\r\nX,1\r\n").other_line, 4);
    /* rows in groups, words without values, and the names at once */
    assert_int_equal(find("a,b\nA,1\n\nB,2\n\nC,3\n").other_line, 0);
    assert_int_equal(find("a,b\nA,x\n\nB,y\nC,z\n").other_line, 0);
    assert_int_equal(find("a,b\nA,1\nB,closed\nC,3\n").other_line, 0);
    assert_int_equal(find("T\n\na,b\nA,1\nB,2\n").other_line, 0);
    assert_int_equal(find("a,b\n\nA,1\nB,2\n").other_line, 0);
}

static void columns_aligned_by_spaces_are_counted(void **state)
{
    (void)state;
    assert_int_equal(
        find("NAME   AGE  CITY\nAnn     31  Bonn\nBob      5  Rome\n")
            .aligned_lines,
        3);
    assert_int_equal(
        find("  1.5   2.5\n 10.0   4.5\n  7.5  12.0\n").aligned_lines, 3);
    assert_int_equal(find("a  b,c\nd  e,1\nf  g,2\n").aligned_lines, 0);
    assert_int_equal(find("a b\n1 2\n3 4\n").aligned_lines, 0);
    assert_int_equal(
        find("One.  Two.\nThree.\nFour.\nFive.  Six.\n").aligned_lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_with_a_word_for_its_value_is_no_header),
        cmocka_unit_test(a_group_names_all_of_its_columns),
        cmocka_unit_test(a_form_above_the_names_is_no_part_of_the_table),
        cmocka_unit_test(where_another_table_begins_is_said),
        cmocka_unit_test(columns_aligned_by_spaces_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
