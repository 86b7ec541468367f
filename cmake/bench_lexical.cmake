# bench_lexical: keyword search against Xapian, whose interface is C++, and
# SQLite's FTS5. Only where both are installed; nothing else here is C++.
find_library(XAPIAN xapian)
include(CheckLanguage)
if(XAPIAN AND NOT SANITIZE)
  check_language(CXX)
endif()
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
  add_library(bench_xapian OBJECT EXCLUDE_FROM_ALL bench/lexical_xapian.cc)
  set_target_properties(bench_xapian PROPERTIES COMPILE_OPTIONS "-Wall")
  add_executable(bench_lexical EXCLUDE_FROM_ALL bench/bench_lexical.c
    bench/lexical_quarry.c bench/lexical_fts5.c bench/made.c
    bench/samples.c
    $<TARGET_OBJECTS:bench_xapian>)
  set_target_properties(bench_lexical PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(bench_lexical PRIVATE segments ${SQLITE} ${XAPIAN} m)
endif()
