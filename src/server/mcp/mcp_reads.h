/* mcp_reads.h - serves resources, prompts and completions. */
#ifndef SERVER_MCP_MCP_READS_H
#define SERVER_MCP_MCP_READS_H

#include "server/mcp/calls.h"

mcp_answer mcp_reads_list;       /* resources/list */
mcp_answer mcp_reads_resource;   /* resources/read */
mcp_answer mcp_reads_prompt;     /* prompts/get */
mcp_answer mcp_reads_completion; /* completion/complete */

#endif
