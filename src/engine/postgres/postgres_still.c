/*
 * postgres_still.c - the stored query of each view is searched for the numbers of the
 * functions and tables that it has.
 *
 * A function of the server that is not immutable counts as one that tells the time, but
 * for those that only depend on settings, which each session here has alike. So does one
 * of a user that is not immutable, and a table of the server's own catalog, whose
 * numbers are below 16384.
 */
#include "engine/postgres/postgres_still.h"

/* Of users, not of the server. */
#define OWN                            \
    "n.nspname NOT LIKE 'pg\\_%' AND " \
    "n.nspname <> 'information_schema'"

static const char still_sql[] =
    "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE " OWN " AND c.relrowsecurity "
    "UNION ALL SELECT 1 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
    "WHERE c.relkind = 'f' "
    "UNION ALL SELECT 1 FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class "
    "JOIN pg_namespace n ON n.oid = c.relnamespace "
    "CROSS JOIN LATERAL regexp_matches(r.ev_action::text, "
    "':(funcid|opfuncid|aggfnoid|winfnoid|relid) (\\d+)"
    "|(SQLVALUEFUNCTION|NEXTVALUEEXPR|TABLESAMPLECLAUSE)', 'g') m "
    "LEFT JOIN pg_proc p ON m[1] <> 'relid' AND p.oid = m[2]::oid "
    "WHERE c.relkind = 'v' AND " OWN " AND (m[3] IS NOT NULL "
    "OR m[1] = 'relid' AND m[2]::bigint BETWEEN 1 AND 16383 "
    "OR p.provolatile <> 'i' AND NOT (p.provolatile = 's' AND p.oid < 16384 "
    "AND (p.proname IN ('to_char', 'to_date', 'date_trunc', 'date_part', "
    "'extract', 'concat', 'concat_ws', 'format', 'date', 'time', 'timestamp', "
    "'timestamptz', 'timezone', 'array_to_string', 'to_json', 'to_jsonb') "
    "OR p.proname ~ '^(date|timestamp|timestamptz)_(lt|le|eq|ne|ge|gt|cmp)_' "
    "OR p.proname ~ '^timestamptz_(pl|mi)_interval$'))) "
    "LIMIT 1";

enum err postgres_still_ask(const struct postgres_session *s, bool *is,
                            struct error *e)
{
    struct postgres_rows rows = POSTGRES_ROWS_NONE;
    enum err rc = postgres_link_query(s->link, still_sql, 1, &rows, e);

    *is = !rc && rows.n == 0;
    postgres_rows_close(&rows);
    return rc;
}
