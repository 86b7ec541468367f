#include "base/fs_fixture.h"

#include "tables/notes.h"

#include <stdio.h>

static struct table_notes notes;

/* The notes of a map of so many rows with this fidelity. */
static void make(const char *rows, const char *fidelity)
{
    struct json *root;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"row_count\":%s,\"column_count\":4,"
                                "\"fidelity\":{%s}}",
                                rows, fidelity),
                     OK);
    assert_int_equal(
        json_parse(text, &json_default_limits, &arena, &root, &err), OK);
    table_notes_make(root, &notes);
}

static const char *say(size_t i, enum table_note_language language)
{
    struct buf b;
    struct str text;

    assert_true(i < notes.n);
    buf_init(&b, 4096);
    table_note_say(&notes.list[i], language, &b);
    assert_int_equal(buf_dup(&b, &arena, &text, &err), OK);
    buf_release(&b);
    return str_cstr(text, &arena, &err);
}

#define PADDED                                                     \
    "\"rows_padded_count\":20,\"rows_padded\":["                   \
    "{\"line\":6,\"cells\":3,\"missing\":[\"price\"]},"            \
    "{\"line\":11,\"cells\":3,\"missing\":[\"price\"]},"           \
    "{\"line\":16,\"cells\":2,\"missing\":[\"units\",\"price\"]}," \
    "{\"line\":21,\"cells\":3,\"missing\":[\"price\"]}],"          \
    "\"rows_padded_missing\":[\"units\",\"price\"]"

static void a_table_that_was_read_as_it_stands_has_no_notes(void **state)
{
    (void)state;
    make("100", "\"rows_rejected\":[],\"rows_rejected_count\":0,"
                "\"rows_repaired\":[],\"rows_repaired_count\":0,"
                "\"title_lines\":0,\"comment_lines\":0,\"footer_lines\":0,"
                "\"places\":[],\"left_out\":[],\"blocks_left_out\":0");
    assert_int_equal(notes.n, 0);
    table_notes_make(NULL, &notes);
    assert_int_equal(notes.n, 0);
}

static void a_table_found_by_alignment_says_so_and_is_trusted_as_measured(
    void **state)
{
    (void)state;
    make("10", "\"page\":4,\"table\":2,\"found_by\":\"alignment\","
               "\"confidence\":0.702");
    assert_int_equal(notes.n, 1);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "table 2 of page 4 was found by alignment, without "
                        "rulings (confidence 0.70)");
    assert_true(table_notes_trust(&notes, NULL, NULL) > 0.82 &&
                table_notes_trust(&notes, NULL, NULL) < 0.84);
    make("10", "\"page\":4,\"table\":2,\"found_by\":\"rulings\","
               "\"confidence\":0.98");
    assert_int_equal(notes.n, 0);
}

static void a_note_has_its_size_columns_and_first_lines(void **state)
{
    (void)state;
    make("100", PADDED);
    assert_int_equal(notes.n, 1);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "20 of 100 rows lack units, price (lines 6, 11, 16, "
                        "...): read as empty");
    assert_true(notes.list[0].share > .19 && notes.list[0].share < .21);
}

static void lines_that_are_no_rows_are_reported_with_their_number(void **state)
{
    (void)state;
    make("9", "\"rows_rejected_count\":1,\"rows_rejected\":[{\"line\":7,"
              "\"reason\":\"x\"}],\"rows_repaired_count\":2,"
              "\"rows_repaired\":[{\"line\":3},{\"line\":5}],"
              "\"title_lines\":1,\"footer_lines\":1");
    assert_int_equal(notes.n, 3);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "1 line is not a row of the table and was set aside "
                        "(line 7)");
    assert_string_equal(say(1, TABLE_NOTE_EN),
                        "2 of 9 rows were damaged and repaired (lines 3, 5)");
    assert_string_equal(say(2, TABLE_NOTE_EN),
                        "2 lines of title, comment or footer were set aside");
    assert_string_equal(say(1, TABLE_NOTE_ES),
                        "2 de 9 filas estaban dañadas y se repararon (líneas "
                        "3, 5)");
    assert_string_equal(say(0, TABLE_NOTE_ZH),
                        "有 1 行不是表中的记录，已搁置（第 7 行）");
}

#define SHEET                                                                 \
    "\"columns\":[{\"name\":\"a\",\"formulas_without_value\":3},"             \
    "{\"name\":\"b\",\"error_cells\":1},{\"name\":\"c\"}],"                   \
    "\"places\":[{\"what\":\"formulas_without_value_read_as_null\","          \
    "\"cells\":3,\"first\":[\"A2\",\"A3\",\"A4\"]},"                          \
    "{\"what\":\"error_cells_read_as_null\",\"cells\":1,\"first\":[\"B7\"]}," \
    "{\"what\":\"empty_texts_read_as_null\",\"cells\":9,\"first\":[]},"       \
    "{\"what\":\"dates_of_day_zero\",\"cells\":1,\"first\":[\"C2\"]},"        \
    "{\"what\":\"dates_out_of_range_read_as_numbers\",\"cells\":1,"           \
    "\"first\":[\"C9\"]}],"                                                   \
    "\"left_out\":[{\"range\":\"H1:I2\",\"cells\":4}],\"blocks_left_out\":1"

static void cells_of_sheets_are_reported_by_their_names(void **state)
{
    (void)state;
    make("9", SHEET);
    assert_int_equal(notes.n, 4);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "3 formulas have no stored value and were read as "
                        "empty (A2, A3, A4); open and save the workbook to "
                        "store them");
    assert_string_equal(say(1, TABLE_NOTE_EN),
                        "1 cell holds an error and was read as empty (B7)");
    assert_string_equal(say(2, TABLE_NOTE_EN),
                        "2 cells under a date format hold no day of the "
                        "calendar (C2, C9)");
    assert_string_equal(say(3, TABLE_NOTE_EN),
                        "1 block of cells on the sheet is in no table (H1:I2)");
    assert_true(notes.list[3].share > .09 && notes.list[3].share < .11);
}

static void rows_that_are_totals_are_reported_by_row_or_by_cells(void **state)
{
    (void)state;
    make("40", "\"total_rows\":[40],\"total_rows_count\":1,"
               "\"total_rows_share\":0.5,\"total_rows_columns\":[\"a\"]");
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "1 of 40 rows is a sum of others (row 40): a sum of a "
                        "counts them again unless it leaves this row out");
    assert_true(notes.list[0].share > .49 && notes.list[0].share < .51);
    make("9", "\"total_rows\":[3,9],\"total_rows_cells\":[\"A4:C4\","
              "\"A10:C10\"],\"total_rows_count\":2,\"total_rows_share\":0.6,"
              "\"total_rows_columns\":[\"a\",\"b\"]");
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "2 of 9 rows are sums of others (A4:C4, A10:C10): a "
                        "sum of a, b counts them again unless it leaves these "
                        "rows out");
}

#define TOTALS                                                            \
    "\"total_rows\":[9],\"total_rows_count\":1,\"total_rows_share\":0.5," \
    "\"total_rows_columns\":[\"a\"]"

#define DAYS(name, format, ambiguous)                        \
    "{\"name\":\"" name "\",\"date_format\":\"" format "\"," \
    "\"date_order_ambiguous\":" ambiguous "}"
#define DOUBTS                                                                           \
    "\"columns\":[" DAYS("a", "D/M/Y", "true") "," DAYS("b", "M/D/Y", "false") "," DAYS( \
        "c", "D.M.Y",                                                                    \
        "true") "," DAYS("d", "D/M/Y",                                                   \
                         "true") ","                                                     \
                                 "{"                                                     \
                                 "\"name\":\"n\",\"number_format\":\"1,234\","           \
                                 "\"number_format_ambiguous\":true,\"null_words\":3}]"

static void each_column_in_doubt_is_named_with_how_it_was_read(void **state)
{
    (void)state;
    make("9", DOUBTS);
    assert_int_equal(notes.n, 4);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "the dates of columns 'a', 'd' do not tell day from "
                        "month; they were read as D/M/Y");
    assert_string_equal(say(1, TABLE_NOTE_EN),
                        "the dates of column 'c' do not tell day from month; "
                        "they were read as D.M.Y");
    assert_string_equal(say(2, TABLE_NOTE_EN),
                        "the numbers of column 'n' do not tell a decimal mark "
                        "from a thousands separator; they were read like "
                        "1,234");
    assert_string_equal(say(3, TABLE_NOTE_EN),
                        "3 cells of n say that there is no value (NA, - or the "
                        "like) and were read as empty");
    assert_true(table_note_concerns(&notes.list[0], STR("SELECT max(d)")));
    assert_true(table_note_concerns(&notes.list[0], STR("SELECT * FROM x")));
    assert_false(table_note_concerns(
        &notes.list[0], STR("SELECT count(*), max(c) FROM x WHERE \"n\">1")));
    assert_true(table_note_concerns(&notes.list[0], STR("")));
}

static void what_concerns_some_columns_is_said_of_them_alone(void **state)
{
    (void)state;
    make("9", "\"columns\":[{\"name\":\"price\",\"other_unit_cells\":2},"
              "{\"name\":\"region\",\"merged_cells\":3}]");
    assert_int_equal(notes.n, 2);
    assert_int_equal(notes.list[0].kind, TABLE_NOTE_DIFFER);
    assert_int_equal(notes.list[1].kind, TABLE_NOTE_MERGED);
    for (size_t i = 0; i < notes.n; i++) {
        const struct table_note *n = &notes.list[i];

        assert_true(table_note_concerns(n, STR("SELECT region, max(price)")));
        assert_true(table_note_concerns(n, STR("SELECT * FROM data")));
        assert_false(table_note_concerns(n, STR("SELECT count(*) FROM data")));
    }
    assert_false(table_note_concerns(&notes.list[0], STR("SELECT region")));
    assert_false(table_note_concerns(&notes.list[1], STR("SELECT price")));
}

/* There are as many cells with a word for no value as rows of totals. */
static void cells_label_totals_where_the_reader_has_seen_them(void **state)
{
    (void)state;
    make("9", TOTALS ",\"columns\":[{\"name\":\"day\",\"null_words\":1,"
                     "\"null_mark\":\"Total\",\"total_label\":\"Total\"},"
                     "{\"name\":\"due\",\"null_words\":1,"
                     "\"null_mark\":\"TBD\"}]");
    assert_int_equal(notes.n, 3);
    assert_int_equal(notes.list[1].kind, TABLE_NOTE_NO_VALUE);
    assert_true(str_is(notes.list[1].columns[0], "due"));
    assert_int_equal(notes.list[2].kind, TABLE_NOTE_LABEL);
    assert_true(str_is(notes.list[2].columns[0], "day"));
}

static void a_hundred_columns_in_doubt_are_all_named(void **state)
{
    struct buf b;
    size_t named = 0;

    (void)state;
    buf_init(&b, 65536);
    buf_puts(&b, "\"columns\":[");
    for (unsigned i = 0; i < 100; i++)
        buf_printf(&b, "%s" DAYS("c%u", "D/M/Y", "true"), i ? "," : "", i);
    buf_puts(&b, "]");
    make("9", buf_str(&b).p);
    buf_release(&b);
    for (size_t i = 0; i < notes.n; i++)
        named += notes.list[i].n_columns;
    assert_int_equal(named, 100);
}

static void an_empty_column_inside_a_table_is_reported(void **state)
{
    (void)state;
    make("9", "\"columns\":[{\"name\":\"a\"},{\"name\":\"column_2\","
              "\"parts_the_table\":1},{\"name\":\"b\"}]");
    assert_int_equal(notes.n, 1);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "1 column (column_2) has neither a name nor a value: "
                        "what stands right of it may be another table");
}

static void an_encoding_that_was_guessed_names_what_else_it_may_be(void **state)
{
    struct json *root;

    (void)state;
    assert_int_equal(
        json_parse(STR("{\"encoding_detected\":\"windows-1252\","
                       "\"encoding_confidence\":0.7,\"row_count\":10,"
                       "\"column_count\":2,\"columns\":["
                       "{\"name\":\"a\",\"inferred_type\":\"string\"},"
                       "{\"name\":\"b\",\"inferred_type\":\"integer\"}],"
                       "\"fidelity\":{\"encoding_guessed\":{\"others\":["
                       "\"macintosh\",\"windows-1250\",\"ibm850\"],"
                       "\"lines\":5},\"columns_named\":1}}"),
                   &json_default_limits, &arena, &root, &err),
        OK);
    table_notes_make(root, &notes);
    assert_int_equal(notes.n, 2);
    assert_string_equal(say(0, TABLE_NOTE_EN),
                        "the encoding was guessed as windows-1252 and may be "
                        "macintosh, windows-1250 or ibm850: 5 lines have "
                        "characters that depend on it; say which with "
                        "--encoding");
    assert_true(notes.list[0].share > .149 && notes.list[0].share < .151);
    assert_string_equal(say(1, TABLE_NOTE_EN),
                        "the header names 1 of 2 columns; where a cell holds "
                        "the delimiter without quotes, names and values do not "
                        "belong together");
    notes.list[0].n_others = 0;
    assert_non_null(strstr(say(0, TABLE_NOTE_EN), "and may be another: 5"));
}

static void every_kind_has_a_sentence_in_every_language(void **state)
{
    (void)state;
    for (int k = 0; k < TABLE_NOTE_KINDS; k++) {
        for (int l = 0; l < TABLE_NOTE_LANGUAGES; l++) {
            for (unsigned count = 1; count < 3; count++) {
                notes.n = 1;
                notes.list[0] = (struct table_note){
                    .kind = (enum table_note_kind)k, .count = count, .of = 88};
                if (k != TABLE_NOTE_DAYS && k != TABLE_NOTE_NUMBERS &&
                    k != TABLE_NOTE_FOUND && k != TABLE_NOTE_OCR &&
                    k != TABLE_NOTE_UNIT) /* they count nothing */
                    assert_non_null(strchr(say(0, (enum table_note_language)l),
                                           '0' + (int)count));
                assert_null(
                    strpbrk(say(0, (enum table_note_language)l), "#%@$&~?^!*"));
            }
        }
    }
}

static const char *const *used;

static bool is_used(const void *ctx, struct str column)
{
    (void)ctx;
    for (const char *const *u = used; *u; u++) {
        if (str_is(column, *u))
            return true;
    }
    return false;
}

static double trust_of(const char *rows, const char *fidelity,
                       const char *column)
{
    const char *const list[] = {column, NULL};

    used = list;
    make(rows, fidelity);
    return table_notes_trust(&notes, is_used, NULL);
}

static void trust_falls_with_every_touched_row_and_more_where_it_is_used(
    void **state)
{
    static const char *const kinds[] = {"rows_rejected", "rows_repaired",
                                        "rows_padded"};

    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        double before = 1;

        for (unsigned n = 0; n <= 120; n += 5) {
            char text[200];
            double trust, unused;

            (void)snprintf(text, sizeof(text),
                           "\"%s_count\":%u,\"%s\":[{\"line\":2}],"
                           "\"rows_padded_missing\":[\"p\"]",
                           kinds[k], n, kinds[k]);
            trust = trust_of("100", text, "p");
            unused = trust_of("100", text, "q");
            assert_true(n == 0 ? trust == 1 : trust < before || n > 100);
            assert_true(trust > 0 && trust <= before && trust <= unused);
            if (k == 2 && n)
                assert_true(trust < unused && unused < 1);
            before = trust;
        }
    }
    assert_true(trust_of("9", SHEET, "a") < trust_of("9", SHEET, "c"));
    assert_true(trust_of("9", "\"title_lines\":4", "a") == 1);
    assert_true(trust_of("9", TOTALS, "a") < .6);
    assert_true(trust_of("9", TOTALS, "b") > .9);
    assert_true(trust_of("9", DOUBTS, "a") < .8);
    assert_true(trust_of("9", DOUBTS, "b") == 1);
}

static void a_map_shows_whether_it_has_notes_without_being_parsed(void **state)
{
    (void)state;
    assert_true(table_notes_are_in(
        STR("{\"tables\":[],\"fidelity\":{},\"caution\":null,"
            "\"table_notes\":[{}],\"source\":{}}")));
    assert_false(table_notes_are_in(
        STR("{\"columns\":[{\"name\":\"\\\"table_notes\\\":[\"}],"
            "\"tables\":[],\"fidelity\":{},\"caution\":null}")));
    assert_true(table_notes_are_in(
        STR("{\"tables\":[{\"fidelity\":{},\"table_notes\":[{}]}],"
            "\"fidelity\":{},\"caution\":null}")));
    assert_false(table_notes_are_in(STR("")));
}

static void cautions_say_the_notes_behind_what_they_have(void **state)
{
    struct str out;

    (void)state;
    assert_int_equal(
        table_notes_add(
            STR("{\"row_count\":8,\"tables\":[],\"fidelity\":{\"title_lines\":"
                "1},\"caution\":\"x\",\"table_notes\":[],\"source\":1}"),
            &arena, &out, &err),
        OK);
    assert_non_null(strstr(out.p, "\"caution\":\"x; 1 line of title, comment "
                                  "or footer was set aside\",\"table_notes\""));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_table_that_was_read_as_it_stands_has_no_notes),
        TEST(a_note_has_its_size_columns_and_first_lines),
        TEST(a_table_found_by_alignment_says_so_and_is_trusted_as_measured),
        TEST(lines_that_are_no_rows_are_reported_with_their_number),
        TEST(cells_of_sheets_are_reported_by_their_names),
        TEST(rows_that_are_totals_are_reported_by_row_or_by_cells),
        TEST(each_column_in_doubt_is_named_with_how_it_was_read),
        TEST(what_concerns_some_columns_is_said_of_them_alone),
        TEST(cells_label_totals_where_the_reader_has_seen_them),
        TEST(a_hundred_columns_in_doubt_are_all_named),
        TEST(an_empty_column_inside_a_table_is_reported),
        TEST(an_encoding_that_was_guessed_names_what_else_it_may_be),
        TEST(every_kind_has_a_sentence_in_every_language),
        TEST(trust_falls_with_every_touched_row_and_more_where_it_is_used),
        TEST(a_map_shows_whether_it_has_notes_without_being_parsed),
        TEST(cautions_say_the_notes_behind_what_they_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
