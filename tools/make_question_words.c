/*
 * make_question_words.c - `make_question_words FOLDER FILE`: the words of questions that
 * the rules read (data/lexicon, question_words.txt) as the C table that
 * src/ask/vocabulary/question_words.h declares. The build runs it; it is not installed.
 */
#include "ask/lexicon/lex_source.h"
#include "ask/vocabulary/operation.h"
#include "base/buf.h"
#include "base/fs.h"

#include <stdio.h>

#define BUDGET_BYTES ((size_t)1 << 30)
#define MAX_BYTES    ((size_t)8 << 20)

struct table {
    const struct lex_source *source;
    struct arena *a;
    struct source_word **word; /* word[n]: those that the rules read, folded */
    size_t n;
    struct buf text;
};

static enum err fail(const struct source_word *w, const char *what,
                     struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){.line = w->line},
                    "%s: '%.*s' %s", w->file, STR_FMT(w->text), what);
}

/* As question_words_spells() compares: folded words, a space between those in letters. */
static enum err fold(struct source_word *w, struct arena *a, struct error *e)
{
    struct words cut;
    struct str folded;
    struct buf b;
    enum err rc = words_cut(w->text, WORDS_TEXT, a, &cut, e);

    buf_init(&b, MAX_BYTES);
    if (!rc && cut.n == 0)
        rc = fail(w, "has no word", e);
    if (!rc)
        words_put_folded(&cut, &b);
    rc = rc ? rc : buf_finish(&b, &folded, e);
    rc = rc ? rc : str_dup(folded, a, &w->text, e);
    buf_release(&b);
    return rc;
}

/* What means one thing always means it once, in whatever language. */
static enum err check_once(const struct table *t, const struct source_word *w,
                           struct error *e)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct source_word *o = t->word[i];
        const bool meet = o->language == w->language ||
                          o->language == SOURCE_ANY_LANGUAGE ||
                          w->language == SOURCE_ANY_LANGUAGE;

        if (meet && str_eq(o->text, w->text))
            return fail(w, "always means another operation too: `sometimes` there", e);
    }
    return OK;
}

static enum err collect(struct table *t, struct error *e)
{
    const struct lex_source *s = t->source;

    t->word = arena_alloc_array(t->a, s->n_words + 1, sizeof(*t->word), e);
    if (!t->word)
        return e->code;
    for (size_t i = 0; i < s->n_words; i++) {
        struct source_word *w = &s->words[i];

        if (!w->is_sure)
            continue;
        if (fold(w, t->a, e) || check_once(t, w, e))
            return e->code;
        t->word[t->n++] = w;
    }
    return OK;
}

/* The words of a language; how many. */
static enum err put_part(struct table *t, unsigned language, size_t *n,
                         struct error *e)
{
    *n = 0;
    buf_printf(&t->text, "\nstatic const struct question_word part_%u[] = {\n",
               language);
    for (size_t i = 0; i < t->n; i++) {
        const struct source_word *w = t->word[i];
        struct question_word said;

        if (w->language != language)
            continue;
        if (!operation_word(t->source->concepts[w->concept_id].name, &said))
            return fail(w, "is of no operation that the rules know", e);
        buf_printf(&t->text, "    {\"%.*s\", %d, %d},\n", STR_FMT(w->text),
                   (int)said.kind, said.param);
        (*n)++;
    }
    buf_printf(&t->text, "};\n");
    return OK;
}

static enum err make(struct table *t, const char *file, struct error *e)
{
    size_t n[QUESTION_PARTS];
    struct str text;

    buf_printf(&t->text, "/* Written by tools/make_question_words.c. */\n"
                         "#include \"ask/vocabulary/question_words.h\"\n");
    for (unsigned i = 0; i < QUESTION_PARTS; i++)
        if (put_part(t, i, &n[i], e))
            return e->code;
    buf_printf(&t->text, "\nconst struct question_words_part "
                         "question_words_parts[QUESTION_PARTS] = {\n");
    for (unsigned i = 0; i < QUESTION_PARTS; i++)
        buf_printf(&t->text, "    {part_%u, %zu},\n", i, n[i]);
    buf_printf(&t->text, "};\n");
    return buf_finish(&t->text, &text, e)
               ? e->code
               : fs_write_atomic(file, file, text, false, e);
}

static enum err run(const char *folder, const char *file, struct arena *a,
                    struct error *e)
{
    struct lex_source source;
    struct table t = {.source = &source, .a = a};
    enum err rc = lex_source_read(folder, a, &source, e);

    buf_init(&t.text, MAX_BYTES);
    rc = rc ? rc : collect(&t, e);
    rc = rc ? rc : make(&t, file, e);
    buf_release(&t.text);
    return rc;
}

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    enum err rc;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: make_question_words FOLDER FILE\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    rc = run(argv[1], argv[2], &a, &e);
    if (rc)
        (void)fprintf(stderr, "make_question_words: %s, line %zu\n", e.msg,
                      (size_t)e.pos.line);
    arena_release(&a);
    return err_exit_status(rc);
}
