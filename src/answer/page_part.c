#include "answer/page_part.h"

#include "answer/model_answer.h"
#include "answer/page_not_read.h"
#include "answer/page_passages.h"
#include "answer/page_search.h"
#include "answer/quoted_lines.h"
#include "answer/sentence/wording.h"
#include "ask/route/frame.h"

#include <string.h>

#define TEXT_BYTES ((size_t)1 << 20)

#define SELECTED_KEYWORD 0.6 /* as of a passage that answers */

/* What is said of the section `i` of what was found. */
static struct str section_of(const struct page_passages *f, size_t i)
{
    const struct json *m = json_find(f->evidence[i], "metadata");

    return json_text(json_find(f->part[i] ? f->part[i] : m, "section"));
}

static struct model_prose_passage prose_of(const struct page_passages *f,
                                           size_t i)
{
    const struct json *m = json_find(f->evidence[i], "metadata");

    return (struct model_prose_passage){
        .title = str_after_last(json_text(json_find(m, "source_file")), '/'),
        .section = section_of(f, i),
        .text = f->passage[i].text};
}

static void put_passage(const struct page_part *p,
                        const struct page_passages *f, size_t i,
                        struct str excerpt, bool is_cited)
{
    const struct json *j = f->evidence[i];
    const struct json *m = json_find(j, "metadata");
    const struct json *pointer = json_find(j, "pointer");
    const struct json *at = f->part[i] ? f->part[i] : pointer;
    const struct str file = json_text(json_find(m, "source_file"));

    p->out->passages[p->out->n_passages++] = (struct answer_passage){
        .title = str_after_last(file, '/'),
        .base = json_text(json_find(pointer, "table_id")),
        .document_key = json_text(json_find(pointer, "document_key")),
        .chapter = json_text(json_find(m, "chapter")),
        .section = section_of(f, i),
        .file = file,
        .url = json_text(json_find(m, "url")),
        .score = json_double(json_find(j, "score")),
        .excerpt = excerpt,
        .pointer = json_text(json_find(at, "uri")),
        .page_label = json_text(json_find(f->part[i] ? at : m, "page_label")),
        .ocr = json_double(json_find(m, "ocr")),
        .tracked_changes = json_double(json_find(m, "tracked_changes")),
        .text = f->passage[i].text,
        .is_cited = is_cited};
}

/* The passage that was put last points to what is quoted of it. */
static enum err narrow(const struct page_part *p, struct str quote,
                       struct error *e)
{
    struct answer_passage *last = &p->out->passages[p->out->n_passages - 1];

    return quoted_lines(last->pointer, last->text, quote, p->a, &last->pointer,
                        e);
}

/* Is it the section that search shows of its passage? */
static bool is_shown(const struct page_passages *f, size_t i)
{
    const struct json *pointer = json_find(f->evidence[i], "pointer");

    return !f->part[i] || str_eq(json_text(json_find(f->part[i], "uri")),
                                 json_text(json_find(pointer, "uri")));
}

static bool is_evidence_cited(const struct page_passages *f, size_t i,
                              uint64_t is_cited)
{
    for (size_t k = 0; k < f->n; k++) {
        if (f->evidence[k] == f->evidence[i] && (is_cited >> k & 1))
            return true;
    }
    return false;
}

/* Sections of a table or a list may have the same pointer: one is enough. */
static bool is_first_shown(const struct page_passages *f, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (f->evidence[k] == f->evidence[i] && is_shown(f, k))
            return false;
    }
    return is_shown(f, i);
}

/* What was found and not cited. */
static enum err put_others(const struct page_part *p,
                           const struct page_passages *f, uint64_t is_cited,
                           struct error *e)
{
    for (size_t i = 0; i < f->n && p->out->n_passages < ANSWER_MAX_PASSAGES;
         i++) {
        struct str excerpt;

        if (!is_first_shown(f, i) || is_evidence_cited(f, i, is_cited))
            continue;
        if (extract_excerpt(&f->passage[i], p->a, &excerpt, e))
            return e->code;
        put_passage(p, f, i, excerpt, false);
    }
    return OK;
}

static enum err cite(const struct page_part *p, const struct extracted *x,
                     size_t first_index, struct str *text, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    for (size_t i = 0; i < x->n; i++) {
        buf_puts(&b, i ? "\n" : "");
        buf_put_str(&b, x->quote[i].text);
        buf_printf(&b, " [%zu]", first_index + i);
    }
    rc = buf_dup(&b, p->a, text, e);
    buf_release(&b);
    return rc;
}

/* What is not covered yet. */
static void warn_behind(const struct page_part *p, struct json *const *answer)
{
    double behind = 0;
    double all = 0;
    struct error ignored;
    char number[2][32];
    struct str fill[WORDING_FILLED] = {{0}};
    struct str text;

    for (size_t i = 0; i < p->pages->n; i++) {
        behind += json_double(
            json_find(json_find(answer[i], "debug"), "documents_behind"));
        all += json_double(
            json_find(json_find(answer[i], "index_state"), "documents"));
    }
    (void)snprintf(number[0], sizeof(number[0]), "%.0f", behind);
    (void)snprintf(number[1], sizeof(number[1]), "%.0f", all);
    fill[0] = str_from(number[0]);
    fill[1] = str_from(number[1]);
    if (behind > 0 && !wording_fill(p->out->asked.language, WORDING_NOTE_BEHIND,
                                    fill, p->a, &text, &ignored))
        answer_warn(p->out, text);
}

static void read_coverage(const struct page_part *p, struct json *const *answer)
{
    p->out->index_state = json_find(answer[0], "index_state");
    for (size_t i = 0; i < p->pages->n; i++) {
        const struct json *debug = json_find(answer[i], "debug");
        const struct json *notes = json_find(answer[i], "notes");
        const struct json *n = json_find(debug, "candidate_documents_count");

        p->out->documents_searched += (uint64_t)json_double(n);
        for (const struct json *j = notes ? notes->first : NULL; j; j = j->next)
            answer_warn(p->out, json_text(j));
    }
    warn_behind(p, answer);
}

/* What answers; where nothing does, once more without the words that only say
 * where it may be written. */
static enum err find(const struct page_part *p, struct str *question,
                     struct json **answer, struct page_passages *f,
                     struct error *e)
{
    struct str asked = *question;
    enum err rc = page_search(p, asked, answer, e);

    if (!rc)
        rc = page_passages_read(p, answer, f, e);
    if (rc || f->n > 0)
        return rc;
    rc = frame_strip(asked, p->a, question, e);
    if (rc || str_eq(asked, *question))
        return rc;
    rc = page_search(p, *question, answer, e);
    return rc ? rc : page_passages_read(p, answer, f, e);
}

/* In the words of a language model; *text stays empty where none may be asked
 * or it says nothing. */
static enum err write(const struct page_part *p, const struct page_passages *f,
                      const struct model_answer_from *asked, struct str *text,
                      struct error *e)
{
    struct model_prose_passage prose[EXTRACT_MAX_PASSAGES];
    struct model_answer_from from = *asked;
    const struct model_answer *x;
    uint64_t is_cited = 0;

    for (size_t i = 0; i < f->n; i++)
        prose[i] = prose_of(f, i);
    from.prose = prose;
    from.passage = f->passage;
    from.n = f->n;
    if (model_answer_try(p, &from, e))
        return e->code;
    x = p->out->written;
    if (!x || x->n == 0)
        return OK;
    for (size_t i = 0; i < x->n; i++) {
        is_cited |= UINT64_C(1) << x->passage[i];
        put_passage(p, f, x->passage[i], x->excerpt[i], true);
    }
    *text = x->text;
    return put_others(p, f, is_cited, e);
}

/* Of the sections of one passage the best is quoted: the others have its score
 * without having earned it. */
static void keep_one_each(const struct page_passages *f, struct extracted *x)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        bool is_known = false;

        for (size_t k = 0; k < n; k++)
            is_known |= f->evidence[x->quote[k].passage] ==
                        f->evidence[x->quote[i].passage];
        if (!is_known)
            x->quote[n++] = x->quote[i];
    }
    x->n = n;
}

/* What was found and what answers, if anything does. */
static enum err choose(const struct page_part *p, struct str question,
                       struct json *const *answer, struct page_passages *f,
                       struct extracted *x, struct error *e)
{
    struct selector_request r = {.question = question,
                                 .weighed = p->request->listener.weighed,
                                 .ctx = p->request->listener.ctx};
    struct page_passages whole;
    struct corpus_words words;
    enum err rc = page_passages_read(p, answer, &whole, e);

    *f = (struct page_passages){0};
    for (size_t i = 0; i < whole.n && !rc; i++)
        rc = page_passages_add_parts(f, whole.evidence[i], i, p->a, e);
    if (!rc)
        rc = page_passages_words(p, answer, &words, e);
    if (rc)
        return rc;
    r.passages = f->passage;
    r.n = f->n;
    r.corpus = &words;
    return extract_answer(&r, p->a, x, e);
}

/* In the words of the passages; what only comes closest is not quoted. */
static enum err quote(const struct page_part *p, struct str question,
                      struct json *const *answer, size_t first_index,
                      struct str *text, struct error *e)
{
    struct extracted x;
    struct page_passages f;
    uint64_t is_cited = 0;
    enum err rc = choose(p, question, answer, &f, &x, e);

    if (rc || x.n == 0)
        return rc;
    p->out->pages_confidence = x.confidence;
    keep_one_each(&f, &x);
    for (size_t i = 0; i < x.n; i++) {
        is_cited |= UINT64_C(1) << x.quote[i].passage;
        put_passage(p, &f, x.quote[i].passage, x.quote[i].excerpt, x.answers);
        rc = narrow(p, x.quote[i].text, e);
        if (rc)
            return rc;
    }
    if (!x.answers)
        return OK;
    rc = put_others(p, &f, is_cited, e);
    return rc ? rc : cite(p, &x, first_index, text, e);
}

/* What is quoted may be a draft that somebody has yet to accept. */
static void warn_of_changes(const struct page_part *p)
{
    for (size_t i = 0; i < p->out->n_passages; i++) {
        if (!p->out->passages[i].is_cited ||
            p->out->passages[i].tracked_changes == 0)
            continue;
        answer_warn(p->out, wording_text(p->out->asked.language,
                                         WORDING_NOTE_TRACKED_CHANGES));
        return;
    }
}

enum err page_part_ask(const struct page_part *p, struct str question,
                       size_t first_index, struct str *text, struct error *e)
{
    struct model_answer_from from = {.first_index = first_index};
    struct json *answer[EXPAND_MAX_PAGE_BASES] = {0};
    struct page_passages f;
    enum err rc = find(p, &question, answer, &f, e);

    *text = (struct str){0};
    if (rc)
        return rc;
    read_coverage(p, answer);
    from.question = question;
    rc = write(p, &f, &from, text, e);
    if (!rc && text->n == 0)
        rc = quote(p, question, answer, first_index, text, e);
    if (!rc)
        warn_of_changes(p);
    return rc ? rc : page_not_read_warn(p, answer, e);
}

double page_part_confidence(const struct answer *an, struct str text)
{
    while (text.n && strchr("[]0123456789 ", text.p[text.n - 1]))
        text.n--;
    if (text.n == 0 || str_ends(text, STR(":")) || str_ends(text, STR("：")))
        return 0;
    return an->pages_confidence;
}

bool page_part_is_of_scans(const struct answer *out)
{
    for (size_t i = 0; i < out->n_passages; i++)
        if (out->passages[i].is_cited && out->passages[i].ocr > 0)
            return true;
    return false;
}

/* ---- a text that came with the question ---- */

/* As many runs of sentences as can be distinguished when a sentence cites
 * them. */
static enum err cut_selected(const struct page_part *p,
                             struct found_passage *out, size_t *n,
                             struct error *e)
{
    struct passage_sentences cut;
    size_t run;

    *n = 0;
    if (sentences_cut(p->request->selected_text, MARKUP_MARKDOWN, p->a, &cut,
                      e))
        return e->code;
    run = (cut.n + EXTRACT_MAX_PASSAGES - 1) / EXTRACT_MAX_PASSAGES;
    for (size_t from = 0; from < cut.n; from += run) {
        const size_t to = from + run < cut.n ? from + run : cut.n;

        out[*n] = (struct found_passage){
            .markup = MARKUP_MARKDOWN, .rank = *n, .keyword = SELECTED_KEYWORD};
        if (sentences_join((struct sentence_run){&cut, from, to}, p->a,
                           &out[(*n)++].text, e))
            return e->code;
    }
    return OK;
}

static enum err write_selected(const struct page_part *p, struct str *text,
                               struct error *e)
{
    struct found_passage passage[EXTRACT_MAX_PASSAGES];
    struct model_prose_passage prose[EXTRACT_MAX_PASSAGES] = {0};
    struct model_answer_from from = {.question = p->request->question,
                                     .prose = prose,
                                     .passage = passage,
                                     .first_index = 1};
    const struct model_answer *x;
    enum err rc = cut_selected(p, passage, &from.n, e);

    for (size_t i = 0; i < from.n && !rc; i++)
        prose[i].text = passage[i].text;
    if (rc || model_answer_try(p, &from, e))
        return e->code;
    x = p->out->written;
    for (size_t i = 0; x && i < x->n; i++)
        p->out->passages[p->out->n_passages++] = (struct answer_passage){
            .excerpt = passage[x->passage[i]].text, .is_cited = true};
    *text = x ? x->text : (struct str){0};
    return OK;
}

static enum err quote_selected(const struct page_part *p, struct str *text,
                               struct error *e)
{
    const struct found_passage passage = {.text = p->request->selected_text,
                                          .markup = MARKUP_MARKDOWN,
                                          .keyword = SELECTED_KEYWORD};
    const struct corpus_words nothing = {.n = 0};
    const struct selector_request x = {.question = p->request->question,
                                       .passages = &passage,
                                       .n = 1,
                                       .corpus = &nothing};
    struct extracted found;
    enum err rc = extract_answer(&x, p->a, &found, e);

    if (!rc && found.n && found.shares_a_term)
        *text = found.quote[0].text;
    return rc;
}

enum err page_part_selected(const struct page_part *p, struct str *text,
                            struct error *e)
{
    enum err rc;

    *text = (struct str){0};
    rc = write_selected(p, text, e);
    return rc || text->n ? rc : quote_selected(p, text, e);
}
