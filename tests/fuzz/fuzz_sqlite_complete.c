/* module: sqlite_file */
/* Any bytes as a SQLite database and its log: what is made of them is a database or is
 * refused. The first four say how long the database is, and of what kind the log. */
#include "base/err.h"
#include "engine/sqlite_file/sqlite_complete.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEAD 4u
#define GAP  ((uint64_t)1 << 17)

static void put(int fd, const uint8_t *p, size_t n, uint64_t at)
{
    BUG_ON(pwrite(fd, p, n, (off_t)at) != (ssize_t)n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error e = {0};
    struct sqlite_bundle b = {.n = 1};
    struct stat st;
    size_t bytes;
    enum err rc;
    int fd;

    if (size < HEAD)
        return 0;
    bytes = (data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) >> 1;
    bytes = bytes < size - HEAD ? bytes : size - HEAD;
    b.bytes = bytes;
    b.room = size + GAP;
    b.logs[0] = (struct sqlite_log){data[0] & 1 ? "-journal" : "-wal", b.room,
                                    size - HEAD - bytes};
    fd = memfd_create("bundle", MFD_CLOEXEC);
    BUG_ON(fd < 0 || ftruncate(fd, (off_t)(b.room + b.logs[0].bytes)) != 0);
    put(fd, data + HEAD, bytes, 0);
    put(fd, data + HEAD + bytes, size - HEAD - bytes, b.room);
    rc = sqlite_complete(fd, &b, NULL, &e);
    BUG_ON(rc != e.code || rc == ERR_VALIDATION_FAILED);
    BUG_ON(!rc && (fstat(fd, &st) != 0 || (uint64_t)st.st_size > b.room));
    (void)close(fd);
    return 0;
}
