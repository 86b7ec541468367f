/* module: segments */
/*
 * The list of an index, with a sum that fits at its end. What is read must be
 * written again as the same bytes.
 */
#include "base/hash.h"
#include "base/little_endian.h"
#include "search/segments/segments_manifest.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct segments_manifest m;
    struct str again;
    struct error e;
    struct arena a;
    unsigned char *p;

    arena_init(&a, BUDGET_BYTES);
    p = arena_alloc(&a, size, &e);
    if (p && size >= 8) {
        memcpy(p, data, size);
        store64(p + size - 8, hash_sum(p, size - 8, 0));
        if (segments_manifest_read((struct str){(const char *)p, size}, &a, &m,
                                   &e) == OK)
            BUG_ON(segments_manifest_write(&m, &a, &again, &e) != OK ||
                   again.n != size);
    }
    arena_release(&a);
    return 0;
}
