/* folder_sources.h - the files of a folder from which a table can be read. */
#ifndef SERVER_TOOLS_FOLDER_SOURCES_H
#define SERVER_TOOLS_FOLDER_SOURCES_H

#include "base/arena.h"
#include "base/str.h"

struct folder_sources {
    struct str *paths; /* paths[n], relative to the folder, in order */
    size_t n;
};

/*
 * folder_sources_find - all of them, by their names' suffixes.
 *
 * out      out   lives in `a`
 * errors   as fs_list_tree()
 */
MUST_CHECK enum err folder_sources_find(const char *folder, struct arena *a,
                                        struct folder_sources *out,
                                        struct error *e);

#endif
