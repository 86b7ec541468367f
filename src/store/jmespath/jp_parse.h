/* jp_parse.h - the parser; private to the module. */
#ifndef STORE_JMESPATH_JP_PARSE_H
#define STORE_JMESPATH_JP_PARSE_H

#include "store/jmespath/jp_ast.h"

/* Read x->text, which is UTF-8 and lives in `a`, into x->top. */
MUST_CHECK enum err jp_parse(struct jmespath *x, struct arena *a,
                             struct error *e);

#endif
