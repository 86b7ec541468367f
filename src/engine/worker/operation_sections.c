/*
 * A document as sections. What is found can be larger than a frame, so
 * that it always goes to a file in the session's folder, and the answer is
 * what a report needs. The parent reads that file as it reads a frame: it came
 * from a process that may have been taken over.
 */
#include "base/fs.h"
#include "engine/ingest/ingest_source.h"
#include "engine/worker/operation.h"
#include "formats/mail/mail.h"
#include "formats/office/office.h"

/* Text, lines, what is found and its copies while lists grow. */
#define ARENA_BYTES ((size_t)1 << 30)

/* Ranges of all lines of the largest document take no more. */
#define JSON_BYTES ((size_t)512 << 20)

/* The name of the i-th style of ids; NULL after the last. */
static const char *style_name(int i)
{
    static const char *const names[] = {[SECTIONS_GITHUB] = "github",
                                        [SECTIONS_MKDOCS] = "mkdocs",
                                        [SECTIONS_MDBOOK] = "mdbook"};

    return i <= SECTIONS_MDBOOK ? names[i] : NULL;
}

static const char *format_name(int i)
{
    return sections_format_name((enum sections_format)i);
}

/* Which of the names a member of the request has; the first if it has none of them. */
static enum err read_choice(const struct operation_call *c, const char *key,
                            const char *(*name)(int), int *out, struct error *e)
{
    struct str text = json_text(json_find(c->request, key));

    *out = 0;
    if (text.n == 0)
        return OK;
    for (; name(*out); ++*out) {
        if (str_is(text, name(*out)))
            return OK;
    }
    return error_set(e, ERR_VALIDATION_FAILED, "no such %s of a document", key);
}

static enum err read_options(const struct operation_call *c,
                             struct sections_options *o, struct error *e)
{
    int format = 0;
    int style = 0;
    enum err rc = read_choice(c, "format", format_name, &format, e);

    if (!rc)
        rc = read_choice(c, "id_style", style_name, &style, e);
    *o = (struct sections_options){
        .format = (enum sections_format)format,
        .id_style = (enum sections_id_style)style,
        .encoding = json_text(json_find(c->request, "encoding")),
        .stop = &c->session->stop};
    return rc;
}

static enum err write_below(const struct operation_call *c, const char *name,
                            struct str bytes, struct arena *a, struct error *e)
{
    const char *path = fs_join(c->session->folder, name, a, e);

    return path ? fs_write_atomic(path, name, bytes, false, e) : e->code;
}

static enum err write_files(const struct operation_call *c,
                            const struct sections *s, struct arena *a,
                            uint64_t *bytes, struct error *e)
{
    struct buf json;
    struct jsonw w;
    struct str text;
    enum err rc;

    buf_init(&json, JSON_BYTES);
    jsonw_init(&w, &json);
    sections_write(s, &w);
    rc = buf_finish(&json, &text, e);
    if (!rc) {
        *bytes = text.n;
        rc = write_below(c, OPERATION_SECTIONS_FILE, text, a, e);
    }
    buf_release(&json);
    if (!rc && !s->text_is_source)
        rc = write_below(c, OPERATION_TEXT_FILE, s->text, a, e);
    return rc;
}

static uint64_t count_tables(const struct sections *s)
{
    uint64_t n = 0;

    if (s->format != SECTIONS_PDF)
        return s->tables.n; /* those that can be asked */
    for (uint32_t i = 0; i < s->n_blocks; i++)
        n += s->blocks[i].kind == SECTIONS_TABLE;
    return n;
}

static void write_answer(const struct sections *s, uint64_t bytes,
                         struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "format", sections_format_name(s->format));
    jsonw_member_cstr(w, "encoding", s->encoding.name);
    jsonw_member_double(w, "encoding_confidence", s->encoding.confidence);
    jsonw_member_bool(w, "text_is_source", s->text_is_source);
    jsonw_member_str(w, "title", s->title);
    jsonw_member_u64(w, "lines", s->lines);
    jsonw_member_u64(w, "sections", s->n_sections);
    jsonw_member_u64(w, "blocks", s->n_blocks);
    jsonw_member_u64(w, "pages", s->n_pages);
    jsonw_member_u64(w, "read", s->n_pages);
    jsonw_member_u64(w, "tables", count_tables(s));
    jsonw_member_u64(w, "comments", s->review.comments);
    jsonw_member_u64(w, "insertions", s->review.insertions);
    jsonw_member_u64(w, "deletions", s->review.deletions);
    jsonw_member_u64(w, "links", s->n_links);
    jsonw_member_u64(w, "anchors", s->n_anchors);
    jsonw_member_u64(w, "sections_bytes", bytes);
    jsonw_end_object(w);
}

/* The document; PDF has a program of its own. */
static enum err read_document(const struct operation_call *c,
                              const struct sections_options *o, struct arena *a,
                              struct sections *out, struct error *e)
{
    struct str source = {0};
    enum err rc;

    if (o->format == SECTIONS_PDF)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no such format of a document");
    if (office_reads(o->format))
        return office_read(c->fd, o->format, o->stop, a, out, e);
    if (o->format == SECTIONS_MAIL) {
        rc = ingest_source_whole(c->fd, MAIL_MAX_BYTES, a, &source, e);
        return rc ? rc : mail_sections(source, o->stop, a, out, e);
    }
    rc = ingest_source_whole(c->fd, SECTIONS_MAX_BYTES, a, &source, e);
    return rc ? rc : sections_parse(source, o, a, out, e);
}

enum err operation_sections(struct operation_call *c, struct jsonw *w,
                            struct error *e)
{
    struct sections_options o;
    struct sections s;
    struct arena a;
    uint64_t bytes = 0;
    enum err rc = read_options(c, &o, e);

    arena_init(&a, ARENA_BYTES);
    if (!rc)
        rc = read_document(c, &o, &a, &s, e);
    if (!rc)
        rc = write_files(c, &s, &a, &bytes, e);
    if (!rc)
        write_answer(&s, bytes, w);
    arena_release(&a);
    return rc;
}
