#include "formats/package/part.h"

#include "base/buf.h"

#include <string.h>

enum err part_read_piece(struct unzip *u, void *to, size_t n, size_t *got,
                         const struct part_tick *tick, struct error *e)
{
    enum err rc = unzip_read(u, to, n, got, e);

    if (!rc && tick && tick->call) {
        uint64_t done, total;

        unzip_progress(u, &done, &total);
        rc = tick->call(tick->ctx, done, total, e);
    }
    return rc;
}

static enum err read_piece(void *ctx, void *to, size_t n, size_t *got,
                           struct error *e)
{
    const struct part_stream *p = ctx;

    return part_read_piece(p->u, to, n, got, p->tick, e);
}

enum err part_start(struct part_stream *p, struct unzip *u, struct str name,
                    const struct part_tick *tick, struct xml_input *input,
                    struct error *e)
{
    *p = (struct part_stream){.u = u, .tick = tick};
    *input = (struct xml_input){.read = read_piece, .ctx = p, .name = name};
    return unzip_start(u, name, e);
}

static enum err read_part(struct unzip *u, struct str name,
                          const struct xml_handler *h,
                          const struct part_tick *tick, bool is_all_wanted,
                          struct error *e)
{
    struct part_stream stream;
    struct xml_input input;
    enum err rc = part_start(&stream, u, name, tick, &input, e);

    input.is_all_wanted = is_all_wanted;
    return rc ? rc : xml_read(&input, h, e);
}

enum err part_read(struct unzip *u, struct str name,
                   const struct xml_handler *h, const struct part_tick *tick,
                   struct error *e)
{
    return read_part(u, name, h, tick, false, e);
}

enum err part_read_all(struct unzip *u, struct str name,
                       const struct xml_handler *h,
                       const struct part_tick *tick, struct error *e)
{
    return read_part(u, name, h, tick, true, e);
}

struct relations_reading {
    struct arena *a;
    struct str folder; /* of the owner, with its slash, or empty */
    struct buf found;  /* of struct part_relation */
};

/* Where a slash was last; a.n when nowhere. */
static size_t last_slash(struct str a)
{
    for (size_t i = a.n; i-- > 0;)
        if (a.p[i] == '/')
            return i;
    return a.n;
}

/* The part that `target` means in `folder`: "xl/" and "../a.xml" is "a.xml". */
static enum err resolve(struct str folder, struct str target, struct arena *a,
                        struct str *out, struct error *e)
{
    char path[UNZIP_MAX_PART_NAME];
    size_t n = 0;

    if (target.n && (target.p[0] == '/' || target.p[0] == '\\'))
        folder.n = 0;
    if (folder.n + target.n >= sizeof(path)) {
        *out = STR("");
        return OK;
    }
    memcpy(path, folder.p, folder.n);
    n = folder.n;
    while (target.n) {
        size_t end = str_find_char(target, '/');
        size_t other = str_find_char(target, '\\');
        struct str step;

        end = other < end ? other : end;
        step = str_slice(target, 0, end);
        target = str_slice(target, end + 1, target.n);
        if (str_is(step, "..")) {
            size_t cut = n ? last_slash((struct str){path, n - 1}) : 0;

            n = n && cut < n - 1 ? cut + 1 : 0;
        } else if (step.n && !str_is(step, ".")) {
            memcpy(path + n, step.p, step.n);
            n += step.n;
            if (target.n)
                path[n++] = '/';
        }
    }
    return str_dup((struct str){path, n}, a, out, e);
}

enum err part_resolve(struct str owner, struct str target, struct arena *a,
                      struct str *out, struct error *e)
{
    const size_t slash = last_slash(owner);
    const struct str folder =
        slash < owner.n ? str_slice(owner, 0, slash + 1) : STR("");

    return resolve(folder, target, a, out, e);
}

static enum err on_relation(void *ctx, const struct xml_element *el,
                            struct error *e)
{
    struct relations_reading *r = ctx;
    const char *id = xml_attr(el, "Id");
    const char *type = xml_attr(el, "Type");
    const char *target = xml_attr(el, "Target");
    const char *mode = xml_attr(el, "TargetMode");
    struct part_relation made;
    struct str kind;

    if (strcmp(el->name, "Relationship") != 0 || !id || !type || !target ||
        (mode && strcmp(mode, "External") == 0))
        return OK;
    kind = str_from(type);
    if (last_slash(kind) < kind.n)
        kind = str_slice(kind, last_slash(kind) + 1, kind.n);
    if (str_dup(str_from(id), r->a, &made.id, e) != OK ||
        str_dup(kind, r->a, &made.type, e) != OK)
        return e->code;
    if (resolve(r->folder, str_from(target), r->a, &made.target, e) != OK)
        return e->code;
    buf_put(&r->found, &made, sizeof(made));
    return OK;
}

/* "xl/workbook.xml" has its relations in "xl/_rels/workbook.xml.rels". */
static enum err relations_part(struct str owner, struct str folder,
                               struct arena *a, struct str *out,
                               struct error *e)
{
    struct str file = str_slice(owner, folder.n, owner.n);

    return str_printf(a, out, e, "%.*s_rels/%.*s.rels", STR_FMT(folder),
                      STR_FMT(file));
}

/* The first of an id counts. */
static enum err keep_relations(const struct buf *found, struct arena *a,
                               struct part_relations *rels, struct error *e)
{
    struct str copy;
    enum err rc = buf_dup(found, a, &copy, e);

    if (rc)
        return rc;
    rels->list = (struct part_relation *)(uintptr_t)copy.p;
    rels->n = copy.n / sizeof(*rels->list);
    for (size_t i = 0; i < rels->n && !rc; i++) {
        uint64_t *number;

        rc = str_table_put(&rels->by_id, rels->list[i].id, &number, e);
        if (!rc && *number == 0)
            *number = i + 1;
    }
    return rc;
}

enum err part_relations_read(struct unzip *u, struct str owner, struct arena *a,
                             struct part_relations *rels, struct error *e)
{
    struct relations_reading r = {.a = a, .folder = STR("")};
    struct xml_handler h = {.start = on_relation, .ctx = &r};
    struct str part;
    enum err rc;

    if (last_slash(owner) < owner.n)
        r.folder = str_slice(owner, 0, last_slash(owner) + 1);
    rc = relations_part(owner, r.folder, a, &part, e);
    *rels = (struct part_relations){0};
    str_table_init(&rels->by_id, a);
    if (rc || !unzip_has(u, part))
        return rc;
    buf_init(&r.found, PART_MAX_RELATIONS * sizeof(struct part_relation));
    rc = part_read(u, part, &h, NULL, e);
    if (!rc)
        rc = keep_relations(&r.found, a, rels, e);
    buf_release(&r.found);
    return rc;
}

const struct part_relation *part_relation_find(const struct part_relations *r,
                                               struct str id)
{
    const uint64_t *number = str_table_find(&r->by_id, id);

    return number ? &r->list[*number - 1] : NULL;
}

const struct part_relation *part_relation_of_type(
    const struct part_relations *r, struct str type)
{
    for (size_t i = 0; i < r->n; i++)
        if (str_eq(r->list[i].type, type))
            return &r->list[i];
    return NULL;
}
