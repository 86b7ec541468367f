/*
 * base.h - one knowledge base: a folder and a database of its own.
 *
 *      HOME/bases/<id>/base.db    documents, versions, JSON in runs
 *                      files/     originals by SHA-256
 *                      tables/    derived: what workers made of them
 *                      index/     derived: what search finds in, with locks of
 *                                 its own (docs/index-format.md)
 *                      locks/ build/   as in HOME/cache
 *                      lock       held while originals come and go
 *                      draft/     what was exported from it
 *
 * A base is opened alone: what is not in its folder cannot be reached through
 * it. Everything but base.db and files/ is derived and can be removed.
 */
#ifndef STORE_CATALOG_BASE_H
#define STORE_CATALOG_BASE_H

#include "store/database/db.h"
#include "store/home/home.h"

#define BASE_NAME_MAX 64

struct registry;
struct base_entry;

struct base {
    const char *name;
    const char *id;
    const char *folder;
    const char *files;
    const char *lock;
    const char *shown;                /* "base 'handbook'" for messages */
    const struct object_store *blobs; /* these three of the home */
    const char *store;
    const char *home;    /* its folder */
    struct home derived; /* tables/ in the place of a home's cache/ */
    struct db *db;
};
#define BASE_NONE ((struct base){0})

/*
 * base_check_name - [a-z0-9][a-z0-9._-]{0,63}
 *
 * errors   ERR_VALIDATION_FAILED
 */
MUST_CHECK enum err base_check_name(struct str name, struct error *e);

/* True when the text could be a base's name. */
bool base_is_name(struct str name);

/* BASE of BASE/DOCUMENT; all of a text without '/'. */
struct str base_of_path(struct str path);

/*
 * base_open - the base with this name.
 *
 * out      b      lives in `a`; close with base_close() in every case
 * errors   ERR_NOT_FOUND  no such base; the message says what to do
 *          ERR_VALIDATION_FAILED  no possible name
 *          else as db_file_open(), db_schema_open() and db_migrate()
 */
MUST_CHECK enum err base_open(const struct home *h, struct str name,
                              struct arena *a, struct base *b, struct error *e);

/* As base_open(), where the home's database is open already. */
MUST_CHECK enum err base_open_in(struct registry *r, struct str name,
                                 struct arena *a, struct base *b,
                                 struct error *e);

/* As base_open_in(), where its name was looked up just now (registry.h). */
MUST_CHECK enum err base_open_entry(const struct home *h,
                                    const struct base_entry *entry,
                                    struct arena *a, struct base *b,
                                    struct error *e);

/* Close; BASE_NONE is allowed. */
void base_close(struct base *b);

/*
 * base_open_folder - make or open the database of a folder in HOME/bases, or the one of
 * its name in the store.
 *
 * For the registry and for what copies and restores bases.
 *
 * in       id     names the folder, which is made when it is missing
 */
MUST_CHECK enum err base_open_folder(const struct home *h, struct str name,
                                     struct str id, struct arena *a,
                                     struct base *b, struct error *e);

/*
 * base_retire - nobody can write to this database any more.
 *
 * For a base that is about to be removed, inside a write transaction that is
 * committed when it is gone: a waiting writer is refused and does not take for
 * saved what goes with the folder.
 */
MUST_CHECK enum err base_retire(const struct base *b, struct error *e);

/* Remove what a base that was retired has in a store; without one it goes with its
 * folder. Nothing may be under way. */
MUST_CHECK enum err base_drop_database(const struct base *b, struct error *e);

/* The folder that exports land in, which may not be there yet; NULL on error. */
MUST_CHECK const char *base_draft(const struct base *b, struct arena *a,
                                  struct error *e);

/* A setting of the base; empty when it was never set. */
MUST_CHECK enum err base_get_setting(const struct base *b, const char *name,
                                     struct arena *a, struct str *value,
                                     struct error *e);

/* Set it. */
MUST_CHECK enum err base_set_setting(const struct base *b, const char *name,
                                     struct str value, struct error *e);

#endif
