/* module: office */
/*
 * Any bytes as a document of each kind. What is accepted keeps every promise of
 * sections.h.
 */
#include "formats/markup/invariants.h"
#include "formats/office/office.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)512 << 20)

static void read_as(int fd, enum sections_format format)
{
    struct sections s;
    struct arena a;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = office_read(fd, format, NULL, &a, &s, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK) {
        const char *broken = broken_promise(&s, &a);

        if (broken)
            (void)fprintf(stderr, "broken: %s\n", broken);
        BUG_ON(broken != NULL);
    }
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);

    BUG_ON(fd < 0 || write(fd, data, size) != (ssize_t)size);
    for (int i = 0; i < SECTIONS_FORMATS; i++)
        if (office_reads((enum sections_format)i))
            read_as(fd, (enum sections_format)i);
    (void)close(fd);
    return 0;
}
