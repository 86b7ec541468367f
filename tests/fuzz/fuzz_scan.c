/* module: pdf */
/*
 * Any bytes as what OCR found on pages: words are where a page can have some, and
 * what is marked of them is on the page.
 */
#include "formats/pdf/marks.h"
#include "formats/pdf/scan_words.h"

#define BUDGET_BYTES ((size_t)256 << 20)
#define FARTHEST     1e5F
#define WIDTH        612u
#define HEIGHT       792u
#define SCALE        1.5F

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_words(const struct pdf_scan *scan, struct arena *a)
{
    struct pdf_scan_page found;
    struct error e;
    const enum err rc = pdf_scan_words(scan, a, &found, &e);

    BUG_ON(rc != OK && rc != ERR_FILE_READ_FAILED && rc != ERR_LIMIT);
    BUG_ON(rc == OK && !(found.confidence >= 0 && found.confidence <= 1));
    BUG_ON(rc == OK && found.has_failed && found.words.n > 0);
    for (size_t i = 0; rc == OK && i < found.words.n; i++) {
        const struct pdf_word *w = &found.words.word[i];

        BUG_ON(w->text.n == 0 || !(w->box.x0 <= w->box.x1) ||
               !(w->box.y0 <= w->box.y1));
        BUG_ON(!(w->box.x0 >= -FARTHEST && w->box.x1 <= FARTHEST));
    }
}

static void check_marks(const struct pdf_scan *scan, struct arena *a)
{
    const struct pdf_bitmap on = {.width = (uint32_t)(WIDTH * SCALE),
                                  .height = (uint32_t)(HEIGHT * SCALE),
                                  .scale = SCALE};
    struct pdf_marks marks;
    struct error e;
    const enum err rc = pdf_marks_find_scanned(
        scan, STR("the harbour\nof Lindau 2031"), &on, a, &marks, &e);

    BUG_ON(rc != OK && rc != ERR_FILE_READ_FAILED && rc != ERR_LIMIT);
    for (size_t i = 0; rc == OK && i < marks.n; i++) {
        const struct pdf_mark *m = &marks.mark[i];

        BUG_ON(m->width == 0 || m->height == 0);
        BUG_ON(m->x + m->width > on.width || m->y + m->height > on.height);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str lines = {size ? (const char *)data : "", size};
    struct pdf_scans scans;
    struct arena a;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = pdf_scans_read(lines, &a, &scans, &e);
    BUG_ON(rc != OK && rc != ERR_FILE_READ_FAILED && rc != ERR_LIMIT);
    for (size_t i = 0; rc == OK && i < scans.n; i++) {
        BUG_ON(i > 0 && scans.scan[i].page < scans.scan[i - 1].page);
        check_words(&scans.scan[i], &a);
        check_marks(&scans.scan[i], &a);
    }
    arena_release(&a);
    return 0;
}
