/*
 * asked_shape.h - what kind of answer the wording of a question asks for: how many rows,
 * a sum, the one with the most, a list. Private to the module.
 *
 * Features tell how words became parts of a spec; this tells what people ask for who
 * write so, whatever the table. It is a linear model (multinomial logistic regression)
 * over the words of the question and its runs of two and three, learned by
 * tools/parser/shapes.mjs from the questions of all training sets, also those that no
 * candidate answers. Its weights are asked_shape.txt: lines "asked_for:SHAPE:words WEIGHT".
 */
#ifndef ASK_PARSE_ASKED_SHAPE_H
#define ASK_PARSE_ASKED_SHAPE_H

#include "ask/parse/weights.h"
#include "ask/spec/spec.h"
#include "base/text/words.h"

/* The numbers are those of asked_shape.txt and of shapes.mjs. */
enum asked_shape {
    SHAPE_COUNT, /* how many rows, or different values */
    SHAPE_SUM,
    SHAPE_AVERAGE,
    SHAPE_MOST,
    SHAPE_LEAST,
    SHAPE_MEDIAN,
    SHAPE_SHARE,
    SHAPE_DIFFERENCE,
    SHAPE_COMPUTED,    /* any other of two figures: a rate */
    SHAPE_SEVERAL,     /* figures side by side */
    SHAPE_TOP_BY_ROWS, /* who or what has the most or the fewest rows */
    SHAPE_TOP_BY_SUM,
    SHAPE_TOP_BY_AVERAGE,
    SHAPE_HIGHEST, /* the row with the most of a column */
    SHAPE_LOWEST,
    SHAPE_LIST,   /* rows, names, cells */
    SHAPE_COUNTS, /* of each group */
    SHAPE_SUMS,
    SHAPE_AVERAGES,
    SHAPE_SHARES,
    SHAPE_CHANGES,
    SHAPE_RATES,
    SHAPE_FIGURES, /* any other of each group */
    SHAPE_NOTHING, /* the data do not say it: a forecast, an opinion */
    SHAPES
};

/* How likely a question asks for each. */
struct asked_shapes {
    double log_p[SHAPES]; /* natural logarithm */
};

/*
 * asked_shapes_find - what the words of a question ask for.
 *
 * in       weights   NULL: those of the program
 * cost     words * 3 * SHAPES look-ups
 */
void asked_shapes_find(const struct words *w,
                       const struct parse_weights *weights,
                       struct asked_shapes *out);

/*
 * asked_shapes_of - what a spec gives, bits of enum asked_shape: figures of two values are
 * one of each as well as several, and what lies between two stands beside them.
 */
uint32_t asked_shapes_of(const struct query_spec *s);

/* How unlikely it is that a question asks for one of these, from 0 for certain in steps of
 * half a unit of the logarithm; an argument of F_ASKED. */
uint32_t asked_shape_level(const struct asked_shapes *asked, uint32_t shapes);

/*
 * asked_terms - what the model looks at, for learning: "how_many_\n" and so on, each
 * with its \n after.
 */
void asked_terms(const struct words *w, struct buf *out);

#endif
