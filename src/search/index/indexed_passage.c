#include "search/index/indexed_passage.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

uint64_t passage_hash(const struct str *text, size_t n)
{
    struct hash h;
    uint8_t digest[HASH_BYTES];
    uint64_t out = 0;

    hash_init(&h);
    for (size_t i = 0; i < n; i++) {
        const uint64_t bytes = text[i].n;

        hash_update(&h, &bytes, sizeof(bytes));
        hash_update(&h, text[i].p, text[i].n);
    }
    hash_finish(&h, digest);
    memcpy(&out, digest, sizeof(out));
    return out;
}

uint64_t passage_id(const struct passage *p)
{
    const struct str parts[] = {p->document,
                                {(const char *)&p->index, sizeof(p->index)},
                                {(const char *)&p->content, sizeof(p->content)},
                                p->fragment};

    return passage_hash(parts, sizeof(parts) / sizeof(parts[0]));
}

void passage_id_text(uint64_t id, char out[PASSAGE_ID_BYTES])
{
    (void)snprintf(out, PASSAGE_ID_BYTES, "%016llx", (unsigned long long)id);
}

static void put_text(struct jsonw *w, const char *key, struct str text)
{
    if (text.n == 0)
        return;
    jsonw_member_str(w, key, text);
}

static void put_number(struct jsonw *w, const char *key, uint64_t n)
{
    if (n == 0)
        return;
    jsonw_member_u64(w, key, n);
}

static void put_range(struct jsonw *w, const char *key, uint64_t from,
                      uint64_t to)
{
    if (to == 0)
        return;
    jsonw_key(w, key);
    jsonw_begin_array(w);
    jsonw_u64(w, from);
    jsonw_u64(w, to);
    jsonw_end_array(w);
}

static void put_headings(struct jsonw *w, const struct passage *p)
{
    if (p->n_headings == 0)
        return;
    jsonw_key(w, "headings");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_headings; i++)
        jsonw_str(w, p->heading[i]);
    jsonw_end_array(w);
}

/* How many of its first headings a part shares with the one before. */
static size_t count_shared(const struct passage_part *x,
                           const struct passage_part *before)
{
    size_t n = 0;

    while (n < x->n_headings && n < before->n_headings &&
           str_eq(x->heading[n], before->heading[n]))
        n++;
    return n;
}

static void put_parts(struct jsonw *w, const struct passage *p)
{
    if (p->n_parts < 2)
        return;
    jsonw_key(w, "parts");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_parts; i++) {
        const struct passage_part *x = &p->part[i];
        size_t shared = i ? count_shared(x, x - 1) : x->n_headings;

        jsonw_begin_array(w);
        jsonw_u64(w, x->at);
        jsonw_u64(w, x->first_line);
        jsonw_u64(w, x->last_line);
        jsonw_u64(w, shared);
        jsonw_str(w, x->heading_id);
        for (size_t k = shared; k < x->n_headings; k++)
            jsonw_str(w, x->heading[k]);
        jsonw_end_array(w);
    }
    jsonw_end_array(w);
}

static void put_part_pages(struct jsonw *w, const struct passage *p)
{
    if (p->n_parts < 2 || p->part[0].page == 0)
        return;
    jsonw_key(w, "part_pages");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_parts; i++)
        jsonw_u64(w, p->part[i].page);
    jsonw_end_array(w);
}

static void put_part_labels(struct jsonw *w, const struct passage *p)
{
    bool is_any = false;

    for (size_t i = 0; p->n_parts > 1 && i < p->n_parts; i++)
        is_any |= p->part[i].page_label.n > 0;
    if (!is_any)
        return;
    jsonw_key(w, "part_labels");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_parts; i++)
        jsonw_str(w, p->part[i].page_label);
    jsonw_end_array(w);
}

struct passage passage_part_at(const struct passage *p, size_t at)
{
    struct passage out = *p;
    size_t i = 0;

    if (p->n_parts < 2)
        return out;
    while (i + 1 < p->n_parts && p->part[i + 1].at <= at)
        i++;
    out.text = str_slice(p->text, p->part[i].at,
                         i + 1 < p->n_parts ? p->part[i + 1].at : p->text.n);
    out.text = str_trim(out.text);
    out.overlap = i ? 0 : p->overlap;
    out.first_line = p->part[i].first_line;
    out.last_line = p->part[i].last_line;
    if (p->part[i].page) {
        out.page = p->part[i].page;
        out.page_label = p->part[i].page_label;
    }
    out.n_headings = p->part[i].n_headings;
    memcpy(out.heading, p->part[i].heading, sizeof(out.heading));
    out.heading_id = p->part[i].heading_id;
    out.n_parts = 0;
    return out;
}

void passage_write(const struct passage *p, struct buf *out)
{
    char content[PASSAGE_ID_BYTES];
    struct jsonw w;

    passage_id_text(p->content, content);
    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    put_text(&w, "document", p->document);
    put_number(&w, "version", (uint64_t)p->version);
    put_number(&w, "index", p->index);
    put_text(&w, "content", str_from(content));
    put_text(&w, "fragment", p->fragment);
    if (p->is_json)
        jsonw_member_str(&w, "pointer", p->pointer);
    put_text(&w, "last_pointer", p->last_pointer);
    put_text(&w, "title", p->title);
    put_headings(&w, p);
    put_text(&w, "heading_id", p->heading_id);
    put_text(&w, "chapter", p->chapter);
    put_text(&w, "language", p->language);
    put_range(&w, "lines", p->first_line, p->last_line);
    put_range(&w, "bytes", p->begin, p->end);
    put_number(&w, "page", p->page);
    put_number(&w, "overlap", p->overlap);
    put_text(&w, "tags", p->tags);
    put_text(&w, "links", p->links);
    put_text(&w, "model", p->model);
    put_text(&w, "lexical_only", p->lexical_only);
    put_parts(&w, p);
    put_part_pages(&w, p);
    put_text(&w, "page_label", p->page_label);
    put_part_labels(&w, p);
    put_number(&w, "ocr", p->ocr_percent);
    jsonw_end_object(&w);
    buf_put_char(out, '\n');
    buf_put_str(out, p->text);
}

/* Take `text` from the beginning of *s. */
static bool take_text(struct str *s, struct str text)
{
    bool is_there = str_starts(*s, text);

    if (is_there)
        *s = str_slice(*s, text.n, s->n);
    return is_there;
}

/* Take `name` and the number after it; 0 where the member was left out. */
static bool take_number(struct str *s, struct str name, uint64_t *out)
{
    size_t n = 0;

    *out = 0;
    if (!take_text(s, name))
        return true;
    for (; n < s->n && s->p[n] >= '0' && s->p[n] <= '9' && n < 19; n++)
        *out = *out * 10 + (uint64_t)(s->p[n] - '0');
    *s = str_slice(*s, n, s->n);
    return n > 0;
}

bool passage_read_origin(struct str bytes, struct passage_origin *out)
{
    struct str s = str_slice(bytes, 0, str_find_char(bytes, '\n'));
    size_t end;

    *out = (struct passage_origin){0};
    if (!take_text(&s, STR("{\"document\":\"")))
        return false;
    end = str_find_char(s, '"');
    out->document = str_slice(s, 0, end);
    if (end == s.n || str_find_char(out->document, '\\') < end)
        return false;
    s = str_slice(s, end + 1, s.n);
    /* within a string of JSON a quote has a backslash before it */
    out->is_text = str_find(s, STR(",\"lines\":[")) < s.n;
    return take_number(&s, STR(",\"version\":"), &out->version) &&
           take_number(&s, STR(",\"index\":"), &out->index);
}

static bool number(const struct json *j, uint64_t *out)
{
    struct error ignored;

    *out = 0;
    return !j || json_read_u64(j, "number", INT64_MAX, out, &ignored) == OK;
}

static bool range(const struct json *j, uint64_t *from, uint64_t *to)
{
    *from = *to = 0;
    return !j || (j->type == JSON_ARRAY && j->count == 2 &&
                  number(j->first, from) && number(j->first->next, to));
}

static bool read_content(const struct json *j, uint64_t *out)
{
    struct str hex = json_text(j);

    *out = 0;
    for (size_t i = 0; i < hex.n; i++) {
        const char *const digits = "0123456789abcdef";
        const char *at = memchr(digits, hex.p[i], 16);

        if (!at)
            return false;
        *out = *out << 4 | (uint64_t)(at - digits);
    }
    return hex.n == PASSAGE_ID_BYTES - 1;
}

/* The headings of a part, after those that it shares. */
static bool read_part(const struct json *j, const struct passage_part *before,
                      struct passage_part *out)
{
    const struct json *from = j->type == JSON_ARRAY ? j->first : NULL;
    uint64_t number_of[4];
    size_t n = 0;

    for (; n < 4 && from; n++, from = from->next) {
        if (!number(from, &number_of[n]))
            return false;
    }
    if (n < 4 || !from || number_of[3] > before->n_headings)
        return false;
    *out = (struct passage_part){.at = number_of[0],
                                 .first_line = number_of[1],
                                 .last_line = number_of[2],
                                 .n_headings = number_of[3],
                                 .heading_id = json_text(from)};
    for (size_t i = 0; i < out->n_headings; i++)
        out->heading[i] = before->heading[i];
    for (from = from->next; from && out->n_headings < PASSAGE_MAX_HEADINGS;
         from = from->next)
        out->heading[out->n_headings++] = json_text(from);
    return out->at == 0 || out->at > before->at;
}

static bool read_parts(const struct json *list, struct passage *p,
                       struct arena *a, struct error *e)
{
    struct passage_part before = {.n_headings = p->n_headings};
    struct passage_part *part;

    if (!list || list->type != JSON_ARRAY || list->count > PASSAGE_MAX_PARTS)
        return !list;
    part = arena_alloc_array(a, list->count, sizeof(*part), e);
    if (!part)
        return false;
    memcpy(before.heading, p->heading, sizeof(before.heading));
    for (const struct json *j = list->first; j; j = j->next) {
        if (!read_part(j, p->n_parts ? &part[p->n_parts - 1] : &before,
                       &part[p->n_parts]))
            return false;
        p->n_parts++;
    }
    p->part = part;
    return true;
}

/* One for each part, in a document that has pages. */
static bool read_part_pages(const struct json *list, struct passage *p)
{
    struct passage_part *part = (struct passage_part *)(uintptr_t)p->part;
    const struct json *j = list ? list->first : NULL;

    if (list && (list->type != JSON_ARRAY || list->count != p->n_parts))
        return false;
    for (size_t i = 0; j; i++, j = j->next) {
        if (!number(j, &part[i].page))
            return false;
    }
    return true;
}

static bool read_part_labels(const struct json *list, struct passage *p)
{
    struct passage_part *part = (struct passage_part *)(uintptr_t)p->part;
    const struct json *j = list ? list->first : NULL;

    if (list && (list->type != JSON_ARRAY || list->count != p->n_parts))
        return false;
    for (size_t i = 0; j; i++, j = j->next)
        part[i].page_label = json_text(j);
    return true;
}

static bool read_members(const struct json *j, struct passage *p)
{
    const struct json *headings = json_find(j, "headings");
    const struct json *pointer = json_find(j, "pointer");
    uint64_t version;

    *p = (struct passage){
        .document = json_text(json_find(j, "document")),
        .fragment = json_text(json_find(j, "fragment")),
        .pointer = json_text(pointer),
        .last_pointer = json_text(json_find(j, "last_pointer")),
        .is_json = pointer != NULL,
        .title = json_text(json_find(j, "title")),
        .heading_id = json_text(json_find(j, "heading_id")),
        .chapter = json_text(json_find(j, "chapter")),
        .language = json_text(json_find(j, "language")),
        .page_label = json_text(json_find(j, "page_label")),
        .tags = json_text(json_find(j, "tags")),
        .links = json_text(json_find(j, "links")),
        .model = json_text(json_find(j, "model")),
        .lexical_only = json_text(json_find(j, "lexical_only"))};
    for (const struct json *h = headings ? headings->first : NULL;
         h && p->n_headings < PASSAGE_MAX_HEADINGS; h = h->next)
        p->heading[p->n_headings++] = json_text(h);
    if (!number(json_find(j, "version"), &version) ||
        !number(json_find(j, "index"), &p->index) ||
        !number(json_find(j, "page"), &p->page) ||
        !number(json_find(j, "overlap"), &p->overlap) ||
        !number(json_find(j, "ocr"), &p->ocr_percent) ||
        !range(json_find(j, "lines"), &p->first_line, &p->last_line) ||
        !range(json_find(j, "bytes"), &p->begin, &p->end) ||
        !read_content(json_find(j, "content"), &p->content))
        return false;
    p->version = (int64_t)version;
    return p->document.n > 0;
}

enum err passage_read(struct str bytes, struct arena *a, struct passage *p,
                      struct error *e)
{
    size_t head = str_find_char(bytes, '\n');
    struct json *j;
    enum err rc =
        json_parse(str_slice(bytes, 0, head), &json_default_limits, a, &j, e);

    if (rc == ERR_LIMIT)
        return rc;
    if (rc || head == bytes.n || !read_members(j, p) ||
        !read_parts(json_find(j, "parts"), p, a, e) ||
        !read_part_pages(json_find(j, "part_pages"), p) ||
        !read_part_labels(json_find(j, "part_labels"), p))
        return error_set(e, ERR_INTERNAL,
                         "a passage of the index is damaged; run "
                         "'quarry base rebuild'");
    p->text = str_slice(bytes, head + 1, bytes.n);
    if (p->overlap > p->text.n)
        p->overlap = 0;
    return OK;
}
