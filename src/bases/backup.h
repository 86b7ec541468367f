/* backup.h - a backup of a base that somebody holds already. */
#ifndef BASES_BACKUP_H
#define BASES_BACKUP_H

#include "bases/manifest.h"
#include "bases/whole.h"

/* Where the backups of a base are by default: in `a`. */
MUST_CHECK enum err backup_folder(const struct bases *b, struct str base,
                                  struct arena *a, const char **out,
                                  struct error *e);

/*
 * backup_make - a backup of `base`, whose lock is held.
 *
 * in       to       as bases_backup()
 *          release  as snapshot_take()
 * out      path     of the folder for people, in `a`
 *          m        what it says
 */
struct backup {
    struct str path;
    struct manifest manifest;
};
MUST_CHECK enum err backup_make(const struct bases *b, const struct base *base,
                                struct str to, struct fs_lock *release,
                                struct arena *a, struct backup *out,
                                struct error *e);

#endif
