/*
 * bases.h - operations on knowledge bases: add files, list documents, fetch
 * what a pointer names, remove. The command line, HTTP and MCP are front ends
 * to these.
 *
 * What is canonical (originals, documents, versions, JSON) is committed first;
 * what is derived of it (sections, tables) after that and again when it is
 * missing. Bytes of files are parsed by the worker program only.
 *
 * threads  a struct bases is used by one thread at a time
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASES_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASES_H

#include "knowledge/knowledge_base/add_mount.h"
#include "knowledge/knowledge_base/bases_added.h"
#include "store/catalog/list_page.h"
#include "store/catalog/registry.h"
#include "tables/tables.h"

struct bases;

/* One of the two that follow. */
typedef enum err bases_opener(struct tables *t, struct bases **out,
                              struct error *e);

/*
 * bases_new - the bases of a home.
 *
 * in       t    borrowed: its home and its workers
 * errors   ERR_FILE_WRITE_FAILED, ERR_FILE_READ_FAILED  the home's database
 */
MUST_CHECK enum err bases_new(struct tables *t, struct bases **out,
                              struct error *e);

/*
 * bases_new_to_check - the same for bases_check(), which then also says what is
 * damaged in the log of the home's database: opening forgets that, so it is
 * looked at before.
 *
 * threads  no other thread of this process may have that database open, as
 *          looking gives up all locks that the process has on it (db_wal_check.h): a
 *          program that does nothing else, no server
 */
MUST_CHECK enum err bases_new_to_check(struct tables *t, struct bases **out,
                                       struct error *e);

/* Free; NULL is allowed. */
void bases_free(struct bases *b);

/* registry_claim() in the home. */
MUST_CHECK enum err bases_claim(struct bases *b, struct str name,
                                struct arena *a, struct base_entry *entry,
                                bool *created, struct error *e);

/* How far a call is; NULL: nobody asks. */
struct bases_progress {
    /* before each file: how many were done */
    void (*report)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
    /* `work`, a literal, was done on so many bytes more */
    void (*measure)(void *ctx, const char *work, uint64_t bytes);
};

struct bases_add {
    struct str base;         /* made when there is none */
    const struct str *paths; /* paths[n], files and folders */
    size_t n;
    const struct str *names; /* names[n]: what was uploaded under them, and lies
                                at the paths for now; found again by its name.
                                NULL: files that stay where they are */
    struct str author;
    /* the files came with this one (store/catalog/pending_upload.h), and are
     * read once, unless something newer came meanwhile; empty: with none */
    struct str upload;
    struct str encoding;    /* of files of text; empty: decided from the bytes,
                                 or as it was said before */
    struct str source_type; /* of texts: "text", "web"; empty: "file" */
    struct str url;         /* where they are, of "web"; empty: nowhere */
    struct bases_mount mount; /* of JSON; with a key of one file alone */
    bool made_base;           /* it was made for this, and the answer says so */
    bool keep_missing;        /* documents of files that are gone from a folder
                                 answer as before */
    bool wait;                /* index also where a server would do it later */
    struct bases_progress progress;
    const atomic_bool *cancel; /* NULL: never */
};

/*
 * bases_add - files and folders into a base.
 *
 * A file that cannot be read is a document that says why, or, where nothing
 * reads its kind, a failure; the others go on.
 *
 * out      counts
 *          w       {"base","base_created","documents_added",
 *                   "documents_changed","documents_unchanged",
 *                   "documents_read_again",
 *                   "files_skipped","chunks","chunks_embedded",
 *                   "chunks_reused","documents_indexed","documents_waiting",
 *                   "failures":[{"path","code","message","line","column"}],
 *                   "skipped":[{"path","reason"}],"skipped_kinds":[{"kind",
 *                   "files"}],"gone":[{"document","now"}],
 *                   "documents_with_pages","pages","pages_read","pages_by_ocr","not_read":
 *                   [{"path","pages","count","reason"}],"kinds":[{"kind","files",
 *                   "pages","pages_read","pages_by_ocr","tables"}],"mails","attachments",
 *                   "schema_changes":[...]}
 *                  failures of the index are among the failures, without a
 *                  path; "skipped" and "gone" are the first 1,000, "now" a
 *                  document of the same content, or null; the last is there
 *                  only where columns of a table changed (schema_change.h)
 *                  of a mount each file fails by itself: ERR_CONFLICT where
 *                  the key is there, ERR_VALIDATION_FAILED where the path is in
 *                  a document, or the file is no JSON
 * errors   ERR_VALIDATION_FAILED  a mount that cannot be
 *          ERR_FILE_WRITE_FAILED  the disk is full: what was acknowledged
 *                                 before is kept
 *          ERR_TIMEOUT            cancelled, the same
 */
MUST_CHECK enum err bases_add(struct bases *b, const struct bases_add *r,
                              struct bases_added *counts, struct jsonw *w,
                              struct error *e);

/*
 * bases_status - the documents of a base.
 *
 * in       page  NULL: all of them
 * out      w   {"base","documents":[{"key","name","source_type","format",
 *              "version","bytes","state","chunks","vectors","lexical_only",
 *              "hotness","pinned","priority","last_indexed_at","table","pointer",
 *              "created_at","updated_at","failure"}],"document_count",
 *              "documents_outdated","version","index":{"embedding","note","ready",...}}, of a page
 *              also "next_cursor"; "document_count" is of all
 * errors   ERR_VALIDATION_FAILED  the cursor
 */
MUST_CHECK enum err bases_status(struct bases *b, struct str base,
                                 const struct list_page *page, struct jsonw *w,
                                 struct error *e);

/* Pointers that are fetched in one call. */
struct bases_pointers {
    const struct str *given;     /* given[n], each in a form of uri_read() */
    const struct error *refused; /* refused[n], why its caller may not have one;
                                    NULL: all may be had */
    size_t n;
    bool draws;       /* pages of a PDF as images, too */
    enum err failure; /* out: of the first that failed, or OK */
};

/*
 * bases_fetch - what pointers name, exactly.
 *
 * out      w         {"base","items":[{"uri","document","version",
 *                    "latest_version","changed","text"} or {...,"value"} or
 *                    {...,"table"}, where pages are drawn with "image"
 *                    (search/documents/page_image.h), or of one that cannot be fetched
 *                    {"uri","error":{"code","message"}}]}; changed: the
 *                    document says something else since that version
 * errors   those of the first pointer, where none of them can be fetched;
 *          ERR_LIMIT, ERR_TIMEOUT and others that are of no pointer
 */
MUST_CHECK enum err bases_fetch(struct bases *b, struct str base,
                                struct bases_pointers *p, struct jsonw *w,
                                struct error *e);

struct bases_removal {
    struct str base;
    const struct str *documents; /* documents[n], each by key, name or end of
                                    its path */
    size_t n;
    struct str author;
};

/*
 * bases_remove - documents with all their versions, for good; all or none.
 *
 * out      w          {"base","removed":[key, ...]}
 */
MUST_CHECK enum err bases_remove(struct bases *b, const struct bases_removal *r,
                                 struct jsonw *w, struct error *e);
#endif
