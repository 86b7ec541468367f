/*
 * base_resources.h - bases, their documents and evidence by their URIs, as
 * documents/uri.h has them.
 *
 *     quarry://<base>                     its sources, as list_sources says
 *     quarry://<base>/<document>@<v>#...  what fetch_evidence gives of it
 *
 * Their context is a struct served without a folder.
 */
#ifndef TOOLSETS_BASE_RESOURCES_H
#define TOOLSETS_BASE_RESOURCES_H

#include "toolsets/resource.h"

extern const struct resource_set base_resources;

#endif
