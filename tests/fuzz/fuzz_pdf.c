/* module: pdf */
/*
 * Any bytes as a PDF. What is accepted keeps every promise of sections.h, and the
 * cells of its tables are inside of them.
 */
#include "formats/markup/invariants.h"
#include "formats/pdf/pdf.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)512 << 20)

static void check_table(const struct pdf_table *t)
{
    BUG_ON(t->page == 0 || t->number == 0 || t->rows < 2 || t->columns < 2);
    for (size_t i = 0; i < t->n; i++) {
        const struct pdf_cell *c = &t->cell[i];

        BUG_ON(c->row > c->last_row || c->last_row >= t->rows);
        BUG_ON(c->column > c->last_column || c->last_column >= t->columns);
    }
}

/* What the reader of tables relies on, to put one below the other. */
static void check_continued(const struct pdf_table *t)
{
    BUG_ON(t->page != t[-1].page + 1 || t->columns != t[-1].columns);
    BUG_ON(t->repeated >= t->rows || t->how != t[-1].how);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str bytes = {(const char *)data, size};
    struct pdf_tables tables;
    struct sections s;
    struct arena a;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = pdf_read(bytes, NULL, &a, &s, &tables, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK) {
        const char *broken = broken_promise(&s, &a);

        if (broken)
            (void)fprintf(stderr, "broken: %s\n", broken);
        BUG_ON(broken != NULL);
        for (size_t i = 0; i < tables.n; i++) {
            check_table(&tables.table[i]);
            BUG_ON(i == 0 && tables.table[i].continues);
            if (tables.table[i].continues)
                check_continued(&tables.table[i]);
        }
    }
    arena_release(&a);
    return 0;
}
