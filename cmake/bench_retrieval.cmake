# retrieval_xapian: what Xapian finds in the sets of `make bench-retrieval`.
# bench_lexical.cmake has looked for both.
if(XAPIAN AND CMAKE_CXX_COMPILER)
  add_executable(retrieval_xapian EXCLUDE_FROM_ALL bench/retrieval_xapian.cc)
  set_target_properties(retrieval_xapian PROPERTIES COMPILE_OPTIONS "-Wall")
  target_link_libraries(retrieval_xapian PRIVATE ${XAPIAN})
endif()
