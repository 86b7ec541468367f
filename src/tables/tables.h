/*
 * tables.h - the six table tools. The command line, MCP and HTTP are thin front
 * ends to these calls: same names, same parameters, same JSON.
 *
 * Each call answers with one JSON object, checked to be valid JSON, whose
 * fields and their order are fixed (docs/tools.md). The source file is read
 * once into a cache entry of the home; later calls open the entry. No call
 * here loads DuckDB: parsing and SQL happen in the worker program.
 */
#ifndef TABLES_TABLES_H
#define TABLES_TABLES_H

#include "base/arena.h"
#include "tables/table_source.h"

struct home;
struct tables;
struct worker_pool;

/* As engine/query/result_window.h cuts. */
#define TABLE_RESPONSE_BYTES (UINT64_C(8) << 20)

#define TABLE_MAX_WORKERS        4u
#define TABLE_BACKGROUND_WORKERS 3u /* of a server, besides those: a job each */

/*
 * Called at most once, from the calling thread, with the answer of a query that
 * could be given before its file was read to the end. It is the answer that the
 * call returns when all is read.
 */
struct table_early {
    void (*answer)(void *ctx, struct str json);
    void *ctx;
};

struct table_window {
    struct str sql;
    uint64_t rows; /* 0: the default, 100 */
    uint64_t offset;
    uint64_t max_bytes; /* of the answer; 0: TABLE_RESPONSE_BYTES */
    struct table_also also;
    struct table_early early; /* unset: only the returned answer */
};

/* Column names to keep, in this order; n == 0 keeps all. */
struct table_columns {
    const struct str *names; /* names[n] */
    size_t n;
};

/* Rows by position; they count from 1. */
struct table_range {
    uint64_t start;
    uint64_t count;
    const struct table_columns *columns; /* NULL: all */
    uint64_t max_bytes; /* of the answer; 0: TABLE_RESPONSE_BYTES */
};

struct table_export_target {
    struct str path;   /* as the user wrote it, shown in the answer */
    struct str format; /* "csv" or "xlsx" */
    struct str sheet;  /* empty: "Sheet1" */
    struct str sql;    /* empty: the whole table, of the first file */
    bool overwrite;
    const char *draft; /* it lands below this folder; NULL: below that of
                          tables_options */
    struct table_also also;
};

/* The password of an address that was given without it (postgres_url.h). */
struct table_password {
    struct str url;
    struct str password;
};

struct tables_options {
    struct str home;      /* the home folder, made when missing */
    struct str new_bases; /* of the home (store/home/home.h) */
    struct str store;     /* URL; empty: databases are in the home */
    const struct object_store *blobs; /* of the home; borrowed */
    struct str root;          /* sources must lie below; empty: anywhere */
    bool only_bases;          /* sources are BASE/DOC, files are out of reach */
    bool may_connect;         /* sources may be databases of servers */
    bool allow_writable_role; /* of a server: a role that may write is used */
    const struct table_password
        *passwords; /* passwords[n_passwords], borrowed */
    size_t n_passwords;
    uint64_t copy_age_s;    /* of a copy (may_be_aged); 0: none is used */
    struct str draft;       /* exports land below; empty: anywhere */
    struct str worker_path; /* the worker program; empty: beside quarry */
    struct table_progress progress;
    const atomic_bool *cancel;   /* set to true: running calls end in TIMEOUT */
    bool keeps_open;             /* of databases: store/database/db_pool.h */
    unsigned workers;            /* at once; 0: TABLE_MAX_WORKERS */
    unsigned background_workers; /* more of them, for background work; 0: it
                                    shares the others */
    uint64_t early_bytes; /* files from this size on may be answered early;
                             0: 64 MiB, below which nobody waits long */
};

/*
 * tables_new - the tools over one home.
 *
 * in       o     borrowed until tables_free()
 * out      t     the caller's, freed with tables_free()
 * errors   ERR_FILE_WRITE_FAILED  the home cannot be made
 * threads  calls on one `struct tables` may run at once
 */
MUST_CHECK enum err tables_new(const struct tables_options *o,
                               struct tables **t, struct error *e);

/* Stop the workers and free; NULL is allowed. */
void tables_free(struct tables *t);

/* For the modules above, which keep things in the same home and have the same
 * workers parse documents; borrowed. */
const struct home *tables_home(const struct tables *t);
struct worker_pool *tables_pool(struct tables *t);

/* Where exports must lie; NULL: anywhere. Borrowed. */
const char *tables_draft(const struct tables *t);

/*
 * tables_probe_worker - start a worker and hear what it says of itself.
 *
 * out      ready   {"version","duckdb","landlock_abi","seccomp",...}, in `a`
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it does not start
 */
MUST_CHECK enum err tables_probe_worker(struct tables *t, struct arena *a,
                                        struct str *ready, struct error *e);

/*
 * table_open - look at a source once, for several calls.
 *
 * All of them use the content that the file or document has now, and none opens
 * or identifies it again.
 * in       s     another sheet of the same file may be named in it afterwards
 * out      s     its `opened`, in `a`
 * errors   as the six tools; and of those that are called with it
 *          ERR_CONFLICT  the table must be read again, and changed since
 */
MUST_CHECK enum err table_open(struct tables *t, struct table_source *s,
                               struct arena *a, struct error *e);

/* What SQL calls the table of a source that table_open() looked at, where the
 * files of a query are several. */
struct str table_sql_name(const struct table_source *s);

/* Is it a server's database of which an older copy is used: may_be_aged? */
bool table_is_aged(const struct table_source *s);

/* What names the content of such a source and how it is read: another content
 * has another. */
struct str table_identity(const struct table_source *s);

/*
 * The six tools.
 *
 * out      json   the answer, in `a`
 * errors   VALIDATION_FAILED  arguments or SQL, with line and column for SQL
 *          NOT_FOUND          no such file, table or column
 *          SANDBOX_VIOLATION  a path leaves its folder
 *          FILE_READ_FAILED   the source cannot be read exactly, with place
 *          FILE_WRITE_FAILED, CONFLICT  the export target
 *          LIMIT, TIMEOUT, TOOL_WORKER_UNAVAILABLE
 */
MUST_CHECK enum err table_get_map(struct tables *t,
                                  const struct table_source *s, struct arena *a,
                                  struct str *json, struct error *e);
MUST_CHECK enum err table_describe(struct tables *t,
                                   const struct table_source *s,
                                   struct arena *a, struct str *json,
                                   struct error *e);
MUST_CHECK enum err table_stats(struct tables *t, const struct table_source *s,
                                const struct table_columns *columns,
                                struct arena *a, struct str *json,
                                struct error *e);
MUST_CHECK enum err table_read_rows(struct tables *t,
                                    const struct table_source *s,
                                    const struct table_range *range,
                                    struct arena *a, struct str *json,
                                    struct error *e);
MUST_CHECK enum err table_query(struct tables *t, const struct table_source *s,
                                const struct table_window *w, struct arena *a,
                                struct str *json, struct error *e);
MUST_CHECK enum err table_export(struct tables *t, const struct table_source *s,
                                 const struct table_export_target *target,
                                 struct arena *a, struct str *json,
                                 struct error *e);

/*
 * table_get_profile - what asking needs: the map, the description, statistics
 * and the value dictionaries of a source in one object (docs/tools.md).
 */
MUST_CHECK enum err table_get_profile(struct tables *t,
                                      const struct table_source *s,
                                      struct arena *a, struct str *json,
                                      struct error *e);

#endif
