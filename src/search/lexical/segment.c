#include "search/lexical/segment.h"

#include "base/mem.h"
#include "store/page_file/page_map.h"

#define DICT_BLOCK_BYTES 9 /* before a block's first key; with two lengths: */
#define DICT_HEAD_BYTES  (DICT_BLOCK_BYTES + 4)

struct segment {
    struct page_map file;
    uint64_t n_dict_blocks;
};

enum err segment_damaged(const struct segment *s, struct error *e)
{
    return page_map_damaged(&s->file, e);
}

const unsigned char *segment_bytes_at(const struct segment *s, uint64_t from,
                                      uint64_t n, struct error *e)
{
    return page_map_at(&s->file, from, n, e);
}

enum err segment_verify(const struct segment *s, struct error *e)
{
    return page_map_verify(&s->file, e);
}

/* Do the sections follow each other with the sizes that they must have? */
static bool sections_fit(const struct segment *s)
{
    const uint64_t *f = s->file.footer;
    uint64_t docs = f[FOOTER_DOCS];
    uint64_t blocks = (f[FOOTER_KEYS] + DICT_BLOCK - 1) / DICT_BLOCK;

    for (int i = FOOTER_STORED; i < FOOTER_SUMS; i++) {
        if (f[i] > f[i + 1])
            return false;
    }
    return docs <= SEGMENT_MAX_DOCS && f[FOOTER_KEYS] < s->file.bytes &&
           f[FOOTER_IDS] - f[FOOTER_DICT_INDEX] == 8 * (blocks + 1) &&
           f[FOOTER_ID_ORDER] - f[FOOTER_IDS] == 8 * docs &&
           f[FOOTER_LENGTHS] - f[FOOTER_ID_ORDER] == 4 * docs &&
           f[FOOTER_STORED_ENDS] - f[FOOTER_LENGTHS] == docs &&
           f[FOOTER_SUMS] - f[FOOTER_STORED_ENDS] >= 8 * docs;
}

/* Is the sum of the lengths, which scores are made of, that of the footer? */
static enum err check_lengths(const struct segment *s, struct error *e)
{
    const uint64_t *f = s->file.footer;
    const uint8_t *lengths =
        segment_bytes_at(s, f[FOOTER_LENGTHS], f[FOOTER_DOCS], e);
    uint64_t sum = 0;

    if (!lengths)
        return e->code;
    for (uint64_t i = 0; i < f[FOOTER_DOCS]; i++)
        sum += bm25_length(lengths[i]);
    return sum == f[FOOTER_LENGTH_SUM] ? OK : segment_damaged(s, e);
}

enum err segment_open(const char *path, const char *shown, struct segment **out,
                      struct error *e)
{
    struct segment *s = mem_new(sizeof(*s), e);

    if (!s)
        return e->code;
    if (page_map_open(&s->file, path, shown, SEGMENT_KIND, e))
        goto out;
    if (!sections_fit(s)) {
        (void)segment_damaged(s, e);
        goto out;
    }
    s->n_dict_blocks =
        (s->file.footer[FOOTER_KEYS] + DICT_BLOCK - 1) / DICT_BLOCK;
    if (check_lengths(s, e))
        goto out;
    *out = s;
    return OK;
out:
    segment_close(s);
    return e->code;
}

void segment_close(struct segment *s)
{
    if (!s)
        return;
    page_map_close(&s->file);
    mem_free(s);
}

uint32_t segment_docs(const struct segment *s)
{
    return (uint32_t)s->file.footer[FOOTER_DOCS];
}

uint64_t segment_length_sum(const struct segment *s)
{
    return s->file.footer[FOOTER_LENGTH_SUM];
}

uint64_t segment_bytes(const struct segment *s)
{
    return s->file.bytes;
}

uint64_t segment_sum(const struct segment *s)
{
    return s->file.footer[PAGE_FOOTER_SUM];
}

const uint8_t *segment_lengths(const struct segment *s)
{
    return s->file.map + s->file.footer[FOOTER_LENGTHS];
}

enum err segment_id(const struct segment *s, uint32_t doc, uint64_t *id,
                    struct error *e)
{
    const unsigned char *p = segment_bytes_at(
        s, s->file.footer[FOOTER_IDS] + (uint64_t)8 * doc, 8, e);

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
            s, s->file.footer[FOOTER_ID_ORDER] + (uint64_t)4 * middle, 4, e);
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
    uint64_t ends = s->file.footer[FOOTER_STORED_ENDS];
    uint64_t all = s->file.footer[FOOTER_DICT] - s->file.footer[FOOTER_STORED];
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
    p = segment_bytes_at(s, s->file.footer[FOOTER_STORED] + from, to - from, e);
    if (!p)
        return e->code;
    *out = (struct str){(const char *)p, to - from};
    return OK;
}

/* Where a dictionary block lies: block <= n_dict_blocks. */
static enum err block_begin(const struct segment *s, uint64_t block,
                            uint64_t *at, struct error *e)
{
    const unsigned char *p = segment_bytes_at(
        s, s->file.footer[FOOTER_DICT_INDEX] + 8 * block, 8, e);

    if (!p)
        return e->code;
    *at = load64(p);
    return *at >= s->file.footer[FOOTER_DICT] &&
                   *at <= s->file.footer[FOOTER_DICT_INDEX]
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
    if (to < from || to - from <= DICT_BLOCK_BYTES)
        return segment_damaged(s, e);
    c->at = segment_bytes_at(s, from, to - from, e);
    if (!c->at)
        return e->code;
    c->end = c->at + (to - from);
    c->block = block;
    c->data = load64(c->at);
    c->left = c->at[8];
    c->at += DICT_BLOCK_BYTES;
    c->key_n = 0;
    return c->left && c->left <= DICT_BLOCK ? OK : segment_damaged(s, e);
}

/* The data of the key lies between the header and what is stored? */
static bool place_data(struct dict_cursor *c)
{
    struct posting_list *l = &c->list;
    uint64_t end = c->segment->file.footer[FOOTER_STORED];

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

/* The first key of a block, where it is in the file. */
static enum err first_key(const struct segment *s, uint64_t block,
                          struct str *out, struct error *e)
{
    const unsigned char *head;
    const unsigned char *p;
    uint64_t from = 0;
    uint64_t shared = 0;
    uint64_t n = 0;

    if (block_begin(s, block, &from, e))
        return e->code;
    head = segment_bytes_at(s, from, DICT_HEAD_BYTES, e);
    if (!head)
        return e->code;
    p = head + DICT_BLOCK_BYTES;
    if (!varint_get(&p, head + DICT_HEAD_BYTES, &shared) || shared ||
        !varint_get(&p, head + DICT_HEAD_BYTES, &n) || n > MAX_KEY_BYTES)
        return segment_damaged(s, e);
    p = segment_bytes_at(s, from + (uint64_t)(p - head), n, e);
    if (!p)
        return e->code;
    *out = (struct str){(const char *)p, n};
    return OK;
}

/* The last block whose first key is not greater than `key`, or 0. */
static enum err find_block(const struct segment *s, struct str key,
                           uint64_t *block, struct error *e)
{
    uint64_t from = 0;
    uint64_t to = s->n_dict_blocks;

    while (to - from > 1) {
        uint64_t middle = from + (to - from) / 2;
        struct str first = {0};

        if (first_key(s, middle, &first, e))
            return e->code;
        if (str_cmp(first, key) <= 0)
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
    if (find_block(s, key, &block, e) || enter_block(c, block, e))
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
