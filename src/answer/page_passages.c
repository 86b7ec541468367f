#include "answer/page_passages.h"

#define TEXT_BYTES ((size_t)1 << 20)

uint64_t page_passages_max(const struct page_part *p)
{
    return p->request->top_k ? p->request->top_k : REQUEST_TOP_K;
}

static enum markup markup_of(const struct json *metadata)
{
    return json_is(json_find(metadata, "source_type"), "data")
               ? MARKUP_LINES
               : MARKUP_MARKDOWN;
}

/* A passage of a table is what Quarry says of it: a table is asked, not
 * quoted. */
static bool may_answer(const struct json *evidence)
{
    return !json_is(json_find(json_find(evidence, "metadata"), "source_type"),
                    "table");
}

/* The next that may answer, from `j` on; NULL if there is none. */
static const struct json *next_of(const struct json *j)
{
    while (j && !may_answer(j))
        j = j->next;
    return j;
}

static double score_of(const struct json *j)
{
    return json_double(json_find(j, "score"));
}

/* The name of its file and the headings above it, a line each. */
static enum err headings_of(const struct json *metadata, struct str section,
                            struct arena *a, struct str *out, struct error *e)
{
    const struct json *path = json_find(metadata, "heading_path");
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    buf_put_str(&b, json_text(json_find(metadata, "source_file")));
    for (const struct json *j = path ? path->first : NULL; j; j = j->next) {
        buf_put_char(&b, '\n');
        buf_put_str(&b, json_text(j));
    }
    buf_put_char(&b, '\n');
    buf_put_str(&b, section);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* A passage, or a section of one. */
struct found_part {
    const struct json *evidence;
    const struct json *part; /* NULL: all of it */
    struct str text;
    size_t rank;
};

static enum err put_found(struct page_passages *out,
                          const struct found_part *put, struct arena *a,
                          struct error *e)
{
    const struct json *m = json_find(put->evidence, "metadata");
    const struct json *of = put->part ? put->part : m;
    struct found_passage *p = &out->passage[out->n];

    if (out->n == PAGE_MAX_PASSAGES)
        return OK;
    *p = (struct found_passage){
        .text = put->text,
        .markup = markup_of(m),
        .document = json_text(json_find(m, "source_file")),
        .rank = put->rank,
        .keyword = json_double(
            json_find(json_find(put->evidence, "scores"), "keyword"))};
    out->evidence[out->n] = put->evidence;
    out->part[out->n++] = put->part;
    return headings_of(m, json_text(json_find(of, "section")), a, &p->headings,
                       e);
}

static struct str text_of(const struct json *evidence)
{
    return json_text(json_find(evidence, "text"));
}

enum err page_passages_add_parts(struct page_passages *out,
                                 const struct json *evidence, size_t rank,
                                 struct arena *a, struct error *e)
{
    const struct str text = text_of(evidence);
    const struct json *parts = json_find(evidence, "parts");
    struct found_part put = {.evidence = evidence, .text = text, .rank = rank};
    enum err rc = parts ? OK : put_found(out, &put, a, e);

    put.part = parts ? parts->first : NULL;
    for (; put.part && !rc; put.part = put.part->next) {
        const struct json *next =
            put.part->next ? json_find(put.part->next, "at") : NULL;
        size_t from = (size_t)json_double(json_find(put.part, "at"));
        size_t to = next ? (size_t)json_double(next) : text.n;

        put.text = str_slice(text, from, to);
        rc = put_found(out, &put, a, e);
    }
    return rc;
}

enum err page_passages_read(const struct page_part *p,
                            struct json *const *answer,
                            struct page_passages *out, struct error *e)
{
    const size_t max = (size_t)page_passages_max(p);
    const struct json *head[EXPAND_MAX_PAGE_BASES] = {0};

    *out = (struct page_passages){0};
    for (size_t i = 0; i < p->pages->n; i++) {
        const struct json *list = json_find(answer[i], "evidences");

        head[i] = next_of(list ? list->first : NULL);
    }
    while (out->n < max) {
        size_t best = 0;
        const struct json *j;

        for (size_t i = 1; i < p->pages->n; i++) {
            if (head[i] &&
                (!head[best] || score_of(head[i]) > score_of(head[best])))
                best = i;
        }
        j = head[best];
        if (!j)
            return OK;
        if (put_found(out, &(struct found_part){j, NULL, text_of(j), out->n},
                      p->a, e))
            return e->code;
        head[best] = next_of(j->next);
    }
    return OK;
}

/* The other words of an answer, added to those that there are. */
static enum err add_others(const struct json *answer, struct arena *a,
                           struct corpus_other *other, size_t *n,
                           struct error *e)
{
    for (const struct json *j = json_find(answer, "other_words")->first; j;
         j = j->next) {
        struct corpus_other *o = &other[(*n)++];
        struct str *of = NULL;
        struct str *words = NULL;

        o->weight = json_double(json_find(j, "weight"));
        if (json_texts(json_find(j, "for"), a, &of, &o->n_of, e) ||
            json_texts(json_find(j, "words"), a, &words, &o->n, e))
            return e->code;
        o->of = of;
        o->word = words;
    }
    return OK;
}

enum err page_passages_words(const struct page_part *p,
                             struct json *const *answer,
                             struct corpus_words *out, struct error *e)
{
    struct corpus_word *word;
    struct corpus_other *other;
    size_t max = 0;
    size_t max_others = 0;

    for (size_t i = 0; i < p->pages->n; i++) {
        max += json_find(answer[i], "words")->count;
        max_others += json_find(answer[i], "other_words")->count;
    }
    word = arena_alloc_array(p->a, max, sizeof(*word), e);
    other = arena_alloc_array(p->a, max_others, sizeof(*other), e);
    if (!word || !other)
        return e->code;
    *out = (struct corpus_words){.word = word, .other = other};
    for (size_t i = 0; i < p->pages->n; i++) {
        const struct json *j = json_find(answer[i], "words")->first;

        out->passages += json_double(json_find(answer[i], "passages"));
        for (; j; j = j->next)
            word[out->n++] =
                (struct corpus_word){json_text(json_find(j, "text")),
                                     json_double(json_find(j, "passages"))};
        if (add_others(answer[i], p->a, other, &out->n_others, e))
            return e->code;
    }
    return OK;
}
