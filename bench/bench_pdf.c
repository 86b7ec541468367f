/*
 * bench_pdf.c - a PDF read as quarry-pdf reads it, without its sandbox: the text
 * on standard output.
 *
 *     bench_pdf FILE
 */
#include "base/fs.h"
#include "formats/pdf/pdf.h"

#include <stdio.h>

#define FILE_BYTES   ((size_t)1 << 30)
#define BUDGET_BYTES ((size_t)2 << 30)

int main(int argc, char **argv)
{
    struct sections s;
    struct str bytes;
    struct arena a;
    struct error e = {0};

    if (argc != 2)
        return err_exit_status(ERR_VALIDATION_FAILED);
    arena_init(&a, BUDGET_BYTES);
    if (fs_read_file(argv[1], argv[1], FILE_BYTES, &a, &bytes, &e) ||
        pdf_read(bytes, &a, &s, &e)) {
        (void)fprintf(stderr, "%s: %s\n", argv[1], e.msg);
        return err_exit_status(e.code);
    }
    (void)fwrite(s.text.p, 1, s.text.n, stdout);
    arena_release(&a);
    return 0;
}
