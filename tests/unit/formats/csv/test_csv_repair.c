#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv_layout.h"
#include "formats/csv/csv_repair.h"

#include <stdio.h>
#include <string.h>

/* Good rows by which a damaged one is measured. */
static const char good[] = "day,qty,code,price,what,note\n"
                           "2024-01-01,2,RI-8070,5.50,\"Shoes, black\",\n"
                           "2024-01-02,3,RI-1234,7.25,Red hat,\n"
                           "2024-01-03,9,BH-9999,1.00,Green coat of wool,\n"
                           "2024-01-04,7,AN-1000,4.75,Socks,\n"
                           "2024-01-05,1,AN-1001,9.99,A pair of boots,\n"
                           "2024-01-06,4,ZN-1001,9.99,\"Gloves, large\",\n";

struct outcome {
    enum csv_outcome outcome;
    char cells[512]; /* in [], or the reason why there are none */
    char reason[128];
    char text[512];
    char rest[64]; /* what the reader is at then */
};

/* What becomes of the record `line` below the good rows. */
static const struct outcome *take(const char *line)
{
    static const struct csv_layout_options any;
    static struct outcome out;
    char text[2048];
    struct csv_repairer rep;
    struct csv_repair repair;
    struct csv_layout l;
    struct csv_reader r;
    struct csv_cell row[16];
    struct arena a;
    struct error e;
    size_t n = 0;

    (void)snprintf(text, sizeof(text), "%s%s\nrest\n", good, line);
    arena_init(&a, (size_t)8 << 20);
    assert_int_equal(csv_layout_find(str_from(good), &any, &a, &l, &e), OK);
    assert_int_equal(l.columns, 6);
    rep = (struct csv_repairer){
        .dialect = &l.dialect, .comment = STR("#"), .profile = l.profile};
    assert_int_equal(csv_repair_open(&rep, &a, &e), OK);
    csv_open(&r, str_from(text), &l.dialect);
    r.columns = 6;
    r.tolerant = true;
    csv_seek(&r, strlen(good));
    csv_repair_next(&rep, &r, row, &repair);
    out.outcome = repair.outcome;
    (void)snprintf(out.cells, sizeof(out.cells), "%s", repair.reason);
    (void)snprintf(out.reason, sizeof(out.reason), "%s", repair.reason);
    for (size_t i = 0; i < 6 && repair.outcome <= CSV_REPAIRED; i++)
        n += (size_t)snprintf(out.cells + n, sizeof(out.cells) - n, "[%.*s]",
                              (int)row[i].n, row[i].p);
    (void)snprintf(out.text, sizeof(out.text), "%.*s", STR_FMT(repair.text));
    (void)snprintf(out.rest, sizeof(out.rest), "%s", text + r.pos);
    arena_release(&a);
    return &out;
}

static void check(const char *line, enum csv_outcome outcome, const char *cells)
{
    const struct outcome *o = take(line);

    assert_string_equal(o->cells, cells);
    assert_int_equal(o->outcome, outcome);
    assert_string_equal(o->text, line);
    assert_string_equal(o->rest, "rest\n");
}

static const char too_many[] = "it has more cells than the table has columns";
static const char no_fit[] = "its cells do not fit the columns";
static const char alone[] = "it is not a row: it has a single cell";
static const char broken[] = "a quote is not closed where a cell ends";

static void a_short_record_is_padded_at_its_end(void **state)
{
    (void)state;
    check("2024-02-01,5,RI-5555,6.00", CSV_PADDED,
          "[2024-02-01][5][RI-5555][6.00][][]");
    check("2024-02-01,15.5", CSV_PADDED, "[2024-02-01][15.5][][][][]");
    check("2024-02-01,5,RI-5555,6.00,\"Hats,\nblue\"", CSV_PADDED,
          "[2024-02-01][5][RI-5555][6.00][Hats,\nblue][]");
}

static void what_would_only_fit_elsewhere_is_set_aside(void **state)
{
    (void)state;
    check("n1,1.5", CSV_REJECTED, no_fit);
    check("2024-02-015,RI-5555,6.00,Blue hat,", CSV_REJECTED, no_fit);
    check("2024-02-01,5RI-5555,6.00,Blue hat,", CSV_REJECTED, no_fit);
    check("5,RI-5555,6.00,Blue hat,", CSV_REJECTED, no_fit);
    check("2024-02-01;5;RI-5555;6.00;\"Hats;\"", CSV_LONE, alone);
    check("2024-02-01 5 RI-5555 6.00 Blue hat ", CSV_LONE, alone);
}

static void a_long_record_is_set_aside(void **state)
{
    (void)state;
    check("2024-02-01,5,RI-5555,6.00,Hats, blue,n", CSV_REJECTED, too_many);
    check("2024-02-01,5,,RI-5555,6.00,Blue hat,n", CSV_REJECTED, too_many);
    check("2024-02-01,5,,RI-5555,6.00,Blue hat,", CSV_REJECTED, no_fit);
    check(",2024-02-01,5,RI-5555,6.00,Blue hat,", CSV_REJECTED, no_fit);
    check("2024-02-01,5,RI-5555,6.00,\"Hats,\nblue\",,x", CSV_REJECTED,
          too_many);
    check("x,y,z,1,2,3,4,5,6,7,8", CSV_REJECTED, too_many);
}

static void empty_cells_behind_the_last_column_are_left_out(void **state)
{
    (void)state;
    check("2024-02-01,5,RI-5555,6.00,Blue hat,,", CSV_REPAIRED,
          "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
    check("2024-02-01,5,RI-5555,6.00,Blue hat,, ,\"\"", CSV_REPAIRED,
          "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
    assert_string_equal(take("2024-02-01,5,RI-5555,6.00,Blue hat,,")->reason,
                        "empty cells after the last column were left out");
}

static void an_empty_cell_before_the_end_is_not_left_out(void **state)
{
    (void)state;
    check("2024-02-01,5,RI-5555,6.00,,Blue hat,", CSV_REJECTED, no_fit);
}

static void a_broken_quote_is_part_of_the_text(void **state)
{
    (void)state;
    check("\"2024-02-01,5,RI-5555,6.00,\"Hats, blue\",", CSV_REPAIRED,
          "[2024-02-01][5][RI-5555][6.00][Hats, blue][]");
    check("2024-02-01,5,RI-5555,6.00,\"A 10\" hat, blue\",", CSV_REPAIRED,
          "[2024-02-01][5][RI-5555][6.00][A 10\" hat, blue][]");
    check("2024-02-01,5,RI-5555,6.00,\"Blue hat,", CSV_REPAIRED,
          "[2024-02-01][5][RI-5555][6.00][\"Blue hat][]");
}

static void a_broken_quote_is_not_repaired_to_another_width(void **state)
{
    (void)state;
    check("2024-02-01,5,\"RI-5555,6.00", CSV_REJECTED, broken);
    check("2024-02-01,5,\"RI\"-5555,6.00,a,b,c", CSV_REJECTED, broken);
    check("x,5,\"RI\"-5555,6.00,a,b", CSV_REJECTED, no_fit);
}

static void one_cell_is_a_row_where_its_column_shows_it(void **state)
{
    (void)state;
    check("Page 2 of 3", CSV_LONE, alone);
    check("Total,,,", CSV_LONE, alone);
    check("2024-02-01", CSV_PADDED, "[2024-02-01][][][][][]");
    check("2024-02-01,", CSV_PADDED, "[2024-02-01][][][][][]");
}

static void a_comment_is_none_of_this(void **state)
{
    (void)state;
    check("# 1,2", CSV_COMMENT, "a comment");
    check("#,\"x", CSV_COMMENT, "a comment");
}

/* The fates of the records of a text of three columns, a letter each. */
static const char *fates(const char *text)
{
    static const char letters[] = "+=x1#s";
    static char out[32];
    const struct csv_dialect d = {.delimiter = ',', .quote = '"'};
    struct csv_repairer rep = {.dialect = &d};
    struct csv_repair repair;
    struct csv_cell row[3];
    struct csv_reader r;
    struct arena a;
    struct error e;
    size_t at = 0;
    size_t n = 0;

    arena_init(&a, (size_t)1 << 20);
    assert_int_equal(csv_profile_begin(&rep.profile, 3, &a, &e), OK);
    assert_int_equal(csv_repair_open(&rep, &a, &e), OK);
    csv_open(&r, str_from(text), &d);
    r.columns = 3;
    r.tolerant = true;
    while (!csv_read_rows(&r, row, 1, &n, &e) && (n || r.damaged)) {
        repair.outcome = CSV_REPAIRED;
        if (r.damaged)
            csv_repair_next(&rep, &r, row, &repair);
        out[at++] = n ? '.' : letters[repair.outcome];
    }
    out[at] = '\0';
    arena_release(&a);
    return out;
}

static void short_lines_behind_an_open_quote_are_set_aside_with_it(void **state)
{
    (void)state;
    assert_string_equal(fates("1,2,3\n4,5\n1,2,3\n4,5\n"), ".+.+");
    assert_string_equal(fates("1,\"2\n4,\"5\n\n6\n7,\"x\n"), "xxxx");
    assert_string_equal(fates("1,\"2\n4,\"5\n1,2,3\n4,5\nx\n"), "xx.+1");
}

static void a_broken_line_is_left_until_its_end_is_there(void **state)
{
    const struct csv_dialect d = {.delimiter = ',', .quote = '"'};
    struct csv_repairer rep = {.dialect = &d};
    struct csv_repair repair;
    struct csv_cell row[2];
    struct csv_reader r;
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, (size_t)1 << 20);
    assert_int_equal(csv_profile_begin(&rep.profile, 2, &a, &e), OK);
    assert_int_equal(csv_repair_open(&rep, &a, &e), OK);
    csv_open(&r, STR("\"a\"b,c"), &d);
    r.columns = 2;
    r.tolerant = true;
    r.more = true;
    csv_repair_next(&rep, &r, row, &repair);
    assert_int_equal(repair.outcome, CSV_STARVED);
    assert_int_equal(r.pos, 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_record_is_padded_at_its_end),
        cmocka_unit_test(what_would_only_fit_elsewhere_is_set_aside),
        cmocka_unit_test(a_long_record_is_set_aside),
        cmocka_unit_test(empty_cells_behind_the_last_column_are_left_out),
        cmocka_unit_test(an_empty_cell_before_the_end_is_not_left_out),
        cmocka_unit_test(a_broken_quote_is_part_of_the_text),
        cmocka_unit_test(a_broken_quote_is_not_repaired_to_another_width),
        cmocka_unit_test(one_cell_is_a_row_where_its_column_shows_it),
        cmocka_unit_test(a_comment_is_none_of_this),
        cmocka_unit_test(
            short_lines_behind_an_open_quote_are_set_aside_with_it),
        cmocka_unit_test(a_broken_line_is_left_until_its_end_is_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
