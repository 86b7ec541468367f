/*
 * source.h - a file, or a document of a base, that a user named, identified by
 * its content.
 */
#ifndef TABLES_SOURCE_H
#define TABLES_SOURCE_H

#include "base/hash.h"
#include "store/catalog/document.h"
#include "store/json_tree/pointer.h"
#include "tables/database_logs.h"
#include "tables/tables_internal.h"

#include <sys/stat.h>

struct source {
    int fd;                  /* open for reading; -1 when not, or not yet: then
                          source_provide() opens it */
    const char *shown;       /* as the user wrote it, for messages */
    const char *path;        /* where it was opened; NULL: it is of a base */
    struct stat st;          /* of the open file */
    int64_t bytes;           /* of the content; -1: not known yet */
    const struct home *home; /* whose cache its entry is in */
    struct str name;         /* what the file is called: its path, or a
                                document's name */
    struct str table;        /* what SQL calls it among several */
    char sha256[HASH_HEX_BYTES];
    char identity
        [HASH_HEX_BYTES];      /* of it with its logs, which names the entry */
    struct database_logs logs; /* beside a database, which belong to it */
    struct str bundle; /* JSON for the worker on `fd` when they are in it;
                          empty: they are not */

    /* of a server (source_postgres.h) */
    struct str address; /* of its database; empty: it is none */
    bool is_aged; /* something was written there since the last copy, which is
                           meant all the same */
    struct str
        server; /* JSON that says which, and when; empty: it is none. Where
                          nothing was written since the last copy, that one is meant,
                          and `fd` is -1 */

    /* of a base */
    struct base base;         /* BASE_NONE: it is a file */
    bool is_lent;             /* `base` is the caller's, who closes it */
    struct document document; /* in the version that is read */
    const char *words;      /* of its pages, by OCR (source_words.h); or NULL */
    bool is_old;            /* not the present one */
    bool in_tree;           /* read from the base's JSON tree */
    struct pointer pointer; /* in it, as the user named it */
    struct str found;       /* in it, what the table is; after reading */
};

/*
 * source_open - find it, check that it is a file within the root, identify it.
 *
 * A path that is not a file may be BASE/DOC, BASE/DOC@VERSION, and either with
 * #/pointer, where there is no root.
 * out      src    close with source_close() in every case
 * errors   ERR_VALIDATION_FAILED, ERR_NOT_FOUND, ERR_SANDBOX_VIOLATION,
 *          ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err source_open(struct tables *t, const struct table_source *s,
                                struct arena *a, struct source *src,
                                struct error *e);

/* No file is there, whatever is in the way of one: a folder, too. */
bool source_is_missing(const char *path);

/*
 * source_provide - have the bytes open. Nothing where they are.
 *
 * in       folder  for a file without name, should one be needed
 * errors   ERR_VALIDATION_FAILED  the JSON is no list of objects; those in it
 *                                 are named
 *          ERR_NOT_FOUND          none is in it, or its pointer names nothing
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err source_provide(struct source *src, const char *folder,
                                   struct arena *a, struct error *e);

/*
 * source_bundle - of a database that has logs a copy with them, in the place of its
 * bytes. Nothing where there is none.
 *
 * in       folder  where a file without name is made
 * out      src     its fd is of that file
 * errors   ERR_CONFLICT  it changed meanwhile
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err source_bundle(const struct tables *t, struct source *src,
                                  const char *folder, struct arena *a,
                                  struct error *e);

/* Close what is open. */
void source_close(struct source *src);

/* Fail with ERR_CONFLICT when the file changed since it was opened. */
MUST_CHECK enum err source_check_unchanged(const struct source *src,
                                           struct error *e);

#endif
