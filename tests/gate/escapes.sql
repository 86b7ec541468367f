-- Attacks of every kind, beside those of refuse.sql. A statement ends at a
-- blank line; its last line is `-- => kind layers`: what the attack wants
-- (read, write, settings, learn, run, exhaust) and which isolation layers stop
-- it when active alone (gate, lock, os). tests/unit/engine/worker/test_escapes.c runs
-- each against each.

-- == read: replacement scans and names that are paths
SELECT * FROM './secret.csv'
-- => read gate lock os

SELECT * FROM 'sub/../secret.csv'
-- => read gate lock os

SELECT * FROM 'secret.c[s]v'
-- => read gate lock os

SELECT * FROM '**/secret.csv'
-- => read gate lock os

SELECT * FROM 'secret.{csv,txt}'
-- => read gate lock os

SELECT * FROM "SECRET.CSV"
-- => read gate lock os

SELECT * FROM 'secret.csv' AS data
-- => read gate lock os

SELECT data.* FROM 'secret.csv' data
-- => read gate lock os

SELECT * FROM data AS d, 'secret.csv' AS data
-- => read gate lock os

SELECT * FROM 'secret.tsv'
-- => read gate lock os

SELECT * FROM 'secret.jsonl'
-- => read gate lock os

SELECT * FROM 'secret.csv.gz'
-- => read gate lock os

SELECT * FROM 'secret.parquet' WHERE true
-- => read gate lock os

SELECT "secret.csv".* FROM "secret.csv"
-- => read gate lock os

SELECT * FROM "main"."secret.csv"
-- => read gate lock os

SELECT * FROM memory.main."secret.csv"
-- => read gate lock os

SELECT * FROM system."secret.csv"
-- => read gate lock os

SELECT * FROM temp.main."secret.csv"
-- => read gate lock os

SELECT * FROM ('secret.csv')
-- => read gate lock os

SELECT * FROM (FROM 'secret.csv')
-- => read gate lock os

SELECT * FROM (TABLE "secret.csv")
-- => read gate lock os

FROM 'secret.csv' SELECT city LIMIT 1
-- => read gate lock os

FROM 'secret.csv' ORDER BY ALL
-- => read gate lock os

SELECT * FROM E'secret.csv'
-- => read gate lock os

SELECT * FROM $$secret.csv$$
-- => read gate lock os

SELECT * FROM $q$secret.csv$q$
-- => read gate lock os

SELECT * FROM 'secret' '.csv'
-- => read gate lock os

SELECT * FROM data NATURAL JOIN 'secret.csv'
-- => read gate lock os

SELECT * FROM data SEMI JOIN 'secret.csv' s USING (id)
-- => read gate lock os

SELECT s.city FROM data FULL JOIN 'secret.csv' s ON s.id = data.id
-- => read gate lock os

SELECT * FROM data ANTI JOIN (SELECT 99 AS id, * EXCLUDE (id) FROM 'secret.csv') s USING (id)
-- => read gate lock os

(SELECT city FROM data) EXCEPT ALL (SELECT city FROM 'nothing.csv') UNION ALL (SELECT city FROM 'secret.csv')
-- => read gate lock os

SELECT city FROM data INTERSECT SELECT city FROM 'secret.csv' UNION BY NAME SELECT city FROM 'secret.csv'
-- => read gate lock os

SELECT city FROM 'secret.csv' USING SAMPLE 100%
-- => read gate lock os

SELECT * FROM 'secret.csv' TABLESAMPLE 100%
-- => read gate lock os

PIVOT 'secret.csv' ON id IN (1) USING first(city)
-- => read gate lock os

SELECT * FROM 'secret.csv' PIVOT (first(city) FOR id IN (1))
-- => read gate lock os

UNPIVOT 'secret.csv' ON city INTO NAME n VALUE v
-- => read gate lock os

-- == read: the same, hidden in a place that is not FROM
SELECT (FROM 'secret.csv' SELECT max(city))
-- => read gate lock os

SELECT ARRAY(SELECT city FROM 'secret.csv')
-- => read gate lock os

SELECT [(SELECT max(city) FROM 'secret.csv')]
-- => read gate lock os

SELECT (SELECT max(s) FROM 'secret.csv' s)
-- => read gate lock os

SELECT list_transform([1], x -> (SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT list_filter([(SELECT max(city) FROM 'secret.csv')], x -> x IS NOT NULL)
-- => read gate lock os

SELECT list_reduce(['', (SELECT max(city) FROM 'secret.csv')], (a, b) -> a || b)
-- => read gate lock os

SELECT struct_pack(a := (SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT row((SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT map(['a'], [(SELECT max(city) FROM 'secret.csv')])
-- => read gate lock os

SELECT union_value(a := (SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT (SELECT max(city) FROM 'secret.csv') COLLATE nocase
-- => read gate lock os

SELECT TRY((SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT TRY_CAST((SELECT max(city) FROM 'secret.csv') AS VARCHAR)
-- => read gate lock os

SELECT coalesce((SELECT max(city) FROM 'secret.csv'), 'x')
-- => read gate lock os

SELECT nullif((SELECT max(city) FROM 'secret.csv'), 'x')
-- => read gate lock os

SELECT if(true, (SELECT max(city) FROM 'secret.csv'), '')
-- => read gate lock os

SELECT CASE (SELECT max(city) FROM 'secret.csv') WHEN 'x' THEN '' ELSE (SELECT max(city) FROM 'secret.csv') END
-- => read gate lock os

SELECT max((SELECT max(city) FROM 'secret.csv')) OVER () FROM data
-- => read gate lock os

SELECT first_value((SELECT max(city) FROM 'secret.csv')) OVER (ORDER BY id) FROM data
-- => read gate lock os

SELECT string_agg((SELECT max(city) FROM 'secret.csv'), ',' ORDER BY id) FROM data
-- => read gate lock os

SELECT lag(city, 1, (SELECT max(city) FROM 'secret.csv')) OVER (ORDER BY id) FROM data
-- => read gate lock os

SELECT nth_value(s, 1) OVER w FROM (SELECT (SELECT max(city) FROM 'secret.csv') s) WINDOW w AS ()
-- => read gate lock os

SELECT unnest((SELECT list(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT * FROM unnest((SELECT list(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT * FROM (VALUES (1)) v(x), LATERAL (SELECT city FROM 'secret.csv' WHERE id = x)
-- => read gate lock os

SELECT * FROM (SELECT 1 x) a JOIN LATERAL (FROM 'secret.csv') b ON a.x = b.id
-- => read gate lock os

SELECT x FROM (SELECT 1) t(y), (SELECT max(city) FROM 'secret.csv') u(x)
-- => read gate lock os

SELECT * FROM json_each((SELECT to_json(list(city)) FROM 'secret.csv'))
-- => read gate lock os

SELECT * FROM repeat((SELECT max(city) FROM 'secret.csv'), 2)
-- => read gate lock os

SELECT * FROM repeat_row((SELECT max(city) FROM 'secret.csv'), num_rows := 2)
-- => read gate lock os

SELECT city FROM data ORDER BY (SELECT max(city) FROM 'secret.csv'), error((SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT * EXCLUDE (id) REPLACE ((SELECT max(city) FROM 'secret.csv') AS city) FROM data
-- => read gate lock os

SELECT COLUMNS('city') || (SELECT max(city) FROM 'secret.csv') FROM data
-- => read gate lock os

SELECT * LIKE 'c%', (SELECT max(city) FROM 'secret.csv') FROM data
-- => read gate lock os

SELECT city FROM data GROUP BY ROLLUP (city, (SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT (SELECT max(city) FROM 'secret.csv') AS s FROM data GROUP BY GROUPING SETS ((s), ())
-- => read gate lock os

SELECT 'x' LIKE (SELECT max(city) FROM 'secret.csv') ESCAPE '!', (SELECT max(city) FROM 'secret.csv')
-- => read gate lock os

SELECT (SELECT max(city) FROM 'secret.csv')[1:6]
-- => read gate lock os

SELECT {'a': {'b': (SELECT max(city) FROM 'secret.csv')}}.a.b
-- => read gate lock os

SELECT format('{}', (SELECT max(city) FROM 'secret.csv'))
-- => read gate lock os

SELECT (SELECT (SELECT (SELECT (SELECT max(city) FROM 'secret.csv'))))
-- => read gate lock os

SELECT city IN (FROM (SELECT max(city) FROM 'secret.csv')), (SELECT any_value(city) FROM 'secret.csv') FROM data
-- => read gate lock os

SELECT 'SECRE' < ALL (SELECT city FROM 'secret.csv'), (SELECT min(city) FROM 'secret.csv')
-- => read gate lock os

VALUES (1, (SELECT max(city) FROM 'secret.csv')), (2, 'x')
-- => read gate lock os

FROM (VALUES ((SELECT max(city) FROM 'secret.csv')), ('x')) v(c) SELECT c
-- => read gate lock os

-- == read: WITH, recursion and scopes
WITH s AS MATERIALIZED (FROM 'secret.csv') FROM s
-- => read gate lock os

WITH s AS NOT MATERIALIZED (FROM 'secret.csv') FROM s
-- => read gate lock os

WITH data AS (SELECT * FROM 'secret.csv') SELECT * FROM data
-- => read gate lock os

WITH data(id, city) AS (TABLE 'secret.csv') SELECT city FROM data
-- => read gate lock os

WITH a AS (WITH b AS (WITH c AS (FROM 'secret.csv') FROM c) FROM b) FROM a
-- => read gate lock os

WITH RECURSIVE t(s, n) AS (SELECT city, 1 FROM 'secret.csv' UNION ALL SELECT s, n + 1 FROM t WHERE n < 3) FROM t
-- => read gate lock os

WITH RECURSIVE t(n, s) AS (SELECT 1, '' UNION ALL SELECT n + 1, (SELECT max(city) FROM 'secret.csv') FROM t WHERE n < 3) FROM t
-- => read gate lock os

WITH RECURSIVE t(k, v) USING KEY (k) AS (SELECT 1, '' UNION SELECT k + 1, (SELECT max(city) FROM 'secret.csv') FROM t WHERE k < 3) FROM t
-- => read gate lock os

SELECT * FROM (WITH data AS (FROM 'secret.csv') FROM data) x
-- => read gate lock os

WITH a AS (SELECT 1), "data" AS (FROM "secret.csv") FROM a, "data"
-- => read gate lock os

SELECT (WITH s AS (FROM 'secret.csv') SELECT max(city) FROM s)
-- => read gate lock os

WITH s AS (SELECT 1) SELECT * FROM s, (WITH s AS (FROM 'secret.csv') FROM s) t
-- => read gate lock os

-- == read: functions that read
SELECT * FROM read_csv_auto('secret.csv')
-- => read gate lock os

SELECT * FROM read_csv(['secret.csv'])
-- => read gate lock os

SELECT * FROM read_csv('secret.csv', columns = {'id': 'INT', 'city': 'VARCHAR'})
-- => read gate lock os

SELECT * FROM read_csv(concat('secret', '.csv'))
-- => read gate lock os

SELECT * FROM read_csv(chr(115) || 'ecret.csv')
-- => read gate lock os

SELECT * FROM read_csv(files := 'secret.csv')
-- => read gate lock os

SELECT * FROM "read_csv"('secret.csv')
-- => read gate lock os

SELECT * FROM READ_CSV('secret.csv')
-- => read gate lock os

SELECT * FROM main.read_csv('secret.csv')
-- => read gate lock os

SELECT * FROM system.main.read_csv('secret.csv')
-- => read gate lock os

SELECT * FROM read_csv('secret.csv') AS data
-- => read gate lock os

SELECT data.city FROM data, read_csv('secret.csv') r, LATERAL (SELECT r.city) q
-- => read gate lock os

SELECT q.city FROM data, LATERAL read_csv('secret.csv') q
-- => read gate lock os

SELECT * FROM read_text('secret.txt')
-- => read gate lock os

SELECT * FROM read_text('secret.*')
-- => read gate lock os

SELECT * FROM read_blob('secret.txt')
-- => read gate lock os

SELECT content FROM read_text(['secret.txt', 'secret.csv'])
-- => read gate lock os

SELECT * FROM read_json('secret.json')
-- => read gate lock os

SELECT * FROM read_json_auto('secret.json')
-- => read gate lock os

SELECT * FROM read_json_objects('secret.json')
-- => read gate lock os

SELECT * FROM read_ndjson('secret.jsonl')
-- => read gate lock os

SELECT * FROM read_ndjson_auto('secret.jsonl')
-- => read gate lock os

SELECT * FROM read_ndjson_objects('secret.jsonl')
-- => read gate lock os

SELECT * FROM read_json_objects_auto('secret.json')
-- => read gate lock os

SELECT * FROM parquet_scan('secret.parquet')
-- => read gate lock os

SELECT * FROM read_parquet(['secret.parquet'], filename = true)
-- => read gate lock os

SELECT * FROM parquet_full_metadata('secret.parquet')
-- => read gate lock os

SELECT * FROM sniff_csv('secret.csv')
-- => read gate lock os

SELECT * FROM read_csv('/proc/self/root' || getvariable('x') || '/secret.csv')
-- => read gate lock os

SELECT * FROM read_text('/etc/passwd')
-- => read gate lock os

SELECT * FROM read_text('//etc//passwd')
-- => read gate lock os

SELECT * FROM read_text('/etc/../etc/passwd')
-- => read gate lock os

SELECT * FROM read_text('/proc/self/root/etc/passwd')
-- => read gate lock os

SELECT * FROM read_text('/dev/fd/../../etc/passwd')
-- => read gate lock os

SELECT * FROM read_csv('/etc/passwd', sep = ':', header = false)
-- => read gate lock os

SELECT * FROM '/etc/passwd*'
-- => read gate lock os

SELECT * FROM read_text('file:///etc/passwd')
-- => read gate lock os

SELECT * FROM read_csv('secret.csv', filename = true, union_by_name = true)
-- => read gate lock os

SELECT * FROM query('SELECT * FROM ''secret.csv''')
-- => read gate lock os

SELECT * FROM query(concat('FROM ''secret', '.csv'''))
-- => read gate lock os

SELECT * FROM query_table('secret.csv')
-- => read gate lock os

SELECT * FROM query_table(['secret.csv', 'secret.tsv'], true)
-- => read gate lock os

SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM ''secret.csv'''))
-- => read gate lock os

SELECT * FROM json_execute_serialized_sql('{"error":false,"statements":[{"node":{"type":"SELECT_NODE","modifiers":[],"cte_map":{"map":[]},"select_list":[{"class":"STAR","type":"STAR","alias":"","query_location":7,"relation_name":"","exclude_list":[],"replace_list":[],"columns":false,"expr":null}],"from_table":{"type":"BASE_TABLE","alias":"","sample":null,"schema_name":"","table_name":"secret.csv","column_name_alias":[],"catalog_name":""},"where_clause":null,"group_expressions":[],"group_sets":[],"aggregate_handling":"STANDARD_HANDLING","having":null,"sample":null,"qualify":null},"named_param_map":[]}]}')
-- => read gate lock os

SELECT * FROM histogram('secret.csv', 'city')
-- => read gate lock os

SELECT * FROM histogram_values('secret.csv', 'city')
-- => read gate lock os

SELECT * FROM unpivot_list('secret.csv')
-- => read gate lock os

SELECT * FROM read_duckdb('other.db', table_name = 'data')
-- => read gate lock os

SELECT * FROM duckdb_scan('other.db', 'data')
-- => read gate lock os

SELECT * FROM sqlite_scan('other.db', 'data')
-- => read gate lock os

-- == read: statements that read
DESCRIBE SELECT (SELECT max(city) FROM 'secret.csv')
-- => read gate lock os

SUMMARIZE 'secret.csv'
-- => read gate lock os

SUMMARIZE SELECT * FROM 'secret.csv'
-- => read gate lock os

SELECT * FROM (SUMMARIZE 'secret.csv')
-- => read gate lock os

EXPLAIN ANALYZE SELECT * FROM 'secret.csv' WHERE city = 'x'
-- => read gate lock os

CREATE TEMP TABLE t AS FROM 'secret.csv'; FROM t
-- => read gate lock os

SELECT 1; FROM 'secret.csv'
-- => read gate lock os

PREPARE p AS FROM 'secret.csv'; EXECUTE p
-- => read gate lock os

ATTACH 'other.db' AS o (READ_ONLY); FROM o.data
-- => read gate lock os

ATTACH 'other.db' AS o; FROM o.data
-- => read gate lock os

FROM 'other.db'
-- => read gate lock os

SELECT * FROM 'other.db'.main.data
-- => read gate lock os

CALL read_csv('secret.csv')
-- => read gate lock os

CALL query('FROM ''secret.csv''')
-- => read gate lock os

EXECUTE IMMEDIATE 'FROM ''secret.csv'''
-- => read gate lock os

CREATE MACRO m() AS TABLE FROM 'secret.csv'; FROM m()
-- => read gate lock os

SET VARIABLE f = 'secret.csv'; FROM read_csv(getvariable('f'))
-- => read gate lock os

CREATE VIEW v AS FROM 'secret.csv'; FROM v
-- => read gate lock os

SET file_search_path = 'sub'; FROM 'deep.csv'
-- => read gate lock os

-- == write: statements that write
COPY (SELECT 1) TO 'x.csv'
-- => write gate lock os

COPY data TO 'x.parquet' (FORMAT parquet)
-- => write gate lock os

COPY data TO 'x.json' (FORMAT json)
-- => write gate lock os

COPY (FROM data) TO 'secret.csv'
-- => write gate lock os

COPY data TO 'parts' (FORMAT csv, PARTITION_BY city)
-- => write gate lock os

COPY (SELECT 1) TO 'table.duckdb'
-- => write gate lock os

COPY (SELECT 1) TO 'table.duckdb.wal'
-- => write gate lock os

COPY (SELECT 1) TO '../beside.csv'
-- => write gate lock os

COPY (SELECT 1) TO '/proc/self/comm'
-- => write gate lock os

EXPORT DATABASE 'dump'
-- => write gate lock os

EXPORT DATABASE 'dump' (FORMAT parquet)
-- => write gate lock os

ATTACH 'new.db' AS n
-- => write gate lock os

ATTACH 'new.db' AS n; CREATE TABLE n.t AS SELECT 1; CHECKPOINT n
-- => write gate lock os

ATTACH 'new.db' AS n (TYPE sqlite)
-- => write gate lock os

DETACH src; ATTACH 'table.duckdb' AS src; DELETE FROM src.data
-- => write gate lock os

CREATE TABLE src.t AS SELECT 1
-- => write gate lock os

INSERT INTO src.data SELECT * FROM src.data; CHECKPOINT src
-- => write gate lock os

UPDATE src.data SET id = 0
-- => write gate lock os

DELETE FROM src.data
-- => write gate lock os

DROP TABLE src.data
-- => write gate lock os

TRUNCATE src.data
-- => write gate lock os

ALTER TABLE src.data ADD COLUMN x INT
-- => write gate lock os

CREATE OR REPLACE VIEW src.data AS SELECT 1
-- => write gate lock os

COMMENT ON TABLE src.data IS 'x'
-- => write gate lock os

PRAGMA enable_profiling = 'json'; PRAGMA profiling_output = 'p.json'; SELECT 1
-- => write gate lock os

SET log_query_path = 'q.log'; SELECT 1
-- => write gate lock os

CALL enable_logging(storage = 'file', storage_path = 'logs')
-- => write gate lock os

SET secret_directory = 'sub'; CREATE PERSISTENT SECRET s (TYPE http)
-- => write gate lock os

WITH x AS (COPY data TO 'x.csv') SELECT 1
-- => write gate lock os

SELECT 1 UNION ALL (COPY data TO 'x.csv')
-- => write gate lock os

COPY (SELECT 1) TO 'x.csv' (USE_TMP_FILE false)
-- => write gate lock os

FROM data; COPY data TO 'x.csv'
-- => write gate lock os

/* harmless */ COPY /* TO */ data TO 'x.csv' -- SELECT
-- => write gate lock os

SELECT * FROM write_log('x')
-- => write gate lock os

SELECT * FROM (VALUES (1)) t(x) WHERE EXISTS (COPY data TO 'x.csv')
-- => write gate lock os

SET temp_directory = 'spill'; SELECT count(*) FROM (SELECT DISTINCT random() FROM range(10))
-- => write gate lock os

-- == settings: what is set
SET memory_limit = '64GB'
-- => settings gate lock

SET threads = 99
-- => settings gate

SET GLOBAL threads = 99
-- => settings gate

PRAGMA threads = 99
-- => settings gate

PRAGMA memory_limit = '64GB'
-- => settings gate lock

SET preserve_insertion_order = false
-- => settings gate lock

SET default_order = 'DESC'
-- => settings gate lock

SET default_null_order = 'nulls_first'
-- => settings gate lock

SET search_path = 'temp'
-- => settings gate

SET schema = 'src.main'
-- => settings gate

USE src
-- => settings gate

SET TimeZone = 'Asia/Tokyo'
-- => settings gate lock

SET calendar = 'islamic'
-- => settings gate lock

SET autoinstall_known_extensions = true
-- => settings gate lock

SET allow_unredacted_secrets = true
-- => settings gate lock os

SET home_directory = '/'
-- => settings gate lock

SET extension_directory = 'sub'
-- => settings gate lock

SET custom_user_agent = 'x'
-- => settings gate lock os

SET enable_object_cache = true
-- => settings gate lock

SET max_expression_depth = 100000
-- => settings gate lock

SET disabled_optimizers = 'filter_pushdown'
-- => settings gate lock

SET enable_external_access = true
-- => settings gate lock os

SET lock_configuration = false
-- => settings gate lock os

RESET lock_configuration
-- => settings gate lock os

PRAGMA enable_profiling
-- => settings gate

PRAGMA disable_optimizer
-- => settings gate lock os

PRAGMA enable_progress_bar
-- => settings gate

SET scalar_subquery_error_on_multiple_rows = false
-- => settings gate lock

SET ieee_floating_point_ops = false
-- => settings gate lock

SET integer_division = true
-- => settings gate lock

SET SESSION VARIABLE x = 1
-- => settings gate lock os

SELECT set_config('threads', '9', false)
-- => settings gate lock os

WITH s AS (SET threads = 9) SELECT 1
-- => settings gate lock os

SELECT 1; SET threads = 9
-- => settings gate

CALL disable_logging()
-- => settings gate lock os

CALL enable_profiling()
-- => settings gate

SELECT * FROM enable_profiling()
-- => settings gate

SELECT * FROM disable_profiling()
-- => settings gate lock os

-- == learn: the machine, the engine, other data
SELECT version()
-- => learn gate

SELECT library_version FROM pragma_version()
-- => learn gate

PRAGMA version
-- => learn gate

PRAGMA platform
-- => learn gate

SELECT current_setting('temp_directory')
-- => learn gate

SELECT current_setting('access_mode')
-- => learn gate

SELECT current_setting('home_directory') IS NULL
-- => learn gate

SELECT value FROM duckdb_settings() WHERE name = 'TimeZone'
-- => learn gate

SELECT main.current_setting('threads')
-- => learn gate

SELECT system.main.current_setting('threads')
-- => learn gate

SELECT "current_setting"('threads')
-- => learn gate

SELECT current_setting(name) FROM (VALUES ('threads')) t(name)
-- => learn gate lock os

SELECT list_transform(['threads'], x -> current_setting(x))
-- => learn gate lock os

SELECT getvariable('x') IS NULL
-- => learn gate

SELECT getenv('PATH')
-- => learn gate lock os

SELECT path FROM duckdb_databases() WHERE path IS NOT NULL
-- => learn gate

SELECT * FROM duckdb_tables()
-- => learn gate

SELECT * FROM duckdb_columns()
-- => learn gate

SELECT * FROM duckdb_views()
-- => learn gate

SELECT sql FROM duckdb_views()
-- => learn gate

SELECT * FROM duckdb_functions()
-- => learn gate

SELECT * FROM duckdb_memory()
-- => learn gate

SELECT * FROM duckdb_extensions()
-- => learn gate lock

SELECT * FROM duckdb_types()
-- => learn gate

SELECT * FROM duckdb_keywords()
-- => learn gate

SELECT * FROM duckdb_optimizers()
-- => learn gate

SELECT * FROM duckdb_schemas()
-- => learn gate

SELECT * FROM duckdb_secret_types()
-- => learn gate

SELECT * FROM pragma_database_size()
-- => learn gate

SELECT * FROM pragma_table_info('data')
-- => learn gate

SELECT * FROM pragma_show('data')
-- => learn gate

SELECT * FROM pragma_storage_info('src.data')
-- => learn gate

SELECT * FROM pragma_metadata_info('src')
-- => learn gate

SELECT * FROM pragma_collations()
-- => learn gate

PRAGMA database_list
-- => learn gate

PRAGMA show_tables
-- => learn gate

PRAGMA table_info('data')
-- => learn gate

PRAGMA storage_info('src.data')
-- => learn gate

SHOW TABLES
-- => learn gate

SHOW ALL TABLES
-- => learn gate

SHOW DATABASES
-- => learn gate

SELECT * FROM (SHOW TABLES)
-- => learn gate

SELECT * FROM (SHOW ALL TABLES)
-- => learn gate

SELECT * FROM information_schema.tables
-- => learn gate

SELECT * FROM INFORMATION_SCHEMA."columns"
-- => learn gate

SELECT * FROM pg_catalog.pg_class
-- => learn gate

SELECT * FROM pg_catalog.pg_attribute
-- => learn gate

SELECT * FROM sqlite_master
-- => learn gate

SELECT * FROM sqlite_schema
-- => learn gate

SELECT * FROM duckdb_tables
-- => learn gate

SELECT * FROM pragma_database_list
-- => learn gate

SELECT current_user
-- => learn gate

SELECT session_user
-- => learn gate

SELECT current_catalog
-- => learn gate

SELECT current_schemas(true)
-- => learn gate

SELECT inet_server_addr() IS NULL
-- => learn gate

SELECT current_query()
-- => learn gate

SELECT current_query_id()
-- => learn gate

SELECT txid_current()
-- => learn gate

SELECT current_connection_id()
-- => learn gate

SELECT pg_backend_pid() IS NULL
-- => learn gate lock os

SELECT get_block_size('src')
-- => learn gate

SELECT stats(id) FROM src.data
-- => learn gate

SELECT rowid FROM src.main.data
-- => learn gate

SELECT * FROM src.main.data
-- => learn gate

SELECT * FROM src.data
-- => learn gate

SELECT * FROM memory.main.data
-- => learn gate

SELECT data.* FROM memory.data
-- => learn gate

SELECT * FROM glob('*')
-- => learn gate lock os

SELECT * FROM glob('/etc/pass*')
-- => learn gate lock os

SELECT file FROM glob('/proc/self/fd/*')
-- => learn gate lock os

SELECT * FROM read_text('/proc/self/status')
-- => learn gate lock os

SELECT * FROM read_text('/proc/self/maps')
-- => learn gate lock os

SELECT * FROM read_blob('/proc/self/environ')
-- => learn gate lock os

SELECT * FROM read_text('/proc/version')
-- => learn gate lock os

SELECT * FROM read_text('/sys/kernel/osrelease')
-- => learn gate lock os

SELECT size FROM read_blob('table.duckdb')
-- => learn gate lock

SELECT * FROM duckdb_logs()
-- => learn gate lock os

SELECT * FROM which_secret('s3://x/y', 's3')
-- => learn gate lock os

SELECT * FROM sql_auto_complete('SEL')
-- => learn gate

SELECT json_serialize_plan('SELECT * FROM data')
-- => learn gate

SELECT json_serialize_sql('SELECT 1')
-- => learn gate

SELECT * FROM test_all_types()
-- => learn gate

DESCRIBE src.main.data
-- => learn gate

SELECT * FROM (DESCRIBE information_schema.tables)
-- => learn gate

EXPLAIN SELECT * FROM data
-- => learn gate

SELECT * FROM duckdb_external_file_cache()
-- => learn gate lock os

SELECT * FROM "duckdb_settings"()
-- => learn gate

SELECT * FROM Duckdb_Settings()
-- => learn gate

SELECT * FROM main.duckdb_settings()
-- => learn gate

SELECT * FROM duckdb_settings() AS data
-- => learn gate

SELECT has_table_privilege('data', 'SELECT')
-- => learn gate

SELECT pg_get_viewdef(0) IS NULL
-- => learn gate

SELECT obj_description(1, 'x') IS NULL
-- => learn gate

SELECT * FROM pg_timezone_names()
-- => learn gate

-- == run: programs, extensions, the network
INSTALL httpfs
-- => run gate lock os

LOAD httpfs
-- => run gate lock os

LOAD './secret.csv'
-- => run gate lock os

LOAD 'sub/evil.duckdb_extension'
-- => run gate lock os

INSTALL 'sub/evil.duckdb_extension'
-- => run gate lock os

FORCE INSTALL httpfs FROM 'sub'
-- => run gate lock os

INSTALL x FROM community
-- => run gate lock os

UPDATE EXTENSIONS
-- => run gate lock os

ATTACH 'http://127.0.0.1:9/x.db' AS w
-- => run gate lock os

ATTACH 's3://127.0.0.1/x.db' AS w
-- => run gate lock os

SELECT * FROM 'http://127.0.0.1:9/x.csv'
-- => run gate lock os

SELECT * FROM read_csv('https://127.0.0.1:9/x.csv')
-- => run gate lock os

SELECT * FROM read_text('http://127.0.0.1:9/' || (SELECT max(city) FROM data))
-- => run gate lock os

SELECT * FROM read_json('ftp://127.0.0.1:9/x')
-- => run gate lock os

COPY data TO 'http://127.0.0.1:9/x.csv'
-- => run gate lock os

SELECT * FROM postgres_scan('host=127.0.0.1', 'public', 't')
-- => run gate lock os

ATTACH 'host=127.0.0.1' AS pg (TYPE postgres)
-- => run gate lock os

ATTACH 'mysql:host=127.0.0.1' AS my
-- => run gate lock os

SELECT shell('id')
-- => run gate lock os

SELECT system('id')
-- => run gate lock os

SELECT * FROM read_csv('| id')
-- => run gate lock os

SELECT * FROM read_csv('/dev/tcp/127.0.0.1/9')
-- => run gate lock os

CREATE SECRET s (TYPE http, BEARER_TOKEN 'x')
-- => run gate lock

CREATE FUNCTION f(x) AS x + 1
-- => run gate

CREATE MACRO data() AS 1
-- => run gate

CREATE SEQUENCE s
-- => run gate

CREATE TYPE t AS ENUM ('a')
-- => run gate

CREATE TEMP TABLE t AS SELECT 1
-- => run gate

CREATE SCHEMA s
-- => run gate

CREATE INDEX i ON data (id)
-- => run gate lock os

DROP VIEW data
-- => run gate

ALTER VIEW data RENAME TO d
-- => run gate

PREPARE p AS SELECT 1
-- => run gate

EXECUTE p(1)
-- => run gate lock os

DEALLOCATE p
-- => run gate

BEGIN
-- => run gate

BEGIN; COMMIT
-- => run gate

ROLLBACK
-- => run gate lock os

CHECKPOINT
-- => run gate

FORCE CHECKPOINT memory
-- => run gate

VACUUM
-- => run gate

ANALYZE
-- => run gate

DETACH src
-- => run gate

ATTACH ':memory:' AS m
-- => run gate

COPY FROM DATABASE src TO memory
-- => run gate lock os

IMPORT DATABASE 'dump'
-- => run gate lock os

SELECT 1;;SELECT 2
-- => run gate

SELECT 1 INTO t
-- => run gate lock os

SELECT * FROM arrow_scan(1, 2, 3)
-- => run gate lock os

SELECT * FROM pandas_scan(0)
-- => run gate lock os

SELECT * FROM python_map_function(0)
-- => run gate lock os

SELECT * FROM seq_scan()
-- => run gate lock os

SELECT nextval('s')
-- => run gate lock os

SELECT write_log('x')
-- => run gate

SELECT error('x')
-- => run gate lock os

SELECT * FROM force_checkpoint()
-- => run gate

SELECT __internal_decompress_string(1::UTINYINT)
-- => run gate lock os

SELECT setseed(0.1)
-- => run gate

SELECT ?
-- => run gate lock os

SELECT $a
-- => run gate lock os

EXPLAIN (ANALYZE, FORMAT html) SELECT 1
-- => run gate

-- == run: letters, comments and quotes
SEL/**/ECT * FROM 'secret.csv'
-- => run gate lock os

/*!50000 COPY data TO 'x.csv' */
-- => run gate lock os

--%0ACOPY data TO 'x.csv'
-- => run gate lock os

SELECT * FROM data WHERE city = '' OR 1=1; DROP TABLE data; --'
-- => run gate lock os

SELECT 'a' --
; DROP VIEW data
-- => run gate

SELECT 1 /* /* */ */; DROP VIEW data
-- => run gate

SELECT $$ ; DROP VIEW data $$; DROP VIEW data
-- => run gate

SELECT E'\'; DROP VIEW data --'; DROP VIEW data
-- => run gate lock os

SELECT U&'\0044ROP'; DROP VIEW data
-- => run gate lock os

ＣＯＰＹ data TO 'x.csv'
-- => run gate lock os

SELECT * FROM ｒｅａｄ_csv('secret.csv')
-- => run gate lock os

SELECT * FROM reаd_csv('secret.csv')
-- => run gate lock os

SELECT * FROM read_csv​('secret.csv')
-- => run gate lock os

SELECT * FROM rEaD_cSv('secret.csv')
-- => run gate lock os

SELECT * FROM "read_csv"/**/('secret.csv')
-- => run gate lock os

SELECT * FROM read_csv -- (
('secret.csv')
-- => run gate lock os

SELECT data."read_csv"('secret.csv') FROM data
-- => run gate lock os

SELECT 'secret.csv'.read_text()
-- => run gate lock os

SELECT ('threads').current_setting()
-- => run gate

SELECT 'threads'.current_setting
-- => run gate lock os

SELECT city.getvariable() FROM data
-- => run gate lock os

SELECT ('x').error()
-- => run gate lock os

SELECT list_aggregate([1], 'error')
-- => run gate lock os

SELECT list_aggregate(['x'], 'current_setting')
-- => run gate lock os

SELECT apply(['threads'], current_setting)
-- => run gate lock os

SELECT COLUMNS(x -> current_setting(x) IS NOT NULL) FROM data
-- => run gate lock os

SELECT * RENAME (id AS "secret.csv") FROM 'secret.csv'
-- => run gate lock os

SELECT 'secret.csv'::regclass
-- => run gate lock os

SELECT CAST('x' AS "../secret.csv")
-- => run gate lock os

SELECT 'x'::VARCHAR COLLATE "../secret"
-- => run gate lock os

SELECT 1 AS x FROM data AT (TIMESTAMP => now())
-- => run gate lock os

SELECT * FROM data FOR UPDATE
-- => run gate lock os

SELECT TABLE 'secret.csv'
-- => run gate lock os

SELECT @x := 1
-- => run gate lock os

SELECT * FROM data WHERE CURRENT OF c
-- => run gate lock os

-- == exhaust: memory
SELECT repeat('x', 4000000000)
-- => exhaust os

SELECT length(repeat(repeat('x', 100000000), 100))
-- => exhaust os

SELECT lpad('x', 2147483647, 'y')
-- => exhaust os

SELECT rpad('x', 2147483647, 'y')
-- => exhaust os

SELECT format('{:2000000000}', 1)
-- => exhaust os

SELECT printf('%2000000000d', 1)
-- => exhaust os

SELECT list_resize([1], 100000000000)
-- => exhaust os

SELECT range(100000000000)
-- => exhaust os

SELECT generate_series(1, 100000000000)
-- => exhaust os

SELECT list(x) FROM range(100000000000) t(x)
-- => exhaust os

SELECT string_agg(repeat('x', 1000), '') FROM range(100000000)
-- => exhaust os

SELECT array_agg(repeat('x', 100000)) FROM range(1000000)
-- => exhaust os

SELECT bitstring('1', 2147483647)
-- => exhaust os

SELECT NULL::INTEGER[100000][100000]
-- => exhaust os

SELECT NULL::INTEGER[100000][100000][100000][100000]
-- => exhaust os

SELECT [repeat('x', 1000000) FOR x IN range(1000000)]
-- => exhaust os

SELECT list_transform(range(1000000), x -> repeat('x', 1000000))
-- => exhaust os

SELECT approx_top_k(x, 1000000000) FROM range(10) t(x)
-- => exhaust os

SELECT histogram(x) FROM range(1000000000) t(x)
-- => exhaust os

SELECT count(DISTINCT x || repeat('y', 1000)) FROM range(1000000000) t(x)
-- => exhaust os

SELECT * FROM range(100000000) a(x) ORDER BY hash(x), repeat('z', x % 1000)
-- => exhaust os

SELECT map_from_entries(list((x, repeat('x', 10000)))) FROM range(10000000) t(x)
-- => exhaust os

SELECT json_group_array(repeat('x', 100000)) FROM range(1000000)
-- => exhaust os

SELECT damerau_levenshtein(repeat('a', 200000), repeat('b', 200000))
-- => exhaust os

SELECT regexp_extract_all(repeat('a', 500000000), '.')
-- => exhaust os

SELECT string_split(repeat('a,', 500000000), ',')
-- => exhaust os

SELECT encode(repeat('€', 1000000000))
-- => exhaust os

SELECT to_base(1, 2, 2000000000)
-- => exhaust os

WITH RECURSIVE t(s, n) AS (SELECT 'xxxxxxxx', 1 UNION ALL SELECT s || s, n + 1 FROM t WHERE n < 60) SELECT max(length(s)) FROM t
-- => exhaust os

SELECT * FROM repeat_row(repeat('x', 100000000), num_rows := 1000)
-- => exhaust os

SELECT flatten(list_transform(range(100000), x -> range(100000)))
-- => exhaust os

SELECT list_sort(range(10000000000))
-- => exhaust os

SELECT median(x) FROM range(100000000000) t(x)
-- => exhaust os

SELECT first(x) FROM (SELECT list(y) x FROM range(10000000000) t(y))
-- => exhaust os

-- == exhaust: time
SELECT count(*) FROM range(1000000000000)
-- => exhaust os

SELECT sum(a.x * b.x) FROM range(10000000) a(x), range(10000000) b(x)
-- => exhaust os

SELECT count(*) FROM data a, data b, data c, data d, data e, data f
-- => exhaust os

WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n > 0) SELECT count(*) FROM t
-- => exhaust os

WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n FROM t WHERE true) SELECT count(*) FROM t
-- => exhaust os

WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t
-- => exhaust gate os

WITH RECURSIVE t(k, n) USING KEY (k) AS (SELECT 1, 1 UNION SELECT k, n + 1 FROM t) FROM t
-- => exhaust gate os

SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))
-- => exhaust os

SELECT jaro_similarity(repeat('ab', 500000), repeat('ba', 500000))
-- => exhaust os

SELECT factorial(2147483647)
-- => exhaust os

SELECT regexp_matches(repeat('a', 10000000), '(a?){500}(a*)*b')
-- => exhaust os

SELECT regexp_replace(repeat('a', 100000000), '(.)(.)', '\2\1\2\1', 'g')
-- => exhaust os

SELECT sleep_ms(100000)
-- => exhaust gate os

SELECT * FROM range(1000000000) t(x) WHERE x < 0 ORDER BY sin(x)
-- => exhaust os

SELECT list_reduce(range(100000000), (a, b) -> (a * b) % 1000003)
-- => exhaust os

SELECT list_sum(list_transform(range(100000000), x -> sqrt(x)))
-- => exhaust os

SELECT count(*) FROM range(100000) a(x) WHERE EXISTS (SELECT 1 FROM range(100000) b(y) WHERE sin(x + y) > 2)
-- => exhaust os

SELECT sum(x) OVER (ORDER BY hash(x) ROWS BETWEEN UNBOUNDED PRECEDING AND 100000 FOLLOWING) FROM range(20000000) t(x)
-- => exhaust os

SELECT quantile_cont(x, 0.5) OVER (ORDER BY x ROWS BETWEEN 100000 PRECEDING AND 100000 FOLLOWING) FROM range(1000000) t(x)
-- => exhaust os

SELECT max(gcd(x, 9223372036854775783)) FROM range(10000000000) t(x)
-- => exhaust os

-- == exhaust: a crash
SELECT json_structure(repeat('[', 1000000) || repeat(']', 1000000))
-- => exhaust os

SELECT json_pretty(repeat('[', 1000000) || repeat(']', 1000000))
-- => exhaust os

SELECT from_json(repeat('[', 1000000) || repeat(']', 1000000), '["JSON"]')
-- => exhaust os

SELECT json_merge_patch(repeat('{"a":', 500000) || '1' || repeat('}', 500000), repeat('{"a":', 500000) || '1' || repeat('}', 500000))
-- => exhaust os

SELECT json_contains(repeat('[', 1000000) || repeat(']', 1000000), '1')
-- => exhaust os

SELECT count(*) FROM json_tree(repeat('[', 1000000) || repeat(']', 1000000))
-- => exhaust os

SELECT json_transform('[]', repeat('[', 1000000) || '"INT"' || repeat(']', 1000000))
-- => exhaust os

SELECT (repeat('[', 1000000) || repeat(']', 1000000))::JSON::VARIANT
-- => exhaust os

SELECT (repeat('[', 1000000) || repeat(']', 1000000))::INT[][][]
-- => exhaust os

SELECT [1, 2, 3][-9223372036854775808:9223372036854775807:-9223372036854775808]
-- => exhaust os

SELECT 'abc'[-9223372036854775808:9223372036854775807]
-- => exhaust os

SELECT substring('abc', -9223372036854775808, 9223372036854775807)
-- => exhaust os

SELECT x FROM range(3) t(x) LIMIT 9223372036854775807 OFFSET 9223372036854775807
-- => exhaust os

SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 9223372036854775807 PRECEDING AND 9223372036854775807 FOLLOWING) FROM range(3) t(x)
-- => exhaust os

SELECT range(-9223372036854775808, 9223372036854775807, 9223372036854775807)
-- => exhaust os

SELECT -9223372036854775808 // -1, -9223372036854775808 % -1
-- => exhaust os

SELECT DATE '5881580-07-10' + INTERVAL 2147483647 MONTHS
-- => exhaust os

SELECT strftime(TIMESTAMP '290309-12-22 (BC) 00:00:00', repeat('%A', 1000000))
-- => exhaust os

SELECT make_timestamp(9223372036854775807)::TIMESTAMPTZ::VARCHAR
-- => exhaust os

SELECT printf('%s%s%n%d', 'a')
-- => exhaust os

SELECT format('{0:{1}}', 1, 2147483647)
-- => exhaust os

SELECT * FROM range(10) TABLESAMPLE reservoir(9223372036854775807 ROWS)
-- => exhaust gate os

SELECT list_slice(range(10), -9223372036854775808, -9223372036854775808, 1)
-- => exhaust os

SELECT regexp_extract('a', repeat('(', 100000) || repeat(')', 100000))
-- => exhaust os

SELECT getvariable(repeat('x', 100000000))
-- => exhaust gate os

SELECT 'x' SIMILAR TO repeat('(a|b)*', 100000)
-- => exhaust os

SELECT (SELECT NULL::UNION(a INT[100000][100000], b VARCHAR))
-- => exhaust os
