/* backup.h - a backup of a base that is open already. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BACKUP_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BACKUP_H

#include "knowledge/knowledge_base/base_lifecycle.h"
#include "knowledge/knowledge_base/manifest.h"

/* Where the backups of a base are by default: in `a`. */
MUST_CHECK enum err backup_folder(const struct bases *b, struct str base,
                                  struct arena *a, const char **out,
                                  struct error *e);

struct backup {
    const struct base *base;  /* its lock is held */
    struct str to;            /* as bases_backup() */
    struct lease *release;    /* as snapshot_take(); NULL: it is kept */
    struct str path;          /* out: of the folder, for people */
    struct manifest manifest; /* out: what it says */
};

/* Make it; what comes out lives in `a`. Errors as bases_backup(). */
MUST_CHECK enum err backup_make(const struct bases *b, struct backup *k,
                                struct arena *a, struct error *e);

#endif
