#include "server/tools/folder_sources.h"

#include "base/fs.h"
#include "tables/format.h"

enum err folder_sources_find(const char *folder, struct arena *a,
                             struct folder_sources *out, struct error *e)
{
    size_t all = 0;
    enum err rc;

    *out = (struct folder_sources){0};
    if (!folder)
        return error_set(e, ERR_NOT_FOUND,
                         "bases are served here and no folder: name documents "
                         "as BASE/DOCUMENT");
    rc = fs_list_tree(folder, "the folder", a, &out->paths, &all, e);

    for (size_t i = 0; i < all && !rc; i++) { /* in place: others fall out */
        if (format_is_of_folder(out->paths[i]))
            out->paths[out->n++] = out->paths[i];
    }
    return rc;
}
