#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/aligned.h"

/* The text with '|' for the delimiter; "" where nothing is certain. */
static void check(const char *text, char delimiter, const char *want)
{
    static struct aligned found;
    struct arena a;
    struct error e;
    struct buf out;
    bool certain = false;

    arena_init(&a, (size_t)1 << 24);
    buf_init(&out, 4096);
    assert_int_equal(
        aligned_find(str_from(text), delimiter, &a, &found, &certain, &e), OK);
    if (certain)
        aligned_write(str_from(text), &found, &out);
    for (size_t i = 0; i < out.n; i++)
        out.p[i] = out.p[i] == ALIGNED_DELIMITER ? '|' : out.p[i];
    buf_put_char(&out, '\0');
    assert_string_equal(out.p, want);
    buf_release(&out);
    arena_release(&a);
}

static void columns_are_cut_where_all_lines_are_blank(void **state)
{
    (void)state;
    check("NAME   AGE  CITY\nAnn     31  Bonn\nBob      5  Rome\n", '\0',
          "NAME|AGE|CITY\nAnn|31|Bonn\nBob|5|Rome\n");
    check(
        "name     n       cost\nZürich   5        1.5\nBo     120       20.0\n"
        "Ann     30        3.5\n",
        '\0', "name|n|cost\nZürich|5|1.5\nBo|120|20.0\nAnn|30|3.5\n");
}

static void rows_may_have_names_and_values_may_lack(void **state)
{
    (void)state;
    check(
        "       mpg  cyl\nMazda   21    6\nHonda         4\nFiat  32.4    4\n",
        '\0', "|mpg|cyl\nMazda|21|6\nHonda||4\nFiat|32.4|4\n");
}

static void titles_rules_and_counts_are_no_rows(void **state)
{
    (void)state;
    check("Report\n\na   b\n--  --\n1   x\n22  y\n(2 rows)\n", '\0',
          "\n\na|b\n\n1|x\n22|y\n\n");
}

static void what_is_not_certain_is_not_read(void **state)
{
    (void)state;
    /* prose, a value over its column, a name beside its column, two lines */
    check("One  word here\nand another   there\nthen   a third\n", '\0', "");
    check("a     b    c\n1     2    3\n123456789 5  6\n4     5    6\n", '\0',
          "");
    check("   a    b\n1       2\n3       4\n5       6\n", '\0', "");
    check("a  b\n1  2\n", '\0', "");
    /* a name of two words, or two columns */
    check(
        "name     n total cost\nZürich   5        1.5\nBo     120       20.0\n"
        "Ann     30        3.5\n",
        '\0', "");
    /* another block of columns */
    check("    x   y\nA   1   2\nB   3   4\n    z\nA   5\nB   6\n", '\0', "");
    /* characters of another width, and tabs */
    check("名   b\n中   1\n国   2\n", '\0', "");
    check("a   b\n1\t  2\n3   4\n", '\0', "");
}

static void other_delimiters_come_first(void **state)
{
    (void)state;
    check("a  b,c\nd  e,1\nf  g,2\n", ',', "");
    check("a  |b\n1  |2\n3  |4\n", '|', "");
    /* commas of thousands part nothing */
    check("name   total\nAnn    1,200\nBob   31,000\nLee    2,500\n", ',',
          "name|total\nAnn|1,200\nBob|31,000\nLee|2,500\n");
}

static void quotes_are_kept(void **state)
{
    (void)state;
    check("name   size\n\"a\"       5\n'b       20\n", '\0',
          "name|size\n\"\"\"a\"\"\"|5\n\"'b\"|20\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_cut_where_all_lines_are_blank),
        cmocka_unit_test(rows_may_have_names_and_values_may_lack),
        cmocka_unit_test(titles_rules_and_counts_are_no_rows),
        cmocka_unit_test(what_is_not_certain_is_not_read),
        cmocka_unit_test(other_delimiters_come_first),
        cmocka_unit_test(quotes_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
