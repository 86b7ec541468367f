/* module: pdf */
/*
 * Any bytes as the picture of a page and words on it: rulings are on the page, in order, and
 * no word is left empty by taking them out of it.
 */
#include "formats/pdf/scan_ruling.h"

#include <math.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)64 << 20)
#define SIDE         160u /* pixels at most */
#define SCALE        2.0F
#define WORDS        20u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Width, whether colours, a row that others repeat, then the pixels, eight a byte. */
struct page {
    unsigned char pixel[4 * SIDE * SIDE];
    struct pdf_bitmap b;
};

static void draw(struct page *p, const uint8_t *data, size_t size)
{
    const uint32_t width = 1 + data[0] % SIDE;
    const unsigned bytes = data[1] & 1 ? 4 : 1;
    const uint32_t again = 1 + (data[1] >> 1) % 8;

    p->b = (struct pdf_bitmap){.pixel = p->pixel,
                               .stride = (size_t)width * bytes,
                               .width = width,
                               .height = SIDE,
                               .pixel_bytes = bytes,
                               .scale = SCALE};
    memset(p->pixel, 255, sizeof(p->pixel));
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < width; x++) {
            const size_t at = (size_t)(y / again) * width + x;

            if (at / 8 < size - 2 && data[2 + at / 8] >> at % 8 & 1)
                memset(p->pixel + y * p->b.stride + (size_t)x * bytes, 0,
                       bytes);
        }
}

static void check(const struct pdf_ruling *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        BUG_ON(!isfinite(r[i].at) || !(r[i].from <= r[i].to));
        BUG_ON(fabsf(r[i].from) > SIDE || fabsf(r[i].to) > SIDE);
        BUG_ON(i > 0 && r[i].at < r[i - 1].at);
    }
}

/* Words where rulings are, of what the end of the input says. */
static void take(const struct pdf_rulings *r, const uint8_t *data, size_t size)
{
    struct pdf_word word[WORDS] = {0};
    struct pdf_words words = {.word = word};

    for (size_t i = 0; i < WORDS && size >= 2 + 8 * (i + 1); i++) {
        const uint8_t *d = data + size - 8 * (i + 1);
        struct pdf_word *w = &word[words.n++];

        w->box = (struct pdf_box){.x0 = d[0] % SIDE,
                                  .x1 = (float)(d[0] % SIDE) + d[1] % 40,
                                  .y0 = (float)d[2] - SIDE,
                                  .y1 = (float)d[2] - SIDE + d[3] % 20};
        w->size = (float)(1 + d[3] % 20);
        w->text = (struct str){(const char *)d + 4, 1 + d[4] % 4};
    }
    scan_rulings_take(r, &words);
    BUG_ON(words.n > WORDS);
    for (size_t i = 0; i < words.n; i++)
        BUG_ON(word[i].text.n == 0 || !(word[i].box.x0 <= word[i].box.x1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct page page;
    struct pdf_rulings found;
    struct arena a;
    struct error e;
    enum err rc;

    if (size < 2)
        return 0;
    draw(&page, data, size);
    arena_init(&a, BUDGET_BYTES);
    rc = scan_rulings_find(&page.b, &a, &found, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT);
    if (rc == OK) {
        check(found.level, found.n_level);
        check(found.upright, found.n_upright);
        take(&found, data, size);
    }
    arena_release(&a);
    return 0;
}
