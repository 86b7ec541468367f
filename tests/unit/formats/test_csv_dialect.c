#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv_dialect.h"

#include <string.h>

static struct csv_dialect find(const char *text)
{
    static const struct csv_dialect_options o;
    struct csv_dialect d;

    csv_dialect_find(str_from(text), &o, &d);
    return d;
}

static void check_delimiter(const char *text, char delimiter)
{
    struct csv_dialect d = find(text);

    if (d.delimiter != delimiter)
        fail_msg("'%s' is cut by '%c'", text, d.delimiter);
}

static void check_header(const char *text, bool header, bool assumed)
{
    struct csv_dialect d = find(text);

    if (d.header != header || d.header_assumed != assumed)
        fail_msg("'%s': header %d, assumed %d", text, d.header,
                 d.header_assumed);
}

static void each_common_delimiter_is_found(void **state)
{
    (void)state;
    check_delimiter("a,b\n1,2\n3,4\n", ',');
    check_delimiter("a;b\n1;2\n3;4\n", ';');
    check_delimiter("a\tb\n1\t2\n3\t4\n", '\t');
    check_delimiter("a|b\n1|2\n3|4\n", '|');
}

static void decimal_commas_do_not_cut(void **state)
{
    (void)state;
    check_delimiter("fecha;importe\n01/02/2024;1.234,50\n02/02/2024;3,25\n",
                    ';');
    check_delimiter("1,5;2,5;3,5\n4,5;5,5;6,5\n", ';');
    check_delimiter("a|b\n1,5|2,5\n3,5|4,5\n", '|');
}

static void commas_in_sentences_do_not_cut(void **state)
{
    (void)state;
    check_delimiter("id;text\n1;one, two\n2;three, four\n3;five, six\n", ';');
    check_delimiter("id\ttext\n1\tone; two\n2\tthree; four\n", '\t');
}

static void quoted_delimiters_do_not_count(void **state)
{
    (void)state;
    check_delimiter("a;b\n\"x,y,z\";1\n\"u,v,w\";2\n", ';');
    check_delimiter("a,b\n\"x;y;z\",1\n\"u;v;w\",2\n", ',');
}

static void lines_that_nothing_cuts_alike_are_one_column(void **state)
{
    (void)state;
    check_delimiter("name\nSmith\nJones\n", '\0');
    check_delimiter("name\nSmith\nJones; Brown\nGreen, Black, White\n", '\0');
}

static void a_declared_delimiter_is_taken(void **state)
{
    const struct csv_dialect_options o = {.delimiter = ':',
                                          .header = CSV_HEADER_NO};
    struct csv_dialect d;

    (void)state;
    csv_dialect_find(STR("a:b,c\n1:2,3\n"), &o, &d);
    assert_int_equal(d.delimiter, ':');
    assert_int_equal(d.quote, '"');
    assert_false(d.header);
}

static void words_above_numbers_are_a_header(void **state)
{
    (void)state;
    check_header("id,name\n1,x\n2,y\n", true, false);
    check_header("fecha;importe\n01/02/2024;5,5\n", true, false);
    check_header("name,2019,2020\nx,1,2\ny,3,4\n", true, true);
    check_header("region,31/01/2024,29/02/2024\nNorth,1,2\n", true, false);
}

static void numbers_above_numbers_are_none(void **state)
{
    (void)state;
    check_header("1,2\n3,4\n", false, false);
    check_header("5,x\n6,y\n", false, false);
    check_header("1\n2\n3\n", false, false);
}

static void words_above_words_are_taken_for_one_and_said(void **state)
{
    (void)state;
    check_header("name,city\nAda,London\nGrace,New York\n", true, true);
    check_header("name,city\n", true, false);
}

static void what_can_part_cells_is_no_letter_digit_or_quote(void **state)
{
    (void)state;
    assert_true(csv_is_delimiter(',') && csv_is_delimiter('\t') &&
                csv_is_delimiter('|') && csv_is_delimiter(':') &&
                csv_is_delimiter(' '));
    assert_false(csv_is_delimiter('a') || csv_is_delimiter('Z') ||
                 csv_is_delimiter('5') || csv_is_delimiter('"') ||
                 csv_is_delimiter('\n') || csv_is_delimiter('\r') ||
                 csv_is_delimiter('\0') || csv_is_delimiter('\x80'));
}

static void a_sample_that_is_cut_does_not_count_its_last_record(void **state)
{
    static char text[400000];
    size_t n = 0;

    (void)state;
    for (; n + 12 < sizeof(text); n += 8)
        memcpy(text + n, "12;34;5\n", 8);
    text[n] = '\0';
    check_delimiter(text, ';');
}

static void any_bytes_give_some_dialect(void **state)
{
    (void)state;
    (void)find("");
    (void)find("\"");
    (void)find("\n\n\n");
    (void)find("\"\"\"\n,;|\t");
    (void)find(",,,,\n;;;;\n||||\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_common_delimiter_is_found),
        cmocka_unit_test(decimal_commas_do_not_cut),
        cmocka_unit_test(commas_in_sentences_do_not_cut),
        cmocka_unit_test(quoted_delimiters_do_not_count),
        cmocka_unit_test(lines_that_nothing_cuts_alike_are_one_column),
        cmocka_unit_test(a_declared_delimiter_is_taken),
        cmocka_unit_test(words_above_numbers_are_a_header),
        cmocka_unit_test(numbers_above_numbers_are_none),
        cmocka_unit_test(words_above_words_are_taken_for_one_and_said),
        cmocka_unit_test(what_can_part_cells_is_no_letter_digit_or_quote),
        cmocka_unit_test(a_sample_that_is_cut_does_not_count_its_last_record),
        cmocka_unit_test(any_bytes_give_some_dialect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
