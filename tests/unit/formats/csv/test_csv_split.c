#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv_split.h"

#include <stdio.h>
#include <string.h>

#define ROOM 4

static const struct csv_dialect comma = {.delimiter = ',', .quote = '"'};
static const struct csv_dialect escaping = {
    .delimiter = ',', .quote = '"', .escape = '\\'};
static const struct csv_dialect bare = {.delimiter = ','};

static size_t show(const struct csv_cell *cell, char *out, size_t room)
{
    return (size_t)snprintf(out, room, cell->quoted ? "<%.*s>" : "[%.*s]",
                            (int)cell->n, cell->p);
}

/* Cells as [plain] and <quoted>; those that do not fit as a number. */
static const char *split(const char *line, const struct csv_dialect *d,
                         enum csv_reading reading)
{
    static char out[256];
    struct csv_cell cells[ROOM];
    size_t n = csv_split_line(str_from(line), d, reading, cells, ROOM);
    size_t at = 0;

    for (size_t i = 0; i < n && i < ROOM; i++)
        at += show(&cells[i], out + at, sizeof(out) - at);
    if (n > ROOM)
        (void)snprintf(out + at, sizeof(out) - at, "%zu", n - ROOM);
    return out;
}

static void what_is_well_formed_is_read_alike(void **state)
{
    static const enum csv_reading all[] = {CSV_LOOSE, CSV_LITERAL};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(split("a,\"b,c\",", &comma, all[i]), "[a]<b,c>[]");
        assert_string_equal(split("\"a \"\"b\"\"\",\"\"", &comma, all[i]),
                            "<a \"\"b\"\"><>");
        assert_string_equal(split("", &comma, all[i]), "[]");
        assert_string_equal(split("\"a\",b", &bare, all[i]), "[\"a\"][b]");
    }
}

static void cells_without_room_are_counted(void **state)
{
    (void)state;
    assert_string_equal(split("a,b,c,d,e,\"f\"", &comma, CSV_LOOSE),
                        "[a][b][c][d]2");
}

static void a_quote_closes_before_a_delimiter_or_the_end(void **state)
{
    (void)state;
    assert_string_equal(split("\"a \"b\" c\",d", &comma, CSV_LOOSE),
                        "<a \"b\" c>[d]");
    assert_string_equal(split("\"a \"b\"", &comma, CSV_LOOSE), "<a \"b>");
    assert_string_equal(split("\"a,b", &comma, CSV_LOOSE), "[\"a][b]");
}

static void a_quote_that_does_not_close_well_is_a_letter(void **state)
{
    (void)state;
    assert_string_equal(split("\"a \"b\" c\",d", &comma, CSV_LITERAL),
                        "[\"a \"b\" c\"][d]");
    assert_string_equal(split("\"a,b", &comma, CSV_LITERAL), "[\"a][b]");
}

static void what_has_the_escape_before_it_is_a_letter(void **state)
{
    (void)state;
    assert_string_equal(split("\"a\\\",b\",c", &escaping, CSV_LOOSE),
                        "<a\\\",b>[c]");
    assert_string_equal(split("a\\,b,c", &escaping, CSV_LOOSE), "[a\\,b][c]");
    assert_string_equal(split("a\\", &escaping, CSV_LOOSE), "[a\\]");
    assert_string_equal(split("\"a\\", &escaping, CSV_LITERAL), "[\"a\\]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_well_formed_is_read_alike),
        cmocka_unit_test(cells_without_room_are_counted),
        cmocka_unit_test(a_quote_closes_before_a_delimiter_or_the_end),
        cmocka_unit_test(a_quote_that_does_not_close_well_is_a_letter),
        cmocka_unit_test(what_has_the_escape_before_it_is_a_letter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
