#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv_layout.h"
#include "formats/csv_repair.h"

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

/* What becomes of `line` after the good rows: cells in [], or the fate. */
static const char *repair(const char *line)
{
    static char out[512];
    static const struct csv_layout_options any;
    char text[2048];
    struct csv_repairer rep;
    struct csv_layout l;
    struct csv_cell row[16];
    struct arena a;
    struct arena scratch;
    struct error e;
    const char *reason = "";
    size_t n = 0;

    (void)snprintf(text, sizeof(text), "%s%s\n%s", good, line, good + 29);
    arena_init(&a, (size_t)8 << 20);
    arena_init(&scratch, (size_t)8 << 20);
    assert_int_equal(csv_layout_find(str_from(text), &any, &a, &l, &e), OK);
    assert_int_equal(l.columns, 6);
    rep = (struct csv_repairer){
        .dialect = &l.dialect, .profile = l.profile, .scratch = &scratch};
    assert_int_equal(csv_repair_open(&rep, &a, &e), OK);
    out[0] = '\0';
    if (!csv_repair_line(&rep, str_from(line), row, &reason))
        (void)snprintf(out, sizeof(out), "%s", reason);
    else
        for (size_t i = 0; i < 6; i++)
            n += (size_t)snprintf(out + n, sizeof(out) - n, "[%.*s]",
                                  (int)row[i].n, row[i].p);
    arena_release(&a);
    arena_release(&scratch);
    return out;
}

static void an_empty_cell_too_many_is_dropped_where_it_is(void **state)
{
    (void)state;
    assert_string_equal(repair("2024-02-01,5,,RI-5555,6.00,Blue hat,"),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
    assert_string_equal(repair(",2024-02-01,5,RI-5555,6.00,Blue hat,"),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
    assert_string_equal(repair("2024-02-01,5,RI-5555,6.00,Blue hat,,"),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
}

static void a_missing_delimiter_is_found_at_a_quote(void **state)
{
    (void)state;
    assert_string_equal(repair("2024-02-01,5,RI-5555,6.00\"Hats, blue\","),
                        "[2024-02-01][5][RI-5555][6.00][Hats, blue][]");
    assert_string_equal(repair("2024-02-01,5,RI-5555,6.00,Blue hat"),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
}

static void a_quote_too_many_is_a_letter(void **state)
{
    (void)state;
    assert_string_equal(repair("\"2024-02-01,5,RI-5555,6.00,\"Hats, blue\","),
                        "[2024-02-01][5][RI-5555][6.00][Hats, blue][]");
    assert_string_equal(
        repair("2024-02-01,5,RI-5555,6.00,\"A 10\" hat, blue\","),
        "[2024-02-01][5][RI-5555][6.00][A 10\" hat, blue][]");
}

static void a_missing_delimiter_is_found_where_both_parts_fit(void **state)
{
    (void)state;
    assert_string_equal(repair("2024-02-015,RI-5555,6.00,Blue hat,"),
                        "its cells do not fit the columns");
    assert_string_equal(repair("2024-02-01,5RI-5555,6.00,Blue hat,"),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
}

static void another_delimiter_is_seen(void **state)
{
    (void)state;
    assert_string_equal(repair("2024-02-01;5;RI-5555;6.00;\"Hats, blue\";"),
                        "[2024-02-01][5][RI-5555][6.00][Hats, blue][]");
    assert_string_equal(repair("2024-02-01 5 RI-5555 6.00 Blue hat "),
                        "[2024-02-01][5][RI-5555][6.00][Blue hat][]");
}

static void an_unquoted_delimiter_is_joined_where_it_is_clear(void **state)
{
    (void)state;
    assert_string_equal(repair("2024-02-01,5,RI-5555,6.00,Hats, blue,"),
                        "[2024-02-01][5][RI-5555][6.00][Hats, blue][]");
}

#define WIDE 600u /* columns: more than are looked at one by one */

/* A line of a very wide table, of `n` cells and then `rest`. */
static enum csv_fate repair_wide(size_t n, const char *rest, size_t room,
                                 const char **reason)
{
    static struct csv_cell row[WIDE];
    const struct csv_dialect d = {.delimiter = ',', .quote = '"'};
    struct csv_repairer rep = {.dialect = &d};
    struct arena a;
    struct arena scratch;
    struct error e;
    struct buf line;
    bool repaired;

    arena_init(&a, (size_t)8 << 20);
    arena_init(&scratch, room);
    buf_init(&line, 1 << 20);
    for (size_t i = 0; i < WIDE; i++)
        row[i] = (struct csv_cell){.p = "7", .n = 1};
    rep.scratch = &scratch;
    assert_int_equal(csv_profile_begin(&rep.profile, WIDE, &a, &e), OK);
    for (int i = 0; i < 20; i++)
        csv_profile_add(&rep.profile, row);
    assert_int_equal(csv_repair_open(&rep, &a, &e), OK);
    for (size_t i = 0; i < n; i++)
        buf_puts(&line, i ? ",7" : "7");
    buf_puts(&line, rest);
    repaired = csv_repair_line(&rep, buf_str(&line), row, reason);
    if (repaired)
        assert_true(row[0].n == 1 && row[WIDE - 1].n == (n >= WIDE));
    buf_release(&line);
    arena_release(&scratch);
    arena_release(&a);
    return repaired ? CSV_REPAIRED : CSV_REJECTED;
}

static void a_row_of_a_very_wide_table_is_only_filled_up_or_cut(void **state)
{
    const char *reason = "";

    (void)state;
    assert_int_equal(repair_wide(WIDE - 2, "", 8 << 20, &reason), CSV_REPAIRED);
    assert_string_equal(reason, "cells were missing");
    assert_int_equal(repair_wide(WIDE, ",,", 8 << 20, &reason), CSV_REPAIRED);
    assert_string_equal(reason, "an empty cell too many was dropped");
    assert_int_equal(repair_wide(WIDE + 2, "", 8 << 20, &reason), CSV_REJECTED);
    assert_int_equal(repair_wide(3 * WIDE, "", 8 << 20, &reason), CSV_REJECTED);
    assert_string_equal(reason, "it does not have the table's columns");
}

static void without_memory_to_compare_a_line_is_rejected(void **state)
{
    const char *reason = "";

    (void)state;
    assert_int_equal(repair_wide(WIDE - 2, "", 64, &reason), CSV_REJECTED);
    assert_string_equal(reason, "it does not have the table's columns");
}

static void what_is_no_row_is_rejected(void **state)
{
    (void)state;
    assert_string_equal(repair("Page 2 of 3"),
                        "it is no row: one cell stands alone");
    assert_string_equal(repair("x,y,z,1,2,3,4,5,6,7,8"),
                        "its cells do not fit the columns");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cell_too_many_is_dropped_where_it_is),
        cmocka_unit_test(a_missing_delimiter_is_found_at_a_quote),
        cmocka_unit_test(a_quote_too_many_is_a_letter),
        cmocka_unit_test(a_missing_delimiter_is_found_where_both_parts_fit),
        cmocka_unit_test(another_delimiter_is_seen),
        cmocka_unit_test(an_unquoted_delimiter_is_joined_where_it_is_clear),
        cmocka_unit_test(a_row_of_a_very_wide_table_is_only_filled_up_or_cut),
        cmocka_unit_test(without_memory_to_compare_a_line_is_rejected),
        cmocka_unit_test(what_is_no_row_is_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
