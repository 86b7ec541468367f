/* sentence_dates.h - days, months and quarters as people write them. Private to
 * sentence*.c. */
#ifndef ANSWER_SENTENCE_SENTENCE_DATES_H
#define ANSWER_SENTENCE_SENTENCE_DATES_H

#include "answer/sentence/sentence_names.h"
#include "ask/link/civil.h"

/* "2024", "Q1 2024", "March 2024", "5 March 2024", in a language. */
void sentence_day(struct buf *b, enum language language, struct civil at,
                  enum grain grain);

/*
 * sentence_date - a cell of a group, or of a column of dates, which has no grain.
 *
 * "2024-06" is June 2024, and so is 2024-06-01 where all of the column are first
 * days.
 *
 * returns  false: it is written as it stands, and nothing was put
 */
bool sentence_date(struct buf *b, const struct phrasing *x,
                   const struct spec_group *g, struct str cell);

#endif
