/* lex_pack.h - writes the packed lexicon; the build does it, once. */
#ifndef ASK_LEXICON_LEX_PACK_H
#define ASK_LEXICON_LEX_PACK_H

#include "base/arena.h"

/*
 * lex_pack - the files of a folder as the one file that lex_open() maps.
 *
 * errors   ERR_VALIDATION_FAILED  what is not in the format, with file and line
 *          ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err lex_pack(const char *folder, const char *file,
                             struct arena *a, struct error *e);

#endif
