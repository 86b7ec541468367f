/* xlsx_format.c - workbooks of Office Open XML, .xlsx and .xlsm. */
#include "formats/xlsx/workbook_format.h"

static enum err open_workbook(struct workbook_file *f, struct error *e)
{
    enum err rc = workbook_read(f->package, &f->a, &f->w, e);

    if (!rc && f->w.styles.n)
        rc = styles_read(f->package, f->w.styles, &f->a, &f->styles, e);
    return rc;
}

/* The shared texts, once; what was read of them goes when they do not fit. */
static enum err read_strings(struct workbook_file *f, struct error *e)
{
    const size_t budget_bytes = f->strings.a.budget_bytes;
    enum err rc;

    if (f->state || !f->w.strings.n)
        return OK;
    rc = strings_read(&f->strings, f->package, f->w.strings, &f->tick, e);
    if (rc) {
        strings_release(&f->strings);
        strings_init(&f->strings, budget_bytes);
    }
    f->state = rc ? NULL : f; /* they were read */
    return rc;
}

static enum err read_sheet(struct workbook_file *f, size_t i, struct sheet *s,
                           struct error *e)
{
    const struct sheet_context c = {.strings = &f->strings,
                                    .styles = &f->styles,
                                    .date1904 = f->w.date1904};
    const struct str part = f->w.sheets[i].part;
    struct part_stream stream;
    struct xml_input input;
    enum err rc = read_strings(f, e);

    if (rc)
        return rc;
    if (!part.n || !unzip_has(f->package, part))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "its part is not in the workbook");
    rc = part_start(&stream, f->package, part, &f->tick, &input, e);
    return rc ? rc : sheet_read(s, &input, &c, e);
}

static enum err read_objects(struct workbook_file *f, size_t i, struct arena *a,
                             struct declared_tables *out, struct error *e)
{
    const struct declared_table_reader reader = {declared_table_read,
                                                 f->package};

    return declared_tables_read(f->package, f->w.sheets[i].part, &reader, a,
                                out, e);
}

const struct workbook_format xlsx_format = {.name = "xlsx",
                                            .open = open_workbook,
                                            .read_sheet = read_sheet,
                                            .read_objects = read_objects};
