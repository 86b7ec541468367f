/*
 * drafts.h - drafts: files exported from a base and not published yet.
 *
 *     export --> draft/PATH --publish--> published/PATH, with who and when
 *
 * Publishing is the only way into published/. A file is linked there, then said
 * to be published in the base's database, then gone from the draft: killed in
 * between it is a draft still, or both, and publishing it again ends it.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_DRAFTS_H
#define KNOWLEDGE_KNOWLEDGE_BASE_DRAFTS_H

#include "knowledge/knowledge_base/bases.h"

#define DRAFTS_MAX_SHOWN ((uint64_t)64 << 20) /* bytes of one that is shown */

/*
 * bases_drafts - both folders of a base, each by path; of a page the drafts come
 * first.
 *
 * in       page  cursors are "draft/PATH" and "published/PATH"; NULL: all
 * out      w     {"base","drafts":[{"path","bytes"}],"published":[{"path",
 *                "bytes","sha256","published_by","published_at"}]}, of a page
 *                also "next_cursor"
 * errors   ERR_VALIDATION_FAILED  the cursor
 */
MUST_CHECK enum err bases_drafts(struct bases *b, struct str base,
                                 const struct list_page *page, struct jsonw *w,
                                 struct error *e);

/* One file. */
struct draft {
    struct str base;
    struct str path;   /* below the folder */
    bool is_published; /* look there, not among drafts */
    struct str author; /* who publishes */
};

/*
 * bases_draft_read - what a file of either folder holds, in `a`.
 *
 * errors   ERR_NOT_FOUND, ERR_SANDBOX_VIOLATION: the path leaves the folder
 *          ERR_LIMIT  over DRAFTS_MAX_SHOWN
 */
MUST_CHECK enum err bases_draft_read(struct bases *b, const struct draft *d,
                                     struct arena *a, struct str *out,
                                     struct error *e);

/*
 * bases_draft_publish - a draft becomes a published file.
 *
 * out      w   {"base","path","bytes","sha256","published_by","published_at"}
 * errors   ERR_CONFLICT  one of this path was published before, and differs
 *          as bases_draft_read()
 */
MUST_CHECK enum err bases_draft_publish(struct bases *b, const struct draft *d,
                                        struct jsonw *w, struct error *e);

/* Remove a draft: {"base","path","discarded"}. */
MUST_CHECK enum err bases_draft_discard(struct bases *b, const struct draft *d,
                                        struct jsonw *w, struct error *e);

#endif
