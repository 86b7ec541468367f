/* related_text.c - what packing and looking up have in common. */
#include "search/related/related_format.h"

#include "base/hash.h"

uint64_t related_hash(struct str text, enum related_language language)
{
    return hash_sum(str_bytes(text), text.n, language);
}

enum err related_stem(struct analyzer *z, const struct token *t,
                      enum related_language language, struct keys *keys,
                      struct str *out, struct error *e)
{
    static const unsigned bits[] = {LANG_ENGLISH, LANG_SPANISH, LANG_OTHER};

    *out = (struct str){0};
    if (analyzer_keys(z, t, bits[language], keys, e))
        return e->code;
    for (size_t i = 0; i < keys->n && out->n == 0; i++)
        if (keys->key[i].bytes.p[0] == KEY_STEM)
            *out = str_slice(keys->key[i].bytes, 1, keys->key[i].bytes.n);
    return OK;
}
