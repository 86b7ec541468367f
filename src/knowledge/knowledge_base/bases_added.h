/* bases_added.h - what an add did, in numbers. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASES_ADDED_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASES_ADDED_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BASES_MAX_KINDS 24

/* What was added of one kind of documents. */
struct bases_added_kind {
    char format[16]; /* as struct kind has it */
    uint64_t files;
    uint64_t pages, pages_read, pages_by_ocr; /* of those that have some */
    uint64_t tables; /* in documents; of a PDF they can be queried */
};

/* What became of an add; the counts are documents. */
struct bases_added {
    uint64_t added;
    uint64_t changed; /* another version */
    uint64_t unchanged;
    uint64_t read_again; /* of both: another reader had read them */
    uint64_t gone;       /* their files are not in the folder any more */
    uint64_t skipped;    /* files of folders that were not taken */
    uint64_t failed;
    uint64_t paged; /* documents that have pages... */
    uint64_t pages; /* ...these, of which... */
    uint64_t pages_read;
    uint64_t pages_by_ocr; /* of them */
    uint64_t mails;        /* with their attachments, below */
    uint64_t attachments;
    struct bases_added_kind kind[BASES_MAX_KINDS]; /* kind[n_kinds] */
    size_t n_kinds;
    enum err first_failure; /* OK: none */
};

/* Was any file taken, or there already? */
bool bases_added_any(const struct bases_added *c);

#endif
