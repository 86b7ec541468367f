/*
 * home.h - the home: Quarry's folder, and the names inside it.
 *
 *      HOME/cache/            entries of ad hoc files, see cache.h
 *      HOME/cache/seen/       which bytes a path had when last looked at
 *      HOME/cache/mapped/     what the map of a path said when last asked for
 *      HOME/cache/locks/      one file a lock, never removed
 *      HOME/cache/pages/      a home with the bases of ad hoc documents
 *      HOME/cache/build/      folders that ingest workers write in
 *      HOME/query-archive/    old questions, see store/catalog/log_archive.h
 *      HOME/servers/<hash>    addresses of databases that bases may ask, base_server.h
 *      HOME/dirs/<hash>/draft exports of `quarry mcp --dir`
 */
#ifndef STORE_HOME_HOME_H
#define STORE_HOME_HOME_H

#include "base/fs.h"

#define HOME_PAGES "pages" /* in the cache */

struct object_store;

struct home {
    const char *path; /* these borrow the arena of home_open() */
    /* for messages: `path` as given, or the default's name */
    const char *shown;
    const char *cache;
    const char *seen;
    const char *mapped;
    const char *locks;
    const char *build;
    bool keeps_digests; /* beside each derived file (file_digest.h) */
    /* how bases that are made in it are searched: "vector", "keyword" or
     * "hybrid", else hybrid; set by the code that opened it */
    struct str new_bases;
    /* where its databases are: the URL of a store, else NULL, and they are files in
     * it; set by the code that opened it (store/catalog/databases.h) */
    const char *store;
    /* where originals are, too, or NULL (store/objects/object_store.h); set as `store` */
    const struct object_store *blobs;
};

/*
 * home_open - name the parts and make the folders that are missing.
 *
 * in       path   NULL: the default of fs_home_default()
 * errors   ERR_FILE_WRITE_FAILED  a folder cannot be made
 *          ERR_SANDBOX_VIOLATION  a folder inside it is a symbolic link, which
 *                                 would lead what we write elsewhere; the home
 *                                 itself may be one
 *          ERR_VALIDATION_FAILED  the path is not UTF-8
 */
MUST_CHECK enum err home_open(const char *path, struct arena *a, struct home *h,
                              struct error *e);

/* The draft folder of a served folder, made when missing; NULL on error. */
MUST_CHECK const char *home_draft_of(const struct home *h, const char *folder,
                                     struct arena *a, struct error *e);

#endif
