/*
 * XML through expat, with namespaces resolved by it.
 *
 * expat gives names as "namespace|local" and keeps a whole tag in memory until
 * it ends, however long it is; so the bytes that were given without an event
 * are bounded here. Text comes in pieces of its own and needs no bound.
 */
#include "formats/package/xml.h"

#include "base/text/shown.h"

#include "base/mem.h"

#include <expat.h>
#include <string.h>

#define SEPARATOR   '|'
#define PIECE_BYTES 65536

#define URI(text)              \
    {                          \
        text "|", sizeof(text) \
    }

struct uri {
    const char *text; /* with the separator */
    size_t n;
};

static const struct uri own_uris[] = {
    URI("http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    URI("http://purl.oclc.org/ooxml/spreadsheetml/main"),
    URI("http://schemas.openxmlformats.org/package/2006/relationships"),
};

static const struct uri rel_uris[] = {
    URI("http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    URI("http://purl.oclc.org/ooxml/officeDocument/relationships"),
};

struct xml_reader {
    XML_Parser parser;
    struct xml_input input;
    struct shown name; /* of the part */
    struct xml_handler h;
    struct error why; /* of rc */
    enum err rc;
    unsigned depth;
    unsigned skipped; /* depth inside a foreign element; 0: not in one */
    size_t uri;       /* of the last element, likely that of the next */
    uint64_t fed;     /* bytes */
    bool is_fed, is_paused;
};

/* The local name when `name` is in this namespace, else NULL. */
static const char *local_of(const char *name, const struct uri *uri)
{
    return strncmp(name, uri->text, uri->n) == 0 ? name + uri->n : NULL;
}

static const char *own_name(struct xml_reader *r, const char *name)
{
    const char *local = local_of(name, &own_uris[r->uri]);

    for (size_t i = 0; !local && i < sizeof(own_uris) / sizeof(own_uris[0]);
         i++) {
        local = local_of(name, &own_uris[i]);
        if (local)
            r->uri = i;
    }
    if (local)
        return local;
    return strchr(name, SEPARATOR) ? NULL : name;
}

/* The local name of an element of any namespace. */
static const char *any_name(const char *name, struct str *space)
{
    const char *end = strrchr(name, SEPARATOR);

    *space = (struct str){name, end ? (size_t)(end - name) : 0};
    return end ? end + 1 : name;
}

static void stop(struct xml_reader *r, enum err rc)
{
    if (r->rc)
        return;
    r->rc = rc;
    if (r->why.pos.line == 0) {
        r->why.pos.line = XML_GetCurrentLineNumber(r->parser);
        r->why.pos.column = XML_GetCurrentColumnNumber(r->parser) + 1;
        r->why.pos.offset = (uint64_t)XML_GetCurrentByteIndex(r->parser);
    }
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL on_start(void *data, const XML_Char *name,
                             const XML_Char **attrs)
{
    struct xml_reader *r = data;
    struct xml_element el = {.attrs = attrs};

    if (r->rc)
        return;
    if (++r->depth > XML_MAX_DEPTH) {
        stop(r, error_set(&r->why, ERR_LIMIT,
                          "'%s' is nested more than %u elements deep",
                          r->name.text, XML_MAX_DEPTH));
        return;
    }
    if (r->input.is_all_wanted)
        el.name = any_name(name, &el.space);
    else if (!r->skipped)
        el.name = own_name(r, name);
    if (!el.name) {
        r->skipped++;
        return;
    }
    if (r->h.start) {
        enum err rc = r->h.start(r->h.ctx, &el, &r->why);

        if (rc)
            stop(r, rc);
    }
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct xml_reader *r = data;

    (void)name;
    if (r->rc)
        return;
    r->depth--;
    if (r->skipped) {
        r->skipped--;
    } else if (r->h.end) {
        enum err rc = r->h.end(r->h.ctx, &r->why);

        if (rc)
            stop(r, rc);
    }
}

static void XMLCALL on_text(void *data, const XML_Char *text, int n)
{
    struct xml_reader *r = data;

    if (!r->rc && !r->skipped && r->h.text) {
        enum err rc =
            r->h.text(r->h.ctx, (struct str){text, (size_t)n}, &r->why);

        if (rc)
            stop(r, rc);
    }
}

static void XMLCALL on_doctype(void *data, const XML_Char *name,
                               const XML_Char *system,
                               const XML_Char *public_id, int internal)
{
    struct xml_reader *r = data;

    (void)name, (void)system, (void)public_id;
    if (!internal)
        return; /* the name of one, as old programs put it; nothing is fetched */
    stop(r, error_set(&r->why, ERR_FILE_READ_FAILED,
                      "'%s' declares a document type, as no Office file does",
                      r->name.text));
}

/* It may be of the document type that is named, of which nothing is known. */
static void XMLCALL on_entity(void *data, const XML_Char *name,
                              int is_parameter)
{
    struct xml_reader *r = data;

    (void)is_parameter;
    if (!r->rc)
        stop(r, error_set(&r->why, ERR_FILE_READ_FAILED,
                          "'%s' has the entity '%.40s', which is not declared",
                          r->name.text, name));
}

/* What expat says, where it says it. */
static void parser_error(struct xml_reader *r)
{
    enum XML_Error code = XML_GetErrorCode(r->parser);

    if (code == XML_ERROR_NO_MEMORY)
        stop(r, error_set(&r->why, ERR_LIMIT, "out of memory: cannot read '%s'",
                          r->name.text));
    else
        stop(r, error_set(&r->why, ERR_FILE_READ_FAILED,
                          "'%s' is not well-formed XML: %s", r->name.text,
                          XML_ErrorString(code)));
}

static void check_tag(struct xml_reader *r)
{
    XML_Index at = XML_GetCurrentByteIndex(r->parser);

    /* newer versions wait for the end of a long tag: then nothing is parsed,
     * and there is no index yet */
    if (at < 0)
        at = 0;
    if (r->fed > XML_MAX_TAG_BYTES && !r->is_paused &&
        (uint64_t)at < r->fed - XML_MAX_TAG_BYTES)
        stop(r, error_set(&r->why, ERR_LIMIT,
                          "'%s' has a tag of more than %llu bytes",
                          r->name.text, (unsigned long long)XML_MAX_TAG_BYTES));
}

/* After a piece, or what a pause left of it. */
static void check_status(struct xml_reader *r, enum XML_Status status)
{
    if (status == XML_STATUS_ERROR && !r->rc)
        parser_error(r);
    if (!r->rc)
        check_tag(r);
}

static void feed(struct xml_reader *r)
{
    size_t got = 1;

    while (!r->rc && !r->is_fed && !r->is_paused) {
        void *to = XML_GetBuffer(r->parser, PIECE_BYTES);
        enum err rc;

        if (!to) {
            parser_error(r);
            return;
        }
        rc = r->input.read(r->input.ctx, to, PIECE_BYTES, &got, &r->why);
        if (rc) {
            stop(r, rc);
            return;
        }
        r->fed += got;
        r->is_fed = got == 0;
        check_status(r, XML_ParseBuffer(r->parser, (int)got, r->is_fed));
    }
}

static enum err begin(struct xml_reader *r, const struct xml_input *input,
                      const struct xml_handler *h, struct error *e)
{
    *r = (struct xml_reader){.input = *input, .h = *h};
    (void)shown_name(input->name, &r->name);
    r->parser = XML_ParserCreateNS(NULL, SEPARATOR);
    if (!r->parser)
        return error_set(e, ERR_LIMIT, "out of memory: cannot read '%s'",
                         r->name.text);
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    if (h->text)
        XML_SetCharacterDataHandler(r->parser, on_text);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    XML_SetSkippedEntityHandler(r->parser, on_entity);
    return OK;
}

enum err xml_read(const struct xml_input *input, const struct xml_handler *h,
                  struct error *e)
{
    struct xml_reader r;

    if (begin(&r, input, h, e) != OK)
        return e->code;
    feed(&r);
    XML_ParserFree(r.parser);
    if (r.rc)
        *e = r.why;
    return r.rc;
}

enum err xml_open(const struct xml_input *input, const struct xml_handler *h,
                  struct xml_reader **out, struct error *e)
{
    struct xml_reader *r = mem_new(sizeof(*r), e);

    if (!r)
        return e->code;
    if (begin(r, input, h, e) != OK) {
        mem_free(r);
        return e->code;
    }
    *out = r;
    return OK;
}

void xml_close(struct xml_reader *r)
{
    if (!r)
        return;
    XML_ParserFree(r->parser);
    mem_free(r);
}

void xml_pause(struct xml_reader *r)
{
    r->is_paused = XML_StopParser(r->parser, XML_TRUE) == XML_STATUS_OK;
}

enum err xml_resume(struct xml_reader *r, bool *is_paused, struct error *e)
{
    if (r->is_paused) {
        r->is_paused = false;
        check_status(r, XML_ResumeParser(r->parser));
    }
    feed(r);
    *is_paused = r->is_paused;
    if (r->rc)
        *e = r->why;
    return r->rc;
}

const char *xml_attr(const struct xml_element *el, const char *name)
{
    for (const char **a = el->attrs; *a; a += 2)
        if (strcmp(a[0], name) == 0)
            return a[1];
    return NULL;
}

const char *xml_attr_any(const struct xml_element *el, const char *name)
{
    struct str space;

    for (const char **a = el->attrs; *a; a += 2)
        if (strcmp(any_name(a[0], &space), name) == 0)
            return a[1];
    return NULL;
}

uint32_t xml_attr_number(const struct xml_element *el, const char *name,
                         uint32_t max, uint32_t otherwise)
{
    const char *text = xml_attr_any(el, name);
    struct error ignored;
    uint64_t n;

    return text && str_parse_u64(str_from(text), max, &n, &ignored) == OK
               ? (uint32_t)n
               : otherwise;
}

const char *xml_attr_rel(const struct xml_element *el, const char *name)
{
    for (const char **a = el->attrs; *a; a += 2)
        for (size_t i = 0; i < sizeof(rel_uris) / sizeof(rel_uris[0]); i++) {
            const char *local = local_of(a[0], &rel_uris[i]);

            if (local && strcmp(local, name) == 0)
                return a[1];
        }
    return NULL;
}

bool xml_attr_true(const struct xml_element *el, const char *name)
{
    const char *value = xml_attr(el, name);

    return value && (strcmp(value, "1") == 0 || strcmp(value, "true") == 0 ||
                     strcmp(value, "on") == 0);
}

bool xml_attr_preserve(const struct xml_element *el)
{
    const char *value =
        xml_attr(el, "http://www.w3.org/XML/1998/namespace|space");

    return value && strcmp(value, "preserve") == 0;
}
