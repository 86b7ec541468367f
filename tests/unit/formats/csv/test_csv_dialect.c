#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv_dialect.h"
#include "formats/csv/csv_layout.h"
#include "formats/csv/csv_sample.h"

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

static void check_delimiter(const char *text, char delimiter)
{
    struct csv_layout l = find(text);

    if (l.dialect.delimiter != delimiter)
        fail_msg("'%s' is cut by '%c'", text, l.dialect.delimiter);
}

static void check_header(const char *text, bool header, bool assumed)
{
    struct csv_layout l = find(text);

    if ((l.header_rows > 0) != header || l.header_assumed != assumed)
        fail_msg("'%s': header %zu, assumed %d", text, l.header_rows,
                 l.header_assumed);
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
    const struct csv_layout_options o = {.delimiter = ':',
                                         .header = CSV_HEADER_NO};
    struct csv_layout l;
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, (size_t)8 << 20);
    assert_int_equal(csv_layout_find(STR("a:b,c\n1:2,3\n"), &o, &a, &l, &e),
                     OK);
    assert_int_equal(l.dialect.delimiter, ':');
    assert_int_equal(l.dialect.quote, '"');
    assert_int_equal(l.header_rows, 0);
    arena_release(&a);
}

static void unusual_delimiters_are_found(void **state)
{
    (void)state;
    check_delimiter("id#name#when\n1#Ann#2024-01-02\n2#Bob, Jr#2024-01-03\n",
                    '#');
    check_delimiter("a:b:c\n1:2:x\n3:4:y\n", ':');
    check_delimiter("a^b\n1^2\n3^4\n", '^');
    check_delimiter("a\x01"
                    "b\n1\x01"
                    "2\n3\x01"
                    "4\n",
                    '\x01');
    check_delimiter("id n when\n1 5 2024-01-02\n2 6 2024-01-03\n", ' ');
}

static void times_and_sentences_are_not_cut(void **state)
{
    (void)state;
    check_delimiter("when\n12:30:00\n13:45:10\n14:00:01\n", '\0');
    check_delimiter("name\nJohn Smith\nAnn Brown\nBob Gray\n", '\0');
}

static void quotes_and_escapes_are_found(void **state)
{
    (void)state;
    assert_int_equal(find("a,b\n'x,y',1\n'u,v',2\n").dialect.quote, '\'');
    assert_int_equal(find("a,b\n\"x\",it's\n\"y\",'z\n").dialect.quote, '"');
    assert_int_equal(find("a,b\n\"x \\\"y\\\"\",1\n\"u\",2\n").dialect.escape,
                     '\\');
    assert_int_equal(find("a,b\n\"c:\\x\\\",1\n\"u\",2\n").dialect.escape,
                     '\0');
}

static void spaces_stand_around_quotes(void **state)
{
    struct csv_layout l = find("day, note, amount\n01/01/2024, \"a, b\", 1.5\n"
                               "02/01/2024, \"c\" , 2.5\n");

    (void)state;
    assert_int_equal(l.dialect.delimiter, ',');
    assert_true(l.dialect.spaced);
    assert_int_equal(l.columns, 3);
    l = find("name; n\n; \"a/b;c\"\n; \"o;5\"\" pipe\"\n");
    assert_int_equal(l.dialect.delimiter, ';');
    assert_true(l.dialect.spaced);
    assert_int_equal(l.columns, 2);
    l = find("a, b\n1, \"x\" y\n2, \"x\" z\n");
    assert_false(l.dialect.spaced);
}

static void spaces_stand_around_quotes_of_which_some_are_broken(void **state)
{
    (void)state;
    assert_true(find("\"a\", \"b\", \"c\"\n7, -7, \"75\"\n"
                     "5, 7, \"31 \"x\" y\"\n24, 1, \"26\"\n")
                    .dialect.spaced);
    assert_true(find("a| b| c\npa| bu| \"s,c\"\"ca\"\n"
                     "sa| \"fr| bu\nsi| bu| ca\n")
                    .dialect.spaced);
    assert_false(
        find("a, b\n1, \"x\" y\n2, \"z\"\n3, \"x\" z\n").dialect.spaced);
}

static void a_delimiter_inside_the_cells_of_another_is_none(void **state)
{
    (void)state;
    check_delimiter("id,tags\n1,a;b;c;d;e\n2,f;g;h;i;j\n", ',');
    check_delimiter("id,when\n1,10:20:30\n2,11:21:31\n", ',');
    check_delimiter("day;when\n01/02/2024;10:20\n02/02/2024\n03/02/2024;11:20\n"
                    "04/02/2024\n",
                    ';');
    check_delimiter("id#name#n\n1#Smith, John#5\n2#Doe, Jane#6\n", '#');
    check_delimiter("who#where\nAda#948,42\nBob#803,39\nEve#85,84\n", '#');
}

static void one_value_a_line_is_one_column(void **state)
{
    (void)state;
    check_delimiter("day\n#13236\n#66762\n#12247\n", '\0');
    check_delimiter("who\n@ada\n@bob\n@eve\n", '\0');
    check_delimiter("amount\n1,5\n2,5\n3,5\n", '\0');
    check_delimiter("day\nJan 5, 2024\nFeb 6, 2024\nMar 7, 2024\n", '\0');
    check_delimiter("name\nSmith, John\nDoe, Jane\n", '\0');
    check_delimiter("a,b\n1,5\n2,5\n3,5\n", ',');
    check_delimiter("Our sales\nshop, day\nMadrid, 5\nParis, 6\n", ',');
    check_delimiter("Our sales\nshop, town\n\"a\", b\n\"c,d\", \n", ',');
    assert_int_equal(find("name\n\"a\\\" b\"\nc\n").dialect.escape, '\\');
}

static void apostrophes_are_no_quotes(void **state)
{
    (void)state;
    assert_int_equal(
        find("id,name\n1,'x'\n2,Ada\n3,Bob\n4,Eve\n5,Joe\n").dialect.quote,
        '"');
    assert_int_equal(
        find("id,name\n1,'x, y'\n2,'Ada'\n3,'Bob'\n").dialect.quote, '\'');
}

static void one_cell_that_needs_single_quotes_shows_them(void **state)
{
    (void)state;
    assert_int_equal(
        find("id,name\n1,'it''s'\n2,Ada\n3,Bob\n4,Eve\n").dialect.quote, '\'');
    assert_int_equal(
        find("id,name\n1,'5\" pipe, new'\n2,Ada\n3,Bob\n").dialect.quote, '\'');
    assert_int_equal(find("'id','is it'\n1,true\n2,false\n").dialect.quote,
                     '\'');
    /* nobody who doubles it leaves another as it stands */
    assert_int_equal(
        find("id,name\n1,'it''s'\n2,it's Ada\n3,Bob\n").dialect.quote, '"');
    assert_int_equal(
        find("id,name\n1,'it''s'\n2,\"Ada\"\n3,\"B, C\"\n").dialect.quote, '"');
}

static void what_is_in_the_cells_of_another_is_no_delimiter(void **state)
{
    (void)state;
    /* a title has words, and rows may be shorter than the first */
    assert_int_equal(
        find("one title here\na\t b\t c\n1,5\t x\t 2\n2,5\t y\t 3\n"
             "4,5\t z\t 7\n")
            .dialect.delimiter,
        '\t');
    assert_int_equal(
        find("1|a|b|1,5|c|d\n2|f|2,7|c|d\n3|k|4,2|c|d\n").dialect.delimiter,
        '|');
    assert_int_equal(find("day,shop,n,2007/01/03\n1,2005/12/17\n2,2006/03/02\n"
                          "3,2005/01/02\n")
                         .dialect.delimiter,
                     ',');
}

static void a_first_line_declares_the_delimiter(void **state)
{
    struct csv_layout l = find("sep=;\r\nname;note\r\nAda;x, y\r\nBob;z\r\n");

    (void)state;
    assert_int_equal(l.dialect.delimiter, ';');
    assert_int_equal(l.start, 7);
    assert_int_equal(l.rows, 18);
    assert_int_equal(l.columns, 2);
    l = find("sep=,\nname\nAda\nBob\n");
    assert_int_equal(l.start, 6);
    assert_int_equal(l.columns, 1);
    assert_int_equal(find("sep=;").start, 0);
    assert_int_equal(find("sep=1\n2\n").start, 0);
}

static void empty_cells_behind_the_only_row_make_no_columns(void **state)
{
    struct csv_layout l = find("name,price\nAda,02904,,,\n");

    (void)state;
    assert_int_equal(l.start, 0);
    assert_int_equal(l.columns, 2);
    assert_int_equal(l.header_rows, 1);
}

static void a_table_is_as_wide_as_its_header(void **state)
{
    (void)state;
    assert_int_equal(find("a,b,c\n1,2\n3,4\n5,6\n").columns, 3);
    assert_int_equal(find("a,b,c,,\n1,2\n3,4\n5,6\n").columns, 3);
    assert_int_equal(find("a,b\n1,2\n3,4\n5,6,x\n7,8,x\n9,9,x\n1,2\n").columns,
                     2);
    assert_int_equal(find("1,2,3\n3,4\n5,6\n7,8\n1,2\n").columns, 2);
}

static void header_rows_may_have_gaps(void **state)
{
    (void)state;
    assert_int_equal(
        find("control,,fire,\nX,Y,X,Y\n1,2,3,4\n5,6,7,8\n").header_rows, 2);
    assert_int_equal(
        find("control,,fire,\nX,Y,X,Y\n(m),,(s),\n1,2,3,4\n5,6,7,8\n")
            .header_rows,
        3);
    assert_int_equal(
        find("sales,,costs,\n2023,2024,2023,2024\n1,2,3,4\n5,6,7,8\n")
            .header_rows,
        2);
    assert_int_equal(
        find("shop,a,b,c\nx,closed,,\ny,1,2,3\nz,4,5,6\n").header_rows, 1);
}

/* "Ledger" and "Page 1" over names that need nothing to be told apart. */
static void a_title_of_two_cells_is_no_header(void **state)
{
    struct csv_layout l =
        find("ledger,,,page\nall shops,,\nday,shop,sum,who\nx,Bob,1,Eve\n");

    (void)state;
    assert_int_equal(l.header_rows, 1);
    assert_int_equal(l.start, strlen("ledger,,,page\nall shops,,\n"));
}

static void names_below_a_row_with_gaps_are_the_header(void **state)
{
    (void)state;
    check_header("north,,,south\nday,shop,who,note\nx,q,z,w\nx,v,u,t\n", true,
                 true);
    assert_int_equal(
        find("north,,,south\nday,shop,who,note\nx,q,z,w\nx,v,u,t\n")
            .header_rows,
        2);
    /* it is a row like the others: what it says is said below it again */
    assert_int_equal(
        find("north,,,south\nx,ab,cd,ef\nx,gh,p,k\nz,v,q,l\n").header_rows, 1);
    /* half of the names and more are names */
    assert_int_equal(find("id,name,,note\nx,Ada,b,c\ny,Bob,d,e\n").header_rows,
                     1);
}

static void the_header_again_is_no_row(void **state)
{
    struct csv_layout l = find("id,name\nid,name\nx,Ada\ny,Bob\n");

    (void)state;
    assert_int_equal(l.header_rows, 2);
    assert_int_equal(l.again_rows, 1);
    assert_int_equal(l.again, 8);
    assert_int_equal(l.again_end, 16);
    l = find("a,,,b\nid,name,n,m\nid,name,n,m\nx,Ada,1,2\ny,Bob,3,4\n");
    assert_int_equal(l.header_rows, 3);
    assert_int_equal(l.again_rows, 1);
    /* nor does it make the columns text, wherever it is */
    check_header("id,n\nx,1\ny,2\nid,n\nz,3\n", true, false);
}

static void a_title_is_not_cut_to_make_a_header(void **state)
{
    struct csv_layout l =
        find("Sales of four shops\nAda,x,y,z\nBob,u,v,w\nEve,r,s,t\n");

    (void)state;
    assert_int_equal(l.start, 20);
    assert_int_equal(l.columns, 4);
}

static void titles_and_comments_come_before_the_table(void **state)
{
    struct csv_layout l = find("Report of May\n\n# made by us\na,b,c\n1,2,3\n");

    (void)state;
    assert_int_equal(l.start, 28);
    assert_int_equal(l.rows, 34);
    assert_int_equal(l.columns, 3);
    l = find("Report,,\n,,\na,b,c\n1,2,3\n4,5,6\n");
    assert_int_equal(l.start, 12);
    l = find("#a,b,c\n1,2,3\n4,5,6\n");
    assert_int_equal(l.start, 0);
    assert_int_equal(l.comment.n, 0);
}

static void several_rows_can_be_the_header(void **state)
{
    struct csv_layout l = find("width,depth,day\n(m),(m),\n1,2,2024-01-01\n"
                               "3,4,2024-01-02\n5,6,2024-01-03\n"
                               "7,8,2024-01-04\n9,1,2024-01-05\n");
    struct str whole[3];
    struct str names[3];
    struct arena a;
    struct error e;

    (void)state;
    assert_int_equal(l.header_rows, 2);
    arena_init(&a, 4096);
    assert_int_equal(
        csv_layout_names(STR("width,depth,day\n(m),(m),\n1,2,2024-01-01\n"), &l,
                         &a, whole, names, &e),
        OK);
    assert_true(str_is(names[0], "width (m)"));
    assert_true(str_is(names[2], "day"));
    arena_release(&a);
}

static void the_width_is_that_of_most_rows_or_of_the_widest(void **state)
{
    (void)state;
    assert_int_equal(find("a,b\n1,2\n3,4\n5,6,7\n8,9\n").columns, 2);
    assert_int_equal(find("a,b\n1,2,x\n3,4\n5,6,7\n8,9\n1,2,3\n").columns, 3);
    assert_int_equal(find("").columns, 0);
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

/* `id,text,n`, a row whose text has `lines` lines, and `tail`. */
static char *with_long_cell(size_t lines, const char *tail)
{
    static char text[1 << 20];
    char *end = stpcpy(text, "id,text,n\n1,\"");

    for (size_t i = 0; i < lines; i++)
        end = stpcpy(end, "ab, c; d\n");
    assert_true((size_t)(end - text) < sizeof(text) - 100);
    (void)stpcpy(end, tail);
    return text;
}

static void a_quoted_cell_longer_than_the_sample_is_one_cell(void **state)
{
    struct csv_layout l;

    (void)state;
    for (size_t lines = 10; lines < 100000; lines *= 10) {
        l = find(with_long_cell(lines, "\",2\n3,x,4\n"));
        assert_int_equal(l.dialect.delimiter, ',');
        assert_int_equal(l.columns, 3);
        assert_int_equal(l.header_rows, 1);
    }
}

static void a_quote_that_the_text_does_not_close_is_found(void **state)
{
    struct csv_open_quote q;
    struct arena a;
    struct error e;
    char *text = with_long_cell(50000, "");

    (void)state;
    arena_init(&a, (size_t)1 << 20);
    assert_int_equal(csv_dialect_find_open(str_from(text), '\0', &a, &q, &e),
                     OK);
    assert_true(q.open);
    assert_int_equal(q.at, 10);
    assert_int_equal(q.width, 3);
    assert_true(csv_dialect_is_open(str_from(text), &q));
    text = with_long_cell(50000, "\",2\n");
    assert_false(csv_dialect_is_open(str_from(text), &q));
    assert_int_equal(csv_dialect_find_open(str_from(text), '\0', &a, &q, &e),
                     OK);
    assert_false(q.open);
    arena_release(&a);
}

static void what_an_escape_closes_is_not_open(void **state)
{
    struct csv_open_quote q;
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, (size_t)1 << 20);
    assert_int_equal(csv_dialect_find_open(STR("id,text\n1,\"5 \\\"\"\n2,x\n"),
                                           '\0', &a, &q, &e),
                     OK);
    assert_false(q.open);
    assert_int_equal(csv_dialect_find_open(STR("id,text\n1,\"5 \\\"\n2,x\n"),
                                           '\0', &a, &q, &e),
                     OK);
    assert_false(q.open);
    arena_release(&a);
}

static void too_many_cells_are_counted_and_no_damage(void **state)
{
    static char text[(CSV_MAX_COLUMNS + 2) * 2];
    static struct csv_cell cells[CSV_SAMPLE_CELLS];
    const struct csv_dialect d = {.delimiter = ',', .quote = '"'};
    struct csv_sample s;

    (void)state;
    for (size_t i = 0; i <= CSV_MAX_COLUMNS; i++)
        memcpy(text + 2 * i, "x,", 2);
    csv_sample_open(&s, str_from(text), 0, &d, cells);
    assert_true(csv_sample_next(&s));
    assert_int_equal(s.n, CSV_MAX_COLUMNS + 2);
    assert_false(s.damaged);
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
        cmocka_unit_test(unusual_delimiters_are_found),
        cmocka_unit_test(times_and_sentences_are_not_cut),
        cmocka_unit_test(quotes_and_escapes_are_found),
        cmocka_unit_test(spaces_stand_around_quotes),
        cmocka_unit_test(a_delimiter_inside_the_cells_of_another_is_none),
        cmocka_unit_test(spaces_stand_around_quotes_of_which_some_are_broken),
        cmocka_unit_test(one_value_a_line_is_one_column),
        cmocka_unit_test(apostrophes_are_no_quotes),
        cmocka_unit_test(one_cell_that_needs_single_quotes_shows_them),
        cmocka_unit_test(what_is_in_the_cells_of_another_is_no_delimiter),
        cmocka_unit_test(a_first_line_declares_the_delimiter),
        cmocka_unit_test(empty_cells_behind_the_only_row_make_no_columns),
        cmocka_unit_test(a_table_is_as_wide_as_its_header),
        cmocka_unit_test(header_rows_may_have_gaps),
        cmocka_unit_test(a_title_of_two_cells_is_no_header),
        cmocka_unit_test(names_below_a_row_with_gaps_are_the_header),
        cmocka_unit_test(the_header_again_is_no_row),
        cmocka_unit_test(a_title_is_not_cut_to_make_a_header),
        cmocka_unit_test(titles_and_comments_come_before_the_table),
        cmocka_unit_test(several_rows_can_be_the_header),
        cmocka_unit_test(the_width_is_that_of_most_rows_or_of_the_widest),
        cmocka_unit_test(words_above_numbers_are_a_header),
        cmocka_unit_test(numbers_above_numbers_are_none),
        cmocka_unit_test(words_above_words_are_taken_for_one_and_said),
        cmocka_unit_test(what_can_part_cells_is_no_letter_digit_or_quote),
        cmocka_unit_test(a_sample_that_is_cut_does_not_count_its_last_record),
        cmocka_unit_test(any_bytes_give_some_dialect),
        cmocka_unit_test(a_quoted_cell_longer_than_the_sample_is_one_cell),
        cmocka_unit_test(a_quote_that_the_text_does_not_close_is_found),
        cmocka_unit_test(what_an_escape_closes_is_not_open),
        cmocka_unit_test(too_many_cells_are_counted_and_no_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
