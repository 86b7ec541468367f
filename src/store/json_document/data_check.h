/* data_check.h - checks the consistency of a base's JSON tree. */
#ifndef STORE_JSON_DOCUMENT_DATA_CHECK_H
#define STORE_JSON_DOCUMENT_DATA_CHECK_H

#include "store/catalog/damage.h"

/*
 * data_check - the runs of every document in every generation, and the mounts.
 *
 * Every container is opened by one run and reached from the root, texts are
 * JSON with as many children and such keys as is noted, no key occurs twice in
 * an object, no mount is inside another.
 *
 * Inside a read transaction of a database whose pages are whole.
 * out      to     kinds "json" and "mount"
 * cost     reads all runs
 */
MUST_CHECK enum err data_check(const struct base *b,
                               const struct damage_list *to, struct error *e);

#endif
