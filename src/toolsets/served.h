/* served.h - what the tools are served over: their context. */
#ifndef TOOLSETS_SERVED_H
#define TOOLSETS_SERVED_H

#include "access/grant.h"
#include "tables/tables.h"

/* Borrowed while a call runs; constant, so threads may share it. */
struct served {
    struct tables *tables;
    const char *folder; /* whose files may be read, and no others; NULL: bases
                           are served, as BASE/DOC */
    const struct grant *grant; /* what the caller may do */
};

#endif
