#include "tables/database_file.h"

#include "base/read_at.h"
#include "tables/format.h"

#define LOOKED_AT  512u
#define TEXT_LEAST 9 /* no text has characters before a tab */
#define GZIP       "\x1f\x8b"
#define ZSTD       "\x28\xb5\x2f\xfd"

/* Is it none though it is called one? Text that is called so is read as text, with a
 * caution. */
static bool is_foreign(struct str head)
{
    bool is = false;

    if (str_starts(head, STR(GZIP)) || str_starts(head, STR(ZSTD)))
        return false;
    for (size_t i = 0; i < head.n; i++)
        is |= head.p[i] >= 0 && head.p[i] < TEXT_LEAST;
    return is;
}

static struct str head_of(int fd, char *bytes, size_t room)
{
    const ssize_t n = read_at(fd, bytes, room, 0);

    return (struct str){bytes, n > 0 ? (size_t)n : 0};
}

enum err database_file_check_name(int fd, struct str shown, struct error *e)
{
    const char *called = format_of_path(shown);
    char bytes[LOOKED_AT];
    struct str head;

    if (!called || !format_is_database(str_from(called)))
        return OK;
    head = head_of(fd, bytes, sizeof(bytes));
    if (format_of_head(head) || !is_foreign(head))
        return OK;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "'%.*s' is neither a SQLite nor a DuckDB database, or it "
                     "is encrypted; save it without a password",
                     STR_FMT(shown));
}
