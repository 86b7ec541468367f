/* sentence_units.h - units in the names of columns. Private to sentence*.c. */
#ifndef ANSWER_SENTENCE_SENTENCE_UNITS_H
#define ANSWER_SENTENCE_SENTENCE_UNITS_H

#include "base/str.h"

/* A column's name without its unit. */
struct unit_name {
    struct str name; /* "weight" of weight_lb */
    struct str
        format; /* "{1}~lb", how a figure is written; empty: it has none */
    struct str label; /* what people call it, where the name is only an
                          abbreviation: "temperature" of temp_c; or empty */
};

/*
 * unit_name_of - a unit in brackets, "Amount (EUR)", or after the name: those that
 * nothing else is called so, "amount_eur", and those that the lexicon has for
 * what the column is: "runtime_min" are minutes, "temp_min" is the lowest.
 */
struct unit_name unit_name_of(struct str column);

/* How a figure is written whose cells have this currency, "£"; empty: unknown. */
struct str unit_format_of_currency(struct str sign);

#endif
