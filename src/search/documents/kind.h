/* kind.h - the kind of a file, by its name and its first bytes. */
#ifndef SEARCH_DOCUMENTS_KIND_H
#define SEARCH_DOCUMENTS_KIND_H

#include "base/str.h"

/* The reader of a document. */
enum kind_reader {
    KIND_NONE,     /* nobody */
    KIND_SECTIONS, /* Markdown, HTML, text, PDF, Word, slides, books, mails */
    KIND_MEMBERS,  /* it is no document: those that it holds are */
    KIND_TABLE,    /* the table reader, whatever it finds */
    KIND_JSON      /* the base's JSON tree */
};

struct kind {
    enum kind_reader reader;
    const char *source_type; /* "file", "table", "data" */
    const char *format;  /* "markdown", "html", "text", "pdf", "docx", "pptx",
                            "odt", "odp", "epub", "picture", "mail", "table",
                            "json" */
    const char *refusal; /* KIND_NONE: why, for a message */
    uint64_t max_bytes;  /* that its reader takes; 0: any number */
    bool is_source;      /* of a program, a style, a drawing: not prose */
    const char *members; /* how the files that it holds are found: "mail",
                            "mbox", "zip", "tar", "package"; NULL: it holds none */
    bool is_packed; /* with gzip or zstd: what comes out is of this kind, or of
                       another, as its bytes say. Tables are unpacked by their
                       reader */
};

/*
 * kind_of - by the suffix, and where that says nothing by the bytes: text is a
 * document of text.
 *
 * in       name  of the file, "a/b.md"
 *          head  its first bytes, up to 4 KiB
 */
struct kind kind_of(struct str name, struct str head);

/* Is it, by its name, what a database in use keeps its last changes in? */
bool kind_is_database_log(struct str name);

#endif
