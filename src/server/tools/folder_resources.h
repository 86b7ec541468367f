/*
 * folder_resources.h - the tables of the served folder as resources.
 *
 *     quarry:///FILE                      what table_get_map answers
 *     quarry:///FILE#rows=1-100           what table_read_rows answers
 *     quarry:///FILE#sheet=S&rows=1-100   the same of a sheet
 *
 * Their context is a struct tool_context; without a folder there are none.
 */
#ifndef SERVER_TOOLS_FOLDER_RESOURCES_H
#define SERVER_TOOLS_FOLDER_RESOURCES_H

#include "server/tools/resource.h"

extern const struct resource_set folder_resources;

#endif
