/* outline_clean.h - an outline by its clean text. Private to the module. */
#ifndef SEARCH_CHUNKS_OUTLINE_CLEAN_H
#define SEARCH_CHUNKS_OUTLINE_CLEAN_H

#include "search/chunks/outline.h"

/*
 * outline_read_clean - turn an outline to the clean text.
 *
 * in       clean     that member of what sections_write() has
 *          sections  sections[out->n_sections], which `out` has
 * out      out       its text, spans, blocks and the ranges of its sections
 * errors   ERR_FILE_READ_FAILED  it does not fit together
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err outline_read_clean(const struct json *clean,
                                       struct outline_section *sections,
                                       struct arena *a, struct outline *out,
                                       struct error *e);

#endif
