/* add_database.h - databases that a program has open; private to the module. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_DATABASE_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_DATABASE_H

#include "knowledge/knowledge_base/adding.h"

/*
 * item_complete - of a database with logs beside it the two as one file
 * (tables/database_logs.h). Nothing of any other file.
 *
 * errors   ERR_CONFLICT          it changed again and again
 *          ERR_FILE_READ_FAILED  one is damaged, or such that it is not read
 *          ERR_FILE_WRITE_FAILED, ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err item_complete(struct adding *x, struct item *i,
                                  struct error *e);

#endif
