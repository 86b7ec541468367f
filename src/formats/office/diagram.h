/*
 * diagram.h - the text of a drawing that Office lays out by itself, "SmartArt": an
 * outline, kept in a part of its own. Private to the module.
 */
#ifndef FORMATS_OFFICE_DIAGRAM_H
#define FORMATS_OFFICE_DIAGRAM_H

#include "formats/office/document.h"

struct diagram {
    struct str *line; /* "- Plan", "  - Budget" */
    size_t n;
};

/*
 * diagram_read - what the points of a diagram say, as its author sees them in the outline.
 *
 * in       part   its data model; none: a diagram without lines
 * out      out    lives in `a`
 * errors   ERR_LIMIT  more than 65,536 points or connections
 */
MUST_CHECK enum err diagram_read(struct office *o, struct str part,
                                 struct arena *a, struct diagram *out,
                                 struct error *e);

struct diagrams {
    struct named_diagram {
        struct str id; /* of its relation */
        struct diagram diagram;
    } * list;
    size_t n;
};

/* diagram_read() of all that a part has; they live in the document's arena. */
MUST_CHECK enum err diagrams_read(struct office *o,
                                  const struct part_relations *rels,
                                  struct diagrams *out, struct error *e);

/* The one that an element "relIds" names; none: without lines. */
struct diagram diagrams_get(const struct diagrams *d,
                            const struct xml_element *el);

#endif
