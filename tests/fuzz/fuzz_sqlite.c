/* module: sqlite_file */
/* Any bytes as a SQLite database, all rows of all its tables and views. */
#include "base/utf8.h"
#include "engine/sqlite_file/sqlite_file.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ARENA_BYTES ((size_t)256 << 20)

static void read_cells(struct sqlite_rows *r, struct arena *a)
{
    struct error e = {0};
    struct str text;

    for (size_t i = 0; i < r->n; i++) {
        const struct sqlite_cell c = sqlite_rows_cell(r, i);

        BUG_ON(c.kind >= SQLITE_CELL_KINDS);
        BUG_ON(c.kind == SQLITE_CELL_BLOB && c.integer < 0);
        if (c.kind == SQLITE_CELL_TEXT &&
            sqlite_text_repair(c.text, a, &text, NULL, &e) == OK)
            BUG_ON(utf8_valid_prefix(text) != text.n);
    }
    arena_reset(a);
}

static void read_rows(struct sqlite_file *f, const struct sqlite_object *o,
                      struct arena *a)
{
    struct sqlite_rows r = SQLITE_ROWS_NONE;
    struct sqlite_keys keys;
    struct arena cells;
    struct error e = {0};
    bool more = true;
    enum err rc = sqlite_rows_open(f, o, a, &r, &e);

    arena_init(&cells, ARENA_BYTES);
    while (!rc && !(rc = sqlite_rows_next(&r, &more, &e)) && more)
        read_cells(&r, &cells);
    if (!rc)
        rc = sqlite_file_keys(f, o, a, &keys, &e);
    BUG_ON(rc != e.code);
    sqlite_rows_close(&r);
    arena_release(&cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sqlite_file *f = NULL;
    struct sqlite_objects objects = {0};
    struct error e = {0};
    struct arena a;
    const int fd = memfd_create("database", MFD_CLOEXEC);

    arena_init(&a, ARENA_BYTES);
    BUG_ON(fd < 0 || write(fd, data, size) != (ssize_t)size);
    if (sqlite_file_open(fd, NULL, &f, &e) == OK &&
        sqlite_file_list(f, &a, &objects, &e) == OK)
        for (size_t i = 0; i < objects.n; i++)
            if (!objects.list[i].left_out)
                read_rows(f, &objects.list[i], &a);
    sqlite_file_close(f);
    (void)close(fd);
    arena_release(&a);
    return 0;
}
