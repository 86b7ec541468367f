#include "search/documents/passage.h"

#include "search/documents/ocr_languages.h"
#include "store/catalog/originals.h"

#include <string.h>
#include <unistd.h>

/* What was made of a content. */
struct made {
    struct json *sections;
    const char *text; /* where it is, if it is not the source */
};

/* What one version of the reader made, if it is there and whole. */
static bool read_kept(const struct base *b, const struct text_of *t,
                      struct arena *a, struct made *out)
{
    const char *sections;
    struct str json = {0};
    struct error why;

    return !derived_text_path(b, t, a, &sections, &out->text, &why) &&
           !fs_read_file(sections, "sections",
                         DOCUMENT_PARSER_MAX_SECTIONS_BYTES, a, &json, &why) &&
           !json_parse(json, &json_default_limits, a, &out->sections, &why);
}

/* Both files of a content, by the reader that its version was read by. What that one
 * made can be lost, and not be made again; then by the present one. */
static enum err read_sections(struct document_parser *p,
                              const struct document *d, const struct text_of *t,
                              struct arena *a, struct made *out,
                              struct error *e)
{
    const struct text_of now = {t->sha256, STR(DOCUMENT_PARSER_READER)};
    const struct str sha256 = t->sha256;
    const char *sections;
    struct str json = {0};
    int fd = -1;
    char format[32];
    enum err rc = OK;

    if ((t->reader.n > 0 && read_kept(p->base, t, a, out)) ||
        (!str_eq(t->reader, now.reader) && read_kept(p->base, &now, a, out)))
        return OK;
    rc = derived_text_path(p->base, &now, a, &sections, &out->text, e);
    if (rc)
        return rc;
    rc = d->format.n < sizeof(format)
             ? originals_open(p->base, sha256, &fd, e)
             : error_set(e, ERR_INTERNAL,
                         "a format with a name that is too long");
    if (!rc) {
        memcpy(format, d->format.p, d->format.n);
        format[d->format.n] = '\0';
        rc = document_parser_sections(p, fd, sha256, format, NULL, e);
    }
    fs_close(&fd);
    if (!rc)
        rc = fs_read_file(sections, "sections",
                          DOCUMENT_PARSER_MAX_SECTIONS_BYTES, a, &json, e);
    return rc ? rc
              : json_parse(json, &json_default_limits, a, &out->sections, e);
}

static enum err read_original(const struct base *b, struct str sha256,
                              struct arena *a, struct str *out, struct error *e)
{
    struct str path;
    int fd = -1;
    enum err rc = originals_open(b, sha256, &fd, e); /* wherever it is */

    fs_close(&fd);
    if (!rc)
        rc = str_printf(a, &path, e, "%s/%.*s", b->files, STR_FMT(sha256));
    return rc ? rc
              : fs_read_file(path.p, "an original of the base",
                             DOCUMENT_PARSER_MAX_TEXT_BYTES, a, out, e);
}

enum err passage_open(struct document_parser *p, const struct document *d,
                      const struct text_of *t, struct arena *a,
                      struct passage_text *out, struct error *e)
{
    struct made made = {0};
    struct json *root;
    const struct json *bytes;
    uint64_t from = 0;
    enum err rc;

    if (str_is(d->source_type, "table") || str_is(d->source_type, "data"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%.*s' is not text; name its rows or its JSON",
                         STR_FMT(d->name));
    rc = read_sections(p, d, t, a, &made, e);
    if (rc)
        return rc;
    root = made.sections;
    rc = json_is_true(json_find(root, "text_is_source"))
             ? read_original(p->base, t->sha256, a, &out->text, e)
             : fs_read_file(made.text, "a text of the base",
                            DOCUMENT_PARSER_MAX_TEXT_BYTES, a, &out->text, e);
    bytes = json_find(root, "bytes");
    if (!rc && bytes && bytes->first)
        rc = json_read_u64(bytes->first, "bytes", out->text.n, &from, e);
    if (rc)
        return rc;
    if (json_is_true(json_find(root, "text_is_source")))
        out->text = str_slice(out->text, from, out->text.n); /* the mark */
    out->base = from;
    out->sections = root;
    return OK;
}

/* Past the end of the line that begins at `at`: LF, CR LF and CR end one. */
static size_t line_end(struct str s, size_t at)
{
    while (at < s.n && s.p[at] != '\n' && s.p[at] != '\r')
        at++;
    if (at + 1 < s.n && s.p[at] == '\r' && s.p[at + 1] == '\n')
        at++;
    return at < s.n ? at + 1 : at;
}

enum err passage_lines(const struct passage_text *t, uint64_t first,
                       uint64_t last, struct str *out, struct error *e)
{
    size_t at = 0;
    size_t begin = 0;
    uint64_t line = 0;

    while (at < t->text.n && line < last) {
        line++;
        if (line == first)
            begin = at;
        at = line_end(t->text, at);
    }
    if (line < first)
        return error_set(e, ERR_NOT_FOUND, "the document has %llu lines",
                         (unsigned long long)line);
    *out = str_slice(t->text, begin, at);
    return OK;
}

/* Number `i` of a list, or NULL. */
static const struct json *at(const struct json *list, uint64_t i)
{
    const struct json *j = list ? list->first : NULL;

    while (j && i-- > 0)
        j = j->next;
    return j;
}

static uint64_t number(const struct json *object, const char *key)
{
    struct error ignored;
    uint64_t n = 0;

    if (json_read_u64(json_find(object, key), key, UINT32_MAX, &n, &ignored))
        return 0;
    return n;
}

/* The section that an id leads to: its own, or that of an anchor. */
static const struct json *find_section(const struct passage_text *t,
                                       struct str id)
{
    const struct json *sections = json_find(t->sections, "sections");
    const struct json *anchors = json_find(t->sections, "anchors");

    for (const struct json *s = at(sections, 0); s; s = s->next) {
        if (str_eq(json_text(json_find(s, "id")), id))
            return s;
    }
    for (const struct json *a = at(anchors, 0); a; a = a->next) {
        if (str_eq(json_text(json_find(a, "id")), id))
            return at(sections, number(a, "section"));
    }
    return NULL;
}

enum err passage_heading(const struct passage_text *t, struct str id,
                         struct str *out, uint64_t *first, uint64_t *last,
                         struct error *e)
{
    const struct json *s = id.n ? find_section(t, id) : NULL;
    const struct json *end, *range, *last_range;
    struct error ignored;

    if (!s)
        return error_set(e, ERR_NOT_FOUND,
                         "no heading of the document has that id");
    range = json_find(s, "range");
    end = at(json_find(t->sections, "sections"),
             number(s, "end_section") ? number(s, "end_section") - 1 : 0);
    last_range = json_find(end ? end : s, "range");
    *first = *last = 0;
    if (json_read_u64(at(range, 0), "line", UINT32_MAX, first, &ignored) ||
        json_read_u64(at(last_range, 1), "line", UINT32_MAX, last, &ignored))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the sections of the document are damaged; run "
                         "'quarry base rebuild'");
    return passage_lines(t, *first, *last, out, e);
}

/* Why nothing stands on a page. */
static enum err page_error(const struct json *page, uint64_t number,
                           struct error *e)
{
    const struct str state = json_text(json_find(page, "state"));

    if (state.n == 0)
        return error_set(e, ERR_NOT_FOUND, "page %llu has no text of its own",
                         (unsigned long long)number);
    return error_set(e, ERR_NOT_FOUND, "page %llu could not be read: %s",
                     (unsigned long long)number,
                     passage_page_state(state, false));
}

const char *passage_page_state(struct str state, bool lacks_ocr)
{
    static const char *const said[][2] = {
        {"empty", "nothing is on it"},
        {"picture", "a picture without text"},
        {"undecodable",
         "the document does not tell which letters its text has"},
        {"unknown",
         "the document does not tell which letters its text has"}, /* 0.2 */
        {"damaged", "it is damaged"},
        {"unreadable", "a picture that OCR cannot read"},
        {"part", "the picture is damaged or ends early; what is there was "
                 "read"}};

    if (lacks_ocr && str_is(state, "picture"))
        return "a picture without text; install " OCR_LANGUAGES_PACKAGE
               " to read it";
    for (size_t i = 0; i < COUNT_OF(said); i++)
        if (str_is(state, said[i][0]))
            return said[i][1];
    return "the reason is not known";
}

bool passage_page_is_by_ocr(const struct passage_text *t, uint64_t page)
{
    const struct json *pages = json_find(t->sections, "pages");
    const struct json *at_page = pages ? at(pages, page - 1) : NULL;

    return at_page && json_find(at_page, "ocr") != NULL;
}

enum err passage_page(const struct passage_text *t, uint64_t page,
                      uint64_t *first, uint64_t *last, struct error *e)
{
    const struct json *pages = json_find(t->sections, "pages");
    const struct json *at_page = pages ? at(pages, page - 1) : NULL;
    uint64_t end;

    if (!at_page)
        return error_set(e, ERR_NOT_FOUND, "the document has %zu pages",
                         pages ? pages->count : 0);
    *first = number(at_page, "line");
    end = at_page->next ? number(at_page->next, "line")
                        : number(t->sections, "lines") + 1;
    *last = end - 1;
    return *first > 0 && *first < end && !json_find(at_page, "state")
               ? OK
               : page_error(at_page, page, e);
}
