#include "lexical/segment.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/mem.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>

#define MAX_FILE_BYTES ((uint64_t)1 << 40)

struct segment {
    const unsigned char *map;
    uint64_t bytes;
    uint64_t f[FOOTER_FIELDS];
    uint64_t n_dict_blocks;
    _Atomic unsigned char *verified; /* a page each */
    char shown[64];
};

enum err segment_damaged(const struct segment *s, struct error *e)
{
    return error_set(e, ERR_INTERNAL, "the index '%s' is damaged", s->shown);
}

static bool page_is_whole(const struct segment *s, uint64_t page)
{
    const unsigned char *sum = s->map + s->f[FOOTER_SUMS] + 8 * page;

    return hash_sum(s->map + page * PAGE_BYTES, PAGE_BYTES, page) ==
           load64(sum);
}

const unsigned char *segment_bytes_at(const struct segment *s, uint64_t from,
                                      uint64_t n, struct error *e)
{
    uint64_t end = s->f[FOOTER_SUMS];

    if (from > end || n > end - from) {
        (void)segment_damaged(s, e);
        return NULL;
    }
    for (uint64_t page = from / PAGE_BYTES; page * PAGE_BYTES < from + n;
         page++) {
        if (atomic_load_explicit(&s->verified[page], memory_order_relaxed))
            continue;
        if (!page_is_whole(s, page)) {
            (void)segment_damaged(s, e);
            return NULL;
        }
        atomic_store_explicit(&s->verified[page], 1, memory_order_relaxed);
    }
    return s->map + from;
}

enum err segment_verify(const struct segment *s, struct error *e)
{
    for (uint64_t page = 0; page < s->f[FOOTER_SUMS] / PAGE_BYTES; page++) {
        if (!page_is_whole(s, page))
            return segment_damaged(s, e);
    }
    return OK;
}

/* Do the sections follow each other with the sizes that they must have? */
static bool sections_fit(const struct segment *s)
{
    const uint64_t *f = s->f;
    uint64_t docs = f[FOOTER_DOCS];
    uint64_t blocks = (f[FOOTER_KEYS] + DICT_BLOCK - 1) / DICT_BLOCK;
    uint64_t pages = f[FOOTER_SUMS] / PAGE_BYTES;

    for (int i = FOOTER_STORED; i < FOOTER_SUMS; i++) {
        if (f[i] > f[i + 1] || f[i + 1] > s->bytes)
            return false;
    }
    return docs <= SEGMENT_MAX_DOCS && f[FOOTER_KEYS] < MAX_FILE_BYTES &&
           f[FOOTER_VERSION] == FORMAT_VERSION &&
           f[FOOTER_FILE_BYTES] == s->bytes &&
           f[FOOTER_SUMS] % PAGE_BYTES == 0 &&
           s->bytes - FOOTER_BYTES - f[FOOTER_SUMS] == 8 * pages &&
           f[FOOTER_IDS] - f[FOOTER_DICT_INDEX] == 8 * (blocks + 1) &&
           f[FOOTER_ID_ORDER] - f[FOOTER_IDS] == 8 * docs &&
           f[FOOTER_LENGTHS] - f[FOOTER_ID_ORDER] == 4 * docs &&
           f[FOOTER_STORED_ENDS] - f[FOOTER_LENGTHS] == docs &&
           f[FOOTER_SUMS] - f[FOOTER_STORED_ENDS] >= 8 * docs;
}

static enum err check_footer(struct segment *s, struct error *e)
{
    const unsigned char *footer = s->map + s->bytes - FOOTER_BYTES;
    uint64_t sum = hash_sum(footer, (size_t)8 * FOOTER_SUM, 0);
    uint64_t length_sum = 0;
    const uint8_t *lengths;
    uint64_t sums_bytes;

    for (int i = 0; i < FOOTER_FIELDS; i++)
        s->f[i] = load64(footer + (size_t)8 * i);
    if (s->f[FOOTER_SUM] != sum || !sections_fit(s))
        return segment_damaged(s, e);
    sums_bytes = s->bytes - FOOTER_BYTES - s->f[FOOTER_SUMS];
    if (hash_sum(s->map + s->f[FOOTER_SUMS], sums_bytes, 0) !=
        s->f[FOOTER_SUMS_SUM])
        return segment_damaged(s, e);
    s->n_dict_blocks = (s->f[FOOTER_KEYS] + DICT_BLOCK - 1) / DICT_BLOCK;
    s->verified = mem_new(sums_bytes / 8 + 1, e);
    if (!s->verified)
        return e->code;
    lengths = segment_bytes_at(s, s->f[FOOTER_LENGTHS], s->f[FOOTER_DOCS], e);
    if (!lengths)
        return e->code;
    for (uint64_t i = 0; i < s->f[FOOTER_DOCS]; i++)
        length_sum += bm25_length(lengths[i]);
    return length_sum == s->f[FOOTER_LENGTH_SUM] ? OK : segment_damaged(s, e);
}

static enum err map(struct segment *s, const char *path, struct error *e)
{
    int fd = -1;
    void *p;

    if (fs_size(path, s->shown, &s->bytes, e) ||
        fs_open_read(path, s->shown, &fd, e))
        return e->code;
    if (s->bytes < FOOTER_BYTES || s->bytes > MAX_FILE_BYTES) {
        fs_close(&fd);
        return segment_damaged(s, e);
    }
    p = mmap(NULL, s->bytes, PROT_READ, MAP_SHARED, fd, 0);
    fs_close(&fd);
    if (p == MAP_FAILED)
        return fs_error(ERR_FILE_READ_FAILED, "map", s->shown, errno, e);
    s->map = p;
    return OK;
}

enum err segment_open(const char *path, const char *shown, struct segment **out,
                      struct error *e)
{
    struct segment *s = mem_new(sizeof(*s), e);

    if (!s)
        return e->code;
    (void)snprintf(s->shown, sizeof(s->shown), "%s", shown);
    if (map(s, path, e) || check_footer(s, e)) {
        segment_close(s);
        return e->code;
    }
    *out = s;
    return OK;
}

void segment_close(struct segment *s)
{
    if (!s)
        return;
    if (s->map)
        (void)munmap((void *)(uintptr_t)s->map, s->bytes);
    mem_free((void *)s->verified);
    mem_free(s);
}

uint32_t segment_docs(const struct segment *s)
{
    return (uint32_t)s->f[FOOTER_DOCS];
}

uint64_t segment_length_sum(const struct segment *s)
{
    return s->f[FOOTER_LENGTH_SUM];
}

uint64_t segment_bytes(const struct segment *s)
{
    return s->bytes;
}

uint64_t segment_sum(const struct segment *s)
{
    return s->f[FOOTER_SUM];
}

const uint8_t *segment_lengths(const struct segment *s)
{
    return s->map + s->f[FOOTER_LENGTHS];
}

enum err segment_id(const struct segment *s, uint32_t doc, uint64_t *id,
                    struct error *e)
{
    const unsigned char *p =
        segment_bytes_at(s, s->f[FOOTER_IDS] + (uint64_t)8 * doc, 8, e);

    if (!p || doc >= segment_docs(s))
        return p ? segment_damaged(s, e) : e->code;
    *id = load64(p);
    return OK;
}

enum err segment_find_id(const struct segment *s, uint64_t id, bool *found,
                         uint32_t *doc, struct error *e)
{
    uint32_t from = 0;
    uint32_t to = segment_docs(s);

    *found = false;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        const unsigned char *p = segment_bytes_at(
            s, s->f[FOOTER_ID_ORDER] + (uint64_t)4 * middle, 4, e);
        uint64_t there = 0;

        if (!p || segment_id(s, load32(p), &there, e))
            return e->code;
        if (there == id) {
            *found = true;
            *doc = load32(p);
            return OK;
        }
        if (there < id)
            from = middle + 1;
        else
            to = middle;
    }
    return OK;
}

enum err segment_stored(const struct segment *s, uint32_t doc, struct str *out,
                        struct error *e)
{
    uint64_t ends = s->f[FOOTER_STORED_ENDS];
    uint64_t all = s->f[FOOTER_DICT] - s->f[FOOTER_STORED];
    uint64_t from = 0;
    const unsigned char *p;
    uint64_t to;

    if (doc >= segment_docs(s))
        return segment_damaged(s, e);
    if (doc) {
        p = segment_bytes_at(s, ends + (uint64_t)8 * (doc - 1), 8, e);
        if (!p)
            return e->code;
        from = load64(p);
    }
    p = segment_bytes_at(s, ends + (uint64_t)8 * doc, 8, e);
    if (!p)
        return e->code;
    to = load64(p);
    if (from > to || to > all)
        return segment_damaged(s, e);
    p = segment_bytes_at(s, s->f[FOOTER_STORED] + from, to - from, e);
    if (!p)
        return e->code;
    *out = (struct str){(const char *)p, to - from};
    return OK;
}

/* Where a dictionary block lies: block <= n_dict_blocks. */
static enum err block_begin(const struct segment *s, uint64_t block,
                            uint64_t *at, struct error *e)
{
    const unsigned char *p =
        segment_bytes_at(s, s->f[FOOTER_DICT_INDEX] + 8 * block, 8, e);

    if (!p)
        return e->code;
    *at = load64(p);
    return *at >= s->f[FOOTER_DICT] && *at <= s->f[FOOTER_DICT_INDEX]
               ? OK
               : segment_damaged(s, e);
}

/* Begin to read a block; no key of it is read yet. */
static enum err enter_block(struct dict_cursor *c, uint64_t block,
                            struct error *e)
{
    const struct segment *s = c->segment;
    uint64_t from = 0;
    uint64_t to = 0;

    if (block_begin(s, block, &from, e) || block_begin(s, block + 1, &to, e))
        return e->code;
    if (to < from || to - from < 10)
        return segment_damaged(s, e);
    c->at = segment_bytes_at(s, from, to - from, e);
    if (!c->at)
        return e->code;
    c->end = c->at + (to - from);
    c->block = block;
    c->data = load64(c->at);
    c->left = c->at[8];
    c->at += 9;
    c->key_n = 0;
    return c->left && c->left <= DICT_BLOCK ? OK : segment_damaged(s, e);
}

/* The data of the key lies between the header and what is stored? */
static bool place_data(struct dict_cursor *c)
{
    struct posting_list *l = &c->list;
    uint64_t end = c->segment->f[FOOTER_STORED];

    l->positions = c->data;
    if (c->data > end || l->positions_bytes > end - c->data ||
        l->data_bytes > end - c->data - l->positions_bytes)
        return false;
    c->data += l->positions_bytes + l->data_bytes;
    return true;
}

static enum err read_key(struct dict_cursor *c, struct error *e)
{
    uint64_t shared = 0;
    uint64_t rest = 0;
    uint64_t df = 0;

    if (!varint_get(&c->at, c->end, &shared) ||
        !varint_get(&c->at, c->end, &rest) || shared > c->key_n ||
        rest > MAX_KEY_BYTES - shared || rest > (uint64_t)(c->end - c->at))
        return segment_damaged(c->segment, e);
    memcpy(c->key + shared, c->at, rest);
    c->key_n = shared + rest;
    c->at += rest;
    if (!varint_get(&c->at, c->end, &df) ||
        !varint_get(&c->at, c->end, &c->list.positions_bytes) ||
        !varint_get(&c->at, c->end, &c->list.data_bytes) || df == 0 ||
        df > segment_docs(c->segment) || c->end - c->at < 2 * IMPACTS)
        return segment_damaged(c->segment, e);
    c->list.df = (uint32_t)df;
    memcpy(c->list.impacts, c->at, sizeof(c->list.impacts));
    c->at += sizeof(c->list.impacts);
    c->left--;
    return place_data(c) ? OK : segment_damaged(c->segment, e);
}

enum err dict_next(struct dict_cursor *c, bool *found, struct error *e)
{
    *found = false;
    if (!c->left) {
        if (c->block + 1 >= c->segment->n_dict_blocks)
            return OK;
        if (enter_block(c, c->block + 1, e))
            return e->code;
    }
    *found = true;
    return read_key(c, e);
}

/* The last block whose first key is not greater than `key`, or 0. */
static enum err find_block(struct dict_cursor *c, struct str key,
                           uint64_t *block, struct error *e)
{
    uint64_t from = 0;
    uint64_t to = c->segment->n_dict_blocks;

    while (to - from > 1) {
        uint64_t middle = from + (to - from) / 2;

        if (enter_block(c, middle, e) || read_key(c, e))
            return e->code;
        if (str_cmp((struct str){c->key, c->key_n}, key) <= 0)
            from = middle;
        else
            to = middle;
    }
    *block = from;
    return OK;
}

enum err dict_seek(struct dict_cursor *c, const struct segment *s,
                   struct str key, bool *found, struct error *e)
{
    uint64_t block = 0;

    c->segment = s;
    c->left = 0;
    c->block = 0;
    c->at = c->end = NULL;
    *found = false;
    if (!s->n_dict_blocks)
        return OK;
    if (find_block(c, key, &block, e) || enter_block(c, block, e))
        return e->code;
    do {
        if (dict_next(c, found, e))
            return e->code;
    } while (*found && str_cmp((struct str){c->key, c->key_n}, key) < 0);
    return OK;
}

enum err segment_find(const struct segment *s, struct str key, bool *found,
                      struct posting_list *out, struct error *e)
{
    struct dict_cursor c;

    if (dict_seek(&c, s, key, found, e))
        return e->code;
    if (*found && !str_eq((struct str){c.key, c.key_n}, key))
        *found = false;
    if (*found)
        *out = c.list;
    return OK;
}
