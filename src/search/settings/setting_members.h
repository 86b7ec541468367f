/* setting_members.h - the permitted members of a setting's object. */
#ifndef SEARCH_SETTINGS_SETTING_MEMBERS_H
#define SEARCH_SETTINGS_SETTING_MEMBERS_H

#include "base/json.h"

/*
 * setting_members_check - an object with no other members than these.
 *
 * in       value  not NULL
 *          what   its name, for messages
 *          known  names, then NULL
 * errors   ERR_VALIDATION_FAILED  no object, or the member is named
 */
MUST_CHECK enum err setting_members_check(const struct json *value,
                                          const char *what,
                                          const char *const *known,
                                          struct error *e);

#endif
