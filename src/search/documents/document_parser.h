/*
 * document_parser.h - parses the documents of one base with the worker program.
 *
 * One worker serves a whole add: it is started at the first document, sees one
 * scratch folder of the base and nothing else, and after one that it failed at
 * another is started.
 */
#ifndef SEARCH_DOCUMENTS_DOCUMENT_PARSER_H
#define SEARCH_DOCUMENTS_DOCUMENT_PARSER_H

#include "base/json.h"
#include "store/catalog/base.h"
#include "store/table_cache/scratch.h"
#include "tables/worker_client/worker_pool.h"

/* What is read of what a worker found. */
#define DOCUMENT_PARSER_MAX_SECTIONS_BYTES ((size_t)1 << 30)
#define DOCUMENT_PARSER_MAX_TEXT_BYTES     ((size_t)256 * 1024 * 1024)

/* How many pages of a document OCR has read; NULL: nobody asks. Called by one thread
 * at a time, not always the same. */
struct document_progress {
    void (*report)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};

struct document_parser {
    struct worker_pool *pool; /* borrowed */
    const struct base *base;  /* borrowed */
    struct arena *a;          /* borrowed; holds the path of the folder */
    struct scratch scratch;
    const atomic_bool *cancel;
    struct document_progress progress;
};

/* Begin lazily: the folder is made when a worker is needed. */
void document_parser_init(struct document_parser *p, struct worker_pool *pool,
                          const struct base *b, struct arena *a);

/* Begin with the folder, which remains as a sign if this program dies
 * (knowledge/knowledge_base/crash_cleanup.h). */
MUST_CHECK enum err document_parser_open(struct document_parser *p,
                                         struct worker_pool *pool,
                                         const struct base *b, struct arena *a,
                                         struct error *e);

/* End; in every case. */
void document_parser_close(struct document_parser *p);

/*
 * document_parser_is_fatal - is a failure one of the machine, of what is kept or of the
 * caller, and not of the document that was looked at?
 *
 * Then the next would fail, too, and nothing is to be said of this one.
 */
bool document_parser_is_fatal(const struct error *why,
                              const atomic_bool *cancel);

/*
 * document_parser_json - cut a JSON file into runs (store/json_tree/split_file.h).
 *
 * in       fd     the file
 * out      runs   open for reading; the caller closes it
 * errors   ERR_VALIDATION_FAILED, ERR_LIMIT, ERR_FILE_READ_FAILED  the file
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err document_parser_json(struct document_parser *p, int fd,
                                         int *runs, uint64_t *bytes,
                                         struct error *e);

/*
 * document_parser_decode - a text in another encoding as a file of UTF-8.
 *
 * out      text  open for reading, without a name; the caller closes it
 * errors   ERR_VALIDATION_FAILED  an unknown encoding
 *          ERR_FILE_READ_FAILED   bytes that do not decode
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err document_parser_decode(struct document_parser *p, int fd,
                                           struct str encoding, int *text,
                                           struct error *e);

/*
 * document_parser_unpack - what gzip or zstd packed, as a file.
 *
 * in       max_bytes  that come out
 * out      unpacked   open for reading, without a name; the caller closes it
 * errors   ERR_FILE_READ_FAILED  damaged, cut off, packed twice
 *          ERR_LIMIT             more than max_bytes, a bomb
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err document_parser_unpack(struct document_parser *p, int fd,
                                           uint64_t max_bytes, int *unpacked,
                                           struct error *e);

/* Have the folder that the worker works in: p->scratch. */
MUST_CHECK enum err document_parser_hold(struct document_parser *p,
                                         struct error *e);

/* Let the worker make one database of a bundle, in its file: `request` of
 * engine/worker/operation.h. Errors as operation_complete(). */
MUST_CHECK enum err document_parser_complete(struct document_parser *p, int fd,
                                             const char *request,
                                             struct error *e);

/* What became of the pages of a document that has some. */
struct page_report {
    struct arena *a;       /* given: `not_read` lives there */
    uint64_t pages;        /* 0: it has none */
    uint64_t read, by_ocr; /* of them */
    uint64_t tables;       /* those of a PDF can be queried */
    uint64_t comments, insertions, deletions; /* of reviewers */
    struct str ocr_languages;    /* that pages were read in (ocr_languages.h) */
    bool lacks_ocr;              /* some are pictures, and nothing reads them */
    const struct json *not_read; /* [{"state","count","pages"}]; the names of
                                    states are those of formats/markup/sections.h,
                                    pages are "3, 5-7" */
};

/* Is it of pages that can be looked at: a PDF or a picture? */
bool document_has_drawn_pages(struct str format);

/*
 * document_parser_sections - the sections of a document, as sections_write() has them,
 * into the base's derived files, where derived_text_path() has them.
 *
 * PDF and pictures are read by a program of its own, one for each document
 * (engine/pdf_worker/pdf_worker.h), the others by the worker.
 *
 * in       format  "markdown", "html", "text", "pdf", "docx", "pptx",
 *                  "odt", "odp", "epub", "picture", "mail"
 * out      pages   NULL: nobody asks
 */
MUST_CHECK enum err document_parser_sections(struct document_parser *p, int fd,
                                             struct str sha256,
                                             const char *format,
                                             struct page_report *pages,
                                             struct error *e);

/* A file that another holds; its descriptor is closed after take(). */
struct parse_member {
    struct str id, name, refusal; /* base/members.h */
    bool is_left_out;
    uint64_t lost_bytes; /* unpacked before it was refused */
    int fd;              /* -1: it is refused */
};

/* How they are found, and who gets each; an error of it ends all. */
struct document_parser_members {
    const char *kind;
    enum err (*take)(void *ctx, struct parse_member *m, struct error *e);
    void *ctx;
};

/*
 * document_parser_members - some of the files that a file holds.
 *
 * in       m      its kind is a struct kind's `members`
 *          from   0, then what it became, until it is 0 again
 * out      from
 * errors   ERR_VALIDATION_FAILED, ERR_LIMIT, ERR_FILE_READ_FAILED  the file, with
 *                                                                  the position
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err document_parser_members(
    struct document_parser *p, int fd, const struct document_parser_members *m,
    uint64_t *from, struct error *e);

/*
 * pdf_program_check - start the program that reads PDF, have it load its library, end
 * it.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  one of them is not there, or not as it
 *                                       must be
 */
MUST_CHECK enum err pdf_program_check(struct worker_pool *pool,
                                      struct error *e);

/*
 * document_parser_yaml - a file of YAML as the tree that yaml_tree_write() makes, checked
 * to be one.
 *
 * out      tree   in `a`
 * errors   ERR_VALIDATION_FAILED, ERR_LIMIT  the file, with the position
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT
 */
MUST_CHECK enum err document_parser_yaml(struct document_parser *p, int fd,
                                         struct arena *a,
                                         const struct json **tree,
                                         struct error *e);

#endif
