/*
 * bench_pdf.c - a PDF read as quarry-pdf reads it, without its sandbox: the text
 * on standard output, or its tables as JSON (formats/pdf/pdf_table.h).
 *
 *     bench_pdf FILE [tables [WORDS]]
 *
 * WORDS is what OCR found on its pages (formats/ocr/ocr_words.h).
 */
#include "base/fs.h"
#include "formats/pdf/pdf.h"

#include <stdio.h>

#define FILE_BYTES   ((size_t)1 << 30)
#define BUDGET_BYTES ((size_t)2 << 30)

int main(int argc, char **argv)
{
    struct pdf_scans scans = {0};
    struct pdf_tables tables;
    struct str words;
    struct sections s;
    struct jsonw w;
    struct buf json;
    struct str bytes;
    struct arena a;
    struct error e = {0};

    if (argc < 2)
        return err_exit_status(ERR_VALIDATION_FAILED);
    arena_init(&a, BUDGET_BYTES);
    if (fs_read_file(argv[1], argv[1], FILE_BYTES, &a, &bytes, &e) ||
        (argc > 3 &&
         (fs_read_file(argv[3], argv[3], FILE_BYTES, &a, &words, &e) ||
          pdf_scans_read(words, &a, &scans, &e))) ||
        pdf_read(bytes, &scans, &a, &s, &tables, &e)) {
        (void)fprintf(stderr, "%s: %s\n", argv[1], e.msg);
        return err_exit_status(e.code);
    }
    buf_init(&json, BUDGET_BYTES);
    jsonw_init(&w, &json);
    if (argc > 2)
        pdf_tables_write(&tables, &w);
    else
        buf_put_str(&json, s.text);
    (void)fwrite(json.p, 1, json.n, stdout);
    buf_release(&json);
    arena_release(&a);
    return 0;
}
