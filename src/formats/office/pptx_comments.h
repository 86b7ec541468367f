/* pptx_comments.h - the comments of slides, as programs write them now and wrote them
 * before 2021. Private to the module. */
#ifndef FORMATS_OFFICE_PPTX_COMMENTS_H
#define FORMATS_OFFICE_PPTX_COMMENTS_H

#include "base/str_table.h"
#include "formats/office/document.h"
#include "formats/package/open_elements.h"

struct pptx_comments {
    struct office *o;
    struct buf names;       /* of struct str: the authors */
    struct str_table by_id; /* of an author: number in `names` from 1 */
    struct buf list;        /* of struct pptx_comment, of the slide */
    struct buf text;        /* of all of them */
    struct open_elements open;
    size_t comment,
        reply; /* that are open: numbers in `list` from 1; 0: none */
    bool in_text;
};

/* It borrows the presentation. */
void pptx_comments_init(struct pptx_comments *c, struct office *o);

/* Free what it holds; in every case. */
void pptx_comments_release(struct pptx_comments *c);

/* Who wrote comments, by the relations of the presentation. */
MUST_CHECK enum err pptx_comments_authors(struct pptx_comments *c,
                                          const struct part_relations *rels,
                                          struct error *e);

/* Put the comments of a slide, by its relations: each before the replies to it. */
MUST_CHECK enum err pptx_comments_put(struct pptx_comments *c,
                                      const struct part_relations *rels,
                                      struct error *e);

#endif
