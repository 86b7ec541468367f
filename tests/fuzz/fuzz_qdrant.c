/* module: backend */
/* What Qdrant, or somebody in its place, answers. */
#include "search/backend/qdrant_read.h"

#define MOST 100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_hits(const struct json *root, struct arena *a)
{
    struct backend_hits hits;
    struct error e = {0};

    if (qdrant_read_hits(root, MOST, a, &hits, &e)) {
        BUG_ON(e.code != ERR_TOOL_WORKER_UNAVAILABLE && e.code != ERR_LIMIT);
        return;
    }
    BUG_ON(hits.n > MOST);
    for (size_t i = 0; i < hits.n; i++) {
        BUG_ON(!(hits.hit[i].score >= -1 && hits.hit[i].score <= 1));
        BUG_ON(i > 0 && hits.hit[i - 1].id >= hits.hit[i].id);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str text = {(const char *)data, size};
    struct qdrant_collection c;
    struct json *root = NULL;
    uint64_t count = 0;
    struct error e;
    struct arena a;

    arena_init(&a, (size_t)16 << 20);
    if (json_parse(text, &json_default_limits, &a, &root, &e) == OK) {
        check_hits(root, &a);
        if (!qdrant_read_collection(root, &c))
            BUG_ON(c.is_ours || c.base.n || c.index.n || c.model.n);
        (void)qdrant_read_count(root, &count);
    }
    arena_release(&a);
    return 0;
}
