/*
 * yaml_tree.h - parses YAML into a tree that keeps the position of each value.
 */
#ifndef FORMATS_YAML_YAML_TREE_H
#define FORMATS_YAML_YAML_TREE_H

#include "base/jsonw.h"

#define YAML_MAX_BYTES   ((size_t)1 << 20)
#define YAML_MAX_DEPTH   16
#define YAML_MAX_NODES   50000
#define YAML_MAX_MEMBERS 256 /* of one mapping, whose keys are compared */

/*
 * yaml_tree_write - the one document of a text.
 *
 * A node is [line, column, value]; the value is a text, a number, true, false
 * or null as in JSON, a list of nodes, or an object of nodes. Only what JSON
 * has is not text: 1.0, true, null; "yes", 0x10 and dates are texts.
 *
 * in       text   UTF-8, with or without a byte-order mark
 *          a      for work
 * out      w      one value; an empty text is a null
 * errors   ERR_VALIDATION_FAILED  no YAML, or what is not read of it: anchors,
 *                                 aliases, tags, a second document, a key that
 *                                 is no text or occurs twice; with the position
 *          ERR_LIMIT              over YAML_MAX_x, with the position
 * cost     O(bytes)
 * source   YAML 1.2 section 10.2, the JSON schema
 */
MUST_CHECK enum err yaml_tree_write(struct str text, struct arena *a,
                                    struct jsonw *w, struct error *e);

#endif
