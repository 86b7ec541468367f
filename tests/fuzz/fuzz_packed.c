/* module: embedding */
/*
 * A damaged model file is refused and never a crash. The input is read as a
 * file, as it is and with sums that fit, so that the checks after the sums are
 * reached; no input is large enough to be whole. Then it is read as the three
 * arrays of a vocabulary, which either is refused or cuts any text.
 *
 *     1 byte pieces; 16 bytes a piece; 1 byte slots; 4 bytes a slot and its
 *     place; the rest is the pieces' bytes and the text that is cut
 */
#include "models/embedding/packed.h"
#include "models/embedding/tokenize.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES  ((size_t)64 << 10)
#define TEXT_BYTES 300u

static _Alignas(PACKED_ALIGN) unsigned char file[MAX_BYTES];
static uint16_t slot[VOCABULARY_SLOTS];
static struct piece piece[256];

static void seal(size_t n)
{
    struct packed_header *h = (void *)file;
    struct packed_part *part = (void *)(file + sizeof(*h));

    h->magic = PACKED_MAGIC;
    h->version = PACKED_VERSION;
    h->parts = PACKED_PARTS;
    h->file_bytes = n;
    h->dimensions = MODEL_WIDTH;
    h->max_tokens = MODEL_TOKENS;
    h->name[PACKED_NAME_BYTES - 1] = '\0';
    for (unsigned i = 0; i < PACKED_PARTS; i++) {
        if (part[i].offset <= n && part[i].bytes <= n - part[i].offset)
            part[i].sum = packed_sum(file + part[i].offset, part[i].bytes);
    }
    h->sum = 0;
    h->sum = packed_sum(file, PACKED_HEAD_BYTES);
}

static void read_file(const uint8_t *data, size_t size)
{
    size_t n = size < MAX_BYTES ? size : MAX_BYTES;
    const struct str bytes = {(const char *)file, n};
    struct packed p;
    struct error e;

    if (n == 0)
        return;
    memcpy(file, data, n);
    BUG_ON(packed_read(bytes, "f", &p, &e) != ERR_FILE_READ_FAILED);
    if (n < PACKED_HEAD_BYTES)
        return;
    seal(n);
    BUG_ON(packed_read(bytes, "f", &p, &e) != ERR_FILE_READ_FAILED);
}

static const uint8_t *take(const uint8_t **at, size_t *left, size_t n)
{
    const uint8_t *p = *at;

    *at += n;
    *left -= n;
    return p;
}

/* False when the input ends in the middle. */
static bool read_arrays(const uint8_t **at, size_t *left, struct vocabulary *v)
{
    size_t slots;

    if (*left < 1)
        return false;
    v->n = *take(at, left, 1);
    if (*left < v->n * sizeof(*piece) + 1)
        return false;
    memcpy(piece, take(at, left, v->n * sizeof(*piece)), v->n * sizeof(*piece));
    slots = *take(at, left, 1);
    if (*left < 4 * slots)
        return false;
    memset(slot, 0xFF, sizeof(slot));
    for (; slots; slots--) {
        uint16_t pair[2];

        memcpy(pair, take(at, left, 4), 4);
        slot[pair[0] % VOCABULARY_SLOTS] = pair[1];
    }
    v->piece = piece;
    v->slot = slot;
    v->text = (struct str){(const char *)*at, *left};
    return true;
}

static void cut(const struct vocabulary *v)
{
    struct arena a;
    struct tokens t;
    struct error e;

    arena_init(&a, 8 << 20);
    BUG_ON(tokenize(v, str_slice(v->text, 0, TEXT_BYTES), &a, &t, &e));
    for (size_t i = 0; i < t.n; i++)
        BUG_ON(t.id[i] >= v->n);
    BUG_ON(t.unknown > t.characters);
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vocabulary v = {0};
    struct error e;

    read_file(data, size);
    if (read_arrays(&data, &size, &v) &&
        vocabulary_check(&v, VOCABULARY_SLOTS, "f", &e) == OK)
        cut(&v);
    return 0;
}
