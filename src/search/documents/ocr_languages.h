/* ocr_languages.h - the languages that pictures of pages can be read in. */
#ifndef SEARCH_DOCUMENTS_OCR_LANGUAGES_H
#define SEARCH_DOCUMENTS_OCR_LANGUAGES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>

#define OCR_LANGUAGES_MAX_GROUPS 8u

/* Of Debian: what brings OCR and its first language. */
#define OCR_LANGUAGES_PACKAGE "tesseract-ocr-eng"

struct ocr_languages {
    struct str folder;                          /* of Tesseract's files */
    struct str group[OCR_LANGUAGES_MAX_GROUPS]; /* group[n], each "eng+spa" */
    size_t n;                                   /* 0: none is installed */
    struct str name; /* all of them, part of a file's name */
};

/*
 * ocr_languages_find - those that are installed, in groups that are read together:
 * the ones in Latin letters, English first, then each other one.
 *
 * out      out    lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err ocr_languages_find(struct arena *a,
                                       struct ocr_languages *out,
                                       struct error *e);

#endif
