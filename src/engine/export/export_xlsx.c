/*
 * A workbook through libxlsxwriter in its constant-memory mode.
 *
 * In that mode a finished row goes to a temporary file and is forgotten, and
 * texts are written into the sheet instead of a shared table, so a million
 * rows need no more memory than one. The price: rows in order only.
 *
 * The library wants the name of its output, which under Landlock can only be
 * in the scratch folder (/proc/self/fd/N is refused there); the finished file
 * is copied from there to the descriptor. Its temporary files are unlinked as
 * soon as they are open.
 *
 * Numbers are IEEE doubles to a spreadsheet and shown with 15 digits. So an
 * integer or decimal of more digits is written as text, with all of them; the
 * library prints a double with "%.16G", so one that needs 17 digits is rounded
 * and counted. Nothing is written through worksheet_write_formula(), ever, and
 * the library's guesses (text to number, text to URL) exist only in its Python
 * relative. A text that would run if someone edited its cell has the format
 * "@", which keeps it a text.
 *
 * Same bytes: the library dates the ZIP entries 1980-01-01 and we set the
 * document's own date. A short write is found: libxlsxwriter ignores errors of
 * the row file, so we flush it ourselves and look at its error mark, and
 * export_check.c reads the finished sheet back.
 */
#include "engine/export/export_xlsx.h"

#include "engine/export/export_check.h"
#include "engine/export/export_out.h"
#include "engine/export/export_sheet.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

#define CREATED         946684800 /* 2000-01-01, the same in every file */
#define MEASURED_ROWS   200       /* column widths come from these */
#define MIN_WIDTH       8
#define MAX_WIDTH       60
#define MAX_SHEET_BYTES ((uint64_t)4000 * 1024 * 1024) /* ZIP without ZIP64 */
#define MAX_TEXT_BYTES  ((size_t)SHEET_MAX_TEXT * 8)
#define MAX_SCALE       38 /* digits after the point of a DECIMAL */
#define TOO_LARGE \
    1e308 /* Excel: 9.99999999999999E+307 is the largest,
                                 and what is under DBL_MIN becomes 0 */

enum format {
    FORMAT_HEADER,
    FORMAT_TEXT,
    FORMAT_DATE,
    FORMAT_TIME,
    FORMAT_TIME_MS,
    FORMAT_TIMESTAMP,
    FORMAT_TIMESTAMP_MS,
    FORMAT_SCALE, /* plus the digits after the point */
    FORMAT_COUNT = FORMAT_SCALE + MAX_SCALE + 1
};

static const char *const format_codes[FORMAT_SCALE] = {
    [FORMAT_TEXT] = "@",
    [FORMAT_DATE] = "yyyy-mm-dd",
    [FORMAT_TIME] = "hh:mm:ss",
    [FORMAT_TIME_MS] = "hh:mm:ss.000",
    [FORMAT_TIMESTAMP] = "yyyy-mm-dd hh:mm:ss",
    [FORMAT_TIMESTAMP_MS] = "yyyy-mm-dd hh:mm:ss.000",
};

struct export_xlsx {
    struct export_xlsx_options o;
    char *path;         /* the workbook in the scratch folder */
    lxw_workbook *book; /* NULL when finished */
    lxw_worksheet *sheet;
    lxw_format *formats[FORMAT_COUNT]; /* made when first used */
    unsigned char *widths;             /* widths[n], in characters */
    struct buf text;                   /* scratch: a NUL-terminated text */
    uint64_t rows;                     /* data rows so far */
};

/* A place in the sheet and where to say something about it. */
struct place {
    struct export_xlsx *x;
    size_t column;
    uint64_t row; /* 0 is the header */
    struct error *e;
};

static void set_code(lxw_format *f, unsigned format)
{
    char code[MAX_SCALE + 3] = "0";

    if (format > FORMAT_SCALE) {
        size_t scale = format - FORMAT_SCALE;

        code[1] = '.';
        memset(code + 2, '0', scale);
    }
    format_set_num_format(f,
                          format < FORMAT_SCALE ? format_codes[format] : code);
}

static lxw_format *get_format(struct export_xlsx *x, unsigned format)
{
    lxw_format *f = x->formats[format];

    if (f)
        return f;
    f = workbook_add_format(x->book);
    if (!f)
        return NULL; /* the cell is then written without a format */
    if (format == FORMAT_HEADER)
        format_set_bold(f);
    else
        set_code(f, format);
    x->formats[format] = f;
    return f;
}

static enum err too_long(const struct place *at)
{
    struct str name = at->x->o.columns[at->column].name;

    if (at->row == 0)
        return error_set(at->e, ERR_LIMIT,
                         "the name of column %zu has more than %d characters, "
                         "which no workbook cell holds; export as csv",
                         at->column + 1, SHEET_MAX_TEXT);
    return error_set(at->e, ERR_LIMIT,
                     "row %llu, column '%.*s': a text of more than %d "
                     "characters, which no workbook cell holds; export as csv",
                     (unsigned long long)at->row,
                     STR_FMT(str_slice(name, 0, 100)), SHEET_MAX_TEXT);
}

/* What the library answers, in our words. */
static enum err library_result(const struct place *at, lxw_error result)
{
    switch (result) {
    case LXW_NO_ERROR: return OK;
    case LXW_ERROR_MAX_STRING_LENGTH_EXCEEDED: return too_long(at);
    case LXW_ERROR_MEMORY_MALLOC_FAILED:
        return error_set(at->e, ERR_LIMIT,
                         "out of memory: cannot build the workbook");
    default:
        return error_set(at->e, ERR_INTERNAL, "workbook library, error %d",
                         (int)result);
    }
}

static void measure(const struct place *at, size_t width)
{
    unsigned char *widest = &at->x->widths[at->column];

    if (width > MAX_WIDTH)
        width = MAX_WIDTH;
    if (at->row <= MEASURED_ROWS && width > *widest)
        *widest = (unsigned char)width;
}

static enum err put_text(const struct place *at, struct str text,
                         lxw_format *format)
{
    struct buf *b = &at->x->text;
    struct str written;

    if (export_sheet_text_units(text) > SHEET_MAX_TEXT)
        return too_long(at);
    buf_reset(b);
    export_sheet_put_text(b, text);
    if (buf_finish(b, &written, at->e) != OK)
        return at->e->code;
    measure(at, export_sheet_text_width(text));
    return library_result(
        at, worksheet_write_string(at->x->sheet, (lxw_row_t)at->row,
                                   (lxw_col_t)at->column, written.p, format));
}

/* A value that has no exact place in a workbook: text, counted. */
static enum err put_instead(const struct place *at, struct str text,
                            enum export_change why)
{
    at->x->o.changes->count[why]++;
    return put_text(at, text, get_format(at->x, FORMAT_TEXT));
}

static enum err put_number(const struct place *at, double number, size_t width,
                           lxw_format *format)
{
    measure(at, width);
    return library_result(
        at, worksheet_write_number(at->x->sheet, (lxw_row_t)at->row,
                                   (lxw_col_t)at->column, number, format));
}

static enum err put_exact(const struct place *at, struct str number)
{
    size_t point = str_find_char(number, '.');
    size_t scale = point < number.n ? number.n - point - 1 : 0;
    char digits[64];

    if (export_sheet_digits(number) > SHEET_MAX_DIGITS || scale > MAX_SCALE ||
        number.n >= sizeof(digits))
        return put_instead(at, number, EXPORT_LONG_NUMBERS);
    memcpy(digits, number.p, number.n);
    digits[number.n] = '\0';
    return put_number(at, strtod(digits, NULL), number.n,
                      get_format(at->x, FORMAT_SCALE + (unsigned)scale));
}

static enum err put_float(const struct place *at,
                          const struct export_cell *cell)
{
    char digits[32];

    if (cell->number - cell->number != 0) /* infinite or not a number */
        return put_instead(at, cell->text, EXPORT_NO_NUMBERS);
    if (fabs(cell->number) >= TOO_LARGE ||
        (cell->number != 0 && fabs(cell->number) < DBL_MIN))
        return put_instead(at, cell->text, EXPORT_FLOATS_OUTSIDE);
    (void)snprintf(digits, sizeof(digits), "%.16G", cell->number);
    if (strtod(digits, NULL) != cell->number)
        at->x->o.changes->count[EXPORT_FLOAT_DIGITS]++;
    return put_number(at, cell->number, cell->text.n, NULL);
}

/*
 * Without what is under a millisecond: a double has room for more in our
 * century and not in every one, and programs show no more. Cut and not rounded,
 * as the last moment of a day may not become one of the next.
 */
static struct export_cell cut_time(const struct place *at,
                                   const struct export_column *column,
                                   const struct export_cell *cell)
{
    struct export_cell cut = *cell;
    int64_t rest = cell->ticks % 1000;

    if (column->type == EXPORT_DATE || rest == 0)
        return cut;
    cut.ticks -= rest < 0 ? rest + 1000 : rest;
    at->x->o.changes->count[EXPORT_TIME_DIGITS]++;
    return cut;
}

static enum err put_moment(const struct place *at,
                           const struct export_column *column,
                           const struct export_cell *cell)
{
    unsigned format = FORMAT_DATE;
    struct export_cell cut;
    double serial = 0;

    if (!export_sheet_serial(column->type, cell, &serial))
        return put_instead(at, cell->text, EXPORT_DATES_OUTSIDE);
    cut = cut_time(at, column, cell);
    if (!export_sheet_serial(column->type, &cut, &serial))
        return put_instead(at, cell->text, EXPORT_DATES_OUTSIDE);
    if (column->type == EXPORT_TIME)
        format = FORMAT_TIME;
    else if (column->type == EXPORT_TIMESTAMP)
        format = FORMAT_TIMESTAMP;
    if (column->type != EXPORT_DATE && cut.ticks % 1000000 != 0)
        format++; /* the same with milliseconds */
    if (column->has_zone)
        at->x->o.changes->count[EXPORT_ZONES]++;
    return put_number(at, serial, strlen(format_codes[format]),
                      get_format(at->x, format));
}

static enum err put_string(const struct place *at, struct str text)
{
    bool would_run = export_would_run(text);

    if (text.n == 0) {
        at->x->o.changes->count[EXPORT_EMPTY_TEXTS]++;
        return OK;
    }
    return put_text(at, text,
                    would_run ? get_format(at->x, FORMAT_TEXT) : NULL);
}

static enum err put_cell(const struct place *at, const struct export_cell *cell)
{
    const struct export_column *column = &at->x->o.columns[at->column];

    if (cell->is_null)
        return OK;
    switch (column->type) {
    case EXPORT_INTEGER:
    case EXPORT_DECIMAL: return put_exact(at, cell->text);
    case EXPORT_FLOAT: return put_float(at, cell);
    case EXPORT_DATE:
    case EXPORT_TIME:
    case EXPORT_TIMESTAMP: return put_moment(at, column, cell);
    case EXPORT_BOOLEAN:
        return library_result(at, worksheet_write_boolean(at->x->sheet,
                                                          (lxw_row_t)at->row,
                                                          (lxw_col_t)at->column,
                                                          cell->truth, NULL));
    case EXPORT_TEXT: break;
    }
    return put_string(at, cell->text);
}

static enum err put_header(struct export_xlsx *x, struct error *e)
{
    struct place at = {.x = x, .e = e};
    lxw_format *bold = get_format(x, FORMAT_HEADER);

    for (at.column = 0; at.column < x->o.n; at.column++)
        if (put_text(&at, x->o.columns[at.column].name, bold) != OK)
            return e->code;
    worksheet_freeze_panes(x->sheet, 1, 0);
    return OK;
}

static enum err start_book(struct export_xlsx *x, struct arena *a,
                           struct error *e)
{
    lxw_doc_properties properties = {.created = CREATED};
    lxw_workbook_options options = {.constant_memory = LXW_TRUE};
    char *sheet = str_cstr(x->o.sheet, a, e);

    if (!sheet)
        return e->code;
    options.tmpdir = str_cstr(x->o.scratch_dir, a, e);
    if (!options.tmpdir)
        return e->code;
    x->book = workbook_new_opt(x->path, &options);
    if (!x->book)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot build the workbook");
    if (workbook_set_properties(x->book, &properties) != LXW_NO_ERROR)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot build the workbook");
    x->sheet = workbook_add_worksheet(x->book, sheet);
    if (!x->sheet)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot make temporary files for the workbook");
    return OK;
}

static enum err init(struct export_xlsx *x, struct arena *a, struct error *e)
{
    struct str path;

    if (export_sheet_check_name(x->o.sheet, e) != OK)
        return e->code;
    if (x->o.n > SHEET_MAX_COLUMNS)
        return error_set(e, ERR_LIMIT,
                         "%zu columns; a sheet holds %d, export as csv", x->o.n,
                         SHEET_MAX_COLUMNS);
    if (str_printf(a, &path, e, "%.*s/export.xlsx",
                   STR_FMT(x->o.scratch_dir)) != OK)
        return e->code;
    x->widths = arena_alloc_array(a, x->o.n, 1, e);
    if (!x->widths)
        return e->code;
    x->path = str_cstr(path, a, e);
    if (!x->path || start_book(x, a, e) != OK)
        return e->code;
    return put_header(x, e);
}

enum err export_xlsx_open(const struct export_xlsx_options *o, struct arena *a,
                          struct export_xlsx **out, struct error *e)
{
    struct export_xlsx *x = arena_alloc(a, sizeof(*x), e);

    if (!x)
        return e->code;
    x->o = *o;
    buf_init(&x->text, MAX_TEXT_BYTES);
    if (init(x, a, e) != OK) {
        export_xlsx_close(x);
        return e->code;
    }
    *out = x;
    return OK;
}

enum err export_xlsx_row(struct export_xlsx *x, const struct export_cell *cells,
                         struct error *e)
{
    struct place at = {.x = x, .row = x->rows + 1, .e = e};
    bool empty = true;

    if (x->rows == SHEET_MAX_ROWS)
        return error_set(e, ERR_LIMIT,
                         "more than %d rows, which no sheet holds; export as "
                         "csv or limit the query",
                         SHEET_MAX_ROWS);
    for (at.column = 0; at.column < x->o.n; at.column++) {
        const struct export_cell *cell = &cells[at.column];

        if (put_cell(&at, cell) != OK)
            return e->code;
        empty = empty && (cell->is_null || cell->text.n == 0);
    }
    x->o.changes->count[EXPORT_EMPTY_ROWS] += empty;
    x->rows++;
    return OK;
}

/* Write the last row and ask the row file whether all went well. */
static enum err flush_rows(struct export_xlsx *x, uint64_t *bytes,
                           struct error *e)
{
    FILE *f = x->sheet->optimize_tmpfile;
    off_t at;

    lxw_worksheet_write_single_row(x->sheet);
    if (fflush(f) != 0 || ferror(f) || (at = ftello(f)) < 0)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot write temporary files for the workbook; the "
                         "disk may be full");
    *bytes = (uint64_t)at;
    if (*bytes > MAX_SHEET_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the sheet is over 4 GiB unpacked; export as csv");
    return OK;
}

static enum err close_book(struct export_xlsx *x, struct error *e)
{
    lxw_error result;

    for (size_t i = 0; i < x->o.n; i++) {
        double width = x->widths[i] + 2; /* the cell's own margins */

        if (width < MIN_WIDTH)
            width = MIN_WIDTH;
        (void)worksheet_set_column(x->sheet, (lxw_col_t)i, (lxw_col_t)i, width,
                                   NULL);
    }
    result = workbook_close(x->book); /* frees it, also when it fails */
    x->book = NULL;
    if (result == LXW_ERROR_MEMORY_MALLOC_FAILED)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot build the workbook");
    if (result != LXW_NO_ERROR)
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot put the workbook together; the disk may be "
                         "full");
    return OK;
}

/* Copy a whole file to a descriptor. */
static enum err copy(int from, int to, struct error *e)
{
    struct export_out out;
    enum err code = OK;

    export_out_init(&out, to);
    while (code == OK) {
        char piece[32768];
        ssize_t n = read(from, piece, sizeof(piece));

        if (n == 0)
            break;
        if (n > 0)
            buf_put(&out.pending, piece, (size_t)n);
        else if (errno != EINTR)
            code =
                error_set(e, ERR_FILE_WRITE_FAILED,
                          "cannot read the workbook back: %s", strerror(errno));
        if (code == OK)
            code = export_out_drain(&out, e);
    }
    if (code == OK)
        code = export_out_flush(&out, e);
    export_out_release(&out);
    return code;
}

enum err export_xlsx_finish(struct export_xlsx *x, int fd, struct error *e)
{
    uint64_t row_bytes = 0;
    int done = -1;

    if (flush_rows(x, &row_bytes, e) != OK || close_book(x, e) != OK)
        goto out;
    done = open(x->path, O_RDONLY | O_CLOEXEC);
    if (done < 0) {
        (void)error_set(e, ERR_FILE_WRITE_FAILED,
                        "cannot open the finished workbook: %s",
                        strerror(errno));
        goto out;
    }
    if (export_check(done, row_bytes, e) != OK || copy(done, fd, e) != OK)
        goto out;
    (void)close(done);
    return OK;
out:
    if (done >= 0)
        (void)close(done);
    return e->code;
}

void export_xlsx_close(struct export_xlsx *x)
{
    if (!x)
        return;
    if (x->book)
        lxw_workbook_free(x->book);
    x->book = NULL;
    if (x->path)
        (void)unlink(x->path);
    buf_release(&x->text);
}
