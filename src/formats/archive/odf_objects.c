/*
 * An object of an OpenDocument is a folder of its package, "Object 1/", with the parts that
 * a file of its own would have, and the list of parts (META-INF/manifest.xml) says of what
 * kind it is. Put into a zip, without being packed, they are such a file: "Object 1.ods".
 * Formulas are no files, nor are objects of other programs.
 *
 * Source: OASIS OpenDocument 1.3 part 2, section 3.2; part 3, section 10.4.6.
 */
#include "formats/archive/odf_objects.h"

#include "formats/archive/member_name.h"
#include "formats/archive/zip_writer.h"
#include "formats/package/part.h"

#include <string.h>

#define MAX_OBJECTS  1000u
#define OBJECT_BYTES ((size_t)4 << 20) /* of the list, and of a piece */
#define PIECE_BYTES  ((size_t)64 << 10)
#define TYPE         "application/vnd.oasis.opendocument."
#define SHEETS       TYPE "spreadsheet"
#define LIST         "META-INF/manifest.xml"

/* The kinds that are files, and as what. A chart has its figures as a spreadsheet has its
 * sheet. */
static const struct kind {
    const char *type, *as, *suffix;
} kinds[] = {{"spreadsheet", "spreadsheet", ".ods"},
             {"chart", "spreadsheet", ".ods"},
             {"text", "text", ".odt"},
             {"presentation", "presentation", ".odp"}};

/* What is read of a file of one of them; "mimetype" comes first. */
static const char *const parts[] = {"styles.xml", "meta.xml", "content.xml"};

struct object {
    struct str folder; /* "Object 1/" */
    const struct kind *kind;
};

struct listing {
    struct object *object; /* object[n] */
    size_t n;
    bool is_of_sheets; /* charts have figures of its sheets, which are read */
    struct arena *a;
};

/* The beginning of what the package says that it is. */
static struct str type_of(struct unzip *u, char *to, size_t n)
{
    size_t got = 0;
    struct error ignored;

    if (!unzip_has(u, STR("mimetype")) ||
        unzip_start(u, STR("mimetype"), &ignored) ||
        unzip_read(u, to, n, &got, &ignored))
        return (struct str){to, 0};
    return (struct str){to, got};
}

bool odf_objects_fit(struct unzip *u)
{
    char head[sizeof(TYPE) - 1];

    return unzip_has(u, STR(LIST)) &&
           str_is(type_of(u, head, sizeof(head)), TYPE);
}

static const struct kind *kind_of_type(struct str type)
{
    if (!str_starts(type, STR(TYPE)))
        return NULL;
    type = str_slice(type, sizeof(TYPE) - 1, type.n);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (str_is(type, kinds[i].type))
            return &kinds[i];
    return NULL;
}

static enum err on_entry(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct listing *l = ctx;
    const char *path = xml_attr_any(el, "full-path");
    const char *type = xml_attr_any(el, "media-type");
    const struct kind *kind = type ? kind_of_type(str_from(type)) : NULL;

    if (strcmp(el->name, "file-entry") != 0 || !path || !kind ||
        (l->is_of_sheets && strcmp(kind->type, "chart") == 0) ||
        str_is(str_from(path), "/") || !str_ends(str_from(path), STR("/")) ||
        l->n == MAX_OBJECTS)
        return OK;
    l->object[l->n].kind = kind;
    return str_dup(str_from(path), l->a, &l->object[l->n++].folder, e);
}

static enum err list_objects(struct unzip *u, struct arena *a,
                             struct listing *out, struct error *e)
{
    const struct xml_handler list = {.start = on_entry, .ctx = out};
    const struct part_tick none = {0};
    char type[sizeof(SHEETS) - 1];

    *out = (struct listing){
        .is_of_sheets = str_is(type_of(u, type, sizeof(type)), SHEETS),
        .a = a,
        .object = arena_alloc_array(a, MAX_OBJECTS, sizeof(*out->object), e)};
    return out->object ? part_read_all(u, STR(LIST), &list, &none, e) : e->code;
}

/* The error is the sink's; what is wrong with the part is in `why`. */
static enum err copy_part(struct unzip *u, struct zip_writer *z, char *piece,
                          struct error *why, struct error *e)
{
    size_t got = 0;
    enum err rc = OK;

    do {
        if (unzip_read(u, piece, PIECE_BYTES, &got, why))
            return OK;
        if (got > 0)
            rc = zip_writer_put(z, (struct str){piece, got}, e);
    } while (!rc && got > 0);
    return rc;
}

static enum err put_type(struct zip_writer *z, const struct kind *kind,
                         struct error *e)
{
    enum err rc = zip_writer_begin(z, STR("mimetype"), e);

    if (!rc)
        rc = zip_writer_put(z, STR(TYPE), e);
    if (!rc)
        rc = zip_writer_put(z, str_from(kind->as), e);
    return rc ? rc : zip_writer_end(z, e);
}

static enum err put_parts(struct unzip *u, const struct object *o,
                          struct zip_writer *z, struct arena *a,
                          struct error *why, struct error *e)
{
    char *piece = arena_alloc(a, PIECE_BYTES, e);
    enum err rc = piece ? put_type(z, o->kind, e) : e->code;

    for (size_t i = 0; i < COUNT_OF(parts) && !rc && !why->code; i++) {
        struct str path;

        rc = str_printf(a, &path, e, "%.*s%s", STR_FMT(o->folder), parts[i]);
        if (rc || !unzip_has(u, path) || unzip_start(u, path, why))
            continue;
        rc = zip_writer_begin(z, str_from(parts[i]), e);
        if (!rc)
            rc = copy_part(u, z, piece, why, e);
        if (!rc && !why->code)
            rc = zip_writer_end(z, e);
    }
    return rc || why->code ? rc : zip_writer_finish(z, e);
}

/* "Object 1/" -> "Object 1.ods"; of one in another its own name alone. */
static enum err name_object(const struct object *o, struct arena *a,
                            struct member *m, struct error *e)
{
    const struct str folder = str_slice(o->folder, 0, o->folder.n - 1);
    struct str name;
    enum err rc =
        str_printf(a, &name, e, "%.*s%s", STR_FMT(str_after_last(folder, '/')),
                   o->kind->suffix);

    return rc ? rc : member_name_put(name, a, m, e);
}

static enum err put_object(struct unzip *u, const struct object *o,
                           const struct member_sink *sink, struct error *e)
{
    struct error why = {0};
    struct member m = {0};
    struct zip_writer z;
    struct arena a;
    enum err rc;

    arena_init(&a, OBJECT_BYTES);
    zip_writer_init(&z, sink);
    rc = name_object(o, &a, &m, e);
    if (!rc)
        rc = sink->begin(sink->ctx, &m, e);
    if (!rc && m.refusal.n == 0)
        rc = put_parts(u, o, &z, &a, &why, e);
    if (!rc && m.refusal.n == 0)
        rc = why.code ? sink->fail(sink->ctx, str_from(why.msg), e)
                      : sink->end(sink->ctx, e);
    zip_writer_release(&z);
    arena_release(&a);
    return rc;
}

enum err odf_objects_put(struct unzip *u, uint64_t from,
                         const struct member_sink *sink, uint64_t *next,
                         struct error *e)
{
    struct listing l;
    struct arena a;
    enum err rc;

    arena_init(&a, OBJECT_BYTES);
    rc = list_objects(u, &a, &l, e);
    for (uint64_t i = from; !rc && i < l.n; i++) {
        rc = put_object(u, &l.object[i], sink, e);
        if (!rc && i + 1 < l.n && sink->is_full(sink->ctx)) {
            *next = i + 1;
            break;
        }
    }
    arena_release(&a);
    return rc;
}
