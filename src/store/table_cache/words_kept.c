#include "store/table_cache/words_kept.h"

enum err words_kept_path(const struct home *h, const struct words_kept *k,
                         const char *end, struct arena *a, const char **out,
                         struct error *e)
{
    struct str made = {0};
    enum err rc =
        str_printf(a, &made, e, "%s/%.*s-" WORDS_KEPT_READER "-%.*s%s",
                   h->cache, STR_FMT(k->sha256), STR_FMT(k->languages), end);

    *out = made.p;
    return rc;
}
