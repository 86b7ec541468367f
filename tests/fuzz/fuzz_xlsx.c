/* module: xlsx */
/*
 * Any bytes as a workbook.
 */
#include "formats/xlsx/invariants.h"

#include <sys/mman.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int fd = memfd_create("workbook", MFD_CLOEXEC);

    if (fd < 0)
        return 0;
    if (size <= MAX_BYTES && write(fd, data, size) == (ssize_t)size)
        check_workbook(fd, NULL);
    else
        (void)close(fd);
    return 0;
}
