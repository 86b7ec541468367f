/*
 * manifest.h - the files of a backup, with the checksum of each and, at the
 * end, of the manifest itself.
 *
 *     {"quarry_backup":1,"base","created_at","quarry","documents","originals",
 *      "bytes","files":[{"path","bytes","sha256"}],"sha256"}
 *
 * Written last: a folder without one is no backup. Reading it, nothing is
 * believed: paths are base.db, files/<sha256>, and draft/PATH and
 * published/PATH (exports.h), with which "quarry_backup" is 2.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_MANIFEST_H
#define KNOWLEDGE_KNOWLEDGE_BASE_MANIFEST_H

#include "knowledge/knowledge_base/snapshot.h"

struct manifest_file {
    struct str path; /* "base.db", "files/<sha256>" */
    struct str sha256;
    uint64_t bytes;
};

struct manifest {
    struct str base;
    struct str created_at;
    struct snapshot holds;
    struct manifest_file *files; /* files[n], base.db first */
    size_t n;
};

/* List and hash the files of a folder, and write it; `files` is set. */
MUST_CHECK enum err manifest_write(const char *folder, struct manifest *m,
                                   struct arena *a, struct error *e);

/*
 * manifest_read - all of it, checked.
 *
 * errors   ERR_NOT_FOUND         there is none
 *          ERR_FILE_READ_FAILED  damaged
 *          ERR_CONFLICT          of a newer program
 */
MUST_CHECK enum err manifest_read(const char *folder, struct arena *a,
                                  struct manifest *m, struct error *e);

/* Is there one? */
bool manifest_exists(const char *folder);

#endif
