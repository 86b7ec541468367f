#include "knowledge/knowledge_base/add_text.h"

#include "base/utf8.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "search/documents/kind.h"
#include "store/table_cache/scratch.h"

#include <limits.h>
#include <string.h>

#define ARENA_BYTES ((size_t)1 << 20)
#define HEAD_BYTES  4096 /* as add_item.c looks at */

static bool is_plain(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
            return false;
    }
    return utf8_valid_prefix(s) == s.n;
}

/* With a host, and without what a browser would not take for a part of it or what
 * only its owner should have: blanks, quotes, brackets, a user's name. */
static bool is_url(struct str s)
{
    const size_t scheme = str_starts(s, STR("https://")) ? 8 : 7;
    struct str host;

    if (!str_starts(s, STR("https://")) && !str_starts(s, STR("http://")))
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (memchr(" \"<>\\`{}|^", s.p[i], 10))
            return false;
    host = str_slice(s, scheme, s.n);
    for (size_t i = 0; i < host.n; i++)
        if (host.p[i] == '/' || host.p[i] == '?' || host.p[i] == '#')
            host.n = i;
    return host.n > 0 && str_find_char(host, '@') == host.n;
}

static enum err check(const struct bases_text *t, struct error *e)
{
    const bool named =
        t->name.n > 0 && t->name.n <= NAME_MAX && is_plain(t->name) &&
        str_find_char(t->name, '/') == t->name.n && t->name.p[0] != '.';
    const bool placed = t->url.n == 0 || (t->url.n <= TEXT_MAX_URL &&
                                          is_plain(t->url) && is_url(t->url));

    if (!named)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "the name needs 1 to %d bytes without '/' or a leading dot, such "
            "as notes.md",
            NAME_MAX);
    if (!placed)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'url' must be http:// or https:// with a host, without a user, "
            "blanks or quotes, of up to %d bytes",
            TEXT_MAX_URL);
    if (t->url.n &&
        kind_of(t->name, str_slice(t->text, 0, HEAD_BYTES)).reader !=
            KIND_SECTIONS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "only texts and pages have a url; leave it out for "
                         "'%.*s'",
                         STR_FMT(t->name));
    if (str_trim(t->text).n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the text is empty");
    return t->text.n <= TEXT_MAX_BYTES
               ? OK
               : error_set(e, ERR_LIMIT, "a text may have up to %zu MiB",
                           TEXT_MAX_BYTES >> 20);
}

enum err bases_add_text(struct bases *b, const struct bases_text *t,
                        struct bases_added *counts, struct jsonw *w,
                        struct error *e)
{
    struct scratch s = SCRATCH_NONE;
    struct str path;
    struct bases_add r = {.base = t->base,
                          .paths = &path,
                          .n = 1,
                          .names = &t->name,
                          .source_type = t->url.n ? STR("web") : STR("text"),
                          .url = t->url,
                          .mount = t->mount,
                          .author = t->author,
                          .wait = t->wait,
                          .cancel = t->cancel};
    struct arena a;
    enum err rc = check(t, e);

    if (rc)
        return rc;
    arena_init(&a, ARENA_BYTES);
    rc = scratch_open(b->home, &a, &s, e);
    if (!rc)
        rc = str_printf(&a, &path, e, "%s/text", s.path);
    if (!rc)
        rc = fs_write_atomic(path.p, "the text", t->text, false, e);
    if (!rc)
        rc = bases_add(b, &r, counts, w, e);
    scratch_close(&s);
    arena_release(&a);
    return rc;
}
