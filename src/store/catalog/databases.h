/*
 * databases.h - where the databases of a home are: files in it, or schemas of a store.
 *
 *      the home's      HOME/quarry.db              schema quarry
 *      a base's        HOME/bases/<id>/base.db     schema quarry_<id>
 *
 * What is beside a database (originals, index, tables) is in the home either way, so
 * programs that share a store share the home's folder, too.
 */
#ifndef STORE_CATALOG_DATABASES_H
#define STORE_CATALOG_DATABASES_H

#include "store/database/db.h"
#include "store/home/home.h"

/* Open the home's database, of the current shape; it is made when missing. */
MUST_CHECK enum err databases_open_home(const struct home *h, struct arena *a,
                                        struct db **out, struct error *e);

/*
 * databases_open_base - open the database of the base `id`, made when missing, of the
 * current shape.
 *
 * in       file   where it is without a store
 *          shown  its name in messages; borrowed until db_close()
 */
MUST_CHECK enum err databases_open_base(const struct home *h, struct str id,
                                        const char *file, const char *shown,
                                        struct db **out, struct error *e);

/* ERR_FILE_READ_FAILED: the file of a base that has a name is lost. A schema that is
 * lost is found so when it is opened. */
MUST_CHECK enum err databases_check_there(const struct home *h, struct str id,
                                          struct arena *a, struct error *e);

/* Remove what a base has in the store of any of its databases; a file goes with its
 * folder. */
MUST_CHECK enum err databases_drop_base(struct db *d, struct str id,
                                        struct error *e);

/* The ids of schemas in the store of `d`, the home's database, that no base has and that were
 * made more than a day ago: by programs that died while they created or removed a base.
 * list[n] in `a`; those of files are none. */
MUST_CHECK enum err databases_list_left(struct db *d, struct arena *a,
                                        struct str **list, size_t *n,
                                        struct error *e);

#endif
