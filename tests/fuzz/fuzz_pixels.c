/* module: picture */
/*
 * Any bytes as a small picture: a page of it is refused, or unpacked in the size that
 * its header says, in grey and in colours, as it is and made smaller. Where Leptonica is
 * not installed nothing is unpacked.
 */
#include "formats/picture/picture.h"

#define ARENA_BYTES ((size_t)16 << 20)
#define MAX_PIXELS  ((uint64_t)1 << 18) /* of what is unpacked here */
#define MAX_PAGES   3u
#define FEW_PIXELS  1000u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool was_loaded(void)
{
    static int loaded = -1;
    struct error e;

    if (loaded < 0)
        loaded = picture_prepare(&e) == OK;
    return loaded;
}

static void check_page(const struct picture *p, uint32_t page,
                       const struct picture_options *how)
{
    struct picture_pixels out = {0};
    struct arena a;
    struct error e = {.msg = ""};

    arena_init(&a, ARENA_BYTES);
    if (picture_page_pixels(p, page, how, &a, &out, &e) != OK) {
        BUG_ON(e.msg[0] == '\0');
    } else {
        BUG_ON(out.width == 0 || out.height == 0 ||
               out.pixel_bytes != (how->is_grey ? 1 : 4) ||
               out.stride != (size_t)out.width * out.pixel_bytes);
        BUG_ON(how->max_pixels >= MAX_PIXELS &&
               (out.width != p->page[page].width ||
                out.height != p->page[page].height));
    }
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct picture_options how[] = {
        {.is_grey = true, .max_pixels = MAX_PIXELS},
        {.is_grey = false, .max_pixels = MAX_PIXELS},
        {.is_grey = true, .max_pixels = FEW_PIXELS}};
    struct picture p;
    struct arena a;
    struct error e;

    arena_init(&a, ARENA_BYTES);
    if (was_loaded() &&
        picture_read((struct str){(const char *)data, size}, &a, &p, &e) == OK)
        for (uint32_t i = 0; i < p.n && i < MAX_PAGES; i++)
            for (size_t k = 0; k < sizeof(how) / sizeof(how[0]); k++)
                if ((uint64_t)p.page[i].width * p.page[i].height <= MAX_PIXELS)
                    check_page(&p, i, &how[k]);
    arena_release(&a);
    return 0;
}
