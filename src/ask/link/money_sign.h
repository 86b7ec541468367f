/* money_sign.h - numbers with a sign of money at them: "£20", "20 €". */
#ifndef ASK_LINK_MONEY_SIGN_H
#define ASK_LINK_MONEY_SIGN_H

#include "base/text/words.h"

/* Has the number in words [from, to) one? */
bool money_sign_is_at(const struct words *w, size_t from, size_t to);

#endif
