#include "cli/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define READ_AT_A_TIME ((size_t)64 * 1024)

enum err input_read(struct buf *b, const char *what, struct error *e)
{
    static char piece[READ_AT_A_TIME];

    while (!b->overflow) {
        ssize_t n = read(STDIN_FILENO, piece, sizeof(piece));

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "cannot read standard input: %s", strerror(errno));
        if (n == 0)
            return OK;
        buf_put(b, piece, (size_t)n);
    }
    return error_set(e, ERR_LIMIT, "%s is too large: the limit is %zu MiB",
                     what, b->max_bytes >> 20);
}

struct str input_line(char *line, size_t max, bool *some)
{
    size_t n = 0;

    *some = false;
    for (;;) {
        char b;
        ssize_t got = read(STDIN_FILENO, &b, 1);

        *some |= got > 0;
        if (got <= 0 || b == '\n')
            return (struct str){line, n};
        if (n < max)
            line[n++] = b;
    }
}
