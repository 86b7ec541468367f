#include "answer/evaluate/table_weights.h"

#include "ask/candidates/ranker.h"
#include "base/fs.h"

#define WEIGHTS_BYTES ((size_t)64 << 20)

struct ranker *table_weights_read(struct str dir, unsigned fold,
                                  struct arena *a, struct error *e)
{
    struct str name, text;
    char *folder = str_cstr(dir, a, e);
    char *path;
    struct ranker *out;

    if (!folder || str_printf(a, &name, e, "fold-%u.txt", fold))
        return NULL;
    path = fs_join(folder, name.p, a, e);
    if (!path || fs_read_file(path, name.p, WEIGHTS_BYTES, a, &text, e))
        return NULL;
    out = ranker_read(text, e);
    if (!out)
        error_wrap(e, "'%s'", name.p);
    return out;
}

void table_weights_free(struct ranker *r)
{
    ranker_free(r);
}
