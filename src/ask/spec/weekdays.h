/* weekdays.h - what the days of the week are called in answers. */
#ifndef ASK_SPEC_WEEKDAYS_H
#define ASK_SPEC_WEEKDAYS_H

#define WEEKDAYS 7

/* Monday first. */
extern const char *const weekdays_en[WEEKDAYS];
extern const char *const weekdays_es[WEEKDAYS];
extern const char *const weekdays_zh[WEEKDAYS];

#endif
