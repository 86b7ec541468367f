/*
 * bench_xlsx.c - reading a workbook of 900,000 cells against a bare pass of
 * libzip and expat over the same parts, with handlers that only count.
 *
 *     bench_xlsx make FILE.xlsx [ROWS]   by a fixed seed, 10 columns
 *     bench_xlsx FILE.xlsx               a JSON line a kind of reading
 *
 * Quarry's side is what ingestion does: every sheet opened and its rows gone
 * through twice, once to decide types and once to append. The last line is the
 * most memory that a process of its own needed for that.
 */
#include "base/clock.h"
#include "formats/xlsx/xlsx.h"
#include "samples.h"

#include <expat.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xlsxwriter.h>
#include <zip.h>

#define RUNS         11
#define PIECE        65536
#define DEFAULT_ROWS 90000

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void write_row(lxw_worksheet *sheet, lxw_row_t row, uint64_t *state,
                      lxw_format *const *formats)
{
    static const char *const cities[] = {"Aachen", "Bergen", "Coimbra",
                                         "Dundee", "Évora"};
    char text[40];
    double amount = (double)(next_random(state) % 100000000) / 100;

    worksheet_write_number(sheet, row, 0, row, NULL);
    (void)snprintf(text, sizeof(text), "customer %" PRIu64,
                   next_random(state) % 1000000000);
    worksheet_write_string(sheet, row, 1, text, NULL);
    worksheet_write_string(sheet, row, 2, cities[next_random(state) % 5], NULL);
    worksheet_write_number(sheet, row, 3, 36526 + next_random(state) % 9000,
                           formats[0]);
    worksheet_write_number(sheet, row, 4, amount, formats[1]);
    worksheet_write_number(
        sheet, row, 5, (double)(next_random(state) % 1000) / 1000, formats[2]);
    worksheet_write_number(sheet, row, 6, amount / 7, NULL);
    worksheet_write_number(sheet, row, 7, next_random(state) % 100, NULL);
    worksheet_write_boolean(sheet, row, 8, next_random(state) % 2, NULL);
    worksheet_write_number(
        sheet, row, 9, 45000 + (double)(next_random(state) % 86400000) / 86400,
        formats[3]);
}

static void make(const char *path, unsigned rows)
{
    static const char *const codes[] = {"yyyy-mm-dd", "#,##0.00 [$€-407]",
                                        "0.0%", "yyyy-mm-dd hh:mm:ss"};
    static const char *const names[] = {"id",     "customer", "city", "day",
                                        "amount", "share",    "rate", "count",
                                        "paid",   "seen"};
    lxw_workbook *book = workbook_new(path);
    lxw_worksheet *sheet = book ? workbook_add_worksheet(book, "Data") : NULL;
    lxw_format *formats[4];
    uint64_t state = UINT64_C(88172645463325252);

    if (!sheet)
        samples_give_up(path, "cannot be made");
    for (size_t i = 0; i < 4; i++) {
        formats[i] = workbook_add_format(book);
        format_set_num_format(formats[i], codes[i]);
    }
    for (lxw_col_t c = 0; c < 10; c++)
        worksheet_write_string(sheet, 0, c, names[c], NULL);
    for (lxw_row_t row = 1; row <= rows; row++)
        write_row(sheet, row, &state, formats);
    if (workbook_close(book) != LXW_NO_ERROR)
        samples_give_up(path, "cannot be written");
}

static void XMLCALL on_start(void *data, const XML_Char *name,
                             const XML_Char **attrs)
{
    (void)name, (void)attrs;
    ++*(uint64_t *)data;
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    (void)name;
    ++*(uint64_t *)data;
}

static void XMLCALL on_text(void *data, const XML_Char *text, int n)
{
    (void)text;
    *(uint64_t *)data += (uint64_t)n;
}

static void bare_part(zip_t *archive, zip_uint64_t index)
{
    zip_file_t *part = zip_fopen_index(archive, index, 0);
    XML_Parser p = XML_ParserCreate(NULL);
    uint64_t count = 0;
    zip_int64_t got;

    if (!part || !p)
        samples_give_up("bare", "a part cannot be opened");
    XML_SetUserData(p, &count);
    XML_SetElementHandler(p, on_start, on_end);
    XML_SetCharacterDataHandler(p, on_text);
    do {
        void *to = XML_GetBuffer(p, PIECE);

        got = to ? zip_fread(part, to, PIECE) : -1;
        if (got < 0 || !XML_ParseBuffer(p, (int)got, got == 0))
            samples_give_up("bare", "a part cannot be read");
    } while (got > 0);
    XML_ParserFree(p);
    (void)zip_fclose(part);
}

/* The sheets and the shared texts, and nothing kept of them. */
static void bare(const char *path)
{
    zip_t *archive = zip_open(path, ZIP_RDONLY, NULL);

    if (!archive)
        samples_give_up(path, "cannot be opened");
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); i++) {
        const char *name = zip_get_name(archive, (zip_uint64_t)i, 0);

        if (name && (strncmp(name, "xl/worksheets/sheet", 19) == 0 ||
                     strcmp(name, "xl/sharedStrings.xml") == 0))
            bare_part(archive, (zip_uint64_t)i);
    }
    zip_discard(archive);
}

static uint64_t pass(struct xlsx *x, struct xlsx_cell *cells, size_t max)
{
    uint64_t bytes = 0;
    struct error e;
    size_t rows;

    xlsx_rows_rewind(x);
    do {
        if (xlsx_rows_next(x, cells, max, &rows, &e) != OK)
            samples_give_up("rows", e.msg);
        for (size_t i = 0; i < rows * xlsx_report(x)->columns; i++)
            bytes += cells[i].n;
    } while (rows);
    return bytes;
}

static void ours(const char *path, int passes)
{
    static struct xlsx_cell cells[REF_MAX_COLUMNS * 8];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct xlsx *x = NULL;
    struct error e;

    if (fd < 0 || xlsx_open(fd, NULL, &x, &e) != OK)
        samples_give_up(path, "cannot be opened");
    for (size_t i = 0; i < xlsx_workbook(x)->n; i++) {
        if (xlsx_sheet_open(x, i, &e) != OK)
            samples_give_up("sheet", e.msg);
        for (int k = 0; k < passes && xlsx_report(x)->columns; k++)
            if (pass(x, cells, 8 * REF_MAX_COLUMNS / xlsx_report(x)->columns) ==
                0)
                samples_give_up("rows", "no cells");
    }
    xlsx_close(x);
    (void)close(fd);
}

/* The most memory of a process that does nothing else. */
static void print_memory(const char *path)
{
    struct rusage used;
    pid_t child = fork();
    int status;

    if (child == 0) {
        ours(path, 2);
        _exit(0);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
        samples_give_up("memory", "the process failed");
    (void)printf("{\"name\":\"xlsx_memory\",\"mib\":%ld}\n",
                 used.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    static struct samples samples[3] = {
        {.name = "xlsx_bare"}, {.name = "xlsx_open"}, {.name = "xlsx_twice"}};

    if (argc >= 3 && strcmp(argv[1], "make") == 0) {
        make(argv[2],
             argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : DEFAULT_ROWS);
        return 0;
    }
    if (argc != 2)
        samples_give_up("usage", "bench_xlsx [make] FILE.xlsx");
    print_memory(argv[1]);
    for (int i = 0; i < RUNS; i++) {
        uint64_t at[4];

        at[0] = clock_ns();
        bare(argv[1]);
        at[1] = clock_ns();
        ours(argv[1], 0);
        at[2] = clock_ns();
        ours(argv[1], 2);
        at[3] = clock_ns();
        for (int k = 0; k < 3; k++)
            samples_add(&samples[k], at[k + 1] - at[k]);
    }
    for (int k = 0; k < 3; k++)
        samples_print(&samples[k]);
    return 0;
}
