-- What the gate must let through, and the engine must then run. A statement
-- ends at a blank line; a line of `-- ==` is a heading. The tables are made in
-- tests/unit/engine/sql_gate/gate_fixture.h: data, cities, "Sheet 2".

-- == plain reading
SELECT * FROM data

SELECT id, city AS town, amount * 2 "twice" FROM data WHERE amount >= 10 AND NOT ok ORDER BY amount DESC NULLS LAST, id LIMIT 5 OFFSET 2

select ID, CITY from DATA

SELECT * FROM "data"

SELECT "data"."city", data.amount, d.id FROM data, data AS d WHERE d.id = data.id

SELECT d.* FROM data d

SELECT DISTINCT city FROM data

SELECT DISTINCT ON (city) city, amount FROM data ORDER BY city, amount DESC, id

SELECT count(*) FROM data

SELECT city, sum(amount), avg(amount), min(day), max(day) FROM data GROUP BY city HAVING sum(amount) > 0 ORDER BY ALL

SELECT city, sum(amount) AS total FROM data GROUP BY ALL ORDER BY total DESC

SELECT city, count(*) FROM data GROUP BY 1 ORDER BY 2 DESC, 1

SELECT count(*) FILTER (WHERE ok), count(DISTINCT city), sum(amount) FILTER (ok) FROM data

SELECT rowid, id FROM data LIMIT 3

SELECT #1, #2 FROM data

SELECT 1

SELECT NULL, TRUE, 1.5, 1e3, -2, 'x', DATE '2024-01-01', TIMESTAMP '2024-01-01 10:00:00', INTERVAL 3 DAY

SELECT 1_000_000, 0xFF, .5, 5.

SELECT id FROM data LIMIT 10%

SELECT id FROM data LIMIT (SELECT 3)

SELECT id FROM data ORDER BY ALL LIMIT 3

SELECT id: amount FROM data

SELECT id, amount, FROM data

-- == text that looks dangerous and is not
SELECT 'update'

SELECT 'DROP TABLE data; --'

SELECT '-- no comment' AS a, 1 AS b

SELECT '/* no comment */' AS a

SELECT 'it''s; a "trap"' AS "semi;colon"

SELECT $$ dollar ' quoted ; -- text $$

SELECT $tag$ has $$ inside $tag$

SELECT E'line\nbreak\'s end'

SELECT "delete" FROM data

SELECT "delete", "select", "from" FROM "Sheet 2"

SELECT d."delete" AS "update" FROM data d WHERE d."delete" IS NOT NULL

SELECT replace(city, 'a', 'b') FROM data

SELECT 'read_csv(''/etc/passwd'')' AS note

SELECT '/etc/passwd' AS path, 'https://example.org/x.csv' AS url, 'C:\x' AS windows

SELECT city AS copy, id AS attach, ok AS pragma FROM data

SELECT id AS set, city AS install, day AS "call" FROM data

SELECT * FROM data WHERE city = 'COPY data TO ''x'''

WITH load AS (SELECT * FROM data) SELECT * FROM load

WITH checkpoint AS (SELECT 1 AS export) SELECT export FROM checkpoint

SELECT /* a comment ; in the middle */ 1 -- and one at the end

SELECT 1; -- done

-----------------------------------------------------------------------------------------------------------------------------
SELECT 1 ------------------------------------------------------------------------------------------------------------------------------

/**********************************************************************************************************************************
 +-----------------------------------------------------------------------+-----------------------------------------------------------+
 */ SELECT '+---------------------------------------------------------------------------------------------------------------------+'

SELECT 1;

SELECT 1 ; ; ;

;SELECT 1

/* first */ -- second
SELECT 1 /* third */ ; /* fourth */

/* outer /* inner */ still a comment */ SELECT 2

SELECT 1 AS "тест", 2 AS "数据", 'Größe ñandú 🦆' AS "ü"

SELECT ciudad_año.id AS "año" FROM data AS ciudad_año

-- == FROM first, DESCRIBE, SUMMARIZE
FROM data

FROM data SELECT city, count(*) GROUP BY city

FROM data WHERE ok LIMIT 3

FROM (FROM data) SELECT id

DESCRIBE data

DESCRIBE SELECT city, sum(amount) FROM data GROUP BY city

DESC data

SHOW data

SUMMARIZE data

SUMMARIZE SELECT amount, day FROM data

SELECT column_name, column_type FROM (DESCRIBE data)

SELECT column_name, approx_unique FROM (SUMMARIZE data) WHERE column_type <> 'VARCHAR'

DESCRIBE "Sheet 2"

TABLE data

-- == WITH
WITH a AS (SELECT city, sum(amount) AS s FROM data GROUP BY city) SELECT * FROM a ORDER BY s DESC, city

WITH a AS (FROM data), b AS (SELECT * FROM a WHERE ok) SELECT count(*) FROM b

WITH a(x, y) AS (SELECT 1, 2) SELECT x + y FROM a

WITH a AS MATERIALIZED (SELECT 1 x), b AS NOT MATERIALIZED (SELECT 2 y) SELECT * FROM a, b

WITH a AS (WITH b AS (SELECT 1 x) SELECT * FROM b) SELECT * FROM a

WITH data AS (SELECT 1 AS one) SELECT one FROM data

SELECT * FROM (WITH a AS (SELECT 1 x) SELECT * FROM a)

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT sum(i) FROM n

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 10

WITH RECURSIVE f(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM f WHERE b < 1000) SELECT a FROM f

WITH RECURSIVE days(d) AS (SELECT DATE '2024-01-01' UNION ALL SELECT (d + INTERVAL 1 DAY)::DATE FROM days WHERE d < DATE '2024-01-31') SELECT count(*) FROM days

WITH RECURSIVE walk(id, up) AS (SELECT id, 0 FROM data WHERE id = 1 UNION SELECT d.id, w.up + 1 FROM walk w JOIN data d ON d.id = w.id + 1 WHERE w.up < 5) SELECT * FROM walk

WITH RECURSIVE t(k, v) USING KEY (k) AS (SELECT 1, 1 UNION SELECT k, v + 1 FROM t WHERE v < 5) SELECT * FROM t

-- == sets
SELECT city FROM data UNION SELECT city FROM cities

SELECT city FROM data UNION ALL SELECT 'total' ORDER BY 1

SELECT id, city FROM data UNION ALL BY NAME SELECT city, country FROM cities

SELECT city FROM data EXCEPT SELECT city FROM cities

SELECT city FROM data INTERSECT SELECT city FROM cities

(SELECT id FROM data ORDER BY id LIMIT 1) UNION ALL (SELECT id FROM data ORDER BY id DESC LIMIT 1)

VALUES (1, 'a'), (2, 'b')

SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, t)

-- == joins
SELECT d.city, c.country FROM data d JOIN cities c ON c.city = d.city

SELECT * FROM data LEFT JOIN cities USING (city)

SELECT * FROM data RIGHT JOIN cities USING (city)

SELECT * FROM data FULL OUTER JOIN cities ON data.city = cities.city

SELECT * FROM data NATURAL JOIN cities

SELECT count(*) FROM data CROSS JOIN cities

SELECT * FROM data SEMI JOIN cities USING (city)

SELECT * FROM data ANTI JOIN cities USING (city)

SELECT a.id, b.id FROM data a ASOF JOIN data b ON a.city = b.city AND a.day > b.day

SELECT * FROM data POSITIONAL JOIN cities

SELECT d.id, x.s FROM data d, LATERAL (SELECT d.amount * 2 AS s) x

SELECT d.id, x.v FROM data d, unnest([d.id, d.id + 1]) AS x(v)

SELECT * FROM data d JOIN "Sheet 2" s ON s."select" = d.id

-- == subqueries
SELECT * FROM data WHERE amount = (SELECT max(amount) FROM data)

SELECT * FROM data WHERE city IN (SELECT city FROM cities WHERE country = 'Peru')

SELECT * FROM data d WHERE EXISTS (SELECT 1 FROM cities c WHERE c.city = d.city)

SELECT * FROM data d WHERE amount > (SELECT avg(amount) FROM data i WHERE i.city = d.city)

SELECT * FROM data WHERE amount > ANY (SELECT amount FROM data WHERE ok)

SELECT * FROM data WHERE amount >= ALL (SELECT amount FROM data)

SELECT ARRAY(SELECT id FROM data ORDER BY id LIMIT 3)

SELECT (SELECT count(*) FROM data), (SELECT count(*) FROM cities)

-- == groups
SELECT city, ok, count(*) FROM data GROUP BY GROUPING SETS ((city, ok), (city), ()) ORDER BY ALL

SELECT city, ok, sum(amount), grouping(city) FROM data GROUP BY ROLLUP (city, ok)

SELECT city, ok, sum(amount), grouping_id(city, ok) FROM data GROUP BY CUBE (city, ok)

SELECT city, median(amount), quantile_cont(amount, 0.9), quantile_disc(amount, [0.1, 0.9]), mode(ok) FROM data GROUP BY city

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FROM data

SELECT stddev(price), var_pop(price), corr(price, amount), regr_slope(price, amount), skewness(price), kurtosis(price), entropy(city) FROM data

SELECT string_agg(city, ', ' ORDER BY city), list(id ORDER BY id), array_agg(DISTINCT ok), histogram(city) FROM data

SELECT arg_max(city, amount), arg_min(city, amount, 2), max(amount, 2), first(city ORDER BY id), any_value(city), last(city) FROM data

SELECT bool_and(ok), bool_or(ok), bit_xor(id), product(price), approx_count_distinct(city), count_if(ok), kahan_sum(price), geomean(price) FROM data

SELECT approx_quantile(price, 0.5), mad(price), favg(price), sem(price) FROM data

SELECT sum(DISTINCT amount) FROM data

-- == windows
SELECT id, row_number() OVER (PARTITION BY city ORDER BY amount DESC, id) AS n FROM data

SELECT id, rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, cume_dist() OVER w, ntile(4) OVER w FROM data WINDOW w AS (ORDER BY amount)

SELECT id, lag(amount) OVER (ORDER BY id), lead(amount, 2, 0) OVER (ORDER BY id), lag(amount, -1) OVER (ORDER BY id), lag(amount, id, 0) OVER (ORDER BY id), first_value(amount) OVER (ORDER BY id), nth_value(amount, 2) OVER (ORDER BY id) FROM data

SELECT id, sum(amount) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM data

SELECT id, avg(amount) OVER (ORDER BY day RANGE BETWEEN INTERVAL 7 DAY PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM data

SELECT id, sum(amount) OVER (ORDER BY id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM data

SELECT city, amount, amount / sum(amount) OVER () AS share FROM data

SELECT * FROM data QUALIFY row_number() OVER (PARTITION BY city ORDER BY amount DESC, id) <= 2

SELECT id, last_value(city IGNORE NULLS) OVER (ORDER BY id) FROM data

SELECT id, count(DISTINCT city) OVER (ORDER BY id), sum(amount) FILTER (WHERE ok) OVER (ORDER BY id) FROM data

SELECT id, fill(price) OVER (ORDER BY id) FROM data

-- == PIVOT and UNPIVOT
PIVOT data ON city IN ('Lima', 'Oslo') USING sum(amount)

PIVOT data ON city IN ('Lima', 'Oslo') USING sum(amount) AS s, count(*) AS n GROUP BY ok ORDER BY ok

SELECT * FROM data PIVOT (sum(amount) FOR city IN ('Lima', 'Oslo') GROUP BY ok)

SELECT * FROM (PIVOT data ON year(day) IN (2023, 2024) USING sum(amount) GROUP BY city)

WITH p AS (PIVOT data ON ok IN (true, false) USING count(*) GROUP BY city) SELECT * FROM p

UNPIVOT (SELECT id, amount, price FROM data) ON amount, price INTO NAME what VALUE much

UNPIVOT data ON COLUMNS('amount|price')::DOUBLE

SELECT * FROM (SELECT id, amount, price::DECIMAL(12, 2) AS price FROM data) UNPIVOT (much FOR what IN (amount, price))

SELECT * FROM (SELECT id, amount, NULL::DECIMAL(12, 2) AS p FROM data) UNPIVOT INCLUDE NULLS (much FOR what IN (amount, p))

-- == CASE, casts, operators
SELECT CASE WHEN amount > 100 THEN 'big' WHEN amount > 10 THEN 'middle' ELSE 'small' END FROM data

SELECT CASE city WHEN 'Lima' THEN 1 ELSE 0 END FROM data

SELECT if(ok, 'yes', 'no'), ifnull(city, '?'), coalesce(city, 'none'), nullif(city, 'Lima') FROM data

SELECT id::VARCHAR, CAST(amount AS DOUBLE), TRY_CAST(city AS INTEGER), '2024-01-31'::DATE, '5'::UTINYINT FROM data

SELECT '12.345'::DECIMAL(10, 3), 'a'::BLOB, '101'::BIT, '{"a": 1}'::JSON, [1, 2]::VARCHAR[], {'a': 1}::STRUCT(a BIGINT), 'x'::ENUM('x', 'y')

SELECT CAST('1 day' AS INTERVAL), '12:00'::TIME, '2024-01-01 00:00:00+02'::TIMESTAMPTZ, uuid()::VARCHAR, '1'::HUGEINT

SELECT MAP {'a': 1}::MAP(VARCHAR, BIGINT), [1, 2, 3]::INTEGER[3], '1'::UNION(n INTEGER, s VARCHAR)

SELECT 7 // 2, 7 % 2, 2 ** 3, 2 ^ 3, 5 & 3, 5 | 3, 1 << 4, ~5, -amount, @(-3), 5! FROM data

SELECT city || '!' || id, city LIKE 'L%', city NOT ILIKE '%m_', city GLOB 'L*', city SIMILAR TO 'L.*', city ~ 'L.*', city LIKE 'a!%' ESCAPE '!' FROM data

SELECT amount BETWEEN 1 AND 5, amount NOT BETWEEN 1 AND 5, city IN ('a', 'b'), city NOT IN ('a'), city IS NULL, ok IS TRUE, city IS DISTINCT FROM 'x', (id, ok) = (1, true) FROM data

SELECT city COLLATE NOCASE FROM data ORDER BY city COLLATE NOACCENT

SELECT city FROM data ORDER BY city COLLATE de

SELECT TRY(city::INTEGER) FROM data

SELECT day AT TIME ZONE 'UTC', ts AT TIME ZONE 'America/Lima' FROM data

SELECT 1 = 1 AND (2 <> 3 OR NOT 4 != 4), 1 == 1, 'a' ^@ 'a'

-- == stars
SELECT * EXCLUDE (id, ts) FROM data

SELECT * REPLACE (upper(city) AS city) FROM data

SELECT * RENAME (city AS town) FROM data

SELECT COLUMNS(*) FROM data

SELECT COLUMNS('^a') FROM data

SELECT COLUMNS(c -> c LIKE '%o%') FROM data

SELECT COLUMNS(lambda c: c LIKE '%o%') FROM data

SELECT min(COLUMNS(* EXCLUDE (ok))), max(COLUMNS(* EXCLUDE (ok))) FROM data

SELECT data.* EXCLUDE (id) FROM data

SELECT * LIKE 'c%' FROM data

SELECT coalesce(*COLUMNS(['city', 'delete'])) FROM data

SELECT COLUMNS('(.*)o(.*)') AS '\1_\2' FROM data

-- == lists, structs, maps
SELECT [1, 2, 3], list_value(1, 2), {'a': 1, 'b': 'x'}, struct_pack(a := 1), row(1, 2), MAP {'k': 1}, map(['a'], [1])

SELECT [1, 2, 3][1], [1, 2, 3][2:], [1, 2, 3][-1], [1, 2, 3, 4][1:4:2], 'text'[2:3], {'a': 1}.a, {'a': 1}['a'], MAP {'k': 1}['k']

SELECT list_transform([1, 2, 3], x -> x + 1), list_filter([1, 2, 3], x -> x > 1), list_reduce([1, 2, 3], (a, b) -> a + b)

SELECT list_transform([1, 2], lambda x: x * 2), list_transform([5, 6], lambda x, i: x * i), apply([1], lambda x: x), filter([1], lambda x: x > 0), reduce([1, 2], lambda a, b: a + b)

SELECT [x * 2 FOR x IN [1, 2, 3] IF x > 1], [upper(w) FOR w IN ['a', 'b']]

SELECT list_sort([3, 1, 2]), list_reverse_sort([1, 2]), list_distinct([1, 1]), list_contains([1], 1), list_position([1], 1), list_concat([1], [2]), list_append([1], 2), list_prepend(0, [1])

SELECT list_sum([1, 2]), list_avg([1, 2]), list_min([1]), list_max([1]), list_count([1]), list_aggregate([1, 2], 'sum'), list_median([1, 2]), list_string_agg(['a']), list_histogram([1, 1])

SELECT list_zip([1], ['a']), list_resize([1], 3, 0), list_slice([1, 2, 3], 1, 2), list_unique([1, 1]), list_where([1, 2], [true, false]), list_select([1, 2], [2]), list_grade_up([2, 1]), list_has_any([1], [1]), list_has_all([1], [1]), list_intersect([1], [1])

SELECT array_value(1.0, 2.0), array_distance([1.0, 2.0]::DOUBLE[2], [1.0, 3.0]::DOUBLE[2]), list_cosine_similarity([1.0], [1.0]), flatten([[1], [2]]), len([1]), array_to_string(['a', 'b'], '-'), array_length([1, 2])

SELECT unnest([1, 2, 3])

SELECT unnest({'a': 1, 'b': 2})

SELECT unnest([{'a': [1, 2]}], recursive := true)

SELECT unnest([[1, 2], [3]], max_depth := 2)

SELECT map_keys(m), map_values(m), map_entries(m), map_extract(m, 'a'), map_contains(m, 'a'), cardinality(m), element_at(m, 'a'), map_from_entries([('k', 1)]), map_concat(m, m) FROM (SELECT MAP {'a': 1} AS m)

SELECT struct_extract(s, 'a'), struct_insert(s, c := 3), struct_keys(s), s.*, struct_update(s, a := 2) FROM (SELECT {'a': 1, 'b': 2} AS s)

SELECT union_value(n := 1), union_tag(union_value(n := 1)), union_extract(union_value(n := 1), 'n')

SELECT city.upper().lower().length() FROM data

SELECT data FROM data LIMIT 1

SELECT generate_subscripts([1, 2], 1), range(3), generate_series(1, 3), equi_width_bins(0, 10, 2, true)

-- == tables that are made
SELECT * FROM range(5)

SELECT * FROM range(0, 10, 2) AS r(i)

SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-03-01', INTERVAL 1 MONTH) AS m(first_day)

SELECT * FROM unnest([1, 2, 3]) WITH ORDINALITY AS u(v, n)

SELECT * FROM repeat('x', 3)

SELECT * FROM json_each('{"a": 1, "b": 2}')

SELECT fullkey, value FROM json_tree('{"a": [1, 2]}')

SELECT d.id, j.key FROM data d, json_each('{"a": 1}') j

SELECT i, count(data.id) FROM range(3) t(i) LEFT JOIN data ON data.id = t.i GROUP BY i

-- == samples
SELECT * FROM data USING SAMPLE 5

SELECT * FROM data USING SAMPLE 10 PERCENT (bernoulli, 42)

SELECT * FROM data TABLESAMPLE reservoir(20%)

SELECT * FROM data USING SAMPLE reservoir(5 ROWS) REPEATABLE (7)

-- == text
SELECT upper(city), lower(city), length(city), trim(city), ltrim(city), rtrim(city, 'a'), left(city, 2), right(city, 2), substring(city, 1, 3), substring(city FROM 2 FOR 2), reverse(city), repeat(city, 2) FROM data

SELECT concat(city, id), concat_ws('-', city, id), lpad(city, 10, '.'), rpad(city, 10, '.'), replace(city, 'a', 'o'), translate(city, 'a', 'o'), position('a' IN city), instr(city, 'a'), strpos(city, 'a'), contains(city, 'a'), starts_with(city, 'L'), ends_with(city, 'a') FROM data

SELECT split_part(city, 'i', 1), string_split(city, 'i'), string_split_regex(city, '[aeiou]'), regexp_matches(city, '^L'), regexp_replace(city, '[aeiou]', '*', 'g'), regexp_extract(city, '(.)(.)', 2), regexp_extract(city, '(.)(.)', ['a', 'b']), regexp_extract_all(city, '.'), regexp_full_match(city, '.*'), regexp_escape('a.b') FROM data

SELECT format('{} is {:.2f}', city, price), printf('%s %05d', city, id), format('{:,}', 1234567), bar(price, 0, 100, 10), ascii('a'), chr(65), unicode('ñ'), ord('a') FROM data

SELECT strip_accents('ñandú'), nfc_normalize('é'), levenshtein(city, 'Lima'), damerau_levenshtein('ab', 'ba'), jaccard(city, 'Lima'), jaro_winkler_similarity(city, 'Lima'), hamming('ab', 'ac'), mismatches('ab', 'ac') FROM data

SELECT md5('a'), sha1('a'), sha256('a'), hash('a'), base64('a'::BLOB), from_base64('YQ=='), hex('a'), unhex('61'), bin(5), to_base(10, 2), encode('a'), decode('a'::BLOB), url_encode('a b'), url_decode('a%20b')

SELECT length_grapheme('🦆'), strlen('ñ'), bit_length('a'), octet_length('a'::BLOB), left_grapheme('🦆a', 1), format_bytes(1000), formatReadableSize(1024), parse_filename('/a/b.csv'), parse_path('/a/b'), ucase('a'), string_agg(city, '') FROM data

-- == numbers
SELECT abs(-1), ceil(1.2), floor(1.8), round(1.234, 2), trunc(1.9), sign(-1), sqrt(2), cbrt(8), exp(1), ln(2), log(10), log2(8), log10(100), pow(2, 3), mod(7, 2), gcd(12, 8), lcm(2, 3), factorial(5), even(3), greatest(1, 2), least(1, 2)

SELECT pi(), sin(1), cos(1), tan(1), asin(1), acos(1), atan(1), atan2(1, 2), cot(1), degrees(1), radians(1), sinh(1), isnan('nan'::DOUBLE), isinf(1.0), isfinite(1.0), fdiv(5, 2), fmod(5, 2), gamma(5), lgamma(5), nextafter(1.0, 2.0), xor(5, 3), bit_count(5), round_even(2.5, 0)

SELECT random() < 1, setseed_free FROM (SELECT 1 AS setseed_free)

-- == dates
SELECT year(day), month(day), day(day), quarter(day), week(day), dayofweek(day), isodow(day), dayname(day), monthname(day), yearweek(day), decade(day), century(day), last_day(day), julian(day) FROM data

SELECT date_trunc('month', day), date_part('year', day), date_part(['year', 'month'], day), extract('dow' FROM day), extract(year FROM ts), date_diff('day', day, DATE '2025-01-01'), datesub('month', day, DATE '2025-01-01'), date_add(day, INTERVAL 1 MONTH), age(ts, TIMESTAMP '2020-01-01') FROM data

SELECT strftime(day, '%d/%m/%Y'), strptime('31/01/2024', '%d/%m/%Y'), try_strptime('x', '%Y'), make_date(2024, 1, 31), make_timestamp(2024, 1, 31, 10, 0, 0.0), make_time(1, 2, 3.0), epoch(ts), epoch_ms(ts), to_timestamp(0), time_bucket(INTERVAL 7 DAY, day) FROM data

SELECT day + 1, day - DATE '2020-01-01', day + INTERVAL '1' MONTH, day + to_days(3), day - INTERVAL 1 YEAR, ts::DATE, ts::TIME, to_months(2), to_years(1) FROM data

SELECT current_date, today(), now() IS NOT NULL, current_timestamp IS NOT NULL, get_current_timestamp() IS NOT NULL, current_date - 30, localtimestamp IS NOT NULL

SELECT CAST(day AS VARCHAR), typeof(day), hour(ts), minute(ts), second(ts), era(day), timezone('UTC', ts), era(ts), isoyear(day), weekofyear(day), millisecond(ts) FROM data

-- == JSON that computes
SELECT json_extract('{"a": {"b": 1}}', '$.a.b'), '{"a": 1}'::JSON -> 'a', '{"a": "x"}'::JSON ->> '$.a', json_extract_string('{"a": 1}', 'a'), json_type('[1]'), json_array_length('[1, 2]'), json_keys('{"a": 1}'), json_valid('x'), json_structure('{"a": 1}')

SELECT json_object('a', 1), json_array(1, 2), to_json({'a': 1}), json_merge_patch('{"a": 1}', '{"b": 2}'), json_contains('[1]', '1'), json_exists('{"a": 1}', '$.a'), json_value('{"a": 1}', '$.a'), json_transform('{"a": 1}', '{"a": "INTEGER"}'), from_json('{"a": 1}', '{"a": "INTEGER"}'), json_pretty('[1]'), json_quote('a'), row_to_json({'a': 1})

SELECT json_group_array(city), json_group_object(id::VARCHAR, city), json_group_structure('{"a": 1}') FROM data

SELECT variant_typeof(1::VARIANT), uuid_extract_version(uuidv7()), gen_random_uuid() IS NOT NULL, enum_range('x'::ENUM('x', 'y')), enum_code('x'::ENUM('x', 'y'))

-- == what analysts really write
WITH monthly AS (SELECT date_trunc('month', day) AS m, sum(amount) AS total FROM data GROUP BY m) SELECT m, total, total - lag(total) OVER (ORDER BY m) AS change, round(100 * (total / lag(total) OVER (ORDER BY m) - 1), 1) AS percent FROM monthly ORDER BY m

SELECT city, sum(amount) AS total, round(100 * sum(amount) / sum(sum(amount)) OVER (), 2) AS share, sum(sum(amount)) OVER (ORDER BY sum(amount) DESC ROWS UNBOUNDED PRECEDING) AS running FROM data GROUP BY city ORDER BY total DESC

SELECT width_bucket, count(*) FROM (SELECT (amount // 50) * 50 AS width_bucket FROM data) GROUP BY ALL ORDER BY ALL

SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY city, product ORDER BY day DESC, id DESC) AS rn FROM data) WHERE rn = 1

SELECT city, max(amount) FILTER (WHERE year(day) = 2024) AS y24, max(amount) FILTER (WHERE year(day) = 2023) AS y23 FROM data GROUP BY city ORDER BY city

SELECT c.country, coalesce(sum(d.amount), 0) AS total FROM cities c LEFT JOIN data d USING (city) GROUP BY c.country HAVING count(d.id) >= 0 ORDER BY 2 DESC, 1

SELECT a.city, b.city FROM data a JOIN data b ON a.id < b.id AND levenshtein(a.city, b.city) <= 2 WHERE a.id < 20

SELECT city, count(*) AS n FROM data WHERE regexp_matches(lower(strip_accents(city)), 'lim|osl') AND day BETWEEN '2023-01-01' AND '2024-12-31' GROUP BY city HAVING n > 1 ORDER BY n DESC, city LIMIT 10

-- == names that are functions elsewhere
SELECT user, count(*) FROM (SELECT city AS user FROM data) GROUP BY user

WITH t(user, current_role) AS (SELECT 1, 2) SELECT user, current_role FROM t

SELECT city AS user FROM data ORDER BY user

SELECT format, version, query FROM (SELECT 1 AS format, 2 AS version, 3 AS query)
