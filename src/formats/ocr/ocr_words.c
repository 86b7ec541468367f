#include "formats/ocr/ocr_words.h"

#include <math.h>

/* To a hundredth: what a pixel is at most. */
static void put(struct jsonw *w, float points)
{
    jsonw_double(w, round((double)points * 100) / 100);
}

static void write_word(const struct ocr_word *word, float height, float scale,
                       struct jsonw *w)
{
    jsonw_begin_array(w);
    put(w, word->x0 / scale);
    put(w, (word->y0 - height) / scale);
    put(w, word->x1 / scale);
    put(w, (word->y1 - height) / scale);
    put(w, (word->base - height) / scale);
    put(w, word->size / scale);
    put(w, word->confidence);
    jsonw_str(w, word->text);
    jsonw_end_array(w);
}

void ocr_words_write(const struct ocr_page *page,
                     const struct ocr_words_image *image, struct jsonw *w)
{
    jsonw_begin_object(w);
    if (image->is_damaged)
        jsonw_member_bool(w, "damaged", true);
    jsonw_key(w, "confidence");
    put(w, page->confidence);
    jsonw_member_u64(w, "languages", page->languages);
    jsonw_key(w, "words");
    jsonw_begin_array(w);
    for (size_t i = 0; i < page->n; i++)
        write_word(&page->word[i], (float)image->height, image->scale, w);
    jsonw_end_array(w);
    jsonw_end_object(w);
}
