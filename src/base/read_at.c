#include "base/read_at.h"

#include <errno.h>
#include <unistd.h>

ssize_t read_at(int fd, void *to, size_t n, uint64_t offset)
{
    size_t done = 0;

    while (done < n) {
        ssize_t got =
            pread(fd, (char *)to + done, n - done, (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

bool write_at(int fd, const void *from, size_t n, uint64_t offset)
{
    size_t done = 0;

    while (done < n) {
        ssize_t put = pwrite(fd, (const char *)from + done, n - done,
                             (off_t)(offset + done));

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        done += (size_t)put;
    }
    return true;
}
