/*
 * exports.h - the export folders of a base as files for backups and copies.
 * drafts.h has the operations on them.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_EXPORTS_H
#define KNOWLEDGE_KNOWLEDGE_BASE_EXPORTS_H

#include "store/catalog/base.h"

#define EXPORTS_DRAFT     "draft"
#define EXPORTS_PUBLISHED "published"

/*
 * exports_copy - all files of one of the folders, to the same below `to`.
 *
 * A draft that is discarded or published meanwhile is left out.
 */
MUST_CHECK enum err exports_copy(const struct base *b, const char *folder,
                                 const char *to, struct error *e);

/* Is it "draft/PATH" or "published/PATH", which stays below its folder? */
bool exports_is_path(struct str path);

/*
 * exports_place - a file that is open, to a path for which exports_is_path()
 * holds, below `to`.
 *
 * in       sha256  that it must have; empty: any
 * errors   ERR_CONFLICT  it has another
 */
MUST_CHECK enum err exports_place(int from, struct str sha256, const char *to,
                                  struct str path, struct arena *a,
                                  struct error *e);

#endif
