/*
 * page_file.h - a new file written from its start to its end, with a sum for
 * each page; it has its name only when all of it is on the disk.
 */
#ifndef LEXICAL_PAGE_FILE_H
#define LEXICAL_PAGE_FILE_H

#include "base/buf.h"

struct page_file {
    int fd;
    const char *path;  /* borrowed, and */
    const char *shown; /* its name for messages */
    char *temporary;
    struct buf pending; /* not written yet */
    struct buf sums;    /* uint64 each page that is complete */
    uint64_t offset;    /* bytes put so far */
};

/* Begin; `path`, `shown` and `a` must live until page_file_release(). */
MUST_CHECK enum err page_file_open(struct page_file *f, const char *path,
                                   const char *shown, struct arena *a,
                                   struct error *e);

/* Append. */
MUST_CHECK enum err page_file_put(struct page_file *f, const void *bytes,
                                  size_t n, struct error *e);

/* Pad with zeros to a whole page and sum it: no page comes after. */
MUST_CHECK enum err page_file_end_pages(struct page_file *f, struct error *e);

/* Append what needs no page's sum, behind the pages. */
MUST_CHECK enum err page_file_put_plain(struct page_file *f, struct str bytes,
                                        struct error *e);

/* Everything is put: on the disk, and then the name. */
MUST_CHECK enum err page_file_publish(struct page_file *f, struct error *e);

/* Free; without page_file_publish() nothing is left of the file. */
void page_file_release(struct page_file *f);

#endif
