/* module: ingest */
/*
 * Any bytes as what quarry-postgres says that a server told: the columns of a table, the byte
 * 0, its rows.
 */
#include "base/buf.h"
#include "engine/ingest/ingest_fuzz.h"
#include "engine/ingest/ingest_postgres.h"
#include "formats/package/book.h"

#include <inttypes.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES  ((size_t)64 << 10)
#define HEAD_BYTES 38u

static void put_bundle(struct buf *to, struct str columns, struct str rows)
{
    size_t n = 0;

    for (size_t i = 0; i < rows.n; i++)
        n += rows.p[i] == '\n';
    buf_printf(to, "%%quarry-postgres %020" PRIu64 "\n",
               (uint64_t)(HEAD_BYTES + rows.n));
    buf_put_str(to, rows);
    buf_printf(to,
               "{\"tables\":[{\"name\":\"t\",\"schema\":\"public\",\"table\":"
               "\"t\",\"view\":false,\"at\":%u,\"bytes\":%zu,\"rows\":%zu,"
               "\"columns\":[",
               HEAD_BYTES, rows.n, n);
    buf_put_str(to, columns);
    buf_puts(to, "]}]}");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct duck *engine;
    const struct str all = {size ? (const char *)data : "", size};
    const size_t border = str_find_char(all, '\0');
    struct buf text;
    int fd;

    if (size > MAX_BYTES)
        return 0;
    if (!engine)
        engine = open_engine();
    buf_init(&text, 4 * MAX_BYTES);
    put_bundle(&text, str_slice(all, 0, border),
               str_slice(all, border + 1, all.n));
    BUG_ON(!ingest_postgres_fits(buf_str(&text)));
    fd = book_file(buf_str(&text));
    load(ingest_postgres, engine, fd);
    (void)close(fd);
    buf_release(&text);
    return 0;
}
