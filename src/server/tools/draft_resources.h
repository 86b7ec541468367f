/*
 * draft_resources.h - drafts as resources.
 *
 *     draft:///PATH        of a served folder
 *     draft://BASE/PATH    of a base
 *
 * They need the right to export: a grant with the right to write and the tool
 * table_export. Their context is a struct tool_context.
 */
#ifndef SERVER_TOOLS_DRAFT_RESOURCES_H
#define SERVER_TOOLS_DRAFT_RESOURCES_H

#include "server/tools/resource.h"

extern const struct resource_set draft_resources;

#endif
