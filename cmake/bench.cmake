# The programs of `make bench`, built when asked for (bench/run.sh), never by
# `all`. peer.c is the only file outside src/engine/duck that knows DuckDB: it is
# what Quarry is measured against.
add_library(bench_common STATIC EXCLUDE_FROM_ALL bench/samples.c bench/peer.c)
target_link_libraries(bench_common PUBLIC base PRIVATE duckdb)
foreach(name query start bare)
  add_executable(bench_${name} EXCLUDE_FROM_ALL bench/bench_${name}.c)
  target_link_libraries(bench_${name} PRIVATE bench_common)
endforeach()
target_link_libraries(bench_query PRIVATE tables)
add_executable(bench_xlsx EXCLUDE_FROM_ALL bench/bench_xlsx.c)
target_link_libraries(bench_xlsx PRIVATE bench_common xlsx ${LIBZIP} ${EXPAT}
  ${XLSXWRITER})
add_executable(bench_pdf EXCLUDE_FROM_ALL bench/bench_pdf.c)
target_link_libraries(bench_pdf PRIVATE pdf)
pdfium_path(bench_pdf)
add_executable(bench_render EXCLUDE_FROM_ALL bench/bench_render.c)
target_link_libraries(bench_render PRIVATE pdf)
pdfium_path(bench_render)
add_executable(bench_jmespath EXCLUDE_FROM_ALL bench/bench_jmespath.c
  bench/samples.c)
target_link_libraries(bench_jmespath PRIVATE jmespath)
add_executable(bench_ask EXCLUDE_FROM_ALL bench/bench_ask.c bench/samples.c)
target_link_libraries(bench_ask PRIVATE ask)
add_executable(bench_data EXCLUDE_FROM_ALL bench/bench_data.c bench/samples.c)
target_link_libraries(bench_data PRIVATE json_document)
add_executable(bench_embed EXCLUDE_FROM_ALL bench/bench_embed.c bench/samples.c)
target_link_libraries(bench_embed PRIVATE embedding)
add_executable(bench_vector EXCLUDE_FROM_ALL bench/bench_vector.c bench/made.c
  bench/samples.c)
target_link_libraries(bench_vector PRIVATE vector m)
add_executable(bench_search EXCLUDE_FROM_ALL bench/bench_search.c bench/made.c
  bench/samples.c)
target_link_libraries(bench_search PRIVATE retrieve m)
add_executable(bench_process EXCLUDE_FROM_ALL bench/bench_process.c
  bench/samples.c)
target_link_libraries(bench_process PRIVATE base)
add_executable(bench_mcp EXCLUDE_FROM_ALL bench/bench_mcp.c bench/samples.c)
target_link_libraries(bench_mcp PRIVATE base)
include(cmake/bench_lexical.cmake)
