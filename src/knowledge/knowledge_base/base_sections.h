/* base_sections.h - the sections of a document. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASE_SECTIONS_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASE_SECTIONS_H

#include "knowledge/knowledge_base/bases.h"

/*
 * bases_sections - the headings of a document of text.
 *
 * in       reference  its key, name or end of its path
 * out      w          {"base","key","version","title","lines","sections":
 *                     [{"level","title","id","lines":[first,last]}]}
 * errors   ERR_NOT_FOUND
 *          ERR_VALIDATION_FAILED  it has no text: a table or JSON
 */
MUST_CHECK enum err bases_sections(struct bases *b, struct str base,
                                   struct str reference, struct jsonw *w,
                                   struct error *e);

#endif
