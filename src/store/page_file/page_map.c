#include "store/page_file/page_map.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define MAX_FILE_BYTES ((uint64_t)1 << 40)

enum err page_map_damaged(const struct page_map *m, struct error *e)
{
    return error_set(e, ERR_INTERNAL, "the index '%s' is damaged", m->shown);
}

static bool page_is_whole(const struct page_map *m, uint64_t page)
{
    const unsigned char *sum = m->map + m->footer[PAGE_FOOTER_SUMS] + 8 * page;

    return hash_sum(m->map + page * PAGE_BYTES, PAGE_BYTES, page) ==
           load64(sum);
}

const unsigned char *page_map_at(const struct page_map *m, uint64_t from,
                                 uint64_t n, struct error *e)
{
    uint64_t end = m->footer[PAGE_FOOTER_SUMS];

    if (from > end || n > end - from) {
        (void)page_map_damaged(m, e);
        return NULL;
    }
    for (uint64_t page = from / PAGE_BYTES; page * PAGE_BYTES < from + n;
         page++) {
        if (atomic_load_explicit(&m->verified[page], memory_order_relaxed))
            continue;
        if (!page_is_whole(m, page)) {
            (void)page_map_damaged(m, e);
            return NULL;
        }
        atomic_store_explicit(&m->verified[page], 1, memory_order_relaxed);
    }
    return m->map + from;
}

enum err page_map_verify(const struct page_map *m, struct error *e)
{
    for (uint64_t i = 0; i < m->footer[PAGE_FOOTER_SUMS] / PAGE_BYTES; i++) {
        if (!page_is_whole(m, i))
            return page_map_damaged(m, e);
    }
    return OK;
}

/* Do sums and footer lie where the footer says? */
static bool footer_fits(const struct page_map *m, struct page_kind kind)
{
    const uint64_t *f = m->footer;
    uint64_t sums = f[PAGE_FOOTER_SUMS];

    return f[PAGE_FOOTER_VERSION] == kind.version &&
           f[PAGE_FOOTER_FILE_BYTES] == m->bytes && sums % PAGE_BYTES == 0 &&
           sums >= PAGE_BYTES && sums <= m->bytes - PAGE_FOOTER_BYTES &&
           m->bytes - PAGE_FOOTER_BYTES - sums == 8 * (sums / PAGE_BYTES);
}

static enum err check_footer(struct page_map *m, struct page_kind kind,
                             struct error *e)
{
    const unsigned char *footer = m->map + m->bytes - PAGE_FOOTER_BYTES;
    uint64_t sum = hash_sum(footer, (size_t)8 * PAGE_FOOTER_SUM, 0);
    uint64_t sums;
    uint64_t pages;

    for (size_t i = 0; i < PAGE_FOOTER_FIELDS; i++)
        m->footer[i] = load64(footer + 8 * i);
    if (m->footer[PAGE_FOOTER_SUM] != sum || !footer_fits(m, kind))
        return page_map_damaged(m, e);
    sums = m->footer[PAGE_FOOTER_SUMS];
    pages = sums / PAGE_BYTES;
    if (hash_sum(m->map + sums, 8 * pages, 0) !=
        m->footer[PAGE_FOOTER_SUMS_SUM])
        return page_map_damaged(m, e);
    m->verified = mem_new(pages, e);
    return m->verified ? OK : e->code;
}

static enum err check_header(const struct page_map *m, struct page_kind kind,
                             struct error *e)
{
    const unsigned char *p = page_map_at(m, 0, PAGE_HEADER_BYTES, e);

    if (!p)
        return e->code;
    return load32(p) == kind.magic && load32(p + 4) == kind.version
               ? OK
               : page_map_damaged(m, e);
}

static enum err map(struct page_map *m, const char *path, struct error *e)
{
    struct stat status;
    int fd = -1;
    void *p;

    if (fs_open_read(path, m->shown, &fd, e))
        return e->code;
    /* Of what is open: the name may stand for another file by now. */
    m->bytes = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    if (m->bytes < PAGE_FOOTER_BYTES || m->bytes > MAX_FILE_BYTES) {
        fs_close(&fd);
        return page_map_damaged(m, e);
    }
    p = mmap(NULL, m->bytes, PROT_READ, MAP_SHARED, fd, 0);
    fs_close(&fd);
    if (p == MAP_FAILED)
        return fs_error(ERR_FILE_READ_FAILED, "map", m->shown, errno, e);
    m->map = p;
    return OK;
}

enum err page_map_open(struct page_map *m, const char *path, const char *shown,
                       struct page_kind kind, struct error *e)
{
    *m = (struct page_map){0};
    (void)snprintf(m->shown, sizeof(m->shown), "%s", shown);
    if (map(m, path, e) || check_footer(m, kind, e))
        return e->code;
    return check_header(m, kind, e);
}

void page_map_close(struct page_map *m)
{
    if (m->map)
        (void)munmap((void *)(uintptr_t)m->map, m->bytes);
    mem_free((void *)m->verified);
    *m = (struct page_map){0};
}
