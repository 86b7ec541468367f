/* tar_header.h - the headers of one file of a tar; private to the reader. */
#ifndef FORMATS_ARCHIVE_TAR_HEADER_H
#define FORMATS_ARCHIVE_TAR_HEADER_H

#include "base/str.h"

#define TAR_BLOCK 512u

struct tar_entry {
    struct str name; /* in the arena of tar_entry_read(); as the tar has it */
    char type;       /* '0': a file; the others as in POSIX and of GNU tar */
    bool is_sparse;
    uint64_t at; /* of its bytes */
    uint64_t bytes;
    uint64_t next; /* where the next begins; beyond the tar if it is cut off */
    bool is_end;   /* there is none */
};

/*
 * tar_entry_read - the headers at `at` of a tar of `size` bytes.
 *
 * errors   ERR_FILE_READ_FAILED  it is no header, cut off
 *          ERR_LIMIT             a name or other properties are too long
 */
MUST_CHECK enum err tar_entry_read(int fd, uint64_t size, uint64_t at,
                                   struct arena *a, struct tar_entry *out,
                                   struct error *e);

#endif
