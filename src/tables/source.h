/* source.h - a file that a user named, opened and identified by content. */
#ifndef TABLES_SOURCE_H
#define TABLES_SOURCE_H

#include "base/hash.h"
#include "tables/tables_internal.h"

#include <sys/stat.h>

struct source {
    int fd;            /* open for reading, -1 when not */
    const char *shown; /* as the user wrote it, for messages */
    const char *path;  /* where it was opened */
    struct stat st;
    char sha256[HASH_HEX_BYTES];
};

/*
 * source_open - open, check that it is a file within the root, identify it.
 *
 * out      src    close with source_close() in every case
 * errors   ERR_VALIDATION_FAILED, ERR_NOT_FOUND, ERR_SANDBOX_VIOLATION,
 *          ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err source_open(struct tables *t, const struct table_source *s,
                                struct arena *a, struct source *src,
                                struct error *e);

/* Close the descriptor. */
void source_close(struct source *src);

/* Fail with ERR_CONFLICT when the file changed since source_open(). */
MUST_CHECK enum err source_check_unchanged(const struct source *src,
                                           struct error *e);

#endif
