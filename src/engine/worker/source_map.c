#include "engine/worker/source_map.h"

#include <sys/mman.h>
#include <sys/stat.h>

#define MARK "\xEF\xBB\xBF"

enum err source_map_open(int fd, struct source_map *m, struct error *e)
{
    struct stat st;
    void *map;

    *m = SOURCE_MAP_NONE;
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the request came without its file");
    if (st.st_size == 0)
        return OK;
    map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return error_set(e, ERR_LIMIT, "the file does not fit into memory");
    m->map = map;
    m->bytes = (size_t)st.st_size;
    m->text = (struct str){map, m->bytes};
    if (str_starts(m->text, STR(MARK)))
        m->text = str_slice(m->text, sizeof(MARK) - 1, m->text.n);
    return OK;
}

void source_map_close(struct source_map *m)
{
    if (m->map)
        (void)munmap(m->map, m->bytes);
    *m = SOURCE_MAP_NONE;
}
