/*
 * page_map.h - a memory-mapped paged file (page_format.h).
 *
 * Everything is const after page_map_open() but a flag for each page that says
 * it was verified, so that any number of threads may read at once. A page is
 * verified when it is first touched. Damage is ERR_INTERNAL with "damaged":
 * these files are derived, and who meets that builds them again.
 */
#ifndef STORE_PAGE_FILE_PAGE_MAP_H
#define STORE_PAGE_FILE_PAGE_MAP_H

#include "base/err.h"
#include "store/page_file/page_format.h"

#include <stdatomic.h>
#include <stdbool.h>

struct page_map {
    const unsigned char *map; /* map[0..bytes) */
    uint64_t bytes;
    uint64_t footer[PAGE_FOOTER_FIELDS];
    _Atomic unsigned char *verified; /* a page each */
    char shown[64];
};

/*
 * page_map_open - map a file; its footer, its sums and its header are verified.
 *
 * in       path, shown   as in fs.h; `shown` is copied
 * out      m             page_map_close() it, also after an error; what the
 *                        kind's own fields say is for its room to check
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED; ERR_LIMIT
 *          ERR_INTERNAL  damaged, of another kind or version
 * cost     O(pages), a few milliseconds for a GiB
 */
MUST_CHECK enum err page_map_open(struct page_map *m, const char *path,
                                  const char *shown, struct page_kind kind,
                                  struct error *e);

/* Unmap and free; one that is all zeros is allowed. */
void page_map_close(struct page_map *m);

/* "damaged", with the name of the file. */
enum err page_map_damaged(const struct page_map *m, struct error *e);

/*
 * page_map_at - the bytes [from, from + n) of the file, their pages verified.
 *
 * returns  NULL on error, with *e filled: ERR_INTERNAL when they are damaged or
 *          do not lie before the sums
 */
MUST_CHECK const unsigned char *page_map_at(const struct page_map *m,
                                            uint64_t from, uint64_t n,
                                            struct error *e);

/*
 * page_map_seen - the same where they lie in one page that was verified before;
 * NULL where they do not; page_map_at() says why. It is what a search in sorted
 * numbers does most.
 */
static inline const unsigned char *page_map_seen(const struct page_map *m,
                                                 uint64_t from, uint64_t n)
{
    const uint64_t page = from / PAGE_BYTES;

    if (n == 0 || from >= m->footer[PAGE_FOOTER_SUMS] || n > PAGE_BYTES ||
        (from + n - 1) / PAGE_BYTES != page ||
        !atomic_load_explicit(&m->verified[page], memory_order_relaxed))
        return NULL;
    return m->map + from;
}

/* Verify every page, again: ERR_INTERNAL when one is damaged. */
MUST_CHECK enum err page_map_verify(const struct page_map *m, struct error *e);

#endif
