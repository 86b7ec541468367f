/* remove_if_empty.h - removes a base that was created for an add that then failed. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_REMOVE_IF_EMPTY_H
#define KNOWLEDGE_KNOWLEDGE_BASE_REMOVE_IF_EMPTY_H

#include "knowledge/knowledge_base/bases.h"

/*
 * bases_remove_if_empty - remove the base if nothing was added, configured or granted
 * since it was made; otherwise, or where that cannot be determined, it stays.
 *
 * in       base  its name and its id: another of that name stays, too
 * returns  true: it is gone
 */
bool bases_remove_if_empty(struct bases *b, const struct base_entry *base);

#endif
