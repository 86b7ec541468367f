#include "ask/parse/asked_terms.h"

#include "ask/parse/parse.h"

#include <string.h>

#define YEAR       4 /* digits */
#define TERM_BYTES 256

/* A word as models know it; numbers are alike. */
static struct str token_of(const struct words *w, size_t n, size_t at,
                           enum asked_term_words words)
{
    const struct word *word;

    if (at == 0)
        return STR("^");
    if (at == n + 1)
        return STR("$");
    word = &w->word[at - 1];
    if (word->kind == WORD_NUMBER)
        return word->raw.n == YEAR ? STR("0000") : STR("0");
    return words == ASKED_TERM_STEMS ? word->stem : word->fold;
}

void asked_terms_visit(const struct words *w, enum asked_term_words words,
                       size_t run, asked_term_visit *visit, void *ctx)
{
    const size_t last = w->n < PARSE_MAX_WORDS ? w->n : PARSE_MAX_WORDS;
    char text[TERM_BYTES];

    for (size_t from = 0; from <= last + 1; from++) {
        size_t n = 0;

        for (size_t at = from; at < from + run && at <= last + 1; at++) {
            const struct str token = token_of(w, last, at, words);

            if (n + token.n + 1 > sizeof(text))
                break;
            if (n)
                text[n++] = '_';
            memcpy(text + n, token.p, token.n);
            n += token.n;
            visit((struct str){text, n}, ctx);
        }
    }
}

void asked_term_write(struct str term, void *buf)
{
    buf_put_str(buf, term);
    buf_put_char(buf, '\n');
}
