/*
 * pdf_worker.h - the main loop of the program that reads PDF and pictures.
 *
 *     start: load the library, say READY
 *     ASSIGN {"memory_bytes","ocr":{"folder","languages"},"pictures"}: load
 *         Tesseract if "ocr" is there, what draws pictures if "pictures" is true
 *         and it is installed,
 *         enter the sandbox, without any file
 *     REQUEST {"op":"ocr","page"}, the document riding along, from page 1 on:
 *         RESULT of the words of its picture (formats/ocr/ocr_words.h)
 *     REQUEST {"op":"words"}, a file of those lines riding along, before "read"
 *         or "image"
 *     REQUEST {"op":"read"}, the document riding along
 *         RESULT {"pages","read","by_ocr","not_read":[{"state","count","pages"}],
 *                 "pictures":[page],"tables"}; also where no page has text, which
 *         the next request then says
 *     REQUEST {"op":"text"}, a file riding along: the text is written to it
 *     REQUEST {"op":"sections"}, the same: formats/markup/sections.h
 *     REQUEST {"op":"tables"}, the same: formats/pdf/pdf_table.h, after
 *         PDF_TABLES_MARK
 *     REQUEST {"op":"open"}, a document riding along whose pages are drawn
 *     REQUEST {"op":"image","page","dpi","text","table"}, a file riding along: a
 *         page as PNG is written to it; page_image.h has the RESULT
 *     end: the parent closes the socket, or kills
 *
 * One thread: while it reads it hears nothing, so that what takes too long is
 * ended by its parent.
 */
#ifndef ENGINE_PDF_WORKER_PDF_WORKER_H
#define ENGINE_PDF_WORKER_PDF_WORKER_H

/* Live until the parent is gone; returns the process's exit status. */
int pdf_worker_run(int sock);

#endif
