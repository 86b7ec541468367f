#include "search/chunks/table_chunk.h"

#include "base/percent.h"
#include "search/chunks/chunk.h"
#include "search/chunks/chunk_pack.h"
#include "search/chunks/pieces.h"
#include "search/chunks/render.h"

#include <string.h>

#define ITEM_BYTES  ((size_t)8 * CHUNK_MAX_CHARACTERS)
#define NAMES_BYTES ((size_t)1 << 20)

/* What one column may say, and one of its values. */
static const struct measure most_column = {400, 140};
static const struct measure most_value = {80, 24};

/* Of a description; the rest of the chunk is for columns. */
static const struct measure most_about = {800, 240};

struct chunk_writer {
    const struct table_chunk_sink *sink;
    struct str title;
    struct buf lead, item;
    struct buf names; /* of the columns in the pack, encoded */
    struct pack pack;
    size_t chunks;
};

static void writer_init(struct chunk_writer *t, struct str title,
                        const struct table_chunk_sink *sink)
{
    *t = (struct chunk_writer){.sink = sink, .title = title};
    buf_init(&t->lead, ITEM_BYTES);
    buf_init(&t->item, ITEM_BYTES);
    buf_init(&t->names, NAMES_BYTES);
    pack_init(&t->pack);
}

static void writer_release(struct chunk_writer *t)
{
    buf_release(&t->lead);
    buf_release(&t->item);
    buf_release(&t->names);
    pack_release(&t->pack);
}

/* "table=sales.csv" */
static void put_table(struct str name, struct buf *out)
{
    buf_puts(out, "table=");
    render_name(name, out);
}

static enum err no_memory(struct error *e)
{
    return error_set(e, ERR_LIMIT,
                     "out of memory: cannot hold the text of a table's chunk");
}

static enum err put_chunk(struct chunk_writer *t, struct table_chunk *out,
                          struct error *e)
{
    if (t->lead.overflow || t->item.overflow || t->names.overflow ||
        t->pack.text.overflow)
        return no_memory(e);
    out->title = t->title;
    t->chunks++;
    return t->sink->put(t->sink->ctx, out, e);
}

/* Put what is gathered; `all`: it is about all columns. */
static enum err flush(struct chunk_writer *t, bool all, struct error *e)
{
    struct table_chunk out = {.text = buf_str(&t->pack.text),
                              .lead_bytes = t->pack.lead_bytes};
    enum err rc;

    if (!all)
        out.columns = buf_str(&t->names);
    rc = put_chunk(t, &out, e);
    pack_reset(&t->pack);
    buf_reset(&t->names);
    return rc;
}

/* Add t->item, which is about the column `name`. */
static enum err gather(struct chunk_writer *t, const char *separator,
                       struct str name, struct error *e)
{
    struct str item = buf_str(&t->item);
    enum err rc = OK;

    if (t->item.overflow)
        return no_memory(e);
    if (!pack_takes(&t->pack, separator, item))
        rc = flush(t, false, e);
    if (rc)
        return rc;
    if (t->pack.items == 0)
        pack_lead(&t->pack, buf_str(&t->lead));
    if (t->names.n > 0)
        buf_put_char(&t->names, ',');
    pack_put(&t->pack, separator, item);
    percent_put(name, "", &t->names);
    return OK;
}

/* As much of `s` as fits, on one line. */
static void put_short(struct str s, struct measure most, struct buf *out)
{
    s = render_trim(s);
    if (measure_fits(s, most)) {
        render_line(s, out);
        return;
    }
    render_line(str_slice(s, 0, measure_cut(s, most)), out);
    buf_puts(out, "\xe2\x80\xa6");
}

static struct str text_of(const struct json *v)
{
    if (!v)
        return STR("");
    switch (v->type) {
    case JSON_TRUE: return STR("true");
    case JSON_FALSE: return STR("false");
    case JSON_NUMBER:
    case JSON_STRING: return render_trim(v->text);
    default: return STR("");
    }
}

/* Describing */

/* The member with this name when it is the next. The catalog has them in the
 * order of the columns, and not for every column. */
static const struct json *take(const struct json **next, struct str name)
{
    const struct json *m = *next;

    if (!m || !str_eq(m->key, name))
        return NULL;
    *next = m->next;
    return m;
}

static void put_range(const struct json *stats, struct buf *out)
{
    struct str min = text_of(json_find(stats, "min"));
    struct str max = text_of(json_find(stats, "max"));
    struct str mean = text_of(json_find(stats, "avg"));

    if (min.n == 0 || max.n == 0)
        return;
    buf_puts(out, ": ");
    put_short(min, most_value, out);
    buf_puts(out, " to ");
    put_short(max, most_value, out);
    if (mean.n == 0)
        return;
    buf_puts(out, ", on average ");
    put_short(mean, most_value, out);
}

/* Samples, as many as the column has room for. */
static void put_samples(const struct json *samples, struct buf *out)
{
    const struct json *v =
        samples && samples->type == JSON_ARRAY ? samples->first : NULL;
    const char *before = "; such as ";

    for (; v; v = v->next) {
        size_t n = out->n;

        if (text_of(v).n == 0)
            continue;
        buf_puts(out, before);
        put_short(text_of(v), most_value, out);
        before = ", ";
        if (!measure_fits(buf_str(out), most_column)) {
            out->n = n;
            return;
        }
    }
}

static void put_column(const struct json *column, const struct json *stats,
                       const struct json *samples, struct buf *out)
{
    struct str type = text_of(json_find(column, "type"));

    buf_reset(out);
    render_name(json_text(json_find(column, "name")), out);
    if (type.n) {
        buf_puts(out, " (");
        put_short(type, most_value, out);
        buf_puts(out, ")");
    }
    put_range(stats, out);
    put_samples(samples, out);
}

static void put_count(const struct json *data, const char *member_name,
                      const char *shown, struct buf *out)
{
    struct str n = text_of(json_find(data, member_name));

    if (n.n == 0)
        return;
    buf_printf(out, "; %s=", shown);
    put_short(n, most_value, out);
}

/* What comes before the columns, in the first chunk only. */
static void put_about(const struct table_about *t, const struct json *data,
                      struct buf *out)
{
    const struct json *known = json_find(t->chunks, "structured_metadata");
    struct str said = text_of(json_find(known, "natural_language_description"));

    buf_reset(out);
    put_table(t->name, out);
    put_count(data, "row_count", "rows", out);
    put_count(data, "column_count", "columns", out);
    if (said.n == 0)
        return;
    buf_puts(out, "; ");
    put_short(said, most_about, out);
}

static const struct json *list_of(const struct json *object, const char *name)
{
    const struct json *list = json_find(object, name);

    return list && list->type == JSON_ARRAY ? list : NULL;
}

static const struct json *first_of(const struct json *object)
{
    return object && object->type == JSON_OBJECT ? object->first : NULL;
}

static enum err put_columns(struct chunk_writer *t, const struct json *data,
                            struct error *e)
{
    const struct json *schema = list_of(data, "schema");
    const struct json *stats = first_of(json_find(data, "column_stats"));
    const struct json *samples = first_of(json_find(data, "sample_values"));
    enum err rc = OK;

    for (const struct json *c = schema ? schema->first : NULL; c && !rc;
         c = c->next) {
        struct str name = json_text(json_find(c, "name"));

        put_column(c, take(&stats, name), take(&samples, name), &t->item);
        rc = gather(t, "\n", name, e);
    }
    return rc;
}

enum err table_chunk_describe(const struct table_about *t,
                              const struct table_chunk_sink *sink,
                              struct error *e)
{
    const struct json *data = json_find(t->source, "structured_data");
    struct chunk_writer chunk_writer;
    enum err rc;

    writer_init(&chunk_writer, t->name, sink);
    put_about(t, data, &chunk_writer.item);
    rc = chunk_writer.item.overflow ? no_memory(e) : OK;
    pack_put(&chunk_writer.pack, "", buf_str(&chunk_writer.item));
    put_table(t->name, &chunk_writer.lead);
    buf_puts(&chunk_writer.lead, "\n");
    if (!rc)
        rc = put_columns(&chunk_writer, data, e);
    if (!rc)
        rc = flush(&chunk_writer, chunk_writer.chunks == 0, e);
    writer_release(&chunk_writer);
    return rc;
}

/* Texts around the rows */

/* Those of a pack end a line; one that does not fit into a chunk is cut. */
static enum err put_around(struct chunk_writer *t, struct str text,
                           struct error *e)
{
    static const struct measure most = {CHUNK_MAX_CHARACTERS -
                                            RENDER_LEAD_CHARACTERS,
                                        CHUNK_MAX_TOKENS - RENDER_LEAD_TOKENS};

    buf_reset(&t->item);
    if (measure_fits(text, most))
        render_lines(text, &t->item);
    else
        put_short(text, most, &t->item);
    return t->item.n ? gather(t, "\n", STR(""), e) : OK;
}

enum err table_chunk_texts(struct str table, const struct json *texts,
                           const struct table_chunk_sink *sink, struct error *e)
{
    struct chunk_writer t;
    enum err rc = OK;

    writer_init(&t, table, sink);
    put_table(table, &t.lead);
    buf_puts(&t.lead, "\n");
    for (const struct json *j = texts ? texts->first : NULL; j && !rc;
         j = j->next)
        rc = put_around(&t, text_of(json_find(j, "text")), e);
    if (!rc && t.pack.items > 0)
        rc = flush(&t, true, e);
    writer_release(&t);
    return rc;
}

/* Rows */

/* A cell that is too long for a chunk with others. */
static enum err put_long_cell(struct chunk_writer *t, struct str name,
                              struct str cell, struct error *e)
{
    struct table_chunk out = {0};
    struct pieces pieces;
    struct str piece;
    struct buf text, column;
    struct measure used;
    enum err rc = OK;

    buf_init(&text, ITEM_BYTES);
    buf_init(&column, NAMES_BYTES);
    percent_put(name, "", &column);
    buf_reset(&t->item);
    buf_put_str(&t->item, buf_str(&t->lead));
    render_name(name, &t->item);
    buf_puts(&t->item, ": ");
    used = measure_text(buf_str(&t->item));
    pieces_init(&pieces, cell,
                (struct measure){CHUNK_MAX_CHARACTERS - used.characters,
                                 CHUNK_MAX_TOKENS - used.tokens});
    while (!rc && pieces_next(&pieces, &piece, &out.overlap_bytes)) {
        buf_reset(&text);
        buf_put_str(&text, buf_str(&t->item));
        render_lines(piece, &text);
        out.text = buf_str(&text);
        out.lead_bytes = t->item.n;
        out.columns = buf_str(&column);
        if (text.overflow || column.overflow)
            rc = no_memory(e);
        else if (render_trim(piece).n > 0)
            rc = put_chunk(t, &out, e);
    }
    buf_release(&text);
    buf_release(&column);
    return rc;
}

static enum err put_cell(struct chunk_writer *t, struct str name,
                         struct str cell, struct error *e)
{
    static const struct measure most = {CHUNK_MAX_CHARACTERS -
                                            RENDER_LEAD_CHARACTERS,
                                        CHUNK_MAX_TOKENS - RENDER_LEAD_TOKENS};

    if (cell.n == 0)
        return OK;
    if (!measure_fits(cell, most))
        return put_long_cell(t, name, cell, e);
    buf_reset(&t->item);
    render_name(name, &t->item);
    buf_puts(&t->item, ": ");
    render_line(cell, &t->item);
    return gather(t, "; ", name, e);
}

enum err table_chunk_row(struct str table, const struct json *columns,
                         const struct json *cells,
                         const struct table_chunk_sink *sink, struct error *e)
{
    const struct json *c = columns->first;
    struct chunk_writer t;
    enum err rc = OK;

    writer_init(&t, table, sink);
    put_table(table, &t.lead);
    buf_puts(&t.lead, "; ");
    for (const struct json *v = cells->first; v && c && !rc;
         v = v->next, c = c->next)
        rc = put_cell(&t, json_text(json_find(c, "name")), text_of(v), e);
    if (!rc && t.pack.items > 0)
        rc = flush(&t, t.chunks == 0, e);
    writer_release(&t);
    return rc;
}
