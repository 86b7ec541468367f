// gate_function_list.mjs [--check] - writes src/engine/sql_gate/gate_function_list_table.c: which
// of DuckDB's functions a user's SQL may call, and why the others may not; with
// --check it only says whether the table is what the lists below make.
//
// It asks the pinned library for all its functions. Each must be named by
// exactly one list below; one that is named by none stops the generator, so
// that a new version of DuckDB brings nothing in that nobody looked at.
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const words = (text) => text.trim().split(/\s+/);

// Aggregates, by what their result depends on beside the set of the rows.
const aggregates = {
  // The set alone: exact for every type.
  '': words(`approx_count_distinct bit_and bit_or bit_xor bitstring_agg
    bool_and bool_or count count_if count_star countif histogram
    histogram_exact max median min quantile quantile_cont
    quantile_disc cume_dist dense_rank percent_rank rank rank_dense`),
  // Exact over integers and decimals; over DOUBLE the order of additions shows.
  INEXACT_DOUBLE: words('avg mean sum sum_no_overflow mad'),
  // Computed in DOUBLE whatever comes in: the order of additions shows.
  INEXACT_ANY: words(`approx_quantile corr covar_pop covar_samp entropy favg fsum
    kahan_sum kurtosis kurtosis_pop product regr_avgx regr_avgy regr_count
    regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy sem skewness
    stddev stddev_pop stddev_samp sumkahan var_pop var_samp variance`),
  // The order of the rows, or which of several equal ones came first.
  ORDER: words(`any_value approx_top_k arbitrary arg_max arg_max_null
    arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin
    array_agg fill first first_value group_concat lag last last_value lead list
    listagg max_by min_by mode nth_value ntile row_number string_agg`),
};

// Macros that expand to aggregates.
const aggregateMacros = {
  INEXACT_ANY: words('geomean geometric_mean wavg weighted_avg'),
  ORDER: words('json_group_array json_group_object json_group_structure'),
};

// Functions of a value: text, numbers, dates, lists, structs, maps, JSON.
const scalars = {
  '': words(`
    !__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | ||
    ~ ~~ ~~* ~~~ -> not_ilike_escape not_like_escape ilike_escape like_escape
    abs acos acosh add array_zip asin asinh atan atan2 atanh bit_count bit_length
    bit_position bitstring cbrt ceil ceiling cos cosh cot degrees divide even
    exp factorial fdiv floor fmod gamma gcd get_bit greatest
    greatest_common_divisor isfinite isinf isnan lcm least
    least_common_multiple lgamma ln log log10 log2 mod multiply nextafter
    nullif pi pow power radians round round_even roundbankers set_bit sign
    signbit sin sinh sqrt subtract tan tanh trunc xor
    ascii bar base64 bin char_length character_length chr concat concat_ws
    contains damerau_levenshtein decode editdist3 encode ends_with format
    format_bytes formatReadableDecimalSize formatReadableSize from_base64
    from_binary from_hex hamming hash hex instr jaccard jaro_similarity
    jaro_winkler_similarity lcase left left_grapheme len length
    length_grapheme levenshtein lower lpad ltrim md5 md5_number
    md5_number_lower md5_number_upper mismatches nfc_normalize octet_length ord
    parse_formatted_bytes pg_size_pretty position prefix printf regexp_escape
    regexp_extract regexp_extract_all regexp_full_match regexp_matches
    regexp_replace regexp_split_to_array regexp_split_to_table repeat replace
    reverse right right_grapheme rpad rtrim sha1 sha256 split split_part
    starts_with str_split str_split_regex string_split string_split_regex
    string_to_array strip_accents strlen strpos substr substring
    substring_grapheme suffix to_base to_base64 to_binary to_hex translate trim
    ucase unbin unhex unicode upper url_decode url_encode
    parse_dirname parse_dirpath parse_filename parse_path
    icu_sort_key create_sort_key
    century date_add date_diff date_part date_sub date_trunc
    datediff datepart datesub datetrunc day dayname dayofmonth dayofweek
    dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era hour
    isodow isoyear julian last_day make_date make_time make_timestamp
    make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium
    millisecond minute month monthname nanosecond normalized_interval quarter
    second strftime strptime time_bucket timetz_byte_comparable timezone
    timezone_hour timezone_minute to_centuries to_days to_decades to_hours
    to_microseconds to_millennia to_milliseconds to_minutes to_months
    to_quarters to_seconds to_timestamp to_weeks to_years try_strptime week
    weekday weekofyear year yearweek
    array_aggr array_aggregate array_append array_apply array_cat array_concat
    array_contains array_cosine_distance array_cosine_similarity
    array_cross_product array_distance array_distinct array_dot_product
    array_extract array_filter array_grade_up array_has array_has_all
    array_has_any array_indexof array_inner_product array_intersect
    array_length array_negative_dot_product array_negative_inner_product
    array_pop_back array_pop_front array_position array_prepend array_push_back
    array_push_front array_reduce array_resize array_reverse array_reverse_sort
    array_select array_slice array_sort array_to_string
    array_to_string_comma_default array_transform array_unique array_value
    array_where aggregate apply cardinality element_at equi_width_bins filter
    flatten generate_series generate_subscripts grade_up
    is_histogram_other_bin list_aggr list_aggregate list_any_value list_append
    list_apply list_approx_count_distinct list_avg list_bit_and list_bit_or
    list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains
    list_cosine_distance list_cosine_similarity list_count list_distance
    list_distinct list_dot_product list_element list_entropy list_extract
    list_filter list_first list_grade_up list_has list_has_all list_has_any
    list_histogram list_indexof list_inner_product list_intersect
    list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median
    list_min list_mode list_negative_dot_product list_negative_inner_product
    list_pack list_position list_prepend list_product list_reduce list_resize
    list_reverse list_reverse_sort list_select list_sem list_skewness
    list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg
    list_sum list_transform list_unique list_value list_var_pop list_var_samp
    list_where list_zip range reduce
    enum_code enum_first enum_last enum_range enum_range_boundary map
    map_concat map_contains map_contains_entry map_contains_value map_entries
    map_extract map_extract_value map_from_entries map_keys map_values row
    struct_concat struct_contains struct_extract struct_extract_at struct_has
    struct_indexof struct_insert struct_keys struct_pack struct_position
    struct_update struct_values union_extract union_tag union_value
    array_to_json from_json from_json_strict json json_array json_array_length
    json_contains json_exists json_extract json_extract_path
    json_extract_path_text json_extract_string json_keys json_merge_patch
    json_object json_pretty json_quote json_structure json_transform
    json_transform_strict json_type json_valid json_value row_to_json to_json
    typeof pg_typeof switch uuid_extract_timestamp uuid_extract_version
    variant_extract variant_typeof unnest`),
  CLOCK: words(`age ago current_date current_localtime current_localtimestamp
    get_current_time get_current_timestamp now today transaction_timestamp`),
  RANDOM: words('gen_random_uuid random uuid uuidv4 uuidv7'),
};

// Functions that stand for a table in FROM.
const tables = {
  '': words('generate_series json_each json_tree range repeat repeat_row unnest'),
};

// Everything else, by the reason that the refusal gives.
const refused = {
  FILES: words(`glob parquet_* read_* sniff_csv arrow_scan arrow_scan_dumb
    seq_scan which_secret truncate_duckdb_logs`),
  SQL: words(`query query_table json_execute_serialized_sql json_serialize_sql
    json_serialize_plan json_deserialize_sql sql_auto_complete
    check_peg_parser enable_peg_parser disable_peg_parser histogram_values
    unpivot_list`),
  SETTINGS: words(`current_setting getvariable in_search_path
    duckdb_profiling_settings enable_logging disable_logging enable_profiling
    disable_profiling checkpoint force_checkpoint setseed write_log
    parse_duckdb_log_message`),
  CATALOG: words(`duckdb_* pragma_* current_catalog current_database
    current_schema current_schemas current_role current_user session_user user
    current_query current_query_id current_connection_id
    current_transaction_id txid_current version get_block_size nextval currval
    has_*_privilege pg_* inet_* col_description obj_description
    shobj_description format_type format_pg_type map_to_pg_oid
    icu_calendar_names`),
  SLEEP: words('sleep_ms pg_sleep'),
  // With an extreme sample size it writes outside of its memory.
  CRASHES: words('reservoir_quantile'),
  INTERNAL: words(`__internal_* icu_collate_* st_* alias can_cast_implicitly
    cast_to_type combine constant_or_null error finalize get_type make_type
    quarry_row_in_range remap_struct replace_type stats summary test_all_types test_vector_types
    variant_bytes_to_variant variant_normalize variant_to_parquet_variant
    vector_type`),
};

// Refused in FROM although the same name is an allowed function elsewhere.
const refusedTables = { SQL: words('histogram') };

const toRegExp = (pattern) => new RegExp('^' + pattern
  .replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '.*') + '$');

// The library's own list: Map of name -> Set of 'value' | 'table'.
async function libraryFunctions() {
  const duckdb = createRequire(import.meta.url)(
    '../node_modules/@duckdb/node-bindings-linux-x64/duckdb.node');
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const file = join(folder, 'functions.tsv');
  const connection = await duckdb.connect(await duckdb.open(':memory:'));
  await duckdb.query(connection, `COPY (SELECT DISTINCT function_type,
    function_name FROM duckdb_functions() WHERE function_type <> 'pragma'
    ORDER BY ALL) TO '${file}' (DELIMITER '\t', HEADER false, QUOTE '')`);
  const found = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const [type, name] = line.split('\t');
    const places = found.get(name) ?? new Set();
    found.set(name, places.add(type.startsWith('table') ? 'table' : 'value'));
  }
  rmSync(folder, { recursive: true });
  // The parser and the binder make these of syntax; the list lacks them.
  found.get('unnest').add('value');
  found.set('->', new Set(['value']));
  // This one is ours (src/engine/duck/duck.h).
  found.set('quarry_row_in_range', new Set(['value']));
  return { found, version: duckdb.library_version() };
}

const problems = [];

function refusalOf(name, lists) {
  const exact = Object.keys(lists).filter((why) => lists[why].includes(name));
  const hits = exact.length ? exact : Object.keys(lists)
    .filter((why) => lists[why].some((p) => toRegExp(p).test(name)));
  if (hits.length > 1) problems.push(`${name}: refused twice`);
  return hits[0];
}

function flagsOf(name) {
  const flags = [];
  const add = (lists, ...always) => {
    for (const [flag, names] of Object.entries(lists)) {
      if (names.includes(name)) flags.push(...always, ...(flag ? [flag] : []));
    }
  };
  add(aggregates, 'VALUE', 'AGGREGATE');
  add(aggregateMacros, 'VALUE', 'AGGREGATE');
  add(scalars, 'VALUE');
  add(tables, 'TABLE');
  return flags;
}

function lineOf(name, places) {
  const flags = flagsOf(name);
  const open = [...places].filter((p) => !flags.includes(p.toUpperCase()));
  const why = open.length === 0 ? undefined
    : flags.length === 0 ? refusalOf(name, refused)
      : refusalOf(name, open.includes('table') ? refusedTables : refused);
  if (open.length > 0 && !why) problems.push(`${name}: nobody decided`);
  if (flags.length > 0 && open.length === 0 && refused.SQL.includes(name)) {
    problems.push(`${name}: both allowed and refused`);
  }
  const set = [...new Set(flags)].map((f) => `GATE_${f}`).join(' | ') || '0';
  return `    {"${name.toLowerCase()}", ${set}, GATE_WHY_${why ?? 'NONE'}},`;
}

function checkForTypos(found) {
  for (const lists of [aggregates, aggregateMacros, scalars, tables, refused,
    refusedTables]) {
    for (const name of Object.values(lists).flat()) {
      const test = toRegExp(name);
      const known = found.has(name) ||
        (name.length > 1 && [...found.keys()].some((f) => test.test(f)));
      if (!known) problems.push(`${name}: not in the library`);
    }
  }
}

const { found, version } = await libraryFunctions();
checkForTypos(found);
const byName = [...found.keys()].sort((a, b) => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : x > y ? 1 : 0;
});
const lines = byName.map((name) => lineOf(name, found.get(name)));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
const table = `/*
 * Written by tools/gate_function_list.mjs from libduckdb ${version}; do not edit.
 * The generator says why each function is allowed or refused.
 */
#include "engine/sql_gate/gate_function_list.h"

/* clang-format off */
const struct gate_function gate_function_list[] = {
${lines.join('\n')}
};
/* clang-format on */

const size_t gate_function_count =
    sizeof(gate_function_list) / sizeof(gate_function_list[0]);
`;
const target = fileURLToPath(
  new URL('../src/engine/sql_gate/gate_function_list_table.c', import.meta.url));
if (!process.argv.includes('--check')) {
  writeFileSync(target, table);
} else if (readFileSync(target, 'utf8') !== table) {
  console.log("src/engine/sql_gate/gate_function_list_table.c:1: not what "
    + "tools/gate_function_list.mjs says; run make generate");
  process.exitCode = 1;
} else {
  console.log(`functions: ${lines.length} of DuckDB are decided`);
}
