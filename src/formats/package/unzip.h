/*
 * unzip.h - the parts of a zip package as byte streams, read from a descriptor
 * only: the worker that reads can open no file.
 *
 * What a package may hold is bounded, because a few kilobytes can unpack to
 * terabytes: the entries, the bytes of all parts together, and how much larger
 * than its packed form a part may be.
 */
#ifndef FORMATS_PACKAGE_UNZIP_H
#define FORMATS_PACKAGE_UNZIP_H

#include "base/str.h"

#define UNZIP_MAX_ENTRIES     100000u
#define UNZIP_MAX_BYTES       ((uint64_t)16 << 30) /* read of one package */
#define UNZIP_RATIO_FREE      ((uint64_t)64 << 20) /* no ratio up to here */
#define UNZIP_MAX_RATIO       250u
#define UNZIP_MAX_PART_NAME   512u
#define UNZIP_DIRECTORY_BYTES ((uint64_t)64 << 20)

struct unzip;

/*
 * unzip_open - a package.
 *
 * in       fd   a regular file, borrowed until unzip_close()
 * owns     the caller; unzip_close() it
 * errors   ERR_FILE_READ_FAILED  no zip, cut off, damaged
 *          ERR_LIMIT             more entries than UNZIP_MAX_ENTRIES, memory
 */
MUST_CHECK enum err unzip_open(int fd, struct unzip **out, struct error *e);

/* Let all parts that are read together have fewer than UNZIP_MAX_BYTES. */
void unzip_set_max(struct unzip *u, uint64_t max_bytes);

/* NULL is allowed. */
void unzip_close(struct unzip *u);

/*
 * unzip_has - is there a part of this name?
 *
 * Names are equal as a package's are: letter case and a leading slash set
 * aside; a backslash, which some programs write, is a slash.
 */
bool unzip_has(const struct unzip *u, struct str name);

/* Is there a part whose name begins so? */
bool unzip_has_prefix(const struct unzip *u, struct str prefix);

/*
 * unzip_start - begin to read a part; the one that was being read is dropped.
 *
 * errors   ERR_NOT_FOUND         there is none
 *          ERR_FILE_READ_FAILED  two of that name, encrypted, a packing that
 *                                is not known
 *          ERR_LIMIT             it says itself that it is too large
 */
MUST_CHECK enum err unzip_start(struct unzip *u, struct str name,
                                struct error *e);

/* How many parts it lists. */
uint64_t unzip_count(const struct unzip *u);

struct unzip_entry {
    struct str name; /* in UTF-8 where `is_utf_8`, else the bytes as they are;
                        borrowed until unzip_close() */
    bool is_utf_8;   /* says the entry (flag 11, or the field 0x7075 of
                        Info-ZIP), or it is ASCII */
    bool is_folder, is_link, is_special, is_encrypted;
};

/* What the list says of the part `index`, below unzip_count().
 * ERR_FILE_READ_FAILED: it is damaged there. */
MUST_CHECK enum err unzip_entry(const struct unzip *u, uint64_t index,
                                struct unzip_entry *out, struct error *e);

/* As unzip_start(), by its place in the list. */
MUST_CHECK enum err unzip_start_entry(struct unzip *u, uint64_t index,
                                      struct error *e);

/*
 * unzip_read - the next bytes of the part; *got is 0 at its end only.
 *
 * errors   ERR_FILE_READ_FAILED  damaged: the checksum is compared at the end
 *          ERR_LIMIT             a bomb
 */
MUST_CHECK enum err unzip_read(struct unzip *u, void *to, size_t n, size_t *got,
                               struct error *e);

/* How much of the part was read, in packed bytes, about; and all of it. */
void unzip_progress(const struct unzip *u, uint64_t *done, uint64_t *total);

#endif
