/* evidence.h - writes the evidence for a passage, as JSON. */
#ifndef SEARCH_RETRIEVE_EVIDENCE_H
#define SEARCH_RETRIEVE_EVIDENCE_H

#include "base/jsonw.h"
#include "search/documents/document_parser.h"
#include "search/retrieve/search_candidate.h"
#include "store/json_tree/pointer.h"

struct evidence_options {
    bool snippet;
    bool pointer;
    bool metadata;
    bool text;   /* the whole passage */
    bool parent; /* what it is in */
    bool words;  /* of the question, beside the evidences: how many passages of
                    the base have each */
};

struct evidence_writer {
    const struct base *base;
    struct document_parser *parser; /* of the base; for parents */
    struct evidence_options options;
    const struct plan *plan; /* of the question, after its search */
    struct analyzer *analyzer;
    struct str deep_link; /* the base's setting; empty: none */
    struct pointer part;  /* of the tree; places are relative to it */
};

/*
 * evidence_write - one of them, as the next value of `w`:
 *
 *     {"score",
 *      "snippet","marks":[[from,to],...],          bytes of the snippet
 *      "text",
 *      "pointer":{"table_id","json_path","document_key","relative_pointer",
 *                 "chunk_id","uri"},
 *      "metadata":{"filename","source_type","created_at","indexed_at",
 *                  "document_version","priority","language","tags","chapter","section",
 *                  "heading_path","source_file","page_number","page_label","ocr",
 *                  "chunk_index","lines","links","url"},
 *      "scores":{"keyword","vector"},          and "rerank"
 *      "parent":{"uri","text","cut"},              parent.h
 *      "same":[uri,...]}                           others that say the same
 *
 * table_id is the base; json_path, document_key and relative_pointer, put after
 * each other, are the place in its tree, from `part` on: of a part that is in a
 * document the first two are empty. Numbers and texts that there are none of
 * are null.
 */
MUST_CHECK enum err evidence_write(const struct evidence_writer *x,
                                   const struct candidate *c, struct arena *a,
                                   struct jsonw *w, struct error *e);

#endif
