/* served.h - what the tools are served over: their context. */
#ifndef SERVE_SERVED_H
#define SERVE_SERVED_H

#include "tables/tables.h"

/* Borrowed while a server runs; constant, so threads may share it. */
struct served {
    struct tables *tables;
    const char *folder; /* whose files may be read, and no others */
};

#endif
