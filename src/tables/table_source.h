/*
 * table_source.h - the subject of a call of tables.h: a file or a document of a
 * base, how it is read, and within which limits.
 */
#ifndef TABLES_TABLE_SOURCE_H
#define TABLES_TABLE_SOURCE_H

#include "base/str.h"

#include <stdatomic.h>

struct base;

/* Limits of a call that says nothing else. */
#define TABLE_QUERY_MS     (UINT64_C(30) * 1000)
#define TABLE_MEMORY_BYTES (UINT64_C(1) << 30)
#define TABLE_MAX_SOURCES  512u /* files of one query, the first included */

#define TABLE_WINDOW_ROWS UINT64_C(100) /* of a query, that are returned */

/* Rows of a chunk in a map: as it is stored (engine/ingest/ingest_map.c), at
 * most. */
#define TABLE_CHUNK_ROWS     UINT64_C(500)
#define TABLE_MAX_CHUNK_ROWS UINT64_C(1000000)

/* Called from the calling thread while a source is read. */
struct table_progress {
    void (*report)(void *ctx, uint64_t done_bytes, uint64_t total_bytes);
    void *ctx;
    void (*waits)(void *ctx); /* called now and then while a worker is at work;
                                 that of tables_options; NULL: nobody */
};

/* Private to the module: the listener for the table of the first question, and
 * a source that was examined. */
struct early;
struct entry;

enum table_header {
    TABLE_HEADER_AUTO,
    TABLE_HEADER_YES, /* the first line holds names, whatever they look like */
    TABLE_HEADER_NO   /* the first line is data; columns get names of ours */
};

/* How a source is read; what is unset (n == 0, '\0') is decided by looking. */
struct table_read_options {
    struct str encoding; /* IANA name: "utf-8", "windows-1252", ... */
    char delimiter;
    enum table_header header; /* of a text; a workbook's is always decided */
};

/* Which table and under which limits; zero values mean the defaults. */
struct table_source {
    struct str path; /* as the user wrote it; where no file is, a document of a
                         base: BASE/DOC, BASE/DOC@VERSION, with #/pointer */
    const struct base *base; /* open; the path is a document of it and never a
                                file; NULL: what the path says */
    struct str sheet; /* a workbook's table, which SQL then calls data; empty:
                         the one called data, or else the first */
    bool
        alone; /* the map is that of `sheet` without the tables beside it, of which
                   a file may have hundreds */
    struct table_read_options read;
    uint64_t chunk_rows; /* of a chunk in table_get_map(); 0: TABLE_CHUNK_ROWS,
                            up to TABLE_MAX_CHUNK_ROWS */
    uint64_t timeout_ms; /* 0: TABLE_QUERY_MS */
    uint64_t memory_bytes;          /* 0: TABLE_MEMORY_BYTES */
    struct table_progress progress; /* unset: that of tables_options */
    const atomic_bool *cancel;      /* set to true: this call ends in TIMEOUT;
                                       NULL: that of tables_options */
    bool
        is_found; /* in a folder that was named: an answer does without it where it
                      cannot be read */
    bool
        may_be_aged; /* of a server's database a copy will do that tells what its
                         columns had some minutes ago: it answers what they are, and
                         queries are for the server. Its rows are not read */
    const struct early *early;  /* NULL; table_query() sets it */
    const struct entry *opened; /* NULL; table_open() sets it */
};

/*
 * Further files that SQL may name, each by its own name: without folder and
 * without suffix, "my orders.csv" as "my orders"; a name that is taken, in any
 * case, gets _2, _3, ... With them the first file has its name too, beside
 * `data`. Limits, progress and cancel of the call are those of the first.
 */
struct table_also {
    const struct table_source *sources; /* sources[n] */
    size_t n;                           /* under TABLE_MAX_SOURCES */
};

#endif
