-- What the gate tells about a query: the tables that it stands on and what
-- makes its rows or their order differ from run to run; `one_thread` at the end
-- when it must run on one to give the same bytes each time. The form is that of
-- allow.sql.

-- == tables that the answer stands on
SELECT 1
-- => one_thread

FROM data
-- => data one_thread

FROM cities
-- => cities one_thread

SELECT * FROM data, "Sheet 2"
-- => data Sheet 2 one_thread

SELECT * FROM cities WHERE city IN (SELECT city FROM data)
-- => data cities one_thread

WITH data AS (SELECT 1 AS id) FROM data
-- => one_thread

WITH c AS (FROM cities) FROM c
-- => cities one_thread

DESCRIBE cities
-- => cities describes

PIVOT cities ON city IN ('Lima') USING count(*)
-- => cities aggregates one_thread

-- == order and cuts
SELECT id FROM data ORDER BY id
-- => data order_by order_by_all

SELECT id, city FROM data ORDER BY id
-- => data order_by one_thread

SELECT id FROM data ORDER BY ALL
-- => data order_by order_by_all

SELECT * FROM data ORDER BY ALL
-- => data order_by order_by_all

SELECT * FROM data ORDER BY ALL DESC
-- => data order_by order_by_all

SELECT * FROM data ORDER BY COLUMNS('id|city')
-- => data order_by one_thread

SELECT id, city FROM data ORDER BY ALL LIMIT 3
-- => data order_by order_by_all limit

SELECT id FROM data LIMIT 3
-- => data limit one_thread

SELECT id FROM data LIMIT 10%
-- => data limit one_thread

SELECT id FROM data OFFSET 3
-- => data limit one_thread

SELECT id FROM (FROM data ORDER BY id)
-- => data one_thread

SELECT id FROM (FROM data LIMIT 3) ORDER BY id
-- => data order_by order_by_all inner_limit one_thread

SELECT id FROM (FROM data OFFSET 3) ORDER BY id
-- => data order_by order_by_all inner_limit one_thread

SELECT id FROM data WHERE id IN (SELECT id FROM data LIMIT 10%) ORDER BY id
-- => data order_by order_by_all inner_limit one_thread

SELECT DISTINCT city FROM data ORDER BY city
-- => data order_by order_by_all

SELECT DISTINCT ON (city) city, id FROM data ORDER BY ALL
-- => data order_by order_by_all inner_limit one_thread

SELECT id FROM data UNION ALL SELECT 1 ORDER BY ALL
-- => data order_by order_by_all

SELECT id FROM data UNION SELECT 1 ORDER BY id
-- => data order_by one_thread

SELECT id FROM data UNION ALL SELECT 1 LIMIT 2
-- => data limit one_thread

(SELECT id FROM data LIMIT 1) UNION ALL SELECT 1 ORDER BY ALL
-- => data order_by order_by_all inner_limit one_thread

SELECT *, id FROM data ORDER BY 1, 2
-- => data order_by one_thread

SELECT * FROM data ORDER BY 1
-- => data order_by one_thread

SELECT id FROM data ORDER BY id + 0
-- => data order_by one_thread

SELECT id FROM data ORDER BY 1.0
-- => data order_by one_thread

SELECT id, city FROM data ORDER BY 2, 1 DESC
-- => data order_by order_by_all

SELECT id, city FROM data ORDER BY 2, 3
-- => data order_by one_thread

SELECT data.id FROM data ORDER BY id
-- => data order_by one_thread

SELECT data.id FROM data ORDER BY data.id
-- => data order_by order_by_all

SELECT data.id FROM data ORDER BY cities.id
-- => data order_by one_thread

SELECT data.id FROM data ORDER BY data.city
-- => data order_by one_thread

SELECT id AS data FROM data ORDER BY data.city
-- => data order_by one_thread

SELECT upper(city), count(*) FROM data GROUP BY ALL ORDER BY 2
-- => data order_by aggregates one_thread

SELECT city, count(*) FROM data GROUP BY GROUPING SETS ((city), ()) ORDER BY city
-- => data order_by aggregates one_thread

SELECT upper(city) FROM data
-- => data one_thread

SELECT count(*), city, product FROM data GROUP BY ALL ORDER BY city, product
-- => data order_by order_by_all aggregates

SELECT city, count(*), product FROM data GROUP BY ALL ORDER BY city
-- => data order_by aggregates one_thread

-- == one row
SELECT count(*) FROM data
-- => data one_row aggregates

SELECT count(*) FROM data GROUP BY ()
-- => data one_row aggregates

SELECT count(*) FROM data GROUP BY city
-- => data aggregates one_thread

SELECT city, count(*) FROM data GROUP BY ALL
-- => data aggregates one_thread

SELECT city, count(*) FROM data GROUP BY ALL ORDER BY city
-- => data order_by order_by_all aggregates

SELECT city, count(*) FROM data GROUP BY ALL ORDER BY 2
-- => data order_by aggregates one_thread

SELECT count(*) FROM data GROUP BY ALL ORDER BY 1
-- => data order_by order_by_all aggregates

SELECT city, count(*) FROM data GROUP BY ROLLUP (city)
-- => data aggregates one_thread

SELECT city, count(*) FROM data GROUP BY city LIMIT 2
-- => data limit aggregates one_thread

SELECT count(*), unnest([1, 2]) FROM data
-- => data aggregates one_thread

SELECT count(*), UNNEST([1, 2]) FROM data
-- => data aggregates one_thread

SELECT count(*), generate_subscripts([1, 2], 1) FROM data
-- => data aggregates one_thread

SELECT count(*), regexp_split_to_table('a b', ' ') FROM data
-- => data aggregates one_thread

SELECT max(id) OVER () FROM data
-- => data aggregates windows one_thread

SELECT count(*) FROM data UNION ALL SELECT 1
-- => data aggregates one_thread

SELECT (SELECT count(*) FROM cities) FROM data
-- => data cities aggregates one_thread

SELECT 1 WHERE (SELECT count(*) FROM cities) > 1
-- => cities aggregates one_thread

SELECT id FROM data HAVING count(*) > 1
-- => data one_row aggregates

FROM data PIVOT (count(*) FOR city IN ('Lima'))
-- => data aggregates one_thread

SELECT count(*) FROM (PIVOT data ON city IN ('Lima') USING count(*))
-- => data one_row aggregates

-- == sums of DOUBLE, and sums that are exact
SELECT sum(amount) FROM data
-- => data one_row aggregates

SELECT sum(AMOUNT) FROM data
-- => data one_row aggregates

SELECT sum(data.amount) FROM data
-- => data one_row aggregates

SELECT sum(d.amount) FROM data AS d
-- => data one_row aggregates

SELECT sum(price) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(data.price) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(d.price) FROM data AS d
-- => data one_row aggregates float_sums one_thread

SELECT sum(none) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount + id * 2 - 1) FROM data
-- => data one_row aggregates

SELECT sum(-amount) FROM data
-- => data one_row aggregates

SELECT sum(amount + price) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(price - amount) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount / 2) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(abs(amount)) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(1.5) FROM data
-- => data one_row aggregates

SELECT sum(1e3) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(NULL) FROM data
-- => data one_row aggregates

SELECT sum(amount::INTEGER) FROM data
-- => data one_row aggregates

SELECT sum(price::DECIMAL(9, 2)) FROM data
-- => data one_row aggregates

SELECT sum(amount::DOUBLE) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount::FLOAT) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(CASE WHEN ok THEN amount END) FROM data
-- => data one_row aggregates

SELECT sum(CASE WHEN ok THEN amount ELSE NULL END) FROM data
-- => data one_row aggregates

SELECT sum(CASE WHEN ok THEN amount ELSE 0 END) FROM data
-- => data one_row aggregates

SELECT sum(CASE WHEN price > 1 THEN amount WHEN ok THEN id ELSE 0 END) FROM data
-- => data one_row aggregates

SELECT sum(CASE WHEN ok THEN price ELSE 0 END) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(CASE WHEN ok THEN 0 WHEN NOT ok THEN price ELSE 0 END) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(CASE WHEN ok THEN 0 ELSE price END) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(CASE WHEN ok THEN price END) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT avg(amount), min(price), count(price) FROM data
-- => data one_row aggregates

SELECT avg(price) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT fsum(id) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT stddev(id) FROM data
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount) OVER () FROM data
-- => data aggregates windows one_thread

SELECT sum(price) OVER (ORDER BY id) FROM data
-- => data aggregates float_sums windows one_thread

SELECT sum(amount) FROM data, cities
-- => data cities one_row aggregates

SELECT sum(amount) FROM data JOIN cities USING (city)
-- => data cities one_row aggregates

SELECT sum(amount) FROM data, (SELECT 1)
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount) FROM data, (VALUES (1)) AS v
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount) FROM data, range(3)
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount) FROM data AS d(a, amount)
-- => data one_row aggregates float_sums one_thread

SELECT sum(amount) FROM data AS d
-- => data one_row aggregates

WITH d AS (SELECT 1.5::DOUBLE AS amount) SELECT sum(amount) FROM d
-- => one_row aggregates float_sums one_thread

WITH d AS (SELECT 1) SELECT sum(amount) FROM data
-- => data one_row aggregates

SELECT (SELECT sum(amount) FROM data) FROM (SELECT price AS amount FROM data) AS x
-- => data aggregates float_sums one_thread

SELECT (SELECT sum(amount) FROM data) FROM data AS x
-- => data aggregates one_thread

PIVOT data ON city IN ('Lima') USING sum(amount)
-- => data aggregates one_thread

PIVOT data ON city IN ('Lima') USING sum(price)
-- => data aggregates float_sums one_thread

SELECT sum(Lima) FROM (PIVOT data ON city IN ('Lima') USING sum(amount))
-- => data one_row aggregates float_sums one_thread

-- == rows about columns
DESCRIBE data
-- => data describes

SUMMARIZE data
-- => data aggregates float_sums describes one_thread

DESCRIBE SELECT sum(id) FROM data
-- => data aggregates describes

DESCRIBE (DESCRIBE data)
-- => data describes

FROM (DESCRIBE data)
-- => data one_thread

FROM data, (DESCRIBE cities)
-- => data cities one_thread

-- == the order of rows, clock, chance
SELECT list(id) FROM data
-- => data one_row aggregates order_shows one_thread

SELECT first(id ORDER BY city) FROM data
-- => data one_row aggregates order_shows one_thread

SELECT row_number() OVER (ORDER BY id) FROM data
-- => data aggregates order_shows windows one_thread

SELECT now()
-- => clock one_thread

SELECT age(day) FROM data
-- => data clock one_thread

SELECT current_date
-- => clock one_thread

SELECT CURRENT_TIME
-- => clock one_thread

SELECT current_timestamp
-- => clock one_thread

SELECT localtime
-- => clock one_thread

SELECT localtimestamp
-- => clock one_thread

SELECT current_date FROM (SELECT 1 AS current_date)
-- => clock one_thread

SELECT x FROM (SELECT id AS x FROM data)
-- => data one_thread

SELECT random()
-- => random one_thread

SELECT uuid()
-- => random one_thread

FROM data USING SAMPLE 3
-- => data samples random one_thread

FROM data USING SAMPLE 10% (bernoulli, 7)
-- => data samples one_thread

FROM data TABLESAMPLE reservoir(3) REPEATABLE (1)
-- => data samples one_thread

FROM data TABLESAMPLE 3 ROWS
-- => data samples random one_thread
