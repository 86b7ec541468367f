/* fetch.c - fetches what pointers name: lines and sections, rows, JSON. */
#include "base/clock.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "search/documents/ocr_pages.h"
#include "search/documents/page_image.h"
#include "search/documents/passage.h"
#include "search/documents/uri.h"
#include "store/catalog/hotness.h"
#include "store/catalog/metrics.h"
#include "store/catalog/originals.h"
#include "store/json_document/data.h"
#include "tables/cells.h"

#define ARENA_BYTES  ((size_t)64 << 20)  /* for the whole call */
#define ITEM_BYTES   ((size_t)512 << 20) /* of one pointer */
#define TEXTS_BYTES  ((size_t)1 << 30)   /* of documents that are open */
#define OPEN_BYTES   ((size_t)64 << 20)  /* so much of them is kept */
#define VALUE_BYTES  ((size_t)64 * 1024 * 1024)
#define DEFAULT_ROWS 20
#define MAX_POINTERS 10000

/* Documents that were opened for this call, newest first: pointers of an
 * answer often lead into the same ones. */
struct opened {
    int64_t document;
    int64_t version;
    struct passage_text text;
    struct opened *before;
};

struct fetching {
    bool draws; /* pages as images, too */
    struct bases *bases;
    struct base base;
    struct document_parser parser;
    struct arena a; /* of one pointer, then empty again */
    struct arena texts;
    struct opened *last; /* in `texts` */
    int64_t *read;       /* read[n_read], documents that were fetched from */
    size_t n_read;
    struct jsonw *w;
};

static enum err open_text(struct fetching *f, const struct document *d,
                          const struct document_version *v,
                          const struct passage_text **out, struct error *e)
{
    struct opened *o;
    enum err rc;

    for (o = f->last; o; o = o->before) {
        if (o->document == d->id && o->version == v->version) {
            *out = &o->text;
            return OK;
        }
    }
    if (f->texts.used_bytes > OPEN_BYTES) {
        arena_release(&f->texts);
        f->last = NULL;
    }
    o = arena_alloc(&f->texts, sizeof(*o), e);
    if (!o)
        return e->code;
    *o = (struct opened){
        .document = d->id, .version = v->version, .before = f->last};
    rc = passage_open(&f->parser, d, &(struct text_of){v->sha256, v->reader},
                      &f->texts, &o->text, e);
    if (!rc)
        f->last = o;
    *out = &o->text;
    return rc;
}

static void put_uri(struct fetching *f, const struct uri *u)
{
    struct buf b;

    buf_init(&b, (size_t)1 << 20);
    uri_write(u, &b);
    jsonw_member_str(f->w, "uri", buf_str(&b));
    buf_release(&b);
}

static void put_lines(struct fetching *f, struct str text, uint64_t first,
                      uint64_t last)
{
    jsonw_key(f->w, "lines");
    jsonw_begin_array(f->w);
    jsonw_u64(f->w, first);
    jsonw_u64(f->w, last);
    jsonw_end_array(f->w);
    jsonw_member_str(f->w, "text", text);
}

/* Lines on a page as lines of the text. */
static enum err lines_of_page(const struct passage_text *t, const struct uri *u,
                              uint64_t *first, uint64_t *last, struct error *e)
{
    const uint64_t max = UINT32_MAX;
    enum err rc = passage_page(t, u->page, first, last, e);

    if (rc || u->first == 0)
        return rc;
    *last = *first + (u->last < max ? u->last : max) - 1;
    *first += (u->first < max ? u->first : max) - 1;
    return OK;
}

/* Counted as the pointer counts. */
static void put_page(struct fetching *f, const struct uri *u, struct str text,
                     uint64_t lines)
{
    const uint64_t first = u->first ? u->first : 1;

    jsonw_member_u64(f->w, "page", u->page);
    put_lines(f, text, first, first + lines);
}

/* The text of all but the whole document, and its lines there. */
static enum err find_text(const struct passage_text *t, const struct uri *u,
                          struct str *text, uint64_t lines[2], struct error *e)
{
    enum err rc = OK;

    lines[0] = u->first;
    lines[1] = u->last;
    if (u->page)
        rc = lines_of_page(t, u, &lines[0], &lines[1], e);
    if (rc)
        return rc;
    return u->part == URI_HEADING
               ? passage_heading(t, u->heading, text, &lines[0], &lines[1], e)
               : passage_lines(t, lines[0], lines[1], text, e);
}

static enum err fetch_text(struct fetching *f, const struct uri *u,
                           const struct document *d,
                           const struct document_version *v, struct str *text,
                           struct error *e)
{
    const struct passage_text *t = NULL;
    uint64_t lines[2];
    enum err rc = open_text(f, d, v, &t, e);

    if (rc || !t)
        return rc;
    if (u->part == URI_WHOLE) {
        jsonw_member_str(f->w, "text", t->text);
        return OK;
    }
    rc = find_text(t, u, text, lines, e);
    if (rc)
        return rc;
    if (u->page)
        put_page(f, u, *text, lines[1] - lines[0]);
    else
        put_lines(f, *text, lines[0], lines[1]);
    return OK;
}

static enum err fetch_json(struct fetching *f, const struct uri *u,
                           const struct document *d, struct error *e)
{
    struct pointer p;
    struct buf value;
    struct str text;
    enum err rc = pointer_parse(u->json, &f->a, &p, e);

    if (rc)
        return rc;
    buf_init(&value, VALUE_BYTES);
    rc = data_get_document(&f->base, d->id, &p, u->version, &value, e);
    if (!rc)
        rc = buf_finish(&value, &text, e);
    if (!rc)
        jsonw_member_raw(f->w, "value", text);
    buf_release(&value);
    return rc;
}

/* "a,b" with each name encoded. */
static enum err read_columns(struct str text, struct arena *a,
                             struct table_columns *out, struct error *e)
{
    struct str *names;
    size_t n = text.n > 0;
    enum err rc = OK;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == ',';
    names = arena_alloc_array(a, n, sizeof(*names), e);
    if (!names)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++) {
        size_t end = str_find_char(text, ',');

        rc = uri_decode(str_slice(text, 0, end), a, &names[i], e);
        text = str_slice(text, end + 1, text.n);
    }
    *out = (struct table_columns){names, n};
    return rc;
}

/* The table may have begun on a page before: then it is called by that one. */
static enum err find_continued(struct fetching *f, const struct uri *u,
                               struct table_source *s,
                               struct table_range *range, struct error *e)
{
    const struct table_source whole = {.base = s->base, .path = s->path};
    struct error why;
    struct json *root;
    struct str map;
    uint64_t row;

    if (table_get_map(f->bases->tables, &whole, &f->a, &map, &why) ||
        json_parse(map, &json_answer_limits, &f->a, &root, &why) ||
        !table_cells_on_page(root, u->page, u->table, &s->sheet, &row))
        return e->code;
    range->start += row - 1;
    return OK;
}

static enum err fetch_rows(struct fetching *f, const struct uri *u,
                           const struct document *d, struct error *e)
{
    struct table_source s = {.base = &f->base, .sheet = u->sheet};
    struct table_columns columns = {0};
    struct table_range range = {.start = u->first ? u->first : 1,
                                .count = u->first ? u->last - u->first + 1
                                                  : DEFAULT_ROWS};
    struct str json;
    enum err rc = read_columns(u->columns, &f->a, &columns, e);

    if (!rc && u->table &&
        !u->page) /* as engine/ingest/ingest_cells.c names it */
        rc = str_printf(&f->a, &s.sheet, e, "table_%llu",
                        (unsigned long long)u->table);
    else if (!rc && u->table)
        rc = str_printf(&f->a, &s.sheet, e, "page_%llu_table_%llu",
                        (unsigned long long)u->page,
                        (unsigned long long)u->table);
    if (!rc && u->version && u->version != d->version)
        rc = str_printf(&f->a, &s.path, e, "%s/%.*s@%lld", f->base.name,
                        STR_FMT(d->key), (long long)u->version);
    else if (!rc)
        rc = str_printf(&f->a, &s.path, e, "%s/%.*s", f->base.name,
                        STR_FMT(d->key));
    if (columns.n > 0)
        range.columns = &columns;
    if (!rc)
        rc = table_read_rows(f->bases->tables, &s, &range, &f->a, &json, e);
    if (rc == ERR_NOT_FOUND && u->table && u->page) {
        rc = find_continued(f, u, &s, &range, e);
        if (!rc)
            rc = table_read_rows(f->bases->tables, &s, &range, &f->a, &json, e);
    }
    if (!rc)
        jsonw_member_raw(f->w, "table", json);
    return rc;
}

/* What a pointer without a fragment means depends on the document. */
static enum uri_part part_of(const struct uri *u, const struct document *d)
{
    if (u->part != URI_WHOLE)
        return u->part;
    if (str_is(d->source_type, "table"))
        return URI_ROWS;
    return d->mount.p ? URI_JSON : URI_WHOLE;
}

/* ---- pages as images ---- */

/* What is named on a page that OCR read is marked by its words. */
static enum err open_words(struct fetching *f, const struct uri *u,
                           const struct document *d,
                           const struct document_version *v, int *words,
                           struct error *e)
{
    const struct passage_text *t = NULL;
    enum err rc = open_text(f, d, v, &t, e);

    return rc || !passage_page_is_by_ocr(t, u->page)
               ? rc
               : ocr_pages_find(&f->base, v->sha256, words, e);
}

/* The page that a pointer names, with what it names there; `text` is that. */
static enum err draw_page(struct fetching *f, const struct uri *u,
                          const struct document *d,
                          const struct document_version *v, struct str text,
                          struct error *e)
{
    struct page_image_request r = {.page = u->page,
                                   .text = u->first ? text : (struct str){0},
                                   .table = u->table,
                                   .words = -1};
    int fd = -1;
    enum err rc = r.text.n ? open_words(f, u, d, v, &r.words, e) : OK;

    if (!rc)
        rc = originals_open(&f->base, v->sha256, &fd, e);
    if (!rc) {
        jsonw_key(f->w, "image");
        jsonw_begin_object(f->w);
        rc = page_image_write(&f->parser, fd, &r, f->w, e);
        jsonw_end_object(f->w);
    }
    fs_close(&fd);
    fs_close(&r.words);
    return rc;
}

/* A page without text, such as a scan, can be looked at all the same. */
static enum err fetch_drawn(struct fetching *f, const struct uri *u,
                            const struct document *d,
                            const struct document_version *v, struct error *e)
{
    struct error why = {0};
    struct str text = {0};
    enum err rc;

    if (!u->page || !document_has_drawn_pages(d->format))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "only a page of a PDF or a picture has an image: name "
                         "one, as in #page=4");
    if (u->table)
        rc = fetch_rows(f, u, d, &why);
    else
        rc = fetch_text(f, u, d, v, &text, &why);
    if (rc && rc != ERR_NOT_FOUND && rc != ERR_FILE_READ_FAILED) {
        *e = why;
        return rc;
    }
    return draw_page(f, u, d, v, text, e);
}

static enum err fetch_part(struct fetching *f, struct uri *u,
                           const struct document *d,
                           const struct document_version *v, struct error *e)
{
    struct str text = {0};

    if (f->draws)
        return fetch_drawn(f, u, d, v, e);
    switch (part_of(u, d)) {
    case URI_JSON: return fetch_json(f, u, d, e);
    case URI_ROWS: return fetch_rows(f, u, d, e);
    case URI_WHOLE:
    case URI_LINES:
    case URI_HEADING: break;
    }
    return fetch_text(f, u, d, v, &text, e);
}

static enum err fetch_one(struct fetching *f, struct str given, struct error *e)
{
    struct document_version v = {0};
    struct document d;
    struct uri u;
    struct uri exact;
    enum err rc = uri_read(given, &f->a, &u, e);

    if (!rc && !str_is(u.base, f->base.name))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the pointer names base '%.*s', not '%s'",
                       STR_FMT(u.base), f->base.name);
    if (!rc)
        rc = document_find(&f->base, u.document, &f->a, &d, e);
    if (!rc)
        rc = document_get_version(&f->base, d.id, u.version, &f->a, &v, e);
    if (rc)
        return rc;
    exact = u;
    exact.document = d.key;
    exact.version = v.version;
    jsonw_begin_object(f->w);
    put_uri(f, &exact);
    jsonw_member_str(f->w, "document", d.name);
    jsonw_member_i64(f->w, "version", v.version);
    jsonw_member_i64(f->w, "latest_version", d.version);
    jsonw_member_bool(f->w, "changed", /* since that version */
                      !str_eq(v.fingerprint, d.fingerprint));
    rc = fetch_part(f, &u, &d, &v, e);
    jsonw_end_object(f->w);
    if (!rc && f->read)
        f->read[f->n_read++] = d.id;
    return rc;
}

/* What is read is used, and an evidence that is looked at was worth showing;
 * that it cannot be noted is no failure. */
static void touch(struct fetching *f)
{
    struct error ignored;

    metrics_count(METRIC_EVIDENCE_FETCHED, f->n_read);
    (void)!hotness_touch(&f->base, f->read, f->n_read, HOTNESS_READ,
                         clock_wall_ms() / 1000, &ignored);
}

/* Is it the pointer's own, so that the others are fetched all the same? */
static bool is_own(enum err code)
{
    return code == ERR_NOT_FOUND || code == ERR_VALIDATION_FAILED ||
           code == ERR_FILE_READ_FAILED || code == ERR_FORBIDDEN;
}

static void put_failure(struct fetching *f, struct str given,
                        const struct error *why)
{
    jsonw_begin_object(f->w);
    if (str_starts(given, STR("{")))
        jsonw_member_null(f->w, "uri");
    else
        jsonw_member_str(f->w, "uri", given);
    jsonw_key(f->w, "error");
    jsonw_begin_object(f->w);
    bases_write_failure(f->w, why);
    jsonw_end_object(f->w);
    jsonw_end_object(f->w);
}

/* One, apart, so that nothing is said of what fails half way. */
static enum err fetch_item(struct fetching *f, struct str given,
                           struct error *e)
{
    struct jsonw *all = f->w;
    struct jsonw own;
    struct str item;
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * VALUE_BYTES);
    jsonw_init(&own, &b);
    f->w = &own;
    rc = fetch_one(f, given, e);
    f->w = all;
    if (!rc)
        rc = buf_finish(&b, &item, e);
    if (!rc)
        jsonw_raw(f->w, item);
    buf_release(&b);
    return rc;
}

static enum err fetch_all(struct fetching *f, struct bases_pointers *p,
                          struct error *e)
{
    struct error first = {0};
    struct str ignored;
    size_t failed = 0;

    for (size_t i = 0; i < p->n; i++) {
        struct error why = {0};
        enum err rc = p->refused ? p->refused[i].code : OK;

        if (rc)
            why = p->refused[i];
        else
            rc = fetch_item(f, p->given[i], &why);
        arena_release(&f->a);
        if (!rc && f->w->out->overflow) /* what follows fits no more either */
            rc = buf_finish(f->w->out, &ignored, &why);
        if (rc && p->n > 1)
            error_wrap(&why, "pointer %zu", i + 1);
        if (rc && !first.code)
            first = why;
        if (rc && !is_own(rc)) {
            *e = why;
            return rc;
        }
        if (rc)
            put_failure(f, p->given[i], &why);
        failed += rc != OK;
    }
    p->failure = first.code;
    if (failed == 0 || failed < p->n)
        return OK;
    *e = first;
    return first.code;
}

enum err bases_fetch(struct bases *b, struct str name, struct bases_pointers *p,
                     struct jsonw *w, struct error *e)
{
    struct arena a;
    struct fetching f = {
        .draws = p->draws, .bases = b, .base = BASE_NONE, .w = w};
    enum err rc;

    if (p->n > MAX_POINTERS)
        return error_set(e, ERR_LIMIT, "a call fetches up to %d pointers",
                         MAX_POINTERS);
    arena_init(&a, ARENA_BYTES);
    arena_init(&f.a, ITEM_BYTES);
    arena_init(&f.texts, TEXTS_BYTES);
    document_parser_init(&f.parser, tables_pool(b->tables), &f.base, &a);
    f.read = arena_alloc_array(&a, p->n, sizeof(*f.read), e);
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", name);
    jsonw_key(w, "items");
    jsonw_begin_array(w);
    rc = base_open_in(&b->registry, name, &a, &f.base, e);
    if (!rc && !f.read)
        rc = e->code;
    if (!rc)
        rc = fetch_all(&f, p, e);
    jsonw_end_array(w);
    jsonw_end_object(w);
    if (!rc)
        touch(&f);
    document_parser_close(&f.parser);
    base_close(&f.base);
    arena_release(&f.texts);
    arena_release(&f.a);
    arena_release(&a);
    return rc;
}
