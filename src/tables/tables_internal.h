/* tables_internal.h - what the files of this module share; private to it. */
#ifndef TABLES_TABLES_INTERNAL_H
#define TABLES_TABLES_INTERNAL_H

#include "base/json.h"
#include "store/table_cache/cache.h"
#include "tables/row_pages.h"
#include "tables/tables.h"
#include "tables/worker_client/worker_pool.h"

#define DEFAULT_INGEST_MS ((uint64_t)600 * 1000)
#define MAP_MAX_BYTES     ((size_t)64 * 1024 * 1024)

/* Everything is set by tables_new() and only read after that; the pool and the
 * pages have their own locks. */
struct tables {
    struct tables_options o;
    struct arena arena; /* holds the strings below */
    struct home home;
    const char *root;  /* NULL: sources may be anywhere */
    const char *draft; /* NULL: exports may go anywhere */
    struct worker_pool *pool;
    struct row_pages *pages;
    bool keeps; /* db_pool_start() was called */
};

/* A source that is in the cache, opened for one call. */
struct entry {
    struct cache_entry files;
    struct str map; /* one JSON object; its top level describes the table
                            that the source names */
    const struct json *tree; /* of all of it; NULL: not read yet */
    const char *profile;     /* path of that table's profile */
    const char *path;        /* where the file was opened; NULL: of a base */
    struct str name;    /* what the file is called: its path, or a document's
                            name */
    struct str table;   /* what SQL calls it among several */
    struct str sheet;   /* what a worker calls the table that the source names;
                            empty: it names none */
    bool is_live;       /* a database that a program may have open */
    bool is_of_server;  /* a copy (source_postgres.h) */
    struct str address; /* of the server's database then */
    bool is_aged;       /* something was written there since (may_be_aged) */
};

/* A query that may be asked before its table is whole. */
struct early {
    struct str sql;
    void (*ask)(void *ctx, const char *database); /* at most once */
    void *ctx;
};

/*
 * entry_open - the cache entry of a source, built when it is not there; or that
 * which table_open() found.
 *
 * in       wait     until when
 * out      en       lives in `a`
 * errors   as the six tools
 */
MUST_CHECK enum err entry_open(struct tables *t, const struct table_source *s,
                               const struct wire_wait *wait, struct arena *a,
                               struct entry *en, struct error *e);

/* A window of rows by their number, of a call with one file. */
struct call_rows {
    struct row_window window;
    struct str columns; /* as JSON */
    struct str ahead;   /* what a worker is asked for the page from there on */
};

/* Where an answer says what reading did to its tables (notes.h). */
struct call_notes {
    const char *list; /* the member with sentences; NULL: it says nothing */
    bool is_there;    /* the worker writes it, as the last */
    struct str sql;   /* it may name further tables of the files; or empty */
};

/* The files of one call, and what their worker is asked. */
struct call {
    const struct table_source *first;
    struct table_also also;
    struct str request; /* an object, to which call_run() adds "tables" */
    const struct str *answered;   /* n > 0: it was answered while its file was
                                   read; NULL: it cannot be */
    const struct call_rows *rows; /* NULL: the call does not read rows */
    const struct table_window *query; /* NULL: the call is no query */
    struct call_notes notes;
    bool anew; /* what table_open() found was damaged: look again */
};

/* As entry_open(), in the cache, opened. The map of a database may be large, and an
 * answer makes many calls. */
struct entries {
    struct entry list[TABLE_MAX_SOURCES]; /* list[n]; in `own` */
    size_t n;
    struct arena own;
};

/* The map of an entry, read once for a call. */
MUST_CHECK enum err entries_map(struct entries *en, size_t i,
                                const struct json **map, struct error *e);

/* What call_open() and entries_map() took, also where they failed. */
void entries_release(struct entries *en);

/*
 * call_open - the entries of all files, by one deadline.
 *
 * out      out  end with entries_release() in every case
 * errors   as entry_open(); ERR_VALIDATION_FAILED  too many files;
 *          ERR_CONFLICT  looked at anew, one is another than table_open() found
 */
MUST_CHECK enum err call_open(struct tables *t, const struct call *c,
                              struct entries *out, struct error *e);

/* What a worker of these files is assigned, but for mode and folder. */
void call_assign(const struct call *c, const struct entries *en,
                 struct worker_assignment *as);

/* Derived: what is damaged is built again, never repaired. Which of them is,
 * the worker does not tell. */
void call_drop(const struct entries *en);

/*
 * call_payload - a request, and the tables that its files are asked for.
 *
 * in       request  a JSON object
 *          list     the entries of the files, list[n]
 * out      out      borrows `request` where no table is named
 */
MUST_CHECK enum err call_payload(struct str request, const struct entry *list,
                                 size_t n, struct arena *a, struct str *out,
                                 struct error *e);

/*
 * call_run - the request to the query worker of the files.
 *
 * Entries that turn out damaged are dropped, built again and asked once more.
 * out      json     the worker's answer, in `a`
 */
MUST_CHECK enum err call_run(struct tables *t, const struct call *c,
                             struct arena *a, struct str *json,
                             struct error *e);

/*
 * call_find_cells - which cells of a workbook its rows are, or what its SQL
 * names.
 *
 * in       answer  of the worker
 * out      places  JSON in `a`; left alone where no file is a workbook
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err call_find_cells(const struct call *c, struct entries *en,
                                    struct str answer, struct arena *a,
                                    struct str *places, struct error *e);

/*
 * call_add_notes - what reading did to the tables, in their answer.
 *
 * out      json  the same where nothing was done; else another, in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err call_add_notes(const struct call *c, struct entries *en,
                                   struct arena *a, struct str *json,
                                   struct error *e);

/* The profile of a source's table, from the cache or made now, and its map. */
MUST_CHECK enum err call_profile(struct tables *t, const struct table_source *s,
                                 struct arena *a, struct str *map,
                                 struct str *profile, struct error *e);

/* True for what the cache keeps, a JSON object; the disk may lose a part. */
bool entry_looks_whole(struct str json);

/* When a call with this source must end; `default_ms` where it says nothing. */
struct wire_wait source_wait(const struct tables *t,
                             const struct table_source *s, uint64_t default_ms);

/* What a worker may take for a call with this source. */
uint64_t source_memory(const struct table_source *s);

#endif
