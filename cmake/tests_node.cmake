# Tests that run on node: scripts, cases of the command line, documentation.
#
# `make test` runs each with one of the presets. Sanitizers see what takes input from
# outside, the protocols and a sample of the cases; the release programs are for what
# counts calls or bytes, measures how good answers are, or starts many processes.
set(RELEASE_ONLY
  install durability       # only this preset can be installed, or take a preload
  retrieval search         # they embed the documents of a set
  attack/archive attack/extremes attack/hostile attack/mail attack/memory attack/office
  attack/pdf attack/strace # the fuzzers do the same
                           # under sanitizers, whose memory is another
  attack/worker_memory     # a limit that sanitizers lift
  asking/confidence asking/replay asking/routing asking/rows asking/score
  asking/wikitables        # scores; cases show the sanitizers the same code
  page/access page/embed page/hard page/looks page/proof page/sources # of the
                           # program they need what page/page shows the sanitizers
  reading/layouts reading/scoreboard # scores; reading/differential does the same
  http/slow                # it waits for half a minute, which once is enough
  http/access http/search  # many servers; http/soak has all of them at once
  http/fair)               # it counts what is under way
set(SANITIZED_ONLY http/soak # it is what sanitizers are asked for
  postgres/store_units) # unit tests, which are of this preset

# Of what both could run, sanitizers get in `make test` what hands the programs bytes
# from outside, and one of each kind of the rest; `make nightly` runs all under them.
# What is not listed here is run by the release programs, in two fifths of the time.
set(SANITIZED_SAMPLE asking/answers attack/liar export/readback http/ask_stream
  http/bad_input http/serve http/strict http/tls http/upload mcp/bad_input mcp/log
  mcp/stdio reading/differential case/access case/ask_batch case/ask_zh case/base
  case/cache case/chat case/command_line case/data case/eval case/mcp case/reading
  case/search case/table_export case/table_map case/table_query case/workbook)

# Gives the test the label `nightly` in the preset that leaves it to the other one.
function(quarry_leave_to_other test)
  set(sanitized OFF)
  if(test IN_LIST SANITIZED_SAMPLE OR test IN_LIST SANITIZED_ONLY)
    set(sanitized ON)
  endif()
  if((QUARRY_HARDEN AND sanitized) OR (NOT QUARRY_HARDEN AND NOT sanitized))
    set_property(TEST ${test} APPEND PROPERTY LABELS nightly)
  endif()
endfunction()

# What makes the program die, or its disk, at the n-th call.
if(QUARRY_HARDEN)
  add_library(kill_at MODULE ${PROJECT_SOURCE_DIR}/tests/durability/kill_at.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_cut.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_look.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_undo.c)
  target_compile_options(kill_at PRIVATE -U_FORTIFY_SOURCE)
  add_library(set_clock MODULE ${PROJECT_SOURCE_DIR}/tests/durability/set_clock.c)
  add_library(pause_at MODULE ${PROJECT_SOURCE_DIR}/tests/durability/pause_at.c)
  target_compile_options(pause_at PRIVATE -U_FORTIFY_SOURCE)
endif()

# What reads so many files that workers would cost more than all else.
add_executable(read_many ${PROJECT_SOURCE_DIR}/tests/reading/read_many.c)
target_link_libraries(read_many PRIVATE ingest tables)
add_executable(list_members EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/reading/list_members.c)
target_link_libraries(list_members PRIVATE archive)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/*.test.mjs)
foreach(source ${sources})
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  cmake_path(GET source FILENAME name)
  string(REPLACE ".test.mjs" "" name ${name})
  set(test ${folder}/${name})
  set(release_only OFF)
  if(folder IN_LIST RELEASE_ONLY OR test IN_LIST RELEASE_ONLY)
    set(release_only ON)
  endif()
  if((release_only AND NOT QUARRY_HARDEN) OR
      (test IN_LIST SANITIZED_ONLY AND NOT SANITIZE))
    continue()
  endif()
  quarry_test(${test} ${folder} ${QUARRY_NODE} ${source})
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "QUARRY_BIN=${PROJECT_BINARY_DIR}")
  if(test STREQUAL "reading/differential" AND SANITIZE)
    # 500 tables for the release programs, of which the sanitizers see 60.
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT QUARRY_TABLES=60)
  endif()
  if(NOT release_only)
    quarry_leave_to_other(${test})
  endif()
endforeach()

# The cases that `make quick` runs for a module: which see its work end to end.
set(CASES_OF
  "text csv json package xlsx decompress query profile ingest worker sandbox worker_client tables table_cache=reading identity table_map workbook packed"
  "sql_gate duck=sql_gate table_query"
  "export=table_export"
  "pdf pdf_worker office=pdf office"
  "mail=mail"
  "json_tree jmespath json_document=data table_json"
  "catalog sqlite knowledge_base documents settings=base bases document_kept"
  "markup chunks index retrieve segments lexical vector llm embedding rerank page_file=search search_state"
  "ask parse lexicon bind link vocabulary spec joins candidates value_index route followup llm_planner answer sentence selector=ask_en ask_joins chat"
  "semantic yaml=semantic"
  "evaluate=eval"
  "batch stdio=ask_batch"
  "auth tools query_log config=access"
  "mcp httpd http_client rest serve web_assets jobs=mcp"
  "cli term base=command_line")
foreach(line ${CASES_OF})
  string(REGEX MATCH "^(.*)=(.*)$" line ${line})
  string(REPLACE " " ";" modules ${CMAKE_MATCH_1})
  string(REPLACE " " ";" cases ${CMAKE_MATCH_2})
  foreach(case ${cases})
    foreach(module ${modules})
      list(APPEND modules_of_${case} module:${module})
    endforeach()
  endforeach()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cases/*.case)
foreach(source ${sources})
  cmake_path(GET source STEM name)
  if(name MATCHES "^release_" AND NOT QUARRY_HARDEN)
    continue()
  endif()
  quarry_test(case/${name} "case;${modules_of_${name}}" ${QUARRY_NODE}
    ${PROJECT_SOURCE_DIR}/tests/run_cases.mjs --bin ${PROJECT_BINARY_DIR} ${source})
  if(NOT name MATCHES "^release_")
    quarry_leave_to_other(case/${name})
  endif()
endforeach()

if(QUARRY_HARDEN)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md
    ${PROJECT_SOURCE_DIR}/docs/*.md)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    quarry_test(docs/${name} docs ${QUARRY_NODE}
      ${PROJECT_SOURCE_DIR}/tests/run_docs.mjs --bin ${PROJECT_BINARY_DIR} ${source})
  endforeach()
endif()
