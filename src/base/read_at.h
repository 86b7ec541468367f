/* read_at.h - reads and writes a file at an offset. */
#ifndef BASE_READ_AT_H
#define BASE_READ_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * read_at - n bytes from `offset` on, however many calls the system makes of
 * it; the file's own position stays.
 *
 * returns  n, or fewer at the end of the file; -1 with errno
 * threads  any, on one descriptor at the same time
 */
ssize_t read_at(int fd, void *to, size_t n, uint64_t offset);

/* write_at - all of n bytes from `offset` on, likewise; false with errno. */
bool write_at(int fd, const void *from, size_t n, uint64_t offset);

#endif
