/* view.h - views the JSON of a tool's result as rows and columns. */
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

#include "base/json.h"
#include "cli/cli.h"
#include "cli/term/text_grid.h"

/* A field of an object and the title of its column. */
struct view_field {
    const char *key;
    const char *title;
};

/* How objects become a table: one row each, one column a field. */
struct view_form {
    bool (*keep)(const struct json *object); /* which of them; NULL: all */
    const struct view_field *fields;         /* fields[n] */
    size_t n;
    const char *const *none; /* none[n]: what a null says; NULL: null */
};

/*
 * view_of_result - "columns", "column_types" and "rows" of a result.
 *
 * out      g     lives in the arena and borrows `result`
 * errors   ERR_INTERNAL  the answer has another shape
 */
MUST_CHECK enum err view_of_result(const struct json *result, struct arena *a,
                                   struct grid *g, struct error *e);

/*
 * view_of_objects - a list of objects; a field that is a list shows its first
 * items.
 *
 * in       list    the first object of an array, or NULL
 */
MUST_CHECK enum err view_of_objects(const struct json *list,
                                    const struct view_form *form,
                                    struct arena *a, struct grid *g,
                                    struct error *e);

/* Print the array `list` of objects and an empty line. */
MUST_CHECK enum err view_put_list(struct cli *c, const struct json *list,
                                  const struct view_form *form,
                                  struct error *e);

/* The text of a value as a cell; null has no text at all (p == NULL). */
MUST_CHECK enum err view_cell(const struct json *value, struct arena *a,
                              struct str *out, struct error *e);

/* Print as the options ask: aligned, or as CSV. */
MUST_CHECK enum err view_print(struct cli *c, const struct grid *g,
                               struct error *e);

/* Print an answer as it came, for --json. */
void view_print_json(struct cli *c, struct str json);

/* " › page 4 (iv), by OCR (0.95)" of a pointer that leads to a page, else nothing;
 * `label`: the document's own for the page, empty: none; `ocr`: how sure OCR is of
 * it, 0: it needed none. */
void view_put_page(struct buf *out, struct str pointer, struct str label,
                   double ocr);

/* How this run's terminal is to be written to. */
struct term_style view_style(const struct cli *c);

#endif
