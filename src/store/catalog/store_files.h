/*
 * store_files.h - the one folder that has the files of a store.
 *
 * Originals and indexes are beside the databases, in a home. A program that had another
 * folder would take every index for lost and every original for damaged, and one without
 * the store would take the folders for remains of bases. So a store and its folder know
 * each other: HOME/store.id holds the number that the store's table `files` has.
 */
#ifndef STORE_CATALOG_STORE_FILES_H
#define STORE_CATALOG_STORE_FILES_H

#include "store/database/db.h"
#include "store/home/home.h"

/*
 * store_files_check - is the home the folder of this store's files? The first one that
 * asks becomes it, unless it has bases of its own.
 *
 * in       d   the home's database, in the store
 * errors   ERR_CONFLICT  it is another one, or another store's
 */
MUST_CHECK enum err store_files_check(const struct home *h, struct db *d,
                                      struct arena *a, struct error *e);

/* ERR_CONFLICT: the databases of this home are in a store, which was not named. */
MUST_CHECK enum err store_files_refuse(const struct home *h, struct arena *a,
                                       struct error *e);

#endif
