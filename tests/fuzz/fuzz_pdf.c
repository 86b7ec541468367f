/* module: pdf */
/*
 * Any bytes as a PDF. What is accepted keeps every promise of sections.h.
 */
#include "formats/markup/invariants.h"
#include "formats/pdf/pdf.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)512 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str bytes = {(const char *)data, size};
    struct sections s;
    struct arena a;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = pdf_read(bytes, &a, &s, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK) {
        const char *broken = broken_promise(&s, &a);

        if (broken)
            (void)fprintf(stderr, "broken: %s\n", broken);
        BUG_ON(broken != NULL);
    }
    arena_release(&a);
    return 0;
}
