/*
 * files.h - the page's files, embedded in the program.
 *
 * cmake/web.cmake makes them of web/; each is there as it is and packed.
 * Private to server/web_assets/.
 */
#ifndef SERVER_WEB_ASSETS_FILES_H
#define SERVER_WEB_ASSETS_FILES_H

#include "base/str.h"

struct page_file {
    const char *path; /* that is asked for: "/page.js" */
    const char *content_type;
    const char *bytes;
    const char *end;
    const char *packed; /* the same, by gzip */
    const char *packed_end;
};

#define PAGE_FILES 5

extern const struct page_file page_files[PAGE_FILES];

#endif
