#include "answer/extract.h"

#include "base/utf8.h"

/* At most `max` characters, whole words, and a sign that more follows. */
static enum err put_cut(struct str text, size_t max, struct arena *a,
                        struct str *out, struct error *e)
{
    size_t at = 0;
    size_t word = 0;

    if (utf8_count(text) <= max) {
        *out = text;
        return OK;
    }
    for (size_t n = 0; n + 1 < max && at < text.n; n++) {
        size_t len = utf8_length(str_slice(text, at, text.n));

        if (text.p[at] == ' ')
            word = at;
        at += len ? len : 1;
    }
    word = word > at / 2 ? word : at;
    return str_printf(a, out, e, "%.*s…", STR_FMT(str_slice(text, 0, word)));
}

/* As one text of at most `max` characters. */
static enum err join(struct sentence_run run, size_t max, struct arena *a,
                     struct str *out, struct error *e)
{
    struct str text;

    if (sentences_join(run, a, &text, e))
        return e->code;
    return put_cut(text, max, a, out, e);
}

/* As many sentences as an excerpt takes, from `from` on. */
static enum err make_excerpt(const struct passage_sentences *s, size_t from,
                             struct arena *a, struct str *out, struct error *e)
{
    size_t to = from;
    size_t characters = 0;

    while (to < s->n) {
        characters += utf8_count(s->at[to].text) + 1;
        if (to > from && characters > EXTRACT_EXCERPT_CHARS)
            break;
        to++;
    }
    return join((struct sentence_run){s, from, to}, EXTRACT_EXCERPT_CHARS, a,
                out, e);
}

/* What the document does not say itself: comments, alternative texts, as
 * formats/markup/block_writer.c and formats/office/alt_text.c mark them. */
static bool is_marked(struct str block)
{
    return str_starts(block, STR("[comment")) ||
           str_starts(block, STR("[picture]"));
}

/* Where the quote begins: at the mark of its block, unless it were too long then. */
static size_t find_mark(const struct passage_sentences *s,
                        const struct span *span)
{
    size_t from = span->from;
    size_t characters = 0;

    while (from > 0 && s->at[from - 1].block == s->at[span->from].block)
        from--;
    for (size_t i = from; i < span->to; i++)
        characters += utf8_count(s->at[i].text) + 1;
    return is_marked(s->at[from].text) && characters <= SPAN_MAX_CHARS
               ? from
               : span->from;
}

static enum err quote(const struct selected *x, const struct span *s,
                      struct arena *a, struct extracted *out, struct error *e)
{
    const struct passage_sentences *sentences = &x->cut[s->passage].s;
    struct extract_quote *q = &out->quote[out->n];
    const size_t from = find_mark(sentences, s);
    const size_t most =
        s->to == from + 1 ? SPAN_MAX_CHARS : EXTRACT_QUOTE_CHARS;

    q->passage = s->passage;
    if (join((struct sentence_run){sentences, from, s->to}, most, a, &q->text,
             e))
        return e->code;
    q->excerpt = q->text;
    if (utf8_count(q->text) <= EXTRACT_EXCERPT_CHARS &&
        make_excerpt(sentences, from, a, &q->excerpt, e))
        return e->code;
    for (size_t k = 0; k < out->n; k++) {
        if (str_eq(out->quote[k].text, q->text))
            return OK; /* said twice */
    }
    out->n++;
    return OK;
}

enum err extract_answer(const struct selector_request *r, struct arena *a,
                        struct extracted *out, struct error *e)
{
    struct selected x;
    enum err rc;

    *out = (struct extracted){0};
    if (r->n == 0)
        return OK;
    rc = selector_choose(r, a, &x, e);
    for (size_t i = 0; !rc && i < x.n; i++)
        rc = quote(&x, &x.chosen[i], a, out, e);
    if (rc)
        return rc;
    out->confidence = x.confidence;
    out->answers = x.answers;
    out->shares_a_term = x.shares_a_term;
    return OK;
}

enum err extract_excerpt(const struct found_passage *p, struct arena *a,
                         struct str *out, struct error *e)
{
    struct passage_sentences s;
    enum err rc = sentences_cut(p->text, p->markup, a, &s, e);

    return rc ? rc : make_excerpt(&s, 0, a, out, e);
}
