/* bases_internal.h - what the files of this module share; private to it. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASES_INTERNAL_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASES_INTERNAL_H

#include "knowledge/knowledge_base/bases.h"
#include "store/catalog/document.h"
#include "store/table_cache/scratch.h"

struct bases {
    struct tables *tables;   /* borrowed */
    const struct home *home; /* of `tables` */
    struct registry registry;
    bool home_log_damaged; /* the registry's; of bases_new_to_check() */
    struct arena arena;    /* lives as long */
};

#define BASES_UPLOAD "name:" /* begins the source of what was uploaded */
#define BASES_PATH   "path:" /* of what lies at a path of this machine */

/*
 * bases_upload_source - the source of the document that an upload of this name
 * is, or will be: of what was uploaded so, else of the one file that was added
 * under this name.
 *
 * errors   ERR_CONFLICT  several were added under this name
 */
MUST_CHECK enum err bases_upload_source(const struct base *b, struct str name,
                                        struct arena *a, struct str *source,
                                        struct error *e);

/* base_open_in() for who lists states: index_note_state() is done, or on a disk
 * that is full they are as they were. */
MUST_CHECK enum err bases_open_noted(struct bases *b, struct str name,
                                     struct arena *a, struct base *out,
                                     struct error *e);

/* {"code","message","line","column"} of a failure, into an open object. */
void bases_write_failure(struct jsonw *w, const struct error *e);

#endif
