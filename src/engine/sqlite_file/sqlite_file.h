/*
 * sqlite_file.h - reads a SQLite database that another program made, which may be
 * hostile: its tables and the rows of one after the other.
 *
 *     struct sqlite_file *f;
 *     struct sqlite_rows r;
 *
 *     sqlite_file_open(fd, &stop, &f, e), sqlite_file_list(f, a, &objects, e)
 *     for each of them: sqlite_rows_open(f, &objects.list[i], a, &r, e)
 *         while (!(rc = sqlite_rows_next(&r, &more, e)) && more)
 *             sqlite_rows_cell(&r, column)
 *         sqlite_rows_close(&r)
 *     sqlite_file_close(f)
 *
 * The library sees one open file, which never changes, and no other: sqlite_vfs.c.
 * Nothing of the schema runs but the expressions of generated columns and views
 * that call no function (sqlite_file.c has the list of what is off). What the
 * library may hold in memory is bounded, and a flag stops it.
 *
 * threads  one at a time in a process: its bound on memory is the library's own
 */
#ifndef ENGINE_SQLITE_FILE_SQLITE_FILE_H
#define ENGINE_SQLITE_FILE_SQLITE_FILE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdatomic.h>

#define SQLITE_FILE_VALUE_BYTES ((size_t)64 << 20) /* of a text */

struct sqlite_file;
struct sqlite3_stmt;

/* Does a file that begins so say that it is a SQLite database? */
bool sqlite_file_fits(struct str head);

/*
 * sqlite_file_open - the database in an open file.
 *
 * in       fd    a regular file, borrowed
 *          stop  set: end with ERR_TIMEOUT; or NULL
 * errors   ERR_FILE_READ_FAILED  it is damaged, or of a kind that is not known
 *          ERR_LIMIT             no memory
 */
MUST_CHECK enum err sqlite_file_open(int fd, const atomic_bool *stop,
                                     struct sqlite_file **out, struct error *e);

/* NULL is allowed. Rows are closed before. */
void sqlite_file_close(struct sqlite_file *f);

/* Bytes that were read, and bytes that the file has. */
uint64_t sqlite_file_bytes_read(const struct sqlite_file *f);
uint64_t sqlite_file_bytes(const struct sqlite_file *f);

/* Was it made to have its last changes in a log beside it? */
bool sqlite_file_has_log(const struct sqlite_file *f);

/* A table or a view. */
struct sqlite_object {
    struct str raw;  /* its name as the file has it, any bytes */
    struct str name; /* the same in UTF-8 */
    bool is_view;
    bool is_empty;
    const char *left_out; /* why it is not read; NULL: it is */
};

struct sqlite_objects {
    struct sqlite_object
        *list; /* list[n]: tables with rows, then those without,
                                   then views, then what is left out; each in the
                                   order of the file */
    size_t n;
};

/*
 * sqlite_file_list - what is in it, but for tables of SQLite itself.
 *
 * out      out     lives in `a`
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err sqlite_file_list(struct sqlite_file *f, struct arena *a,
                                     struct sqlite_objects *out,
                                     struct error *e);

/* A column that refers to the rows of a table, by itself or with others. */
struct sqlite_key {
    int number;       /* of the key, in its table; those of one are in a row */
    struct str from;  /* a column, in UTF-8 */
    struct str table; /* what it refers to, as the key says it */
    struct str to;    /* a column there; empty: not known */
};

struct sqlite_keys {
    struct sqlite_key *list; /* list[n] */
    size_t n;
};

/*
 * sqlite_file_keys - the foreign keys that a table declares, column by column.
 *
 * out      out   lives in `a`
 * errors   as sqlite_rows_open()
 */
MUST_CHECK enum err sqlite_file_keys(struct sqlite_file *f,
                                     const struct sqlite_object *o,
                                     struct arena *a, struct sqlite_keys *out,
                                     struct error *e);

struct sqlite_column {
    struct str name; /* in UTF-8 */
    struct str
        declared; /* its type in the schema, "VARCHAR(20)"; may be empty */
    size_t at;    /* in the result */
    bool is_bare; /* a blob gives its size alone, beside it at + 1 whether it
                            is one: it may be larger than memory */
};

struct sqlite_rows {
    struct sqlite_file *file;
    struct sqlite3_stmt *stmt;
    const struct sqlite_column *columns; /* columns[n] */
    size_t n;
    uint64_t row;    /* the present one, from 1 */
    uint64_t budget; /* bytes that rows may still have */
};
#define SQLITE_ROWS_NONE ((struct sqlite_rows){0})

enum sqlite_kind {
    SQLITE_CELL_NULL,
    SQLITE_CELL_INTEGER,
    SQLITE_CELL_REAL,
    SQLITE_CELL_TEXT,
    SQLITE_CELL_BLOB,
    SQLITE_CELL_KINDS
};

struct sqlite_cell {
    enum sqlite_kind kind;
    int64_t integer; /* of a blob: its bytes */
    double real;
    struct str text; /* any bytes; until the next row */
};

/*
 * sqlite_rows_open - begin to read, in the order of the table's key.
 *
 * out      r     lives in `a`; close in every case
 * errors   ERR_VALIDATION_FAILED  it cannot be run: a view that calls a function, a
 *                                 column of a function that is not there
 *          ERR_FILE_READ_FAILED, ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err sqlite_rows_open(struct sqlite_file *f,
                                     const struct sqlite_object *o,
                                     struct arena *a, struct sqlite_rows *r,
                                     struct error *e);

/*
 * sqlite_rows_next - the next row.
 *
 * out      more  false: there is none
 * errors   ERR_FILE_READ_FAILED  damaged, or more rows than such a file can hold
 *          ERR_LIMIT             a value is too large, or no memory
 *          ERR_TIMEOUT
 */
MUST_CHECK enum err sqlite_rows_next(struct sqlite_rows *r, bool *more,
                                     struct error *e);

/* A cell of the row. */
struct sqlite_cell sqlite_rows_cell(struct sqlite_rows *r, size_t column);

/* Give back what it holds; SQLITE_ROWS_NONE is allowed. */
void sqlite_rows_close(struct sqlite_rows *r);

/*
 * sqlite_text_repair - a text of a database as UTF-8 without NUL bytes.
 *
 * SQLite keeps whatever a program calls a text. Bytes that are none become U+FFFD,
 * NUL bytes are left out.
 *
 * out      out       borrows `raw` where that is well-formed, else in `a`
 *          repaired  or NULL
 */
MUST_CHECK enum err sqlite_text_repair(struct str raw, struct arena *a,
                                       struct str *out, bool *repaired,
                                       struct error *e);

#endif
