/*
 * ingest_format.c - detects the format of a file by its first bytes, not by its
 * name.
 *
 * Each format that is read has one line in ingest_plain(), each that is not a
 * word in formats/package/package_kind.c. What people call it and how its files are
 * named is in tables/format.c.
 */
#include "engine/ingest/ingest_duckdb.h"
#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_json.h"
#include "engine/ingest/ingest_office.h"
#include "engine/ingest/ingest_packed.h"
#include "engine/ingest/ingest_page.h"
#include "engine/ingest/ingest_parquet.h"
#include "engine/ingest/ingest_pdf.h"
#include "engine/ingest/ingest_postgres.h"
#include "engine/ingest/ingest_sqlite.h"
#include "engine/ingest/ingest_workbook.h"
#include "engine/sqlite_file/sqlite_file.h"
#include "formats/package/package_kind.h"

#define HEAD_BYTES 1024u /* spaces may come before the first bracket */

/* JSON by its first bytes; where a record is only the first cell of a line, the
   other reader gets its turn, and if there are no columns for it the first
   refusal was the right one. */
static enum err ingest_braces(struct duck *d, const struct ingest_request *r,
                              struct arena *a, struct jsonw *w, struct error *e)
{
    bool doubtful = false;
    struct error ignored;
    enum err rc = ingest_json(d, r, a, w, &doubtful, e);

    if (rc && doubtful && !ingest_delimited(d, r, 2, a, w, &ignored))
        return OK;
    return rc;
}

/* What is no workbook may be a document with tables. */
static enum err ingest_package(struct duck *d, const struct ingest_request *r,
                               struct arena *a, struct jsonw *w,
                               struct error *e)
{
    struct error why;
    enum err rc = ingest_workbook(d, r, a, w, &why);

    if (rc == ERR_FILE_READ_FAILED && ingest_office_fits(r->fd))
        return ingest_office(d, r, a, w, e);
    if (rc)
        *e = why;
    return rc;
}

enum err ingest_plain(struct duck *d, const struct ingest_request *r,
                      struct arena *a, struct jsonw *w, struct error *e)
{
    char bytes[HEAD_BYTES];
    struct str head = {.p = bytes};
    enum sections_format document;
    enum err rc =
        ingest_source_peek(r->fd, 0, bytes, sizeof(bytes), &head.n, e);

    if (rc)
        return rc;
    if (package_is_binary(str_slice(head, 0, PACKAGE_HEAD_BYTES)))
        return ingest_package(d, r, a, w, e);
    if (ingest_pdf_fits(head))
        return ingest_pdf(d, r, a, w, e);
    if (ingest_postgres_fits(head))
        return ingest_postgres(d, r, a, w, e);
    if (ingest_duckdb_fits(head))
        return ingest_duckdb(d, r, a, w, e);
    if (sqlite_file_fits(head))
        return ingest_sqlite(d, r, a, w, e);
    if (ingest_parquet_fits(head))
        return ingest_parquet(d, r, a, w, e);
    if (ingest_page_fits(r, head, &document))
        return ingest_page(d, r, document, a, w, e);
    if (!r->delimiter && ingest_json_fits(head))
        return ingest_braces(d, r, a, w, e);
    return ingest_delimited(d, r, 1, a, w, e);
}

enum err ingest_run(struct duck *d, const struct ingest_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    char bytes[UNPACK_HEAD_BYTES];
    struct str head = {.p = bytes};
    enum err rc =
        ingest_source_peek(r->fd, 0, bytes, sizeof(bytes), &head.n, e);
    enum unpack_kind kind = rc ? UNPACK_NONE : unpack_kind(head);

    if (kind != UNPACK_NONE)
        return ingest_packed(d, r, kind, a, w, e);
    if (!rc)
        rc = ingest_refuse_foreign(head, e);
    return rc ? rc : ingest_plain(d, r, a, w, e);
}
