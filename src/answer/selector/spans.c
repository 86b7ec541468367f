/*
 * Of each sentence it is known once which of the question's terms are in it
 * and what it has that the question has not: numbers, units, dates, names. A
 * span has the sum of its sentences, so that the hundreds of spans of a
 * question cost little.
 */
#include "answer/selector/spans.h"

#include "answer/selector/closeness.h"
#include "ask/route/phrases.h"
#include "ask/vocabulary/question_words.h"
#include "base/utf8.h"

#define MAX_RUN     3
#define SHORT_CHARS 120 /* takes the next sentence of its block along */
#define CLOSE       3   /* words from a term to the one that follows it */
#define LEADING     4   /* first words of a sentence */
#define NEAR        3   /* sentences in a row */
#define LEAD_SHARE  0.5 /* of the question, in the sentence that is meant */
#define ARENA_BYTES ((size_t)64 << 20)

/* A sentence being read. */
struct reader {
    const struct asked *q;
    struct asked_matcher *m;
    struct words w;
    struct sentence_facts out; /* of the sentence that is read */
    size_t label_words;        /* that stand before its first mark, and */
    size_t label_known;        /* those of the question among these */
    size_t known;              /* words that are the question's in any way */
    size_t content;            /* these and those that say something */
    uint64_t last;             /* terms that the word before had */
    size_t last_at;            /* where that was */
    size_t known_at; /* one past the last word that is the question's */
    struct closeness close;
};

static bool is_mark_of_money(char c)
{
    return c == '$' || c == '%';
}

static bool has_mark_beside(const struct words *w, const struct word *x)
{
    static const char *const marks[] = {"€", "£", "¥", "°"};
    const size_t end = x->offset + x->raw.n;

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (values_mark_beside(w, x, str_from(marks[i])))
            return true;
    return (x->offset > 0 && is_mark_of_money(w->text.p[x->offset - 1])) ||
           (end < w->text.n && is_mark_of_money(w->text.p[end]));
}

static bool is_unit_at(const struct words *w, size_t at)
{
    size_t n;
    const struct phrase *p = at < w->n ? phrase_find(w, at, &n) : NULL;
    const struct question_word *l =
        at < w->n ? question_words_find(w, at, &n) : NULL;

    return (p && p->kind == PHRASE_UNIT) ||
           (l && (l->kind == CONCEPT_SPAN || l->kind == CONCEPT_GRAIN));
}

static bool is_date_at(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];
    size_t n;
    const struct question_word *l;

    if (x->kind == WORD_NUMBER)
        return values_is_date(w, x);
    l = question_words_find(w, at, &n);
    return l && (l->kind == CONCEPT_MONTH || l->kind == CONCEPT_WEEKDAY);
}

/* Does a value begin that is asked for? */
static bool read_new(struct reader *r, size_t at)
{
    const struct word *x = &r->w.word[at];
    struct sentence_facts *f = &r->out;
    const bool is_value =
        r->q->value && (values_at(&r->w, at) & r->q->value) != 0;

    if (x->kind == WORD_NUMBER) {
        f->new_numbers++;
        f->units += has_mark_beside(&r->w, x) || is_unit_at(&r->w, at + 1);
    } else if (!asked_is_stop(x)) {
        f->new_words++;
        f->new_names += x->kind == WORD_LETTERS && at > 0 &&
                        x->raw.p[0] >= 'A' && x->raw.p[0] <= 'Z';
    }
    f->dates += is_date_at(&r->w, at);
    f->has_value |= is_value;
    return is_value;
}

/* What stands before a colon or a bar says what the rest is about. */
static size_t label_bytes(struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        const struct str rest = str_slice(text, i, text.n);

        if (rest.p[0] == '|' || rest.p[0] == '=' ||
            str_starts(rest, STR("：")) ||
            (rest.p[0] == ':' && rest.n > 1 &&
             (rest.p[1] == ' ' || rest.p[1] == '*')))
            return i;
    }
    return 0;
}

static void read_word(struct reader *r, const struct asked_found *x, size_t at,
                      size_t label)
{
    const bool is_known = x->has || x->kin || x->has_keys;
    const bool is_value = !x->has && read_new(r, at);

    closeness_add(&r->close,
                  (struct close_word){at, x->has | x->kin, is_value});
    if (is_known)
        r->known_at = at + 1;
    r->out.words++;
    r->out.kin |= x->kin;
    r->known += is_known;
    r->content += is_known || !asked_is_stop(&r->w.word[at]);
    if (r->w.word[at].offset < label) {
        r->label_words += is_known || !asked_is_stop(&r->w.word[at]);
        r->label_known += is_known;
        r->out.label |= x->has | x->kin;
    }
    if (!x->has)
        return;
    r->out.has |= x->has;
    if (at < LEADING)
        r->out.leading |= x->has;
    if (at - r->last_at <= CLOSE)
        r->out.order |= r->last & (x->has >> 1);
    r->last = x->has;
    r->last_at = at;
}

static void read_label(struct reader *r)
{
    r->out.label_share =
        r->label_words ? (double)r->label_known / (double)r->label_words : -1;
}

static enum err read_sentence(struct reader *r, struct str text,
                              struct arena *a, struct error *e)
{
    struct asked_keys keys = {{0}};
    const size_t label = label_bytes(text);

    if (words_cut(text, WORDS_TEXT, a, &r->w, e))
        return e->code;
    r->out = (struct sentence_facts){0};
    r->last = 0;
    r->label_words = r->label_known = r->known = r->content = 0;
    r->known_at = r->close.n = 0;
    for (size_t i = 0; i < r->w.n; i++) {
        const struct asked_found *x;

        if (asked_match(r->m, &r->w, i, &x, e))
            return e->code;
        read_word(r, x, i, label);
        asked_keys_add(&keys, x);
    }
    read_label(r);
    r->out.known = r->known;
    r->out.content = r->content;
    r->out.behind = r->w.n - r->known_at;
    r->out.near_value = closeness_of_value(&r->close, r->q);
    r->out.close = closeness_of_terms(&r->close, r->q);
    r->out.others = asked_others(r->q, &keys, false);
    r->out.sure = asked_others(r->q, &keys, true);
    r->out.characters = utf8_count(text);
    r->out.is_question = str_ends(text, STR("?")) || str_ends(text, STR("？"));
    r->out.is_open = str_ends(text, STR(":")) || str_ends(text, STR("："));
    return OK;
}

/* The three sentences in a row that have most of the question. */
static uint64_t nearest(const struct cut_passage *c, const struct asked *q)
{
    uint64_t best = 0;

    for (size_t i = 0; i < c->s.n; i++) {
        uint64_t has = 0;

        for (size_t k = i; k < c->s.n && k < i + NEAR; k++)
            has |= c->facts[k].has;
        if (asked_share(q, has) > asked_share(q, best))
            best = has;
    }
    return best;
}

/* Of the heading right above it: "Rotate the key" where that is asked, 1. */
static enum err read_own_heading(const struct found_passage *p,
                                 struct reader *r, struct arena *scratch,
                                 struct cut_passage *out, struct error *e)
{
    size_t named = 0;

    if (read_sentence(r, str_after_last(p->headings, '\n'), scratch, e))
        return e->code;
    for (uint64_t has = r->out.has; has; has &= has - 1)
        named++;
    out->own = r->out.has | r->out.others | r->out.kin;
    if (r->content)
        out->own_names = (double)r->known / (double)r->content;
    if (named)
        out->heading_names = (double)named / (double)(named + r->out.new_words +
                                                      r->out.new_numbers);
    return OK;
}

static enum err read_all(const struct found_passage *p, struct reader *r,
                         struct arena *scratch, struct cut_passage *out,
                         struct error *e)
{
    enum err rc = read_sentence(r, p->headings, scratch, e);

    if (!rc) {
        out->heading = r->out.has;
        out->heading_others = r->out.others;
        out->heading_sure = r->out.sure;
        out->heading_kin = r->out.kin;
        rc = read_own_heading(p, r, scratch, out, e);
    }
    for (size_t i = 0; i < out->s.n && !rc; i++) {
        arena_reset(scratch);
        rc = read_sentence(r, out->s.at[i].text, scratch, e);
        out->facts[i] = r->out;
        out->has |= out->facts[i].has;
        out->others |= out->facts[i].others;
        out->sure |= out->facts[i].sure;
        out->order |= out->facts[i].order;
    }
    return rc;
}

/* Is it one of the lines of the headings? */
static bool is_heading(struct str headings, struct str text)
{
    while (headings.n) {
        const size_t end = str_find(headings, STR("\n"));

        if (str_eq(str_trim(str_slice(headings, 0, end)), text))
            return true;
        headings =
            str_slice(headings, end < headings.n ? end + 1 : end, headings.n);
    }
    return false;
}

/* A page has its headings among its lines: they are no sentences, as in Markdown. */
static void drop_headings(const struct found_passage *p,
                          struct passage_sentences *s)
{
    while (s->n > 1 && is_heading(p->headings, str_trim(s->at[0].text))) {
        s->at++;
        s->n--;
    }
}

enum err passage_cut(const struct found_passage *p, struct asked_matcher *m,
                     struct arena *a, struct cut_passage *out, struct error *e)
{
    struct reader r = {.q = m->q, .m = m};
    struct arena scratch;
    enum err rc;

    *out = (struct cut_passage){.has = 0};
    if (sentences_cut(p->text, p->markup, a, &out->s, e))
        return e->code;
    drop_headings(p, &out->s);
    out->facts = arena_alloc_array(a, out->s.n, sizeof(*out->facts), e);
    if (!out->facts)
        return e->code;
    arena_init(&scratch, ARENA_BYTES);
    rc = read_all(p, &r, &scratch, out, e);
    arena_release(&scratch);
    out->near = nearest(out, m->q);
    return rc;
}

size_t span_characters(const struct cut_passage *c, size_t from, size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        n += c->facts[i].characters + 1;
    return n;
}

static bool fits(const struct cut_passage *c, size_t from, size_t to)
{
    return to <= c->s.n &&
           (to == from + 1 || span_characters(c, from, to) <= SPAN_MAX_CHARS);
}

static void add(struct spans *out, struct span s)
{
    for (size_t i = out->n; i > 0 && out->at[i - 1].passage == s.passage; i--) {
        if (out->at[i - 1].from == s.from && out->at[i - 1].to == s.to)
            return;
    }
    out->at[out->n++] = s;
}

static bool is_item(const struct cut_passage *c, size_t i)
{
    return c->s.at[i].is_item;
}

/* What a sentence announces, and the list that it begins or is in. */
static struct span list_at(const struct cut_passage *c, struct span s)
{
    s.kind = SPAN_LIST;
    if (is_item(c, s.from)) {
        while (s.from > 0 && is_item(c, s.from - 1) &&
               fits(c, s.from - 1, s.to))
            s.from--;
        if (s.from > 0 && c->facts[s.from - 1].is_open &&
            fits(c, s.from - 1, s.to))
            s.from--;
    }
    while (s.to < c->s.n && fits(c, s.from, s.to + 1) &&
           (is_item(c, s.to) || c->facts[s.from].is_open))
        s.to++;
    return s;
}

/* The paragraph of a sentence. */
static struct span block_at(const struct cut_passage *c, struct span s)
{
    const size_t block = c->s.at[s.from].block;

    s.kind = SPAN_WHOLE;
    while (s.from > 0 && c->s.at[s.from - 1].block == block &&
           fits(c, s.from - 1, s.to))
        s.from--;
    while (s.to < c->s.n && c->s.at[s.to].block == block &&
           fits(c, s.from, s.to + 1))
        s.to++;
    return s;
}

static void add_at(const struct cut_passage *c, struct span s,
                   struct spans *out)
{
    s.kind = is_item(c, s.from) ? SPAN_ITEM : SPAN_RUN;
    for (size_t n = 1; n <= MAX_RUN && fits(c, s.from, s.from + n); n++) {
        s.to = s.from + n;
        add(out, s);
    }
    s.to = s.from + 1;
    add(out, list_at(c, s));
    add(out, block_at(c, s));
}

enum err spans_of(const struct cut_passage *c, size_t n, struct arena *a,
                  struct spans *out, struct error *e)
{
    size_t max = 0;

    for (size_t i = 0; i < n; i++)
        max += c[i].s.n * (MAX_RUN + 2) + 1;
    *out = (struct spans){0};
    out->at = arena_alloc_array(a, max, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        const struct span whole = {i, 0, c[i].s.n, SPAN_WHOLE};

        for (size_t k = 0; k < c[i].s.n; k++)
            add_at(&c[i], (struct span){i, k, k + 1, SPAN_RUN}, out);
        if (c[i].s.n && fits(&c[i], 0, c[i].s.n))
            add(out, whole);
    }
    return OK;
}

struct span span_without_lead(const struct cut_passage *c,
                              const struct asked *q, struct span s)
{
    for (size_t i = s.from; i < s.to && !is_item(c, i); i++) {
        const struct sentence_facts *f = &c->facts[i];
        const uint64_t has = f->has | f->others;

        if (asked_full_share(q, has) >= LEAD_SHARE)
            s.from = i;
        if (has | f->kin || f->has_value || f->is_open)
            break;
    }
    return s;
}

static bool are_steps(const struct cut_passage *c, size_t i)
{
    return i + 1 < c->s.n && c->s.at[i].is_step && c->s.at[i + 1].is_step;
}

struct span span_with_steps(const struct cut_passage *c, struct span s)
{
    while (s.from > 0 && are_steps(c, s.from - 1) && fits(c, s.from - 1, s.to))
        s.from--;
    while (s.to > 0 && are_steps(c, s.to - 1) && fits(c, s.from, s.to + 1))
        s.to++;
    return s;
}
