/*
 * bench_render.c - pages of a PDF as quarry-pdf draws them, without its sandbox:
 * grey, as PGM files one after the other on standard output.
 *
 *     bench_render FILE DPI FIRST_PAGE LAST_PAGE
 */
#include "base/fs.h"
#include "formats/pdf/render.h"

#include <stdio.h>
#include <stdlib.h>

#define FILE_BYTES   ((size_t)1 << 30)
#define BUDGET_BYTES ((size_t)2 << 30)
#define PAGE_BYTES   ((size_t)256 << 20)

static enum err write_page(const struct pdf_drawing *d, uint32_t page,
                           float dpi, struct error *e)
{
    const struct pdf_render_options how = {.dpi = dpi, .is_grey = true};
    struct pdf_bitmap map;
    struct arena a;
    enum err rc;

    arena_init(&a, PAGE_BYTES);
    rc = pdf_drawing_page(d, page, &how, &a, &map, e);
    if (!rc)
        (void)printf("P5 %u %u 255\n", map.width, map.height);
    for (uint32_t i = 0; i < map.height && !rc; i++)
        (void)fwrite(map.pixel + i * map.stride, 1, map.width, stdout);
    arena_release(&a);
    return rc;
}

int main(int argc, char **argv)
{
    struct pdf_drawing d = {0};
    struct str bytes;
    struct arena a;
    struct error e = {0};
    enum err rc;

    if (argc < 5)
        return err_exit_status(ERR_VALIDATION_FAILED);
    arena_init(&a, BUDGET_BYTES);
    rc = fs_read_file(argv[1], argv[1], FILE_BYTES, &a, &bytes, &e);
    if (!rc)
        rc = pdf_drawing_open(bytes, &d, &e);
    for (unsigned long i = strtoul(argv[3], NULL, 10);
         !rc && i <= strtoul(argv[4], NULL, 10); i++)
        rc = write_page(&d, (uint32_t)i - 1, strtof(argv[2], NULL), &e);
    if (rc)
        (void)fprintf(stderr, "%s: %s\n", argv[1], e.msg);
    pdf_drawing_close(&d);
    arena_release(&a);
    return rc ? err_exit_status(rc) : 0;
}
