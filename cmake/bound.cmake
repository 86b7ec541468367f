# The copy of DuckDB's library that the programs load: its references to itself are bound,
# so that a worker starts in half the time (tools/bind_symbols.c).
add_executable(bind_symbols tools/bind_symbols.c)
target_link_libraries(bind_symbols PRIVATE base)
packed(${DUCKDB_LIBRARY} GENERATOR bind_symbols ARGS duckdb ${DUCKDB_LIB_DIR}/libduckdb.so
  FROM tools/bind_symbols.c package-lock.json
  DEPENDS ${DUCKDB_LIB_DIR}/libduckdb.so
  COMMENT "Binding the symbols of libduckdb")
add_custom_target(duckdb_library DEPENDS ${DUCKDB_LIBRARY})
add_dependencies(duckdb duckdb_library)
