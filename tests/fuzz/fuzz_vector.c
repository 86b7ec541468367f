/* module: vector */
/*
 * The bytes are laid over a small vector file from a place that the first two
 * say, counted from the end when the third is odd, with sums that fit; it is
 * opened, asked and read to its end.
 */
#include "base/fs.h"
#include "search/vector/vector_search.h"
#include "store/page_file/reseal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)16 << 20)
#define MAX_FILE     65536
#define DIMENSIONS   5
#define DOCS         90

static unsigned char whole[MAX_FILE]; /* as it was written */
static size_t whole_n;
static unsigned char lie[MAX_FILE];

static void make_file(void)
{
    const struct vector_kind kind = {STR("fuzz@1"), DIMENSIONS};
    char path[] = "/tmp/quarry-fuzz-XXXXXX";
    struct vector_builder *b;
    struct error e;
    struct arena a;
    struct str s;

    arena_init(&a, BUDGET_BYTES);
    b = vector_builder_new(&kind, (size_t)1 << 20, &e);
    BUG_ON(!b || close(mkstemp(path)) != 0);
    for (uint32_t i = 0; i < 2 * DOCS; i++) {
        float v[DIMENSIONS] = {0};

        v[i % DIMENSIONS] = 1;
        BUG_ON(vector_builder_add(b, i / 2, v, &e) != OK);
    }
    BUG_ON(vector_builder_write(b, DOCS, path, "fuzz", &e) != OK);
    BUG_ON(fs_read_file(path, "fuzz", MAX_FILE, &a, &s, &e) != OK);
    memcpy(whole, s.p, s.n);
    whole_n = s.n;
    BUG_ON(unlink(path) != 0);
    vector_builder_free(b);
    arena_release(&a);
}

/* Open these bytes; NULL when they are refused. */
static struct vector_segment *open_bytes(const unsigned char *p, size_t n)
{
    int fd = memfd_create("vectors", MFD_CLOEXEC);
    struct vector_segment *s = NULL;
    struct error e;
    char path[64];

    BUG_ON(fd < 0 || write(fd, p, n) != (ssize_t)n);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (vector_segment_open(path, "fuzz", &s, &e) != OK)
        s = NULL;
    (void)close(fd);
    return s;
}

static void ask(const struct vector_segment *s, const uint64_t *allowed)
{
    static const float vector[VECTOR_MAX_DIMENSIONS] = {0.6F, 0, -0.8F};
    const struct vector_part part = {s, allowed};
    const struct vector_view view = {&part, 1};
    const struct vector_query q = {vector_segment_kind(s), vector, 7, 1};
    struct vector_hits hits;
    struct error e;
    struct arena a;

    arena_init(&a, BUDGET_BYTES);
    if (vector_search(&view, &q, &a, &hits, &e) == OK) {
        for (size_t i = 0; i < hits.n; i++) {
            BUG_ON(hits.hit[i].doc >= vector_segment_docs(s));
            BUG_ON(i && hits.hit[i].score > hits.hit[i - 1].score);
        }
    }
    arena_release(&a);
}

static void read_all(const struct vector_segment *s)
{
    static const uint64_t some[] = {0x5555555555555555, 0x0123456789abcdef};
    uint32_t dimensions = vector_segment_kind(s).dimensions;
    struct error e;

    ask(s, NULL);
    if (vector_segment_docs(s) <= 128)
        ask(s, some);
    for (uint32_t doc = 0; doc < 2 * DOCS; doc++) {
        const float *v = NULL;
        uint32_t n = 0;
        volatile float last = 0;

        if (vector_segment_of(s, doc, &v, &n, &e) == OK && n)
            last = v[(size_t)n * dimensions - 1];
        (void)last;
    }
    BUG_ON(vector_segment_verify(s, &e) != OK); /* the sums fit */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vector_segment *s;
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
    s = open_bytes(lie, whole_n);
    if (s)
        read_all(s);
    vector_segment_close(s);
    return 0;
}
