/* png.h - pixels as a PNG file. */
#ifndef FORMATS_PNG_PNG_H
#define FORMATS_PNG_PNG_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

struct png_image {
    uint32_t width, height;    /* pixels */
    unsigned channels;         /* 1: grey; 3: red, green, blue */
    const unsigned char *byte; /* uint8[height][width][channels] */
};

/*
 * png_write - an image, without anything that was not given.
 *
 * out      out  lives in `a`
 * errors   ERR_LIMIT  it has no pixel, or `a` is full
 * cost     O(pixels)
 * source   Portable Network Graphics, third edition (W3C, 2025)
 */
MUST_CHECK enum err png_write(const struct png_image *p, struct arena *a,
                              struct str *out, struct error *e);

#endif
