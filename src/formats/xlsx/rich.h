/*
 * rich.h - the text of a string item, shared or inline: <t> alone, or the <t>
 * of its runs joined. Phonetic runs are left out, and so is white space at both
 * ends of a <t> without xml:space="preserve".
 */
#ifndef FORMATS_XLSX_RICH_H
#define FORMATS_XLSX_RICH_H

#include "base/buf.h"
#include "formats/package/xml.h"

#define RICH_MAX_BYTES ((size_t)32 << 20)

struct rich {
    struct buf text;
    unsigned depth; /* inside the item; 0: at its end */
    unsigned skip;  /* depth from which nothing counts; 0: all does */
    bool open;      /* in a <t> */
    bool preserve;  /* which keeps its white space */
    size_t from;    /* where its text begins */
    bool is_raised; /* what comes next, of its run */
};

/* An item without text; rich_release() it. */
void rich_init(struct rich *r);

/* Give the memory back. */
void rich_release(struct rich *r);

/* A new item begins. */
void rich_begin(struct rich *r);

/* An element inside of the item begins. */
void rich_start(struct rich *r, const struct xml_element *el);

/* It ends. */
void rich_end(struct rich *r);

/* Characters inside of the item. */
void rich_text(struct rich *r, struct str text);

/*
 * rich_finish - the item's text; borrows `r` until the next item.
 *
 * errors   ERR_LIMIT  over RICH_MAX_BYTES
 */
MUST_CHECK enum err rich_finish(struct rich *r, struct str *text,
                                struct error *e);

/*
 * rich_unescape - characters that XML cannot hold are written _x000D_, and an
 * underscore that would read so _x005F_; in place. NUL and half surrogates
 * stay as they are written.
 *
 * returns  the new length
 * source   ECMA-376 part 1, 22.9.2.19
 */
size_t rich_unescape(char *p, size_t n);

#endif
