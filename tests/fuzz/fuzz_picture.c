/* module: picture */
/*
 * Any bytes as the head of a picture: what is said of its pages is within the limits,
 * and its PDF can be made.
 */
#include "formats/picture/picture.h"

#define ARENA_BYTES ((size_t)4 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct picture p;
    struct arena a;
    struct error e;
    struct str pdf;

    arena_init(&a, ARENA_BYTES);
    if (!picture_read((struct str){(const char *)data, size}, &a, &p, &e)) {
        BUG_ON(p.n == 0 || p.n > PICTURE_MAX_PAGES);
        for (uint32_t i = 0; i < p.n; i++) {
            BUG_ON(p.page[i].width > PICTURE_MAX_SIDE ||
                   p.page[i].height > PICTURE_MAX_SIDE);
            BUG_ON((uint64_t)p.page[i].width * p.page[i].height >
                   PICTURE_MAX_PIXELS);
            BUG_ON(p.page[i].turn < 1 || p.page[i].turn > 8);
        }
        BUG_ON(picture_as_pdf(&p, &a, &pdf, &e) != OK);
    }
    arena_release(&a);
    return 0;
}
