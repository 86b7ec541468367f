#include "search/chunks/outline_clean.h"

struct numbers {
    struct str text;
    size_t at;
    bool bad;
};

/* The next number of the list, at most `max`. */
static size_t next(struct numbers *n, size_t max)
{
    struct error ignored;
    size_t end = n->at;
    uint64_t value = 0;

    while (end < n->text.n && n->text.p[end] >= '0' && n->text.p[end] <= '9')
        end++;
    if (str_parse_u64(str_slice(n->text, n->at, end), max, &value, &ignored))
        n->bad = true;
    n->at = end + 1;
    return n->bad ? 0 : (size_t)value;
}

static bool has_more(const struct numbers *n)
{
    return !n->bad && n->at < n->text.n;
}

/* As many as there are blanks, one after each. */
static size_t count(struct str list)
{
    size_t n = 0;

    for (size_t i = 0; i < list.n; i++)
        n += list.p[i] == ' ';
    return n;
}

static struct numbers list_of(const struct json *clean, const char *name)
{
    return (struct numbers){.text = json_text(json_find(clean, name))};
}

static enum err read_spans(struct numbers n, struct arena *a,
                           struct outline *out, bool *bad, struct error *e)
{
    const size_t room = count(n.text);
    struct outline_span *s = arena_alloc_array(a, room, sizeof(*s), e);
    size_t at = 0;
    size_t source = 0;

    if (!s)
        return e->code;
    for (size_t i = 0; has_more(&n) && i < room; i++) {
        s[i].at = at + next(&n, out->text.n - at);
        s[i].source = source + next(&n, out->source.n - source);
        s[i].n = next(&n, out->text.n - s[i].at);
        s[i].source_n = next(&n, out->source.n - s[i].source);
        at = s[i].at + s[i].n;
        source = s[i].source + s[i].source_n;
        out->n_spans = i + 1;
    }
    out->spans = s;
    *bad |= n.bad;
    return OK;
}

static enum err read_blocks(struct numbers n, struct arena *a,
                            struct outline *out, bool *bad, struct error *e)
{
    const size_t room = count(n.text);
    struct outline_block *b = arena_alloc_array(a, room, sizeof(*b), e);
    size_t last = 0;

    if (!b)
        return e->code;
    out->n_blocks = 0;
    for (size_t i = 0; has_more(&n) && i < room; i++) {
        b[i].kind = (enum outline_kind)next(&n, OUTLINE_TABLE);
        b[i].range.begin = next(&n, out->text.n);
        b[i].goes_on = next(&n, 1) != 0;
        n.bad |= b[i].range.begin < last;
        last = b[i].range.begin;
        out->n_blocks = i + 1;
    }
    out->blocks = b;
    *bad |= n.bad;
    return OK;
}

/* Where each section begins; each ends where the next one does. */
static void read_sections(struct numbers n, struct outline_section *s,
                          const struct outline *o, bool *bad)
{
    size_t block = 0;
    size_t last = 0;

    for (size_t i = 0; i < o->n_sections; i++) {
        s[i].range.begin = next(&n, o->text.n);
        n.bad |= s[i].range.begin < last;
        last = s[i].range.begin;
    }
    *bad |= n.bad || has_more(&n);
    for (size_t i = 0; i < o->n_sections && !*bad; i++) {
        s[i].range.end =
            i + 1 < o->n_sections ? s[i + 1].range.begin : o->text.n;
        s[i].first_block = block;
        while (block < o->n_blocks &&
               o->blocks[block].range.begin < s[i].range.end)
            block++;
        s[i].end_block = block;
    }
}

enum err outline_read_clean(const struct json *clean,
                            struct outline_section *sections, struct arena *a,
                            struct outline *out, struct error *e)
{
    bool bad = false;
    enum err rc;

    out->source = out->text;
    out->text = json_text(json_find(clean, "text"));
    out->is_clean = true;
    rc = read_spans(list_of(clean, "spans"), a, out, &bad, e);
    if (!rc)
        rc = read_blocks(list_of(clean, "blocks"), a, out, &bad, e);
    if (!rc)
        read_sections(list_of(clean, "sections"), sections, out, &bad);
    if (!rc && bad)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the clean text of a document is damaged");
    return rc;
}

/* The first span that ends after `at`; n_spans: none does. */
static size_t span_behind(const struct outline *o, size_t at)
{
    size_t low = 0;
    size_t high = o->n_spans;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (o->spans[middle].at + o->spans[middle].n <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void outline_source(const struct outline *o, size_t begin, size_t end,
                    size_t *from, size_t *to)
{
    size_t first = span_behind(o, begin);
    size_t last = span_behind(o, end > 0 ? end - 1 : 0);
    const struct outline_span *s = o->spans;

    *from = begin;
    *to = end;
    if (!o->is_clean)
        return;
    if (last == o->n_spans || s[last].at >= end)
        last = last > 0 ? last - 1 : 0;
    *from = *to = 0;
    if (first == o->n_spans || s[first].at >= end || last < first)
        return;
    *from =
        s[first].source +
        least(begin > s[first].at ? begin - s[first].at : 0, s[first].source_n);
    *to = s[last].source + (end >= s[last].at + s[last].n
                                ? s[last].source_n
                                : least(end - s[last].at, s[last].source_n));
}
