/*
 * maintenance.h - operations on whole bases: check, rebuild, copy, move, remove, back
 * up, restore.
 *
 * Interrupted at any point nothing half done is visible: a new base is a folder
 * that no name leads to before it is whole, a backup a folder whose name begins
 * with a dot. What a process that died left is swept by the next call here.
 *
 * Locks, in the order in which they are taken:
 *
 *     its index's lock (search/index/index.h)  copy, until the database is copied; move
 *     a base's lock (store/catalog/originals.h)  copy and backup, until the database
 *                                          is copied and the originals are
 *                                          linked; restore, move and drop, of the
 *                                          base that goes, until it is gone
 *     its writer's lock (a transaction)    restore, move and drop, the same
 *     quarry.db                            while a name is given or taken
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_MAINTENANCE_H
#define KNOWLEDGE_KNOWLEDGE_BASE_MAINTENANCE_H

#include "knowledge/knowledge_base/bases.h"

/*
 * bases_check - is a base what was written?
 *
 * Everything canonical is read: the log before anything opens it, every page,
 * reference, version and piece of JSON, every original. Derived files that are
 * not what they were are dropped and made again: that is not damage, and `ok`.
 *
 * out      ok  nothing canonical is damaged
 *          w   {"base","ok","documents","versions","originals",
 *               "documents_outdated","derived_files","bytes_checked",
 *               "damaged":[{"kind","document","message"}],
 *               "rebuilt":[{"kind","document"}]}; kinds are home_log,
 *              home_database, log, database, catalog, json, mount, original;
 *              of derived files table, map, profile, sections, text,
 *              index
 * errors   ERR_NOT_FOUND  there is no such base
 * threads  no other connection of this process may have the base open, see
 *          store/sqlite/db_wal_check.h
 */
MUST_CHECK enum err bases_check(struct bases *b, struct str base, bool *ok,
                                struct jsonw *w, struct error *e);

struct bases_rebuild {
    struct str base;
    struct bases_progress progress;
    const atomic_bool *cancel; /* NULL: never */
};

/*
 * bases_rebuild - drop what is derived and make it again.
 *
 * out      w   {"base","documents","sections","tables","chunks",
 *               "failures":[{"document","code","message","line","column"}]}
 * errors   ERR_TIMEOUT  cancelled: the rest is made when it is needed
 */
MUST_CHECK enum err bases_rebuild(struct bases *b,
                                  const struct bases_rebuild *r,
                                  struct jsonw *w, struct error *e);

/*
 * bases_copy - another base with the same content.
 *
 * Originals, database and, where its lock can be had within two seconds, the
 * index are copied; other derived data is made again when it is needed.
 *
 * out      w   {"base","copy_of","documents","originals","bytes",
 *               "documents_waiting"}
 * errors   ERR_CONFLICT          there is a base `to`
 *          ERR_FILE_READ_FAILED  it is damaged; nothing is made
 */
MUST_CHECK enum err bases_copy(struct bases *b, struct str from, struct str to,
                               struct jsonw *w, struct error *e);

/*
 * bases_move - a base goes to another home, or into a store or out of it, with its
 * history, its index, who may reach it and what was asked of it.
 *
 * Every row that is there then is compared with what is here, and every original with its
 * hash, before the base gets its name there and goes here. Meanwhile nothing is added.
 *
 * out      w   {"base","documents","originals","bytes","versions",
 *               "documents_waiting","tokens","exposures","bound_tools","questions",
 *               "tokens_left","rows_compared"}; tokens that reach all bases of the home
 *               are left
 * errors   ERR_CONFLICT          there is a base, an exposure or a bound tool of that
 *                                name; or uploads wait to be read
 *          ERR_TIMEOUT           it is being indexed or written
 *          ERR_FILE_READ_FAILED  it is damaged; nothing is changed
 */
MUST_CHECK enum err bases_move(struct bases *from, struct bases *to,
                               struct str name, struct jsonw *w,
                               struct error *e);

/*
 * bases_drop - remove a base with all that is in it; backups stay.
 *
 * out      w   {"base","documents","bytes"}
 * errors   ERR_VALIDATION_FAILED  without `force`: says what would be lost
 */
MUST_CHECK enum err bases_drop(struct bases *b, struct str base, bool force,
                               struct jsonw *w, struct error *e);

/*
 * bases_backup - a base as it is at one moment, while others go on, into a new
 * folder: base.db, files/, what was exported, and manifest.json (manifest.h).
 *
 * in       to  the folder as the user gave it; empty: backups/<base>/<time> in
 *              the home
 * out      w   {"base","path","documents","originals","bytes","created_at"};
 *              path as given, or from the home
 * errors   ERR_CONFLICT          there is something at `to`
 *          ERR_FILE_READ_FAILED  the base is damaged; nothing is made
 */
MUST_CHECK enum err bases_backup(struct bases *b, struct str base,
                                 struct str to, struct jsonw *w,
                                 struct error *e);

struct bases_restore {
    struct str base;
    struct str from; /* a backup's folder; empty: the newest of this base */
    bool force;      /* do not back up what is replaced */
};

/*
 * bases_restore - a backup becomes the base.
 *
 * Each checksum of the backup and all of the new base are looked at before the
 * base that is there is touched. That one is backed up first.
 *
 * out      w   {"base","path","created_at","documents","originals","bytes",
 *               "replaced","saved_to"}; saved_to is null where nothing was
 * errors   ERR_NOT_FOUND         no backup
 *          ERR_FILE_READ_FAILED  the backup is damaged; or what would be
 *                                replaced is, and cannot be backed up
 *          ERR_CONFLICT          a newer program made it
 */
MUST_CHECK enum err bases_restore(struct bases *b,
                                  const struct bases_restore *r,
                                  struct jsonw *w, struct error *e);

#endif
