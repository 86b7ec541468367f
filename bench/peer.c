#include "peer.h"

#include "samples.h"

#include <duckdb.h>
#include <stdio.h>

struct peer {
    duckdb_database database;
    duckdb_connection connection;
};

static void run(struct peer *p, const char *sql, duckdb_result *result)
{
    if (duckdb_query(p->connection, sql, result) == DuckDBError)
        samples_give_up("the peer", duckdb_result_error(result));
}

struct peer *peer_open(const char *csv, const char *database)
{
    static struct peer p; /* one a process */
    duckdb_result result;
    char sql[5000];

    if (duckdb_open(database, &p.database) == DuckDBError ||
        duckdb_connect(p.database, &p.connection) == DuckDBError)
        samples_give_up("the peer", "cannot open DuckDB");
    (void)snprintf(sql, sizeof(sql),
                   "CREATE TABLE data AS SELECT * FROM read_csv('%s')", csv);
    run(&p, sql, &result);
    duckdb_destroy_result(&result);
    return &p;
}

uint64_t peer_query(struct peer *p, const char *sql)
{
    duckdb_result result;
    duckdb_data_chunk chunk;
    uint64_t rows = 0;

    run(p, sql, &result);
    while ((chunk = duckdb_fetch_chunk(result))) {
        rows += duckdb_data_chunk_get_size(chunk);
        duckdb_destroy_data_chunk(&chunk);
    }
    duckdb_destroy_result(&result);
    return rows;
}

void peer_close(struct peer *p)
{
    duckdb_disconnect(&p->connection);
    duckdb_close(&p->database);
}
