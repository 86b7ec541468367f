/*
 * base_resources.h - bases, their documents and evidence as resources, with the
 * URIs of search/documents/uri.h.
 *
 *     quarry://<base>                     its sources, as list_sources says
 *     quarry://<base>/<document>@<v>#...  what fetch_evidence gives of it
 *
 * Their context is a struct tool_context without a folder.
 */
#ifndef SERVER_TOOLS_BASE_RESOURCES_H
#define SERVER_TOOLS_BASE_RESOURCES_H

#include "server/tools/resource.h"

extern const struct resource_set base_resources;

#endif
