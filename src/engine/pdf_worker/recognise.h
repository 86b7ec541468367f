/* recognise.h - OCR of one page of a PDF or a picture. Private to the module. */
#ifndef ENGINE_PDF_WORKER_RECOGNISE_H
#define ENGINE_PDF_WORKER_RECOGNISE_H

#include "base/json.h"
#include "base/jsonw.h"

/*
 * recognise_prepare - load Tesseract and languages, if `ocr` asks for it; before
 * the sandbox.
 *
 * in       ocr  {"folder","languages":["eng+spa",...]}; NULL: nobody asks
 * errors   as ocr_prepare()
 */
MUST_CHECK enum err recognise_prepare(const struct json *ocr, struct error *e);

/*
 * recognise_page - draw a page and read it.
 *
 * in       source  bytes of the document
 *          page    from 1
 * out      w       the object of formats/ocr/ocr_words.h
 * errors   as pdf_drawing_open(), pdf_drawing_page() and ocr_read();
 *          ERR_VALIDATION_FAILED  it was not prepared
 */
MUST_CHECK enum err recognise_page(struct str source, uint64_t page,
                                   struct jsonw *w, struct error *e);

#endif
