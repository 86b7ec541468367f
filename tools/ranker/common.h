/* common.h - ending on an error: the trainer can do nothing better. */
#ifndef RANKER_COMMON_H
#define RANKER_COMMON_H

#include "base/err.h"

#include <stddef.h>

/* "train_ranker: <what>: <message>", and the program ends; `e` may be NULL. */
_Noreturn void give_up(const char *what, const struct error *e);

/* n zeroed objects, or the program ends. They are for the whole program unless
 * free() is called. */
void *take(size_t n, size_t size);

/* A longer array instead of `old`; what is new is not zeroed. */
void *take_more(void *old, size_t n, size_t size);

#endif
