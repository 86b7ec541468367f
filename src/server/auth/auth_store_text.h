/*
 * auth_store_text.h - the stored form of lists, names and rights. Private to
 * server/auth/.
 */
#ifndef SERVER_AUTH_AUTH_STORE_TEXT_H
#define SERVER_AUTH_AUTH_STORE_TEXT_H

#include "base/jsonw.h"

#define STORE_MAX_NAME   64
#define STORE_LIST_BYTES ((size_t)64 * 1024)

/* Is it a name of `what`, "a tool"? ERR_VALIDATION_FAILED. */
MUST_CHECK enum err store_check_name(const char *what, struct str name,
                                     struct error *e);

/* ["a","b"], in `a`; ERR_VALIDATION_FAILED: more than STORE_MAX_NAMES. */
MUST_CHECK enum err store_names_text(const struct str *names, size_t n,
                                     struct arena *a, struct str *out,
                                     struct error *e);

/* SQL: the names of the bases whose ids a JSON list has, or the ids of those
 * that are there, each as a JSON list in the same order. */
#define STORE_BASES_OF(list, column)                              \
    "(SELECT json_group_array(" column ") FROM (SELECT b." column \
    " FROM json_each(" list ") j JOIN base b ON b.id = j.value"   \
    " ORDER BY j.key) AS o)"
#define STORE_BASE_NAMES(list) STORE_BASES_OF(list, "name")
#define STORE_BASE_IDS(list)   STORE_BASES_OF(list, "id")

/* "rights":["read"] */
void store_write_rights(unsigned rights, struct jsonw *w);

#endif
