/* browser.h - opens an address in the user's browser. */
#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

#include "base/err.h"

/*
 * browser_open - $BROWSER, or what the desktop has for addresses (xdg-open).
 *
 * It is not waited for, and what becomes of it is its own business.
 * errors   ERR_NOT_FOUND  there is none; the message has the address
 */
MUST_CHECK enum err browser_open(const char *url, struct error *e);

#endif
