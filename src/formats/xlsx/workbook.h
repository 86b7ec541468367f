/* workbook.h - the sheets of a workbook, in order. */
#ifndef FORMATS_XLSX_WORKBOOK_H
#define FORMATS_XLSX_WORKBOOK_H

#include "base/buf.h"
#include "formats/package/part.h"
#include "formats/xlsx/ref.h"

#define WORKBOOK_MAX_SHEETS 10000u
#define WORKBOOK_MAX_NAMES  10000u /* others are not looked at */

enum workbook_state {
    WORKBOOK_VISIBLE,
    WORKBOOK_HIDDEN,
    WORKBOOK_VERY_HIDDEN /* no menu shows it again */
};

enum workbook_kind {
    WORKBOOK_WORKSHEET,
    WORKBOOK_CHART,
    WORKBOOK_OTHER /* dialogs, macros of old: no cells to read */
};

struct workbook_sheet {
    struct str name;
    struct str part; /* empty: the package does not have it */
    enum workbook_state state;
    enum workbook_kind kind;
    uint32_t start; /* of its records, in a file that is no package */
};

/* A name that somebody gave to cells of one sheet. */
struct workbook_name {
    struct str name;
    struct str sheet;
    struct ref_range range;
};

struct workbook {
    struct workbook_sheet *sheets;
    size_t n;
    struct workbook_name *names; /* names[names_n]; not those of Excel itself,
                                    of formulas or of several areas */
    size_t names_n;
    bool date1904;
    struct str styles; /* parts; empty: the workbook has none */
    struct str strings;
};

/* What a sheet of a package is, by its relation; NULL: the package lacks it. */
void workbook_set_part(struct workbook_sheet *s,
                       const struct part_relation *rel);

/* The state of a sheet by its number in binary files. */
enum workbook_state workbook_state_of(unsigned number);

/*
 * workbook_keep - the sheets and names that were found.
 *
 * in       sheets  of struct workbook_sheet
 *          names   of struct workbook_name
 * out      w       its lists, which live in `a`
 * errors   ERR_FILE_READ_FAILED  there is no sheet
 *          ERR_LIMIT             more than WORKBOOK_MAX_SHEETS
 */
MUST_CHECK enum err workbook_keep(struct workbook *w, const struct buf *sheets,
                                  const struct buf *names, struct arena *a,
                                  struct error *e);

/*
 * workbook_read - the sheets; all of it lives in `a`.
 *
 * errors   ERR_FILE_READ_FAILED  no workbook in the package, or a damaged one
 *          ERR_LIMIT             more than WORKBOOK_MAX_SHEETS
 */
MUST_CHECK enum err workbook_read(struct unzip *u, struct arena *a,
                                  struct workbook *w, struct error *e);

#endif
