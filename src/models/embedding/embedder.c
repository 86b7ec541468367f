#include "models/embedding/embedder.h"

enum err embedder_embed(struct embedder *m, const struct str *text, size_t n,
                        float *out, struct embedding *report, struct error *e)
{
    return m->kind->embed(m, text, n, out, report, e);
}

enum err embedder_measure(struct embedder *m, struct str text,
                          struct embedding *out, struct error *e)
{
    return m->kind->measure(m, text, out, e);
}

void embedder_close(struct embedder *m)
{
    if (m)
        m->kind->close(m);
}
