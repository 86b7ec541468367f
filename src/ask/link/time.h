/* time.h - what time.c and span.c share: pieces of dates in the words. */
#ifndef ASK_LINK_TIME_H
#define ASK_LINK_TIME_H

#include "ask/link/link.h"

/* Is the word at `at` this one? */
bool time_is(const struct words *w, size_t at, const char *fold);

/* A number of digits only, from 1 to `max`; 0 when it is not that. */
int time_plain(const struct words *w, size_t at, int max);

/* A day of a month: 15, 15th, 1st, 1º; 0 when it is none. */
int time_day(const struct words *w, size_t at);

/* A small number in digits or words; 0 when there is none. n: its words. */
int time_count(const struct words *w, size_t at, size_t *n);

/* The param of the concept at a word when it is of this kind, else 0. n: its
 * words. */
int time_concept(const struct words *w, size_t at, enum concept_kind kind,
                 size_t *n);

/* The first word that is no "of", "the", "year": of the year 2024. */
size_t time_skip_of(const struct words *w, size_t at);

/* The year said after a part of one, and in *to the word after it; 0 for
 * none: of 2024, '24. */
int time_year_after(const struct words *w, size_t at, size_t *to);

/* The year before a part of one: 2024, 2024年, 24年 where the table has days of it; 0
 * for none. n: its words. */
int time_year_before(const struct linker *l, size_t at, size_t *n);

/* Does what follows the number of a month come there: 月? */
bool time_is_month_sign(const struct words *w, size_t at);

/* Does what follows the number of a day come there: 日, 号? */
bool time_is_day_word(const struct words *w, size_t at);

/* Do only a dash or the like come before the word? */
bool time_dash_before(const struct words *w, size_t at);

/* One more candidate; a day that no calendar has is refused. */
void time_add(struct linker *l, size_t from, size_t to, struct link_period p);

/* Dates, months and quarters that begin at `at`. */
void time_dates_at(struct linker *l, size_t at);

/* The longest period of the calendar that begins at `at`, and in *to the word after it;
 * false for none. */
bool time_base_at(struct linker *l, size_t at, struct link_period *p,
                  size_t *to);

/* The same of months, with a year or without: June, the month of June, 2024年6月. */
bool time_month_at(struct linker *l, size_t at, struct link_period *p,
                   size_t *to);

/* 3月, 三月, 12月份 from `at`: the month, and in *to the word after it; 0 for none. */
int time_chinese_month(const struct words *w, size_t at, size_t *to);

/* Quarters, halves of a year and weeks that begin at `at`. */
void time_spans_at(struct linker *l, size_t at);

/* The quarter or half of a year that is said at `at`, 1 to 6; 0 for none. n: its words. */
int time_quarter_at(const struct linker *l, size_t at, size_t *n);

/* Parts of months and years. */
void time_parts_at(struct linker *l, size_t at);

/* Ranges that are one period, and periods whose unit the next one says. */
void time_ranges_at(struct linker *l, size_t at);

#endif
