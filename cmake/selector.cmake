# The weights of answer/selector as bytes of the program, and what they are learned from.
add_library(selector_weights OBJECT src/answer/selector/weights.S) # apart from forbid.h
target_include_directories(selector_weights PRIVATE src)
set_source_files_properties(src/answer/selector/weights.S PROPERTIES
  OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/src/answer/selector/weights.txt)
target_sources(selector PRIVATE $<TARGET_OBJECTS:selector_weights>)

add_executable(selector_boost EXCLUDE_FROM_ALL tools/selector/boost.c)
target_link_libraries(selector_boost PRIVATE m)
add_executable(selector_dump EXCLUDE_FROM_ALL tools/selector/dump.c)
target_link_libraries(selector_dump PRIVATE answer selector tables m)
