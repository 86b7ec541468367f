/* add_server.h - the address of a server's database as a document; private to the module. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_SERVER_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_SERVER_H

#include "knowledge/knowledge_base/adding.h"

/*
 * add_server - a document whose original is the address (tables/base_server.h). Added
 * again it is described again, as tables of the server may have changed.
 *
 * errors   as add_one(): of one address that cannot be added is reported
 */
MUST_CHECK enum err add_server(struct adding *x, struct str path,
                               struct error *e);

#endif
