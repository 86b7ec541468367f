/* zip_names.h - in which encoding the names in a zip are; private to its reader. */
#ifndef FORMATS_ARCHIVE_ZIP_NAMES_H
#define FORMATS_ARCHIVE_ZIP_NAMES_H

#include "formats/package/unzip.h"

struct zip_names {
    const char
        *encoding;  /* of those that do not say theirs and are not UTF-8 */
    bool is_of_all; /* of those that do not say theirs, UTF-8 or not */
};

/* Look at all names of a zip. ERR_LIMIT: memory. */
MUST_CHECK enum err zip_names_look(const struct unzip *u, struct zip_names *out,
                                   struct error *e);

/* The name of a part in UTF-8 as a string in `a`; bytes that do not decode stay. */
MUST_CHECK enum err zip_names_decode(const struct zip_names *names,
                                     const struct unzip_entry *part,
                                     struct arena *a, char **out,
                                     struct error *e);

#endif
