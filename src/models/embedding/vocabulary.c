#include "models/embedding/vocabulary.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(struct piece) == 16, "as packed.c says");

static struct str text_of(const struct vocabulary *v, size_t id)
{
    return (struct str){v->text.p + v->piece[id].text, v->piece[id].bytes};
}

static uint32_t hash_of(struct str s)
{
    uint32_t h = VOCABULARY_HASH_INITIAL;

    for (size_t i = 0; i < s.n; i++)
        h = vocabulary_hash(h, (unsigned char)s.p[i]);
    return h;
}

int vocabulary_find(const struct vocabulary *v, const char *p, size_t n,
                    uint32_t hash)
{
    for (uint32_t at = hash;; at++) {
        uint16_t id = v->slot[at % VOCABULARY_SLOTS];

        if (id == VOCABULARY_EMPTY)
            return -1;
        if (v->piece[id].bytes == n &&
            memcmp(v->text.p + v->piece[id].text, p, n) == 0)
            return id;
    }
}

static bool is_piece_valid(const struct vocabulary *v, size_t id)
{
    const struct piece *p = &v->piece[id];

    return p->bytes > 0 && p->bytes <= VOCABULARY_PIECE_BYTES &&
           p->text <= v->text.n && p->bytes <= v->text.n - p->text &&
           isfinite(p->score);
}

enum err vocabulary_check(struct vocabulary *v, size_t slots, const char *shown,
                          struct error *e)
{
    size_t full = 0;
    bool good = slots == VOCABULARY_SLOTS && v->n > VOCABULARY_RESERVED &&
                v->n <= VOCABULARY_MAX_PIECES;

    v->longest = 0;
    for (size_t i = 0; good && i < v->n; i++) {
        good = is_piece_valid(v, i);
        if (good && v->piece[i].bytes > v->longest)
            v->longest = v->piece[i].bytes;
    }
    for (size_t i = 0; good && i < slots; i++) {
        if (v->slot[i] == VOCABULARY_EMPTY)
            continue;
        good = v->slot[i] < v->n && v->slot[i] >= VOCABULARY_RESERVED;
        full++;
    }
    /* A search ends at an empty slot, so there must be one. */
    if (!good || full > slots / 2)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "cannot use '%s': its vocabulary is damaged", shown);
    return OK;
}

static void put_slot(const struct vocabulary *v, uint16_t *slot, size_t id)
{
    uint32_t at = hash_of(text_of(v, id)) % VOCABULARY_SLOTS;

    while (slot[at] != VOCABULARY_EMPTY &&
           !str_eq(text_of(v, slot[at]), text_of(v, id)))
        at = (at + 1) % VOCABULARY_SLOTS;
    slot[at] = (uint16_t)id;
}

static enum err check_list(const struct vocabulary_entry *list, size_t n,
                           size_t *bytes, struct error *e)
{
    *bytes = 0;
    if (n <= VOCABULARY_RESERVED || n > VOCABULARY_MAX_PIECES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a vocabulary of %zu pieces; must be %d to %d", n,
                         VOCABULARY_RESERVED + 1, VOCABULARY_MAX_PIECES);
    for (size_t i = 0; i < n; i++) {
        if (list[i].text.n == 0 || list[i].text.n > VOCABULARY_PIECE_BYTES ||
            utf8_valid_prefix(list[i].text) != list[i].text.n ||
            !isfinite(list[i].score))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "piece %zu of the vocabulary is empty, too long, "
                             "no UTF-8 or without a score",
                             i);
        *bytes += list[i].text.n;
    }
    return OK;
}

enum err vocabulary_build(const struct vocabulary_entry *list, size_t n,
                          struct arena *a, struct vocabulary *out,
                          struct error *e)
{
    size_t bytes = 0;
    uint16_t *slot;
    struct piece *piece;
    char *text;

    if (check_list(list, n, &bytes, e))
        return e->code;
    slot = arena_alloc_array(a, VOCABULARY_SLOTS, sizeof(*slot), e);
    piece = slot ? arena_alloc_array(a, n, sizeof(*piece), e) : NULL;
    text = piece ? arena_alloc(a, bytes, e) : NULL;
    if (!text)
        return e->code;
    *out = (struct vocabulary){piece, n, slot, {text, bytes}, 0};
    memset(slot, 0xFF, VOCABULARY_SLOTS * sizeof(*slot));
    bytes = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(text + bytes, list[i].text.p, list[i].text.n);
        piece[i] = (struct piece){list[i].score, (uint32_t)bytes,
                                  (uint16_t)list[i].text.n, 0};
        bytes += list[i].text.n;
        if (list[i].text.n > out->longest)
            out->longest = list[i].text.n;
        if (i >= VOCABULARY_RESERVED)
            put_slot(out, slot, i);
    }
    return OK;
}
