#include "tables/identity.h"

#include "base/json.h"
#include "tables/format.h"
#include "tables/name.h"

#define MAP_MAX_BYTES     ((size_t)64 * 1024 * 1024)
#define TREE_MAX_BYTES    ((size_t)1024 * 1024 * 1024)
#define CAUTION_MAX_BYTES ((size_t)8 * 1024)

/* What the map says that it is. */
static struct str format_of(struct str map)
{
    const struct str head = STR("{\"format\":\"");
    struct str rest = str_slice(map, head.n, map.n);

    return str_starts(map, head) ? str_slice(rest, 0, str_find_char(rest, '"'))
                                 : STR("");
}

/* Has it one column, so that its delimiter is unknown? */
static bool has_no_delimiter(struct str map)
{
    return str_starts(map, STR("{\"format\":\"csv\",\"delimiter\":null"));
}

/* Is the map what a name promises? `is_named`: the caller named the
 * delimiter. */
static bool has_format(struct str map, struct str promised, bool is_named)
{
    struct str found = format_of(map);

    if (str_eq(found, promised))
        return true;
    return format_is_delimited(found) && format_is_delimited(promised) &&
           (is_named || str_is(promised, "csv") || has_no_delimiter(map));
}

static void put_delimiter(struct buf *text, struct str delimiter)
{
    if (delimiter.n == 0)
        buf_puts(text, " of one column");
    else if (str_is(delimiter, "\t"))
        buf_puts(text, " with tabs between cells");
    else
        buf_printf(text, " with '%.*s' between cells", STR_FMT(delimiter));
}

static void put_found(struct buf *text, const struct json *map)
{
    struct str format = json_text(json_find(map, "format"));

    buf_puts(text, format_shown(format));
    if (format_is_delimited(format))
        put_delimiter(text, json_text(json_find(map, "delimiter")));
}

static void write_caution(const struct json *map, struct str suffix,
                          struct jsonw *w)
{
    struct str before = json_text(json_find(map, "caution"));
    struct buf text;

    buf_init(&text, CAUTION_MAX_BYTES);
    if (before.n)
        buf_printf(&text, "%.*s; ",
                   STR_FMT(str_slice(before, 0, CAUTION_MAX_BYTES / 2)));
    if (format_of_suffix(suffix)) {
        buf_printf(&text, "the name says %.*s, but the content was read as ",
                   STR_FMT(suffix));
        put_found(&text, map);
    } else {
        buf_puts(&text, "that this is ");
        put_found(&text, map);
        buf_puts(&text, " was inferred from its content; its name does not "
                        "say it");
    }
    jsonw_str(w, buf_str(&text));
    buf_release(&text);
}

/* The same members in the same order, but for `caution`. */
static enum err write_map(const struct json *map, struct str suffix,
                          struct arena *a, struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, MAP_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    for (const struct json *j = map->first; j; j = j->next) {
        jsonw_key_str(&w, j->key);
        if (str_is(j->key, "caution"))
            write_caution(map, suffix, &w);
        else
            json_write(j, &w);
    }
    jsonw_end_object(&w);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err identity_describe(const struct table_source *s, struct str name,
                           struct str map, struct arena *a, struct str *out,
                           struct error *e)
{
    struct str suffix = name_suffix(name_of_path(name));
    const char *format = format_of_path(name);
    struct json *root = NULL;
    struct arena tree;
    enum err rc;

    *out = map;
    /* naming the delimiter says that it is delimited text */
    if (s->read.delimiter && !format)
        format = "csv";
    if (format && has_format(map, str_from(format), s->read.delimiter != '\0'))
        return OK;
    arena_init(&tree, TREE_MAX_BYTES);
    rc = json_parse(map, &json_default_limits, &tree, &root, e);
    if (!rc)
        rc = write_map(root, suffix, a, out, e);
    arena_release(&tree);
    return rc;
}
