/* module: value_index */
/*
 * The bytes are laid over a small file of values from a place that the first
 * two say, counted from the end when the third is odd, with sums that fit; it
 * is opened, searched and read to its end.
 */
#include "base/fs.h"
#include "store/page_file/reseal.h"
#include "store/value_index/dictionary.h"
#include "store/value_index/dictionary_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)16 << 20)
#define MAX_FILE     65536
#define VALUES       200
#define LOOKED_AT    64
#define KEY_BYTES    ((size_t)1 << 20)

static unsigned char whole[MAX_FILE]; /* as it was written */
static size_t whole_n;
static unsigned char lie[MAX_FILE];

static void put_values(struct dictionary_builder *b, unsigned column)
{
    struct error e;
    bool taken;

    BUG_ON(dictionary_build_begin(b, &e) != OK);
    for (unsigned i = 0; i < VALUES; i++) {
        static const char *const words[] = {"north", "wind", "traders", "corp"};
        char text[64];

        (void)snprintf(text, sizeof(text), "%s %s %u", words[i % 4],
                       words[i / 4 % 4], i + column);
        BUG_ON(dictionary_build_add(b, str_from(text), &taken, &e) != OK);
    }
    BUG_ON(dictionary_build_put(b, column, column == 0, &e) != OK);
}

static void make_file(void)
{
    char path[] = "/tmp/quarry-fuzz-XXXXXX";
    struct dictionary_builder b;
    struct error e;
    struct arena a;
    struct str s;

    arena_init(&a, BUDGET_BYTES);
    BUG_ON(close(mkstemp(path)) != 0);
    BUG_ON(dictionary_build_open(&b, path, &a, &e) != OK);
    put_values(&b, 0);
    put_values(&b, 3);
    BUG_ON(dictionary_build_finish(&b, &e) != OK);
    dictionary_build_release(&b);
    BUG_ON(fs_read_file(path, "fuzz", MAX_FILE, &a, &s, &e) != OK);
    memcpy(whole, s.p, s.n);
    whole_n = s.n;
    BUG_ON(unlink(path) != 0);
    arena_release(&a);
}

/* Open these bytes; false when they are refused. */
static bool open_bytes(const unsigned char *p, size_t n, struct arena *a,
                       struct dictionary *d)
{
    int fd = memfd_create("values", MFD_CLOEXEC);
    struct error e;
    char path[64];
    bool good;

    BUG_ON(fd < 0 || write(fd, p, n) != (ssize_t)n);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    good = dictionary_open(d, path, a, &e) == OK;
    (void)close(fd);
    return good;
}

/* The bytes of a text are there to be read. */
static void read_text(struct str s)
{
    volatile char last = 0;

    for (size_t i = 0; i < s.n; i++)
        last = s.p[i];
    (void)last;
}

static void read_range(struct dictionary_column *c, struct dictionary_range r)
{
    struct buf key;

    BUG_ON(r.from > r.to || r.to > c->n[r.order]);
    buf_init(&key, KEY_BYTES);
    for (uint64_t i = r.from; i < r.to && i < r.from + LOOKED_AT; i++) {
        uint32_t value = dictionary_value(c, r, i - r.from);

        read_text(dictionary_text(c, value));
        buf_reset(&key);
        dictionary_put_words(c, value, &key);
    }
    buf_release(&key);
}

static void search(struct dictionary_column *c)
{
    static const char *const said[] = {"north",   "wind",  "7",     "nroth",
                                       "tradesr", "corpo", "absent"};

    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        uint32_t word = dictionary_word(c, str_from(said[i]));
        struct dictionary_near near[DICTIONARY_NEAR];

        for (unsigned k = 0; k < 2; k++) {
            struct dictionary_range r = dictionary_narrow(
                c, dictionary_all(c, k ? DICTIONARY_INNER : DICTIONARY_FIRST),
                word);

            read_range(c, r);
            read_range(c, dictionary_narrow(c, r, DICTIONARY_END));
        }
        BUG_ON(dictionary_find_near(c, str_from(said[i]), 1 + i % 2, near) >
               DICTIONARY_NEAR);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dictionary d;
    struct arena a;
    size_t at;

    if (!whole_n)
        make_file();
    if (size < 4)
        return 0;
    at = (size_t)(data[0] | data[1] << 8) % whole_n;
    if (data[2] & 1)
        at = whole_n - 1 - at;
    memcpy(lie, whole, whole_n);
    for (size_t i = 3; i < size && at + i - 3 < whole_n; i++)
        lie[at + i - 3] = data[i];
    reseal_pages(lie, whole_n);
    arena_init(&a, BUDGET_BYTES);
    if (open_bytes(lie, whole_n, &a, &d)) {
        for (size_t i = 0; i < d.n; i++)
            search(&d.columns[i]);
    }
    dictionary_close(&d);
    arena_release(&a);
    return 0;
}
