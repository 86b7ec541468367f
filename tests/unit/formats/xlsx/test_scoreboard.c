#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/testdata.h"
#include "formats/xlsx/numeral.h"
#include "formats/xlsx/xlsx.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/*
 * Every public workbook is read or refused with its reason, and those with a
 * CSV beside them agree with it cell by cell. The floors are what was reached:
 * they are raised, never lowered.
 */
#define FLOOR_FILES  62   /* of 63: read, every sheet of them */
#define FLOOR_SHEETS 114  /* with cells or without */
#define FLOOR_CELLS  1210 /* and none may differ */

struct score {
    unsigned files, sheets, refused, cells, wrong;
};

static uint64_t read_rows(struct xlsx *x)
{
    const struct xlsx_report *r = xlsx_report(x);
    struct xlsx_cell *cells = calloc(7 * r->columns + 1, sizeof(*cells));
    struct error e;
    uint64_t seen = 0;
    size_t rows;

    do {
        assert_int_equal(xlsx_rows_next(x, cells, 7, &rows, &e), OK);
        seen += rows;
    } while (rows);
    free(cells);
    return seen;
}

static void read_sheets(struct xlsx *x, const char *path, struct score *score)
{
    const struct workbook *w = xlsx_workbook(x);

    for (size_t i = 0; i < w->n; i++) {
        struct error e;

        if (w->sheets[i].kind != WORKBOOK_WORKSHEET)
            continue;
        if (xlsx_sheet_open(x, i, &e) != OK) {
            score->refused++;
            print_message("%s: %s\n", path, e.msg);
            continue;
        }
        score->sheets++;
        assert_int_equal(read_rows(x), xlsx_report(x)->rows);
        xlsx_rows_rewind(x);
        assert_int_equal(read_rows(x), xlsx_report(x)->rows);
    }
}

static void read_file(const char *path, struct score *score)
{
    FILE *spill = tmpfile();
    struct xlsx_options o = {.spill_fd = fileno(spill),
                             .spill_max = (uint64_t)1 << 30};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct xlsx *x = NULL;
    struct error e;

    assert_true(fd >= 0);
    if (xlsx_open(fd, &o, &x, &e) != OK) {
        score->refused++;
        assert_true(strlen(e.msg) > 20);
        print_message("%s: %s\n", path, e.msg);
    } else {
        score->files++;
        read_sheets(x, path, score);
    }
    xlsx_close(x);
    (void)close(fd);
    (void)fclose(spill);
}

static void read_folder(const char *folder, struct score *score)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    char path[4096];

    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        size_t n = strlen(entry->d_name);

        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (entry->d_type == DT_DIR)
            read_folder(path, score);
        else if (n > 5 && (strcmp(entry->d_name + n - 5, ".xlsx") == 0 ||
                           strcmp(entry->d_name + n - 5, ".xlsm") == 0))
            read_file(path, score);
    }
    (void)closedir(dir);
}

static void every_workbook_is_read_or_refused_with_a_reason(void **state)
{
    struct score score = {0};
    char folder[4096];

    (void)state;
    testdata_path("xlsx", folder, sizeof(folder));
    read_folder(folder, &score);
    print_message("%u files and %u sheets read, %u refused\n", score.files,
                  score.sheets, score.refused);
    assert_true(score.files >= FLOOR_FILES);
    assert_true(score.sheets >= FLOOR_SHEETS);
}

/* The next cell of a CSV without newlines in cells; *p moves over it. */
static struct str csv_cell(char **p, bool *last)
{
    char *from = *p;
    char *to = from;
    char *end;

    if (*from == '"') {
        for (end = ++from; *end && (*end != '"' || end[1] == '"'); end++) {
            end += *end == '"';
            *to++ = *end;
        }
        end += *end == '"';
        from = *p;
    } else {
        end = from + strcspn(from, ",\r\n");
        to = end;
    }
    *last = *end != ',';
    *p = end + strspn(end, *last ? "\r\n" : "") + !*last;
    return (struct str){from, (size_t)(to - from)};
}

static void compare_cell(struct str want, struct str got, struct score *score)
{
    struct numeral number;

    score->cells++;
    if (str_eq(want, got))
        return;
    if (numeral_read(want, &number) &&
        str_eq((struct str){number.text, number.n}, got))
        return;
    score->wrong++;
    print_message("'%.*s' instead of '%.*s'\n", STR_FMT(got), STR_FMT(want));
}

static void compare(struct xlsx *x, char *csv, struct score *score)
{
    const struct xlsx_report *r = xlsx_report(x);
    struct xlsx_cell *cells =
        calloc((size_t)(r->rows + 1) * r->columns, sizeof(*cells));
    struct error e;
    size_t rows;
    bool last;

    for (size_t c = 0; c < r->columns; c++)
        compare_cell(csv_cell(&csv, &last), r->header[c], score);
    assert_true(last);
    assert_int_equal(xlsx_rows_next(x, cells, r->rows + 1, &rows, &e), OK);
    assert_int_equal(rows, r->rows);
    for (size_t i = 0; i < rows * r->columns; i++)
        compare_cell(csv_cell(&csv, &last),
                     (struct str){cells[i].p, cells[i].n}, score);
    assert_int_equal(*csv, '\0');
    free(cells);
}

static void workbooks_agree_with_the_csv_beside_them(void **state)
{
    struct score score = {0};
    static char csv[1 << 20];
    struct xlsx *x = NULL;
    struct error e;
    char path[4096];
    int fd;

    (void)state;
    testdata_path("xlsx/sheetjs/AutoFilter.xlsx", path, sizeof(path));
    fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(xlsx_open(fd, NULL, &x, &e), OK);
    for (size_t i = 0; i < xlsx_workbook(x)->n; i++) {
        char name[4200];
        FILE *f;
        size_t n;

        (void)snprintf(name, sizeof(name), "%s.xls.%zu.csv", path, i);
        f = fopen(name, "rb");
        if (!f)
            continue;
        n = fread(csv, 1, sizeof(csv) - 1, f);
        csv[n] = '\0';
        (void)fclose(f);
        assert_int_equal(xlsx_sheet_open(x, i, &e), OK);
        compare(x, csv, &score);
    }
    print_message("%u cells compared, %u differ\n", score.cells, score.wrong);
    assert_int_equal(score.wrong, 0);
    assert_true(score.cells >= FLOOR_CELLS);
    xlsx_close(x);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_workbook_is_read_or_refused_with_a_reason),
        cmocka_unit_test(workbooks_agree_with_the_csv_beside_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
