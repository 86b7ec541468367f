-- What the gate must refuse, with the place and the words. A statement ends at
-- a blank line; its last line is `-- => line:column message`; a line of
-- `-- ==` is a heading. secret.csv, secret.json, secret.parquet and other.db
-- exist where the test runs, missing.csv does not.

-- == statements that are no SELECT
INSERT INTO data VALUES (1)
-- => 1:1 only one SELECT is allowed; 'INSERT' changes data

UPDATE data SET id = 1
-- => 1:1 only one SELECT is allowed; 'UPDATE' changes data

DELETE FROM data
-- => 1:1 only one SELECT is allowed; 'DELETE' changes data

MERGE INTO data USING cities ON true WHEN MATCHED THEN DELETE
-- => 1:1 only one SELECT is allowed; 'MERGE' changes data

TRUNCATE data
-- => 1:1 only one SELECT is allowed; 'TRUNCATE' changes data

CREATE TABLE t (x INT)
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE TABLE t AS SELECT * FROM data
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE OR REPLACE TEMP TABLE data AS SELECT 1
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE VIEW v AS SELECT 1
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE MACRO m(x) AS x
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE MACRO evil() AS TABLE SELECT * FROM read_csv('secret.csv')
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE FUNCTION f(x) AS x
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE SCHEMA s
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE SEQUENCE s
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE TYPE mood AS ENUM ('a')
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE INDEX i ON data (id)
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

CREATE SECRET s (TYPE s3)
-- => 1:1 only one SELECT is allowed; 'CREATE' changes the tables

DROP TABLE data
-- => 1:1 only one SELECT is allowed; 'DROP' changes the tables

DROP TABLE IF EXISTS data CASCADE
-- => 1:1 only one SELECT is allowed; 'DROP' changes the tables

ALTER TABLE data ADD COLUMN x INT
-- => 1:1 only one SELECT is allowed; 'ALTER' changes the tables

ALTER TABLE data RENAME TO d
-- => 1:1 only one SELECT is allowed; 'ALTER' changes the tables

COMMENT ON TABLE data IS 'x'
-- => 1:1 only one SELECT is allowed; 'COMMENT' changes the tables

COPY data TO 'out.csv'
-- => 1:1 only one SELECT is allowed; 'COPY' reads or writes files

COPY (SELECT * FROM data) TO 'out.parquet' (FORMAT parquet)
-- => 1:1 only one SELECT is allowed; 'COPY' reads or writes files

COPY data FROM 'secret.csv'
-- => 1:1 only one SELECT is allowed; 'COPY' reads or writes files

COPY FROM DATABASE memory TO other
-- => 1:1 only one SELECT is allowed; 'COPY' reads or writes files

EXPORT DATABASE 'out'
-- => 1:1 only one SELECT is allowed; 'EXPORT' writes files

IMPORT DATABASE 'out'
-- => 1:1 only one SELECT is allowed; 'IMPORT' reads files

ATTACH 'other.db'
-- => 1:1 only one SELECT is allowed; 'ATTACH' opens files

ATTACH 'other.db' AS o (READ_ONLY)
-- => 1:1 only one SELECT is allowed; 'ATTACH' opens files

ATTACH IF NOT EXISTS ':memory:' AS m
-- => 1:1 only one SELECT is allowed; 'ATTACH' opens files

DETACH memory
-- => 1:1 only one SELECT is allowed; 'DETACH' closes tables

USE memory
-- => 1:1 only one SELECT is allowed; 'USE' changes settings

INSTALL httpfs
-- => 1:1 only one SELECT is allowed; 'INSTALL' fetches extensions

INSTALL 'secret.csv'
-- => 1:1 only one SELECT is allowed; 'INSTALL' fetches extensions

FORCE INSTALL httpfs
-- => 1:1 only one SELECT is allowed; 'FORCE' reads or writes files

LOAD httpfs
-- => 1:1 only one SELECT is allowed; 'LOAD' loads extensions

LOAD '/tmp/evil.duckdb_extension'
-- => 1:1 only one SELECT is allowed; 'LOAD' loads extensions

SET memory_limit = '100GB'
-- => 1:1 only one SELECT is allowed; 'SET' changes settings

SET VARIABLE x = 1
-- => 1:1 only one SELECT is allowed; 'SET' changes settings

SET GLOBAL threads TO 64
-- => 1:1 only one SELECT is allowed; 'SET' changes settings

SET SESSION schema = 'x'
-- => 1:1 only one SELECT is allowed; 'SET' changes settings

RESET memory_limit
-- => 1:1 only one SELECT is allowed; 'RESET' changes settings

PRAGMA database_list
-- => 1:1 only one SELECT is allowed; 'PRAGMA' changes settings

PRAGMA memory_limit = '100GB'
-- => 1:1 only one SELECT is allowed; 'PRAGMA' changes settings

PRAGMA table_info('data')
-- => 1:1 only one SELECT is allowed; 'PRAGMA' changes settings

PRAGMA import_database('out')
-- => 1:1 only one SELECT is allowed; 'PRAGMA' changes settings

CALL pragma_version()
-- => 1:1 only one SELECT is allowed; 'CALL' runs a procedure

CALL duckdb_settings()
-- => 1:1 only one SELECT is allowed; 'CALL' runs a procedure

CALL query('SELECT 1')
-- => 1:1 only one SELECT is allowed; 'CALL' runs a procedure

PREPARE p AS SELECT 1
-- => 1:1 only one SELECT is allowed; 'PREPARE' keeps a statement

EXECUTE p
-- => 1:1 only one SELECT is allowed; 'EXECUTE' runs kept SQL

DEALLOCATE p
-- => 1:1 only one SELECT is allowed; 'DEALLOCATE' changes settings

BEGIN
-- => 1:1 only one SELECT is allowed; 'BEGIN' is a transaction

BEGIN TRANSACTION
-- => 1:1 only one SELECT is allowed; 'BEGIN' is a transaction

COMMIT
-- => 1:1 only one SELECT is allowed; 'COMMIT' is a transaction

ROLLBACK
-- => 1:1 only one SELECT is allowed; 'ROLLBACK' is a transaction

ABORT
-- => 1:1 only one SELECT is allowed; 'ABORT' is a transaction

CHECKPOINT
-- => 1:1 only one SELECT is allowed; 'CHECKPOINT' writes files

FORCE CHECKPOINT
-- => 1:1 only one SELECT is allowed; 'FORCE' reads or writes files

VACUUM
-- => 1:1 only one SELECT is allowed; 'VACUUM' changes the tables

VACUUM ANALYZE
-- => 1:1 only one SELECT is allowed; 'VACUUM' changes the tables

ANALYZE
-- => 1:1 only one SELECT is allowed; 'ANALYZE' changes the tables

EXPLAIN SELECT 1
-- => 1:1 only one SELECT is allowed; 'EXPLAIN' shows a plan, not data

EXPLAIN ANALYZE SELECT * FROM data
-- => 1:1 only one SELECT is allowed; 'EXPLAIN' shows a plan, not data

EXPLAIN (FORMAT json) SELECT 1
-- => 1:1 only one SELECT is allowed; 'EXPLAIN' shows a plan, not data

GRANT ALL ON data TO public
-- => 1:1 only one SELECT is allowed; 'GRANT' changes rights

WITH a AS (SELECT 1) INSERT INTO data SELECT * FROM a
-- => 1:22 only one SELECT is allowed; 'INSERT' changes data

WITH a AS (SELECT 1) DELETE FROM data USING a
-- => 1:22 only one SELECT is allowed; 'DELETE' changes data

WITH a AS (SELECT 1 AS x) UPDATE data SET id = x FROM a
-- => 1:27 only one SELECT is allowed; 'UPDATE' changes data

WITH a AS (INSERT INTO data VALUES (1) RETURNING *) SELECT * FROM a
-- => 1:12 only one SELECT is allowed; 'INSERT' changes data

insert into data values (1)
-- => 1:1 only one SELECT is allowed; 'INSERT' changes data

  /* hidden */ -- here
  InSeRt INTO data VALUES (1)
-- => 2:3 only one SELECT is allowed; 'INSERT' changes data

(DELETE FROM data)
-- => 1:2 only one SELECT is allowed; 'DELETE' changes data

FROM data INSERT INTO data
-- => 1:1 SELECT INTO not supported

-- == more than one statement
SELECT 1; SELECT 2
-- => 1:11 only one statement is allowed; a second begins here

SELECT 1; DROP TABLE data
-- => 1:11 only one statement is allowed; a second begins here

SELECT 1;
-- a comment
  SELECT 2;
-- => 3:3 only one statement is allowed; a second begins here

SELECT 'a;b'; COPY data TO 'out.csv'
-- => 1:15 only one statement is allowed; a second begins here

; ; SELECT 1 ; ATTACH 'other.db'
-- => 1:16 only one statement is allowed; a second begins here

SELECT 1; BEGIN
-- => 1:11 only one statement is allowed; a second begins here

SELECT 1; PRAGMA import_database('out')
-- => 1:11 only one statement is allowed; a second begins here

SELECT 1; PIVOT data ON city USING count(*)
-- => 1:11 only one statement is allowed; a second begins here

-- == no statement
;
-- => 1:1 the SQL is empty; write a SELECT

-- nothing
-- => 1:11 the SQL is empty; write a SELECT

/* nothing */
-- => 1:14 the SQL is empty; write a SELECT

SELEC 1
-- => 1:1 syntax error at or near 'SELEC'

SELECT
-- => 1:1 SELECT clause without selection list

SELECT * FROM
-- => 1:14 syntax error at end of input

SELECT (1
-- => 1:10 syntax error at end of input

SELECT 'open
-- => 1:8 unterminated quoted string at or near ''open'

SELECT "open
-- => 1:8 unterminated quoted identifier at or near ''open"

SELECT 1)
-- => 1:9 syntax error at or near ')'

SELECT * FROM data WHERE
-- => 1:25 syntax error at end of input

/* open
-- => 1:1 unterminated /* comment at or near '/* open'

SELECT $1$ x
-- => 1:10 syntax error at or near '$'

-- == files in FROM
SELECT * FROM 'secret.csv'
-- => 1:15 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 'missing.csv'
-- => 1:15 there is no table 'missing.csv'; the tables are 'data', 'cities', 'Sheet 2'

FROM 'secret.csv'
-- => 1:6 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM "secret.csv"
-- => 1:15 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 'secret.parquet'
-- => 1:15 there is no table 'secret.parquet'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 'secret.json'
-- => 1:15 there is no table 'secret.json'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM '/etc/passwd'
-- => 1:15 there is no table '/etc/passwd'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM '/etc/passwd.csv'
-- => 1:15 there is no table '/etc/passwd.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM '../secret.csv'
-- => 1:15 there is no table '../secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM '*.csv'
-- => 1:15 there is no table '*.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM "https://example.org/x.csv"
-- => 1:15 there is no table 'https://example.org/x.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 's3://bucket/x.parquet'
-- => 1:15 there is no table 's3://bucket/x.parquet'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 'file:///etc/passwd'
-- => 1:15 there is no table 'file:///etc/passwd'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM 'other.db'
-- => 1:15 there is no table 'other.db'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM '\\host\share\x.csv'
-- => 1:15 there is no table '\\host\share\x.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data, 'secret.csv'
-- => 1:21 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data JOIN 'secret.csv' s ON true
-- => 1:25 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT (SELECT count(*) FROM 'secret.csv')
-- => 1:30 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data WHERE id IN (SELECT id FROM 'secret.csv')
-- => 1:48 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data UNION ALL SELECT * FROM 'secret.csv'
-- => 1:44 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

WITH a AS (SELECT * FROM 'secret.csv') SELECT * FROM a
-- => 1:26 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

WITH a AS (SELECT 1) SELECT * FROM a, (SELECT * FROM (SELECT * FROM 'secret.csv'))
-- => 1:69 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

WITH RECURSIVE r AS (SELECT 1 x UNION ALL SELECT x + 1 FROM r, 'secret.csv' WHERE x < 3) SELECT * FROM r
-- => 1:64 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

DESCRIBE 'secret.csv'
-- => 1:10 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

DESCRIBE SELECT * FROM 'secret.csv'
-- => 1:24 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SUMMARIZE 'secret.csv'
-- => 1:11 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SHOW 'secret.csv'
-- => 1:6 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

TABLE 'secret.csv'
-- => 1:7 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

FROM (DESCRIBE 'secret.csv')
-- => 1:16 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

PIVOT 'secret.csv' ON city IN ('Lima') USING count(*)
-- => 1:7 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

UNPIVOT 'secret.csv' ON COLUMNS(*)
-- => 1:9 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data ORDER BY (SELECT count(*) FROM 'secret.csv')
-- => 1:51 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data LIMIT (SELECT count(*) FROM 'secret.csv')
-- => 1:48 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data LIMIT 1 OFFSET (SELECT count(*) FROM 'secret.csv')
-- => 1:57 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT city, count(*) FROM data GROUP BY city, (SELECT count(*) FROM 'secret.csv')
-- => 1:70 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT count(*) FROM data HAVING (SELECT count(*) FROM 'secret.csv') > 0
-- => 1:56 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data QUALIFY row_number() OVER (ORDER BY (SELECT count(*) FROM 'secret.csv')) = 1
-- => 1:78 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT sum(id) OVER (PARTITION BY (SELECT count(*) FROM 'secret.csv')) FROM data
-- => 1:57 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT sum(id) FILTER (WHERE EXISTS (FROM 'secret.csv')) FROM data
-- => 1:43 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT list(id ORDER BY (SELECT count(*) FROM 'secret.csv')) FROM data
-- => 1:47 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT CASE WHEN ok THEN (SELECT count(*) FROM 'secret.csv') ELSE 0 END FROM data
-- => 1:48 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT [x FOR x IN (SELECT list(city) FROM 'secret.csv')]
-- => 1:44 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT list_transform([1], lambda x: (SELECT count(*) FROM 'secret.csv'))
-- => 1:60 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT COLUMNS(c -> EXISTS (FROM 'secret.csv')) FROM data
-- => 1:34 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * REPLACE ((SELECT count(*) FROM 'secret.csv') AS id) FROM data
-- => 1:41 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT DISTINCT ON ((SELECT count(*) FROM 'secret.csv')) id FROM data
-- => 1:43 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

VALUES ((SELECT count(*) FROM 'secret.csv'))
-- => 1:31 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM range((SELECT count(*) FROM 'secret.csv'))
-- => 1:43 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data, LATERAL (SELECT * FROM 'secret.csv')
-- => 1:44 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data a ASOF JOIN 'secret.csv' b ON a.id >= b.id
-- => 1:32 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data POSITIONAL JOIN 'secret.csv'
-- => 1:36 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT x.v FROM (VALUES ((SELECT max(city) FROM 'secret.csv'))) x(v)
-- => 1:49 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT {'a': (SELECT count(*) FROM 'secret.csv')}
-- => 1:36 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT MAP {'a': (SELECT count(*) FROM 'secret.csv')}
-- => 1:40 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT (SELECT count(*) FROM 'secret.csv')::VARCHAR
-- => 1:30 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT 1 IN (SELECT id FROM 'secret.csv')
-- => 1:29 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT id BETWEEN 0 AND (SELECT count(*) FROM 'secret.csv') FROM data
-- => 1:47 there is no table 'secret.csv'; the tables are 'data', 'cities', 'Sheet 2'

-- == a WITH name is no way to a file
WITH "secret.csv" AS (SELECT 1) SELECT * FROM "secret.csv"
-- => 1:30 a WITH query cannot be called 'secret.csv'; give it a plain name

WITH duckdb_tables AS (SELECT 1) SELECT * FROM duckdb_tables
-- => 1:31 a WITH query cannot be called 'duckdb_tables'; give it a plain name

SELECT * FROM (WITH a AS (SELECT 1) SELECT 1), a
-- => 1:48 there is no table 'a'; the tables are 'data', 'cities', 'Sheet 2'

WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a
-- => 1:26 there is no table 'b'; the tables are 'data', 'cities', 'Sheet 2'

WITH a AS (SELECT * FROM a) SELECT * FROM a
-- => 1:26 there is no table 'a'; the tables are 'data', 'cities', 'Sheet 2'

-- == functions that read files
SELECT * FROM read_csv('secret.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM read_csv('missing.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM read_csv_auto('secret.csv', header = true)
-- => 1:15 function 'read_csv_auto' is not allowed: it reads files; query 'data'

SELECT * FROM read_text('/etc/passwd')
-- => 1:15 function 'read_text' is not allowed: it reads files; query 'data'

SELECT * FROM read_blob('secret.csv')
-- => 1:15 function 'read_blob' is not allowed: it reads files; query 'data'

SELECT * FROM read_json('secret.json')
-- => 1:15 function 'read_json' is not allowed: it reads files; query 'data'

SELECT * FROM read_json_auto('secret.json')
-- => 1:15 function 'read_json_auto' is not allowed: it reads files; query 'data'

SELECT * FROM read_json_objects('secret.json')
-- => 1:15 function 'read_json_objects' is not allowed: it reads files; query 'data'

SELECT * FROM read_ndjson('secret.json')
-- => 1:15 function 'read_ndjson' is not allowed: it reads files; query 'data'

SELECT * FROM read_ndjson_objects('secret.json')
-- => 1:15 function 'read_ndjson_objects' is not allowed: it reads files; query 'data'

SELECT * FROM read_parquet('secret.parquet')
-- => 1:15 function 'read_parquet' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_scan('secret.parquet')
-- => 1:15 function 'parquet_scan' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_metadata('secret.parquet')
-- => 1:15 function 'parquet_metadata' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_schema('secret.parquet')
-- => 1:15 function 'parquet_schema' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_file_metadata('secret.parquet')
-- => 1:15 function 'parquet_file_metadata' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_kv_metadata('secret.parquet')
-- => 1:15 function 'parquet_kv_metadata' is not allowed: it reads files; query 'data'

SELECT * FROM parquet_bloom_probe('secret.parquet', 'id', 1)
-- => 1:15 function 'parquet_bloom_probe' is not allowed: it reads files; query 'data'

SELECT * FROM sniff_csv('secret.csv')
-- => 1:15 function 'sniff_csv' is not allowed: it reads files; query 'data'

SELECT * FROM glob('*')
-- => 1:15 function 'glob' is not allowed: it reads files; query 'data'

SELECT * FROM read_duckdb('other.db')
-- => 1:15 function 'read_duckdb' is not allowed: it reads files; query 'data'

SELECT * FROM READ_CSV('secret.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM "read_csv"('secret.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM main.read_csv('secret.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM system.main.read_csv('secret.csv')
-- => 1:15 function 'read_csv' is not allowed: it reads files; query 'data'

SELECT * FROM seq_scan('data')
-- => 1:15 function 'seq_scan' is not allowed: it reads files; query 'data'

SELECT * FROM arrow_scan(0, 0, 0)
-- => 1:15 function 'arrow_scan' is not allowed: it reads files; query 'data'

SELECT read_text('/etc/passwd')
-- => 1:8 function 'read_text' is not allowed: it reads files; leave it out

SELECT 'secret.csv'.read_text()
-- => 1:30 syntax error at or near '('

SELECT list_transform(['secret.csv'], lambda x: read_text(x))
-- => 1:49 function 'read_text' is not allowed: it reads files; leave it out

SELECT content FROM data, read_text('secret.csv')
-- => 1:27 function 'read_text' is not allowed: it reads files; query 'data'

SELECT * FROM which_secret('s3://x', 's3')
-- => 1:15 function 'which_secret' is not allowed: it reads files; query 'data'

SELECT parse_duckdb_log_message('FileSystem', 'x')
-- => 1:8 function 'parse_duckdb_log_message' is not allowed: it reads or changes settings; leave it out

SELECT * FROM truncate_duckdb_logs()
-- => 1:15 function 'truncate_duckdb_logs' is not allowed: it reads files; query 'data'

-- == SQL out of a text
SELECT * FROM query('SELECT * FROM read_csv(''secret.csv'')')
-- => 1:15 function 'query' is not allowed: it runs or reads SQL out of a text; query 'data'

SELECT * FROM query_table('secret.csv')
-- => 1:15 function 'query_table' is not allowed: it runs or reads SQL out of a text; query 'data'

SELECT * FROM query_table(['data', 'secret.csv'])
-- => 1:15 function 'query_table' is not allowed: it runs or reads SQL out of a text; query 'data'

FROM query('SELECT 1')
-- => 1:6 function 'query' is not allowed: it runs or reads SQL out of a text; query 'data'

SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))
-- => 1:15 function 'json_execute_serialized_sql' is not allowed: it runs or reads SQL out of a text; query 'data'

SELECT json_serialize_sql('SELECT 1')
-- => 1:8 function 'json_serialize_sql' is not allowed: it runs or reads SQL out of a text; leave it out

SELECT json_deserialize_sql('{}')
-- => 1:8 function 'json_deserialize_sql' is not allowed: it runs or reads SQL out of a text; leave it out

SELECT json_serialize_plan('SELECT 1')
-- => 1:8 function 'json_serialize_plan' is not allowed: it runs or reads SQL out of a text; leave it out

PRAGMA json_execute_serialized_sql('{}')
-- => 1:1 only one SELECT is allowed; 'PRAGMA' changes settings

SELECT * FROM sql_auto_complete('SEL')
-- => 1:15 function 'sql_auto_complete' is not allowed: it runs or reads SQL out of a text; query 'data'

SELECT * FROM check_peg_parser('SELECT 1')
-- => 1:15 function 'check_peg_parser' is not allowed: it runs or reads SQL out of a text; query 'data'

CALL enable_peg_parser()
-- => 1:1 only one SELECT is allowed; 'CALL' runs a procedure

SELECT * FROM histogram('secret.csv', 'id')
-- => 1:15 function 'histogram' is not allowed after FROM: it runs or reads SQL out of a text; query 'data'

SELECT * FROM histogram_values('secret.csv', 'id')
-- => 1:15 function 'histogram_values' is not allowed: it runs or reads SQL out of a text; query 'data'

-- == settings, catalog, engine
SELECT getenv('HOME')
-- => 1:8 function 'getenv' is not known here; leave it out

SELECT current_setting('memory_limit')
-- => 1:8 function 'current_setting' is not allowed: it reads or changes settings; leave it out

SELECT getvariable('x')
-- => 1:8 function 'getvariable' is not allowed: it reads or changes settings; leave it out

SELECT nextval('s')
-- => 1:8 function 'nextval' is not allowed: it tells about the engine, not about the data; leave it out

SELECT currval('s')
-- => 1:8 function 'currval' is not allowed: it tells about the engine, not about the data; leave it out

SELECT version()
-- => 1:8 function 'version' is not allowed: it tells about the engine, not about the data; leave it out

SELECT current_user
-- => 1:8 'current_user' is not a column, and information about the engine is not available; leave it out

SELECT current_catalog
-- => 1:8 'current_catalog' is not a column, and information about the engine is not available; leave it out

SELECT current_schema()
-- => 1:8 function 'current_schema' is not allowed: it tells about the engine, not about the data; leave it out

SELECT current_database()
-- => 1:8 function 'current_database' is not allowed: it tells about the engine, not about the data; leave it out

SELECT current_schemas(true)
-- => 1:8 function 'current_schemas' is not allowed: it tells about the engine, not about the data; leave it out

SELECT current_query()
-- => 1:8 function 'current_query' is not allowed: it tells about the engine, not about the data; leave it out

SELECT txid_current()
-- => 1:8 function 'txid_current' is not allowed: it tells about the engine, not about the data; leave it out

SELECT user
-- => 1:8 'user' is not a column, and information about the engine is not available; leave it out

SELECT current_role
-- => 1:8 'current_role' is not a column, and information about the engine is not available; leave it out

SELECT current_user.x
-- => 1:8 'current_user' is not a column, and information about the engine is not available; leave it out

SELECT session_user
-- => 1:8 'session_user' is not a column, and information about the engine is not available; leave it out

SELECT setseed(0.5)
-- => 1:8 function 'setseed' is not allowed: it reads or changes settings; leave it out

SELECT sleep_ms(1000)
-- => 1:8 function 'sleep_ms' is not allowed: it only waits; leave it out

SELECT pg_sleep(10)
-- => 1:8 function 'pg_sleep' is not allowed: it only waits; leave it out

SELECT reservoir_quantile(id, 0.5) FROM data
-- => 1:8 function 'reservoir_quantile' is not allowed: the engine ends on some of its arguments; leave it out

SELECT lag(id, -9223372036854775808, 0) OVER () FROM data
-- => 1:8 the offset of lag() must be a whole number up to 1000000000 that is written out, or a column

SELECT lead(id, -9223372036854775807 - 1, 0) OVER () FROM data
-- => 1:8 the offset of lead() must be a whole number up to 1000000000 that is written out, or a column

SELECT lag(id, CAST('-9223372036854775808' AS BIGINT)) OVER (ORDER BY id) FROM data
-- => 1:8 the offset of lag() must be a whole number up to 1000000000 that is written out, or a column

SELECT id FROM data WHERE quarry_row_in_range(id)
-- => 1:27 function 'quarry_row_in_range' is not allowed: it is an internal part of the engine; leave it out

SELECT error('x')
-- => 1:8 function 'error' is not allowed: it is an internal part of the engine; leave it out

SELECT alias(id) FROM data
-- => 1:8 function 'alias' is not allowed: it is an internal part of the engine; leave it out

SELECT stats(id) FROM data
-- => 1:8 function 'stats' is not allowed: it is an internal part of the engine; leave it out

SELECT * FROM duckdb_settings()
-- => 1:15 function 'duckdb_settings' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_settings
-- => 1:15 there is no table 'duckdb_settings'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM duckdb_databases()
-- => 1:15 function 'duckdb_databases' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_functions()
-- => 1:15 function 'duckdb_functions' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_tables()
-- => 1:15 function 'duckdb_tables' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_secrets()
-- => 1:15 function 'duckdb_secrets' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_logs()
-- => 1:15 function 'duckdb_logs' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_temporary_files()
-- => 1:15 function 'duckdb_temporary_files' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_variables()
-- => 1:15 function 'duckdb_variables' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_extensions()
-- => 1:15 function 'duckdb_extensions' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM duckdb_approx_database_count()
-- => 1:15 function 'duckdb_approx_database_count' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_version()
-- => 1:15 function 'pragma_version' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_database_size()
-- => 1:15 function 'pragma_database_size' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_table_info('data')
-- => 1:15 function 'pragma_table_info' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_storage_info('data')
-- => 1:15 function 'pragma_storage_info' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_user_agent()
-- => 1:15 function 'pragma_user_agent' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pragma_platform()
-- => 1:15 function 'pragma_platform' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM pg_timezone_names()
-- => 1:15 function 'pg_timezone_names' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM icu_calendar_names()
-- => 1:15 function 'icu_calendar_names' is not allowed: it tells about the engine, not about the data; query 'data'

SELECT * FROM enable_logging()
-- => 1:15 function 'enable_logging' is not allowed: it reads or changes settings; query 'data'

SELECT * FROM checkpoint()
-- => 1:15 function 'checkpoint' is not allowed: it reads or changes settings; query 'data'

SELECT * FROM force_checkpoint()
-- => 1:15 function 'force_checkpoint' is not allowed: it reads or changes settings; query 'data'

SELECT * FROM test_all_types()
-- => 1:15 function 'test_all_types' is not allowed: it is an internal part of the engine; query 'data'

SELECT * FROM test_vector_types(1)
-- => 1:15 function 'test_vector_types' is not allowed: it is an internal part of the engine; query 'data'

SELECT * FROM summary(data)
-- => 1:15 function 'summary' is not allowed: it is an internal part of the engine; query 'data'

SELECT pg_get_viewdef(1)
-- => 1:8 function 'pg_get_viewdef' is not allowed: it tells about the engine, not about the data; leave it out

SELECT has_table_privilege('data', 'select')
-- => 1:8 function 'has_table_privilege' is not allowed: it tells about the engine, not about the data; leave it out

SELECT col_description(1, 1)
-- => 1:8 function 'col_description' is not allowed: it tells about the engine, not about the data; leave it out

SELECT '1'::regclass
-- => 1:8 type 'regclass' is not known; cast to a type of DuckDB's own, as INTEGER or VARCHAR

SELECT get_block_size('memory')
-- => 1:8 function 'get_block_size' is not allowed: it tells about the engine, not about the data; leave it out

SELECT __internal_compress_string_utinyint('a')
-- => 1:8 function '__internal_compress_string_utinyint' is not allowed: it is an internal part of the engine; leave it out

SELECT finalize(sum(id)) FROM data
-- => 1:8 function 'finalize' is not allowed: it is an internal part of the engine; leave it out

SELECT sum(id) EXPORT_STATE FROM data
-- => 1:8 this form of SQL is not allowed (export_state); write it without

SHOW TABLES
-- => 1:1 SHOW of the engine is not allowed; write DESCRIBE or SUMMARIZE and a table's name

SHOW ALL TABLES
-- => 1:1 SHOW of the engine is not allowed; write DESCRIBE or SUMMARIZE and a table's name

SHOW DATABASES
-- => 1:1 SHOW of the engine is not allowed; write DESCRIBE or SUMMARIZE and a table's name

DESCRIBE
-- => 1:1 SHOW of the engine is not allowed; write DESCRIBE or SUMMARIZE and a table's name

SHOW
-- => 1:1 SHOW of the engine is not allowed; write DESCRIBE or SUMMARIZE and a table's name

-- == names with a schema, other catalogs
SELECT * FROM main.data
-- => 1:15 write 'data' without 'main.' before it

SELECT * FROM src.data
-- => 1:15 write 'data' without 'src.' before it

SELECT * FROM src.main.data
-- => 1:15 write 'data' without 'main.' before it

SELECT * FROM memory.main.data
-- => 1:15 write 'data' without 'main.' before it

SELECT * FROM information_schema.tables
-- => 1:15 there is no table 'tables'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM information_schema.columns
-- => 1:15 there is no table 'columns'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM pg_catalog.pg_tables
-- => 1:15 there is no table 'pg_tables'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM pg_tables
-- => 1:15 there is no table 'pg_tables'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM sqlite_master
-- => 1:15 there is no table 'sqlite_master'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM temp.data
-- => 1:15 write 'data' without 'temp.' before it

SELECT * FROM system.information_schema.schemata
-- => 1:15 there is no table 'schemata'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM sales
-- => 1:15 there is no table 'sales'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM dota
-- => 1:15 there is no table 'dota'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM "data "
-- => 1:15 there is no table 'data '; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM "data;DROP TABLE data"
-- => 1:15 there is no table 'data;DROP TABLE data'; the tables are 'data', 'cities', 'Sheet 2'

DESCRIBE information_schema.tables
-- => 1:10 there is no table 'tables'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM data AT (VERSION => 1)
-- => 1:15 AT is not allowed: a table has no earlier versions

SELECT * FROM nofunction(1)
-- => 1:15 table function 'nofunction' is not known; query 'data'

SELECT nofunction(1)
-- => 1:8 function 'nofunction' is not known here; leave it out

SELECT summ(id) FROM data
-- => 1:8 function 'summ' is not known; the nearest is 'sum'

SELECT a.b.c.getenv('x') FROM data
-- => 1:1 TransformFuncCall - Expected 1, 2 or 3 qualifications

SELECT main.current_setting('x')
-- => 1:8 function 'current_setting' is not allowed: it reads or changes settings; leave it out

-- == PIVOT without its values
PIVOT data ON city USING sum(amount)
-- => 1:1 PIVOT needs its values in the query: write ON column IN ('a', 'b')

SELECT * FROM (PIVOT data ON city USING sum(amount))
-- => 1:16 PIVOT needs its values in the query: write ON column IN ('a', 'b')

PIVOT data ON city IN (SELECT city FROM cities) USING sum(amount)
-- => 1:1 PIVOT needs its values in the query: write ON column IN ('a', 'b')

WITH p AS (PIVOT data ON city USING count(*)) SELECT * FROM p
-- => 1:12 PIVOT needs its values in the query: write ON column IN ('a', 'b')

SELECT *
FROM data
PIVOT (sum(amount) FOR city IN mood)
-- => 3:12 PIVOT needs its values in the query: write IN ('a', 'b')

-- == recursion that never ends
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n
-- => 1:62 this recursion never ends; put a condition in its second half (WHERE n < 100) or LIMIT after the query

WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT count(*) FROM n
-- => 1:58 this recursion never ends; put a condition in its second half (WHERE n < 100) or LIMIT after the query

WITH RECURSIVE n(i) AS (
  SELECT 1
  UNION ALL
  SELECT a.i + 1 FROM n a, n b
)
SELECT * FROM n
-- => 4:23 this recursion never ends; put a condition in its second half (WHERE n < 100) or LIMIT after the query

SELECT * FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM N) SELECT * FROM n)
-- => 1:77 this recursion never ends; put a condition in its second half (WHERE n < 100) or LIMIT after the query

WITH RECURSIVE r AS (SELECT id FROM r UNION ALL SELECT id + 1 FROM r WHERE id < 3) SELECT * FROM r
-- => 1:37 there is no table 'r'; the tables are 'data', 'cities', 'Sheet 2'

-- == parameters
SELECT ?
-- => 1:8 parameters (?, $1, $name) have no values here; write the value itself

SELECT $1
-- => 1:8 parameters (?, $1, $name) have no values here; write the value itself

SELECT $name
-- => 1:8 parameters (?, $1, $name) have no values here; write the value itself

SELECT * FROM data WHERE id = ?
-- => 1:31 parameters (?, $1, $name) have no values here; write the value itself

SELECT * FROM data LIMIT ?
-- => 1:26 parameters (?, $1, $name) have no values here; write the value itself

-- == types and collations of others
SELECT 'x'::mood
-- => 1:8 type 'mood' is not known; cast to a type of DuckDB's own, as INTEGER or VARCHAR

SELECT 'x'::main.mood
-- => 1:8 type 'mood' is not known; cast to a type of DuckDB's own, as INTEGER or VARCHAR

SELECT CAST(1 AS "secret.csv")
-- => 1:13 type 'secret.csv' is not known; cast to a type of DuckDB's own, as INTEGER or VARCHAR

SELECT 'POINT(1 2)'::GEOMETRY
-- => 1:8 type 'GEOMETRY' is not allowed here; cast to VARCHAR

SELECT 'INTEGER'::TYPE
-- => 1:8 type 'TYPE' is not allowed here; cast to VARCHAR

SELECT NULL::STRUCT(a INTEGER, b TYPE)
-- => 1:8 type 'TYPE' is not allowed here; cast to VARCHAR

SELECT repeat_row(1)
-- => 1:8 function 'repeat_row' makes a table; use it after FROM

-- == looks of letters
SELECT * FROM ｄａｔａ
-- => 1:15 there is no table 'ｄａｔａ'; the tables are 'data', 'cities', 'Sheet 2'

SELECT * FROM dаta
-- => 1:15 there is no table 'dаta'; the tables are 'data', 'cities', 'Sheet 2'

SELECT ｇｅｔｅｎｖ('HOME')
-- => 1:8 function 'ｇｅｔｅｎｖ' is not known here; leave it out

SELECT "getenv"('HOME')
-- => 1:8 function 'getenv' is not known here; leave it out

SELECT GETENV('HOME')
-- => 1:8 function 'getenv' is not known here; leave it out

SELECT * FROM data UNION ALL SELECT * FROM data​.csv
-- => 1:44 there is no table 'csv'; the tables are 'data', 'cities', 'Sheet 2'

SELECT getenv('HOME')
-- => 1:9 function 'getenv' is not known here; leave it out

ＤＲＯＰ TABLE data
-- => 1:1 syntax error at or near 'ＤＲＯＰ'

SELECT * FROM U&"d\0061ta"
-- => 1:1 unicode_to_utf8 NOT IMPLEMENTED

SELECT get/**/env('HOME')
-- => 1:18 syntax error at or near '('

SELECT getenv /* x */ ('HOME')
-- => 1:8 function 'getenv' is not known here; leave it out

SELECT*FROM(read_csv)('secret.csv')
-- => 1:21 syntax error at or near ')'

DROP TABLE data
-- => 1:1 only one SELECT is allowed; 'DROP' changes the tables

-- == numbers out of range
SELECT exp(1e980)
-- => 1:1 the SQL holds a number that is too large; write 'inf'::DOUBLE for infinity

SELECT * FROM data WHERE price < -1e309
-- => 1:1 the SQL holds a number that is too large; write 'inf'::DOUBLE for infinity

-- == what has no tree
PIVOT data ON id IN (1, 20 + 22) USING sum(id)
-- => 1:1 PIVOT needs its values in the query: write ON column IN ('a', 'b')
