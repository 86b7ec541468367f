#include "search/retrieve/evidence.h"

#include "base/percent.h"
#include "search/documents/uri.h"
#include "search/lexical/snippet.h"
#include "search/lexical/stop_words.h"
#include "search/retrieve/parent.h"
#include "search/retrieve/place.h"

#include <math.h>
#include <stdio.h>

#define SNIPPET_BYTES   320
#define URI_BYTES       ((size_t)16 << 20)
#define CONFIG_BYTES    ((size_t)256 * 1024)
#define PAGE_CHARACTERS 3000 /* of a page, where the document has none */

/* Four digits say all that there is to say, and read well. */
static void put_score(struct jsonw *w, const char *key, double score)
{
    jsonw_member_double(w, key, round(score * 10000) / 10000);
}

/* A word that every text has: marked only where the question has no other. */
static bool is_stop(struct str text, const struct snippet_mark *m)
{
    char fold[32];
    size_t n = m->to - m->from;

    if (n > sizeof(fold))
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = text.p[m->from + i];

        fold[i] = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
    }
    return stop_languages((struct str){fold, n}) != 0;
}

static void drop_stop_marks(struct str text, struct snippet *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (!is_stop(text, &s->mark[i]))
            s->mark[kept++] = s->mark[i];
    }
    s->n = kept ? kept : s->n;
}

static void trim(struct str text, struct snippet *s)
{
    while (s->from < s->to && (unsigned char)text.p[s->from] <= ' ')
        s->from++;
    while (s->to > s->from && (unsigned char)text.p[s->to - 1] <= ' ')
        s->to--;
}

static void put_snippet(struct str text, const struct snippet *s,
                        struct jsonw *w)
{
    jsonw_member_str(w, "snippet", str_slice(text, s->from, s->to));
    jsonw_key(w, "marks");
    jsonw_begin_array(w);
    for (size_t i = 0; i < s->n; i++) {
        jsonw_begin_array(w);
        jsonw_u64(w, s->mark[i].from - s->from);
        jsonw_u64(w, s->mark[i].to - s->from);
        jsonw_end_array(w);
    }
    jsonw_end_array(w);
}

/* Of the value that the words are in; *at is a byte of it. */
static enum err write_snippet(const struct evidence_writer *x,
                              const struct candidate *c, struct arena *a,
                              size_t *at, struct jsonw *w, struct error *e)
{
    struct snippet_request r = {
        .text = c->passage.text, .plan = x->plan, .max_bytes = SNIPPET_BYTES};
    struct snippet s = {0};
    enum err rc = snippet_make(&r, x->analyzer, a, &s, e);

    *at = s.line;
    r.text = place_text(&c->passage, s.line);
    if (!rc && r.text.n < c->passage.text.n)
        rc = snippet_make(&r, x->analyzer, a, &s, e);
    if (rc || !x->options.snippet)
        return rc;
    drop_stop_marks(r.text, &s);
    trim(r.text, &s);
    put_snippet(r.text, &s, w);
    return OK;
}

static enum err make_uri(const struct evidence_writer *x,
                         const struct passage *p, struct str fragment,
                         struct arena *a, struct str *out, struct error *e)
{
    const struct uri u = {.base = str_from(x->base->name),
                          .document = p->document,
                          .version = p->version};
    struct buf b;
    enum err rc;

    buf_init(&b, URI_BYTES);
    uri_write(&u, &b);
    if (fragment.n > 0) {
        buf_put_char(&b, '#');
        buf_put_str(&b, fragment);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* Where evidence is, as the answer says it. */
struct location {
    struct str json_path;
    struct str key;
    struct str relative;
};

static enum err text_of(const struct pointer *p, size_t from, size_t n,
                        struct arena *a, struct str *out, struct error *e)
{
    const struct pointer some = {p->token + from, n};

    return pointer_text(&some, a, out, e);
}

/* The part is in the document: what of the pointer is in the part. */
static enum err cut_relative(struct str relative, size_t n, struct arena *a,
                             struct location *out, struct error *e)
{
    struct pointer p;
    enum err rc = pointer_parse(relative, a, &p, e);

    out->json_path = out->key = STR("");
    return rc || n > p.n ? rc : text_of(&p, n, p.n - n, a, &out->relative, e);
}

/* What is in no tree is at its root, by its key. */
static enum err locate(const struct evidence_writer *x,
                       const struct document *d, struct str relative,
                       struct arena *a, struct location *out, struct error *e)
{
    const size_t cut = x->part.n;
    struct pointer at;

    *out = (struct location){STR(""), d->key, relative};
    if (!d->mount.p)
        return OK;
    if (pointer_parse(d->mount, a, &at, e))
        return e->code;
    if (cut >= at.n)
        return cut_relative(relative, cut - at.n, a, out, e);
    out->key = at.token[at.n - 1];
    return text_of(&at, cut, at.n - 1 - cut, a, &out->json_path, e);
}

static enum err write_pointer(const struct evidence_writer *x,
                              const struct candidate *c,
                              const struct place *place, struct arena *a,
                              struct jsonw *w, struct error *e)
{
    char id[PASSAGE_ID_BYTES];
    struct location location;
    struct str uri;
    enum err rc = make_uri(x, &c->passage, place->fragment, a, &uri, e);

    if (!rc)
        rc = locate(x, c->document, place->relative, a, &location, e);
    if (rc)
        return rc;
    passage_id_text(c->hit.id, id);
    jsonw_key(w, "pointer");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "table_id", x->base->name);
    jsonw_member_str(w, "json_path", location.json_path);
    jsonw_member_str(w, "document_key", location.key);
    jsonw_member_str(w, "relative_pointer", location.relative);
    jsonw_member_cstr(w, "chunk_id", id);
    jsonw_member_str(w, "uri", uri);
    jsonw_end_object(w);
    return OK;
}

static void write_headings(const struct passage *p, struct jsonw *w)
{
    jsonw_key(w, "heading_path");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_headings; i++)
        jsonw_str(w, p->heading[i]);
    jsonw_end_array(w);
}

/* One text a line. */
static void write_lines(const char *key, struct str lines, struct jsonw *w)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    while (lines.n > 0) {
        size_t end = str_find_char(lines, '\n');

        jsonw_str(w, str_slice(lines, 0, end));
        lines = str_slice(lines, end + 1, lines.n);
    }
    jsonw_end_array(w);
}

static void put_piece(struct buf *out, struct str pattern, struct str name,
                      struct str id)
{
    for (size_t i = 0; i < pattern.n;) {
        struct str rest = str_slice(pattern, i, pattern.n);

        if (str_starts(rest, STR("{path}"))) {
            percent_put(name, "/", out);
            i += sizeof("{path}") - 1;
        } else if (str_starts(rest, STR("{id}"))) {
            percent_put(id, "", out);
            i += sizeof("{id}") - 1;
        } else {
            buf_put_char(out, pattern.p[i++]);
        }
    }
}

/* Where a page is that was added with its url; false if it is not one. */
static bool write_url(const struct document *d, struct jsonw *w)
{
    struct json *config = NULL;
    struct error ignored;
    struct arena a;
    struct str url = {0};

    if (!str_is(d->source_type, "web"))
        return false;
    arena_init(&a, CONFIG_BYTES);
    if (!json_parse(d->source_config, &json_default_limits, &a, &config,
                    &ignored))
        url = json_text(json_find(config, "url"));
    if (url.n)
        jsonw_str(w, url);
    arena_release(&a);
    return url.n > 0;
}

/* How many changes were tracked in it: it is read as if all were accepted. */
static void write_changes(const struct document *d, struct jsonw *w)
{
    struct json *config = NULL;
    struct error ignored;
    struct arena a;
    uint64_t n = 0;

    if (str_find(d->source_config, STR("\"insertions\":")) >=
        d->source_config.n)
        return;
    arena_init(&a, CONFIG_BYTES);
    if (!json_parse(d->source_config, &json_default_limits, &a, &config,
                    &ignored))
        n = json_u64(json_find(config, "insertions"), UINT32_MAX) +
            json_u64(json_find(config, "deletions"), UINT32_MAX);
    if (n > 0)
        jsonw_member_u64(w, "tracked_changes", n);
    arena_release(&a);
}

/* By the base's template: {path} is the file without its suffix. */
static void write_link(const struct evidence_writer *x,
                       const struct candidate *c, struct jsonw *w)
{
    struct str path = c->document->name;
    struct str pattern = x->deep_link;
    struct buf link;

    jsonw_key(w, "url");
    if (write_url(c->document, w))
        return;
    if (pattern.n == 0 || c->passage.first_line == 0) {
        jsonw_null(w);
        return;
    }
    for (size_t i = path.n; i > 0 && path.p[i - 1] != '/'; i--) {
        if (path.p[i - 1] == '.') {
            path.n = i - 1;
            break;
        }
    }
    if (c->passage.heading_id.n == 0)
        pattern = str_slice(pattern, 0, str_find(pattern, STR("#{id}")));
    buf_init(&link, URI_BYTES);
    put_piece(&link, pattern, path, c->passage.heading_id);
    jsonw_str(w, buf_str(&link));
    buf_release(&link);
}

static void write_place(const struct passage *p, struct jsonw *w)
{
    jsonw_key(w, "page_number");
    if (p->first_line == 0)
        jsonw_null(w);
    else
        jsonw_u64(w, p->page ? p->page : 1 + p->begin / PAGE_CHARACTERS);
    if (p->page_label.n > 0)
        jsonw_member_str(w, "page_label", p->page_label);
    if (p->ocr_percent > 0)
        jsonw_member_double(w, "ocr", (double)p->ocr_percent / 100);
    jsonw_member_u64(w, "chunk_index", p->index);
    jsonw_key(w, "lines");
    if (p->first_line == 0) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_array(w);
    jsonw_u64(w, p->first_line);
    jsonw_u64(w, p->last_line);
    jsonw_end_array(w);
}

static void write_metadata(const struct evidence_writer *x,
                           const struct candidate *c, struct jsonw *w)
{
    const struct document *d = c->document;
    const struct passage *p = &c->passage;

    jsonw_key(w, "metadata");
    jsonw_begin_object(w);
    jsonw_member_text(w, "filename", d->name);
    jsonw_member_text(w, "source_type", d->source_type);
    jsonw_member_text(w, "created_at", d->created_at);
    jsonw_member_text(w, "indexed_at", d->last_indexed_at);
    jsonw_member_i64(w, "document_version", p->version);
    jsonw_member_i64(w, "priority", c->document->priority);
    jsonw_member_text(w, "language", p->language);
    write_lines("tags", p->tags, w);
    jsonw_member_text(w, "chapter", p->chapter);
    jsonw_member_text(w, "section",
                      p->n_headings ? p->heading[p->n_headings - 1]
                                    : (struct str){0});
    write_headings(p, w);
    jsonw_member_text(w, "source_file", d->name);
    write_place(p, w);
    write_changes(d, w);
    write_lines("links", p->links, w);
    write_link(x, c, w);
    jsonw_end_object(w);
}

static enum err write_same(const struct evidence_writer *x,
                           const struct candidate *c, struct arena *a,
                           struct jsonw *w, struct error *e)
{
    enum err rc = OK;

    if (!c->same)
        return OK;
    jsonw_key(w, "same");
    jsonw_begin_array(w);
    for (const struct candidate *s = c->same; s && !rc; s = s->same) {
        struct place place;
        struct str uri;

        rc = place_find(&s->passage, 0, a, &place, e);
        if (!rc)
            rc = make_uri(x, &s->passage, place.fragment, a, &uri, e);
        if (!rc)
            jsonw_str(w, uri);
    }
    jsonw_end_array(w);
    return rc;
}

static enum err write_parent(const struct evidence_writer *x,
                             const struct candidate *c, struct arena *a,
                             struct jsonw *w, struct error *e)
{
    struct parent parent;
    struct str uri;
    bool found;
    enum err rc = parent_find(x->parser, c, a, &found, &parent, e);

    if (!rc && found)
        rc = make_uri(x, &c->passage, parent.fragment, a, &uri, e);
    if (rc || !found)
        return rc;
    jsonw_key(w, "parent");
    jsonw_begin_object(w);
    jsonw_member_str(w, "uri", uri);
    jsonw_member_str(w, "text", parent.text);
    jsonw_member_bool(w, "cut", parent.is_cut);
    jsonw_end_object(w);
    return OK;
}

/* Where each part of a passage is, for those who quote from its text. */
static enum err write_parts(const struct evidence_writer *x,
                            const struct passage *p, struct arena *a,
                            struct jsonw *w, struct error *e)
{
    enum err rc = OK;

    if (p->n_parts < 2)
        return OK;
    jsonw_key(w, "parts");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_parts && !rc; i++) {
        const struct passage part = passage_part_at(p, p->part[i].at);
        struct place place;
        struct str uri = {0};

        rc = place_find(p, p->part[i].at, a, &place, e);
        if (!rc)
            rc = make_uri(x, p, place.fragment, a, &uri, e);
        jsonw_begin_object(w);
        jsonw_member_u64(w, "at", p->part[i].at);
        jsonw_member_text(w, "section",
                          part.n_headings ? part.heading[part.n_headings - 1]
                                          : (struct str){0});
        jsonw_member_str(w, "uri", uri);
        if (part.page_label.n > 0)
            jsonw_member_str(w, "page_label", part.page_label);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    return rc;
}

enum err evidence_write(const struct evidence_writer *x,
                        const struct candidate *c, struct arena *a,
                        struct jsonw *w, struct error *e)
{
    struct candidate shown = *c; /* the part that is shown */
    struct place place;
    size_t at;
    enum err rc;

    jsonw_begin_object(w);
    put_score(w, "score", c->hit.score);
    rc = write_snippet(x, c, a, &at, w, e);
    if (x->options.text)
        jsonw_member_text(w, "text", c->passage.text);
    if (!rc && x->options.text)
        rc = write_parts(x, &c->passage, a, w, e);
    if (!rc)
        shown.passage = passage_part_at(&c->passage, at);
    if (!rc)
        rc = place_find(&c->passage, at, a, &place, e);
    if (!rc && x->options.pointer)
        rc = write_pointer(x, c, &place, a, w, e);
    if (x->options.metadata)
        write_metadata(x, &shown, w);
    jsonw_key(w, "scores");
    jsonw_begin_object(w);
    put_score(w, "keyword", c->hit.keyword);
    put_score(w, "vector", c->hit.vector);
    if (c->is_reranked)
        put_score(w, "rerank", c->rerank);
    jsonw_end_object(w);
    if (!rc && x->options.parent)
        rc = write_parent(x, &shown, a, w, e);
    if (!rc)
        rc = write_same(x, c, a, w, e);
    jsonw_end_object(w);
    return rc;
}
