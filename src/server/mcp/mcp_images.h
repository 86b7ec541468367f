/* mcp_images.h - images of a tool's answer as contents of its result. */
#ifndef SERVER_MCP_MCP_IMAGES_H
#define SERVER_MCP_MCP_IMAGES_H

#include "base/jsonw.h"

/*
 * mcp_images_part - the answer without the bytes of its images, which clients of
 * MCP take beside it.
 *
 * An image is an object that ends in "mime_type":"image/png","data":"...". The
 * answer is ours: no text of a document can look so, as its quotation marks are
 * escaped.
 *
 * out      out  borrows `json` where it has no image; else lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err mcp_images_part(struct str json, struct arena *a,
                                    struct str *out, struct error *e);

/* The images of the whole answer, as objects of an array that is open. */
void mcp_images_write(struct str json, struct jsonw *w);

#endif
