/*
 * data.h - the JSON tree of a base: read, edit, history, rollback.
 *
 * Every write makes a version of the tree, with author and time, the JSON
 * Patch that does it and the one that undoes it. A value as it was at version
 * V is the document as it is now with the later writes undone, so old versions
 * cost their patches and nothing else. Nothing that was acknowledged is lost.
 *
 * A *generation* of a document begins when a file is added again or the base
 * goes back to a version: the runs of the generation before stay as they were
 * at its end, so that no patch has to hold a whole document.
 *
 * threads  as the base's connection; writers of other connections wait
 */
#ifndef STORE_JSON_DOCUMENT_DATA_H
#define STORE_JSON_DOCUMENT_DATA_H

#include "store/catalog/document.h"
#include "store/json_document/edit.h"
#include "store/json_document/mount.h"

#define DATA_MAX_BYTES       ((size_t)1 << 30)   /* of one value */
#define DATA_VALUE_MAX_BYTES ((size_t)256 << 20) /* of one that is written */

/* The version of the tree: how many writes there were. */
MUST_CHECK enum err data_version(const struct base *b, int64_t *version,
                                 struct error *e);

/* Bytes of a document's JSON as it is now. */
MUST_CHECK enum err data_bytes(const struct base *b, int64_t document,
                               int64_t *bytes, struct error *e);

struct data_value {
    struct str pointer; /* where it is, names made keys */
    struct str text;    /* JSON */
    int64_t version;    /* of the tree that it was read from */
    int64_t document;   /* 0: it is above documents */
};

/*
 * data_get - a value of the tree.
 *
 * in       pointer  JSON Pointer; its first token may be a document's name
 *          as_of    a version of the tree; 0: now
 * out      out      lives in `a`
 * errors   ERR_NOT_FOUND  it names nothing, or there is no such version
 */
MUST_CHECK enum err data_get(const struct base *b, struct str pointer,
                             int64_t as_of, struct arena *a,
                             struct data_value *out, struct error *e);

/* Which value, as data_get() takes it. */
struct data_place {
    struct str pointer;
    int64_t as_of;
};

/*
 * data_read - the same into a buffer, whose max_bytes bounds the value.
 *
 * out      text   the value appended; out->text stays empty
 * errors   ERR_LIMIT  it does not fit
 */
MUST_CHECK enum err data_read(const struct base *b,
                              const struct data_place *place, struct arena *a,
                              struct buf *text, struct data_value *out,
                              struct error *e);

/* As data_read() for one version of one document, 0: the present; `pointer` inside. */
MUST_CHECK enum err data_get_document(const struct base *b, int64_t document,
                                      const struct pointer *pointer,
                                      int64_t version, struct buf *out,
                                      struct error *e);

enum data_operation { DATA_CREATE, DATA_SET, DATA_DELETE };

struct data_edit {
    enum data_operation operation;
    struct str pointer;
    struct str value; /* JSON; not of DATA_DELETE */
    bool has_if_version;
    int64_t if_version; /* the tree's version that the author saw */
    struct str author;
};

struct data_written {
    struct str pointer; /* of what was written: "-" made an index */
    int64_t version;
};

/*
 * data_edit - create, set or delete one value.
 *
 * create  adds: to an object a new key, to an array before an index or at "-",
 *         to the base a new document; ERR_CONFLICT when the key is there
 * set     replaces what is there, or adds a key
 * delete  removes it
 *
 * A pointer that the base's setting "daily" names, a JSON list, is a log: what
 * is created at its "/-" goes to today's array below it, which is a document
 * of its own, so that a log never grows into one that is large.
 *
 * errors   ERR_CONFLICT   the document was changed after if_version
 *          ERR_NOT_FOUND  its parent is not there
 *          ERR_VALIDATION_FAILED  no pointer, no JSON; with the position
 */
MUST_CHECK enum err data_edit(const struct base *b, const struct data_edit *d,
                              struct arena *a, struct data_written *out,
                              struct error *e);

/*
 * data_history - the writes that touched a value or something in it.
 *
 * out      w   an array, the last write first: {"version","operation",
 *              "pointer","author","at","patch"}
 */
MUST_CHECK enum err data_history(const struct base *b, struct str pointer,
                                 struct arena *a, struct jsonw *w,
                                 struct error *e);

/*
 * data_rollback - the tree as it was at a version, as a new version.
 *
 * What was written in between stays in the history. Version 0 is the tree
 * without documents.
 * errors   ERR_NOT_FOUND  there is no such version
 */
MUST_CHECK enum err data_rollback(const struct base *b, int64_t version,
                                  struct str author, struct arena *a,
                                  int64_t *made, struct error *e);

/* A document whose JSON a worker has cut into runs. */
struct data_file {
    struct str mount; /* where it is in the tree, a pointer; empty: where it
                         stood, or else at its key */
    int fd;           /* of the runs, see store/json_tree/split_file.h */
    uint64_t bytes;
};

/*
 * data_put_file - a document, or a new version of one, with its JSON.
 *
 * Inside a write transaction. An edit that was made since the file was added
 * last stays in the history.
 * in       c   as document_put() wants it; tree_version and generation are
 *              set here
 * out      id  of the document
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the runs are none
 *          ERR_CONFLICT  another document is at that place
 */
MUST_CHECK enum err data_put_file(const struct base *b,
                                  struct document_change *c,
                                  const struct data_file *f, int64_t *id,
                                  struct error *e);

/*
 * data_remove - take a document's JSON out of the tree before it is removed;
 * nothing when it has none. Inside a write transaction.
 */
MUST_CHECK enum err data_remove(const struct base *b, int64_t id,
                                struct str author, struct error *e);

#endif
