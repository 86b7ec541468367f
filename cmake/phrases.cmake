# The words of answers (data/phrases) as bytes of the program.
set(PHRASES_DIR ${PROJECT_SOURCE_DIR}/data/phrases)
add_library(wording_data OBJECT src/answer/wording_data.S) # apart from forbid.h
target_include_directories(wording_data PRIVATE ${PHRASES_DIR})
set_source_files_properties(src/answer/wording_data.S PROPERTIES
  OBJECT_DEPENDS "${PHRASES_DIR}/en.txt;${PHRASES_DIR}/es.txt;${PHRASES_DIR}/zh.txt")
target_sources(answer PRIVATE $<TARGET_OBJECTS:wording_data>)
