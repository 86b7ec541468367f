#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/export/export_xlsx.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define NULL_CELL       \
    {                   \
        .is_null = true \
    }
#define CELL(t)                       \
    {                                 \
        .text = {(t), sizeof(t) - 1 } \
    }
#define FILE_MAX ((size_t)4 * 1024 * 1024)

/* A scratch folder of its own for each test, and a file for the workbook. */
struct fixture {
    char dir[64];
    int fd;
    struct arena arena;
    struct export_changes changes;
    struct export_xlsx_options o;
    struct export_xlsx *x;
    struct error e;
};

static int open_fixture(void **state)
{
    static struct fixture f;

    f = (struct fixture){.dir = "/tmp/export-xlsx-XXXXXX"};
    if (!mkdtemp(f.dir))
        return -1;
    f.fd = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    arena_init(&f.arena, FILE_MAX * 4);
    f.o.scratch_dir = str_from(f.dir);
    f.o.sheet = STR("Sheet1");
    f.o.changes = &f.changes;
    *state = &f;
    return f.fd < 0 ? -1 : 0;
}

static int close_fixture(void **state)
{
    struct fixture *f = *state;

    export_xlsx_close(f->x);
    (void)close(f->fd);
    arena_release(&f->arena);
    return rmdir(f->dir); /* fails when a temporary file was left behind */
}

static void start(struct fixture *f, const struct export_column *columns,
                  size_t n)
{
    f->o.columns = columns;
    f->o.n = n;
    assert_int_equal(export_xlsx_open(&f->o, &f->arena, &f->x, &f->e), OK);
}

static void finish(struct fixture *f)
{
    assert_int_equal(export_xlsx_finish(f->x, f->fd, &f->e), OK);
    export_xlsx_close(f->x);
    f->x = NULL;
}

static struct str read_back(struct fixture *f)
{
    char *p = arena_alloc(&f->arena, FILE_MAX, &f->e);
    ssize_t n;

    assert_non_null(p);
    n = pread(f->fd, p, FILE_MAX, 0);
    assert_true(n > 0);
    return (struct str){p, (size_t)n};
}

static const struct export_column kinds[] = {
    {.name = {"text", 4}, .type = EXPORT_TEXT},
    {.name = {"integer", 7}, .type = EXPORT_INTEGER},
    {.name = {"decimal", 7}, .type = EXPORT_DECIMAL},
    {.name = {"float", 5}, .type = EXPORT_FLOAT},
    {.name = {"boolean", 7}, .type = EXPORT_BOOLEAN},
    {.name = {"date", 4}, .type = EXPORT_DATE},
    {.name = {"time", 4}, .type = EXPORT_TIME},
    {.name = {"timestamp", 9}, .type = EXPORT_TIMESTAMP},
};

static const struct export_cell sample_row[] = {
    CELL("=1+1"),
    CELL("-42"),
    CELL("12.50"),
    {.text = {"0.1", 3}, .number = 0.1},
    {.text = {"true", 4}, .truth = true},
    {.text = {"2024-02-29", 10}, .ticks = 19782},
    {.text = {"06:00:00", 8}, .ticks = INT64_C(21600000000)},
    {.text = {"2024-02-29 06:00:00", 19}, .ticks = INT64_C(1709186400000000)},
};

static void a_workbook_is_a_zip_and_leaves_no_temporary_file(void **state)
{
    struct fixture *f = *state;

    start(f, kinds, 8);
    assert_int_equal(export_xlsx_row(f->x, sample_row, &f->e), OK);
    finish(f);
    assert_true(str_starts(read_back(f), STR("PK\3\4")));
    assert_memory_equal(&f->changes, &(struct export_changes){0},
                        sizeof(f->changes));
}

static void the_same_table_gives_the_same_bytes(void **state)
{
    struct fixture *f = *state;
    struct str first;

    start(f, kinds, 8);
    assert_int_equal(export_xlsx_row(f->x, sample_row, &f->e), OK);
    finish(f);
    first = read_back(f);
    assert_int_equal(ftruncate(f->fd, 0), 0);
    assert_int_equal(lseek(f->fd, 0, SEEK_SET), 0);
    start(f, kinds, 8);
    assert_int_equal(export_xlsx_row(f->x, sample_row, &f->e), OK);
    finish(f);
    assert_true(str_eq(first, read_back(f)));
}

/* Today's date cannot be in the file: every ZIP entry is of 1980-01-01. */
static void no_entry_carries_a_time_of_today(void **state)
{
    struct fixture *f = *state;
    struct str s;
    size_t entries = 0;

    start(f, kinds, 8);
    finish(f);
    for (s = read_back(f); s.n > 16; s = str_slice(s, 4, s.n)) {
        s = str_slice(s, str_find(s, STR("PK\3\4")), s.n);
        if (s.n <= 16)
            break;
        assert_memory_equal(s.p + 10, "\0\0\x21\0", 4);
        entries++;
    }
    assert_true(entries >= 8);
}

static void what_has_no_exact_place_becomes_text_and_is_counted(void **state)
{
    struct fixture *f = *state;
    const struct export_cell cells[] = {
        CELL(""),
        CELL("1234567890123456"),
        CELL("-12345678901234.567"),
        {.text = {"inf", 3}, .number = INFINITY},
        NULL_CELL,
        {.text = {"1900-02-28", 10}, .ticks = -25509},
        {.text = {"24:00:00", 8}, .ticks = INT64_C(86400000000)},
        {.text = {"infinity", 8}, .is_endless = true},
    };

    start(f, kinds, 8);
    assert_int_equal(export_xlsx_row(f->x, cells, &f->e), OK);
    finish(f);
    assert_int_equal(f->changes.count[EXPORT_EMPTY_TEXTS], 1);
    assert_int_equal(f->changes.count[EXPORT_LONG_NUMBERS], 2);
    assert_int_equal(f->changes.count[EXPORT_NO_NUMBERS], 1);
    assert_int_equal(f->changes.count[EXPORT_DATES_OUTSIDE], 3);
}

/* Excel has no number from 1e308 on and takes the smallest for 0. */
static void a_double_outside_the_range_of_a_workbook_becomes_text(void **state)
{
    static const struct export_column column = {.name = {"x", 1},
                                                .type = EXPORT_FLOAT};
    static const double outside[] = {1e308, -1.7976931348623157e308, 5e-324,
                                     -2.2e-308};
    static const double inside[] = {9.99e307, 2.3e-308, -0.0, 0};
    struct fixture *f = *state;

    start(f, &column, 1);
    for (size_t i = 0; i < 4; i++) {
        const struct export_cell in = {.text = {"1", 1}, .number = inside[i]};
        const struct export_cell out = {.text = {"2", 1}, .number = outside[i]};

        assert_int_equal(export_xlsx_row(f->x, &in, &f->e), OK);
        assert_int_equal(f->changes.count[EXPORT_FLOATS_OUTSIDE], i);
        assert_int_equal(export_xlsx_row(f->x, &out, &f->e), OK);
        assert_int_equal(f->changes.count[EXPORT_FLOATS_OUTSIDE], i + 1);
    }
    finish(f);
}

static void what_is_under_a_millisecond_is_cut_and_counted(void **state)
{
    static const struct export_column columns[] = {
        {.name = {"t", 1}, .type = EXPORT_TIME},
        {.name = {"u", 1}, .type = EXPORT_TIMESTAMP}};
    /* the last microsecond of a day, and of the last day of all; before 1970 */
    static const struct export_cell rows[][2] = {
        {{.text = {"a", 1}, .ticks = INT64_C(86399999999)},
         {.text = {"b", 1}, .ticks = INT64_C(253402300799999999)}},
        {{.text = {"a", 1}, .ticks = 1000}, {.text = {"b", 1}, .ticks = -1}}};
    struct fixture *f = *state;

    start(f, columns, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(export_xlsx_row(f->x, rows[i], &f->e), OK);
    finish(f);
    assert_int_equal(f->changes.count[EXPORT_TIME_DIGITS], 3);
    assert_int_equal(f->changes.count[EXPORT_DATES_OUTSIDE], 0);
}

static void a_row_without_any_cell_is_counted(void **state)
{
    static const struct export_column columns[] = {
        {.name = {"x", 1}, .type = EXPORT_TEXT},
        {.name = {"y", 1}, .type = EXPORT_INTEGER}};
    static const struct export_cell rows[][2] = {
        {CELL(""), NULL_CELL}, {NULL_CELL, CELL("0")}, {NULL_CELL, NULL_CELL}};
    struct fixture *f = *state;

    start(f, columns, 2);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(export_xlsx_row(f->x, rows[i], &f->e), OK);
    finish(f);
    assert_int_equal(f->changes.count[EXPORT_EMPTY_ROWS], 2);
}

static void a_double_of_17_digits_is_counted(void **state)
{
    static const struct export_column column = {.name = {"x", 1},
                                                .type = EXPORT_FLOAT};
    struct fixture *f = *state;
    const struct export_cell exact = {.text = {"0.3", 3}, .number = 0.3};
    const struct export_cell rounded = {.text = {"0.30000000000000004", 19},
                                        .number = 0.1 + 0.2};

    start(f, &column, 1);
    assert_int_equal(export_xlsx_row(f->x, &exact, &f->e), OK);
    assert_int_equal(f->changes.count[EXPORT_FLOAT_DIGITS], 0);
    assert_int_equal(export_xlsx_row(f->x, &rounded, &f->e), OK);
    assert_int_equal(f->changes.count[EXPORT_FLOAT_DIGITS], 1);
    finish(f);
}

static void a_text_that_no_cell_holds_is_refused_with_its_place(void **state)
{
    static const struct export_column columns[] = {
        {.name = {"id", 2}, .type = EXPORT_INTEGER},
        {.name = {"note", 4}, .type = EXPORT_TEXT}};
    struct fixture *f = *state;
    struct export_cell cells[] = {CELL("1"), NULL_CELL};
    char *text = arena_alloc(&f->arena, 32768, &f->e);

    assert_non_null(text);
    memset(text, 'x', 32768);
    start(f, columns, 2);
    cells[1] = (struct export_cell){.text = {text, 32767}};
    assert_int_equal(export_xlsx_row(f->x, cells, &f->e), OK);
    cells[1].text.n = 32768;
    assert_int_equal(export_xlsx_row(f->x, cells, &f->e), ERR_LIMIT);
    assert_string_equal(f->e.msg,
                        "row 2, column 'note': a text of more than 32767 "
                        "characters, which no workbook cell holds; export as "
                        "csv");
}

static void more_columns_than_a_sheet_has_are_refused(void **state)
{
    struct fixture *f = *state;

    f->o.columns = kinds; /* not looked at */
    f->o.n = 16385;
    assert_int_equal(export_xlsx_open(&f->o, &f->arena, &f->x, &f->e),
                     ERR_LIMIT);
    assert_null(f->x);
}

static void more_rows_than_a_sheet_has_are_refused(void **state)
{
    static const struct export_column column = {.name = {"x", 1},
                                                .type = EXPORT_TEXT};
    const struct export_cell null = NULL_CELL;
    struct fixture *f = *state;
    enum err code = OK;
    uint64_t rows = 0;

    start(f, &column, 1);
    while (code == OK && rows <= 1048576) {
        code = export_xlsx_row(f->x, &null, &f->e);
        rows++;
    }
    assert_int_equal(code, ERR_LIMIT);
    assert_int_equal(rows, 1048576);
}

static void a_bad_sheet_name_is_refused_before_anything_is_written(void **state)
{
    struct fixture *f = *state;

    f->o.columns = kinds;
    f->o.n = 8;
    f->o.sheet = STR("a/b");
    assert_int_equal(export_xlsx_open(&f->o, &f->arena, &f->x, &f->e),
                     ERR_VALIDATION_FAILED);
}

static void a_full_target_is_an_error(void **state)
{
    struct fixture *f = *state;
    int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

    assert_true(full >= 0);
    start(f, kinds, 8);
    assert_int_equal(export_xlsx_row(f->x, sample_row, &f->e), OK);
    assert_int_equal(export_xlsx_finish(f->x, full, &f->e),
                     ERR_FILE_WRITE_FAILED);
    (void)close(full);
}

static void a_missing_scratch_folder_is_an_error(void **state)
{
    struct fixture *f = *state;

    f->o.columns = kinds;
    f->o.n = 8;
    f->o.scratch_dir = STR("/proc/nowhere");
    assert_int_equal(export_xlsx_open(&f->o, &f->arena, &f->x, &f->e) == OK
                         ? export_xlsx_finish(f->x, f->fd, &f->e)
                         : f->e.code,
                     ERR_FILE_WRITE_FAILED);
}

/* A scratch folder with room for `bytes` a file, then for everything again. */
static void set_room(rlim_t bytes)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The workbook of 300 rows, or the error that stopped it. */
static enum err write_rows(struct fixture *f)
{
    enum err code = OK;

    start(f, kinds, 8);
    for (int row = 0; row < 300 && code == OK; row++)
        code = export_xlsx_row(f->x, sample_row, &f->e);
    if (code == OK)
        code = export_xlsx_finish(f->x, f->fd, &f->e);
    export_xlsx_close(f->x);
    f->x = NULL;
    return code;
}

/* Whichever file is the one that gets too long, a cut workbook is never
 * called good. RLIMIT_FSIZE stands for the full disk. */
static void a_scratch_folder_without_room_never_makes_a_cut_workbook(
    void **state)
{
    struct fixture *f = *state;
    enum err code = ERR_FILE_WRITE_FAILED;
    unsigned failures = 0;
    struct str good;

    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(write_rows(f), OK);
    good = read_back(f);
    for (rlim_t room = 2000; code != OK; room += 1500) {
        assert_int_equal(ftruncate(f->fd, 0), 0);
        assert_int_equal(lseek(f->fd, 0, SEEK_SET), 0);
        set_room(room);
        code = write_rows(f);
        set_room(RLIM_INFINITY);
        failures += code == ERR_FILE_WRITE_FAILED;
        assert_true(code == OK || code == ERR_FILE_WRITE_FAILED);
    }
    assert_true(str_eq(good, read_back(f)));
    assert_true(failures > 20);
    (void)signal(SIGXFSZ, SIG_DFL);
}

int main(void)
{
#define EACH(test) \
    cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        EACH(a_workbook_is_a_zip_and_leaves_no_temporary_file),
        EACH(the_same_table_gives_the_same_bytes),
        EACH(no_entry_carries_a_time_of_today),
        EACH(what_has_no_exact_place_becomes_text_and_is_counted),
        EACH(a_double_outside_the_range_of_a_workbook_becomes_text),
        EACH(what_is_under_a_millisecond_is_cut_and_counted),
        EACH(a_row_without_any_cell_is_counted),
        EACH(a_double_of_17_digits_is_counted),
        EACH(a_text_that_no_cell_holds_is_refused_with_its_place),
        EACH(more_columns_than_a_sheet_has_are_refused),
        EACH(more_rows_than_a_sheet_has_are_refused),
        EACH(a_bad_sheet_name_is_refused_before_anything_is_written),
        EACH(a_full_target_is_an_error),
        EACH(a_missing_scratch_folder_is_an_error),
        EACH(a_scratch_folder_without_room_never_makes_a_cut_workbook),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
