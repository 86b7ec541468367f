/*
 * pg_functions.c - functions of SQLite that PostgreSQL lacks or means otherwise.
 *
 * They are in the schema quarry_sql, which each connection has before pg_catalog in its
 * search_path, so that the statements of the program run as they are. Each does what
 * SQLite's does for what these statements ask of it, which
 * tests/unit/store/database/db_dialect.h compares:
 *
 *      ifnull, iif, instr, max and min of two, total, log2, strftime
 *      substr         counts from the end where the place is negative
 *      sum            counts what is true, as true is 1 to SQLite
 *      json_each      elements of a list as texts, by their place
 *      json_group_array, json_array
 *      json_extract   a number
 *
 * Their version is the comment of the schema. A change is a higher version here, and
 * what older programs call stays as it was: several may use one store.
 */
#include "store/pgsql/pg_internal.h"

#include <stdio.h>

#define VERSION               1
#define TEXT_OF(version)      #version
#define VERSION_TEXT(version) TEXT_OF(version)

const char pg_functions_there[] =
    "coalesce(obj_description(to_regnamespace('quarry_sql'), 'pg_namespace')"
    "::int >= " VERSION_TEXT(VERSION) ", false)";

#define FUNCTION(signature, result, body)                                 \
    "CREATE OR REPLACE FUNCTION quarry_sql." signature " RETURNS " result \
    " LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ " body " $$;"

#define ANY "anycompatible"

static const char *const statements[] = {
    "CREATE SCHEMA IF NOT EXISTS quarry_sql",

    FUNCTION("ifnull(" ANY ", " ANY ")", ANY, "SELECT coalesce($1, $2)"),
    FUNCTION("iif(boolean, " ANY ", " ANY ")", ANY,
             "SELECT CASE WHEN $1 THEN $2 ELSE $3 END"),
    FUNCTION("instr(text, text)", "bigint",
             "SELECT pg_catalog.strpos($1, $2)::bigint"),
    FUNCTION("substr(text, integer)", "text",
             "SELECT CASE WHEN $2 < 0 THEN pg_catalog.right($1, -$2)"
             " ELSE pg_catalog.substr($1, $2) END"),
    FUNCTION("substr(text, bigint, bigint)", "text",
             "SELECT pg_catalog.substr($1, $2::int, $3::int)"),
    FUNCTION("log2(double precision)", "double precision",
             "SELECT pg_catalog.ln($1) / pg_catalog.ln(2::double precision)"),
    FUNCTION("max(" ANY ", " ANY ")", ANY,
             "SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL"
             " THEN greatest($1, $2) END"),
    FUNCTION("min(" ANY ", " ANY ")", ANY,
             "SELECT CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL"
             " THEN least($1, $2) END"),

    FUNCTION("add_true(bigint, boolean)", "bigint",
             "SELECT CASE WHEN $2 IS NULL THEN $1"
             " ELSE coalesce($1, 0) + $2::int END"),
    "CREATE OR REPLACE AGGREGATE quarry_sql.sum(boolean)"
    " (sfunc = quarry_sql.add_true, stype = bigint)",
    FUNCTION("add_real(double precision, double precision)", "double precision",
             "SELECT $1 + coalesce($2, 0)"),
    "CREATE OR REPLACE AGGREGATE quarry_sql.total(double precision)"
    " (sfunc = quarry_sql.add_real, stype = double precision, initcond = '0')",

    FUNCTION("json_array_of(text)", "text",
             "SELECT pg_catalog.array_to_json(ARRAY[$1])::text"),
    FUNCTION("list_append(text[], text)", "text[]",
             "SELECT pg_catalog.array_append($1, $2)"),
    FUNCTION("list_json(text[])", "text",
             "SELECT coalesce(pg_catalog.array_to_json($1)::text, '[]')"),
    "CREATE OR REPLACE AGGREGATE quarry_sql.json_group_array(text)"
    " (sfunc = quarry_sql.list_append, stype = text[],"
    " finalfunc = quarry_sql.list_json)",
    FUNCTION("json_each(text)", "TABLE(key bigint, value text)",
             "SELECT n - 1, v FROM pg_catalog.json_array_elements_text("
             "$1::pg_catalog.json) WITH ORDINALITY AS e(v, n)"),
    FUNCTION("json_extract(text, text)", "double precision",
             "SELECT ($1::pg_catalog.jsonb #>> pg_catalog.string_to_array("
             "pg_catalog.substr($2, 3), '.'))::double precision"),

    /* %Y-%m-%dT%H:%M:%fZ, with or without its parts, in UTC */
    FUNCTION("time_format(text)", "text",
             "SELECT replace(replace(replace(replace(replace(replace(replace("
             "replace(replace($1, 'T', '\"T\"'), 'Z', '\"Z\"'), '%Y', 'YYYY'),"
             " '%m', 'MM'), '%d', 'DD'), '%H', 'HH24'), '%M', 'MI'), '%S',"
             " 'SS'), '%f', 'SS.MS')"),
    "CREATE OR REPLACE FUNCTION quarry_sql.strftime(text, text) RETURNS text"
    " LANGUAGE sql VOLATILE AS $$ SELECT to_char(clock_timestamp() AT TIME ZONE"
    " 'UTC', quarry_sql.time_format($1)) $$",
    FUNCTION("strftime(text, bigint, text)", "text",
             "SELECT to_char(to_timestamp($2::double precision) AT TIME ZONE"
             " 'UTC', quarry_sql.time_format($1))"),

    "COMMENT ON SCHEMA quarry_sql IS '" VERSION_TEXT(VERSION) "'",
};

/* By a program that is older than the store the functions are left as they are. */
enum err pg_functions_make(struct db_schema *s, struct error *e)
{
    char sql[256];
    PGresult *r = NULL;
    bool is_there;
    enum err rc;

    (void)snprintf(sql, sizeof(sql), "SELECT %s", pg_functions_there);
    rc = pg_exec(s, sql, &r, e);
    is_there = !rc && *pq.PQgetvalue(r, 0, 0) == 't';
    pq.PQclear(r);
    for (size_t i = 0; i < COUNT_OF(statements) && !rc && !is_there; i++) {
        rc = pg_exec(s, statements[i], &r, e);
        pq.PQclear(r);
    }
    return rc;
}
