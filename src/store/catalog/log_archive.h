/*
 * log_archive.h - the archive of questions too old for the log: a folder for
 * each base, by its id, so that it is removed with the base.
 *
 *     HOME/query-archive/<id of the base>/2026-01-15.<id of the first>.jsonl
 *
 * server/query_log/query_archive.h writes and removes the files.
 */
#ifndef STORE_CATALOG_LOG_ARCHIVE_H
#define STORE_CATALOG_LOG_ARCHIVE_H

#include "store/home/home.h"

#define LOG_ARCHIVE "query-archive"
#define LOG_ARCHIVE_NO_BASE \
    "none" /* in the place of an id: no base was asked */

/* The folder of all, in `a`; it need not be there. */
MUST_CHECK enum err log_archive_root(const struct home *h, struct arena *a,
                                     const char **out, struct error *e);

/* That of a base; an empty id is that of none. */
MUST_CHECK enum err log_archive_folder(const struct home *h, struct str id,
                                       struct arena *a, const char **out,
                                       struct error *e);

/* The base is gone, and what was asked of it goes, too. What cannot be removed
 * now the next purge of the log removes. */
void log_archive_drop(const struct home *h, struct str id);

/* The questions of a base have another id now; that they cannot be moved is in
 * the program's log, and it goes as that of a base that is gone. */
void log_archive_move(const struct home *h, struct str from, struct str to);

/* The questions of a base as those of one in another home, where it has `to`. */
MUST_CHECK enum err log_archive_copy(const struct home *h, struct str id,
                                     const struct home *other, struct str to,
                                     struct error *e);

#endif
