/* module: decompress */
/*
 * Any bytes as a packed file: it is refused with a message and a place in the
 * file, or unpacks within the limits, twice to the same bytes.
 */
#include "formats/decompress/unpack.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES ((size_t)1 << 20)

static const struct unpack_limits limits = {.max_bytes = (uint64_t)8 << 20,
                                            .ratio_free = (uint64_t)1 << 20,
                                            .max_ratio = 100,
                                            .max_parts = 1000};

static uint64_t hash_file(int fd, uint64_t *bytes)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    unsigned char p[4096];
    ssize_t n;

    *bytes = 0;
    while ((n = pread(fd, p, sizeof(p), (off_t)*bytes)) > 0) {
        for (ssize_t i = 0; i < n; i++)
            hash = (hash ^ p[i]) * UINT64_C(1099511628211);
        *bytes += (uint64_t)n;
    }
    return hash;
}

static enum err unpack(int from, enum unpack_kind kind, size_t size,
                       uint64_t *hash)
{
    struct unpack_job job = {.kind = kind, .from = from, .limits = &limits};
    struct error e = {0};
    struct arena a;
    uint64_t bytes;
    enum err rc;

    job.to = memfd_create("unpacked", MFD_CLOEXEC);
    arena_init(&a, (size_t)1 << 20);
    rc = unpack_run(&job, &a, &e);
    *hash = hash_file(job.to, &bytes);
    BUG_ON(bytes > limits.max_bytes);
    BUG_ON(rc && (e.code != rc || e.msg[0] == '\0' || e.pos.offset > size));
    arena_release(&a);
    (void)close(job.to);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum unpack_kind kind = unpack_kind((struct str){(const char *)data, size});
    int from = memfd_create("packed", MFD_CLOEXEC);
    uint64_t first, second;

    if (kind != UNPACK_NONE && size <= MAX_BYTES && from >= 0 &&
        write(from, data, size) == (ssize_t)size) {
        enum err rc = unpack(from, kind, size, &first);

        BUG_ON(unpack(from, kind, size, &second) != rc || first != second);
    }
    (void)unpack_foreign((struct str){(const char *)data, size});
    if (from >= 0)
        (void)close(from);
    return 0;
}
