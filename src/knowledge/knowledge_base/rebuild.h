/* rebuild.h - rebuilds the derived files of documents. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_REBUILD_H
#define KNOWLEDGE_KNOWLEDGE_BASE_REBUILD_H

#include "knowledge/knowledge_base/bases_internal.h"
#include "search/documents/document_parser.h"

struct rebuilding {
    struct bases *bases;
    const struct base *base;
    const atomic_bool *cancel; /* NULL: never */
    struct document_parser parser;
    struct jsonw *failures; /* of documents; an open array */
    uint64_t sections;
    uint64_t tables;
    uint64_t chunks; /* of the index */
};

/* Begin; rebuild_close() in every case. */
MUST_CHECK enum err rebuild_open(struct rebuilding *x, struct arena *a,
                                 struct error *e);

/* End, removing what the workers left. */
void rebuild_close(struct rebuilding *x);

/*
 * rebuild_document - make again what is derived of the present version: its
 * sections or its table. What is made when somebody asks for it (a list inside
 * JSON, older versions) is not.
 *
 * A document that cannot be read is a failure, and says so from now on.
 * errors   ERR_FILE_WRITE_FAILED, ERR_TIMEOUT when cancelled, as bases_add()
 */
MUST_CHECK enum err rebuild_document(struct rebuilding *x,
                                     const struct document *d, struct error *e);

#endif
