/*
 * page_file.h - writes a paged file (page_format.h) sequentially; it gets its
 * name only when it is completely on disk.
 *
 * The calls, in this order: open; put, any number; finish; release, always.
 */
#ifndef STORE_PAGE_FILE_PAGE_FILE_H
#define STORE_PAGE_FILE_PAGE_FILE_H

#include "base/buf.h"
#include "store/page_file/page_format.h"

struct page_file {
    int fd;
    const char *path;  /* borrowed, and */
    const char *shown; /* its name for messages */
    struct page_kind kind;
    char *temporary;
    struct buf pending; /* not written yet */
    struct buf sums;    /* uint64 each page that is complete */
    uint64_t offset;    /* bytes put so far, with the header */
};

/*
 * page_file_open - begin the file `path`.
 *
 * in       path, shown, a   borrowed until page_file_release()
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT; release it also then
 */
MUST_CHECK enum err page_file_open(struct page_file *f, const char *path,
                                   const char *shown, struct page_kind kind,
                                   struct arena *a, struct error *e);

/* Append content; ERR_FILE_WRITE_FAILED, ERR_LIMIT. */
MUST_CHECK enum err page_file_put(struct page_file *f, const void *bytes,
                                  size_t n, struct error *e);

/*
 * page_file_finish - padding, sums and footer; the file is on the disk and has
 * its name.
 *
 * in       own   the fields of the kind
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err page_file_finish(struct page_file *f,
                                     const uint64_t own[PAGE_FOOTER_OWN],
                                     struct error *e);

/* Free; what is not finished leaves nothing. */
void page_file_release(struct page_file *f);

#endif
