#include "knowledge/knowledge_base/add_mount.h"

#include "base/utf8.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "store/json_document/mount.h"

#define PLACE_BYTES (2 * POINTER_MAX_BYTES)
#define SHOWN_BYTES 120
#define CHECK_BYTES ((size_t)16 << 20)

static bool is_key(struct str key)
{
    for (size_t i = 0; i < key.n; i++)
        if ((unsigned char)key.p[i] < ' ' || key.p[i] == 0x7f)
            return false;
    return key.n > 0 && key.n <= MOUNT_MAX_KEY &&
           utf8_valid_prefix(key) == key.n;
}

enum err bases_mount_place(const struct bases_mount *m, struct str name,
                           struct arena *a, struct str *place, struct error *e)
{
    const struct str key = m->has_key ? m->key : name;
    struct pointer path;
    struct error why;
    struct buf b;
    enum err rc;

    *place = (struct str){0};
    if (!m->has_key && !m->has_path)
        return m->replace ? error_set(e, ERR_VALIDATION_FAILED,
                                      "'replace' is for mounted JSON: it needs "
                                      "'json_path' or 'mount_key'")
                          : OK;
    if (pointer_parse(m->json_path, a, &path, &why))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'json_path' is not a JSON Pointer such as /reports: %s", why.msg);
    if (!is_key(key))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'mount_key' must be 1 to %d bytes without control "
                         "characters",
                         MOUNT_MAX_KEY);
    buf_init(&b, PLACE_BYTES);
    pointer_write(&path, &b);
    pointer_write_token(key, &b);
    rc = buf_dup(&b, a, place, e);
    buf_release(&b);
    return rc;
}

enum err add_mount_check(const struct base *b, struct str place, bool replace,
                         struct arena *a, struct str *source, struct error *e)
{
    struct mounted m = {.document = 0};
    struct document d;
    struct pointer p;
    enum err rc = pointer_parse(place, a, &p, e);

    *source = (struct str){0};
    if (!rc)
        rc = mount_find(b, &p, 0, a, &m, e);
    if (rc || (!m.document && !m.is_above))
        return rc;
    if (!m.document)
        return error_set(
            e, ERR_CONFLICT,
            "there are documents below '%.*s'; choose another 'mount_key'",
            STR_FMT(str_slice(place, 0, SHOWN_BYTES)));
    if (m.inner.n > 0)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' would be inside a document: 'json_path' must name an "
            "object that contains documents, or a new one; write values in a "
            "document with create_data",
            STR_FMT(str_slice(place, 0, SHOWN_BYTES)));
    if (!replace)
        return error_set(
            e, ERR_CONFLICT,
            "there is a value at '%.*s' already; with 'replace' (--force on "
            "the command line) this becomes its next version",
            STR_FMT(str_slice(place, 0, SHOWN_BYTES)));
    rc = document_get(b, m.document, a, &d, e);
    *source = d.source;
    return rc;
}

enum err bases_check_mount(struct bases *b, struct str base,
                           const struct bases_mount *m, struct str name,
                           struct error *e)
{
    struct base opened = BASE_NONE;
    struct str place, source;
    struct arena a;
    enum err rc;

    arena_init(&a, CHECK_BYTES);
    rc = bases_mount_place(m, name, &a, &place, e);
    if (!rc && place.n > 0) {
        rc = base_open_in(&b->registry, base, &a, &opened, e);
        if (!rc)
            rc = add_mount_check(&opened, place, m->replace, &a, &source, e);
        base_close(&opened);
    }
    arena_release(&a);
    return rc;
}
