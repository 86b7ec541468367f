/* adding.h - what the files of an add share; private to them. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADDING_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADDING_H

#include "knowledge/knowledge_base/add_opened.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "search/documents/document_parser.h"
#include "search/documents/kind.h"
#include "search/index/work.h"
#include "store/catalog/document_gone.h"
#include "store/catalog/document_known.h"
#include "store/catalog/originals.h"

#include <sys/stat.h>

/* One file of it; it owns its texts, so that it can wait for others. */
struct item {
    struct item *next;
    struct arena arena;
    const char *path;   /* what the system is asked for */
    struct str shown;   /* as the user wrote it */
    bool named;         /* the user named it, not only its folder */
    bool is_upload;     /* found again by `shown`, not by its place */
    bool is_member;     /* another file holds it (add_members.c) */
    bool is_attachment; /* of a mail */
    bool is_server;     /* it is the address of a database (add_server.c) */
    int fd;
    struct stat st;
    bool is_made;            /* `fd`, `st` are of what was made of the file */
    uint64_t file_bytes;     /* of the file as it came */
    uint64_t unpacked_bytes; /* that were written, also for nothing */
    struct kind kind;
    struct opened *opened;    /* where it is found in; NULL: nobody asks */
    bool is_known;            /* it was opened before, and all of it is there */
    uint64_t known_documents; /* of it */
    struct document_change change;
    struct document_known known; /* of its source, when it was opened */
    char sha256[HASH_HEX_BYTES];
    int64_t id;        /* of the document; 0: none yet, -1: nothing was kept */
    bool is_done;      /* a version was made of it, before a crash */
    bool is_kept;      /* this content is committed, its table not described */
    struct str reader; /* another, that this content was read by; or empty */
    bool is_same;      /* the present one reads it alike */
    bool is_gone;      /* the base has it as gone (document_gone.h) */
    bool is_new;       /* the commit made the document */
    struct str place;  /* of the mount (add_mount.h); empty: none */
    struct str config; /* source_config of a text with a url; empty: none */
    bool is_failed;    /* it was reported as a failure */
    bool is_skipped;   /* it was reported as skipped */
    struct error lost; /* why files that it holds are not read; OK: they are */
    struct page_report pages; /* KIND_SECTIONS; in `arena` */
    int runs; /* KIND_JSON: what the worker made of it; -1: none */
    uint64_t runs_bytes;
};

#define SKIP_KINDS     40
#define ADD_BACK       256
#define ADD_MAX_LISTED 1000 /* files of a list in the answer */

/* Files of folders that were not taken. */
struct skips {
    struct jsonw *list; /* the first of them */
    struct skip_kind {
        char name[24]; /* a suffix, or what else they have in common */
        uint64_t files;
    } kind[SKIP_KINDS]; /* kind[n] */
    size_t n;
};

/* One add. */
struct adding {
    struct bases *bases;
    const struct bases_add *request;
    struct base base;
    struct base_entry entry; /* of it */
    struct document_parser parser;
    struct bases_added *counts;
    struct index_worked indexed;
    struct jsonw *failures;
    struct jsonw *changes;  /* of tables' columns (schema_change.h) */
    struct jsonw *awaited;  /* ids of documents that a server is to index */
    struct jsonw *not_read; /* pages, as "not_read" of the answer */
    size_t n_not_read, n_reviewed;
    struct jsonw *reviewed; /* the same, with comments or tracked changes */
    struct jsonw *gone;     /* documents of files that are not there any more */
    struct arena *arena;    /* of the whole add */
    struct str members_reader;      /* of struct members_known; or empty */
    struct members_known *opened;   /* that are not committed */
    struct document_place *missing; /* whose files were not in the folders */
    struct document_place **missing_end;
    struct skips skips;
    int64_t back[ADD_BACK]; /* back[n_back]: their files are there again */
    size_t n_back;
    uint64_t back_unchanged; /* of them: no batch counts them */
    bool leaves;             /* a server indexes */
    struct item *first;      /* read, not committed; the oldest first */
    struct item *last;
    size_t waiting, read_ahead; /* the latter: tables, before they are asked */
    uint64_t waiting_bytes, waiting_since_ms;
};

/* A file with nothing read; NULL on error. */
struct item *item_new(const char *path, struct str shown, bool named,
                      struct error *e);
void item_free(struct item *i);

/*
 * item_identify - open it, hash it, choose its reader.
 *
 * errors   ERR_VALIDATION_FAILED  nothing reads this kind of file
 *          ERR_FILE_READ_FAILED, ERR_NOT_FOUND
 */
MUST_CHECK enum err item_identify(struct adding *x, struct item *i,
                                  struct error *e);

/* The SHA-256 of its descriptor, into `i->change`. */
MUST_CHECK enum err item_hash(struct adding *x, struct item *i,
                              struct error *e);

/*
 * item_read - parse it, unless the base has it already.
 *
 * A file that cannot be parsed is no error: its document says why.
 * out      changed   false: the base has it
 */
MUST_CHECK enum err item_read(struct adding *x, struct item *i, bool *changed,
                              struct error *e);

/* At its commit: is it the document of a name that came meanwhile, as an upload or from
 * a path? Otherwise there would be two of one name. `i->change.source` is set. */
MUST_CHECK enum err item_find_again(const struct adding *x, struct item *i,
                                    struct error *e);

/* May it become a version of its document? ERR_CONFLICT: it is from an upload,
 * and something newer came meanwhile. `i->is_done` is set. */
MUST_CHECK enum err item_check_upload(const struct adding *x, struct item *i,
                                      struct error *e);

/* From here on the file is what was made of it; `made` is closed on error. */
MUST_CHECK enum err item_take_made(struct item *i, int made, struct error *e);
/* Is what the base has of it this content? `i->id` and `i->is_kept` are set. */
MUST_CHECK enum err item_is_unchanged(struct adding *x, struct item *i,
                                      bool *is, struct error *e);

/* The failure as its document keeps it. */
MUST_CHECK enum err item_failure(struct item *i, const struct error *failure,
                                 struct str *out, struct error *e);

/* Into the answer's list. */
void item_report(struct adding *x, struct str shown, const struct error *e);

/*
 * batch_add - let a read file wait for others, or commit them all.
 *
 * owns     the item, in every case
 */
MUST_CHECK enum err batch_add(struct adding *x, struct item *i,
                              struct error *e);

/* Is a version of this source waiting? */
bool batch_has(const struct adding *x, struct str source);

/* Commit those that wait, and those that are back; they count only then, and do
 * also where their tables cannot be described any more. */
MUST_CHECK enum err batch_commit(struct adding *x, struct error *e);

/* Forget those that wait. */
void batch_drop(struct adding *x);

/* One file: `shown` is its name, and `named` that the user gave it. */
MUST_CHECK enum err add_one(struct adding *x, const char *path,
                            struct str shown, bool named, struct error *e);

/* All files of a folder; documents whose file is not there are missing. */
MUST_CHECK enum err add_folder(struct adding *x, const char *path,
                               struct arena *a, struct error *e);

/* The missing do not answer any more, where they are still not there. Files that
 * wait are committed before: one may be what another was renamed to. */
MUST_CHECK enum err gone_commit(struct adding *x, struct error *e);

/* The last part of a path, "docs" of "a/docs/". */
struct str add_last_part(struct str path);

/* The unchanged file of a document that was gone is there again. */
MUST_CHECK enum err back_add(struct adding *x, const struct item *i,
                             struct error *e);

/* Commit all of those; they count as unchanged only then. */
MUST_CHECK enum err back_commit(struct adding *x, struct error *e);

/* A file of a folder was not taken; `kind` is what it is counted by. */
void skip_file(struct adding *x, struct str shown, struct str kind,
               const char *reason);
/* The kind of a file that nothing reads: ".png". */
struct str skip_suffix(struct str shown);
/* The member "skipped_kinds". */
void skip_write_kinds(const struct adding *x, struct jsonw *w);

#endif
