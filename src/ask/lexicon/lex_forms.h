/*
 * lex_forms.h - the forms of an entry: "hot/hotter/hottest", and those that regular
 * adjectives have. Private to the module.
 */
#ifndef ASK_LEXICON_LEX_FORMS_H
#define ASK_LEXICON_LEX_FORMS_H

#include "ask/lexicon/lex_source.h"

#define LEX_MAX_FORMS 8

struct lex_forms {
    struct str text[LEX_MAX_FORMS];
    enum lex_form form[LEX_MAX_FORMS];
    size_t n;
};

/*
 * lex_forms_of - all that an entry stands for.
 *
 * out      out   the texts borrow the entry or live in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err lex_forms_of(const struct source_word *w, struct arena *a,
                                 struct lex_forms *out, struct error *e);

#endif
